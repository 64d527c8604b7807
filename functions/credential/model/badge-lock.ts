import { Problem } from "../../../shared/http/problem.ts";
import { audit } from "../../data/audit.ts";
import { credentialKeys } from "../../data/keys/credential.ts";
import type { Step } from "../../data/steps.ts";
import { get } from "../../data/table.ts";
import { transition } from "../../data/transition.ts";
import { credentialEntity } from "./entity.ts";
import { StoredCredential } from "./record.ts";

/**
 * The steps that lock the badge settings of a published credential, now that its badge is made, with the badge's audit row.
 * They are refused as `state.changed` when somebody changes the credential meanwhile.
 */
export async function lockBadgeSteps(cred_id: string): Promise<Step[]> {
  const before = await get(StoredCredential, credentialKeys.credential(cred_id));
  if (before === undefined) throw new Problem("resource.not-found");
  const recorded = "badge.made";
  const { steps, after } = transition(credentialEntity, "lockBadge", {
    before,
    set: { entity_type: "BadgeClass" },
    recordedBy: { recorded },
  });
  const { organization_id, entity_type: from } = before;
  const row = { organization_id, actor_id: "system", subject_id: cred_id, cred_id, from, to: after.entity_type };
  return [...steps, audit(recorded, row)];
}
