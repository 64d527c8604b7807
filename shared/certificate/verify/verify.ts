import type { Ask } from "./ask.ts";
import { checkDates, checkEvidence, checkStatus, type Judging } from "./checks.ts";
import { Course } from "./course.ts";
import { type Documents, documentsFrom } from "./documents.ts";
import type { DisclosedEvidence } from "./evidence.ts";
import { hostedAddress, hostedAt, isHostedAssertion } from "./hosted.ts";
import { type IssuerKey, issuerKey, keysAddress } from "./issuer.ts";
import { refuseAltered, type SignedParts } from "./signature.ts";
import { soundParts } from "./sound-parts.ts";
import { statusAddresses } from "./status.ts";
import { type Check, checkNames, type Json, quoted, Refusal, reasons, type Verification } from "./verdict.ts";

/** How a credential is verified. */
export interface VerifyOptions {
  /** Left out, nobody is asked: what the package does not hold is `unreachable`. */
  readonly ask?: Ask;
  /** Documents that came with the credential, as text by address; used for what does not answer. */
  readonly packaged?: ReadonlyMap<string, string>;
  readonly evidence?: readonly DisclosedEvidence[];
  /** The moment to judge for; now unless given, and never later. */
  readonly asOf?: Date;
  readonly now?: Date;
  /** Whether issuers on this machine may be asked, over http: only for who is on it themselves. */
  readonly localhost?: boolean;
}

const notLooked = (what: string) => `${what} not checked because an earlier check failed.`;

/** A result for what could not even be read. */
export function refused(refusal: Refusal, asOf = new Date()): Verification {
  const course = new Course();
  course.decide(refusal.reason, refusal.check, refusal.message);
  return result(course, asOf, undefined);
}

/**
 * Verifies one credential. It asks nobody before the document itself is sound, and no status list before the signature
 * holds: an address that its issuer did not sign is nobody's to name. Never throws for what the document says.
 */
export async function verify(document: Json, options: VerifyOptions = {}): Promise<Verification> {
  const { ask, packaged = new Map(), evidence = [], now = new Date(), localhost = false } = options;
  const asOf = options.asOf && options.asOf < now ? options.asOf : now;
  const documents = documentsFrom(ask, packaged, { localhost });
  const course = new Course();
  if (isHostedAssertion(document)) await verifyHosted(course, document, documents, asOf);
  else await verifySigned(course, document, documents, { evidence, asOf, now });
  const source = documents.fromPackage ? "package" : "hosts";
  return { ...result(course, asOf, document), ...(course.checks.length > 1 && { source }) };
}

/** The hosts that verifying asks, in order: known from the document alone. Empty where nobody is asked. */
export function hostsToAsk(document: Json, { localhost = false }: Pick<VerifyOptions, "localhost"> = {}): string[] {
  const documents = { rules: { localhost } };
  const unlessRefused = (work: () => readonly (URL | undefined)[]): readonly (URL | undefined)[] => {
    try {
      return work();
    } catch (error) {
      if (error instanceof Refusal) return [];
      throw error;
    }
  };
  const addresses = isHostedAssertion(document)
    ? unlessRefused(() => [hostedAddress(document, documents)])
    : unlessRefused(() => {
        const keys = keysAddress(soundParts(document, documents).issuer, documents);
        return [keys, ...unlessRefused(() => statusAddresses(document, documents))];
      });
  return [...new Set(addresses.flatMap((address) => (address ? [address.host] : [])))];
}

async function verifySigned(course: Course, document: Json, documents: Documents, judging: Judging): Promise<void> {
  let parts: SignedParts | undefined;
  let issuer = "";
  const isSound = await course.run(() => {
    ({ parts, issuer } = soundParts(document, documents));
    course.add("document", "passed", "It’s a complete Open Badges 3.0 credential.");
  });
  if (!isSound || !parts) return;
  course.found = { assurance: "signed" };
  let issuedBy: IssuerKey | undefined;
  const isIssued = await course.run(async () => {
    issuedBy = await issuerKey(issuer, parts!.proof.verificationMethod, documents);
    if (issuedBy.host === undefined) return;
    const sentence = documents.fromPackage
      ? `Signed with a key of ${issuedBy.host}, according to the package. Check with ${issuedBy.host} to be sure.`
      : `Signed with a key that ${issuedBy.host} lists as its own.`;
    course.add("issuer", "passed", sentence);
  });
  if (!isIssued || !issuedBy)
    return void course.add("signature", "note", notLooked("The signature, the status and the dates were"));
  const { key, host } = issuedBy;
  const isUnaltered = await course.run(async () => {
    await refuseAltered(parts!, key, "signature", "The credential");
    for (const other of parts!.others) {
      const { key: otherKey } = await issuerKey(issuer, other.proof.verificationMethod, documents);
      await refuseAltered(other, otherKey, "signature", "The credential");
    }
    for (const suite of parts!.unknown)
      course.add(
        "signature",
        "note",
        `It has another proof, of type ${quoted(suite)}, which this verifier didn’t check.`,
      );
    course.add("signature", "passed", "Not altered since it was signed.");
  });
  if (!isUnaltered) return void course.add("status", "note", notLooked("The status and the dates were"));
  if (host === undefined)
    course.decide("unknown-issuer", "issuer", "The signature is valid, but we can’t confirm whose key it is.");
  await course.run(() => checkStatus(course, document, issuer, documents, judging));
  await course.run(() =>
    checkDates(
      course,
      document,
      judging.asOf,
      [parts!, ...parts!.others].map(({ proof }) => proof),
    ),
  );
  await course.run(() => checkEvidence(course, document, judging.evidence));
}

async function verifyHosted(course: Course, document: Json, documents: Documents, asOf: Date): Promise<void> {
  course.found = { assurance: "hosted" };
  await course.run(async () => {
    hostedAddress(document, documents);
    course.add(
      "document",
      "passed",
      "It’s an Open Badges 2.0 assertion. It isn’t signed. Only its host vouches for it, which is weaker proof.",
    );
    const { host, assertion, issuer } = await hostedAt(document, documents);
    course.add(
      "issuer",
      "passed",
      `${host} vouches for it, and for its issuer ${quoted(issuer.name ?? "without a name")}.`,
    );
    course.add("signature", "passed", `It isn’t signed, but ${host} has the same data now.`);
    course.add("status", "passed", `${host} doesn’t list it as revoked.`);
    checkDates(course, { ...assertion, issuanceDate: undefined }, asOf, []);
  });
}

function result(course: Course, asOf: Date, document: Json | undefined): Verification {
  const first = [...course.reasons].sort((a, b) => reasons.indexOf(a.reason) - reasons.indexOf(b.reason))[0];
  const weaker = course.found.assurance === "hosted";
  const { reason, sentence } = first ?? {
    reason: "valid",
    sentence: weaker
      ? "Its host vouches for it, and it’s valid. It isn’t signed, so this is weaker proof."
      : "Its issuer signed it. It hasn’t been altered or revoked, and it’s valid.",
  };
  const order = (check: Check) => checkNames.indexOf(check.name);
  return {
    reason,
    sentence,
    checks: [...course.checks].sort((a, b) => order(a) - order(b)),
    asOf: asOf.toISOString(),
    ...course.found,
    ...(document && { document }),
  };
}
