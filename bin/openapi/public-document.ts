import { callsOf, type Domain } from "../../shared/contract.ts";
import { publicPrefix, wire } from "../../shared/http/call.ts";
import { keyScopes } from "../../shared/http/key-scopes.ts";
import type { Operation } from "../../shared/http/openapi-document.ts";
import { limitMax } from "../../shared/http/paging.ts";
import { scopeWords } from "../../shared/key/key.ts";
import { brand } from "../../shared/platform/brand.ts";
import { bounded } from "./bounds.ts";
import { tags } from "./document.ts";
import { headersOf, keyHeaders } from "./limit-headers.ts";
import { operationOf } from "./operation.ts";
import { codesOf, refusalResponses, refusalSchemas } from "./refusals.ts";
import { collectSchemas } from "./schemas.ts";
import { share } from "./sharing.ts";

const description = `The API for an organization's own programs, which call it with a key that an admin makes.

- **The key** travels as \`Authorization: Bearer laurel_…\`. It acts in its organization, which no call has to name.
- **Scopes** are chosen when a key is made: ${keyScopes.map((scope) => `\`${scope}\``).join(", ")}.
- **Answers** are \`{ "data": … }\`, refusals \`{ "error": { "code", "message", "fields"? } }\`. A program decides by the code; the message is for people.
- **Lists** take \`limit\` (at most ${limitMax}), and answer \`total\` and a \`cursor\`; sent back, the cursor leads to the next page. Without one in the answer, the list has ended.
- **Limits**: \`ratelimit-policy\` and \`ratelimit\` say with every answer what a key has left; a 429 says in \`retry-after\` how many seconds to wait.
- **Repeating**: where a call takes an \`Idempotency-Key\`, a request whose answer was lost is sent again under the same key.
- Fields that a call does not know are refused, however deep they lie. Answers may get further fields.`;

/** The OpenAPI 3.1 document of the calls that keys may make. `version` is that of the product. */
export function publicDocument({ version }: { version: string }) {
  const calls = callsOf().filter(({ call }) => call.keys !== undefined);
  const schemas = collectSchemas(calls.map(({ call }) => call.output));
  const { operations, shared } = share(calls.map((named) => withLimits(operationOf(named, schemas, { byKey: true }))));
  const paths: Record<string, Record<string, Operation>> = {};
  for (const [index, operation] of operations.entries()) {
    const { method, path } = wire(calls[index]!.call);
    paths[path] = { ...paths[path], [method.toLowerCase()]: operation };
  }
  const used = new Set<Domain>(calls.map(({ domain }) => domain));
  const codes = [...new Set(calls.flatMap(({ call }) => codesOf(call, { byKey: true })))];
  const referred = JSON.stringify(paths);
  const refusals = Object.entries(refusalResponses({ byKey: true })).filter(([name]) =>
    referred.includes(`/responses/${name}"`),
  );
  return bounded({
    openapi: "3.1.0",
    info: {
      title: `${brand.product} public API`,
      version,
      summary: "Read an organization's credentials, applications and certificates, and invite its people.",
      description,
      contact: { name: brand.company, email: brand.supportEmail },
      license: { name: "Proprietary", identifier: "LicenseRef-Proprietary" },
    },
    servers: [
      { url: `/api${publicPrefix}`, description: "Production, on the portal's own origin.", "x-internal": false },
    ],
    security: [{ apiKey: [] }],
    tags: Object.entries(tags)
      .filter(([name]) => used.has(name as Domain))
      .map(([name, about]) => ({ name, description: about })),
    paths,
    components: {
      securitySchemes: {
        apiKey: {
          type: "http",
          scheme: "bearer",
          description: `A key that an admin has made on the page API keys. Its scopes: ${keyScopes
            .map((scope) => `\`${scope}\` (${scopeWords[scope]})`)
            .join(", ")}.`,
        },
      },
      ...shared,
      headers: keyHeaders,
      responses: { ...shared.responses, ...Object.fromEntries(refusals) },
      schemas: { ...refusalSchemas(codes), ...schemas.named() },
    },
  });
}

/** An operation whose answers tell of the limits, as its refusals do. */
function withLimits(operation: Operation): Operation {
  const told = Object.entries(operation.responses).map(([status, answer]) => {
    const isAnswer = status.startsWith("2") && !("$ref" in answer);
    return [status, isAnswer ? { ...answer, headers: { ...answer.headers, ...headersOf(status) } } : answer];
  });
  return { ...operation, responses: Object.fromEntries(told) };
}
