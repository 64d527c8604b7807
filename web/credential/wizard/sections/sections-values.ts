import * as z from "zod";
import type { Credential, Section } from "../../../../shared/credential/credential.ts";
import { type SectionInput, SectionsStep } from "../../../../shared/credential/steps.ts";

/** A section in the form: its minutes are null while nothing is typed. */
export type SectionValues = Omit<z.input<typeof SectionInput>, "review_estimate"> & {
  review_estimate: number | null;
};

/** The form of step 1. */
export interface SectionsValues {
  sections: SectionValues[];
}

/**
 * The contract's rules over the typed sections. Missing minutes would keep it from looking further, so they are looked at
 * once as typed and once as if given: every message of a section is told at once.
 */
export const sectionsSchema = z.custom<SectionsValues>().superRefine(({ sections }, context) => {
  const given = sections.map((section) => ({ ...section, review_estimate: section.review_estimate ?? 1 }));
  const told = new Set<string>();
  for (const candidate of [sections, given])
    for (const { path, message } of SectionsStep.safeParse(candidate).error?.issues ?? []) {
      const key = path.join(".");
      if (told.has(key)) continue;
      told.add(key);
      context.addIssue({ code: "custom", path: ["sections", ...path], message });
    }
});

/** A section of which nothing is typed. */
export const blank = (): SectionValues => ({
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
export const unfinishedSection = ({
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
