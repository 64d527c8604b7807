import { isUnderAppeal } from "../../../shared/appeal/appeal.ts";
import type { Section } from "../../../shared/credential/credential.ts";
import { isUnderWay, revisionDays, tabOf, typeOf, unpaidDays } from "../../../shared/submission/rules.ts";
import { applicationMachine } from "../../../shared/submission/states.ts";
import type { Application, ApplicationSection } from "../../../shared/submission/submission.ts";
import { type Deadlines, dateAfter } from "../../data/deadlines.ts";
import { applicantSort, submissionKeys, submissionViews } from "../../data/keys/submission.ts";
import { entity } from "../../data/transition.ts";
import { auditIdsByApplication } from "./audit-ids.ts";
import { reviseBy } from "./decision.ts";

/** What an application keeps of a published section: the terms of the work, none of it begun. */
export const termsOf = (section: Section): ApplicationSection => ({
  section_id: section.section_id,
  title: section.title,
  response_type: section.response_type,
  review_estimate: section.review_estimate,
  option_ids: section.options.map((option) => option.option_id),
  options_multiple: section.options_multiple,
  criteria: (section.rubric_ext?.criteria ?? []).map(({ criteria_id, score }) => ({ criteria_id, score })),
  making_progress: section.rubric_ext?.making_progress ?? 0,
  completed: section.rubric_ext?.completed ?? 0,
  status: "notSubmitted",
  answered: [],
});

const learnerViews = ({ user_id, status, appeal }: Application): string[] => {
  const tab = isUnderAppeal({ appeal }) ? "Submitted" : tabOf(status);
  const parts = ["all", tab, typeOf(status) && `type=${typeOf(status)}`];
  return parts.filter((part) => part !== undefined).map((part) => submissionViews.submissions(user_id, part));
};

/** When the clock looks at an application: while it waits to be paid for, or for a revision. By days: a revision is saved often. */
export function deadlinesOf({
  status,
  created_on,
  updated_on,
  appeal,
}: Pick<Application, "status" | "created_on" | "updated_on" | "appeal">): Deadlines {
  if (status === "applied") return { "unpaid-end": dateAfter(created_on, unpaidDays) };
  const end = reviseBy({ status, updated_on, appeal });
  if (end === undefined) return {};
  return {
    "revision-reminder": dateAfter(updated_on, revisionDays.reminder),
    "revision-last-call": dateAfter(updated_on, revisionDays.lastCall),
    "revision-end": end.slice(0, 10),
  };
}

/** A learner's way through a credential, from applying to the certificate. */
export const applicationEntity = entity<Application>()({
  machine: applicationMachine,
  key: ({ application_id }) => submissionKeys.application(application_id),
  listings: (application) => [
    { sort: application.application_id, views: learnerViews(application) },
    { sort: applicantSort(application), views: [submissionViews.applicants(application.cred_id)] },
  ],
  counted: (application) => [
    submissionViews.applicants(application.cred_id, application.created_on.slice(0, 7)),
    ...(isUnderWay(application) ? [submissionViews.underWay(application.organization_id)] : []),
  ],
  deadlines: deadlinesOf,
  stamped: true,
  auditIds: auditIdsByApplication,
  records: {
    apply: "application.created",
    applyFree: "application.created",
    pay: { recordedBy: ["payment.paid"] },
    lapse: "application.lapsed",
    withdraw: "application.withdrawn",
    leave: "application.left",
    refund: { recordedBy: ["payment.credited", "payment.dispute-lost"] },
    save: "submission.saved",
    submit: "submission.submitted",
    resubmit: "submission.resubmitted",
    jobAccepted: { recordedBy: ["job.accepted"] },
    jobReleased: { recordedBy: ["job.released", "job.reassigned"] },
    allAccepted: "submission.completed",
    someRejected: "submission.revision-needed",
    sixtyDaysPass: "submission.closed",
    archiveEnds: "application.archive-ended",
  },
});
