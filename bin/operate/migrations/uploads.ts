import { fileUseSteps } from "../../../functions/credential/model/files.ts";
import { StoredCredential, StoredCriteria, StoredDetails } from "../../../functions/credential/model/record.ts";
import { credentialKeys, credentialPartOf } from "../../../functions/data/keys/credential.ts";
import { idOf } from "../../../functions/data/keys/key.ts";
import { check, type Step } from "../../../functions/data/steps.ts";
import { batchGet, type Item, transactGet } from "../../../functions/data/table.ts";

/** What the uploads lack that a part of a credential's working copy holds: its id. */
export async function uploadSteps(item: Item): Promise<Step[]> {
  const of = credentialKeys.credential(idOf(item.pk));
  const [credential, part] = await transactGet([of, item]);
  if (!credential || !part) return [];
  const { version, ...owner } = StoredCredential.parse(credential);
  const steps = fileUseSteps(owner, {}, holdingOf(part));
  const found = await batchGet(steps.map(({ key }) => key));
  const missing = steps.filter((_, index) => found[index] === undefined);
  return missing.length === 0 ? [] : [check(of, { where: { version } }), ...missing];
}

function holdingOf(part: Item): Parameters<typeof fileUseSteps>[1] {
  const name = credentialPartOf(part);
  if (name === "DETAILS") return { details: StoredDetails.parse(part) };
  return name === "CRITERIA" ? { criteria: StoredCriteria.parse(part) } : {};
}
