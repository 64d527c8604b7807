import { publish } from "../../shared/credential/calls.ts";
import { publishEvent } from "../../shared/credential/rules.ts";
import { Problem } from "../../shared/http/problem.ts";
import { publishedAnchorSteps } from "../calibration/model/anchors.ts";
import { implement } from "../chain/implement.ts";
import { now } from "../data/ids.ts";
import { transition } from "../data/transition.ts";
import { readStandings } from "../user/model/reviewer-standing.ts";
import { drawnBadge } from "./model/badge.ts";
import { credentialEntity } from "./model/entity.ts";
import { loadForStaff, requirePublishable, requireVersion, todayOf, viewerOf } from "./model/guards.ts";
import { requireSomebody } from "./model/reviewers.ts";
import { snapshotSteps } from "./model/revision.ts";
import { presentForStaff } from "./model/view.ts";

/**
 * Publishes: an issuer's credential is submitted for approval, an admin's or publisher's draft goes live as a revision. A
 * repeat by the same person answers the present state.
 */
export const handler = implement(publish, async ({ credential_id, version }, { actor, commit }) => {
  const whole = await loadForStaff(credential_id, actor);
  const { credential } = whole;
  const event = publishEvent(viewerOf(actor, credential));
  if (event === undefined) throw new Problem("access.denied");
  const { status: present, submitted_by, published_by } = credential;
  const publisher = present === "submitted" ? submitted_by : present === "published" ? published_by : undefined;
  if (publisher === actor.user_id) return { data: presentForStaff(whole, actor) };
  const { name: issuer_name, timezone } = actor.organization!;
  const { steps, after } = transition(credentialEntity, event, {
    before: credential,
    set: {
      step: 5,
      issuer_name,
      timezone,
      badge: await drawnBadge(credential, actor),
      ...(event === "submit"
        ? { submitted_by: actor.user_id }
        : { published_by: actor.user_id, published_on: now(), revision: credential.revision + 1 }),
    },
    wrongState: new Problem("credential.wrong-state"),
    otherwise: new Problem("credential.changed"),
    actor_id: actor.user_id,
  });
  requireVersion(credential, version);
  requirePublishable(whole, todayOf(actor));
  const [standings, anchored] = await Promise.all([
    readStandings(credential.assigned_reviewers),
    publishedAnchorSteps(whole),
  ]);
  const someone = requireSomebody(standings, credential, whole);
  const published = { ...whole, credential: after };
  return commit([...steps, ...someone, ...anchored, ...(event === "publish" ? snapshotSteps(published) : [])], {
    data: presentForStaff(published, actor),
  });
});
