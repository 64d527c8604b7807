import { daysBefore, dueReminder, type Ending, nextReminder } from "../platform/reminders.ts";

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

const endingOf = ({ earned_on, valid_until, reminded }: Validity): Ending | undefined =>
  valid_until === undefined ? undefined : { began_on: earned_on, ends_on: valid_until, reminded };

/** When the clock next looks at a certificate: at a reminder, or at its end. */
export function nextLook(validity: Validity): string | undefined {
  const ending = endingOf(validity);
  return ending && (nextReminder(ending, reminderDays) ?? ending.ends_on);
}

/** The reminder that is due at a moment. */
export function dueReminderOf(validity: Validity, at: string): ReminderDays | undefined {
  const ending = endingOf(validity);
  return ending && dueReminder(ending, reminderDays, at);
}
