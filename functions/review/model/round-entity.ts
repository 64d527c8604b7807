import { createHash } from "node:crypto";
import type { Round, SectionResult } from "../../../shared/review/job.ts";
import { roundMachine } from "../../../shared/review/states.ts";
import { submissionKeys } from "../../data/keys/submission.ts";
import { entity } from "../../data/transition.ts";
import { auditIdsByApplication } from "../../submission/model/audit-ids.ts";

/** The review of one handing in, from the moment its results are the submission's: one item for each round. */
export const roundEntity = entity<Round>()({
  machine: roundMachine,
  key: ({ application_id, round }) => submissionKeys.round(application_id, round),
  auditIds: auditIdsByApplication,
  records: { finalize: "round.finalized" },
});

/** SHA-256 (hex) over what a seat's reviewers decided in a round, in the order of the sections' ids. */
export function digestOf(results: readonly SectionResult[]): string {
  const said = results
    .toSorted((one, other) => (one.section_id < other.section_id ? -1 : 1))
    .map(({ section_id, status, grade, feedback, section_rubric, decided_by }) => [
      section_id,
      status,
      decided_by,
      grade,
      feedback,
      ...(section_rubric?.marks ?? []).map(({ criteria_id, achieved, comment }) => [
        criteria_id,
        achieved,
        ...(comment ? [comment] : []),
      ]),
    ]);
  return createHash("sha256").update(JSON.stringify(said)).digest("hex");
}
