import type { Credential } from "../../../shared/credential/credential.ts";
import { mayDecide } from "../../../shared/credential/rules.ts";
import { Problem } from "../../../shared/http/problem.ts";
import type { Context } from "../../chain/implement.ts";
import { requireId } from "../../chain/require-id.ts";
import { sanitize } from "../../chain/rich-text.ts";
import { now } from "../../data/ids.ts";
import { credentialKeys } from "../../data/keys/credential.ts";
import { put, type Step } from "../../data/steps.ts";
import { transition } from "../../data/transition.ts";
import { readStandings } from "../../user/model/reviewer-standing.ts";
import { drawnBadge } from "./badge.ts";
import { credentialEntity } from "./entity.ts";
import { loadToDecide, requirePublishable, requireVersion, todayOf, viewerOf } from "./guards.ts";
import type { StoredDecision, WholeCredential } from "./record.ts";
import { rejectedSteps } from "./rejected.ts";
import { requireSomebody } from "./reviewers.ts";
import { snapshotSteps } from "./revision.ts";
import { presentForStaff } from "./view.ts";

/** A decision on a submitted credential. `version`: what the one who decides has read. */
export interface Decision {
  readonly credential_id: string;
  readonly version?: number;
  readonly feedback: string;
  readonly payloadObj?: { readonly user_id?: string; readonly orgId?: string };
}

/**
 * Approves or rejects a submitted credential, with feedback. Approval checks everything again and makes the revision. A
 * repeat by the same person answers the present state. `publishedWith`: what else is published in the same transaction.
 */
export async function decide(
  event: "approve" | "reject",
  { credential_id, version, feedback, payloadObj }: Decision,
  { actor, commit }: Pick<Context, "actor" | "commit">,
  publishedWith: (whole: WholeCredential) => Promise<Step[]> = async () => [],
): Promise<{ data: Credential }> {
  requireId("payloadObj.orgId", payloadObj?.orgId, "", actor.organization_id);
  requireId("payloadObj.user_id", payloadObj?.user_id, "", actor.user_id);
  const whole = await loadToDecide(credential_id, actor);
  const { credential } = whole;
  if (!mayDecide(viewerOf(actor, credential)) || credential.submitted_by === actor.user_id)
    throw new Problem("credential.own-decision");
  const approved = event === "approve";
  const goal = approved ? "published" : "rejected";
  const repeated = credential.status === goal && credential.decided_by === actor.user_id;
  if (repeated) return { data: presentForStaff(whole, actor) };
  const at = now();
  const { name: issuer_name, timezone } = actor.organization!;
  const { steps, after } = transition(credentialEntity, event, {
    before: credential,
    set: {
      issuer_name,
      timezone,
      decided_by: actor.user_id,
      ...(approved && {
        badge: await drawnBadge(credential, actor),
        approved_on: at,
        published_on: at,
        published_by: actor.user_id,
        revision: credential.revision + 1,
      }),
    },
    wrongState: new Problem("credential.wrong-state"),
    otherwise: new Problem("credential.changed"),
    actor_id: actor.user_id,
  });
  requireVersion(credential, version);
  if (approved) requirePublishable(whole, todayOf(actor));
  const [standings, anchored] = approved
    ? await Promise.all([readStandings(credential.assigned_reviewers), publishedWith(whole)])
    : [undefined, []];
  const someone = standings ? requireSomebody(standings, credential, whole) : [];
  const safe = await sanitize(feedback);
  const decision: StoredDecision = {
    feedback: safe,
    ...(!approved && { rejected: { on: at, version: credential.version } }),
  };
  const decided = { ...whole, credential: after, rejected: undefined, ...decision };
  return commit(
    [
      ...steps,
      ...someone,
      ...anchored,
      put(credentialKeys.credentialDecision(credential_id), decision),
      ...(approved ? snapshotSteps(decided) : rejectedSteps(whole)),
    ],
    {
      data: presentForStaff(decided, actor),
    },
  );
}
