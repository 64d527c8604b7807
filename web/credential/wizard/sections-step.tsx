import Button from "@cloudscape-design/components/button";
import FormField from "@cloudscape-design/components/form-field";
import SpaceBetween from "@cloudscape-design/components/space-between";
import { useState } from "react";
import { useFieldArray, useFormContext, useFormState, useWatch } from "react-hook-form";
import * as z from "zod";
import type { Credential, Section } from "../../../shared/credential/credential.ts";
import { credentialLimits } from "../../../shared/credential/parts.ts";
import { mayRemoveSection } from "../../../shared/credential/rules.ts";
import { SectionsStep as SectionsSchema } from "../../../shared/credential/steps.ts";
import { reviewMinutes } from "../../../shared/platform/money.ts";
import { api } from "../../api/client.ts";
import { write } from "../../api/queries.ts";
import { useSession } from "../../session/session.tsx";
import { ConfirmDialog } from "../../ui/dialogs/confirm.tsx";
import { counted, duration } from "../../ui/look/format.ts";
import { viewerOf } from "../viewer.ts";
import { SectionFields } from "./section-fields.tsx";
import type { SectionsValues, SectionValues } from "./sections-values.ts";
import { StepForm } from "./step-form.tsx";
import { useDraft } from "./wizard-context.ts";

/**
 * The contract's rules over the typed sections. Missing minutes would keep it from looking further, so they are looked at
 * once as typed and once as if given: every message of a section is told at once.
 */
export const sectionsSchema = z.custom<SectionsValues>().superRefine(({ sections }, context) => {
  const given = sections.map((section) => ({ ...section, review_estimate: section.review_estimate ?? 1 }));
  const told = new Set<string>();
  for (const candidate of [sections, given])
    for (const { path, message } of SectionsSchema.safeParse(candidate).error?.issues ?? []) {
      const key = path.join(".");
      if (told.has(key)) continue;
      told.add(key);
      context.addIssue({ code: "custom", path: ["sections", ...path], message });
    }
});

const blank = (): SectionValues => ({
  title: "",
  description: "",
  rubric: "",
  rubric_ext: null,
  response_type: "0",
  options: [],
  options_multiple: false,
  review_estimate: null,
});

const typedOf = ({ rubric_ext, ...section }: Section): SectionValues => ({
  section_id: section.section_id,
  title: section.title,
  description: section.description,
  rubric: section.rubric,
  rubric_ext: rubric_ext && {
    criteria: rubric_ext.criteria,
    making_progress: rubric_ext.making_progress,
    completed: rubric_ext.completed,
  },
  response_type: section.response_type,
  options: section.options,
  options_multiple: section.options_multiple,
  review_estimate: section.review_estimate,
});

/** A section as it is typed, under the names it is kept with. */
const unfinishedSection = ({
  rubric = "",
  rubric_ext = null,
  options = [],
  options_multiple = false,
  time_req_unit: _,
  ...section
}: SectionValues) => ({
  ...section,
  rubric,
  rubric_ext: rubric_ext && {
    criteria: rubric_ext.criteria,
    making_progress: rubric_ext.making_progress ?? 0,
    completed: rubric_ext.completed ?? 0,
  },
  options,
  options_multiple,
});

/** The form's values: what is saved, or one blank section. */
export const sectionValues = (credential: Credential | undefined): SectionsValues => {
  const sections = credential?.scores_and_submissions.sections ?? [];
  return { sections: sections.length > 0 ? sections.map(typedOf) : [blank()] };
};

/** Step 1: the sections an applicant submits, each with its rubric. */
export function SectionsStep() {
  const { credential, organization_id } = useDraft();
  return (
    <StepForm
      schema={sectionsSchema}
      valuesOf={sectionValues}
      fieldOf={(name) => name.replace(/^data\b/, "sections")}
      unfinishedOf={({ sections }) => ({ part: { sections: sections.map(unfinishedSection) } })}
      typedOf={({ sections }) => sections && { sections: sections.length > 0 ? sections : [blank()] }}
      send={({ sections }, { credential_id, version } = credential) => {
        const data = sections as z.input<typeof SectionsSchema>;
        return write(api.credential.saveSections, { organization_id, credential_id, version, data });
      }}
    >
      <Sections />
    </StepForm>
  );
}

function Sections() {
  const { control, setFocus } = useFormContext<SectionsValues>();
  const { fields, append, remove, move } = useFieldArray({ control, name: "sections" });
  const { errors } = useFormState({ control, name: "sections" });
  const sections = useWatch({ control, name: "sections" });
  const [leaving, setLeaving] = useState<number>();
  const { credential } = useDraft();
  const viewer = viewerOf(useSession(), credential);
  const removes = viewer !== undefined && mayRemoveSection(viewer, credential.status);
  const minutes = reviewMinutes(sections.map(({ review_estimate }) => ({ review_estimate: review_estimate ?? 0 })));
  const fault = errors.sections?.root?.message ?? (errors.sections?.message as string | undefined);
  const full = fields.length >= credentialLimits.sections;
  const drop = (index: number) => {
    const { title, description, rubric, rubric_ext } = sections[index] ?? blank();
    const empty = !title && !description && !rubric && !rubric_ext?.criteria.length;
    if (empty) remove(index);
    else setLeaving(index);
  };
  return (
    <SpaceBetween size="l">
      {fields.map(({ id }, index) => (
        <SectionFields
          key={id}
          index={index}
          among={{
            count: fields.length,
            onMove: (by) => {
              move(index, index + by);
              requestAnimationFrame(() => setFocus(`sections.${index + by}.title`));
            },
            onRemove: () => drop(index),
            kept: sections[index]?.section_id && !removes ? "Your role doesn’t include deleting sections." : undefined,
          }}
        />
      ))}
      <FormField errorText={fault}>
        <div className="wizard-sections-end">
          <Button
            iconName="add-plus"
            formAction="none"
            disabled={full}
            disabledReason={full ? `A credential has at most ${credentialLimits.sections} sections.` : undefined}
            onClick={() => append(blank())}
          >
            Add section
          </Button>
          <p className="wizard-soft" aria-live="polite">
            {counted(fields.length, "section")} of {credentialLimits.sections}, {duration(minutes)} of review time
          </p>
        </div>
      </FormField>
      {leaving === undefined ? null : (
        <ConfirmDialog
          title={`Remove section ${leaving + 1}, “${sections[leaving]?.title || "Untitled"}”?`}
          confirm="Remove"
          destructive
          onConfirm={() => {
            remove(leaving);
            return undefined;
          }}
          onClose={() => setLeaving(undefined)}
        >
          The section and its rubric are removed when you save this step.
        </ConfirmDialog>
      )}
    </SpaceBetween>
  );
}
