import * as z from "zod";
import { Section } from "../credential/credential.ts";
import { call, data, page, paging } from "../http/call.ts";
import {
  CredentialId,
  JobId,
  multiLine,
  organizationSelector,
  richText,
  SectionId,
  Timestamp,
} from "../http/fields.ts";
import { RubricResult, SeatName, SectionResponse } from "../submission/submission.ts";
import { adjudicationReasons, JobStatus, Ruling, VerdictStatus } from "./job.ts";

/** Why the decision is an admin's: a verdict contradicts its marks, or nobody took the third seat in time. */
const Because = z.enum(adjudicationReasons);

/** A review that waits for an admin's decision. */
export const AdjudicationRow = z.object({
  credential_job_id: JobId,
  cred_id: CredentialId,
  title: z.string(),
  because: Because,
  asked_on: Timestamp,
});
export type AdjudicationRow = z.infer<typeof AdjudicationRow>;

/** What one seat says of a section, or the majority of three. */
const Opinion = z.object({
  /** Which place on the review its reviewer has. */
  seat: SeatName.exclude(["anchor"]),
  status: VerdictStatus,
  grade: z.string(),
  feedback: z.string(),
  section_rubric: RubricResult.optional(),
});
export type Opinion = z.infer<typeof Opinion>;

/** A section that the decision is about, with what was handed in for the round and what each seat says of it. */
export const AdjudicatedSection = Section.pick({
  section_id: true,
  title: true,
  description: true,
  rubric: true,
  rubric_ext: true,
  options: true,
}).extend({
  /** The keys of its attachments are the job's own (`seats/…`), good as long as the decision is waited for. */
  work: SectionResponse.optional(),
  opinions: z.array(Opinion),
  /** Of three seats: what two of them say, with the points and the progress of it. */
  majority: Opinion.omit({ seat: true, grade: true, feedback: true }).optional(),
});
export type AdjudicatedSection = z.infer<typeof AdjudicatedSection>;

/** The longest waiting first. */
export const listAdjudications = call({
  route: "GET /job/adjudication/list",
  summary: "List the reviews that wait for an admin’s decision",
  allow: { permission: "job:adjudicate", within: "organization" },
  whenArchived: "for-90-days",
  input: () => z.object({ ...organizationSelector, ...paging }),
  output: () => page("jobs", AdjudicationRow),
});

/**
 * Without who sat where, and without whose work it is; nothing where no decision is waited for. That somebody read the work is
 * audited, and who had a seat on it or handed it in, and so may not decide, is refused.
 */
export const readAdjudication = call({
  route: "GET /job/adjudication",
  summary: "Read the work that the reviewers of a round disagree on",
  allow: { permission: "job:adjudicate", within: "organization" },
  whenArchived: "for-90-days",
  input: () => z.object({ ...organizationSelector, credential_job_id: JobId }),
  output: () => data(z.object({ because: Because.optional(), sections: z.array(AdjudicatedSection) })),
  problems: ["resource.not-found", "access.denied"],
});

/** The item of a round has room for the words of its verdicts up to so many bytes. */
const wordsBytesMax = 300_000;
const hasRoom = (verdicts: readonly { readonly feedback: string }[]): boolean =>
  new TextEncoder().encode(verdicts.map(({ feedback }) => feedback).join("")).length <= wordsBytesMax;

/** Releases the round's results, or the answer to an appeal. A repeat of the same decision answers the same. */
export const adjudicate = call({
  route: "PUT /job/adjudication",
  summary: "Decide a round that its reviewers disagree on",
  allow: { permission: "job:adjudicate", within: "organization" },
  whenArchived: "for-90-days",
  input: () =>
    z.object({
      ...organizationSelector,
      credential_job_id: JobId,
      /** Whose results count, where nobody took the third seat. */
      seat: Ruling.shape.seat,
      /** Of each section that is asked about, where three seats decided. */
      verdicts: z
        .array(
          z.object({
            section_id: SectionId,
            status: VerdictStatus,
            /** For the learner, where no reviewer gave this verdict; a rejection wants it then. */
            feedback: richText().default(""),
          }),
        )
        .max(10)
        .refine(hasRoom, "These texts are too long together. Shorten them.")
        .optional(),
      /** Seen by admins alone, unless it is told. */
      reason: multiLine().min(1, "Give a reason.").max(500, "At most 500 characters."),
      /** Where verdicts are given: the learner reads the reason with the result, as whoever writes it knows. */
      reason_told: Ruling.shape.reason_told,
    }),
  output: () => data(z.object({ credential_job_id: JobId, status: JobStatus })),
  problems: ["resource.not-found", "access.denied", "job.not-undecided", "state.changed"],
});
