import type { Appeal } from "../../../shared/appeal/appeal.ts";
import { appealMachine } from "../../../shared/appeal/states.ts";
import { appealSort, submissionKeys, submissionViews } from "../../data/keys/submission.ts";
import { entity, goneAs } from "../../data/transition.ts";

/** Where an appeal is listed with its organization; one that is not paid, was withdrawn or closed with its sale is nobody's to see. */
const viewsOf = ({ organization_id, status }: Appeal): string[] => {
  if (status === "filed") return [submissionViews.appeals(organization_id, "open")];
  return status === "upheld" || status === "overturned" ? [submissionViews.appeals(organization_id, "decided")] : [];
};

/** A learner's appeal against what a round rejected: one for an application. */
export const appealEntity = entity<Appeal>()({
  machine: appealMachine,
  key: ({ application_id }) => submissionKeys.appeal(application_id),
  listings: (appeal) => [{ sort: appealSort(appeal), views: viewsOf(appeal) }],
  stamped: true,
  auditIds: ({ organization_id, application_id, cred_id, user_id, job_id }) => ({
    organization_id,
    subject_id: application_id,
    credential_job_id: job_id,
    application_id,
    cred_id,
    user_id,
  }),
  records: {
    begin: { recordedBy: ["payment.started"] },
    pay: "appeal.filed",
    lapse: "appeal.lapsed",
    file: "appeal.filed",
    withdraw: "appeal.withdrawn",
    uphold: "appeal.upheld",
    overturn: "appeal.overturned",
    close: { recordedBy: ["payment.failed", "payment.credited", "payment.dispute-lost", "application.archive-ended"] },
  },
  auditStates: goneAs("lapsed"),
});
