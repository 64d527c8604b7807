import FormField from "@cloudscape-design/components/form-field";
import SegmentedControl from "@cloudscape-design/components/segmented-control";
import SpaceBetween from "@cloudscape-design/components/space-between";
import { useState } from "react";
import { useFormContext, useWatch } from "react-hook-form";
import { isBlank } from "../../../../shared/http/text.ts";
import { ConfirmDialog } from "../../../ui/dialogs/confirm.tsx";
import { RichTextField } from "../../../ui/forms/rich-text/rich-text-field.tsx";
import { emptyCriterion, RubricTableEditor } from "./rubric-table-editor.tsx";
import type { SectionsValues, SectionValues } from "./sections-values.ts";

/** How a section is judged: by a text or by a table, never both. Switching clears the other, once confirmed. */
export function RubricFields({ index }: { readonly index: number }) {
  const at = `sections.${index}` as const;
  const { setValue, clearErrors, getFieldState, formState } = useFormContext<SectionsValues>();
  const title = useWatch<SectionsValues>({ name: `${at}.title` }) as string;
  const rubric = useWatch<SectionsValues>({ name: `${at}.rubric` }) as string;
  const table = useWatch<SectionsValues>({ name: `${at}.rubric_ext` }) as SectionValues["rubric_ext"];
  const [asking, setAsking] = useState(false);
  const kind = table ? "table" : "text";
  const section = title.trim() === "" ? `section ${index + 1}` : `“${title}”`;

  const swap = () => {
    clearErrors([`${at}.rubric`, `${at}.rubric_ext`]);
    setValue(`${at}.rubric`, "", { shouldDirty: true });
    setValue(`${at}.rubric_ext`, table ? null : { criteria: [emptyCriterion()], making_progress: 0, completed: 0 }, {
      shouldDirty: true,
    });
  };
  const filled = table
    ? table.criteria.some(({ criteria, achieved, notachieved, score }) => criteria || achieved || notachieved || score)
    : !isBlank(rubric ?? "");

  return (
    <SpaceBetween size="s">
      <div className="rubric-kind">
        <h3 className="rubric-title">Rubric</h3>
        <SegmentedControl
          label="Rubric type"
          selectedId={kind}
          options={[
            { id: "text", text: "Text" },
            { id: "table", text: "Criteria table" },
          ]}
          onChange={({ detail }) => {
            if (detail.selectedId === kind) return;
            if (filled) setAsking(true);
            else swap();
          }}
        />
      </div>
      {table ? (
        <div data-field={`${at}.rubric`}>
          <FormField errorText={getFieldState(`${at}.rubric`, formState).error?.message} stretch>
            <RubricTableEditor index={index} />
          </FormField>
        </div>
      ) : (
        <RichTextField name={`${at}.rubric`} label="Rubric text" hint="Describe what passes and what doesn’t." />
      )}
      {asking ? (
        <ConfirmDialog
          title={`Switch ${section} to a ${table ? "text rubric" : "criteria table"}?`}
          confirm={table ? "Clear the table" : "Clear the text"}
          destructive
          cancel="Keep rubric"
          onConfirm={() => {
            swap();
            return undefined;
          }}
          onClose={() => setAsking(false)}
        >
          {table
            ? "A section can have only one type of rubric. This deletes the criteria you wrote."
            : "A section can have only one type of rubric. This deletes the text you wrote."}
        </ConfirmDialog>
      ) : null}
    </SpaceBetween>
  );
}
