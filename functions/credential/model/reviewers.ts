import { type ReviewersNeeded, reviewersNeeded, tooFewReviewersMessage } from "../../../shared/credential/rules.ts";
import { Problem } from "../../../shared/http/problem.ts";
import { acceptanceFor, mayReviewFor } from "../../../shared/reviewer/eligibility.ts";
import type { Step } from "../../data/steps.ts";
import { acceptanceSteps, type ReadStanding } from "../../user/model/reviewer-standing.ts";
import type { StoredCredential } from "./record.ts";

/** Where people stand as reviewers, by person. */
type Standings = ReadonlyMap<string, ReadStanding>;

/** Most reviewers that come to a list and leave it at once, once it is shown to them: what a transaction holds. */
const EXCHANGED_MAX = 40;

/** Refuses to exchange more reviewers at once than a transaction holds. */
export function requireFewExchanged(
  { status, assigned_reviewers: before }: Pick<StoredCredential, "status" | "assigned_reviewers">,
  after: readonly string[],
): void {
  const exchanged = [...before.filter((id) => !after.includes(id)), ...after.filter((id) => !before.includes(id))];
  if ((status !== "published" && status !== "closed") || exchanged.length <= EXCHANGED_MAX) return;
  const message = `At most ${EXCHANGED_MAX} reviewers can change at once. Remove some, save, then add the others.`;
  throw new Problem("input.invalid", { message, fields: { assigned_reviewers: message } });
}

/**
 * Refuses to put anybody on a credential's list who may not review for it: by its own organization's acceptance, or by
 * that of another one in its category. Those already on it may stay.
 */
export function requireReviewers(
  standings: Standings,
  { organization_id, category, assigned_reviewers }: StoredCredential,
  wanted: readonly string[],
): void {
  const mayJoin = (user_id: string) => {
    const standing = standings.get(user_id);
    if (standing === undefined) return false;
    const places = standing.places.filter(
      (each) => each.organization_id === organization_id || each.application.category === category,
    );
    return acceptanceFor({ ...standing, places }, organization_id) !== undefined;
  };
  const added = wanted.filter((user_id) => !assigned_reviewers.includes(user_id));
  if (!added.every(mayJoin)) throw new Problem("credential.reviewer-unknown", { field: "assigned_reviewers" });
}

const nobodyMessage =
  "No one on the list can review right now. Choose an approved reviewer who is a member and isn’t suspended.";

/**
 * The conditions under which enough of a credential's list may review for it when the transaction is done: as many as it
 * needs, each its seat. Refuses a list of fewer. With `before`, a list that has too few already may stay or grow.
 */
export function requireSomebody(
  standings: Standings,
  credential: Pick<StoredCredential, "organization_id" | "assigned_reviewers">,
  { criteria, before, field = "assigned_reviewers" }: ReviewersWanted,
): Step[] {
  const ableOf = (assigned_reviewers: string[]) =>
    [...standings.values()].filter((standing) => mayReviewFor(standing, { ...credential, assigned_reviewers }));
  const able = ableOf(credential.assigned_reviewers);
  const needed = reviewersNeeded(criteria);
  const wanted = before ? Math.max(1, Math.min(needed, ableOf(before).length)) : needed;
  const message = wanted === 1 ? nobodyMessage : tooFewReviewersMessage(needed, able.length);
  const otherwise = new Problem("credential.incomplete", { message, fields: { [field]: message } });
  if (able.length < wanted) throw otherwise;
  const { organization_id } = credential;
  const steps = able.slice(0, wanted).flatMap((each) => acceptanceSteps(each, organization_id, otherwise).steps);
  return [...new Map(steps.map((step) => [`${step.key.pk} ${step.key.sk}`, step])).values()]; // one for each organization
}

/** How many have to be on a list. */
interface ReviewersWanted {
  readonly criteria?: ReviewersNeeded | undefined;
  /** Who was on it, of a credential that is live. */
  readonly before?: string[];
  /** What the refusal is about; `assigned_reviewers` unless told. */
  readonly field?: string;
}
