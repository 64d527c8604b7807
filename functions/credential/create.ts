import { create } from "../../shared/credential/draft-calls.ts";
import { implement } from "../chain/implement.ts";
import { detailsEdit } from "./model/details.ts";
import { newDraft } from "./model/draft.ts";

/** Makes a draft out of the wizard's step 0. */
export const handler = implement(create, async ({ credential_details }, { actor, commit }) => {
  const { steps, shown } = newDraft(await detailsEdit(credential_details, actor), actor);
  return commit(steps, { data: shown });
});
