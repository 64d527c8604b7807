import * as z from "zod";
import { call, data, page, paging } from "../http/call.ts";
import { ApplicationId, JobId, multiLine, organizationSelector, SectionId, Timestamp } from "../http/fields.ts";
import { AppealStatus, DecisionDue } from "../submission/submission.ts";
import { Appeal, AppealGrounds } from "./appeal.ts";

const own = { permission: "submission:own", within: "organization" } as const;

/** Where an appeal stands after a change, and its submission with it. */
const AppealState = z.object({ application_id: ApplicationId, status: AppealStatus, version: z.number().int() });

/**
 * Once for a submission. Somebody new decides the contested sections anew; a repeat answers the same. An `unpaid` one is filed
 * once its fee is paid.
 */
export const file = call({
  route: "POST /user/appeal",
  summary: "Appeal against rejected sections of an own submission",
  allow: own,
  whenArchived: "as-its-work",
  input: () =>
    z.object({
      ...organizationSelector,
      application_id: ApplicationId,
      grounds: AppealGrounds,
      /** Plain text, which the appeal's reviewer reads once they have decided. */
      text: multiLine().min(50, "Explain in at least 50 characters.").max(2000, "At most 2,000 characters."),
      /** The contested sections. */
      section_ids: z.array(SectionId).min(1, "Choose at least one section.").max(10),
    }),
  output: () => data(AppealState),
  problems: ["resource.not-found", "appeal.not-possible", "organization.archived", "state.changed"],
});

/** Until it is decided. The revision goes on where it was; a repeat answers the same. */
export const withdraw = call({
  route: "PUT /user/appeal/withdraw",
  summary: "Withdraw an own appeal",
  allow: own,
  whenArchived: "as-its-work",
  input: () => z.object({ ...organizationSelector, application_id: ApplicationId }),
  output: () => data(AppealState),
  problems: ["resource.not-found", "appeal.not-open", "state.changed"],
});

/** An appeal as an organization's admins see it. */
export const AppealRow = Appeal.pick({
  application_id: true,
  cred_id: true,
  title: true,
  round: true,
  status: true,
  grounds: true,
  text: true,
  filed_on: true,
  ended_on: true,
}).extend({
  /** The job of the seat whose decision it is against. */
  credential_job_id: JobId.optional(),
  sections_total: z.number().int(),
  /** When its answer is due. */
  decision: DecisionDue,
  /** Since when a reviewer has it; absent while nobody does. */
  accepted_on: Timestamp.optional(),
});
export type AppealRow = z.infer<typeof AppealRow>;

/** Those that wait for an answer, the oldest first; or all that were decided, the newest first. */
export const list = call({
  route: "GET /submission/appeal/list",
  summary: "List the organization’s appeals",
  allow: { permission: "job:adjudicate", within: "organization" },
  whenArchived: "for-90-days",
  input: () =>
    z.object({
      ...organizationSelector,
      ...paging,
      /** Which ones: those that wait, unless told. */
      type: z.enum(["open", "decided"]).default("open"),
    }),
  output: () => page("appeals", AppealRow),
});
