import { type RefObject, useCallback, useEffect, useState } from "react";
import type { SubmissionSection } from "../../../shared/submission/submission-views.ts";
import { ReasonedButton } from "../../ui/forms/reasoned-button.tsx";
import { dateTime, relative } from "../../ui/look/format.ts";
import { LightButton } from "../../ui/look/light.tsx";
import { Disclosure, Panel, Stack } from "../../ui/look/panel.tsx";
import { RichText } from "../../ui/look/rich-text.tsx";
import { StatusText } from "../../ui/look/status-text.tsx";
import { useOnline } from "../../ui/online.ts";
import { useDevice } from "../../ui/width.ts";
import { Rubric } from "../credential/rubric.tsx";
import { answeredBy } from "../credential/section-card.tsx";
import { isReviewed, ReviewShown } from "./review-shown.tsx";
import { type SaveState, SectionForm, type SectionHandle } from "./section-form.tsx";
import type { Saver } from "./use-saver.ts";
import { WorkShown } from "./work-shown.tsx";

/**
 * One section: what is asked, what was said of it, the work, and the rubric beside. Hidden ones keep what was typed. On a
 * phone what is asked opens at a press once it was reviewed: the feedback is what a revision begins with.
 */
export function SectionPanel({
  section,
  number,
  total,
  shown,
  heading,
  saver,
  state,
  onState,
  handles,
  onGo,
  at,
}: {
  readonly section: SubmissionSection;
  readonly number: number;
  readonly total: number;
  readonly shown: boolean;
  readonly heading: RefObject<HTMLHeadingElement | null>;
  readonly saver: Saver;
  readonly state: SaveState;
  readonly onState: (section_id: string, state: SaveState) => void;
  readonly handles: Map<string, SectionHandle>;
  readonly onGo: (index: number) => void;
  readonly at: number;
}) {
  const { section_id, title, description, rubric, rubric_ext, response_type, editable } = section;
  const mobile = useDevice() === "mobile";
  const revising = mobile && isReviewed(section);
  const hear = useCallback((now: SaveState) => onState(section_id, now), [onState, section_id]);
  const keep = useCallback(
    (handle: SectionHandle | null) => {
      if (handle) handles.set(section_id, handle);
      return () => void handles.delete(section_id);
    },
    [handles, section_id],
  );
  const reviewedBy = (
    <aside className="work-rubric" aria-label="Rubric" hidden={!shown}>
      {mobile ? (
        <Disclosure framed title="How it’s reviewed">
          <Rubric rubric={rubric} rubric_ext={rubric_ext} />
        </Disclosure>
      ) : (
        <Panel title="How it’s reviewed" level={3}>
          <Rubric rubric={rubric} rubric_ext={rubric_ext} />
        </Panel>
      )}
    </aside>
  );
  return (
    <>
      <div className="work-task" hidden={!shown}>
        <Panel>
          <div className="work-heading">
            <p className="work-number">
              Section {number} of {total}
            </p>
            <h2 ref={shown ? heading : undefined} tabIndex={-1}>
              {title}
            </h2>
            <p className="work-soft">{answeredBy(response_type)}</p>
          </div>
          {revising ? (
            <Disclosure title="Instructions">
              <RichText html={description} />
            </Disclosure>
          ) : (
            <RichText html={description} />
          )}
        </Panel>
      </div>
      {mobile ? reviewedBy : null}
      <div className="work-own" hidden={!shown}>
        <Stack gap="l">
          {isReviewed(section) ? <ReviewShown section={section} /> : null}
          <Panel
            title="Your work"
            footer={
              <div className="work-actions">
                <LightButton disabled={at === 0} onClick={() => onGo(at - 1)}>
                  Previous
                </LightButton>
                <span className="work-actions-end">
                  {editable ? (
                    <ReasonedButton
                      busy={state.kind === "saving"}
                      reason={
                        saver.preview
                          ? "Learners save their work here."
                          : saver.conflict
                            ? "Choose a version first."
                            : undefined
                      }
                      onClick={() => void handles.get(section_id)?.save()}
                    >
                      Save as draft
                    </ReasonedButton>
                  ) : null}
                  <LightButton primary onClick={() => onGo(at + 1)}>
                    {at + 1 < total ? "Next section" : "Review and submit"}
                  </LightButton>
                </span>
              </div>
            }
          >
            {editable ? (
              <Stack gap="l">
                <SectionForm ref={keep} section={section} saver={saver} onState={hear} />
                {saver.preview ? null : <Saved state={state} conflict={saver.conflict} />}
              </Stack>
            ) : (
              <Stack gap="m">
                {section.status === "accepted" ? (
                  <StatusText kind="success">This section is approved and can’t be changed.</StatusText>
                ) : null}
                <WorkShown section={section} />
              </Stack>
            )}
          </Panel>
        </Stack>
      </div>
      {mobile ? null : reviewedBy}
    </>
  );
}

const tickMs = 5000;

/** Whether what is typed is safe: when it was saved, that it is not yet, or why it could not be. */
function Saved({ state, conflict }: { readonly state: SaveState; readonly conflict: boolean }) {
  const [, tick] = useState(0);
  const online = useOnline();
  const at = state.kind === "clean" ? state.at : undefined;
  useEffect(() => {
    if (!at) return;
    const timer = setInterval(() => tick((count) => count + 1), tickMs);
    return () => clearInterval(timer);
  }, [at]);
  if (state.kind === "failed" && !conflict)
    return (
      <p className="light-alert" role="alert">
        {state.fault}
      </p>
    );
  const words = conflict
    ? "Not saved. Choose a version above."
    : state.kind === "saving"
      ? online
        ? "Saving …"
        : "You’re offline. Keep working. We’ll save your changes when you’re back online."
      : state.kind === "typed"
        ? "Not saved yet"
        : at
          ? `Saved ${savedAgo(at)}`
          : "No changes yet";
  return (
    <p className="light-hint" role="status">
      {words}
    </p>
  );
}

function savedAgo(at: string): string {
  const seconds = Math.max(0, Math.round((Date.now() - Date.parse(at)) / 1000));
  if (seconds < 2) return "just now";
  if (seconds < 60) return `${seconds} seconds ago`;
  return `${relative(at)} (${dateTime(at)})`;
}
