import { type Schema, Validator } from "@cfworker/json-schema";
import schema from "../achievement-credential.schema.json" with { type: "json" };
import { idOf, isObject, type Json, listOf, quoted, Refusal } from "./verdict.ts";

const dataModel = "https://www.w3.org/ns/credentials/v2";
const formerDataModel = "https://www.w3.org/2018/credentials/v1";
const validator = new Validator(schema as unknown as Schema, "2019-09");

/**
 * Refuses what Open Badges 3.0 and the data model below it do not allow: by the standard's schema, where the credential
 * follows the data model that the schema is of, and by the rules that no schema says. Throws a `Refusal` (`malformed`).
 */
export function refuseAgainstStandard(document: Json): void {
  const refuse = (sentence: string) => new Refusal("malformed", "document", sentence);
  const subject = document.credentialSubject as Json;
  const [context] = listOf(document["@context"]);
  if (context !== dataModel && context !== formerDataModel)
    throw refuse("Its first context isn’t that of credentials.");
  if (context === dataModel) {
    const fault = faultOf(document);
    if (fault !== undefined) throw refuse(fault);
  }
  const identifiers = listOf(subject.identifier).filter(isObject);
  if (typeof subject.id !== "string" && identifiers.length === 0) throw refuse("It doesn’t say who earned it.");
  const { criteria } = subject.achievement as Json;
  if (!isObject(criteria) || (criteria.id === undefined && criteria.narrative === undefined))
    throw refuse("It doesn’t say what it takes to earn it.");
  const ids = { "Its ID": document.id, "Its learner’s ID": subject.id, "Its issuer’s ID": idOf(document.issuer) };
  for (const [whose, id] of Object.entries(ids))
    if (id !== undefined && !(typeof id === "string" && URL.canParse(id)))
      throw refuse(`${whose} is ${quoted(id)}, which isn’t an address.`);
  const [from, until] = [document.validFrom, document.validUntil];
  if (typeof from === "string" && typeof until === "string" && Date.parse(until) < Date.parse(from))
    throw refuse("It ends before it begins.");
  refuseUndigested(listOf(document.relatedResource).filter(isObject), refuse);
}

/** What is linked is named once, with a digest: otherwise it could be exchanged unseen. */
function refuseUndigested(resources: readonly Json[], refuse: (sentence: string) => Refusal): void {
  const seen = new Set<unknown>();
  for (const { id, digestSRI, digestMultibase } of resources) {
    if (digestSRI === undefined && digestMultibase === undefined)
      throw refuse(`It links to ${quoted(id)} without saying what is there.`);
    if (seen.has(id)) throw refuse(`It links to ${quoted(id)} twice.`);
    seen.add(id);
  }
}

/** What the schema has against a credential, in words; undefined when it is one. Proofs and statuses are judged elsewhere. */
function faultOf({ proof: _, credentialStatus: __, ...said }: Json): string | undefined {
  try {
    const { valid, errors } = validator.validate(said);
    return valid ? undefined : sentenceOf(errors.at(-1)!); // the innermost
  } catch (error) {
    if (error instanceof URIError) return "It has a name that is no text.";
    throw error;
  }
}

function sentenceOf({
  instanceLocation,
  keyword,
  error,
}: {
  instanceLocation: string;
  keyword: string;
  error: string;
}) {
  const place = instanceLocation.split("/").slice(1).map(decodeURIComponent).join(".");
  const [, property] = (keyword === "required" && /"(.+)"/.exec(error)) || [];
  const missing = [place, property].filter(Boolean).join(".");
  return property === undefined
    ? `Its ${quoted(place)} isn’t what Open Badges 3.0 allows there.`
    : `It has no ${quoted(missing)}, which Open Badges 3.0 asks for.`;
}
