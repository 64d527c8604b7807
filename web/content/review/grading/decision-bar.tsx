import type { ReactNode, Ref } from "react";
import type { RubricResult } from "../../../../shared/submission/submission.ts";
import { Icon } from "../../../ui/look/pictures/icon.tsx";

const progressWords: Readonly<Record<RubricResult["progress"], string>> = {
  not_yet: "Not yet",
  making_progress: "Making Progress",
  completed: "Completed",
};

/** The running score of a rubric table with its two minimums. */
export type Score = Pick<RubricResult, "earned" | "maximum" | "progress"> & {
  readonly making_progress: number;
  readonly completed: number;
};

/** Fixed at the bottom: where one is, the running score against the minimums, and the buttons that decide. */
export function DecisionBar({
  ref,
  position,
  marked,
  toMark,
  score,
  onStep,
  children,
}: {
  readonly ref?: Ref<HTMLDivElement>;
  readonly position: string;
  readonly marked: number;
  readonly toMark: number;
  readonly score: Score | undefined;
  readonly onStep: (by: 1 | -1) => void;
  readonly children: ReactNode;
}) {
  return (
    <section className="decision-bar" aria-label="Decision" ref={ref}>
      <div className="decision-place">
        <button type="button" className="light-icon" aria-label="Previous section" onClick={() => onStep(-1)}>
          <Icon name="angleLeft" />
        </button>
        <span className="figures">
          <span className="decision-place-word">Section </span>
          {position}
        </span>
        <button type="button" className="light-icon" aria-label="Next section" onClick={() => onStep(1)}>
          <Icon name="angleRight" />
        </button>
      </div>
      {score ? <ScoreMeter score={score} marked={marked} toMark={toMark} /> : <div className="decision-score" />}
      <div className="decision-buttons">{children}</div>
    </section>
  );
}

/** Points earned of the maximum as a bar with the two minimums on it, and the same in words. */
export function ScoreMeter({
  score,
  marked,
  toMark,
}: {
  readonly score: Score;
  readonly marked: number;
  readonly toMark: number;
}) {
  const { earned, maximum, progress, making_progress, completed } = score;
  const share = (points: number) => `${maximum > 0 ? (points / maximum) * 100 : 0}%`;
  const ticks = [making_progress, completed].filter((points) => points > 0);
  return (
    <div className="decision-score" aria-live="polite">
      <span className="decision-score-words">
        {maximum > 0 ? (
          <>
            <b className="figures">
              {earned} of {maximum} points
            </b>
            <span className={`score-progress score-${progress}`}>{progressWords[progress]}</span>
          </>
        ) : (
          <span className="job-soft">This rubric has no points.</span>
        )}
        {toMark > 0 ? (
          <span className="job-soft">
            {marked} of {toMark} marked
          </span>
        ) : null}
      </span>
      {maximum > 0 ? (
        <span className="score-meter" aria-hidden="true">
          <span className={`score-fill score-${progress}`} style={{ inlineSize: share(earned) }} />
          {ticks.map((points) => (
            <span key={points} className="score-tick" style={{ insetInlineStart: share(points) }} />
          ))}
        </span>
      ) : null}
      <span className="score-minimums job-soft">
        {making_progress > 0 ? `Making Progress at ${making_progress}, ` : ""}
        {completed > 0 ? `Completed at ${completed}` : ""}
      </span>
    </div>
  );
}
