import type { Credential } from "../../../shared/credential/credential.ts";
import { centsOf, reviewerPayCents } from "../../../shared/credential/money.ts";
import { dateIn, type PublishFault, publishFaults } from "../../../shared/credential/rules.ts";
import { defaultTimezone } from "../../../shared/organization/timezone.ts";

/** Everything that keeps a saved draft from being published today in its organization's time zone, as the server judges it. */
export function faultsOf(credential: Credential, timeZone = defaultTimezone): PublishFault[] {
  const { credential_details, scores_and_submissions, reviewer_criteria, review_time, price } = credential;
  return publishFaults(
    {
      credential_details,
      sectionCount: scores_and_submissions.sections.length,
      ...(reviewer_criteria && { reviewer_criteria }),
      assigned_reviewers: credential.assigned_reviewers ?? [],
      priceCents: price === null ? null : centsOf(price),
      payCents: reviewerPayCents(centsOf(reviewer_criteria?.hourly_rate ?? 0), review_time),
    },
    dateIn(timeZone, Date.now()),
  );
}
