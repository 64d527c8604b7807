import type { AppealTerms, DecisionClock, SecondReviewShare } from "./parts.ts";

/** What a new credential promises unless its author says otherwise. */
export const usualClock: DecisionClock = { first_days: 7, revision_days: 4, reviewer_days: 3 };

/** What of a credential, or of the terms applied for, says how long later reviewers have. */
export interface LaterSeatTerms {
  readonly second_review?: Pick<SecondReviewShare, "second_days" | "third_days"> | null | undefined;
  readonly appeals?: Pick<AppealTerms, "days"> | null | undefined;
}

/** Working days in which each later reviewer of a round has to decide: 4, 4 and 10 unless the terms say otherwise. */
export const laterSeatDays = ({ second_review, appeals }: LaterSeatTerms = {}) => ({
  second: second_review?.second_days ?? 4,
  third: second_review?.third_days ?? 4,
  appeal: appeals?.days ?? 10,
});

/** Terms with the days of later seats written into them; those they leave out are `days`. */
export const withLaterSeatDays = <Second extends object, Appeals extends object>(
  { second_review, appeals }: { readonly second_review: Second | null; readonly appeals: Appeals | null },
  days = laterSeatDays(),
) => ({
  second_review: second_review && { second_days: days.second, third_days: days.third, ...second_review },
  appeals: appeals && { days: days.appeal, ...appeals },
});

/**
 * In how many working days a learner is promised a decision, where a reviewer has so many: for as many seats as there may
 * be, so that the day tells of none.
 */
export function promisedDays(days: number, second_review: LaterSeatTerms["second_review"]): number {
  const { second, third } = laterSeatDays({ second_review });
  return days + (second_review ? second + third : 0);
}
