import type { Ask } from "./ask.ts";
import { momentOf } from "./document.ts";
import { type Documents, documentsFrom } from "./documents.ts";
import { compareEvidence, type DisclosedEvidence, digestsOf } from "./evidence.ts";
import { hostedAddress, hostedAt, isHostedAssertion } from "./hosted.ts";
import { type IssuerKey, issuerKey, keysAddress } from "./issuer.ts";
import { refuseAltered, type SignedParts, signedParts } from "./signature.ts";
import { refuseAgainstStandard } from "./standard.ts";
import { statusAddresses, statusEntries, statusOf } from "./status.ts";
import {
  type Check,
  type CheckName,
  checkNames,
  idOf,
  isObject,
  type Json,
  listOf,
  quoted,
  type Reason,
  Refusal,
  reasons,
  type Verification,
} from "./verdict.ts";

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

/** What verifying has come to while it is at work. */
class Course {
  readonly checks: Check[] = [];
  readonly reasons: { reason: Reason; sentence: string }[] = [];
  found: Partial<Verification> = {};

  add(name: CheckName, outcome: Check["outcome"], sentence: string): void {
    this.checks.push({ name, outcome, sentence });
  }
  decide(reason: Reason, name: CheckName, sentence: string): void {
    this.add(name, uncertain.has(reason) ? "unknown" : "failed", sentence);
    this.reasons.push({ reason, sentence });
  }
  /** Does one check; false when it refused. */
  async run(work: () => Promise<void> | void): Promise<boolean> {
    try {
      await work();
      return true;
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      this.decide(error.reason, error.check, error.message);
      return false;
    }
  }
}

const uncertain: ReadonlySet<Reason> = new Set(["unreachable", "unknown-issuer"]);
const notLooked = (what: string) => `${what} not checked because an earlier check failed.`;
const clockSkewMs = 300_000;

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

interface Judging {
  readonly evidence: readonly DisclosedEvidence[];
  readonly asOf: Date;
  readonly now: Date;
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

/** What can be said of a document before anybody is asked. Throws a `Refusal`. */
function soundParts(document: Json, documents: Pick<Documents, "rules">): { parts: SignedParts; issuer: string } {
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

async function checkStatus(
  course: Course,
  document: Json,
  issuer: string,
  documents: Documents,
  { asOf, now }: Judging,
) {
  const entries = statusEntries(document);
  if (entries.length === 0)
    return course.add("status", "note", "It has no status list, so its issuer can’t revoke it.");
  const isPast = asOf < now;
  const settled = await Promise.allSettled(entries.map((entry) => statusOf(entry, issuer, documents, now.getTime())));
  const statuses = settled.flatMap((each) => (each.status === "fulfilled" ? [each.value] : []));
  const bad = statuses.find((status) => status.state !== "good");
  const unread = settled.find((each) => each.status === "rejected");
  if (!bad && unread) throw unread.reason; // one that is set is certain, whatever the others are
  if (!bad) {
    const [first] = statuses;
    const listedAt = first?.state === "good" ? first.listedAt : undefined;
    const whose = documents.fromPackage ? "the package’s" : "its issuer’s";
    const at = listedAt === undefined ? "" : ` on ${dayOf(listedAt)}, when ${whose} status list was made`;
    return course.add("status", "passed", `Not revoked${at}.`);
  }
  if (bad.state === "suspended" && !isPast) throw new Refusal("revoked", "status", "Its issuer has suspended it.");
  const { at, code, replacedBy } = bad.state === "revoked" ? bad : {};
  if (isPast && at === undefined)
    throw new Refusal("unreachable", "status", "It’s now revoked or suspended, and its issuer doesn’t say since when.");
  if (isPast && at !== undefined && at > asOf.getTime())
    return course.add("status", "passed", `Not revoked then. It was revoked later, on ${dayOf(at)}.`);
  course.found = {
    ...course.found,
    ...(at !== undefined && { revokedOn: new Date(at).toISOString() }),
    ...(code !== undefined && { revocationReason: code }),
    ...(replacedBy !== undefined && { replacedBy }),
  };
  const since = at === undefined ? "" : ` on ${dayOf(at)}`;
  if (code === "replaced") throw new Refusal("replaced", "status", `Its issuer replaced it${since}.`);
  throw new Refusal("revoked", "status", `Its issuer revoked it${since}${reasonText(code)}.`);
}

const codeTexts: Readonly<Record<string, string>> = {
  "issued-in-error": ": it was issued in error",
  "holder's-wish": " at the learner’s request",
  "rules-broken": ": it was earned in violation of the rules",
};
const reasonText = (code: string | undefined) => (code === undefined ? "" : (codeTexts[code] ?? `: ${quoted(code)}`));

function checkDates(course: Course, document: Json, asOf: Date, proofs: readonly Json[]): void {
  const from = Math.max(...momentsOf(document, ["validFrom", "issuanceDate"]));
  const until = Math.min(
    ...momentsOf(document, ["validUntil", "expirationDate", "expires"]),
    ...proofs.flatMap((proof) => momentsOf(proof, ["expires"])),
  );
  const at = asOf.getTime();
  if (until < at) throw new Refusal("expired", "dates", `It was valid until ${dayOf(until)}.`);
  if (from > at + clockSkewMs) throw new Refusal("not-yet-valid", "dates", `It isn’t valid until ${dayOf(from)}.`);
  const written = [document.validFrom, document.issuanceDate].map(String).find((each) => Date.parse(each) === from);
  const since = written === undefined ? "" : ` since ${dayOf(Date.parse(written.slice(0, 10)))}`; // the issuer's day
  course.add(
    "dates",
    "passed",
    `Valid${since}, ${Number.isFinite(until) ? `until ${dayOf(until)}` : "with no end date"}.`,
  );
}

const momentsOf = (document: Json, properties: readonly string[]): number[] =>
  properties.flatMap((property) => momentOf(document, property, "dates") ?? []);

async function checkEvidence(course: Course, document: Json, disclosed: readonly DisclosedEvidence[]): Promise<void> {
  const digests = digestsOf(document);
  const unchanged = await compareEvidence(document, disclosed);
  for (const sentence of unchanged) course.add("evidence", "passed", sentence);
  if (unchanged.length > 0) return;
  if (digests.length === 0) return course.add("evidence", "note", "It says nothing about the submitted work.");
  const sections = digests.length === 1 ? "one section" : `${digests.length} sections`;
  course.add("evidence", "note", `It can prove what was submitted for ${sections}. The work itself isn’t shown here.`);
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

const dayOf = (milliseconds: number): string =>
  new Date(milliseconds).toLocaleDateString("en-US", {
    year: "numeric",
    month: "long",
    day: "numeric",
    timeZone: "UTC",
  });

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
