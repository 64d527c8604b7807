import { type Call, namesThing, wire } from "../../shared/http/call.ts";
import type { JsonSchema, Reference, Response } from "../../shared/http/openapi-document.ts";
import { type ProblemCode, problems } from "../../shared/http/problems.ts";
import { permissions } from "../../shared/permissions.ts";
import { headersOf } from "./limit-headers.ts";

type Status = (typeof problems)[ProblemCode][0];

interface Refusals {
  /** As RFC 9110 calls the status. */
  readonly name: string;
  readonly meaning: string;
  /** What any call may be refused with, as far as it has a body, a caller or an organization. */
  readonly usual: readonly ProblemCode[];
}

const refusals: Record<Status, Refusals> = {
  400: {
    name: "BadRequest",
    meaning: "Something about the input is wrong; where it is about fields, `fields` says what.",
    usual: ["input.invalid", "input.not-json", "input.organization-needed"],
  },
  401: {
    name: "Unauthorized",
    meaning: "There is no valid access token: refresh it, or sign in.",
    usual: ["access.no-token"],
  },
  403: {
    name: "Forbidden",
    meaning: "The caller may not do this.",
    usual: ["access.denied", "organization.archived", "auth.factor-required"],
  },
  404: {
    name: "NotFound",
    meaning: "There is no such thing, or it is not the caller's to see.",
    usual: ["resource.not-found"],
  },
  409: {
    name: "Conflict",
    meaning: "The thing is in a state in which this cannot be done, or has changed meanwhile.",
    usual: ["state.changed", "idempotency.mismatch"],
  },
  413: { name: "ContentTooLarge", meaning: "The body is too large.", usual: ["input.too-large"] },
  429: { name: "TooManyRequests", meaning: "Too often: try again later.", usual: ["rate.exceeded"] },
  500: { name: "InternalServerError", meaning: "Something went wrong on the server.", usual: ["server.failed"] },
  503: {
    name: "ServiceUnavailable",
    meaning: "The server, or a service it needs, is busy or down: try again in a moment.",
    usual: ["server.busy"],
  },
};

/** What differs where a key calls. */
const refusalsOfKeys: Record<Status, Refusals> = {
  ...refusals,
  400: { ...refusals[400], usual: ["input.invalid", "input.not-json"] },
  401: {
    name: "Unauthorized",
    meaning: "No key was sent, or it is mistyped, expired or ended.",
    usual: ["key.missing", "key.refused"],
  },
  403: { ...refusals[403], meaning: "The key may not do this.", usual: ["key.scope-missing", "access.denied"] },
};
const refusalsFor = (byKey: boolean) => (byKey ? refusalsOfKeys : refusals);

/** Answered by any call: told once, as the `default` response, unless a call has a code of its own with such a status. */
const common: ReadonlySet<Status> = new Set<Status>([413, 429, 500, 503]);

/** Told with each call that keys may make, since programs wait and try again by themselves. */
const toldToKeys: ReadonlySet<Status> = new Set<Status>([429, 500]);

/** Statuses that the gateway answers too, in its own form, before a call is reached. */
const gatewayStatuses: ReadonlySet<Status> = new Set<Status>([401, ...common]);

/** The codes by which keys are refused. */
const keyCodes: readonly ProblemCode[] = ["key.missing", "key.refused", "key.scope-missing"];

/**
 * All codes that a call may be refused with: those it lists, and those that follow from the rest of its definition. `byKey`:
 * what a key may be refused with, which has no session and is of one organization.
 */
export function codesOf(call: Call, { byKey = false }: { byKey?: boolean } = {}): ProblemCode[] {
  if (!byKey) return codesOfPerson(call);
  const others: readonly ProblemCode[] = [
    "access.no-token",
    "input.organization-needed",
    "auth.proof-needed",
    "auth.factor-required",
  ];
  return [...keyCodes, ...codesOfPerson(call).filter((code) => !others.includes(code))];
}

function codesOfPerson(call: Call): ProblemCode[] {
  const { allow, whenArchived, idempotent, proof, problems: own = [] } = call;
  const codes: ProblemCode[] = ["input.too-large", "rate.exceeded", "server.failed", "server.busy"];
  if (allow !== "signature") codes.push("input.invalid");
  if (allow !== "signature" && wire(call).method !== "GET") codes.push("input.not-json");
  if (allow !== "signature" && allow !== "anyone") codes.push("access.no-token");
  if (typeof allow === "object" || allow === "member") codes.push("access.denied");
  if (typeof allow === "object") codes.push("auth.factor-required");
  if (typeof allow === "object" && allow.within === "organization") {
    codes.push("input.organization-needed");
    if (whenArchived !== "allowed") codes.push("organization.archived");
    if (namesThing(call) || "superadmin" in permissions[allow.permission]) codes.push("resource.not-found");
  }
  if (wire(call).method !== "GET") codes.push("state.changed");
  if (idempotent) codes.push("idempotency.mismatch");
  if (proof) codes.push("auth.proof-needed");
  const unknown = own.find((code) => !Object.hasOwn(problems, code));
  if (unknown !== undefined) throw new Error(`${call.route} names ${unknown}, which shared/http/problems.ts does not.`);
  return [...new Set([...codes, ...own])];
}

/** The refusals of a call, by status: the shared response, with this call's codes where they are not only the usual ones. */
export function refusalsOf(call: Call, { byKey = false } = {}): Record<string, Reference> {
  const byStatus = [...Map.groupBy(codesOf(call, { byKey }), (code) => problems[code][0])].sort(
    ([one], [other]) => one - other,
  );
  const responses = byStatus.flatMap(([status, codes]) => {
    const { name, usual } = refusalsFor(byKey)[status];
    const $ref = `#/components/responses/${name}`;
    if (codes.some((code) => !usual.includes(code))) return [[status, { $ref, description: listed(codes) }]];
    return common.has(status) && !(byKey && toldToKeys.has(status)) ? [] : [[status, { $ref }]];
  });
  return { ...Object.fromEntries(responses), default: { $ref: "#/components/responses/Refused" } };
}

const listed = (codes: readonly ProblemCode[]) => codes.map((code) => `\`${code}\``).join(", ");

const problem = { $ref: "#/components/schemas/Problem" };
const response = (description: string, ofGateway: boolean, headers?: Response["headers"]): Response => ({
  description,
  ...(headers && { headers }),
  content: {
    "application/json": {
      schema: ofGateway ? { anyOf: [problem, { $ref: "#/components/schemas/GatewayProblem" }] } : problem,
    },
  },
});

/** The responses that refusals refer to, by name. No gateway looks at what a key calls with: 401 is the call's own there. */
export const refusalResponses = ({ byKey = false } = {}): Record<string, Response> => ({
  ...Object.fromEntries(
    Object.entries(refusalsFor(byKey)).map(([status, { name, meaning, usual }]) => [
      name,
      response(
        `${meaning} ${listed(usual)}.`,
        gatewayStatuses.has(Number(status) as Status) && !(byKey && status === "401"),
        byKey && status.startsWith("4") ? headersOf(status) : undefined,
      ),
    ]),
  ),
  Refused: response(
    `What any call may answer: ${[...common].map((status) => `${listed(refusals[status].usual)} (${status})`).join(", ")}.`,
    true,
  ),
});

/** The schemas of refusals, by name, with the codes that there are. */
export const refusalSchemas = (
  codes: readonly ProblemCode[] = Object.keys(problems) as ProblemCode[],
): Record<string, JsonSchema> => ({
  Problem: {
    type: "object",
    description: "A refusal.",
    required: ["error"],
    properties: {
      error: {
        type: "object",
        description: "What is wrong.",
        required: ["code", "message"],
        properties: {
          code: { $ref: "#/components/schemas/ProblemCode" },
          message: { type: "string", description: "What is wrong, in a sentence that may be shown." },
          fields: {
            type: "object",
            description:
              "What is wrong, by field; a field inside another is named by its path, as in `sections.0.title`.",
            additionalProperties: { type: "string" },
          },
        },
      },
    },
  },
  ProblemCode: {
    type: "string",
    description: [
      "The code of a refusal, with its status and its usual message:",
      ...codes.map((code) => `- \`${code}\` (${problems[code][0]}): ${problems[code][1]}`),
    ].join("\n"),
    enum: [...codes],
  },
  GatewayProblem: {
    type: "object",
    description: "A refusal of the gateway, before any call is reached.",
    required: ["message"],
    properties: { message: { type: "string", description: "What is wrong, in a few words." } },
  },
});
