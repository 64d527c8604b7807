import type { Credential } from "../../../shared/credential/credential.ts";
import { dateIn, type PublishFault, publishFaults, reviewersNeeded } from "../../../shared/credential/rules.ts";
import { defaultTimezone } from "../../../shared/organization/timezone.ts";
import { centsOf, reviewerPayCents } from "../../../shared/platform/money.ts";

/** Everything that keeps a saved draft from being published today in its organization's time zone, as the server judges it. */
export function faultsOf(credential: Credential, timeZone = defaultTimezone): PublishFault[] {
  const { credential_details, scores_and_submissions, reviewer_criteria, review_time, price, renewal_price } =
    credential;
  return publishFaults(
    {
      credential_details,
      sectionCount: scores_and_submissions.sections.length,
      ...(reviewer_criteria && { reviewer_criteria }),
      assigned_reviewers: credential.assigned_reviewers ?? [],
      ...(renewal_price !== undefined && { renewalPriceCents: centsOf(renewal_price) }),
      priceCents: price === null ? null : centsOf(price),
      payCents: reviewerPayCents(centsOf(reviewer_criteria?.hourly_rate ?? 0), review_time),
    },
    dateIn(timeZone, Date.now()),
  );
}

/** What is said at a field in its form, said in the list before publishing as what is left to do. */
const todos: Readonly<Record<string, string>> = {
  title: "Enter a title.",
  description: "Enter a description.",
  score_description: "Enter a score description.",
  credential_resources: "Enter an upload description.",
  expiration_date: "Choose an expiration date that’s still ahead.",
  reviewer_criteria: "Describe the job and who can review it.",
};

/** What is left to do about a fault, by its own words where they say it. */
export function todoOf({ field, message }: Omit<PublishFault, "step">, { reviewer_criteria }: Credential): string {
  if (field !== "assigned_reviewers") return todos[field] ?? message;
  const needed = reviewersNeeded(reviewer_criteria ?? {});
  return needed === 1 ? "Choose at least one reviewer." : `Choose at least ${needed} reviewers who can review now.`;
}
