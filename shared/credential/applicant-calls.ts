import * as z from "zod";
import { BadgeAward } from "../badgr/badgr.ts";
import { call, Document, data, narrowing, page, paging } from "../http/call.ts";
import {
  ApplicationId,
  CertificateId,
  CredentialId,
  Dollars,
  JobId,
  organizationSelector,
  SectionId,
  Timestamp,
  UserId,
  wholeNumber,
} from "../http/fields.ts";
import { ApplicationStatus, ClosedReason, DecisionDue, RubricResult, WorkStatus } from "../submission/submission.ts";

const within = "organization";

/** A year, or a month of it. */
const period = {
  year: wholeNumber({ min: 2000, max: 9999 }).optional(),
  month: wholeNumber({ min: 1, max: 12 }).optional(),
};
const hasYear = ({ year, month }: { year?: number | undefined; month?: number | undefined }) =>
  month === undefined || year !== undefined;
const yearMissing = { path: ["year"], message: "Choose a year for the month." };

/**
 * Where the price is 0 the application is `ready` for work at once; otherwise it is `applied`, and waits for payment.
 */
export const apply = call({
  route: "POST /credential/apply",
  summary: "Apply for a credential",
  allow: { permission: "credential:apply", within },
  input: () =>
    z.object({
      ...organizationSelector,
      credential_id: CredentialId,
      /** The price, in whole dollars, that the page showed: where it is another by now, nothing is made. */
      price: z.number().int().min(0).optional(),
    }),
  output: () =>
    data(
      z.object({
        application_id: ApplicationId,
        credential_id: CredentialId,
        status: z.enum(["applied", "ready"]),
        /** What is to be paid, in whole dollars. */
        price: z.number().int(),
      }),
    ),
  problems: [
    "resource.not-found",
    "credential.closed",
    "credential.price-changed",
    "application.exists",
    "application.certified",
  ],
  idempotent: true,
});

/** A learner who applied for a credential. */
export const Applicant = z.object({
  application_id: ApplicationId,
  /** The job that reviews what they submitted. */
  credential_job_id: JobId.optional(),
  user_id: UserId,
  first_name: z.string(),
  last_name: z.string(),
  email: z.string(),
  /** Where the application stands. */
  status: ApplicationStatus,
  /** When they applied. */
  applied_on: Timestamp,
  submitted_on: Timestamp.optional(),
  completed_on: Timestamp.optional(),
  /** The time zone of the day it was completed: the organization's. */
  completed_in: z.string().optional(),
  /** What it costs them. */
  price: Dollars,
  /** How far the badge has come; absent where the credential awards none, or nothing is earned yet. */
  badge: BadgeAward.optional(),
});

/** Newest first; with `year`, or `year` and `month`, those who applied then (UTC). */
export const listApplicants = call({
  route: "GET /credential/applicantslist",
  summary: "List who applied for a credential",
  allow: { permission: "credential:list-applicants", within },
  keys: "application:read",
  input: () =>
    z
      .object({
        ...organizationSelector,
        cred_id: CredentialId,
        ...paging,
        /** By name or email. */
        ...narrowing,
        ...period,
      })
      .refine(hasYear, yearMissing),
  output: () => page("applicants", Applicant),
  problems: ["resource.not-found"],
});

/** Where the work on a section stands, and what a review said of it once that was decided; what was handed in is not here. */
const SectionResult = z.object({
  section_id: SectionId,
  title: z.string(),
  status: WorkStatus,
  grade: z.string().optional(),
  /** Points earned, where the section has a rubric table. */
  earned: z.number().int().optional(),
  /** Points to be had there. */
  maximum: z.number().int().optional(),
  /** How far that is by the rubric's two minimums. */
  progress: RubricResult.shape.progress.optional(),
  reviewed_on: Timestamp.optional(),
});

/** As the list has it, with the sections, what was decided of them, and how it ended. */
export const readApplication = call({
  route: "GET /credential/application",
  summary: "Read an application for a credential",
  allow: { permission: "credential:list-applicants", within },
  keys: "application:read",
  input: () => z.object({ ...organizationSelector, application_id: ApplicationId }),
  output: () =>
    data(
      Applicant.extend({
        cred_id: CredentialId,
        /** How often it was submitted. */
        round: z.number().int(),
        /** While it is under review: when its decision is due. */
        decision: DecisionDue.optional(),
        /** Why it was closed. */
        closed_because: ClosedReason.optional(),
        closed_on: Timestamp.optional(),
        /** The certificate it ended in. */
        certificate_id: CertificateId.optional(),
        sections: z.array(SectionResult),
      }),
    ),
  problems: ["resource.not-found"],
});

/** What the list has of the period, by the same words: all, or with `search` at most 1,000. */
export const exportApplicants = call({
  route: "GET /credential/applicantslistcsv",
  summary: "Export who applied for a credential",
  allow: { permission: "credential:list-applicants", within },
  input: () =>
    z
      .object({ ...organizationSelector, cred_id: CredentialId, search: narrowing.search, ...period })
      .refine(hasYear, yearMissing),
  output: () => Document,
  problems: ["resource.not-found", "rate.exceeded"],
  answers: "csv",
});
