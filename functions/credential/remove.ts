import { remove as removeCall } from "../../shared/credential/calls.ts";
import { Problem } from "../../shared/http/problem.ts";
import { unlinkSteps } from "../badgr/model/unlink.ts";
import { removeAnchorSteps } from "../calibration/model/anchors.ts";
import { implement } from "../chain/implement.ts";
import { credentialKeys } from "../data/keys/credential.ts";
import { remove } from "../data/steps.ts";
import { transition } from "../data/transition.ts";
import { credentialEntity } from "./model/entity.ts";
import { fileUseSteps } from "./model/files.ts";
import { loadForStaff, requireVersion } from "./model/guards.ts";
import { dropAllSteps } from "./model/unfinished.ts";

/** Deletes a draft with all that is written in it. */
export const handler = implement(removeCall, async ({ credential_id, version }, { actor, commit }) => {
  const [whole, unlinked, anchored] = await Promise.all([
    loadForStaff(credential_id, actor),
    unlinkSteps(credential_id),
    removeAnchorSteps(credential_id),
  ]);
  const { credential, criteria, sections } = whole;
  const { steps } = transition(credentialEntity, "remove", {
    before: credential,
    wrongState: new Problem("credential.wrong-state"),
    otherwise: new Problem("credential.changed"),
    actor_id: actor.user_id,
  });
  requireVersion(credential, version);
  return commit(
    [
      ...steps,
      remove(credentialKeys.credentialDetails(credential_id)),
      ...(criteria ? [remove(credentialKeys.credentialCriteria(credential_id))] : []),
      ...sections.map(({ section_id }) => remove(credentialKeys.section(credential_id, section_id))),
      ...fileUseSteps(credential, whole, {}),
      ...unlinked,
      ...anchored,
      ...dropAllSteps(actor.user_id, credential_id),
    ],
    { data: { credential_id } },
  );
});
