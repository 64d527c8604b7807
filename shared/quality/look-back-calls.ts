import * as z from "zod";
import { call, data, Page, paging } from "../http/call.ts";
import { CertificateId, JobId, multiLine, organizationSelector, Timestamp, UserId } from "../http/fields.ts";
import { AppealStatus } from "../submission/submission.ts";
import { Conclusion, ConclusionKind, LookBack, LookedAtJob } from "./look-back.ts";

/** The words of a finding, a note or a summary. */
const words = (needed: string) => multiLine().min(1, needed).max(500, "At most 500 characters.");

/** A job that a look-back is over. Of the learner there is nothing, as in staff's other lists of jobs. */
const LookBackRow = LookedAtJob.omit({ application_id: true }).extend({
  title: z.string(),
  /** The submission's job that staff may read; of an appeal not the same. */
  first_job_id: JobId.optional(),
  sections_total: z.number().int(),
  sections_accepted: z.number().int(),
  /** What became of the appeal on the submission. */
  appeal: AppealStatus.optional(),
  /** The certificate that the submission ended in. */
  certificate_id: CertificateId.optional(),
  /** Absent until somebody looked at it. */
  conclusion: Conclusion.pick({ conclusion: true, note: true, given_on: true })
    .extend({
      /** Who gave it. */
      given_by: z.string(),
    })
    .optional(),
});
export type LookBackRow = z.infer<typeof LookBackRow>;

const shown = LookBack.pick({ status: true, finding: true, opened_on: true, summary: true, closed_on: true });

/** A look-back with its counts. */
const LookBackShown = shown.extend({
  /** Names of people. */
  opened_by: z.string(),
  /** Absent while it is open. */
  closed_by: z.string().optional(),
  /** The jobs it is over: 200 at most, the latest. */
  jobs_total: z.number().int(),
  /** Those of which somebody concluded something. */
  looked_at: z.number().int(),
  /** Those of them that are a concern. */
  concerns: z.number().int(),
});
export type LookBackShown = z.infer<typeof LookBackShown>;

/** Opens a look-back over what the reviewer decided in the twelve months before. The same finding again is answered as done. */
export const openLookBack = call({
  route: "POST /quality/look-back",
  summary: "Record a finding against a reviewer",
  allow: { permission: "job:reviewer-quality", within: "organization" },
  input: () =>
    z.object({
      ...organizationSelector,
      user_id: UserId,
      /** What was found: plain text. */
      finding: words("Say what was found."),
    }),
  output: () => data(z.object({ opened_on: Timestamp })),
  problems: ["resource.not-found", "user.not-oneself", "job.look-back-open"],
});

/** The latest, with a page of its jobs. */
export const readLookBack = call({
  route: "GET /quality/look-back",
  summary: "Read the look-back on a reviewer",
  allow: { permission: "job:reviewer-quality", within: "organization" },
  input: () => z.object({ ...organizationSelector, user_id: UserId, ...paging }),
  output: () =>
    data(
      Page.extend({
        user_id: UserId,
        first_name: z.string(),
        last_name: z.string(),
        /** Absent until there is one. */
        look_back: LookBackShown.optional(),
        /** The ones before, the five latest. */
        former: z.array(shown),
        jobs: z.array(LookBackRow),
      }),
    ),
  problems: ["resource.not-found", "user.not-oneself"],
});

/** May be changed while the look-back is open. Nothing follows from it by itself. */
export const judgeLookBackJob = call({
  route: "PUT /quality/look-back/job",
  summary: "Conclude whether a decision of a reviewer stands",
  allow: { permission: "job:reviewer-quality", within: "organization" },
  input: () =>
    z.object({
      ...organizationSelector,
      user_id: UserId,
      credential_job_id: JobId,
      conclusion: ConclusionKind,
      /** A concern wants one. */
      note: multiLine().max(500, "At most 500 characters.").default(""),
    }),
  output: () => data(Conclusion.pick({ credential_job_id: true, conclusion: true, note: true })),
  problems: ["resource.not-found", "user.not-oneself", "job.look-back-not-open", "state.changed"],
});

/** Jobs that nobody looked at do not keep it open. */
export const closeLookBack = call({
  route: "PUT /quality/look-back/closed",
  summary: "Close the look-back on a reviewer",
  allow: { permission: "job:reviewer-quality", within: "organization" },
  input: () =>
    z.object({
      ...organizationSelector,
      user_id: UserId,
      /** What it came to: plain text. */
      summary: words("Say what it came to."),
    }),
  output: () => data(z.object({ closed_on: Timestamp })),
  problems: ["resource.not-found", "user.not-oneself", "job.look-back-not-open"],
});
