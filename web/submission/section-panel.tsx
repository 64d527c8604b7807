import Alert from "@cloudscape-design/components/alert";
import Box from "@cloudscape-design/components/box";
import Button from "@cloudscape-design/components/button";
import Container from "@cloudscape-design/components/container";
import Header from "@cloudscape-design/components/header";
import SpaceBetween from "@cloudscape-design/components/space-between";
import { type RefObject, useCallback, useEffect, useState } from "react";
import type { SubmissionSection } from "../../shared/submission/calls.ts";
import { Rubric } from "../credential/rubric.tsx";
import { answeredBy } from "../credential/section-card.tsx";
import { dateTime, relative } from "../ui/format.ts";
import { useOnline } from "../ui/online.ts";
import { Disclosure, Panel } from "../ui/panel.tsx";
import { RichText } from "../ui/rich-text.tsx";
import { StatusText } from "../ui/status-text.tsx";
import { useDevice } from "../ui/width.ts";
import { isReviewed, ReviewShown } from "./review-shown.tsx";
import { type SaveState, SectionForm, type SectionHandle } from "./section-form.tsx";
import type { Saver } from "./use-saver.ts";
import { WorkShown } from "./work-shown.tsx";

/** One section: what is asked, what was said of it, the work, and the rubric beside. Hidden ones keep what was typed. */
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
  const hear = useCallback((now: SaveState) => onState(section_id, now), [onState, section_id]);
  const keep = useCallback(
    (handle: SectionHandle | null) => {
      if (handle) handles.set(section_id, handle);
      return () => void handles.delete(section_id);
    },
    [handles, section_id],
  );
  return (
    <>
      <div className="work-task" hidden={!shown}>
        <Container
          header={
            <div className="work-heading">
              <p className="work-number">
                Section {number} of {total}
              </p>
              <h2 ref={shown ? heading : undefined} tabIndex={-1}>
                {title}
              </h2>
              <Box color="text-body-secondary">{answeredBy(response_type)}</Box>
            </div>
          }
        >
          <RichText html={description} />
        </Container>
      </div>
      <div className="work-own" hidden={!shown}>
        <SpaceBetween size="l">
          {isReviewed(section) ? <ReviewShown section={section} /> : null}
          <Container
            header={<Header variant="h2">Your work</Header>}
            footer={
              <div className="work-actions">
                <Button disabled={at === 0} onClick={() => onGo(at - 1)}>
                  Previous
                </Button>
                <span className="work-actions-end">
                  {editable ? (
                    <Button
                      loading={state.kind === "saving"}
                      disabled={saver.conflict || saver.preview === true}
                      {...(saver.preview && { disabledReason: "Learners save their work here." })}
                      onClick={() => void handles.get(section_id)?.save()}
                    >
                      Save as draft
                    </Button>
                  ) : null}
                  <Button
                    variant="primary"
                    disabled={at + 1 === total && saver.preview === true}
                    onClick={() => onGo(at + 1)}
                  >
                    {at + 1 < total ? "Next section" : "Review and submit"}
                  </Button>
                </span>
              </div>
            }
          >
            {editable ? (
              <SpaceBetween size="l">
                <SectionForm ref={keep} section={section} saver={saver} onState={hear} />
                {saver.preview ? null : <Saved state={state} conflict={saver.conflict} />}
              </SpaceBetween>
            ) : (
              <SpaceBetween size="m">
                {section.status === "accepted" ? (
                  <StatusText kind="success">This section is approved and can’t be changed.</StatusText>
                ) : null}
                <WorkShown section={section} />
              </SpaceBetween>
            )}
          </Container>
        </SpaceBetween>
      </div>
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
  if (state.kind === "failed" && !conflict) return <Alert type="error">{state.fault}</Alert>;
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
    <Box color="text-body-secondary" fontSize="body-s">
      <span role="status">{words}</span>
    </Box>
  );
}

function savedAgo(at: string): string {
  const seconds = Math.max(0, Math.round((Date.now() - Date.parse(at)) / 1000));
  if (seconds < 2) return "just now";
  if (seconds < 60) return `${seconds} seconds ago`;
  return `${relative(at)} (${dateTime(at)})`;
}
