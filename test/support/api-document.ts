import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import type { Reply } from "../../bin/seed/client.ts";
import { type Call, wire } from "../../shared/http/call.ts";

/** Any object of the API document. */
export type Json = { readonly [name: string]: Json } & { readonly $ref?: string; readonly description?: string };

/** The API document's text. */
export const apiDocumentText = readFileSync(join(import.meta.dirname, "../../shared/openapi.json"), "utf8");
/** The API document. */
export const apiDocument = JSON.parse(apiDocumentText) as Json;

/** What a JSON pointer such as `#/components/schemas/Problem` leads to in the API document; undefined where that is nothing. */
export const pointedTo = (pointer: string): Json | undefined =>
  pointer
    .slice("#/".length)
    .split("/")
    .reduce<Json | undefined>(
      (place, name) => place?.[decodeURIComponent(name).replaceAll("~1", "/").replaceAll("~0", "~")],
      apiDocument,
    );

const ajv = new Ajv2020({ strict: false, allErrors: true });
addFormats.default(ajv);
ajv.addSchema(apiDocument, "api");
const validators = new Map<string, ValidateFunction>();

/** What the API document does not say of an answer: its status, media type, code or body; undefined when it is as it says. */
export function undocumented(call: Call, { status, headers, body, text }: Reply): string | undefined {
  const { method, path } = wire(call);
  const responses = `#/paths/${path.replaceAll("/", "~1")}/${method.toLowerCase()}/responses`;
  const all = pointedTo(responses);
  const key = all?.[status] ? String(status) : "default";
  const response = all?.[key];
  if (response === undefined || (key === "default" && status < 400)) return `${status} is not documented`;
  const pointer = response.$ref ?? `${responses}/${key}`;
  const { content } = pointedTo(pointer)!;
  if (content === undefined) return text === "" ? undefined : `${status} has a body`;
  const type = String(headers["content-type"]).split(";")[0]!;
  if (content[type] === undefined) return `${status} is ${type}`;
  if (type !== "application/json") return undefined;
  const place = `api${pointer}/content/application~1json/schema`;
  const valid = validators.get(place) ?? ajv.compile({ $ref: place });
  validators.set(place, valid);
  if (!valid(body)) return `${status}: ${ajv.errorsText(valid.errors)}`;
  const { code } = body.error ?? {};
  const codes = response.description ?? pointedTo(pointer)!.description!;
  return code === undefined || codes.includes(`\`${code}\``) ? undefined : `${status} ${code} is not documented`;
}
