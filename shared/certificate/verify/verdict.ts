/** What verifying comes to. Exactly one, the first that holds in this order of weight: what is certain before what is not. */
export const reasons = [
  "malformed",
  "wrong-key",
  "altered",
  "replaced",
  "revoked",
  "expired",
  "not-yet-valid",
  "unreachable",
  "unknown-issuer",
  "valid",
] as const;
/** Why a credential is good or is not. `unreachable`: it could not be checked; the sentence says what is missing. */
export type Reason = (typeof reasons)[number];

/** What is looked at, in this order. */
export const checkNames = ["document", "issuer", "signature", "status", "dates", "evidence"] as const;
export type CheckName = (typeof checkNames)[number];

/** One line of the result. `note` says something that decides nothing. */
export interface Check {
  readonly name: CheckName;
  readonly outcome: "passed" | "failed" | "unknown" | "note";
  /** One sentence for people. */
  readonly sentence: string;
}

/** The result of verifying one credential. */
export interface Verification {
  readonly reason: Reason;
  /** The reason in one sentence for people. */
  readonly sentence: string;
  readonly checks: readonly Check[];
  /** The moment for which it was judged (ISO 8601). */
  readonly asOf: string;
  /** `hosted`: nothing is signed, its issuer's host vouches for it; weaker. Undefined before that is known. */
  readonly assurance?: "signed" | "hosted";
  /** Where the issuer's documents came from: their hosts, or the package that was given. */
  readonly source?: "hosts" | "package";
  /** Since when it is revoked or replaced (ISO 8601), where its issuer says so. */
  readonly revokedOn?: string;
  /** Why it was revoked, as its issuer says: a code such as issued-in-error. */
  readonly revocationReason?: string;
  /** The address of the credential that is good instead. */
  readonly replacedBy?: string;
  /** The credential as it was read, where it could be. */
  readonly document?: Json;
}

export type Json = { readonly [key: string]: unknown };

/** Ends verifying, or one check of it, with a reason. The message is one sentence for people. */
export class Refusal extends Error {
  readonly reason: Reason;
  readonly check: CheckName;
  constructor(reason: Reason, check: CheckName, sentence: string) {
    super(sentence);
    this.reason = reason;
    this.check = check;
  }
}

export const isObject = (value: unknown): value is Json =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** The values of a property that may be one, several or absent. */
export const listOf = (value: unknown): readonly unknown[] =>
  value === undefined || value === null ? [] : Array.isArray(value) ? value : [value];

/** The id of a thing that is written as its id or as an object that has one. */
export const idOf = (value: unknown): string | undefined => {
  const id = isObject(value) ? value.id : value;
  return typeof id === "string" && id !== "" ? id : undefined;
};

/** A text of a document as it may stand in a sentence: on one line, and short. */
export const quoted = (text: unknown): string => {
  const line = String(text)
    .replace(/[\p{Cc}\p{Cf}\s]+/gu, " ")
    .trim();
  return line.length > 80 ? `${line.slice(0, 79)}…` : line;
};
