import { credentialKeys, credentialPartOf } from "../../data/keys/credential.ts";
import { get, type Item, queryAll } from "../../data/table.ts";
import {
  StoredCredential,
  StoredCriteria,
  StoredDecision,
  StoredDetails,
  StoredSection,
  type WholeCredential,
} from "./record.ts";

/**
 * Reads a credential whole, META before its content; undefined when there is none. Every change of the content changes
 * META too: a write under the condition of META's version that was read fails where the content is of a later one.
 */
export async function readWhole(cred_id: string): Promise<WholeCredential | undefined> {
  const credential = await get(StoredCredential, credentialKeys.credential(cred_id));
  return credential && { credential, ...(await readContent(cred_id)) };
}

/** Reads the parts of a credential's working copy; its META has been read before. */
export const readContent = async (cred_id: string) =>
  contentOf(await queryAll(credentialKeys.credentialParts(cred_id)));

/** Sorts the items of a working copy or of a revision into its parts. */
export function contentOf(items: readonly Item[]): Omit<WholeCredential, "credential"> {
  const part = (name: string) => items.find((item) => credentialPartOf(item) === name);
  const criteria = part("CRITERIA");
  const decision = part("DECISION");
  return {
    details: StoredDetails.parse(part("DETAILS")),
    ...(criteria && { criteria: StoredCriteria.parse(criteria) }),
    ...(decision && StoredDecision.parse(decision)),
    sections: items
      .filter((item) => credentialPartOf(item) === "SECTION")
      .map((item) => StoredSection.parse(item))
      .toSorted((a, b) => a.position - b.position),
  };
}
