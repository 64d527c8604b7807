import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import type * as z from "zod";
import type { Caller } from "../../bin/seed/client.ts";
import { callsOf, contract, type NamedCall } from "../../shared/contract.ts";
import { bodyLimits, selectorOf, wire } from "../../shared/http/call.ts";
import { type Role, roleIds } from "../../shared/permissions.ts";
import { unknownToDocument } from "../support/api-document.ts";
import type { Organization } from "../support/organization.ts";
import { world } from "../support/world.ts";
import { policyOf } from "./authorization.ts";

/** Ways a field may be wrong. */
const wrongs = ["missing", "empty", "blank", "long", "of another type"] as const;
/** Or all are missing, and each object has a field that nobody knows. */
type Wrong = (typeof wrongs)[number] | "strange";

/** Text for every string without a limit of its own; more than anybody types, less than a query may hold. */
const longCharacters = 5000;
const blankHtml = "<p>&nbsp;</p><p><br></p>";
const others: Readonly<Record<string, unknown>> = { string: 7, number: "many", boolean: "perhaps", array: "one" };

/** Whose calls are wrong: one after the other, as a quick machine sends more in a second than one may. */
let schools: Organization[];
let own: Organization;
let people: Record<Role, Caller>;
beforeAll(async () => {
  const names = ["Careless School", "Careless College", "Careless Academy"];
  schools = await Promise.all(names.map((name) => world.newOrganization(name)));
});
beforeEach(() => {
  own = schools.shift()!;
  schools.push(own);
  people = {
    superadmin: world.as("Sam"),
    admin: own.as("Ada"),
    issuer: own.as("Ivan"),
    publisher: own.as("Pia"),
    reviewer: own.as("Rita"),
    learner: own.as("Lena"),
    custom: own.as("Cy"),
  };
});

interface Definition {
  readonly type: string;
  readonly innerType?: z.ZodType;
  readonly in?: z.ZodType;
  readonly out?: z.ZodType;
  readonly element?: z.ZodType;
  readonly shape?: Record<string, z.ZodType>;
}
const definitionOf = (schema: z.ZodType) => schema._zod.def as unknown as Definition;

/** What is beneath "optional", "with a default", "or null" and transformations, those before it included. */
function bare(schema: z.ZodType): z.ZodType {
  const { innerType, in: before, out: after } = definitionOf(schema);
  const within = innerType ?? (before && definitionOf(before).type === "transform" ? after : before);
  return within ? bare(within) : schema;
}

/** The most characters, elements or units a schema takes. */
function limitOf(schema: z.ZodType): number | undefined {
  const checks = (schema._zod.def.checks ?? []).map((check) => check._zod.def as { maximum?: number; value?: unknown });
  const limits = checks.map(({ maximum, value }) => maximum ?? value).filter((limit) => typeof limit === "number");
  return limits.length > 0 ? Math.max(...limits) : undefined;
}

/** A value that is wrong in one way, objects and the elements of lists down to their fields; undefined leaves it out. */
function spoiled(schema: z.ZodType, wrong: Wrong): unknown {
  const inner = bare(schema);
  const { type, shape, element } = definitionOf(inner);
  const maximum = limitOf(inner);
  if (type === "object")
    return {
      ...Object.fromEntries(Object.entries(shape!).map(([name, field]) => [name, spoiled(field, wrong)])),
      ...(wrong === "strange" && { surprise: 1 }),
    };
  if (type === "array" && wrong !== "of another type") {
    if (wrong === "empty") return [];
    return Array(wrong === "long" && maximum !== undefined ? maximum + 1 : 1).fill(spoiled(element!, wrong));
  }
  if (wrong === "missing" || wrong === "strange") return undefined;
  if (wrong === "of another type") return others[type] ?? { no: "value" };
  if (type === "number") return wrong === "long" ? (maximum ?? 1e300) + 1 : null;
  if (type !== "string") return wrong === "long" ? "x".repeat(100) : null;
  return { empty: "", blank: blankHtml, long: "x".repeat((maximum ?? longCharacters) + 1) }[wrong];
}

/** The fields of a call that are its own to parse: the organization is looked up before. */
const fieldsOf = ({ call }: NamedCall) =>
  Object.entries(call.input.shape as Record<string, z.ZodType>).filter(([name]) => name !== selectorOf(call));

/** As it arrives: queries carry text only, bodies JSON. */
function sent({ call }: NamedCall, input: Record<string, unknown>): Record<string, unknown> {
  if (wire(call).method !== "GET") return JSON.parse(JSON.stringify(input));
  const given = Object.entries(input).filter(([, value]) => value !== undefined);
  return Object.fromEntries(given.map(([name, value]) => [name, String(value)]));
}

/** What the contract itself says of an input, as the portal's forms do: a sentence per field. */
function sentences({ call }: NamedCall, input: unknown): Record<string, string> {
  const fields: Record<string, string> = {};
  for (const issue of call.input.safeParse(input).error?.issues ?? []) {
    if (issue.code !== "unrecognized_keys") fields[issue.path.join(".")] ??= issue.message;
  }
  return fields;
}

function callerOf({ call }: NamedCall): Caller {
  if (call.allow === "anyone") return world.anyone;
  if (typeof call.allow === "string") return people.learner;
  const { letters } = policyOf(call.route)!;
  const roles = (Object.keys(roleIds) as Role[]).filter((role) => role !== "superadmin");
  const role = roles.find((each) => letters[each] !== "–" && !letters[each].startsWith("C:"));
  return people[role ?? "superadmin"];
}

/** The input with the caller's own organization in it. */
const inOwn = ({ call }: NamedCall, input: Record<string, unknown>) => {
  const selector = selectorOf(call);
  return selector === undefined ? input : { ...input, [selector]: own.organization_id };
};

/** An input all of whose fields are wrong in one way. */
const inputOf = (named: NamedCall, wrong: Wrong) => {
  const selector = selectorOf(named.call);
  const spoilt = Object.fromEntries(fieldsOf(named).map(([name, field]) => [name, spoiled(field, wrong)]));
  if (named.call.route.includes("{code}")) spoilt.code = "none";
  return sent(named, { ...spoilt, ...(selector && { [selector]: "org_0" }) });
};

/** The same as one request, or field by field where the whole would be larger than the call takes. */
function requestsOf(named: NamedCall, wrong: Wrong): Record<string, unknown>[] {
  const input = inputOf(named, wrong);
  const limit = named.call.bodyLimitBytes ?? bodyLimits.ordinaryBytes;
  if (JSON.stringify(input).length < limit) return [input];
  const each = Object.entries(input).map(([name, value]) => ({ [name]: value }));
  return each.filter((one) => JSON.stringify(one).length < limit); // others are refused before they are looked at
}

const parsed = callsOf().filter((named) => named.call.allow !== "signature" && fieldsOf(named).length > 0);
const refused = parsed.flatMap((named) =>
  wrongs.flatMap((wrong) =>
    requestsOf(named, wrong)
      .filter((input) => Object.keys(sentences(named, input)).length > 0)
      .map((input) => ({ named, wrong, input })),
  ),
);

describe.each(wrongs)("fields that are %s", (wrong) => {
  const cases = refused.filter((each) => each.wrong === wrong);

  test.each(cases.map((each) => [`${each.named.domain}.${each.named.name}`, each] as const))(
    "are named by %s in the contract's words",
    async (_, { named, input }) => {
      const { status, body } = await callerOf(named).call(named.call, inOwn(named, input));
      expect(body.error).toMatchObject({ code: "input.invalid", fields: sentences(named, input) });
      expect(status).toBe(400);
    },
  );
});

describe("every text has a limit, and every field a type", () => {
  /** Paths of all fields whose schema is of one of the types. */
  const pathsOf = (schema: z.ZodType, path: string[], types: readonly string[]): string[] => {
    const inner = bare(schema);
    const { type, shape, element } = definitionOf(inner);
    if (shape) return Object.entries(shape).flatMap(([name, field]) => pathsOf(field, [...path, name], types));
    const here = types.includes(type) ? [path.join(".")] : [];
    return element ? [...here, ...pathsOf(element, [...path, "0"], types)] : here;
  };
  const unlimited = (named: NamedCall, wrong: Wrong, types: readonly string[]) => {
    const found = sentences(named, inputOf(named, wrong));
    const paths = fieldsOf(named).flatMap(([name, field]) => pathsOf(field, [name], types));
    const beneath = (path: string) =>
      path.split(".").some((_, end, parts) => parts.slice(0, end + 1).join(".") in found);
    return paths.filter((path) => path !== "code" && !beneath(path)).map((path) => `${named.call.route}: ${path}`);
  };

  test("so that what is too long is refused, except names, which are cut", () => {
    const taken = parsed.flatMap((named) => unlimited(named, "long", ["string"]));
    expect(taken.filter((path) => !/: (first|last)_name$/.test(path))).toEqual([]);
  });
  test("so that another type is refused", () => {
    const bodies = parsed.filter(({ call }) => wire(call).method !== "GET");
    expect(
      bodies.flatMap((named) => unlimited(named, "of another type", ["string", "number", "boolean", "array", "enum"])),
    ).toEqual([]);
  });
});

test("a refusal is a sentence of ours, not the schema library's", () => {
  const said = refused.flatMap(({ named, input }) => Object.values(sentences(named, input)));
  expect(
    [...new Set(said)].filter((sentence) => /^(Invalid input|Too (big|small)|Invalid option)/.test(sentence)),
  ).toEqual([]);
});

describe("the organization", () => {
  const within = parsed.filter(({ call }) => selectorOf(call) !== undefined);
  test.each(within.map((named) => [`${named.domain}.${named.name}`, named] as const))(
    "is named by %s when it is not an id",
    async (_, named) => {
      const selector = selectorOf(named.call)!;
      const { status, body } = await callerOf(named).call(named.call, { [selector]: "x".repeat(101) });
      expect(body.error.fields).toEqual({ [selector]: "Name one organization." });
      expect(status).toBe(400);
    },
  );
});

describe("a cursor that no list gave", () => {
  const lists = parsed.filter(({ call }) => "cursor" in call.input.shape);
  test.each(lists.map((named) => [`${named.domain}.${named.name}`, named] as const))(
    "is refused by %s",
    async (_, named) => {
      for (const cursor of ["", "%", "A", "not a cursor", "_____", "w6k", "x".repeat(501)]) {
        const { status, body } = await callerOf(named).call(named.call, inOwn(named, { cursor }));
        expect([cursor, status, Object.keys(body.error.fields ?? {})]).toEqual([
          cursor,
          400,
          expect.arrayContaining(["cursor"]),
        ]);
      }
    },
  );
});

describe("fields that nobody knows", () => {
  const bodies = parsed.filter(({ call }) => wire(call).method !== "GET");
  test.each(bodies.map((named) => [`${named.domain}.${named.name}`, named] as const))(
    "are refused by name by %s where the API document does not have them, however deep they lie",
    async (_, named) => {
      const input = { ...inputOf(named, "strange"), surprise: 1 };
      const { body } = await callerOf(named).call(named.call, inOwn(named, input));
      const refused = Object.entries(body.error.fields as Record<string, string>);
      const unknown = refused.filter(([, sentence]) => sentence === "We don’t recognize this field.");
      expect(unknown.map(([path]) => path).toSorted()).toEqual(unknownToDocument(named.call, input).toSorted());
      expect(unknown.length).toBe(JSON.stringify(input).split('"surprise"').length - 1);
    },
  );
});

test("the number of a payment card is refused wherever it is typed, and kept nowhere", async () => {
  const { user } = contract;
  const lena = own.as("Lena");
  const { status, body } = await lena.call(user.saveLearnerProfile, { overview: "My card is 4242 4242 4242 4242." });
  expect({ status, fields: Object.keys(body.error.fields ?? {}) }).toEqual({ status: 400, fields: ["overview"] });
  expect(JSON.stringify(await world.control.items(`USER#${lena.user_id}`))).not.toContain("4242");
  expect((await world.control.logs()).filter((line) => line.includes("4242 4242"))).toEqual([]);
});
