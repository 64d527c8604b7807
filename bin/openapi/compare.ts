import type { JsonSchema, Operation, Parameter, Reference, Response } from "../../shared/http/openapi-document.ts";

/** An API document, as far as it is compared. */
export interface ApiDocument {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: {
    readonly parameters?: Readonly<Record<string, Parameter>>;
    readonly responses?: Readonly<Record<string, Response>>;
    readonly schemas: Readonly<Record<string, JsonSchema>>;
  };
}

/** A field as callers meet it, by its path such as `data.credentials[].title`. */
interface Field {
  readonly required: boolean;
  /** Empty: anything. */
  readonly types: ReadonlySet<string>;
  /** The only values, where the schema lists them. */
  readonly values?: ReadonlySet<string>;
}
type Fields = ReadonlyMap<string, Field>;

/** What a call is to its callers. */
interface Offered {
  readonly open: boolean;
  readonly inputs: Fields;
  /** By status. */
  readonly answers: ReadonlyMap<string, Fields>;
  /** `409 credential.expired` */
  readonly refusals: ReadonlySet<string>;
}

/**
 * What a client of the first document meets at an API of the second that it did not know: a line each, such as
 * `removed call: GET /credential`. Fields may be added to answers, calls and optional inputs to the document.
 */
export function breakingChanges(released: ApiDocument, current: ApiDocument): string[] {
  const [before, after] = [offersOf(released), offersOf(current)];
  return [...before].flatMap(([call, offered]) => {
    const now = after.get(call);
    if (now === undefined) return [`removed call: ${call}`];
    return [
      ...(offered.open && !now.open ? [`needs a token now: ${call}`] : []),
      ...inputChanges(call, offered.inputs, now.inputs),
      ...[...offered.answers].flatMap(([status, fields]) =>
        answerChanges(call, status, fields, now.answers.get(status)),
      ),
      ...lost(offered.refusals, now.refusals).map((refusal) => `removed error code: ${call} ${refusal}`),
    ];
  });
}

function inputChanges(call: string, before: Fields, after: Fields): string[] {
  const removed = [...before].flatMap(([path, field]) => {
    const now = after.get(path);
    if (now === undefined) return isBelow(path, before, after) ? [] : [`removed input: ${call} ${path}`];
    const typed = now.types.size > 0 && lost(field.types, now.types).length > 0;
    const narrowed = now.values && (field.values === undefined || lost(field.values, now.values).length > 0);
    return [
      ...(typed ? [`input of another type: ${call} ${path}`] : []),
      ...(narrowed && !typed ? [`values no longer taken: ${call} ${path}`] : []),
    ];
  });
  const requirements = [...after].filter(([path, { required }]) => {
    const parent = parentOf(path);
    return required && !before.get(path)?.required && (parent === "" || before.has(parent));
  });
  return [...removed, ...requirements.map(([path]) => `new required input: ${call} ${path}`)];
}

function answerChanges(call: string, status: string, before: Fields, after: Fields | undefined): string[] {
  if (after === undefined) return [`removed answer: ${call} ${status}`];
  return [...before].flatMap(([path, field]) => {
    const now = after.get(path);
    if (now === undefined) return isBelow(path, before, after) ? [] : [`removed answer field: ${call} ${path}`];
    if (field.required && !now.required) return [`answer field that may be absent now: ${call} ${path}`];
    return field.types.size > 0 && lost(now.types, field.types).length > 0
      ? [`answer field of another type: ${call} ${path}`]
      : [];
  });
}

/** What stands in the one and not in the other. */
const lost = (one: ReadonlySet<string>, other: ReadonlySet<string>): string[] =>
  [...one].filter((each) => !other.has(each));

/** A field whose parent is gone is told with its parent. */
const isBelow = (path: string, before: Fields, after: Fields): boolean => {
  const parent = parentOf(path);
  return parent !== "" && before.has(parent) && !after.has(parent);
};
const parentOf = (path: string): string => path.replace(/(\.[^.[\]{}]+|\[\]|\{\}|^[^.[\]{}]+)$/, "");

function offersOf(document: ApiDocument): Map<string, Offered> {
  const codes = new Set(document.components.schemas.ProblemCode?.enum as string[] | undefined);
  const offers = new Map<string, Offered>();
  for (const [path, operations] of Object.entries(document.paths)) {
    for (const [method, operation] of Object.entries(operations)) {
      const answers = new Map<string, Fields>();
      const refusals = new Set<string>();
      for (const [status, response] of Object.entries(operation.responses)) {
        const { description, content } = { ...resolved<Response>(document, response), ...described(response) };
        if (/^[23]/.test(status)) answers.set(status, fieldsOf(document, content?.["application/json"]?.schema));
        for (const [, code] of description.matchAll(/`([\w.-]+)`/g))
          if (codes.has(code!)) refusals.add(`${status} ${code}`);
      }
      const open = operation.security !== undefined;
      offers.set(`${method.toUpperCase()} ${path}`, { open, inputs: inputsOf(document, operation), answers, refusals });
    }
  }
  return offers;
}

const described = ({ description }: Response | Reference) => description !== undefined && { description };

function inputsOf(document: ApiDocument, { parameters = [], requestBody }: Operation): Fields {
  const fields = new Map(fieldsOf(document, requestBody?.content["application/json"]?.schema));
  for (const each of parameters) {
    const { name, required, schema } = resolved<Parameter>(document, each);
    walk(document, schema, name, required, fields, []);
  }
  return fields;
}

function fieldsOf(document: ApiDocument, schema: JsonSchema | undefined): Fields {
  const fields = new Map<string, Field>();
  if (schema) walk(document, schema, "", true, fields, []);
  fields.delete("");
  return fields;
}

/** Collects the fields of a schema below a path. What is one of several schemas has the fields of all of them. */
function walk(
  document: ApiDocument,
  schema: JsonSchema,
  path: string,
  required: boolean,
  into: Map<string, Field>,
  above: readonly string[],
): void {
  if (schema.$ref !== undefined) {
    if (above.includes(schema.$ref)) return;
    walk(document, resolved<JsonSchema>(document, schema), path, required, into, [...above, schema.$ref]);
    return;
  }
  note(into, path, { required, types: typesOf(schema), ...valuesOf(schema) });
  const below = (name: string) => (path === "" ? name : `${path}.${name}`);
  for (const part of schema.allOf ?? []) walk(document, part, path, required, into, above);
  if (schema.anyOf) alternatives(document, schema.anyOf, path, required, into, above);
  for (const [name, property] of Object.entries(schema.properties ?? {}))
    walk(document, property, below(name), schema.required?.includes(name) ?? false, into, above);
  if (schema.items) walk(document, schema.items, `${path}[]`, true, into, above);
  if (typeof schema.additionalProperties === "object")
    walk(document, schema.additionalProperties as JsonSchema, `${path}{}`, true, into, above);
}

function alternatives(
  document: ApiDocument,
  schemas: readonly JsonSchema[],
  path: string,
  required: boolean,
  into: Map<string, Field>,
  above: readonly string[],
): void {
  const each = schemas.map((schema) => {
    const fields = new Map<string, Field>();
    walk(document, schema, path, required, fields, above);
    return fields;
  });
  for (const name of new Set(each.flatMap((fields) => [...fields.keys()]))) {
    const found = each.flatMap((fields) => fields.get(name) ?? []);
    const types = new Set(found.flatMap(({ types: own }) => [...own]));
    const listed = found.every(({ values }) => values !== undefined);
    note(into, name, {
      required: found.length === each.length && found.every((field) => field.required),
      types: found.some(({ types: own }) => own.size === 0) ? new Set() : types,
      ...(listed && { values: new Set(found.flatMap(({ values }) => [...values!])) }),
    });
  }
}

/** A field that several parts describe is what the most telling one says, and required when one of them says so. */
function note(into: Map<string, Field>, path: string, field: Field): void {
  const known = into.get(path);
  if (known === undefined) into.set(path, field);
  else {
    into.set(path, {
      required: known.required || field.required,
      types: known.types.size > 0 ? known.types : field.types,
      ...((known.values ?? field.values) && { values: known.values ?? field.values }),
    });
  }
}

function typesOf({ type, const: only, enum: listed }: JsonSchema): Set<string> {
  if (type !== undefined) return new Set([type].flat() as string[]);
  const values = only === undefined ? ((listed as unknown[] | undefined) ?? []) : [only];
  return new Set(values.map((value) => (value === null ? "null" : typeof value)));
}

function valuesOf({ const: only, enum: listed }: JsonSchema): { values?: Set<string> } {
  const values = only === undefined ? (listed as unknown[] | undefined) : [only];
  return values ? { values: new Set(values.map(String)) } : {};
}

/** A part itself, or the component it refers to. */
function resolved<Part extends object>(document: ApiDocument, part: Part | Reference): Part {
  if (!("$ref" in part) || part.$ref === undefined) return part as Part;
  const [, kind, name] = /^#\/components\/(\w+)\/(.+)$/.exec(part.$ref as string)!;
  const found = (document.components as unknown as Record<string, Record<string, Part>>)[kind!]?.[name!];
  if (found === undefined) throw new Error(`The API document has no ${part.$ref}.`);
  return found;
}
