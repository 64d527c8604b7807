import { useImperativeHandle, useRef, useState } from "react";
import type { CriterionMark } from "../../../../shared/submission/submission.ts";
import { paragraphsOf } from "../../../ui/forms/rich-text/rich-text-field.tsx";
import { useField } from "../../../ui/forms/use-field.ts";
import { Panel } from "../../../ui/look/panel.tsx";
import type { Criteria, Judgement } from "../../calibration/judgement.ts";
import { MarkKeysHint } from "./grading-keys.tsx";
import { useMarkKeys } from "./mark-keys.ts";
import { ReusedComments } from "./reused-comments.tsx";
import { RubricMarks } from "./rubric-marks.tsx";

/** The form's marks: one of two for each criterion, by the mouse or by single keys. */
export function RubricField({
  criteria,
  former,
  keysWanted,
  keysOn,
  reusable,
}: {
  readonly criteria: Criteria;
  /** The marks of the round before. */
  readonly former: readonly CriterionMark[] | undefined;
  readonly keysWanted: boolean;
  readonly keysOn: boolean;
  /** Comments may be put in that are kept. */
  readonly reusable: boolean;
}) {
  const { value: marks, set, error, ref } = useField<Judgement["marks"]>({ name: "marks" });
  const said = useField<Judgement["comments"]>({ name: "comments" });
  const [at, setAt] = useState(0);
  const list = useRef<HTMLDivElement>(null);
  const { focusUnmarked } = useMarkKeys(keysOn, list);
  useImperativeHandle(ref, () => ({ focus: focusUnmarked }));
  useImperativeHandle(said.ref, () => ({
    focus: () => list.current?.querySelector<HTMLElement>("textarea[aria-invalid=true]")?.focus(),
  }));
  return (
    <Panel title="Rubric" description={keysWanted ? <MarkKeysHint /> : undefined}>
      <div ref={list}>
        <RubricMarks
          criteria={criteria}
          marks={marks}
          comments={said.value}
          former={former}
          at={at}
          error={error}
          onFocus={setAt}
          onMark={(index, achieved) => {
            setAt(index);
            const criterion = criteria[index];
            if (criterion) set({ ...marks, [criterion.criteria_id]: achieved });
          }}
          onComment={(criteria_id, comment) => said.set({ ...said.value, [criteria_id]: comment })}
          reuse={
            reusable
              ? (comment, put) => (
                  <ReusedComments
                    written={() => paragraphsOf(comment)}
                    onInsert={(_, lines) => put([comment, lines].filter(Boolean).join("\n"))}
                  />
                )
              : undefined
          }
        />
      </div>
    </Panel>
  );
}
