import Alert from "@cloudscape-design/components/alert";
import Button from "@cloudscape-design/components/button";
import Icon from "@cloudscape-design/components/icon";
import { useSuspenseQuery } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { Link, useParams } from "react-router";
import { agreementOf, anchorSetLimits, passLimits, tryLimits } from "../../shared/calibration/calibration.ts";
import type { Practice, PracticeAnchor } from "../../shared/calibration/calls.ts";
import * as paths from "../../shared/platform/paths.ts";
import { api } from "../api/client.ts";
import { queries, write } from "../api/queries.ts";
import { ApprovedOnly } from "../content/review/approved-only.tsx";
import { MarkKeysHint, useKeys, useKeysWanted } from "../content/review/grading-keys.tsx";
import { useMarkKeys } from "../content/review/mark-keys.ts";
import { rightOf, StandingText } from "../content/review/standing.tsx";
import { useSession } from "../session/session.tsx";
import { ConfirmDialog } from "../ui/dialogs/confirm.tsx";
import { flash } from "../ui/dialogs/flash.ts";
import { FormView } from "../ui/forms/call-form.tsx";
import { resolverFor } from "../ui/forms/resolver.ts";
import { useCallForm } from "../ui/forms/use-call-form.ts";
import { unforeseen, useSubmit } from "../ui/forms/use-submit.ts";
import { useUrlState } from "../ui/lists/url-state.ts";
import { counted, date } from "../ui/look/format.ts";
import { KeyValues } from "../ui/look/key-values.tsx";
import { PageHeader } from "../ui/look/page-header.tsx";
import { Disclosure, Panel, Stack } from "../ui/look/panel.tsx";
import {
  AnchorSections,
  AnchorWork,
  type CheckedMarks,
  marksSchema,
  type TypedMarks,
  typedMarks,
} from "./anchor-sections.tsx";
import { KeyTable } from "./key-table.tsx";

const back = { to: paths.openJobs, text: "Open jobs" };

/** `/practice/:credential_id`: a reviewer marks work whose right marks are known, before they accept jobs. */
export function Page() {
  return (
    <ApprovedOnly title="Practice">
      <OwnPractice />
    </ApprovedOnly>
  );
}

function OwnPractice() {
  const { credential_id = "" } = useParams();
  const { organization_id } = useSession();
  const { data } = useSuspenseQuery(api.calibration.read.query({ organization_id, credential_id }));
  const { standing, title } = data;
  return (
    <Stack gap="l">
      <PageHeader title={`Practice: ${title}`} description={<StandingText standing={standing} />} back={back} />
      {standing.status === "inProgress" ? (
        <UnderWay data={data} />
      ) : (
        <>
          <Where data={data} />
          {standing.status === "passed" ? <Passed data={data} /> : null}
        </>
      )}
    </Stack>
  );
}

/** Shows at once what a write answered: the next one names its version. */
const useKeep = () => {
  const { organization_id } = useSession();
  return (answer: Practice) => {
    const { credential_id } = answer;
    queries.setQueryData(api.calibration.read.query({ organization_id, credential_id }).queryKey, answer);
  };
};

/** What practice is, how the latest try went, and the way to the next. */
function Where({ data }: { readonly data: Practice }) {
  const keep = useKeep();
  const { organization_id } = useSession();
  const { credential_id, standing, tries, weak } = data;
  const { submit, pending, fault } = useSubmit<void, Practice>({
    send: () => write(api.calibration.start, { organization_id, credential_id }),
    onDone: (answer) => {
      keep(answer);
      scrollTo({ top: 0 });
    },
    explain: unforeseen,
  });
  const latest = tries.at(-1);
  const isPassed = standing.status === "passed";
  const isPaused = standing.status === "paused";
  return (
    <>
      {fault ? <Alert type="error">{fault}</Alert> : null}
      {isPassed ? (
        <Alert type="success" header={`You passed. Your pass is valid until ${date(standing.expires_on)}.`}>
          You can now accept this credential’s jobs. <Link to={paths.openJobs}>View open jobs</Link>
        </Alert>
      ) : null}
      {standing.status === "failed" ? (
        <Alert type="warning" header="You didn’t pass this time">
          You have one more try, on different work. If you don’t pass that one, you can try again after{" "}
          {tryLimits.pauseDays} days.
        </Alert>
      ) : null}
      {isPaused ? (
        <Alert type="info" header={`You can try again on ${date(standing.retry_on)}`}>
          You didn’t pass your last two tries. Reread the rubric in the meantime.
        </Alert>
      ) : null}
      {latest?.score ? <Score score={latest.score} /> : null}
      {weak.length > 0 ? (
        <Panel
          title="Criteria to look at again"
          description="You marked these wrong at least once, most often first. The same work may come up again, so we don’t show where."
        >
          <ul>
            {weak.map(({ section_id, criteria_id, criteria }) => (
              <li key={`${section_id} ${criteria_id}`}>{criteria}</li>
            ))}
          </ul>
        </Panel>
      ) : null}
      {isPassed ? null : (
        <Panel
          title="Practice before you review"
          actions={
            isPaused ? null : (
              <Button variant="primary" loading={pending} loadingText="Starting" onClick={() => void submit()}>
                {tries.length === 0 ? "Start practice" : "Try again"}
              </Button>
            )
          }
        >
          <ul>
            <li>
              You mark at least {anchorSetLimits.anchorsMin} pieces of sample work with this credential’s rubric.
              Practice is unpaid, and you can stop and come back.
            </li>
            <li>
              You pass if {passLimits.agreementPercentMin}% of your marks are right, including{" "}
              {passLimits.recallPercentMin}% on passing criteria and {passLimits.recallPercentMin}% on not passing ones,
              and at most one decision is wrong.
            </li>
            <li>A pass is valid for {tryLimits.validMonths} months. Once you pass, you see the right marks and why.</li>
          </ul>
        </Panel>
      )}
    </>
  );
}

function Score({ score }: { readonly score: NonNullable<Practice["tries"][number]["score"]> }) {
  return (
    <Panel title="Your latest try">
      <KeyValues
        items={[
          {
            label: "Marks right",
            value: rightOf(agreementOf(score)),
            note: `${passLimits.agreementPercentMin}% to pass`,
          },
          {
            label: "Right on passing criteria",
            value: rightOf(score.achieved),
            note: `${passLimits.recallPercentMin}% to pass`,
          },
          {
            label: "Right on not passing criteria",
            value: rightOf(score.not_achieved),
            note: `${passLimits.recallPercentMin}% to pass`,
          },
          {
            label: "Wrong decisions",
            value: score.verdicts_wrong,
            note: `At most ${passLimits.verdictsWrongMax}`,
          },
        ]}
      />
    </Panel>
  );
}

/** What is right and why, beside one's own marks. */
function Passed({ data: { sections, anchors } }: { readonly data: Practice }) {
  return anchors.map(({ anchor_id, answers, marked, key = [] }, at) => (
    <Panel key={anchor_id} title={`Sample ${at + 1}`}>
      <Stack gap="m">
        <KeyTable sections={sections} answer={key} said={marked} saidBy="You" right="Correct" of={`sample ${at + 1}`} />
        <Disclosure title={`The work of sample ${at + 1}`}>
          <Stack gap="m">
            {sections.map((section, number) => (
              <AnchorWork key={section.section_id} section={section} number={number + 1} answers={answers} />
            ))}
          </Stack>
        </Disclosure>
      </Stack>
    </Panel>
  ));
}

/** The samples of a try: one at a time, as often as wanted, until all are finished together. */
function UnderWay({ data }: { readonly data: Practice }) {
  const { anchors, tries } = data;
  const [asked, setAsked] = useUrlState("sample");
  const unmarked = anchors.findIndex(({ marked }) => marked.length === 0);
  const at = asked && anchors[Number(asked) - 1] ? Number(asked) - 1 : Math.max(unmarked, 0);
  const anchor = anchors[at];
  const top = useRef<HTMLHeadingElement>(null);
  const sample = useRef<HTMLDivElement>(null);
  const { wanted } = useKeysWanted();
  const [opened, setOpened] = useState(false);
  const open = (index: number) => {
    setAsked(String(index + 1));
    setOpened(true);
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: each sample that is gone to is read from its head
  useEffect(() => {
    if (opened) top.current?.focus();
  }, [at, opened]);
  const step = (by: 1 | -1) => {
    if (anchors[at + by]) open(at + by);
  };
  useMarkKeys(wanted, sample);
  useKeys(wanted, { "]": () => step(1), "[": () => step(-1) });
  const started = tries.at(-1)?.started_on ?? "";
  return (
    <>
      <nav aria-label="Samples">
        <ol className="section-strip">
          {anchors.map(({ anchor_id, marked }, index) => (
            <li key={anchor_id}>
              <button type="button" aria-current={index === at ? "step" : undefined} onClick={() => open(index)}>
                <span className="section-strip-title">Sample {index + 1}</span>
                <span className="section-state">
                  <Icon name={marked.length > 0 ? "status-positive" : "status-pending"} size="small" />{" "}
                  {marked.length > 0 ? "Marked" : "To mark"}
                </span>
              </button>
            </li>
          ))}
        </ol>
      </nav>
      {unmarked === -1 ? <Finish data={data} /> : null}
      <h2 ref={top} tabIndex={-1} className="work-heading">
        Sample {at + 1} of {anchors.length}
      </h2>
      {wanted ? (
        <p className="practice-keys keys-told">
          <MarkKeysHint />, <kbd>]</kbd> and <kbd>[</kbd> for the next or previous sample
        </p>
      ) : null}
      <div ref={sample}>
        {anchor ? (
          <SampleForm
            key={anchor.anchor_id}
            data={data}
            anchor={anchor}
            started={started}
            onMarked={(after) => {
              const next = after.findIndex(({ marked }) => marked.length === 0);
              if (next === -1) scrollTo({ top: 0 });
              else open(next);
            }}
          />
        ) : null}
      </div>
    </>
  );
}

function SampleForm({
  data: { credential_id, sections, version },
  anchor: { anchor_id, answers, marked },
  started,
  onMarked,
}: {
  readonly data: Practice;
  readonly anchor: PracticeAnchor;
  /** When the try began: another one is about other work. */
  readonly started: string;
  readonly onMarked: (anchors: readonly PracticeAnchor[]) => void;
}) {
  const keep = useKeep();
  const { organization_id } = useSession();
  const [draft] = useState({
    kind: "practice",
    about: `${anchor_id} ${started}`,
    kept: "device",
    from: "typing",
  } as const);
  const of = useCallForm<TypedMarks, CheckedMarks, Practice>({
    values: typedMarks(sections, marked),
    resolver: resolverFor(marksSchema),
    draft,
    send: (said) => write(api.calibration.markAnchor, { organization_id, credential_id, anchor_id, ...said, version }),
    onDone: (answer) => {
      keep(answer);
      flash("success", "Marks saved.");
      onMarked(answer.anchors);
    },
  });
  return (
    <FormView of={of} guarded={false} submit={marked.length > 0 ? "Save marks" : "Save and continue"}>
      <AnchorSections sections={sections} answers={answers} />
    </FormView>
  );
}

function Finish({ data: { credential_id, title, anchors, version } }: { readonly data: Practice }) {
  const keep = useKeep();
  const { organization_id } = useSession();
  const [asking, setAsking] = useState(false);
  return (
    <>
      <Alert
        type="info"
        header={`All ${counted(anchors.length, "sample")} are marked`}
        action={
          <Button variant="primary" onClick={() => setAsking(true)}>
            Finish practice
          </Button>
        }
      >
        Check your marks once more, then finish.
      </Alert>
      {asking ? (
        <ConfirmDialog
          title={`Finish practice for “${title}”?`}
          confirm="Finish"
          cancel="Not yet"
          onConfirm={async () => {
            keep(await write(api.calibration.finish, { organization_id, credential_id, version }));
            scrollTo({ top: 0 });
          }}
          onClose={() => setAsking(false)}
        >
          You can’t change your marks after you finish.
        </ConfirmDialog>
      ) : null}
    </>
  );
}
