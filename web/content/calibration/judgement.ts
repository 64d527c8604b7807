import type { JobDetail, JobSection } from "../../../shared/review/job-views.ts";
import type { DraftPlace } from "../../ui/forms/drafts.ts";

/** What a reviewer marks and writes of one section. */
export interface Judgement {
  /** Whether each criterion is achieved, by criteria_id; not marked yet where there is nothing. */
  marks: Readonly<Record<string, boolean>>;
  /** What is said of single criteria, by criteria_id. */
  comments: Readonly<Record<string, string>>;
  grade: string;
  /** Formatted text. */
  feedback: string;
}

/** The rows of a rubric table. */
export type Criteria = NonNullable<JobSection["rubric_ext"]>["criteria"];

/** The marks as they are sent, in the order of the criteria. */
export const marksIn = (marks: Judgement["marks"], criteria: Criteria, comments: Judgement["comments"] = {}) =>
  criteria.flatMap(({ criteria_id }) => {
    const [achieved, comment] = [marks[criteria_id], comments[criteria_id]];
    return achieved === undefined ? [] : [{ criteria_id, achieved, ...(comment && { comment }) }];
  });

/** The judgement a section was decided with. */
export const judgementOf = ({ grade = "", feedback = "", section_rubric }: JobSection): Judgement => ({
  marks: Object.fromEntries((section_rubric?.marks ?? []).map(({ criteria_id, achieved }) => [criteria_id, achieved])),
  comments: Object.fromEntries(
    (section_rubric?.marks ?? []).map(({ criteria_id, comment = "" }) => [criteria_id, comment]),
  ),
  grade,
  feedback,
});

/** Where a judgement is kept until it is sent. */
export const judgementPlace = (
  { credential_job_id, round }: Pick<JobDetail, "credential_job_id" | "round">,
  { section_id }: Pick<JobSection, "section_id">,
): DraftPlace => ({ kind: "grading", about: `${credential_job_id} ${round} ${section_id}`, kept: "device" });
