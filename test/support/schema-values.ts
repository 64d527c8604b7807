import fc from "fast-check";
import type { JsonSchema } from "../../shared/http/openapi-document.ts";

/** Finds the schema that a reference leads to. */
type Resolve = (reference: string) => JsonSchema;

/** Entries that a list gets at most: how many more one takes is tried by itself. */
const entriesMax = 3;

/**
 * Values made from a schema: most are such as it takes, and here and there, however deep, one is left out, another one of
 * any kind stands in its place, or a field is added that nobody knows.
 */
export function valuesOf(schema: JsonSchema, resolve: Resolve, known: Readonly<Record<string, string>>) {
  const within = (part: JsonSchema, name: string): fc.Arbitrary<unknown> =>
    fc.oneof(
      { weight: 24, arbitrary: taken(part, name) },
      { weight: 1, arbitrary: strange },
      { weight: 1, arbitrary: beyond(part) },
    );

  function taken(part: JsonSchema, name: string): fc.Arbitrary<unknown> {
    const { $ref, anyOf, allOf, enum: values, const: only, type } = part;
    const real = known[name];
    if (real !== undefined && type !== "array" && type !== "object")
      return fc.oneof({ weight: 4, arbitrary: fc.constant(real) }, { weight: 1, arbitrary: taken(part, "") });
    if ($ref !== undefined) return taken(resolve($ref), name);
    if (Array.isArray(values)) return fc.constantFrom(...(values as unknown[]));
    if (only !== undefined) return fc.constant(only);
    if (anyOf) return fc.oneof(...anyOf.map((each) => taken(each, name)));
    if (allOf)
      return fc
        .tuple(...allOf.map((each) => taken(each, name)))
        .map((parts) => Object.assign({}, ...(parts as object[])) as unknown);
    if (type === "object") return object(part);
    if (type === "array")
      return fc.array(within(part.items!, name), { maxLength: Math.min(Number(part.maxItems), entriesMax) });
    if (type === "integer") return fc.integer({ min: Number(part.minimum), max: Number(part.maximum) });
    if (type === "number") return fc.double({ noNaN: true });
    if (type === "boolean") return fc.boolean();
    return type === "string" ? text(part) : fc.jsonValue();
  }

  function object({ properties = {}, required = [] }: JsonSchema): fc.Arbitrary<unknown> {
    const fields = Object.fromEntries(Object.entries(properties).map(([name, each]) => [name, within(each, name)]));
    const whole = fc.record(fields, { requiredKeys: required as string[] });
    const loose = fc.tuple(
      fc.record(fields, { requiredKeys: [] }),
      fc.dictionary(fc.string(), fc.jsonValue(), { maxKeys: 1 }),
    );
    return fc.oneof(
      { weight: 6, arbitrary: whole },
      { weight: 1, arbitrary: loose.map(([known, more]) => ({ ...known, ...more })) },
    );
  }
  return taken(schema, "");
}

function text({ format, pattern, minLength, maxLength }: JsonSchema): fc.Arbitrary<string> {
  if (format === "email") return fc.emailAddress();
  if (format === "date")
    return fc
      .date({ min: new Date("2020-01-01"), max: new Date("2030-01-01"), noInvalidDate: true })
      .map((date) => date.toISOString().slice(0, 10));
  if (format === "uri") return fc.webUrl();
  const bounds = { minLength: Number(minLength ?? 0), maxLength: Number(maxLength ?? 100) };
  if (pattern === undefined) return fc.string({ ...bounds, unit: "binary" });
  return fc.stringMatching(new RegExp(String(pattern), "u"), { maxLength: bounds.maxLength });
}

/** Anything that travels as JSON, and letters that programs stumble over. */
const strange: fc.Arbitrary<unknown> = fc.oneof(
  fc.jsonValue({ maxDepth: 2 }),
  fc.string({ unit: "binary" }),
  fc.constantFrom(
    "",
    " ",
    "\0",
    "null",
    "undefined",
    "NaN",
    "-1",
    "1e400",
    "__proto__",
    "constructor",
    "\ud800",
    "%",
    "{}",
    "[]",
  ),
);

/** What is just too long, too large or too much. */
function beyond({ maxLength, maximum, minimum, maxItems }: JsonSchema): fc.Arbitrary<unknown> {
  if (typeof maxLength === "number" && maxLength < 10_000) return fc.constant("x".repeat(maxLength + 1));
  if (typeof maximum === "number") return fc.constantFrom(maximum + 1, Number(minimum) - 1, maximum + 0.5);
  if (typeof maxItems === "number") return fc.constant(Array(maxItems + 1).fill("x"));
  return fc.constant(null);
}
