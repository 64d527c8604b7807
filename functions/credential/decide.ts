import type { Credential } from "../../shared/credential/credential.ts";
import { type CredentialEvent, mayDecide, stateAfter } from "../../shared/credential/rules.ts";
import { Problem } from "../../shared/http/problems.ts";
import { now } from "../data/ids.ts";
import type { Context } from "../runtime/implement.ts";
import { sanitize } from "../runtime/rich-text.ts";
import { snapshotSteps } from "./revision.ts";
import {
  changeSteps,
  feedbackStep,
  loadOwn,
  recordStep,
  requirePublishable,
  requireVersion,
  todayOf,
  viewerOf,
} from "./store.ts";
import { presentOwn } from "./view.ts";

/** A decision on a submitted credential. `version`: what the one who decides has read. */
export interface Decision {
  readonly credential_id: string;
  readonly version?: number;
  readonly feedback: string;
}

/**
 * Approves or rejects a submitted credential, with feedback. Approval checks everything again and makes the revision. A
 * repeat by the same person answers the present state.
 */
export async function decide(
  event: Extract<CredentialEvent, "approve" | "reject">,
  { credential_id, version, feedback }: Decision,
  { actor, commit }: Pick<Context, "actor" | "commit">,
): Promise<{ data: Credential }> {
  const whole = await loadOwn(credential_id, actor);
  const { credential } = whole;
  if (!mayDecide(viewerOf(actor, credential)) || credential.submitted_by === actor.user_id)
    throw new Problem("credential.own-decision");
  const status = stateAfter(credential.status, event);
  if (status === undefined) {
    const goal = event === "approve" ? "published" : "rejected";
    const repeated = credential.status === goal && credential.decided_by === actor.user_id;
    if (repeated) return { data: presentOwn(whole, actor) };
    throw new Problem("credential.wrong-state");
  }
  requireVersion(credential, version);
  const approved = status === "published";
  if (approved) requirePublishable(whole, todayOf(actor));
  const at = now();
  const { name: issuer_name, timezone } = actor.organization!;
  const { steps, after } = changeSteps(credential, {
    status,
    issuer_name,
    timezone,
    decided_by: actor.user_id,
    ...(approved && {
      approved_on: at,
      published_on: at,
      published_by: actor.user_id,
      revision: credential.revision + 1,
    }),
  });
  const safe = sanitize(feedback);
  const decided = { ...whole, credential: after, feedback: safe };
  return commit(
    [
      ...steps,
      feedbackStep(credential_id, safe),
      ...(approved ? snapshotSteps(decided) : []),
      recordStep(approved ? "credential.approved" : "credential.rejected", actor, credential, status),
    ],
    { data: presentOwn(decided, actor) },
  );
}
