import { isDeepStrictEqual } from "node:util";
import type { Credential } from "../../../shared/credential/credential.ts";
import { type CredentialPart, saveEvents } from "../../../shared/credential/rules.ts";
import { Problem } from "../../../shared/http/problem.ts";
import { reviewMinutes } from "../../../shared/platform/money.ts";
import type { Context } from "../../chain/implement.ts";
import { dueSoon } from "../../data/deadlines.ts";
import { credentialKeys } from "../../data/keys/credential.ts";
import { put, remove, type Step } from "../../data/steps.ts";
import { transition } from "../../data/transition.ts";
import { credentialEntity } from "./entity.ts";
import { fileUseSteps } from "./files.ts";
import { requireVersion } from "./guards.ts";
import type { StoredCredential, StoredCriteria, StoredDetails, StoredSection, WholeCredential } from "./record.ts";
import { requireFewExchanged } from "./reviewers.ts";
import { presentForStaff } from "./view.ts";

/** What one save changes. Parts left out stay as they are. */
export interface Edit {
  readonly set: Partial<Omit<StoredCredential, "cred_id" | "organization_id" | "created_by" | "status" | "version">>;
  readonly details?: StoredDetails;
  readonly criteria?: StoredCriteria;
  readonly sections?: readonly StoredSection[];
  /** What else belongs into the transaction. */
  readonly steps?: readonly Step[];
}

/** The steps that turn the sections of a credential into others. */
function sectionSteps(cred_id: string, before: readonly StoredSection[], after: readonly StoredSection[]): Step[] {
  const known = new Map(before.map((section) => [section.section_id, section]));
  const kept = new Set(after.map(({ section_id }) => section_id));
  return [
    ...before
      .filter(({ section_id }) => !kept.has(section_id))
      .map(({ section_id }) => remove(credentialKeys.section(cred_id, section_id))),
    ...after
      .filter((section) => !isDeepStrictEqual(section, known.get(section.section_id)))
      .map((section) => put(credentialKeys.section(cred_id, section.section_id), section)),
  ];
}

/** A save by somebody who saw version `seen`. */
interface Save extends Pick<Context, "actor" | "commit"> {
  readonly part: CredentialPart;
  readonly seen: number;
  /** Drops what its author kept of the step before it was whole. */
  readonly finished?: readonly Step[];
}

/**
 * Saves an edit of a part in one transaction, `extra` steps of what it leads to included, and answers the credential as it
 * is then. Changed reviewers of one that was published are offered its open jobs.
 * A save that changes nothing writes nothing; one made over somebody else's change is refused: `credential.changed`.
 */
export async function saveEdit(
  whole: WholeCredential,
  edit: Edit,
  { part, actor, commit, seen, finished = [] }: Save,
  extra: (after: WholeCredential) => Step[] = () => [],
): Promise<{ data: Credential }> {
  const { set, steps: own = [], ...parts } = edit;
  const next = { ...whole, credential: { ...whole.credential, ...set }, ...parts };
  if (isDeepStrictEqual(next, whole)) return commit([...finished], { data: presentForStaff(whole, actor) });
  requireVersion(whole.credential, seen);
  if (set.assigned_reviewers) requireFewExchanged(whole.credential, set.assigned_reviewers);
  const { cred_id } = whole.credential;
  const { name: issuer_name, timezone } = actor.organization!;
  const { steps, after } = transition(credentialEntity, saveEvents[part], {
    before: whole.credential,
    set: { ...set, issuer_name, timezone },
    otherwise: new Problem("credential.changed"),
    actor_id: actor.user_id,
  });
  const saved = { ...next, credential: after };
  return commit(
    [
      ...steps,
      ...own,
      ...(parts.details ? [put(credentialKeys.credentialDetails(cred_id), parts.details)] : []),
      ...(parts.criteria ? [put(credentialKeys.credentialCriteria(cred_id), parts.criteria)] : []),
      ...fileUseSteps(after, whole, saved),
      ...(parts.sections ? sectionSteps(cred_id, whole.sections, parts.sections) : []),
      ...(set.assigned_reviewers && (after.status === "published" || after.status === "closed")
        ? [dueSoon("reviewer-offers", credentialKeys.credential(cred_id))]
        : []),
      ...extra(saved),
      ...finished,
    ],
    { data: presentForStaff(saved, actor) },
  );
}

/** The edit to these sections, with the figures that depend on them. */
export const withSections = (sections: readonly StoredSection[]): Edit => ({
  sections,
  set: { section_count: sections.length, review_minutes: reviewMinutes(sections) },
});
