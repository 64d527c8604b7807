import { publish } from "../../shared/credential/calls.ts";
import { publishEvent, stateAfter } from "../../shared/credential/rules.ts";
import { Problem } from "../../shared/http/problems.ts";
import { now } from "../data/ids.ts";
import { implement } from "../runtime/implement.ts";
import { snapshotSteps } from "./revision.ts";
import { changeSteps, loadOwn, recordStep, requirePublishable, requireVersion, todayOf, viewerOf } from "./store.ts";
import { presentOwn } from "./view.ts";

/**
 * Publishes: an issuer's credential is submitted for approval, an admin's or publisher's draft goes live as a revision. A
 * repeat by the same person answers the present state.
 */
export const handler = implement(publish, async ({ credential_id, version }, { actor, commit }) => {
  const whole = await loadOwn(credential_id, actor);
  const { credential } = whole;
  const event = publishEvent(viewerOf(actor, credential));
  if (event === undefined) throw new Problem("access.denied");
  const status = stateAfter(credential.status, event);
  if (status === undefined) {
    const { status: present, submitted_by, published_by } = credential;
    const publisher = present === "submitted" ? submitted_by : present === "published" ? published_by : undefined;
    if (publisher === actor.user_id) return { data: presentOwn(whole, actor) };
    throw new Problem("credential.wrong-state");
  }
  requireVersion(credential, version);
  requirePublishable(whole, todayOf(actor));
  const { name: issuer_name, timezone } = actor.organization!;
  const { steps, after } = changeSteps(credential, {
    status,
    step: 5,
    issuer_name,
    timezone,
    ...(status === "submitted"
      ? { submitted_by: actor.user_id }
      : { published_by: actor.user_id, published_on: now(), revision: credential.revision + 1 }),
  });
  const published = { ...whole, credential: after };
  return commit(
    [
      ...steps,
      ...(status === "published" ? snapshotSteps(published) : []),
      recordStep(status === "submitted" ? "credential.submitted" : "credential.published", actor, credential, status),
    ],
    { data: presentOwn(published, actor) },
  );
});
