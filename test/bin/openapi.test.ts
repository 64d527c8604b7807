import { createConfig, lintFromString } from "@redocly/openapi-core";
import spectral, { type RulesetDefinition } from "@stoplight/spectral-core";
import rulesets from "@stoplight/spectral-rulesets";
import { expect, test } from "vitest";
import type { JsonSchema } from "../../shared/http/openapi-document.ts";
import { apiDocument, apiDocumentText, referredTo } from "../support/api-document.ts";

/** Fields whose name alone says what they are. */
const plainNames = new Set([
  ...["account_holder", "address", "bank_name", "categories", "certification_name", "certifications", "count"],
  ...["credentials", "currency", "data", "degree_name", "degrees", "description", "email", "expires_in_seconds"],
  ...["field_name", "fields", "first_name", "format", "full_name", "hidden", "institution", "invitations", "last_name"],
  ...["name", "password", "permissions", "phone", "received", "skills", "tags", "text", "title", "unread"],
  // how many there are on each tab
  ...["all", "closed", "completed", "draft", "published", "rejected", "submitted"],
  ...["Completed", "Draft", "RevisionNeeded", "Submitted"],
]);

const { paths, components } = apiDocument;
const operations = Object.values(paths).flatMap((methods) => Object.values(methods));

/** Every object of the document, with where it is. */
function* objectsIn(value: unknown = apiDocument, place = "#"): Generator<[place: string, object: JsonSchema]> {
  if (typeof value !== "object" || value === null) return;
  if (!Array.isArray(value)) yield [place, value as JsonSchema];
  for (const [name, each] of Object.entries(value)) yield* objectsIn(each, `${place}/${name}`);
}
const objects = [...objectsIn()];

/** A schema as a text that is the same for all that accept the same. */
const structureOf = (schema: JsonSchema): string =>
  JSON.stringify(schema, (name, value) => {
    if (name === "description" || name === "examples") return undefined;
    if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
    return Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)));
  });

/** The names of things that are the same as others, together. */
const repeated = (things: readonly (readonly [name: string, structure: string])[]) =>
  [...Map.groupBy(things, ([, structure]) => structure).values()]
    .filter((same) => same.length > 1)
    .map((same) => same.map(([name]) => name));

const saysWhatItIs = ({ description, $ref, items, anyOf = [], allOf = [] }: JsonSchema): boolean =>
  description !== undefined ||
  $ref !== undefined ||
  (items !== undefined && saysWhatItIs(items)) ||
  [...anyOf, ...allOf].some(saysWhatItIs);

test("Spectral's and Redocly's rules find no fault with the API document", async () => {
  const linter = new spectral.Spectral();
  linter.setRuleset({ extends: [[rulesets.oas as RulesetDefinition, "recommended"]] });
  const ofSpectral = await linter.run(JSON.parse(apiDocumentText));
  const config = await createConfig({ extends: ["recommended"] });
  const ofRedocly = await lintFromString({ source: apiDocumentText, absoluteRef: "openapi.json", config });
  expect(ofSpectral.map(({ code, path, message }) => `${code} ${path.join("/")}: ${message}`)).toEqual([]);
  expect(ofRedocly.map(({ ruleId, location, message }) => `${ruleId} ${location[0]?.pointer}: ${message}`)).toEqual([]);
});

test("no reference leads nowhere", () => {
  const references = objects.flatMap(([, { $ref }]) => $ref ?? []);
  expect(references.length).toBeGreaterThan(500);
  expect(references.filter((reference) => referredTo(reference) === undefined)).toEqual([]);
});

test("a schema has one name", () => {
  const named = Object.entries(components.schemas).map(([name, schema]) => [name, structureOf(schema)] as const);
  expect(named.length).toBeGreaterThan(100);
  expect(repeated(named)).toEqual([]);
});

test("an object of more than five fields that is used twice has a name", () => {
  const large = objects.filter(([, { properties = {} }]) => Object.keys(properties).length > 5);
  expect(repeated(large.map(([place, schema]) => [place, structureOf(schema)]))).toEqual([]);
});

test("the document stays below 3.4 KB for each of its calls", () => {
  expect(Buffer.byteLength(apiDocumentText) / operations.length).toBeLessThan(3.4 * 1024);
});

test("a comment, or bin/openapi/shared-descriptions.ts, says of each schema, field and parameter what it is", () => {
  const fields = objects.flatMap(([place, { properties = {} }]) =>
    Object.entries(properties)
      .filter(([name, field]) => !plainNames.has(name) && !saysWhatItIs(field))
      .map(([name]) => `${place} ${name}`),
  );
  expect(fields).toEqual([]);
  const schemas = Object.entries(components.schemas).filter(([, { description }]) => description === undefined);
  expect(schemas.map(([name]) => name)).toEqual([]);
  const parameters = [
    ...operations.flatMap(({ parameters: own = [] }) => own),
    ...Object.values(components.parameters),
  ];
  expect(parameters.filter((parameter) => !("$ref" in parameter || parameter.description))).toEqual([]);
});

test("an operation says in a few words what it does, and who may call it", () => {
  const few = /^[A-Z][^.;:]{3,70}[^.;:\s]$/;
  const who = /^(?:Permission `|Anyone |The provider calls this)/m;
  expect(operations.length).toBeGreaterThan(100);
  expect(operations.filter(({ summary }) => !few.test(summary)).map(({ summary }) => summary)).toEqual([]);
  expect(operations.filter(({ description }) => !who.test(description)).map((each) => each.operationId)).toEqual([]);
});

test("no description speaks of what only the authors know", () => {
  const descriptions = objects.flatMap(([, { description }]) => (typeof description === "string" ? description : []));
  const foreign = /\{@|^See |specification|\bsections? \d|\(T\d+\)|, \d\.\d/;
  expect(descriptions.filter((description) => foreign.test(description))).toEqual([]);
});
