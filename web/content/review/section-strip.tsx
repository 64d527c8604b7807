import type { JobSection } from "../../../shared/review/job-views.ts";
import { Icon } from "../../ui/look/pictures/icon.tsx";
import "./job.css";

const states = {
  submitted: ["circleClock", "Needs review"],
  accepted: ["circleCheck", "Approved"],
  rejected: ["circleCross", "Rejected"],
  draft: ["circleBar", "With the learner"],
  notSubmitted: ["circleBar", "With the learner"],
} as const;

/** Whether a section needs review or is decided, in words with a sign. */
export function SectionState({ status }: Pick<JobSection, "status">) {
  const [icon, words] = states[status];
  return (
    <span className={`section-state section-state-${status}`}>
      <Icon name={icon} /> {words}
    </span>
  );
}

/** All sections of a job in order, each with its state; one click or `[` and `]` go from one to the next. */
export function SectionStrip<Listed extends Pick<JobSection, "section_id" | "title" | "status">>({
  sections,
  current,
  onOpen,
}: {
  readonly sections: readonly Listed[];
  readonly current: Listed | undefined;
  readonly onOpen: (section: Listed) => void;
}) {
  return (
    <nav aria-label="Sections">
      <ol className="section-strip">
        {sections.map((section, at) => (
          <li key={section.section_id}>
            <button
              type="button"
              aria-current={section === current ? "step" : undefined}
              onClick={() => onOpen(section)}
            >
              <span className="section-strip-title">
                {at + 1}. {section.title}
              </span>
              <SectionState status={section.status} />
            </button>
          </li>
        ))}
      </ol>
    </nav>
  );
}
