import { saveSections } from "../../shared/credential/calls.ts";
import { implement } from "../runtime/implement.ts";
import { saveEdit } from "./editing.ts";
import { requireEditableCredential } from "./guards.ts";
import { sectionsEdit } from "./sections.ts";
import { loadOwn } from "./store.ts";

/** Saves all sections at once, in the order given. */
export const handler = implement(saveSections, async ({ credential_id, version, data }, { actor, commit }) => {
  const whole = await loadOwn(credential_id, actor);
  requireEditableCredential(actor, whole, "sections");
  const { set, sections } = sectionsEdit(whole.sections, data);
  const step = Math.max(whole.credential.step, 1);
  return saveEdit(whole, { set: { ...set, step }, sections }, { part: "sections", actor, commit, seen: version });
});
