import Alert from "@cloudscape-design/components/alert";
import Button from "@cloudscape-design/components/button";
import Icon from "@cloudscape-design/components/icon";
import { useEffect, useRef, useState } from "react";
import type { Practice, PracticeAnchor } from "../../shared/calibration/calls.ts";
import { api } from "../api/client.ts";
import { write } from "../api/queries.ts";
import { MarkKeysHint, useKeys, useKeysWanted } from "../content/review/grading/grading-keys.tsx";
import { useMarkKeys } from "../content/review/grading/mark-keys.ts";
import { useSession } from "../session/session.tsx";
import { ConfirmDialog } from "../ui/dialogs/confirm.tsx";
import { flash } from "../ui/dialogs/flash.ts";
import { FormView } from "../ui/forms/call-form.tsx";
import { resolverFor } from "../ui/forms/resolver.ts";
import { useCallForm } from "../ui/forms/use-call-form.ts";
import { useUrlState } from "../ui/lists/url-state.ts";
import { counted } from "../ui/look/format.ts";
import { AnchorSections, type CheckedMarks, marksSchema, type TypedMarks, typedMarks } from "./anchor-sections.tsx";
import { useKeep } from "./keep-practice.ts";

/** The samples of a try: one at a time, as often as wanted, until all are finished together. */
export function UnderWay({ data }: { readonly data: Practice }) {
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
