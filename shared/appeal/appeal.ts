import * as z from "zod";
import { appealDays } from "../credential/rules.ts";
import {
  ApplicationId,
  CredentialId,
  Dollars,
  JobId,
  OrganizationId,
  SectionId,
  Timestamp,
  UserId,
} from "../http/fields.ts";
import { cardCentsMin, openHoursMax } from "../payment/rules.ts";
import { Ruling, VerdictStatus } from "../review/job.ts";
import { seatPayCents } from "../review/second-review.ts";
import {
  type AppealStatus,
  type Application,
  DecisionDue,
  Due,
  IssuerDecision,
  RubricResult,
  AppealStatus as Status,
  type WorkTerms,
} from "../submission/submission.ts";

/*
 * A learner's appeal against sections that a round rejected: shared/appeal/README.md, "Appeals".
 */

/** What a learner may hold against a decision. */
export const appealGrounds = ["marksAgainstEvidence", "evidenceNotOpened", "procedure", "conflict"] as const;
/** What a learner may hold against a decision. */
export const AppealGrounds = z.enum(appealGrounds);
export type AppealGrounds = z.infer<typeof AppealGrounds>;

/** What the appeal's reviewer decided of a contested section, with the words for the learner. */
export const AppealAnswer = z.object({
  section_id: SectionId,
  status: VerdictStatus,
  grade: z.string(),
  feedback: z.string(),
  section_rubric: RubricResult.optional(),
  issuer_decision: IssuerDecision.optional(),
});
export type AppealAnswer = z.infer<typeof AppealAnswer>;

/** An appeal as stored beside its application: there is one at most. */
export const Appeal = z.object({
  application_id: ApplicationId,
  organization_id: OrganizationId,
  cred_id: CredentialId,
  /** The learner. */
  user_id: UserId,
  title: z.string(),
  /** The round whose decision it is against. */
  round: z.number().int(),
  /** The seat that decides it; opened once it is filed. */
  job_id: JobId,
  status: Status,
  grounds: AppealGrounds,
  /** Plain text. */
  text: z.string(),
  /** The contested sections: rejected ones of that round. */
  section_ids: z.array(SectionId).min(1).max(10),
  /** When its answer is due; absent before it is filed. */
  due: Due.optional(),
  /** What it costs; absent where it is free. */
  fee_cents: z.number().int().optional(),
  filed_on: Timestamp,
  /** When it was decided, withdrawn or closed with its sale. */
  ended_on: Timestamp.optional(),
  /** What was decided of each contested section. */
  answers: z.array(AppealAnswer).max(10).optional(),
  /** What an admin decided, where its reviewer's verdict is not what the marks come to. */
  ruling: Ruling.optional(),
  updated_on: Timestamp,
  version: z.number().int(),
});
export type Appeal = z.infer<typeof Appeal>;

/** Whether an appeal waits for its answer; the work stands as it was judged until then. */
export const isUnderAppeal = ({ appeal }: { readonly appeal?: AppealStatus | undefined }): boolean =>
  appeal === "filed";

/** The sections that may be appealed: those that were rejected in the round decided last, revised since or not. */
export const appealableSections = ({ sections, round }: Pick<Application, "sections" | "round">): string[] =>
  sections.flatMap(({ section_id, status, decided_round }) =>
    status !== "accepted" && decided_round === round ? [section_id] : [],
  );

/**
 * Until when a submission whose last round was decided at `decidedOn` may be appealed; undefined where it may not: by its
 * terms, its state, or because it was appealed before.
 */
export function appealableUntil(
  application: Pick<Application, "appeals" | "appeal" | "status" | "sections" | "round">,
  decidedOn: string | undefined,
): string | undefined {
  const { appeals, appeal, status } = application;
  if (!appeals || appeal !== undefined || status !== "revisionNeeded" || decidedOn === undefined) return undefined;
  if (appealableSections(application).length === 0) return undefined;
  return new Date(Date.parse(decidedOn) + appealDays * 86_400_000).toISOString();
}

/** What an appeal against some sections costs, in cents; nothing where that is less than the card provider takes. */
export function appealFeeCents(
  {
    appeals,
    reviewer_hourly_rate_cents,
    sections,
  }: Pick<Application, "appeals" | "reviewer_hourly_rate_cents"> & {
    readonly sections: readonly Pick<WorkTerms, "section_id" | "review_estimate">[];
  },
  section_ids: readonly string[],
): number {
  if (appeals?.fee !== "reviewerPay") return 0;
  const cents = seatPayCents(reviewer_hourly_rate_cents, sections, new Set(section_ids));
  return cents < cardCentsMin ? 0 : cents;
}

/** Until when an appeal that was sent in at `filedOn` may be paid for, where it may be filed `until`. */
export function payableUntil(filedOn: string, until: string): string {
  const given = new Date(Date.parse(filedOn) + openHoursMax * 3_600_000).toISOString();
  return given < until ? given : until;
}

/** An appeal as its learner sees it. */
export const OwnAppeal = Appeal.pick({
  status: true,
  round: true,
  grounds: true,
  text: true,
  section_ids: true,
  filed_on: true,
  ended_on: true,
  answers: true,
}).extend({
  /** While it waits: when its answer is due. */
  decision: DecisionDue.optional(),
  /** What it costs, unless it is free. */
  fee: Dollars.optional(),
  /** What of it became product credit. */
  fee_credited: Dollars.optional(),
  /** Of an unpaid one. */
  payable_until: Timestamp.optional(),
});
export type OwnAppeal = z.infer<typeof OwnAppeal>;
