import { allowedAddress } from "./address.ts";
import { momentOf } from "./document.ts";
import type { Documents } from "./documents.ts";
import { idOf, isObject, type Json, listOf, quoted, Refusal } from "./verdict.ts";

/** The context of Open Badges before credentials were signed by their issuer's own key. */
const formerContext = "https://w3id.org/openbadges/v2";

/** Whether a document is an assertion of the older Open Badges, which its issuer's host vouches for. */
export const isHostedAssertion = (document: Json): boolean =>
  listOf(document["@context"]).includes(formerContext) || listOf(document.type).includes("Assertion");

/** An assertion that an image names by its address alone. */
export const assertionAt = (url: string): Json => ({ "@context": formerContext, type: "Assertion", id: url });

/** What a hosted assertion says, once its host has vouched for it. */
export interface Hosted {
  readonly assertion: Json;
  readonly badge: Json;
  readonly issuer: Json;
  readonly host: string;
}

/** The address of a hosted assertion. Throws a `Refusal`. */
export function hostedAddress({ id, verification, verify }: Json, { rules }: Pick<Documents, "rules">): URL {
  const kind = [verification, verify].flatMap((each) => (isObject(each) ? listOf(each.type) : []))[0] ?? "hosted";
  if (kind !== "hosted" && kind !== "HostedBadge") {
    const sentence = `This Open Badges 2.0 assertion is of type ${quoted(kind)}, which this verifier can’t check.`;
    throw new Refusal("unreachable", "document", sentence);
  }
  if (typeof id !== "string") throw new Refusal("malformed", "document", "The assertion has no address.");
  return allowedAddress(id, rules, "document");
}

/**
 * Asks the assertion's host whether it still serves the same, and who the issuer is: all of it on the one host, since
 * nothing but the host vouches. Throws a `Refusal`.
 */
export async function hostedAt(given: Json, documents: Documents): Promise<Hosted> {
  const address = hostedAddress(given, documents);
  const assertion = await documents.read(address.href, "signature", "The assertion");
  for (const property of ["id", "recipient", "badge", "issuedOn", "expires", "evidence", "narrative"])
    if (given[property] !== undefined && !isSame(given[property], assertion[property], property)) {
      const sentence = `Its ${property} doesn’t match what ${address.host} says. One of them was changed.`;
      throw new Refusal("altered", "signature", sentence);
    }
  if (assertion.revoked === true) {
    const why = typeof assertion.revocationReason === "string" ? `: ${quoted(assertion.revocationReason)}` : "";
    throw new Refusal("revoked", "status", `${address.host} says that it was revoked${why}.`);
  }
  momentOf(assertion, "expires", "dates");
  const badge = await onSameHost(assertion.badge, address, documents, "What was earned");
  const issuer = await onSameHost(badge.issuer, address, documents, "The issuer");
  return { assertion, badge, issuer, host: address.host };
}

const isSame = (one: unknown, other: unknown, property: string): boolean =>
  property === "badge" || property === "id"
    ? idOf(one) === idOf(other)
    : JSON.stringify(sorted(one)) === JSON.stringify(sorted(other));

const sorted = (value: unknown): unknown =>
  isObject(value)
    ? Object.entries(value)
        .map(([key, each]) => [key, sorted(each)])
        .sort(([a], [b]) => (String(a) < String(b) ? -1 : 1))
    : Array.isArray(value)
      ? value.map(sorted)
      : value;

async function onSameHost(reference: unknown, { host }: URL, documents: Documents, what: string): Promise<Json> {
  if (isObject(reference)) return reference;
  if (typeof reference !== "string") throw new Refusal("malformed", "issuer", `${what} isn’t named.`);
  if (allowedAddress(reference, documents.rules, "issuer").host !== host)
    throw new Refusal("unreachable", "issuer", `${what} isn’t on ${host}, and we don’t contact other hosts.`);
  return documents.read(reference, "issuer", what);
}
