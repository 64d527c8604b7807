import { isDeepStrictEqual } from "node:util";
import type { SectionInput } from "../../../shared/credential/steps.ts";
import { Problem } from "../../../shared/http/problem.ts";
import { newId } from "../../data/ids.ts";
import { cleanText } from "./clean-text.ts";
import { type Edit, withSections } from "./editing.ts";
import type { StoredSection } from "./record.ts";

/** A section as it is stored: safe texts, one kind of rubric, the table's own figures worked out. */
async function storedSection(input: SectionInput, position: number): Promise<StoredSection> {
  const { section_id = newId("sec"), rubric_ext, ...rest } = input;
  const { time_req_unit: _, cred_id: __, credential_id: ___, organization_id: ____, ...section } = rest;
  const table = rubric_ext !== null && rubric_ext.criteria.length > 0;
  const at = (field: string) => `data.${position}.${field}`;
  return {
    ...section,
    section_id,
    position,
    description: await cleanText(section.description, at("description"), "Description Text field cannot be empty"),
    rubric: table ? "" : await cleanText(section.rubric, at("rubric"), "Rubric cannot be empty"),
    rubric_ext: table
      ? {
          criteria: rubric_ext.criteria,
          count: rubric_ext.criteria.length,
          making_progress: rubric_ext.making_progress,
          completed: rubric_ext.completed,
          tableValid: true,
        }
      : null,
  };
}

/**
 * The edit that makes `inputs` the sections of a credential. A section_id that is not one of `before` is not found; a new
 * section that stands there already, word by word, is that one: the same was sent before.
 */
export async function sectionsEdit(before: readonly StoredSection[], inputs: readonly SectionInput[]): Promise<Edit> {
  const known = new Set(before.map(({ section_id }) => section_id));
  const named = inputs.map(({ section_id }) => section_id).filter((id) => id !== undefined);
  if (named.some((id) => !known.has(id)) || new Set(named).size < named.length) throw new Problem("resource.not-found");
  const isNamed = new Set(named);
  const sections: StoredSection[] = [];
  for (const [position, input] of inputs.entries()) {
    const section = await storedSection(input, position);
    const present = before[position];
    const isPresent =
      present !== undefined &&
      input.section_id === undefined &&
      !isNamed.has(present.section_id) &&
      isDeepStrictEqual(present, { ...section, section_id: present.section_id });
    sections.push(isPresent ? present : section);
  }
  return withSections(sections);
}
