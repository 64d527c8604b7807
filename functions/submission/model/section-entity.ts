import { sectionMachine } from "../../../shared/submission/states.ts";
import type { ApplicationSection } from "../../../shared/submission/submission.ts";
import { entity } from "../../data/transition.ts";

/** The work on a section with what names it: a part of its application, which is written with it. */
export type ReviewedSection = ApplicationSection & {
  readonly organization_id: string;
  readonly application_id: string;
  readonly credential_job_id: string;
};

/** The work on one section of an application. */
export const sectionEntity = entity<ReviewedSection>()({
  machine: sectionMachine,
  auditIds: ({ organization_id, application_id, credential_job_id, section_id }) => ({
    organization_id,
    subject_id: credential_job_id,
    application_id,
    credential_job_id,
    section_id,
  }),
  records: {
    begin: { recordedBy: ["application.created"] },
    save: { recordedBy: ["submission.saved"] },
    submit: { recordedBy: ["submission.submitted", "submission.resubmitted"] },
    accept: { recordedBy: ["round.finalized"] },
    reject: { recordedBy: ["round.finalized"] },
    suspend: { recordedBy: ["appeal.filed"] },
    resume: { recordedBy: ["appeal.withdrawn", "appeal.upheld", "appeal.overturned"] },
    overturn: { recordedBy: ["appeal.overturned"] },
  },
});
