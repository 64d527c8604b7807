import { dateIn } from "../credential/rules.ts";
import type { BusinessCalendar } from "../organization/calendar.ts";
import { offsetMinutes } from "../organization/timezone.ts";
import type { Due } from "../submission/submission.ts";
import { type DueStep, dueSteps, type Job, type JobDue } from "./job.ts";
import { mayRelease } from "./rules.ts";

/** Days in which nothing is counted, both included: the organization was archived. */
export interface Pause {
  readonly from: string;
  readonly to: string;
}
/** An organization's working days where it is. */
export interface WorkingTime {
  readonly calendar: BusinessCalendar;
  readonly pauses: readonly Pause[];
  readonly timezone: string;
}

const DAY_MS = 86_400_000;
const noon = (day: string): number => Date.parse(`${day}T12:00:00Z`);
const daysLater = (day: string, days: number): string => new Date(noon(day) + days * DAY_MS).toISOString().slice(0, 10);
/** 1 Monday to 7 Sunday. */
const weekdayOf = (day: string): number => new Date(noon(day)).getUTCDay() || 7;

/** Holidays on a date of their own; one on a Saturday is observed on Friday, one on a Sunday on Monday. */
const fixedHolidays = ["01-01", "06-19", "07-04", "11-11", "12-25"];
/** Holidays on a weekday: month, weekday, and which of the month, -1 the last. */
const movableHolidays = [
  [1, 1, 3],
  [2, 1, 3],
  [5, 1, -1],
  [9, 1, 1],
  [10, 1, 2],
  [11, 4, 4],
] as const;

/** Whether a day is a federal holiday of the United States, or observed as one (5 U.S.C. 6103). */
export function isFederalHoliday(day: string): boolean {
  const isFixed = (each: string) => fixedHolidays.includes(each.slice(5));
  const weekday = weekdayOf(day);
  if (weekday >= 6) return false;
  if (isFixed(day) || (weekday === 5 && isFixed(daysLater(day, 1)))) return true;
  if (weekday === 1 && isFixed(daysLater(day, -1))) return true;
  const [month, date] = [Number(day.slice(5, 7)), Number(day.slice(8))];
  const isLast = daysLater(day, 7).slice(5, 7) !== day.slice(5, 7);
  return movableHolidays.some(
    ([ofMonth, onWeekday, which]) =>
      ofMonth === month && onWeekday === weekday && (which === -1 ? isLast : Math.ceil(date / 7) === which),
  );
}

/** Whether an organization works on a day, as far as its clocks are concerned. */
export const isBusinessDay = (day: string, { calendar, pauses }: Pick<WorkingTime, "calendar" | "pauses">): boolean =>
  calendar.weekdays.includes(weekdayOf(day)) &&
  !calendar.closing_days.includes(day) &&
  !(calendar.federal_holidays && isFederalHoliday(day)) &&
  !pauses.some(({ from, to }) => from <= day && day <= to);

/** The last second of a day (calendar date) somewhere, as a moment: the second of two where clocks go back at midnight. */
export function endOfDay(day: string, timezone: string): string {
  const end = Date.parse(`${day}T23:59:59Z`);
  const ends = [-1, 1].map((days) => end - offsetMinutes(timezone, new Date(end + days * DAY_MS)) * 60_000);
  return new Date(Math.max(...ends.filter((at) => dateIn(timezone, at) === day))).toISOString();
}

/**
 * The end of the nth business day after something happened, as a moment. What happens on a day that is none counts
 * from the next.
 */
export function businessDaysAfter(at: string, count: number, working: WorkingTime): string {
  let day = dateIn(working.timezone, Date.parse(at));
  while (!isBusinessDay(day, working)) day = daysLater(day, 1);
  for (let left = count; left > 0; ) {
    day = daysLater(day, 1);
    if (isBusinessDay(day, working)) left--;
  }
  return endOfDay(day, working.timezone);
}

/** The hours of a business day that count, by its organization's clocks. */
const businessHours = { from: 9, to: 17 } as const;
const HOUR_MS = 3_600_000;

/** An hour of a day (calendar date) somewhere, as a moment in milliseconds. */
function momentOf(day: string, hour: number, timezone: string): number {
  const there = Date.parse(`${day}T00:00:00Z`) + hour * HOUR_MS;
  const near = there - offsetMinutes(timezone, new Date(there)) * 60_000;
  return there - offsetMinutes(timezone, new Date(near)) * 60_000;
}

/** So many business hours after something happened, as a moment: from 9 to 17 on business days. */
export function businessHoursAfter(at: string, hours: number, working: WorkingTime): string {
  const { timezone } = working;
  const happened = Date.parse(at);
  let left = hours * HOUR_MS;
  for (let day = dateIn(timezone, happened); ; day = daysLater(day, 1)) {
    if (!isBusinessDay(day, working)) continue;
    const begins = Math.max(happened, momentOf(day, businessHours.from, timezone));
    const ends = momentOf(day, businessHours.to, timezone);
    if (begins + left <= ends) return new Date(begins + left).toISOString();
    left -= Math.max(0, ends - begins);
  }
}

/** When the decision on what was handed in at a moment is due, and when people are told of it on the way. */
export function dueOf(at: string, business_days: number, working: WorkingTime): JobDue {
  const days: Record<Exclude<DueStep, "promised">, number> = {
    halfway: Math.floor(business_days * 0.5),
    reminder: Math.floor(business_days * 0.8),
    late: business_days,
    overdue: Math.ceil(business_days * 1.2),
  };
  const steps = dueSteps
    .filter((step) => step !== "promised")
    .filter((step) => days[step] > 0 && (step !== "halfway" || days.halfway < days.reminder));
  return {
    due_on: businessDaysAfter(at, business_days, working),
    business_days,
    timezone: working.timezone,
    calendar_version: working.calendar.version,
    steps: steps.map((step) => ({ step, on: businessDaysAfter(at, days[step], working) })),
  };
}

/** A reviewer's day beside the learner's, where that is another one: on theirs the learner hears of lateness. */
export const promising = (due: JobDue, { due_on }: Pick<Due, "due_on">): JobDue => ({
  ...due,
  steps: [
    ...due.steps.filter(({ step }) => step !== "promised"),
    ...(due_on === due.due_on && !due.taken ? [] : [{ step: "promised" as const, on: due_on }]),
  ].toSorted(
    (one, other) => one.on.localeCompare(other.on) || dueSteps.indexOf(one.step) - dueSteps.indexOf(other.step),
  ),
});

/**
 * The days of a second or third seat: nobody may take it any more once only its reviewer's days are left. It is offered for
 * one day at least.
 */
export const laterSeatDue = (
  at: string,
  { days, reviewer_days }: { readonly days: number; readonly reviewer_days: number },
  working: WorkingTime,
): JobDue => ({
  ...dueOf(at, days, working),
  steps: [{ step: "late", on: businessDaysAfter(at, Math.max(1, days - reviewer_days), working) }],
});

/** The days of whoever accepts a job now, the same of every seat; the learner's, where they have not heard of lateness. */
export function takenDue(
  at: string,
  { reviewer_days, learners }: { readonly reviewer_days: number; readonly learners: Pick<Due, "due_on"> | undefined },
  working: WorkingTime,
): JobDue {
  const own: JobDue = { ...dueOf(at, reviewer_days, working), taken: true };
  return learners ? promising(own, learners) : own;
}

/** Business days that a reviewer may take once beyond their day. */
export const extraDays = 2;

/** The same day put off by {@link extraDays} for the reviewer; the learner hears of lateness when it was promised. */
export function extendedDue({ steps, ...due }: JobDue, working: WorkingTime): JobDue {
  const later = (on: string) => businessDaysAfter(on, extraDays, working);
  const promised = steps.find(({ step }) => step === "promised")?.on ?? (due.taken ? undefined : due.due_on);
  const moved = steps.map(({ step, on }) => ({ step, on: step === "halfway" ? on : later(on) }));
  const extended = {
    ...due,
    due_on: later(due.due_on),
    business_days: due.business_days + extraDays,
    extended: true,
    steps: moved,
  };
  return promised === undefined ? extended : promising(extended, { due_on: promised });
}

/** Whether a job's reviewer may take {@link extraDays}: once in each round, before its day is over. */
export const mayExtend = (job: Pick<Job, "status" | "due">, nowMs: number): boolean =>
  job.due !== undefined && !job.due.extended && mayRelease(job) && !isLate(job.due, nowMs);

/** Within how many business days something was done: 0 on the day it counts from. What is done on a day that is none counts to the next. */
export function businessDaysUntil(from: string, to: string, working: WorkingTime): number {
  const last = dateIn(working.timezone, Date.parse(to));
  let day = dateIn(working.timezone, Date.parse(from));
  while (!isBusinessDay(day, working)) day = daysLater(day, 1);
  let days = 0;
  while (day < last) {
    day = daysLater(day, 1);
    if (isBusinessDay(day, working)) days++;
  }
  return day === last && !isBusinessDay(day, working) ? days + 1 : days;
}

/** How many decisions there must have been before it is said how long they take. */
export const decisionsToSpeakOf = 20;

/** Within how many business days nine of ten decisions came; undefined while there are too few. `counts`: of each number of days. */
export function nineOfTenDays(counts: ReadonlyMap<number, number>): number | undefined {
  const all = [...counts.values()].reduce((sum, count) => sum + count, 0);
  if (all < decisionsToSpeakOf) return undefined;
  let within = 0;
  return [...counts.keys()]
    .toSorted((one, other) => one - other)
    .find((days) => {
      within += counts.get(days)!;
      return within * 10 >= all * 9;
    });
}

/** Whether a decision is late: the whole day it is due on is in time. */
export const isLate = ({ due_on }: Pick<Due, "due_on">, nowMs: number): boolean => nowMs > Date.parse(due_on) + 999;
