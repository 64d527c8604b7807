/** Something that ends by itself, and of which reminders whoever it concerns has had their turn. */
export interface Ending {
  /** When it began: no reminder lies before. */
  readonly began_on: string;
  readonly ends_on: string;
  /** The last reminder that the clock has passed, in days before the end. */
  readonly reminded?: number | undefined;
}

const DAY_MS = 86_400_000;

/** The moment so many days before another. */
export const daysBefore = (moment: string, days: number): string =>
  new Date(Date.parse(moment) - days * DAY_MS).toISOString();

/** The reminders of those `days` before the end, the most first, that are still to come. */
const remindersOf = <Days extends number>(
  { began_on, ends_on, reminded = Number.POSITIVE_INFINITY }: Ending,
  days: readonly Days[],
): Days[] => days.filter((each) => each < reminded && daysBefore(ends_on, each) > began_on);

/** When the next reminder is due; undefined where none is to come. */
export function nextReminder(ending: Ending, days: readonly number[]): string | undefined {
  const [next] = remindersOf(ending, days);
  return next === undefined ? undefined : daysBefore(ending.ends_on, next);
}

/** The reminder that is due at a moment: of several that were missed the last, as they say the same. */
export const dueReminder = <Days extends number>(ending: Ending, days: readonly Days[], at: string): Days | undefined =>
  remindersOf(ending, days).findLast((each) => daysBefore(ending.ends_on, each) <= at);
