import { type RefObject, useCallback, useEffect, useRef, useState } from "react";
import { useNavigate } from "react-router";
import * as paths from "../../shared/platform/paths.ts";
import type { AiDeclaration } from "../../shared/submission/declaration.ts";
import { wantsDeclaration } from "../../shared/submission/declaration-questions.ts";
import type { Submission } from "../../shared/submission/submission-views.ts";
import { missingOf, noDeclaration, type TypedDeclaration } from "../content/submission/ai-declaration.tsx";
import { type SaveState, type SectionHandle, sectionDraft } from "../content/submission/section-form.tsx";
import { SectionPanel } from "../content/submission/section-panel.tsx";
import { SectionSteps } from "../content/submission/section-steps.tsx";
import { declarationPlace, SubmissionSummary } from "../content/submission/submission-summary.tsx";
import { useSaver } from "../content/submission/use-saver.ts";
import { missingIn, standingOf } from "../content/submission/work.ts";
import { flash } from "../ui/dialogs/flash.ts";
import { draftAt } from "../ui/forms/drafts.ts";
import { UnsavedChanges } from "../ui/forms/unsaved-changes.tsx";
import { unforeseen, useSubmit } from "../ui/forms/use-submit.ts";
import { useUrlState } from "../ui/lists/url-state.ts";
import { decisionWords } from "../ui/look/decision-day.tsx";
import { LightButton, LightDialog, LightMessage } from "../ui/look/light.tsx";
import { PageHeader } from "../ui/look/page-header.tsx";
import "../content/submission/work.css";

const summary = "summary";

/** A section could not be saved; it says why itself. */
class Unsaved extends Error {}

/** The place the learner most likely wants: the first section that wants something, else the summary. */
function placeToBegin({ sections }: Submission): string {
  const at = sections.findIndex((section) => ["open", "revise"].includes(standingOf(section)));
  return at < 0 ? summary : String(at + 1);
}

/** Everything that is written for one submission: the sections one at a time, then the summary with the final button. */
export function Workspace({
  submission,
  sent,
  onSent,
  onStartAgain,
  readAgain,
}: {
  readonly submission: Submission;
  readonly sent: boolean;
  /** Answers once the page knows what became of the submission. */
  readonly onSent: () => Promise<void>;
  readonly onStartAgain: () => Promise<void>;
  readonly readAgain: () => Promise<Submission | undefined>;
}) {
  const { sections, title, status } = submission;
  const saver = useSaver(submission);
  const [first] = useState(() => placeToBegin(submission));
  const [place, setPlace] = useUrlState("section", first);
  const number = Number(place);
  const at = place !== summary && sections[number - 1] ? number - 1 : place === summary ? sections.length : 0;
  const [visited, setVisited] = useState<ReadonlySet<number>>(new Set([at]));
  if (!visited.has(at)) setVisited(new Set([...visited, at]));

  const handles = useRef(new Map<string, SectionHandle>());
  const [states, setStates] = useState<Readonly<Record<string, SaveState>>>({});
  const tell = useCallback(
    (section_id: string, state: SaveState) => setStates((all) => ({ ...all, [section_id]: state })),
    [],
  );
  const unsaved = Object.values(states).some(({ kind }) => kind !== "clean");
  const [asked, setAsked] = useState(false);
  const [withFindings, setWithFindings] = useState(submission.with_findings);
  const { ai_policy } = submission;
  const [declaration, setDeclaration] = useState<TypedDeclaration>(submission.declaration ?? noDeclaration);
  const isDeclared = !wantsDeclaration(ai_policy) || Object.keys(missingOf(declaration)).length === 0;
  const declarationTyped = declaration !== (submission.declaration ?? noDeclaration);
  const [note, setNote] = useState("");
  const heading = useHeading(at);

  const saveAll = async () => {
    const all = [...handles.current.values()];
    const done = [];
    for (const handle of all) done.push(await handle.save());
    return done.every(Boolean);
  };
  const goTo = (index: number) => {
    void saveAll();
    clear();
    setPlace(index === sections.length ? summary : String(index + 1));
  };

  const { submit, pending, fault, clear } = useSubmit<void, boolean>({
    send: async () => {
      setAsked(true);
      if (!(await saveAll())) throw new Unsaved();
      const missing = (await readAgain())?.sections.find((section) => missingIn(section) !== undefined);
      if (missing) document.getElementById(`summary-${missing.section_id}`)?.focus();
      else if (!isDeclared) document.getElementById(declarationPlace)?.focus();
      else
        await saver.submit({
          with_findings: withFindings,
          declaration: wantsDeclaration(ai_policy) ? (declaration as AiDeclaration) : undefined,
          revision_note: note || undefined,
        });
      return missing === undefined && isDeclared;
    },
    onDone: (isSent) => isSent && onSent(),
    explain: (error) => {
      if (error instanceof Unsaved) return "Some changes aren’t saved yet. Check your sections and try again.";
      flash("error", "Failed to submit your application");
      return unforeseen(error);
    },
  });

  return (
    <>
      <PageHeader
        title={title}
        description={
          status === "revisionNeeded"
            ? "Revise the sections that need it. Approved sections can’t be changed."
            : "Work at your own pace. We save your draft, and no one sees it until you submit."
        }
        back={{ to: paths.mySubmissions, text: "My submissions" }}
      />
      {saver.conflict ? (
        <div className="work-notice">
          <Conflict
            onTheirs={() => {
              for (const { section_id } of sections)
                draftAt(sectionDraft(submission.application_id, section_id)).drop();
              return onStartAgain();
            }}
            onMine={async () => {
              const now = await readAgain();
              if (!now) return;
              saver.goOnFrom(now.version);
              await saveAll();
            }}
          />
        </div>
      ) : null}
      <div className="work">
        <SectionSteps sections={sections} states={states} current={at} onGo={goTo} />
        {sections.map((section, index) =>
          visited.has(index) ? (
            <SectionPanel
              key={section.section_id}
              section={section}
              number={index + 1}
              total={sections.length}
              shown={at === index}
              heading={heading}
              saver={saver}
              state={states[section.section_id] ?? { kind: "clean", at: section.updated_on }}
              onState={tell}
              handles={handles.current}
              onGo={goTo}
              at={index}
            />
          ) : null,
        )}
        {at === sections.length ? (
          <SubmissionSummary
            submission={submission}
            heading={heading}
            asked={asked}
            withFindings={withFindings}
            onWithFindings={setWithFindings}
            declaration={declaration}
            onDeclaration={setDeclaration}
            note={note}
            onNote={setNote}
            busy={pending}
            fault={fault}
            onGo={goTo}
            onSubmit={() => void submit()}
          />
        ) : null}
      </div>
      {!sent ? (
        <UnsavedChanges when={unsaved || declarationTyped || note !== ""} />
      ) : pending ? null : (
        <Sent submission={submission} />
      )}
    </>
  );
}

/** Puts the focus on the heading of a section that was gone to, not of the one the page opened with. */
function useHeading(at: number): RefObject<HTMLHeadingElement | null> {
  const heading = useRef<HTMLHeadingElement>(null);
  const before = useRef(at);
  useEffect(() => {
    if (before.current === at) return;
    before.current = at;
    heading.current?.focus({ preventScroll: true });
    scrollTo({ top: 0 });
  }, [at]);
  return heading;
}

function Conflict({
  onTheirs,
  onMine,
}: {
  readonly onTheirs: () => Promise<void>;
  readonly onMine: () => Promise<void>;
}) {
  const theirs = useSubmit<void, void>({ send: onTheirs, explain: unforeseen });
  const mine = useSubmit<void, void>({ send: onMine, explain: unforeseen });
  return (
    <LightMessage
      kind="warning"
      header="You edited your work in another window"
      action={
        <div className="work-actions-end">
          <LightButton busy={theirs.pending} onClick={() => void theirs.submit()}>
            Use other version
          </LightButton>
          <LightButton busy={mine.pending} onClick={() => void mine.submit()}>
            Keep this version
          </LightButton>
        </div>
      }
    >
      {theirs.fault ?? mine.fault ?? "We’ve paused saving in this window until you choose a version."}
    </LightMessage>
  );
}

function Sent({ submission }: { readonly submission: Submission }) {
  const go = useNavigate();
  const promised = decisionWords(submission);
  const leave = () => void go(paths.mySubmissions, { replace: true });
  return (
    <LightDialog
      title="Submission Sent!"
      text={`Your work for ${submission.title} is on its way to a reviewer. We’ll notify you here and by email when it’s decided.${promised ? ` ${promised}.` : ""}`}
      onClose={leave}
    >
      <LightButton onClick={() => void go(paths.mySubmission(submission.application_id), { replace: true })}>
        View submission
      </LightButton>
      <LightButton primary onClick={leave}>
        My submissions
      </LightButton>
    </LightDialog>
  );
}
