import type { Certificate } from "../../../shared/certificate/certificate.ts";
import type { RevocationCode } from "../../../shared/certificate/status-list.ts";
import { Problem } from "../../../shared/http/problem.ts";
import { now } from "../../data/ids.ts";
import { certificateKeys } from "../../data/keys/certificate.ts";
import { create, type Step } from "../../data/steps.ts";
import { transition } from "../../data/transition.ts";
import { endCorrection, requireWaiting } from "./correction.ts";
import { certificateEntity } from "./entity.ts";

/** Why, and for whom: `because` is for the learner alone. */
export interface Revocation {
  readonly code: Exclude<RevocationCode, "replaced">;
  readonly because?: string;
  readonly actor_id: string;
}

/** The steps that revoke a certificate, with the entry of the status list that says so. */
export function revokeSteps(
  before: Certificate,
  { code, because, actor_id }: Revocation,
): { readonly steps: Step[]; readonly after: Certificate } {
  requireGood(before);
  const revoked_on = now();
  const correction = endCorrection(before, { event: "end", actor_id });
  const { steps, after } = transition(certificateEntity, "revoke", {
    before,
    set: { revoked_on, revocation: code, revoked_because: because, ...correction.set },
    actor_id,
  });
  return { steps: [...steps, ...correction.steps, entryStep(before, { code, revoked_on })], after };
}

/** The steps after which another certificate is good in the place of this one, and its request for a corrected name over. */
export function replaceSteps(
  before: Certificate,
  {
    replacement_id,
    accepted_id,
    actor_id,
  }: {
    readonly replacement_id: string;
    /** The request that is accepted by it. */
    readonly accepted_id?: string | undefined;
    readonly actor_id: string;
  },
) {
  requireGood(before);
  if (accepted_id !== undefined) requireWaiting(before, accepted_id);
  const correction = endCorrection(before, { event: accepted_id === undefined ? "end" : "accept", actor_id });
  const revoked_on = now();
  const replaced = transition(certificateEntity, "replace", {
    before,
    set: { revoked_on, revocation: "replaced", replaced_by: replacement_id, ...correction.set },
    actor_id,
    details: { replacement_id },
  });
  const entry = entryStep(before, { code: "replaced", revoked_on, replacement_id });
  return { ...replaced, steps: [...replaced.steps, ...correction.steps, entry] };
}

/** An entry is set once, for good. */
const entryStep = (
  { list_id, list_index: index, certificate_id }: Certificate,
  change: { readonly code: RevocationCode; readonly revoked_on: string; readonly replacement_id?: string },
): Step => create(certificateKeys.changedEntry(list_id, index), { index, certificate_id, ...change });

/** What was revoked or replaced is over. */
export function requireGood({ status }: Certificate): void {
  if (status === "revoked" || status === "replaced") throw new Problem("certificate.not-good");
}
