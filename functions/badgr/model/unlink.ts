import { certificateKeys } from "../../data/keys/certificate.ts";
import { remove, type Step } from "../../data/steps.ts";
import { batchGet } from "../../data/table.ts";

/** The steps that part a credential which is deleted from its badge, so that the badge can be imported again. */
export async function unlinkSteps(cred_id: string): Promise<Step[]> {
  const [link] = await batchGet([certificateKeys.badge(cred_id)]);
  if (!link) return [];
  const { organization_id, badge_id } = link;
  return [
    remove(certificateKeys.badge(cred_id)),
    ...(badge_id ? [remove(certificateKeys.badgrCredential(String(organization_id), String(badge_id)))] : []),
  ];
}
