import type { Verdict } from "../../../shared/review/job.ts";
import { verdictMachine } from "../../../shared/review/states.ts";
import { entity, goneAs } from "../../data/transition.ts";

/** A verdict with what names it: a part of its job, which is written with it. */
type GivenVerdict = Verdict & {
  readonly organization_id: string;
  readonly application_id: string;
  readonly credential_job_id: string;
};

/** What a reviewer decided of a section in the round under review. */
export const verdictEntity = entity<GivenVerdict>()({
  machine: verdictMachine,
  auditIds: ({ organization_id, application_id, credential_job_id, section_id }) => ({
    organization_id,
    subject_id: credential_job_id,
    application_id,
    credential_job_id,
    section_id,
  }),
  records: { accept: "section.accepted", reject: "section.rejected", reopen: "section.reopened" },
  auditStates: goneAs("submitted"),
});
