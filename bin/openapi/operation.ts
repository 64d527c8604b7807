import * as z from "zod";
import type { NamedCall } from "../../shared/contract.ts";
import { bodyLimits, type Call, data, inputOfKey, wire } from "../../shared/http/call.ts";
import type { JsonSchema, Operation, Parameter, Response } from "../../shared/http/openapi-document.ts";
import { ExportId, inlineRowsMax } from "../../shared/organization/export.ts";
import { descriptionOf } from "./doc-comments.ts";
import { refusalsOf } from "./refusals.ts";
import type { Schemas } from "./schemas.ts";
import { whoMayCall } from "./who-may-call.ts";

/** Describes a call, as people make it or with a key. */
export function operationOf(
  { domain, name, call }: NamedCall,
  schemas: Schemas,
  { byKey = false }: { byKey?: boolean } = {},
): Operation {
  const open = call.allow === "anyone" || call.allow === "signature";
  const { parameters, body } = inputOf(call, schemas, byKey);
  const documents = call.answers === undefined ? undefined : documentAnswers(call.answers, schemas);
  return {
    operationId: `${domain}.${name}`,
    summary: call.summary,
    description: descriptionParts(call, byKey).join("\n\n"),
    tags: [domain],
    ...(open && { security: [] }),
    ...(parameters.length > 0 && { parameters }),
    ...(body && { requestBody: { required: true, content: json(body) } }),
    responses: { ...(documents ?? { "200": answer(call.output, schemas) }), ...refusalsOf(call, { byKey }) },
  };
}

const json = (schema: JsonSchema) => ({ "application/json": { schema } });

/** The fields of a call where they travel: as parameters in path and query, or in the body. */
function inputOf(call: Call, schemas: Schemas, byKey: boolean): { parameters: Parameter[]; body?: JsonSchema } {
  const { method, path } = wire(call);
  const input = schemas.input(byKey ? inputOfKey(call) : call.input);
  const { properties = {}, required = [], ...rest } = schemas.resolve(input);
  const inPath = (field: string) => path.includes(`{${field}}`);
  const isParameter = (field: string) => inPath(field) || method === "GET";
  const fields = Object.entries(properties);
  const parameters = fields
    .filter(([name]) => isParameter(name))
    .map(([name, property]): Parameter => {
      const { description = schemas.resolve(property).description, ...schema } = property;
      return { name, in: inPath(name) ? "path" : "query", required: required.includes(name), description, schema };
    });
  if (call.idempotent) parameters.push(idempotencyKey);
  if (call.allow === "signature") return { parameters, body: providerEvent };
  if (call.body) return { parameters, body: browserReport };
  const sent = fields.filter(([name]) => !isParameter(name));
  if (sent.length === 0) return { parameters };
  if (sent.length === fields.length) return { parameters, body: input };
  const needed = required.filter((name) => !isParameter(name));
  const body = { ...rest, properties: Object.fromEntries(sent), ...(needed.length > 0 && { required: needed }) };
  return { parameters, body };
}

const idempotencyKey: Parameter = {
  name: "Idempotency-Key",
  in: "header",
  required: false,
  description:
    "A name for this request, chosen by the client. A repeat under the same name within a day changes nothing and is answered as the first was; with other contents it is refused.",
  schema: { type: "string", pattern: "^[\\w-]{8,100}$", examples: ["01JD8Z4Q7M9V3K2T5W6X8Y0ABC"] },
};

const providerEvent: JsonSchema = {
  type: "object",
  description: "The event, in the provider's own form and with its signature in the provider's headers.",
};

const browserReport: JsonSchema = { description: "What a browser sends of its own: a report, or a list of them." };

/** The description of a call: what its comment says, who may call it, and what else its definition tells. */
function descriptionParts(call: Call, byKey: boolean): string[] {
  const { bodyLimitBytes = bodyLimits.ordinaryBytes } = call;
  const withinOrganization = typeof call.allow === "object" && call.allow.within === "organization";
  return [
    descriptionOf(call),
    `${byKey ? `Scope \`${call.keys}\`.` : whoMayCall(call.allow)}${withinOrganization ? ` ${archivedSentences[call.whenArchived ?? "refused"]}` : ""}`,
    call.proof &&
      !byKey &&
      `${call.proof === true ? "Asks" : "May ask"} for \`POST /user/proof\` where ten minutes have gone by since.`,
    bodyLimitBytes > bodyLimits.ordinaryBytes && `The body may have ${bodyLimitBytes / 1_000_000} MB.`,
  ].filter((each) => typeof each === "string");
}

const archivedSentences = {
  refused: "Not in an archived organization.",
  "for-90-days": "In an archived organization for another 90 days.",
  "as-its-work":
    "In an archived organization for another 90 days; what a learner or reviewer has begun goes by the organization of the work.",
  allowed: "In an archived organization as well.",
} as const satisfies Record<NonNullable<Call["whenArchived"]> | "refused", string>;

function answer(output: z.ZodType, schemas: Schemas): Response {
  const schema = schemas.output(output);
  const { description = "Done." } = schemas.resolve(schema.properties?.data ?? {});
  return { description, content: json(schema) };
}

/** What a call answers whose answer is not JSON of its output. */
function documentAnswers(answers: NonNullable<Call["answers"]>, schemas: Schemas): Record<string, Response> {
  if (answers === "redirect") {
    const location = { description: "The page it leads to.", schema: { type: "string", format: "uri" } };
    return { "302": { description: "To the page.", headers: { Location: location } } };
  }
  const sheet = { [`text/${answers}`]: { schema: { type: "string" } } };
  const later = schemas.output(data(z.object({ export_id: ExportId })));
  return {
    "200": { description: "The document, as an attachment.", content: sheet },
    "202": {
      description: `More than ${inlineRowsMax} rows: the document is made in the background, and is found under this id in \`GET /organization/exports\`.`,
      content: json(later),
    },
  };
}
