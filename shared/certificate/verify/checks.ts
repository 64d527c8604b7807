import type { Course } from "./course.ts";
import { momentOf } from "./document.ts";
import type { Documents } from "./documents.ts";
import { compareEvidence, type DisclosedEvidence, digestsOf } from "./evidence.ts";
import { statusEntries, statusOf } from "./status.ts";
import { type Json, quoted, Refusal } from "./verdict.ts";

const clockSkewMs = 300_000;

/** What is disclosed, and the moment to judge for. */
export interface Judging {
  readonly evidence: readonly DisclosedEvidence[];
  readonly asOf: Date;
  readonly now: Date;
}

/** What status lists say of the credential at that moment. */
export async function checkStatus(
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

/** Whether it is valid at that moment. */
export function checkDates(course: Course, document: Json, asOf: Date, proofs: readonly Json[]): void {
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

/** What it proves of the work, and whether what is disclosed is that work. */
export async function checkEvidence(
  course: Course,
  document: Json,
  disclosed: readonly DisclosedEvidence[],
): Promise<void> {
  const digests = digestsOf(document);
  const unchanged = await compareEvidence(document, disclosed);
  for (const sentence of unchanged) course.add("evidence", "passed", sentence);
  if (unchanged.length > 0) return;
  if (digests.length === 0) return course.add("evidence", "note", "It says nothing about the submitted work.");
  const sections = digests.length === 1 ? "one section" : `${digests.length} sections`;
  course.add("evidence", "note", `It can prove what was submitted for ${sections}. The work itself isn’t shown here.`);
}

const dayOf = (milliseconds: number): string =>
  new Date(milliseconds).toLocaleDateString("en-US", {
    year: "numeric",
    month: "long",
    day: "numeric",
    timeZone: "UTC",
  });
