import { describe, expect, test } from "vitest";
import { callsOf } from "../../shared/contract.ts";
import { type Holders, permissions, type Role, roleIds } from "../../shared/permissions.ts";
import { letterOfReach, policy, policyOf } from "./authorization.ts";

const roles = Object.keys(roleIds) as Role[];

/** The letter the contract gives a role for a call, as the table writes it. */
function letterOf(allow: ReturnType<typeof callsOf>[number]["call"]["allow"], role: Role): string {
  if (typeof allow === "string") return "✓";
  const held = (permissions[allow.permission] as Holders)[role];
  if (held === undefined) return "–";
  return typeof held === "string" ? letterOfReach[held] : `C:${[...held].join("/")}`;
}

describe("the contract's policy is the hand-copied table, letter by letter", () => {
  test.each(callsOf().map(({ domain, name, call }) => [`${domain}.${name}`, call] as const))("%s", (_, call) => {
    const row = policyOf(call.route);
    expect(row, `${call.route} is not in authorization.tsv`).toBeDefined();
    if (call.allow === "anyone") return expect(row!.letters.nobody).toMatch(/^(✓|cookie)$/);
    if (call.allow === "signature") return expect(row!.letters.nobody).toBe("sig");
    expect(row!.letters.nobody).toBe("–");
    for (const role of roles) {
      const expected = row!.letters[role];
      if (call.allow === "account") expect(expected, `${role} of ${call.route}`).toMatch(/^[✓s]$/);
      else if (call.allow === "member")
        expect(expected, `${role} of ${call.route}`).toMatch(role === "superadmin" ? /^–$/ : /^s$/);
      else expect(letterOf(call.allow, role), `${role} of ${call.route}`).toBe(expected);
    }
  });
});

test("no two calls share a route, and each name in a path is a field of the input", () => {
  const routes = callsOf().map(({ call }) => call.route.replace(/\{\w+\}/g, "{}"));
  expect(new Set(routes).size).toBe(routes.length);
  for (const { call } of callsOf()) {
    for (const [, field] of call.route.matchAll(/\{(\w+)\}/g)) expect(Object.keys(call.input.shape)).toContain(field);
  }
});

test("every protected route of the table has exactly one line", () => {
  expect(new Set(policy.map(({ route }) => route)).size).toBe(policy.length);
});
