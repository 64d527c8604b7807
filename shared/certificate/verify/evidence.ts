import { digestMultibaseOf } from "../evidence.ts";
import { isObject, type Json, listOf, quoted, Refusal } from "./verdict.ts";

/** The manifest of one section's evidence as it was disclosed, and those of its files that are there to be compared. */
export interface DisclosedEvidence {
  readonly manifest: string;
  readonly files?: readonly { readonly name: string; readonly bytes: Uint8Array<ArrayBuffer> }[];
}

/** How many digests a credential holds of evidence. */
export const digestsOf = (credential: Json): string[] =>
  listOf(credential.evidence).flatMap((each) =>
    isObject(each) && typeof each.digestMultibase === "string" ? [each.digestMultibase] : [],
  );

/**
 * Compares disclosed evidence with the digests that were signed, and its files with their manifest. Throws a `Refusal`
 * (`altered`) at the first that differs.
 */
export async function refuseAlteredEvidence(credential: Json, disclosed: readonly DisclosedEvidence[]): Promise<void> {
  const digests = digestsOf(credential);
  const refuse = (what: string) => new Refusal("altered", "evidence", `${what} is not what was judged.`);
  for (const { manifest, files = [] } of disclosed) {
    const sha256 = await sha256Of(new TextEncoder().encode(manifest));
    if (!digests.includes(digestMultibaseOf(sha256))) throw refuse("The evidence that came with it");
    const listed = filesOf(manifest);
    for (const { name, bytes } of files) {
      const fileSha256 = await sha256Of(bytes);
      if (!listed.some((each) => each.name === name && each.sha256 === fileSha256))
        throw refuse(`The file ${quoted(name)}`);
    }
  }
}

function filesOf(manifest: string): { name: string; sha256: string }[] {
  const parsed: unknown = JSON.parse(manifest);
  return listOf(isObject(parsed) ? parsed.files : []).flatMap((each) =>
    isObject(each) && typeof each.name === "string" && typeof each.sha256 === "string"
      ? [{ name: each.name, sha256: each.sha256 }]
      : [],
  );
}

/** The SHA-256 of bytes, in hex. */
async function sha256Of(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
