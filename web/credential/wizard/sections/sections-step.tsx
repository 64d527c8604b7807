import Button from "@cloudscape-design/components/button";
import FormField from "@cloudscape-design/components/form-field";
import SpaceBetween from "@cloudscape-design/components/space-between";
import { useState } from "react";
import { useFieldArray, useFormContext, useFormState, useWatch } from "react-hook-form";
import type * as z from "zod";
import { credentialLimits } from "../../../../shared/credential/parts.ts";
import { mayRemoveSection } from "../../../../shared/credential/rules.ts";
import type { SectionsStep as SectionsSchema } from "../../../../shared/credential/steps.ts";
import { reviewMinutes } from "../../../../shared/platform/money.ts";
import { api } from "../../../api/client.ts";
import { write } from "../../../api/queries.ts";
import { useSession } from "../../../session/session.tsx";
import { ConfirmDialog } from "../../../ui/dialogs/confirm.tsx";
import { counted, duration } from "../../../ui/look/format.ts";
import { viewerOf } from "../../viewer.ts";
import { StepForm } from "../step-form.tsx";
import { useDraft } from "../wizard-context.ts";
import { SectionFields } from "./section-fields.tsx";
import { blank, type SectionsValues, sectionsSchema, sectionValues, unfinishedSection } from "./sections-values.ts";

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
