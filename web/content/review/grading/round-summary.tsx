import type { JobDetail, JobSection } from "../../../../shared/review/job-views.ts";
import type { RubricResult } from "../../../../shared/submission/submission.ts";
import { SectionState } from "../section-strip.tsx";

/** The verdict that is about to be given, and on which section. */
export interface PendingVerdict {
  readonly section_id: string;
  readonly status: "accepted" | "rejected";
  readonly grade: string;
  readonly section_rubric?: Pick<RubricResult, "earned" | "maximum">;
}

/** Every section with its verdict, as the round will be decided; those of this round can still be changed. */
export function RoundSummary({
  job,
  pending,
  onChange,
}: {
  readonly job: JobDetail;
  readonly pending: PendingVerdict;
  readonly onChange: (section: JobSection) => void;
}) {
  return (
    <ol className="round-summary">
      {job.sections.map((section, at) => {
        const isPending = section.section_id === pending.section_id;
        const { status, grade, section_rubric: result } = isPending ? { ...section, ...pending } : section;
        const stays = !isPending && !section.undoable;
        return (
          <li key={section.section_id}>
            <span className="round-summary-title">
              {at + 1}. {section.title}
            </span>
            <SectionState status={status} />
            <span className="figures">
              Grade {grade}
              {result && result.maximum > 0 ? `, ${result.earned} of ${result.maximum} points` : ""}
            </span>
            {stays ? (
              <span className="job-soft">Decided in an earlier round</span>
            ) : isPending ? null : (
              <button
                type="button"
                className="text-button"
                aria-label={`Change ${section.title}`}
                onClick={() => onChange(section)}
              >
                Change
              </button>
            )}
          </li>
        );
      })}
    </ol>
  );
}
