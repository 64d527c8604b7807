import { saveSections } from "../../shared/credential/draft-calls.ts";
import { implement } from "../chain/implement.ts";
import { requireId } from "../chain/require-id.ts";
import { saveEdit } from "./model/editing.ts";
import { loadForStaff, requireEditableCredential, requireSectionsKept } from "./model/guards.ts";
import { sectionsEdit } from "./model/sections.ts";
import { dropSteps } from "./model/unfinished.ts";

/** Saves all sections at once, in the order given. */
export const handler = implement(saveSections, async ({ credential_id, version, data, btnType }, { actor, commit }) => {
  const [whole, finished] = await Promise.all([
    loadForStaff(credential_id, actor),
    btnType === "apply" ? [] : dropSteps(actor.user_id, credential_id, 1),
  ]);
  requireEditableCredential(actor, whole, "sections");
  for (const [index, { cred_id, credential_id: also, organization_id }] of data.entries()) {
    requireId(`data.${index}.cred_id`, cred_id, credential_id);
    requireId(`data.${index}.credential_id`, also, credential_id);
    requireId(`data.${index}.organization_id`, organization_id, actor.organization_id);
  }
  const { set, sections } = await sectionsEdit(whole.sections, data);
  if (version === whole.credential.version) requireSectionsKept(actor, whole, sections!); // older ones are refused as such
  const step = Math.max(whole.credential.step, 1);
  const edit = { set: { ...set, step }, sections };
  return saveEdit(whole, edit, { part: "sections", actor, commit, seen: version, finished });
});
