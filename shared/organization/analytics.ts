import * as z from "zod";
import { CredentialId, Dollars } from "../http/fields.ts";
import { dollars, splitNames } from "../platform/money.ts";

/** A month such as 2026-11, counted in UTC. */
export const Month = z.string().regex(/^2\d{3}-(0[1-9]|1[0-2])$/, "Enter the month as YYYY-MM, such as 2026-11.");

/** Months that may be asked for at once. */
export const analyticsMonthsMax = 24;
/** Months that are answered when none are named: the present one and those before it. */
export const analyticsMonthsDefault = 12;

/** What is counted of an event, by name; amounts in cents. Kept for an organization's month and a credential's month. */
export const metricNames = [
  "learners",
  "applications",
  "applications_completed",
  "submissions",
  "completions",
  "first_decisions",
  "first_decision_minutes",
  "reviewer_minutes",
  "revenue_cents",
  ...splitNames,
] as const;
export type MetricName = (typeof metricNames)[number];
/** Counted figures; what is absent is 0. */
export type Counted = Partial<Record<MetricName, number>>;

/** The figures of a period as they are shown. */
export const Metrics = z.object({
  /** People who applied for one of the organization's credentials for the first time. */
  learners: z.number(),
  /** Applications that were made. */
  applications: z.number(),
  /** Submissions that were handed in for the first time. */
  submissions: z.number(),
  /** Credentials that were earned. */
  completions: z.number(),
  /** Of those who applied in the period, the part (0 to 1) that has completed since; null when nobody applied. */
  completion_rate: z.number().nullable(),
  /** Hours from a first submission to its first decision, on average; null when there was none. */
  hours_to_first_decision: z.number().nullable(),
  /** Hours of review work in completed submissions, as they are paid. */
  reviewer_hours: z.number(),
  /** What learners paid, refunds taken off; the next four say who gets it. */
  revenue: Dollars,
  reviewer_pay: Dollars,
  issuer_share: Dollars,
  platform_share: Dollars,
  organization_share: Dollars,
});
export type Metrics = z.infer<typeof Metrics>;

/** The figures of an organization: of the asked months, of as many months before them, by month and by credential. */
export const Analytics = z.object({
  from: Month,
  to: Month,
  totals: Metrics,
  /** As many months before `from`, to see what has changed. */
  before: Metrics,
  /** Every asked month, oldest first. */
  months: z.array(Metrics.extend({ month: Month })),
  /** Credentials that were ever applied for, newest first, with their figures in the asked months. */
  credentials: z.array(Metrics.extend({ credential_id: CredentialId, title: z.string() })),
  /** Of the next page of credentials; absent at the end. */
  cursor: z.string().optional(),
});
export type Analytics = z.infer<typeof Analytics>;

const round = (value: number): number => Math.round(value * 100) / 100;

/** Figures as they are shown, from what was counted. */
export function metricsFrom(counted: Counted): Metrics {
  const { applications = 0, first_decisions = 0, first_decision_minutes = 0 } = counted;
  return {
    learners: counted.learners ?? 0,
    applications,
    submissions: counted.submissions ?? 0,
    completions: counted.completions ?? 0,
    completion_rate: applications === 0 ? null : (counted.applications_completed ?? 0) / applications,
    hours_to_first_decision: first_decisions === 0 ? null : round(first_decision_minutes / first_decisions / 60),
    reviewer_hours: round((counted.reviewer_minutes ?? 0) / 60),
    revenue: dollars(counted.revenue_cents ?? 0),
    reviewer_pay: dollars(counted.reviewer_pay_cents ?? 0),
    issuer_share: dollars(counted.issuer_share_cents ?? 0),
    platform_share: dollars(counted.platform_share_cents ?? 0),
    organization_share: dollars(counted.organization_share_cents ?? 0),
  };
}

/** The sum of counted figures. */
export function sumOf(all: readonly Counted[]): Counted {
  const sum: Counted = {};
  for (const counted of all)
    for (const name of metricNames) if (counted[name]) sum[name] = (sum[name] ?? 0) + counted[name];
  return sum;
}

/** The month some months later, or earlier when negative. */
export function monthAfter(month: string, by: number): string {
  const [year, number] = month.split("-").map(Number) as [number, number];
  return new Date(Date.UTC(year, number - 1 + by)).toISOString().slice(0, 7);
}

/** The months from one to another, both included, oldest first; none when they are the wrong way round. */
export function monthsBetween(from: string, to: string): string[] {
  const count = (month: string) => Number(month.slice(0, 4)) * 12 + Number(month.slice(5));
  return Array.from({ length: Math.max(0, count(to) - count(from) + 1) }, (_, at) => monthAfter(from, at));
}
