import { credentialKeys } from "../../data/keys/credential.ts";
import { put, type Step } from "../../data/steps.ts";
import { queryAll } from "../../data/table.ts";
import { StoredCredential, type WholeCredential } from "./record.ts";
import { contentOf } from "./store.ts";

/** The steps that keep a credential as it is rejected, so that whoever decides on it again sees what changed. */
export function rejectedSteps({ credential, details, criteria, sections }: WholeCredential): Step[] {
  const { cred_id, version } = credential;
  return [
    put(credentialKeys.rejected(cred_id, version, "META"), { ...credential }),
    put(credentialKeys.rejected(cred_id, version, "DETAILS"), details),
    ...(criteria ? [put(credentialKeys.rejected(cred_id, version, "CRITERIA"), criteria)] : []),
    ...sections.map((section) =>
      put(credentialKeys.rejected(cred_id, version, `SECTION#${section.section_id}`), section),
    ),
  ];
}

/** Reads a credential as it was when it was last rejected, while that is not settled; undefined where nothing is kept. */
export async function readRejected(
  { cred_id, status }: Pick<StoredCredential, "cred_id" | "status">,
  rejected: WholeCredential["rejected"],
): Promise<WholeCredential | undefined> {
  if (!rejected || (status !== "rejected" && status !== "submitted")) return undefined;
  const items = await queryAll(credentialKeys.rejectedParts(cred_id, rejected.version));
  const meta = items.find(({ sk }) => sk === credentialKeys.rejected(cred_id, rejected.version, "META").sk);
  return meta && { credential: StoredCredential.parse(meta), ...contentOf(items) };
}
