/** So many days before its certificate ends a learner hears of it. */
export const reminderDays = [60, 14] as const;
export type ReminderDays = (typeof reminderDays)[number];

/** What says until when a certificate is valid, and of which reminders its learner has had their turn. */
export interface Validity {
  readonly earned_on: string;
  readonly valid_until?: string | undefined;
  /** The last reminder that the clock has passed. */
  readonly reminded?: number | undefined;
}

const DAY_MS = 86_400_000;

/** The moment so many days before another. */
export const daysBefore = (moment: string, days: number): string =>
  new Date(Date.parse(moment) - days * DAY_MS).toISOString();

/** So many days before its end a certificate may be renewed, and for good after it. */
export const renewalDays = 60;

/** Whether a certificate may be renewed at a moment: it ends soon, or has ended. One that is revoked is earned anew instead. */
export const isRenewable = (
  { valid_until, status }: Pick<Validity, "valid_until"> & { readonly status: string },
  at: string,
): boolean =>
  valid_until !== undefined &&
  status !== "revoked" &&
  status !== "replaced" &&
  daysBefore(valid_until, renewalDays) <= at;

/** Whether a certificate has ended at a moment. */
export const hasEnded = ({ valid_until }: Pick<Validity, "valid_until">, at: string): boolean =>
  valid_until !== undefined && valid_until <= at;

/** The reminders that are still to come, the earliest first; none that would lie before it was earned. */
const remindersOf = ({ earned_on, valid_until, reminded = Number.POSITIVE_INFINITY }: Validity): ReminderDays[] =>
  valid_until === undefined
    ? []
    : reminderDays.filter((days) => days < reminded && daysBefore(valid_until, days) > earned_on);

/** When the clock next looks at a certificate: at a reminder, or at its end. */
export function nextLook(validity: Validity): string | undefined {
  const { valid_until } = validity;
  const [next] = remindersOf(validity);
  return valid_until === undefined || next === undefined ? valid_until : daysBefore(valid_until, next);
}

/** The reminder that is due at a moment: of several that were missed the last, as they say the same. */
export const dueReminder = (validity: Validity, at: string): ReminderDays | undefined =>
  remindersOf(validity).findLast((days) => daysBefore(validity.valid_until!, days) <= at);
