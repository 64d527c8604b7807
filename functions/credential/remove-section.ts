import { removeSection } from "../../shared/credential/draft-calls.ts";
import { mayRemoveSection } from "../../shared/credential/rules.ts";
import { Problem } from "../../shared/http/problem.ts";
import { implement } from "../chain/implement.ts";
import { saveEdit, withSections } from "./model/editing.ts";
import { loadForStaff, viewerOf } from "./model/guards.ts";

/** Removes one section; those after it move up. */
export const handler = implement(removeSection, async ({ credential_id, section_id, version }, { actor, commit }) => {
  const whole = await loadForStaff(credential_id, actor);
  const { credential, sections } = whole;
  if (!sections.some((section) => section.section_id === section_id)) throw new Problem("resource.not-found");
  if (!mayRemoveSection(viewerOf(actor, credential), credential.status)) throw new Problem("credential.not-editable");
  const left = sections.filter((section) => section.section_id !== section_id);
  const moved = left.map((section, position) => ({ ...section, position }));
  return saveEdit(whole, withSections(moved), { part: "sections", actor, commit, seen: version });
});
