import { useId, useRef, useState } from "react";
import type { SubmissionSection } from "../../../shared/submission/submission-views.ts";
import { Icon } from "../../ui/look/pictures/icon.tsx";
import { useDevice } from "../../ui/width.ts";
import type { SaveState } from "./section-form.tsx";
import { type Standing, standingOf } from "./work.ts";

const words: Readonly<Record<Standing, string>> = {
  accepted: "Approved",
  revise: "Revision needed",
  answered: "Answered",
  open: "Not started",
};

/**
 * The sections with how far each is, and the way to each; the last one leads to the summary. On a phone they open at a
 * press, so that the work stands first.
 */
export function SectionSteps({
  sections,
  states,
  current,
  onGo,
}: {
  readonly sections: readonly SubmissionSection[];
  readonly states: Readonly<Record<string, SaveState>>;
  readonly current: number;
  readonly onGo: (index: number) => void;
}) {
  const done = sections.filter((section) => ["accepted", "answered"].includes(standingOf(section))).length;
  const doneWords = `${done} of ${sections.length} done`;
  const mobile = useDevice() === "mobile";
  const [open, setOpen] = useState(false);
  const toggle = useRef<HTMLButtonElement>(null);
  const id = useId();
  const go = (index: number) => {
    setOpen(false);
    toggle.current?.focus(); // until the section gone to takes the focus: the one already shown does not
    onGo(index);
  };
  return (
    <nav className="steps" aria-label="Sections">
      {mobile ? (
        <button
          ref={toggle}
          type="button"
          className="steps-toggle"
          aria-expanded={open}
          aria-controls={id}
          onClick={() => setOpen(!open)}
        >
          <Icon name={open ? "angleDown" : "angleRight"} />
          Sections
          <span className="steps-words">{doneWords}</span>
        </button>
      ) : (
        <p className="steps-count">{doneWords}</p>
      )}
      <progress className="steps-bar" value={done} max={sections.length} aria-label="Sections done" />
      <ol id={id} hidden={mobile && !open}>
        {sections.map((section, index) => {
          const standing = standingOf(section);
          const unsaved = ["typed", "failed"].includes(states[section.section_id]?.kind ?? "");
          return (
            <li key={section.section_id}>
              <button
                type="button"
                className={`step step-${standing}`}
                aria-current={index === current ? "step" : undefined}
                onClick={() => go(index)}
              >
                <span className="step-mark" aria-hidden="true">
                  {standing === "accepted" ? (
                    <Icon name="lock" />
                  ) : standing === "answered" ? (
                    <Icon name="check" />
                  ) : standing === "revise" ? (
                    "!"
                  ) : (
                    index + 1
                  )}
                </span>
                <span className="step-text">
                  <span className="step-title">{section.title}</span>
                  <span className="step-words">{unsaved ? "Not saved yet" : words[standing]}</span>
                </span>
              </button>
            </li>
          );
        })}
        <li>
          <button
            type="button"
            className="step step-last"
            aria-current={current === sections.length ? "step" : undefined}
            onClick={() => go(sections.length)}
          >
            <span className="step-mark" aria-hidden="true">
              <Icon name="send" />
            </span>
            <span className="step-text">
              <span className="step-title">Review and submit</span>
              <span className="step-words">Final check</span>
            </span>
          </button>
        </li>
      </ol>
    </nav>
  );
}
