import { isDeepStrictEqual } from "node:util";
import * as z from "zod";
import type { JsonSchema } from "../../shared/http/openapi-document.ts";
import { namedObjects } from "./doc-comments.ts";
import { sharedDescriptions } from "./shared-descriptions.ts";

/** Makes JSON schemas of zod's, and keeps those that have a name apart. */
export interface Schemas {
  /** What may be sent. */
  input(schema: z.ZodType): JsonSchema;
  /** What is answered. */
  output(schema: z.ZodType): JsonSchema;
  /** The named schema that a schema refers to, or itself. */
  resolve(schema: JsonSchema): JsonSchema;
  /** The named schemas that the others refer to so far, by name. */
  named(): Record<string, JsonSchema>;
}

type Direction = "input" | "output";
type Override = NonNullable<z.core.ToJSONSchemaParams["override"]>;

/**
 * Begins a document's schemas with those of its answers. What is named there and is closed where it is sent has a name of
 * its own there, with "Input" behind it. Throws when a name stands for two things.
 */
export function collectSchemas(answers: readonly z.ZodType[]): Schemas {
  const named = new Map<string, JsonSchema>();
  for (const each of answers) convert(each, "output");
  const answered = new Set(named.keys());

  function convert(schema: z.ZodType, io: Direction): JsonSchema {
    const bases = new Set<z.ZodObject>();
    const override: Override = (made) => {
      simplify(made.jsonSchema, io);
      const base = extendedBy(made.zodSchema);
      if (base === undefined || made.jsonSchema.additionalProperties === false) return;
      writeAsExtension(made.jsonSchema, base);
      bases.add(base);
    };
    const made = z.toJSONSchema(schema, { io, unrepresentable: "any", override });
    const nameOf = (name: string) =>
      io === "input" && answered.has(name) && isClosed(made.$defs![name]) ? `${name}Input` : name;
    const text = JSON.stringify(made).replaceAll(
      /#\/\$defs\/(\w+)/g,
      (_, name) => `#/components/schemas/${nameOf(name)}`,
    );
    const { $schema: _, $defs = {}, ...own } = JSON.parse(text);
    for (const [name, definition] of Object.entries<JsonSchema>($defs))
      keep(nameOf(name), withSharedDescriptions(definition));
    for (const base of bases) convert(base, io);
    return withSharedDescriptions(own);
  }

  function keep(name: string, definition: JsonSchema): void {
    const known = named.get(name);
    if (known !== undefined && !isDeepStrictEqual(known, definition))
      throw new Error(`${name} is two things, or another when it is sent than when it is answered: name them apart.`);
    named.set(name, definition);
  }

  return {
    input: (schema) => convert(schema, "input"),
    output: (schema) => convert(schema, "output"),
    resolve: (schema) => named.get(schema.$ref?.split("/").at(-1) ?? "") ?? schema,
    named: () => Object.fromEntries([...named].sort(([one], [other]) => (one < other ? -1 : 1))),
  };
}

/** Whether a schema takes no further fields, or something in it. */
const isClosed = (schema: unknown): boolean => JSON.stringify(schema).includes('"additionalProperties":false');

/** Takes away what tells a client nothing, and says with a word what a long pattern says. */
function simplify(schema: z.core.JSONSchema.BaseSchema, io: Direction): void {
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum;
  if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum;
  if (schema.pattern === z.regexes.email.source) schema.format = "email";
  if (schema.format === "email" || schema.format === "date") delete schema.pattern;
  // answers may get further fields; what is sent may not have any, however deep
  if (io === "output" && schema.additionalProperties === false) delete schema.additionalProperties;
  if (io === "input" && schema.properties !== undefined) schema.additionalProperties = false;
  const keys = (schema.propertyNames as JsonSchema | undefined)?.enum as string[] | undefined;
  if (keys === undefined || schema.required === undefined) return;
  schema.properties = Object.fromEntries(keys.map((key) => [key, schema.additionalProperties!]));
  delete schema.propertyNames;
  delete schema.additionalProperties;
}

/**
 * The largest named object that a schema extends: it has all its properties, and not only those that any two objects
 * may have in common, such as a named id.
 */
function extendedBy(schema: z.core.$ZodType): z.ZodObject | undefined {
  if (!(schema instanceof z.ZodObject)) return undefined;
  const sizeOf = ({ shape }: z.ZodObject) => Object.keys(shape).length;
  return [...namedObjects]
    .filter((base) => sizeOf(base) < sizeOf(schema))
    .filter(({ shape }) => Object.entries(shape).every(([name, property]) => schema.shape[name] === property))
    .filter(({ shape }) => Object.values(shape).some((property) => z.globalRegistry.get(property)?.id === undefined))
    .sort((one, other) => sizeOf(other) - sizeOf(one))[0];
}

/** Writes the schema of an object as a reference to the one that it extends and what it adds. */
function writeAsExtension(schema: z.core.JSONSchema.BaseSchema, base: z.ZodObject): void {
  const added = ([name]: [string, unknown]) => !(name in base.shape);
  const { properties = {}, required = [] } = schema;
  const needed = required.filter((name) => !(name in base.shape));
  schema.allOf = [
    { $ref: `#/$defs/${z.globalRegistry.get(base)!.id}` },
    {
      type: "object",
      properties: Object.fromEntries(Object.entries(properties).filter(added)),
      ...(needed.length > 0 && { required: needed }),
    },
  ];
  delete schema.type;
  delete schema.properties;
  delete schema.required;
}

/** Gives the properties in a schema that do not say what they are what fields of their name are everywhere. */
function withSharedDescriptions(schema: JsonSchema): JsonSchema {
  const within = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(within);
    return typeof value === "object" && value !== null ? withSharedDescriptions(value as JsonSchema) : value;
  };
  const described = (name: string, property: JsonSchema): JsonSchema => {
    const description = saysWhatItIs(property) ? undefined : sharedDescriptions[name];
    return { ...(description !== undefined && { description }), ...withSharedDescriptions(property) };
  };
  const { properties, ...rest } = schema;
  const keywords = Object.entries(rest).map(([keyword, value]) => [keyword, within(value)]);
  if (properties === undefined) return Object.fromEntries(keywords);
  const each = Object.entries(properties).map(([name, property]) => [name, described(name, property)]);
  return { ...Object.fromEntries(keywords), properties: Object.fromEntries(each) };
}

/** Whether a schema says what it is: by a description, by naming another, or as a list or a choice of what does. */
const saysWhatItIs = ({ description, $ref, items, anyOf, allOf }: JsonSchema): boolean =>
  description !== undefined ||
  $ref !== undefined ||
  (items !== undefined && saysWhatItIs(items)) ||
  [...(anyOf ?? []), ...(allOf ?? [])].some(saysWhatItIs);
