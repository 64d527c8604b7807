import { momentOf } from "./document.ts";
import type { Documents } from "./documents.ts";
import { keysAddress } from "./issuer.ts";
import { type SignedParts, signedParts } from "./signature.ts";
import { refuseAgainstStandard } from "./standard.ts";
import { statusAddresses } from "./status.ts";
import { idOf, isObject, type Json, listOf, Refusal } from "./verdict.ts";

/** What can be said of a document before anybody is asked. Throws a `Refusal`. */
export function soundParts(
  document: Json,
  documents: Pick<Documents, "rules">,
): { parts: SignedParts; issuer: string } {
  const refuse = (sentence: string) => new Refusal("malformed", "document", sentence);
  const types = listOf(document.type);
  if (types.includes("EnvelopedVerifiableCredential"))
    throw new Refusal("unreachable", "document", "It’s a credential in an envelope, which this verifier doesn’t open.");
  if (types.includes("VerifiablePresentation"))
    throw refuse("It’s a presentation of credentials, not a single credential.");
  if (
    !types.includes("VerifiableCredential") ||
    !types.some((each) => each === "OpenBadgeCredential" || each === "AchievementCredential")
  )
    throw refuse("It isn’t an Open Badges credential.");
  const issuer = idOf(document.issuer);
  if (issuer === undefined) throw refuse("It doesn’t name an issuer.");
  const subject = document.credentialSubject;
  if (!isObject(subject)) throw refuse("It doesn’t say in one place who earned what.");
  if (!isObject(subject.achievement) || typeof subject.achievement.name !== "string")
    throw refuse("It doesn’t say what was earned.");
  for (const each of ["validFrom", "issuanceDate", "awardedDate", "validUntil", "expirationDate"])
    momentOf(document, each, "document");
  if (document.validFrom === undefined && document.issuanceDate === undefined)
    throw refuse("It doesn’t say when it became valid.");
  refuseAgainstStandard(document);
  const parts = signedParts(document, "document", "The credential");
  for (const each of ["created", "expires"]) momentOf(parts.proof, each, "document");
  refuseOnlyMalformed(() => keysAddress(issuer, documents));
  refuseOnlyMalformed(() => statusAddresses(document, documents));
  return { parts, issuer };
}

/** Bad addresses are found before anybody is asked; what nobody can look up is said at its own line. */
function refuseOnlyMalformed(work: () => unknown): void {
  try {
    work();
  } catch (error) {
    if (!(error instanceof Refusal) || error.reason === "malformed") throw error;
  }
}
