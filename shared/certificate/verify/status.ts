import { noticeTerms, statusListEntries } from "../status-list.ts";
import { allowedAddress } from "./address.ts";
import { momentOf } from "./document.ts";
import type { Documents } from "./documents.ts";
import { issuerKey } from "./issuer.ts";
import { refuseAltered, signedParts } from "./signature.ts";
import { idOf, isObject, type Json, listOf, quoted, Refusal } from "./verdict.ts";

/** The standard's smallest list, in bytes, and more than any that is sensible. */
const listBytes = { min: statusListEntries / 8, max: 4_000_000 };
const clockSkewMs = 300_000;
/** For how long a list without an end is the issuer's word of today. */
const freshMs = 7 * 86_400_000;

/** What a status entry says now. */
export type Status =
  | {
      readonly state: "good" /** When the list was made, in milliseconds, where that is not lately. */;
      readonly listedAt?: number;
    }
  | {
      readonly state: "revoked" | "suspended";
      /** In milliseconds; undefined where the issuer does not say. */
      readonly at?: number;
      readonly code?: string;
      readonly replacedBy?: string;
    };

const unreadable = (sentence: string) => new Refusal("unreachable", "status", sentence);
const malformed = (sentence: string) => new Refusal("malformed", "status", sentence);

/** Where each status of a credential stands. Throws a `Refusal` for an entry of another kind. */
export function statusAddresses(credential: Json, { rules }: Pick<Documents, "rules">): URL[] {
  return statusEntries(credential).map(({ statusListCredential }) =>
    allowedAddress(String(statusListCredential), rules, "status"),
  );
}

/** The entries that can take a credential's force away. */
export function statusEntries(credential: Json): Json[] {
  return listOf(credential.credentialStatus).flatMap((entry) => {
    if (!isObject(entry)) throw malformed("Its status isn’t an object.");
    const { type, statusPurpose, statusListIndex, statusListCredential, statusSize = 1 } = entry;
    if (!listOf(type).includes("BitstringStatusListEntry"))
      throw unreadable(`Its status is of type ${quoted(type)}, which this verifier can’t read.`);
    if (statusPurpose === "message" || statusPurpose === "refresh") return [];
    if (statusPurpose !== "revocation" && statusPurpose !== "suspension")
      throw unreadable("Its status is for a purpose that this verifier doesn’t know.");
    if (typeof statusListIndex === "number")
      throw malformed(
        `Its place in the status list is the number ${statusListIndex}, which has to be written as text.`,
      );
    if (typeof statusListIndex !== "string" || !/^\d{1,9}$/.test(statusListIndex))
      throw malformed(`Its place in the status list is ${quoted(statusListIndex)}, which isn’t a number.`);
    if (typeof statusListCredential !== "string") throw malformed("Its status doesn’t name a list.");
    if (statusSize !== 1) throw unreadable("Its status has more than one bit, which this verifier can’t read.");
    return [entry];
  });
}

/** What the issuer's signed list says of one entry. Throws a `Refusal`: a status that cannot be read is never fine. */
export async function statusOf(entry: Json, issuer: string, documents: Documents, now: number): Promise<Status> {
  const { statusPurpose, statusListIndex, statusListCredential } = entry as Record<string, string>;
  const what = "The status list";
  const list = await documents.read(statusListCredential!, "status", what);
  await refuseUnsigned(list, issuer, documents, what);
  const subject = list.credentialSubject;
  if (!listOf(list.type).includes("BitstringStatusListCredential") || !isObject(subject))
    throw unreadable(`${what} isn’t a status list.`);
  if (list.id !== undefined && list.id !== statusListCredential)
    throw unreadable(`${what} isn’t the one this credential names.`);
  if (!listOf(subject.statusPurpose).includes(statusPurpose)) throw unreadable(`${what} is for another purpose.`);
  const [listedAt, listedUntil] = ["validFrom", "validUntil"].map((each) => momentOf(list, each, "status"));
  if (listedUntil !== undefined && listedUntil + clockSkewMs < now && !documents.fromPackage)
    throw unreadable(`${what} is out of date.`);
  const isSet = bitOf(await bitsOf(subject.encodedList), Number(statusListIndex));
  const isOld = listedUntil === undefined && listedAt !== undefined && listedAt + freshMs < now;
  if (!isSet) return { state: "good", ...((isOld || documents.fromPackage) && listedAt !== undefined && { listedAt }) };
  if (statusPurpose === "suspension") return { state: "suspended" };
  const notice = await noticeOf(entry, issuer, documents);
  return { state: "revoked", ...notice };
}

/** Refuses a document that the credential's issuer did not sign: another's word on its status is worth nothing. */
async function refuseUnsigned(document: Json, issuer: string, documents: Documents, what: string, ownTerms?: object) {
  if (idOf(document.issuer) !== issuer) throw unreadable(`${what} doesn’t belong to its issuer.`);
  try {
    const parts = signedParts(document, "status", what, ownTerms);
    const { key } = await issuerKey(issuer, parts.proof.verificationMethod, documents);
    await refuseAltered(parts, key, "status", what);
  } catch (error) {
    throw error instanceof Refusal ? unreadable(`${what} can’t be trusted: ${error.message}`) : error;
  }
}

async function bitsOf(encoded: unknown): Promise<Uint8Array> {
  if (typeof encoded !== "string" || !/^u[\w-]+$/.test(encoded))
    throw unreadable("The status list isn’t encoded correctly.");
  const bytes = Uint8Array.from(atob(encoded.slice(1).replaceAll("-", "+").replaceAll("_", "/")), (char) =>
    char.charCodeAt(0),
  );
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let length = 0;
  try {
    const reader = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip")).getReader();
    for (let next = await reader.read(); !next.done && length <= listBytes.max; next = await reader.read()) {
      length += next.value.length;
      parts.push(next.value);
    }
    if (length > listBytes.max) await reader.cancel();
  } catch {
    throw unreadable("The status list is damaged.");
  }
  if (length < listBytes.min || length > listBytes.max) throw unreadable("The status list is too short.");
  return new Uint8Array(await new Blob(parts).arrayBuffer());
}

/** Index 0 is the left-most bit. */
function bitOf(bits: Uint8Array, index: number): boolean {
  const byte = bits[index >> 3];
  if (byte === undefined) throw unreadable(`Its place ${index} is outside the status list.`);
  return (byte & (0x80 >> (index & 7))) !== 0;
}

/** Since when and why an entry is set: beside its list, where its issuer publishes that. Unsigned ones count for nothing. */
async function noticeOf(
  entry: Json,
  issuer: string,
  documents: Documents,
): Promise<{ at?: number; code?: string; replacedBy?: string }> {
  const address = noticeAddress(entry);
  if (!address) return {};
  try {
    const notice = await documents.readOptional(address, "status", "Its revocation record");
    if (!notice) return {};
    await refuseUnsigned(notice, issuer, documents, "Its revocation record", noticeTerms);
    const at = momentOf(notice, "validFrom", "status");
    const subject = notice.credentialSubject;
    if (at === undefined || !isObject(subject) || subject.id !== entry.id) return {};
    const { statusReason, replacedBy } = subject;
    return {
      at,
      ...(typeof statusReason === "string" && { code: statusReason }),
      ...(statusReason === "replaced" && typeof replacedBy === "string" && { replacedBy }),
    };
  } catch (error) {
    if (error instanceof Refusal) return {};
    throw error;
  }
}

/** Laurel's lists are at /status/<list>.json, with a notice of a set entry at /status/<list>/<index>.json. */
function noticeAddress({ statusListCredential, statusListIndex }: Json): string | undefined {
  const list = /^(.*\/status\/[\w-]+)\.json$/.exec(String(statusListCredential));
  return list ? `${list[1]}/${String(statusListIndex)}.json` : undefined;
}
