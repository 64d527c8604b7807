import SpaceBetween from "@cloudscape-design/components/space-between";
import { type ReactNode, useId } from "react";
import { useWatch } from "react-hook-form";
import * as z from "zod";
import { type AnchorAnswer, type AnchorMark, KeyedSection } from "../../shared/calibration/anchor.ts";
import type { RubricSection } from "../../shared/calibration/calls.ts";
import { gradeRubric } from "../../shared/submission/rules.ts";
import { marksIn } from "../content/calibration/judgement.ts";
import { Rubric } from "../content/credential/rubric.tsx";
import { ScoreMeter } from "../content/review/grading/decision-bar.tsx";
import { MarkedCriterion } from "../content/review/grading/rubric-marks.tsx";
import { TextField } from "../ui/forms/fields.tsx";
import { RadioField } from "../ui/forms/radio-field.tsx";
import { useField } from "../ui/forms/use-field.ts";
import { Disclosure, Panel } from "../ui/look/panel.tsx";
import { RichText } from "../ui/look/rich-text.tsx";
import "../content/review/grading/grading.css";
import "./anchors.css";

type Verdict = AnchorMark["status"];

/** What a form holds of an anchor: a verdict and marks of each section, not decided yet where there is nothing. */
export interface TypedMarks {
  readonly sections: readonly {
    readonly section_id: string;
    readonly status: Verdict | null;
    readonly marks: readonly {
      readonly criteria_id: string;
      readonly achieved: boolean | null;
      readonly reason?: string;
    }[];
  }[];
}

const status = z.enum(["accepted", "rejected"], "Choose a decision.");
const mark = z.object({ criteria_id: z.string(), achieved: z.boolean("Mark every criterion.") });
const { reason } = KeyedSection.shape.marks.element.shape;
const rulesOf = <Mark extends z.ZodType>(each: Mark) =>
  z.object({ sections: z.array(z.object({ section_id: z.string(), status, marks: z.array(each) })) });

const marks = rulesOf(mark);
const key = rulesOf(mark.extend({ reason }));
/** What a reviewer marks, checked. */
export type CheckedMarks = z.output<typeof marks>;
/** A key, checked. */
export type CheckedKey = z.output<typeof key>;
/** Checks what a reviewer marks. */
export const marksSchema = marks as unknown as z.ZodType<CheckedMarks, TypedMarks>;
/** Checks a key: each mark with its reason. */
export const keySchema = key as unknown as z.ZodType<CheckedKey, TypedMarks>;

/** The form's values: what was said of the anchor, or nothing yet. */
export const typedMarks = (
  sections: readonly RubricSection[],
  said: readonly (AnchorMark | KeyedSection)[] = [],
): TypedMarks => ({
  sections: sections.map(({ section_id, criteria }) => {
    const section = said.find((each) => each.section_id === section_id);
    return {
      section_id,
      status: section?.status ?? null,
      marks: criteria.map(({ criteria_id }) => ({
        criteria_id,
        achieved: null,
        reason: "",
        ...section?.marks.find((each) => each.criteria_id === criteria_id),
      })),
    };
  }),
});

/** The decisions, as grading has them. */
export const verdictWords = { accepted: "Approve", rejected: "Reject" } as const;
/** The marks, as grading has them. */
export const markWords = (achieved: boolean | undefined): string =>
  achieved === undefined ? "–" : achieved ? "Passing" : "Not passing";

/** Something of an anchor: a criterion, or a section's verdict. */
export interface AnchorPlace {
  readonly section_id: string;
  readonly criteria_id?: string;
}

/** Every section of an anchor as work is graded: what is handed in beside the rubric that it is marked by. */
export function AnchorSections({
  sections,
  answers,
  reasons = false,
  noteOf = () => null,
}: {
  readonly sections: readonly RubricSection[];
  readonly answers: readonly AnchorAnswer[];
  /** Each mark wants a reason. */
  readonly reasons?: boolean;
  /** What stands below a mark or a verdict. */
  readonly noteOf?: (place: AnchorPlace) => ReactNode;
}) {
  return sections.map((section, at) => (
    <div className="grading" key={section.section_id}>
      <AnchorWork section={section} number={at + 1} answers={answers} />
      <div className="grading-judgement">
        <SectionMarks section={section} at={at} reasons={reasons} noteOf={noteOf} />
      </div>
    </div>
  ));
}

/** What an anchor hands in for a section. */
export function AnchorWork({
  section: { section_id, title, description },
  number,
  answers,
}: {
  readonly section: RubricSection;
  readonly number: number;
  readonly answers: readonly AnchorAnswer[];
}) {
  return (
    <Panel title={`${number}. ${title}`}>
      <SpaceBetween size="l">
        <Disclosure title="Prompt">
          <RichText html={description} />
        </Disclosure>
        <section className="work-part">
          <h3>Response</h3>
          <p className="work-plain">{answers.find((each) => each.section_id === section_id)?.answer}</p>
        </section>
      </SpaceBetween>
    </Panel>
  );
}

function SectionMarks({
  section,
  at,
  reasons,
  noteOf,
}: {
  readonly section: RubricSection;
  readonly at: number;
  readonly reasons: boolean;
  readonly noteOf: (place: AnchorPlace) => ReactNode;
}) {
  const { section_id, title, rubric, criteria, making_progress, completed } = section;
  const typed = useWatch<TypedMarks>({ name: `sections.${at}.marks` }) as
    | TypedMarks["sections"][number]["marks"]
    | undefined;
  const marked = marksIn(
    Object.fromEntries(
      (typed ?? []).flatMap((each) => (each.achieved === null ? [] : [[each.criteria_id, each.achieved]])),
    ),
    criteria,
  );
  const score = gradeRubric({ criteria, making_progress, completed }, marked);
  return (
    <Panel title={`Your marks on “${title}”`}>
      <SpaceBetween size="l">
        {criteria.length > 0 ? (
          <div className="marks">
            {criteria.map((criterion, index) => (
              <MarkField
                key={criterion.criteria_id}
                criterion={criterion}
                name={`sections.${at}.marks.${index}`}
                reasons={reasons}
              >
                {noteOf({ section_id, criteria_id: criterion.criteria_id })}
              </MarkField>
            ))}
          </div>
        ) : (
          <Rubric rubric={rubric} rubric_ext={null} />
        )}
        {criteria.length > 0 ? (
          <ScoreMeter
            score={{ ...score, making_progress, completed }}
            marked={marked.length}
            toMark={criteria.length}
          />
        ) : null}
        <RadioField
          name={`sections.${at}.status`}
          label={`Decision on “${title}”`}
          items={(["accepted", "rejected"] as const).map((value) => ({ value, label: verdictWords[value] }))}
        />
        {noteOf({ section_id })}
      </SpaceBetween>
    </Panel>
  );
}

/** A mark with its reason, where it wants one. */
function MarkField({
  criterion,
  name,
  reasons,
  children,
}: {
  readonly criterion: RubricSection["criteria"][number];
  readonly name: string;
  readonly reasons: boolean;
  readonly children: ReactNode;
}) {
  const { value, set, ref, error } = useField<boolean | null>({ name: `${name}.achieved` });
  return (
    <MarkedCriterion
      criterion={criterion}
      group={useId()}
      marked={value ?? undefined}
      missing={error !== undefined}
      control={ref}
      onMark={set}
    >
      <div className="mark-note">
        {error ? (
          <p className="marks-error" role="alert">
            {error}
          </p>
        ) : null}
        {reasons ? (
          <TextField name={`${name}.reason`} label={`Why, for “${criterion.criteria}”`} lengthMax={200} stretch />
        ) : null}
        {children}
      </div>
    </MarkedCriterion>
  );
}
