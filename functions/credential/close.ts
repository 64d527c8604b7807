import { close } from "../../shared/credential/calls.ts";
import { mayClose, stateAfter } from "../../shared/credential/rules.ts";
import { Problem } from "../../shared/http/problems.ts";
import { implement } from "../runtime/implement.ts";
import { changeSteps, loadOwn, recordStep, requireVersion, viewerOf } from "./store.ts";
import { presentOwn } from "./view.ts";

/** Closes a published credential to new applications; running ones finish. */
export const handler = implement(close, async ({ credential_id, version }, { actor, commit }) => {
  const whole = await loadOwn(credential_id, actor);
  const { credential } = whole;
  if (!mayClose(viewerOf(actor, credential))) throw new Problem("access.denied");
  const status = stateAfter(credential.status, "close");
  if (status === undefined) {
    const repeated = credential.status === "closed" && credential.closed_by === actor.user_id;
    if (repeated) return { data: presentOwn(whole, actor) };
    throw new Problem("credential.wrong-state");
  }
  requireVersion(credential, version);
  const { steps, after } = changeSteps(credential, { status, closed_by: actor.user_id });
  return commit([...steps, recordStep("credential.closed", actor, credential, status)], {
    data: presentOwn({ ...whole, credential: after }, actor),
  });
});
