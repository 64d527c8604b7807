import * as z from "zod";
import type { NamedCall } from "../contract.ts";
import { brand } from "../platform/brand.ts";
import { type Call, wire } from "./call.ts";
import { problems } from "./problems.ts";

const jsonSchema = (schema: z.ZodType, io: "input" | "output") => {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: "any", reused: "inline" }) as Record<
    string,
    unknown
  >;
  return rest as { properties?: Record<string, unknown>; required?: string[] } & Record<string, unknown>;
};

const usual = ["input.invalid", "server.failed"] as const;
const protectedToo = ["access.no-token", "access.denied"] as const;

function refusals(call: Call) {
  const open = call.allow === "anyone" || call.allow === "signature";
  const codes = [...usual, ...(open ? [] : protectedToo), ...(call.problems ?? [])];
  const byStatus = Map.groupBy(new Set(codes), (code) => problems[code][0]);
  return Object.fromEntries(
    [...byStatus].map(([status, each]) => [
      String(status),
      {
        description: each.map((code) => `\`${code}\`: ${problems[code][1]}`).join("\n\n"),
        content: { "application/json": { schema: { $ref: "#/components/schemas/Refusal" } } },
      },
    ]),
  );
}

function operation({ domain, name, call }: NamedCall) {
  const { method, path } = wire(call);
  const input = jsonSchema(call.input, "input");
  const inPath = new Set([...path.matchAll(/\{(\w+)\}/g)].map(([, field]) => field!));
  const fields = Object.entries(input.properties ?? {});
  const parameters = fields
    .filter(([field]) => inPath.has(field) || method === "GET")
    .map(([field, schema]) => ({
      name: field,
      in: inPath.has(field) ? "path" : "query",
      required: inPath.has(field) || (input.required ?? []).includes(field),
      schema,
    }));
  const idempotencyKey = {
    name: "Idempotency-Key",
    in: "header",
    required: false,
    schema: { type: "string", pattern: "^[\\w-]{8,100}$" },
  };
  const bodyFields = method === "GET" ? [] : fields.filter(([field]) => !inPath.has(field));
  return {
    operationId: `${domain}.${name}`,
    summary: call.summary,
    tags: [domain],
    security: call.allow === "anyone" || call.allow === "signature" ? [] : [{ accessToken: [] }],
    ...(typeof call.allow === "object" && { "x-permission": call.allow.permission }),
    ...((parameters.length > 0 || call.idempotent) && {
      parameters: [...parameters, ...(call.idempotent ? [idempotencyKey] : [])],
    }),
    ...(bodyFields.length > 0 && {
      requestBody: {
        required: true,
        content: { "application/json": { schema: { ...input, properties: Object.fromEntries(bodyFields) } } },
      },
    }),
    responses: {
      "200": {
        description: "Done.",
        content:
          call.answers === "document"
            ? { "*/*": {} }
            : { "application/json": { schema: jsonSchema(call.output, "output") } },
      },
      ...refusals(call),
    },
  };
}

/** The OpenAPI 3.1 document of a contract. */
export function openApiOf(calls: readonly NamedCall[]) {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const named of calls) {
    const { method, path } = wire(named.call);
    paths[path] = { ...paths[path], [method.toLowerCase()]: operation(named) };
  }
  const error = {
    type: "object",
    required: ["code", "message"],
    properties: {
      code: { type: "string", enum: Object.keys(problems) },
      message: { type: "string" },
      fields: { type: "object", additionalProperties: { type: "string" } },
    },
  };
  return {
    openapi: "3.1.0",
    info: { title: `${brand.product} API`, version: "1.0.0" },
    servers: [{ url: "/api" }],
    paths,
    components: {
      securitySchemes: { accessToken: { type: "http", scheme: "bearer", bearerFormat: "JWT" } },
      schemas: { Refusal: { type: "object", required: ["error"], properties: { error } } },
    },
  };
}
