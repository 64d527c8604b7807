import Button from "@cloudscape-design/components/button";
import FormField from "@cloudscape-design/components/form-field";
import Input from "@cloudscape-design/components/input";
import SpaceBetween from "@cloudscape-design/components/space-between";
import Textarea from "@cloudscape-design/components/textarea";
import { useRef, useState } from "react";
import { useFormContext } from "react-hook-form";
import { maximumScore, rubricLimits, withoutCriterion, withScore } from "../../../../shared/credential/rubric.ts";
import { leftOut } from "../../../ui/forms/fields.tsx";
import { useField } from "../../../ui/forms/use-field.ts";
import { counted } from "../../../ui/look/format.ts";
import type { SectionsValues, SectionValues } from "./sections-values.ts";

type RawTable = NonNullable<SectionValues["rubric_ext"]>;
type Table = RawTable & { readonly making_progress: number; readonly completed: number };
type Criterion = Table["criteria"][number];

/** A new row of a rubric table. */
export const emptyCriterion = (): Criterion => ({
  criteria_id: crypto.randomUUID(),
  criteria: "",
  achieved: "",
  notachieved: "",
  score: 0,
});

const texts = [
  { field: "criteria", label: "Criteria" },
  { field: "achieved", label: "Achieved" },
  { field: "notachieved", label: "Not achieved" },
] as const;

/** The names of everything in a table that can be wrong. */
const attemptsOf = ({ criteria }: Table): string[] => [
  ...criteria.flatMap((_, row) =>
    [...texts.map(({ field }) => field), "score"].map((cell) => `criteria.${row}.${cell}`),
  ),
  ...["making_progress", "completed"],
];

/**
 * The rubric table, edited in place. Tab goes from cell to cell, Enter to the same cell of the next row, and from the last
 * row into a new one. The total follows the scores; another score sets the minimums back to 0.
 */
export function RubricTableEditor({ index }: { readonly index: number }) {
  const at = `sections.${index}.rubric_ext` as const;
  const { getFieldState, formState, trigger } = useFormContext<SectionsValues>();
  const { value, set } = useField<RawTable>({ name: at });
  const body = useRef<HTMLTableSectionElement>(null);
  const [note, setNote] = useState("");
  const table: Table = { ...value, making_progress: value.making_progress ?? 0, completed: value.completed ?? 0 };
  const { criteria } = table;
  const total = maximumScore(criteria);
  const full = criteria.length >= rubricLimits.criteriaMax;
  const fault = (name: string) => getFieldState(`${at}.${name}` as typeof at, formState).error?.message;

  /** Once it was refused, every cell is looked at anew: the form forgets what is wrong below a field that changes. */
  const change = (next: Table) => {
    set(next);
    if (formState.submitCount > 0) void trigger(attemptsOf(next).map((cell) => `${at}.${cell}` as typeof at));
  };
  const setText = (criteria_id: string, field: (typeof texts)[number]["field"], text: string) =>
    change({
      ...table,
      criteria: criteria.map((each) => (each.criteria_id === criteria_id ? { ...each, [field]: text } : each)),
    });
  const setScore = (criteria_id: string, typed: string) => {
    const digits = typed.replaceAll(/\D/g, "");
    const score = Math.min(rubricLimits.scoreMax, Number(digits.slice(0, 2)));
    const isReset = table.completed > 0 || table.making_progress > 0;
    const reset = isReset ? "You changed a score, so we reset the minimums to 0. Set them again." : "";
    const said = [digits.length > 2 ? leftOut(2) : "", reset].filter(Boolean);
    if (said.length > 0) setNote(said.join(" "));
    change(withScore(table, criteria_id, score));
  };
  const focusCell = (row: number, column: number) =>
    requestAnimationFrame(() => {
      const cell = body.current?.querySelectorAll("tr")[row]?.querySelectorAll("td")[column];
      cell?.querySelector<HTMLElement>("textarea, input")?.focus();
    });
  const addRow = () => {
    change({ ...table, criteria: [...criteria, emptyCriterion()] });
    focusCell(criteria.length, 0);
  };
  const removeRow = (row: number, criteria_id: string) => {
    if (table.completed > 0) setNote("You removed a criterion, so we recalculated the minimums.");
    change(withoutCriterion(table, criteria_id));
    focusCell(Math.max(0, row - 1), 0);
  };
  const onEnter = (row: number, column: number) => (event: CustomEvent<{ key: string; shiftKey: boolean }>) => {
    if (event.detail.key !== "Enter" || event.detail.shiftKey) return;
    event.preventDefault();
    if (row < criteria.length - 1) focusCell(row + 1, column);
    else if (!full) addRow();
  };
  const setMinimum = (field: "making_progress" | "completed", typed: string) => {
    const digits = typed.replaceAll(/\D/g, "");
    setNote(digits.length > 4 ? leftOut(4) : "");
    change({ ...table, [field]: Number(digits.slice(0, 4)) });
  };

  return (
    <SpaceBetween size="s">
      <table className="rubric-editor">
        <thead>
          <tr>
            {texts.map(({ field, label }) => (
              <th key={field} scope="col">
                {label}
              </th>
            ))}
            <th scope="col" className="rubric-score">
              Score
            </th>
            <th>
              <span className="visually-hidden">Remove</span>
            </th>
          </tr>
        </thead>
        <tbody ref={body}>
          {criteria.map((criterion, row) => (
            <tr key={criterion.criteria_id}>
              {texts.map(({ field, label }, column) => (
                <td key={field} data-label={label} data-field={`${at}.criteria.${row}.${field}`}>
                  <FormField errorText={fault(`criteria.${row}.${field}`)} stretch>
                    <Textarea
                      ariaLabel={`${label}, row ${row + 1}`}
                      rows={2}
                      value={criterion[field]}
                      onChange={({ detail }) =>
                        setText(criterion.criteria_id, field, detail.value.replaceAll(/\s*\n/g, " "))
                      }
                      onKeyDown={onEnter(row, column)}
                    />
                  </FormField>
                </td>
              ))}
              <td data-label="Score" className="rubric-score" data-field={`${at}.criteria.${row}.score`}>
                <FormField errorText={fault(`criteria.${row}.score`)} stretch>
                  <Input
                    ariaLabel={`Score, row ${row + 1}, 0 to ${rubricLimits.scoreMax}`}
                    inputMode="numeric"
                    value={String(criterion.score)}
                    onChange={({ detail }) => setScore(criterion.criteria_id, detail.value)}
                    onKeyDown={onEnter(row, texts.length)}
                  />
                </FormField>
              </td>
              <td className="rubric-remove">
                <Button
                  variant="icon"
                  iconName="remove"
                  formAction="none"
                  ariaLabel={`Remove row ${row + 1}`}
                  onClick={() => removeRow(row, criterion.criteria_id)}
                />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {criteria.length === 0 ? <p className="wizard-soft">No criteria yet.</p> : null}
      <Button iconName="add-plus" formAction="none" disabled={full} onClick={addRow}>
        Add criterion
      </Button>
      <div className="rubric-totals">
        <div data-field={`${at}.making_progress`}>
          <FormField label="Making Progress at" errorText={fault("making_progress")}>
            <Input
              inputMode="numeric"
              value={String(table.making_progress)}
              disabled={total === 0}
              onChange={({ detail }) => setMinimum("making_progress", detail.value)}
            />
          </FormField>
        </div>
        <div data-field={`${at}.completed`}>
          <FormField label="Completed at" errorText={fault("completed")}>
            <Input
              inputMode="numeric"
              value={String(table.completed)}
              disabled={total === 0}
              onChange={({ detail }) => setMinimum("completed", detail.value)}
            />
          </FormField>
        </div>
        <p className="rubric-total" aria-live="polite">
          of <b className="figures">{counted(total, "point")}</b> total
        </p>
      </div>
      <p className="wizard-soft" role="status">
        {note}
      </p>
    </SpaceBetween>
  );
}
