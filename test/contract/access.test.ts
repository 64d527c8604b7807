import { beforeAll, describe, expect, test } from "vitest";
import { callsOf, type NamedCall } from "../../shared/contract.ts";
import { namesThing, selectorOf } from "../../shared/http/call.ts";
import { problems } from "../../shared/http/problems.ts";
import { type Role, roleIds } from "../../shared/permissions.ts";
import type { Organization } from "../support/organization.ts";
import type { Person } from "../support/people.ts";
import { world } from "../support/world.ts";
import { policyOf } from "./authorization.ts";

const calls = callsOf();
const open = ({ call }: NamedCall) => call.allow === "anyone" || call.allow === "signature";
const named = ({ domain, name, call }: NamedCall) => `${domain}.${name} (${call.route})`;

/** Actions of Cy's custom role, as the world makes it. */
const cyMay = ["Read", "Create", "Update"];

const nowhere = "org_00000000000000000000000000";
const unknownIds: Record<string, string> = {
  cred_id: "crd_0",
  credential_id: "crd_0",
  credential_job_id: "job_0",
  invite_id: "inv_0",
};

let own: Organization;
let other: Organization;
let people: Record<Role, Person>;

beforeAll(async () => {
  [own, other] = await Promise.all([world.newOrganization("Access"), world.newOrganization("Elsewhere")]);
  people = {
    superadmin: world.as("Sam"),
    admin: own.as("Ada"),
    issuer: own.as("Ivan"),
    publisher: own.as("Pia"),
    reviewer: own.as("Rita"),
    learner: own.as("Lena"),
    custom: own.as("Cy"),
  };
  await Promise.all(Object.values(people).map((person) => person.token()));
});

/** The least a call can be sent with: its organization, and ids of things there are none of. */
function least({ call }: NamedCall, organization_id: string): Record<string, unknown> {
  const selector = selectorOf(call);
  const ids = Object.keys(call.input.shape).filter((field) => field in unknownIds);
  return {
    ...Object.fromEntries(ids.map((field) => [field, unknownIds[field]])),
    ...(call.route.includes("{code}") && { code: "none" }),
    ...(selector !== undefined && { [selector]: organization_id }),
  };
}

function mayCall(named: NamedCall, role: Role): boolean {
  const letter = policyOf(named.call.route)!.letters[role];
  if (letter.startsWith("C:"))
    return letter
      .slice(2)
      .split("/")
      .some((action) => cyMay.includes(action));
  return letter !== "–";
}

describe("without a token nothing but the public calls answers", () => {
  test.each(calls.filter((each) => !open(each)).map((each) => [named(each), each] as const))("%s", async (_, each) => {
    const bare = await world.anyone.call(each.call, least(each, own.organization_id));
    expect(bare.status).toBe(401);
    expect(bare.body).toEqual({ message: "Unauthorized" });
    const token = await people.admin.token();
    const forged = `${token.slice(0, -8)}${token.slice(-8) === "AAAAAAAA" ? "BBBBBBBB" : "AAAAAAAA"}`;
    const answer = await world.anyone.call(each.call, least(each, own.organization_id), {
      headers: { authorization: `Bearer ${forged}` },
    });
    expect(answer.status).toBe(401);
  });
});

describe.each(Object.keys(roleIds) as Role[])("%s", (role) => {
  const closed = calls.filter((each) => !open(each));

  test.each(closed.filter((each) => !mayCall(each, role)).map((each) => [named(each), each] as const))(
    "is refused %s",
    async (_, each) => {
      const { status, body } = await people[role].call(each.call, least(each, own.organization_id));
      expect(body).toEqual({ error: { code: "access.denied", message: problems["access.denied"][1] } });
      expect(status).toBe(403);
    },
  );

  test.each(closed.filter((each) => mayCall(each, role)).map((each) => [named(each), each] as const))(
    "is let through to %s",
    async (_, each) => {
      const { status, body } = await people[role].call(each.call, least(each, own.organization_id));
      expect(body?.error?.code).not.toBe("access.denied");
      expect(status).not.toBe(401);
      expect(status).toBeLessThan(500);
    },
  );
});

describe("another organization answers a stranger as one that does not exist", () => {
  const within = calls.filter(({ call }) => typeof call.allow === "object" && call.allow.within === "organization");
  const roles = (Object.keys(roleIds) as Role[]).filter((role) => role !== "superadmin");

  test.each(within.map((each) => [named(each), each] as const))("%s", async (_, each) => {
    for (const role of roles) {
      const there = await people[role].call(each.call, least(each, other.organization_id));
      const nothing = await people[role].call(each.call, least(each, nowhere));
      expect(there.status).toBe(namesThing(each.call) ? 404 : 403);
      expect(there.body).toEqual(nothing.body);
      expect(there.status).toBe(nothing.status);
    }
  });
});
