import { credentialPath, didOf, statusListPath, statusNoticePath } from "./addresses.ts";
import { credentialsContext, type DateTime } from "./signed.ts";

/** Entries of a list: the fewest that the standard allows, so that an entry tells nothing of whose it is. */
export const statusListEntries = 131_072;

/** Milliseconds for which what a list says may be kept. */
export const statusListLifeMs = 30_000;

/** Days for which a list may be believed, whoever kept it: it is signed anew each day, so that a week is time to mend that. */
const statusListDays = 7;

/** Why a certificate is no longer good. `replaced` by one with a corrected name. */
export const revocationCodes = ["issued-in-error", "holder's-wish", "rules-broken", "replaced"] as const;
/** The reasons one may give: a replacement is none of them. */
export const givenReasons = ["issued-in-error", "holder's-wish", "rules-broken"] as const;
/** Why a certificate is no longer good. */
export type RevocationCode = (typeof revocationCodes)[number];

/** The place of a certificate in its organization's list. */
export interface StatusPlace {
  readonly list_id: string;
  readonly index: number;
}

/** Where a credential says that its status is. */
export interface StatusEntry {
  readonly id: string;
  readonly type: "BitstringStatusListEntry";
  readonly statusPurpose: "revocation";
  /** In decimal digits. */
  readonly statusListIndex: string;
  readonly statusListCredential: string;
}

/** The status entry of a certificate. */
export const statusEntryOf = (origin: string, { list_id, index }: StatusPlace): StatusEntry => ({
  id: `${origin}${statusListPath(list_id)}#${index}`,
  type: "BitstringStatusListEntry",
  statusPurpose: "revocation",
  statusListIndex: String(index),
  statusListCredential: origin + statusListPath(list_id),
});

/** The bits of a list with those of some entries set. Entry 0 is the left-most bit. */
export function bitsOf(indexes: Iterable<number>): Uint8Array {
  const bits = new Uint8Array(statusListEntries / 8);
  for (const index of indexes) {
    if (!Number.isInteger(index) || index < 0 || index >= statusListEntries)
      throw new RangeError(`There is no entry ${index} in a list.`);
    bits[index >> 3]! |= 0x80 >> (index & 7);
  }
  return bits;
}

/** A list as it is signed. */
export interface StatusListCredential {
  readonly "@context": readonly [typeof credentialsContext];
  readonly id: string;
  readonly type: readonly ["VerifiableCredential", "BitstringStatusListCredential"];
  readonly issuer: string;
  readonly validFrom: DateTime;
  readonly validUntil: DateTime;
  readonly credentialSubject: {
    readonly id: string;
    readonly type: "BitstringStatusList";
    readonly statusPurpose: "revocation";
    /** The bits, compressed by gzip, in base64url with a leading u. */
    readonly encodedList: string;
    readonly ttl: number;
  };
}

/** What a list is made from. `gzipped` are its bits, compressed. */
export interface StatusListDetails {
  readonly organization_id: string;
  readonly list_id: string;
  readonly publishedOn: DateTime;
  readonly gzipped: Uint8Array;
}

/** The list credential to sign: its issuer is that of the credentials it speaks of. */
export function statusListOf(
  origin: string,
  { organization_id, list_id, publishedOn, gzipped }: StatusListDetails,
): StatusListCredential {
  const id = origin + statusListPath(list_id);
  const base64 = btoa(Array.from(gzipped, (byte) => String.fromCharCode(byte)).join(""));
  return {
    "@context": [credentialsContext],
    id,
    type: ["VerifiableCredential", "BitstringStatusListCredential"],
    issuer: didOf(origin, organization_id),
    validFrom: publishedOn,
    validUntil: new Date(Date.parse(publishedOn) + statusListDays * 86_400_000).toISOString(),
    credentialSubject: {
      id: `${id}#list`,
      type: "BitstringStatusList",
      statusPurpose: "revocation",
      encodedList: `u${base64.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "")}`,
      ttl: statusListLifeMs,
    },
  };
}

/**
 * What a notice says beyond the standard, written out in it: nobody has to fetch a context to read a notice, and one that
 * defines the words otherwise is not one of ours.
 */
export const noticeTerms = {
  StatusNotice: "urn:laurel:status:Notice",
  statusReason: "urn:laurel:status:reason",
  replacedBy: { "@id": "urn:laurel:status:replacedBy", "@type": "@id" },
} as const;

/** Why and since when a certificate is no longer good, as it is signed. What was said to the learner alone is not in it. */
export interface StatusNotice {
  readonly "@context": readonly [typeof credentialsContext, typeof noticeTerms];
  readonly id: string;
  readonly type: readonly ["VerifiableCredential", "StatusNotice"];
  readonly issuer: string;
  /** Since when it is no longer good. */
  readonly validFrom: DateTime;
  readonly credentialSubject: {
    /** The entry of the list that is set. */
    readonly id: string;
    readonly statusReason: RevocationCode;
    /** The address of the credential that is good instead. */
    readonly replacedBy?: string;
  };
}

/** What a notice is made from. */
export interface NoticeDetails extends StatusPlace {
  readonly organization_id: string;
  readonly code: RevocationCode;
  readonly revokedOn: DateTime;
  /** The id of the certificate that replaces this one. */
  readonly replacement_id?: string;
}

/** The notice to sign for an entry that is set. */
export const statusNoticeOf = (origin: string, details: NoticeDetails): StatusNotice => ({
  "@context": [credentialsContext, noticeTerms],
  id: origin + statusNoticePath(details.list_id, details.index),
  type: ["VerifiableCredential", "StatusNotice"],
  issuer: didOf(origin, details.organization_id),
  validFrom: details.revokedOn,
  credentialSubject: {
    id: statusEntryOf(origin, details).id,
    statusReason: details.code,
    ...(details.replacement_id !== undefined && { replacedBy: origin + credentialPath(details.replacement_id) }),
  },
});
