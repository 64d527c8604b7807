import { lazy, type RefObject, Suspense, useId } from "react";
import { recordingOf } from "../../../shared/file/rules.ts";
import { wantsDeclaration } from "../../../shared/submission/declaration-questions.ts";
import { revisionNoteMax } from "../../../shared/submission/rules.ts";
import type { Submission } from "../../../shared/submission/submission-views.ts";
import { useSession } from "../../session/session.tsx";
import { LightTextArea } from "../../ui/forms/light-group.tsx";
import { ReasonedButton } from "../../ui/forms/reasoned-button.tsx";
import { counted } from "../../ui/look/format.ts";
import { LightButton, LightMessage } from "../../ui/look/light.tsx";
import { Panel, Stack } from "../../ui/look/panel.tsx";
import { StatusText } from "../../ui/look/status-text.tsx";
import { DeclarationFields, type TypedDeclaration } from "./ai-declaration.tsx";
import { missingIn, standingOf } from "./work.ts";
import { WorkShown } from "./work-shown.tsx";

const RecordingsAwaited = lazy(() => import("./recordings-awaited.tsx"));

/** Where the focus goes when the declaration is missing. */
export const declarationPlace = "summary-declaration";

/** Everything once more before it is handed in, with what still keeps it from that. */
export function SubmissionSummary({
  submission,
  heading,
  asked,
  busy,
  refused,
  fault,
  withFindings,
  onWithFindings,
  declaration,
  onDeclaration,
  note,
  onNote,
  onGo,
  onSubmit,
}: {
  readonly submission: Submission;
  readonly heading: RefObject<HTMLHeadingElement | null>;
  /** The final button was pressed: what is missing is named as an error now. */
  readonly asked: boolean;
  readonly busy: boolean;
  /** Why it cannot be handed in from here at all. */
  readonly refused?: string;
  readonly fault: string | undefined;
  /** The certificate it may end in says what the review found. */
  readonly withFindings: boolean;
  readonly onWithFindings: (chosen: boolean) => void;
  /** What is declared of AI tools, where the credential asks for it. */
  readonly declaration: TypedDeclaration;
  readonly onDeclaration: (declaration: TypedDeclaration) => void;
  /** What is said of a revision. */
  readonly note: string;
  readonly onNote: (note: string) => void;
  readonly onGo: (index: number) => void;
  readonly onSubmit: () => void;
}) {
  const { sections, status } = submission;
  const about = useId();
  const missing = sections.filter((section) => missingIn(section) !== undefined).length;
  const unchanged = sections.filter((section) => standingOf(section) === "revise").length;
  return (
    <div className="work-summary">
      <Stack gap="l">
        <Panel>
          <Stack gap="s">
            <div className="work-heading">
              <h2 ref={heading} tabIndex={-1}>
                Review and submit
              </h2>
            </div>
            <span>
              {status === "revisionNeeded"
                ? "Your revision goes to the same reviewer. Approved sections aren’t reviewed again."
                : "A reviewer checks each section against its rubric. You can’t make changes until the review is done."}
            </span>
            {missing > 0 ? (
              <StatusText kind={asked ? "error" : "warning"}>
                {counted(missing, "section")} {missing === 1 ? "needs" : "need"} a response before you can submit.
              </StatusText>
            ) : unchanged > 0 ? (
              <StatusText kind="warning">
                You haven’t changed {counted(unchanged, "section")} that {unchanged === 1 ? "needs" : "need"} a
                revision.
              </StatusText>
            ) : (
              <Complete submission={submission} />
            )}
          </Stack>
        </Panel>
        {sections.map((section, index) => {
          const fault = missingIn(section);
          const standing = standingOf(section);
          return (
            <Panel
              key={section.section_id}
              title={`${index + 1}. ${section.title}`}
              level={3}
              actions={
                standing === "accepted" ? (
                  <StatusText kind="success">Approved</StatusText>
                ) : (
                  <button
                    type="button"
                    className="light-inline"
                    aria-label={`Edit ${section.title}`}
                    onClick={() => onGo(index)}
                  >
                    Edit
                  </button>
                )
              }
            >
              <div id={`summary-${section.section_id}`} tabIndex={-1}>
                {fault ? (
                  <StatusText kind={asked ? "error" : "pending"}>{fault}</StatusText>
                ) : (
                  <Stack gap="s">
                    {standing === "revise" ? (
                      <StatusText kind="warning">Not changed since the review</StatusText>
                    ) : null}
                    <WorkShown section={section} unsent={standing !== "accepted"} />
                  </Stack>
                )}
              </div>
            </Panel>
          );
        })}
        {status === "revisionNeeded" ? (
          <Panel title="Your revision" level={3}>
            <LightTextArea
              label="What did you change? (optional)"
              hint="Your reviewer reads this beside your work, where changes are marked."
              value={note}
              rows={3}
              maxLength={revisionNoteMax}
              onChange={({ target }) => onNote(target.value)}
            />
          </Panel>
        ) : null}
        {submission.ai_policy && wantsDeclaration(submission.ai_policy) ? (
          <Panel title="AI tools" level={3}>
            <div id={declarationPlace} tabIndex={-1}>
              <DeclarationFields
                policy={submission.ai_policy}
                declaration={declaration}
                asked={asked}
                onChange={onDeclaration}
              />
            </div>
          </Panel>
        ) : null}
        <Panel title="Your certificate" level={3}>
          <label className="light-check">
            <input
              type="checkbox"
              checked={withFindings}
              aria-describedby={about}
              onChange={({ target }) => onWithFindings(target.checked)}
            />
            <span>Show review results for each criterion on my certificate</span>
          </label>
          <p id={about} className="light-hint work-about">
            Anyone who opens your certificate sees which criteria you met and your points. The credential they can
            download also lists the ones you didn’t meet. You can change this later.
          </p>
        </Panel>
        {fault ? (
          <LightMessage kind="error" header="We couldn’t submit your work">
            {fault}
          </LightMessage>
        ) : null}
        <div className="work-actions">
          <LightButton onClick={() => onGo(sections.length - 1)}>Previous</LightButton>
          <ReasonedButton primary busy={busy} reason={refused} onClick={onSubmit}>
            Submit Application
          </ReasonedButton>
        </div>
      </Stack>
    </div>
  );
}

/** Every section has its response: that is all there is to say, unless a recording is still awaited. */
function Complete({ submission: { sections } }: { readonly submission: Submission }) {
  const { organization_id } = useSession();
  const keys = sections
    .filter((section) => standingOf(section) !== "accepted")
    .flatMap(({ work }) => work.attachments.filter(({ name }) => recordingOf(name) !== undefined))
    .map(({ key }) => key);
  if (keys.length === 0) return <StatusText kind="success">Every section is complete.</StatusText>;
  return (
    <Suspense fallback={<StatusText kind="pending">Looking at your recordings …</StatusText>}>
      <RecordingsAwaited keys={keys} organization_id={organization_id} />
    </Suspense>
  );
}
