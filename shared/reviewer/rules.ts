import { isBlank } from "../http/text.ts";
import type { HistoryEntry, Profile, ReviewerApplication } from "./reviewer.ts";

/** Steps that an application keeps of its history. */
const historyMax = 50;
/** Attempts a reviewer has at one organization: the first, and one more after a rejection. */
const attemptsMax = 2;
/** Hours in which a decision is promised. */
const decisionHours = 24;

/** Whether a rejected reviewer may apply once more. */
export const hasAttemptLeft = ({ attempt_count }: Pick<ReviewerApplication, "attempt_count">): boolean =>
  attempt_count < attemptsMax;

/** A history with one more step, its latest fifty. */
export const historyWith = (history: readonly HistoryEntry[], entry: HistoryEntry): HistoryEntry[] =>
  [...history, entry].slice(-historyMax);

/** When a decision is due that was asked for at `at` (ISO text). */
export const dueOn = (at: string): string => new Date(Date.parse(at) + decisionHours * 3_600_000).toISOString();

/** Whether an application waits for a decision. */
export const isUndecided = ({ status }: Pick<ReviewerApplication, "status">): boolean =>
  status === "active" || status === "resubmitted";

/** Whether an undecided application is past its due time at `nowMs`. */
export const isLate = (application: Pick<ReviewerApplication, "status" | "due_on">, nowMs: number): boolean =>
  isUndecided(application) && Date.parse(application.due_on) < nowMs;

/** What a profile lacks before it can be submitted, by field, in the quoted words. */
export function profileFaults(
  profile: Pick<Profile, "title" | "overview" | "category" | "skills"> | undefined,
): Record<string, string> {
  return {
    ...(!profile?.title.trim() && { title: "Title field cannot be empty" }),
    ...(isBlank(profile?.overview ?? "") && { overview: "Overview field cannot be empty" }),
    ...(!profile?.category && { category: "Category is required" }),
    ...(!profile?.skills.length && { skills: "Skills are required" }),
  };
}

/** Years a course of study may still go on. */
export const studyYearsAhead = 10;

/** The calendar date that many years from now. */
export function yearsFromNow(years: number): string {
  const date = new Date();
  date.setUTCFullYear(date.getUTCFullYear() + years);
  return date.toISOString().slice(0, 10);
}

/** Whether a range of calendar dates runs backwards; an open end never does. */
export const endsBeforeStart = (start: string, end: string | undefined): boolean => end !== undefined && end < start;

/** How many of the wanted skills somebody has. */
export const matchingSkills = (skill_ids: readonly number[], wanted: readonly number[]): number =>
  skill_ids.filter((skill_id) => wanted.includes(skill_id)).length;
