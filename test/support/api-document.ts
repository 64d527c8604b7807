import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import type { Reply } from "../../bin/seed/client.ts";
import { type Call, wire } from "../../shared/http/call.ts";
import type { JsonSchema, Operation, Parameter, Reference, Response } from "../../shared/http/openapi-document.ts";

interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, JsonSchema>>;
    readonly parameters: Readonly<Record<string, Parameter>>;
    readonly responses: Readonly<Record<string, Response>>;
  };
}

const ajv = new Ajv2020({ strict: false, allErrors: true });
addFormats.default(ajv);

/** An API document as its file says it, and what in requests and answers is not as it says. */
function documentIn(file: string) {
  const text = readFileSync(join(import.meta.dirname, "../..", file), "utf8");
  const document = JSON.parse(text) as Document;
  ajv.addSchema(document, file);
  const validators = new Map<string, ValidateFunction>();

  /** What a reference such as `#/components/schemas/Page` leads to; undefined when that is nothing. */
  const referredTo = (reference: string): unknown =>
    reference
      .split("/")
      .slice(1)
      .reduce<unknown>(
        (place, name) => (place as Readonly<Record<string, unknown>> | undefined)?.[name.replaceAll("~1", "/")],
        document,
      );

  function validatorOf(place: string): ValidateFunction {
    const known = validators.get(place) ?? ajv.compile({ $ref: `${file}${place}` });
    validators.set(place, known);
    return known;
  }
  /** The paths of all fields of a body that the document does not let a call take. */
  function unknownToDocument(call: Call, body: unknown): string[] {
    const { method, path } = wire(call);
    const place = `#/paths/${path.replaceAll("/", "~1")}/${method.toLowerCase()}/requestBody/content/application~1json/schema`;
    const isValid = validatorOf(place);
    isValid(body);
    const unknown = isValid.errors?.filter(({ keyword }) => keyword === "additionalProperties") ?? [];
    return unknown.map(({ instancePath, params }) =>
      [...instancePath.split("/").slice(1), params.additionalProperty].join("."),
    );
  }

  /** What the document does not say of an answer (its status, media type, body or code); undefined when it is as it says. */
  function undocumented(call: Call, { status, headers, body, text: sent }: Reply): string | undefined {
    const { method, path } = wire(call);
    const responses = `#/paths/${path.replaceAll("/", "~1")}/${method.toLowerCase()}/responses`;
    const own = referredTo(`${responses}/${status}`);
    if (own === undefined && status < 400) return `${status} is not documented`;
    const written = `${responses}/${own === undefined ? "default" : status}`;
    const reference = referredTo(written) as Response | Reference;
    const pointer = "$ref" in reference ? reference.$ref : written;
    const response = referredTo(pointer) as Response;
    if (response.content === undefined) return sent === "" ? undefined : `${status} has a body`;
    const [type = ""] = String(headers["content-type"]).split(";");
    if (response.content[type] === undefined) return `${status} is ${type}`;
    if (type !== "application/json") return undefined;
    const isValid = validatorOf(`${pointer}/content/application~1json/schema`);
    if (!isValid(body)) return `${status}: ${ajv.errorsText(isValid.errors)}`;
    const { code } = body.error ?? {};
    const codes = reference.description ?? response.description;
    return code === undefined || codes.includes(`\`${code}\``) ? undefined : `${status} ${code} is not documented`;
  }

  return { text, document, referredTo, undocumented, unknownToDocument };
}

/** The document of the calls that keys may make. */
export const publicDocument = documentIn("web/public/openapi.json");

/** The API document. */
export const {
  text: apiDocumentText,
  document: apiDocument,
  referredTo,
  undocumented,
  unknownToDocument,
} = documentIn("shared/openapi.json");
