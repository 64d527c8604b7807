import { describe, expect, test } from "vitest";
import { callsOf, type NamedCall } from "../../shared/contract.ts";
import type { Call } from "../../shared/http/call.ts";
import { type Role, roleIds } from "../../shared/permissions.ts";
import { archivedLists } from "./archived.ts";
import { callers, policy, policyOf } from "./authorization.ts";
import { letterOf, wantsCases } from "./wanted.ts";

const roles = Object.keys(roleIds) as Role[];

/** The line a call still wants in the table. */
const lineWanted = ({ call }: Pick<NamedCall, "call">) =>
  `${call.route} has no line in test/contract/authorization.tsv: add one with the route and, after a tab each, the letters of ${callers.join(", ")}, as the rules of its domain have them. The head of that file explains the letters.`;

/** The calls that name a thing and want their cases, each with what to write. */
const casesWanted = (calls: readonly NamedCall[]) =>
  calls
    .filter((each) => wantsCases(each))
    .map(
      ({ domain, name, call }) =>
        `${domain}.${name} (${call.route}) names a thing and has no cases: add to objectCases in test/contract/objects.ts what to send for the caller's own thing, another's and a foreign one, or to withoutCases there why it needs none.`,
    );

describe("the contract's policy is the hand-copied table, letter by letter", () => {
  test.each(callsOf().map(({ domain, name, call }) => [`${domain}.${name}`, call] as const))("%s", (_, call) => {
    const row = policyOf(call.route);
    expect(row, lineWanted({ call })).toBeDefined();
    if (call.allow === "anyone") return expect(row!.letters.nobody).toMatch(/^(✓|cookie)$/);
    if (call.allow === "signature") return expect(row!.letters.nobody).toBe("sig");
    expect(row!.letters.nobody).toBe("–");
    for (const role of roles) {
      const expected = row!.letters[role];
      const where = `${role} of ${call.route}: test/contract/authorization.tsv and the call's allow (with shared/permissions.ts) differ`;
      if (call.allow === "account") expect(expected, where).toMatch(/^[✓s]$/);
      else if (call.allow === "member") expect(expected, where).toMatch(role === "superadmin" ? /^–$/ : /^s$/);
      else expect(letterOf(call.allow, role), where).toBe(expected);
    }
  });
});

test("calls that go on in an archived organization are the hand-copied lists", () => {
  const where = "the lists of test/contract/archived.ts and the calls' whenArchived differ";
  for (const [when, lists] of Object.entries(archivedLists)) {
    const going = callsOf().filter(({ call }) => call.whenArchived === (when as Call["whenArchived"]));
    expect(going.map(({ call }) => call.route).toSorted(), where).toEqual(Object.values(lists).flat().toSorted());
  }
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

test("every line of the table is a call's", () => {
  const routes = new Set<string>(callsOf().map(({ call }) => call.route));
  expect(policy.map(({ route }) => route).filter((route) => !routes.has(route))).toEqual([]);
});

test("every call that names a thing has its cases, or says why not", () => {
  expect(casesWanted(callsOf())).toEqual([]);
});

test("a new call is told with the files to change", () => {
  const { call } = callsOf().find((each) => each.name === "publish")!;
  const bookmark: NamedCall = {
    domain: "credential",
    name: "bookmark",
    file: "bookmark",
    call: { ...call, route: "PUT /credential/bookmark" },
  };
  expect(policyOf(bookmark.call.route)).toBeUndefined();
  expect(lineWanted(bookmark)).toMatch(
    /^PUT \/credential\/bookmark .*authorization\.tsv: .* nobody, superadmin, .* custom,/,
  );
  expect(casesWanted([bookmark])).toEqual([
    expect.stringMatching(/^credential\.bookmark .*objectCases in test\/contract\/objects\.ts/),
  ]);
});
