import { Problem } from "../../shared/http/problem.ts";
import { ReviewerApplication } from "../../shared/reviewer/reviewer.ts";
import { keys } from "../data/keys.ts";
import { queryAll } from "../data/table.ts";
import type { StoredCredential } from "./record.ts";

/** People's accepted applications as reviewers, in whatever organizations, by person. */
export type Acceptances = ReadonlyMap<string, readonly ReviewerApplication[]>;

/** Reads where people are accepted as reviewers. Needs nothing of a credential, so it can be read together with it. */
export async function readAcceptances(user_ids: readonly string[]): Promise<Acceptances> {
  const found = await Promise.all(user_ids.map((user_id) => queryAll(keys.reviewerApplications(user_id))));
  const accepted = found.map((items) =>
    items.map((item) => ReviewerApplication.parse(item)).filter(({ status }) => status === "accepted"),
  );
  return new Map(user_ids.map((user_id, at) => [user_id, accepted[at]!]));
}

/** Most reviewers that come to a list and leave it at once, once it is shown to them: what a transaction holds. */
const EXCHANGED_MAX = 40;

/** Refuses to exchange more reviewers at once than a transaction holds. */
export function requireFewExchanged(
  { status, assigned_reviewers: before }: Pick<StoredCredential, "status" | "assigned_reviewers">,
  after: readonly string[],
): void {
  const exchanged = [...before.filter((id) => !after.includes(id)), ...after.filter((id) => !before.includes(id))];
  if ((status !== "published" && status !== "closed") || exchanged.length <= EXCHANGED_MAX) return;
  const message = `At most ${EXCHANGED_MAX} reviewers can be exchanged at once: remove some, save, and then add the others.`;
  throw new Problem("input.invalid", { message, fields: { assigned_reviewers: message } });
}

/**
 * Refuses to put anybody on a credential's list who is not an accepted reviewer, of its organization or in its category of
 * any other. Those already on it may stay.
 */
export function requireReviewers(
  acceptances: Acceptances,
  { organization_id, category, assigned_reviewers }: StoredCredential,
): void {
  const mayReview = (application: ReviewerApplication) =>
    application.organization_id === organization_id || application.category === category;
  const known = [...acceptances].every(
    ([user_id, accepted]) => assigned_reviewers.includes(user_id) || accepted.some(mayReview),
  );
  if (!known) throw new Problem("credential.reviewer-unknown", { field: "assigned_reviewers" });
}
