import type { DecisionDue } from "../../../shared/submission/submission.ts";
import { weekday } from "./format.ts";
import { StatusText } from "./status-text.tsx";

/** What has a decision due. */
interface Decided {
  readonly decision?: DecisionDue | undefined;
}

const dayOf = ({ due_on, timezone }: Pick<DecisionDue, "due_on" | "timezone">): string =>
  weekday(due_on, { timeZone: timezone });

/** The day a decision is due on, where its organization is; said to be late when it is. */
export function DecisionDay({ decision }: { readonly decision: Omit<DecisionDue, "business_days"> }) {
  return decision.late ? (
    <StatusText kind="error">{`Late: was due ${dayOf(decision)}`}</StatusText>
  ) : (
    <span className="decision-day">{dayOf(decision)}</span>
  );
}

/** The same in a sentence: `Decision by Thursday, July 16`. */
export const decisionWords = ({ decision }: Decided): string | undefined =>
  decision && (decision.late ? `Late: decision was due ${dayOf(decision)}` : `Decision by ${dayOf(decision)}`);

/**
 * When an idle job goes back to other reviewers, where that is what its reviewer has to know: as long as the decision is due
 * before, its day alone counts.
 */
export const returnShown = ({
  due_on,
  decision,
}: Decided & { readonly due_on?: string | undefined }): string | undefined =>
  decision && !decision.late && due_on && due_on >= decision.due_on ? undefined : due_on;
