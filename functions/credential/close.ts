import { close } from "../../shared/credential/calls.ts";
import { mayClose } from "../../shared/credential/rules.ts";
import { Problem } from "../../shared/http/problem.ts";
import { implement } from "../chain/implement.ts";
import { dueSoon } from "../data/deadlines.ts";
import { credentialKeys } from "../data/keys/credential.ts";
import { transition } from "../data/transition.ts";
import { credentialEntity } from "./model/entity.ts";
import { loadForStaff, requireVersion, viewerOf } from "./model/guards.ts";
import { presentForStaff } from "./model/view.ts";

/** Closes a published credential to new applications; running ones finish. */
export const handler = implement(close, async ({ credential_id, version }, { actor, commit }) => {
  const whole = await loadForStaff(credential_id, actor);
  const { credential } = whole;
  if (!mayClose(viewerOf(actor, credential))) throw new Problem("access.denied");
  const repeated = credential.status === "closed" && credential.closed_by === actor.user_id;
  if (repeated) return { data: presentForStaff(whole, actor) };
  const { steps, after } = transition(credentialEntity, "close", {
    before: credential,
    set: { closed_by: actor.user_id },
    wrongState: new Problem("credential.wrong-state"),
    otherwise: new Problem("credential.changed"),
    actor_id: actor.user_id,
  });
  requireVersion(credential, version);
  const follow = whole.criteria?.seeded_anchors
    ? [dueSoon("reviewer-offers", credentialKeys.credential(credential_id))]
    : [];
  return commit([...steps, ...follow], { data: presentForStaff({ ...whole, credential: after }, actor) });
});
