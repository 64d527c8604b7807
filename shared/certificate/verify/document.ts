import { type CheckName, isObject, type Json, listOf, quoted, Refusal } from "./verdict.ts";

const charactersMax = 1_000_000;
const depthMax = 40;
/** More than any credential has: each part of a document costs the check of its signature the same again. */
const partsMax = { objects: 2_000, values: 10_000 };

/** A JSON object from text that anybody may have written. Throws a `Refusal` (`malformed`). */
export function parseDocument(text: string, check: CheckName, what: string): Json {
  const refuse = (why: string) => new Refusal("malformed", check, `${what} ${why}.`);
  if (text.length > charactersMax) throw refuse("is larger than 1 MB");
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch {
    throw refuse("is not JSON");
  }
  if (!isObject(parsed)) throw refuse("is not a JSON object");
  let [objects, values] = [0, 0];
  const count = (value: unknown, depth: number): void => {
    if (isObject(value)) objects++;
    if (++values > partsMax.values || objects > partsMax.objects) throw refuse("has too many parts");
    if (typeof value !== "object" || value === null) return;
    if (depth === depthMax) throw refuse(`is nested more than ${depthMax} deep`);
    for (const each of Object.values(value)) count(each, depth + 1);
  };
  count(parsed, 0);
  return parsed;
}

/** What a part may say of the document around it: nothing that anybody would look for. */
const sayable = ["id", "type", "endorsementComment"];
const languageKeys = ["@value", "@language", "@direction"];

/**
 * Refuses what a signature does not tell apart but a reader does: JSON-LD can say the same thing under other names, so
 * that an end date or a status would still be signed and no longer be found. Answers the endorsements in it, which are
 * credentials of their own, with contexts of their own.
 */
export function refuseAliases(document: Json, check: CheckName, what: string): ReadonlySet<Json> {
  const endorsements = new Set<Json>();
  const walk = (value: unknown, isTop: boolean): void => {
    if (Array.isArray(value)) for (const each of value) walk(each, false);
    if (!isObject(value)) return;
    if (
      !isTop &&
      value.id !== undefined &&
      value.id === document.id &&
      Object.keys(value).some((key) => !sayable.includes(key))
    )
      throw new Refusal("malformed", check, `${what} describes itself in two places, which can hide what it says.`);
    const isText = "@value" in value && Object.keys(value).every((key) => languageKeys.includes(key));
    for (const [key, each] of Object.entries(value)) {
      if (key === "@context" && (isTop || endorsements.has(value))) continue;
      if ((key.startsWith("@") && !isText) || key.includes(":"))
        throw new Refusal("malformed", check, `${what} uses ${quoted(key)}, which can hide what it says.`);
      if (key === "endorsement")
        for (const one of listOf(each))
          if (isObject(one) && listOf(one.type).includes("EndorsementCredential")) endorsements.add(one);
      walk(each, false);
    }
  };
  walk(document, true);
  return endorsements;
}

const moment = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/;

/** A moment with its time zone, in milliseconds; undefined where there is none. Throws a `Refusal` (`malformed`). */
export function momentOf(document: Json, property: string, check: CheckName): number | undefined {
  const value = document[property];
  if (value === undefined) return undefined;
  if (typeof value !== "string" || !moment.test(value) || Number.isNaN(Date.parse(value)))
    throw new Refusal(
      "malformed",
      check,
      `${property} is ${quoted(value)}, which isn’t a date and time with a time zone.`,
    );
  return Date.parse(value);
}
