import { beforeAll, describe, expect, test } from "vitest";
import { callsOf, contract, type NamedCall } from "../../shared/contract.ts";
import { namesThing, publicPrefix, selectorOf, wire } from "../../shared/http/call.ts";
import { type KeyScope, keyScopes } from "../../shared/http/key-scopes.ts";
import { type Role, roleIds } from "../../shared/permissions.ts";
import { type Fixtures, makeFixtures, newcomer, type Principal } from "../support/fixtures/access.ts";
import { answered } from "../support/fixtures/answered.ts";
import { withFactor } from "../support/fixtures/factor.ts";
import { programOf } from "../support/fixtures/key.ts";
import type { Organization } from "../support/organization.ts";
import { type Person, programAt } from "../support/people.ts";
import { unhurried } from "../support/unhurried.ts";
import { world } from "../support/world.ts";
import { type AccessCase, faultsIn, isGranted, nameOf, noToken, refusal } from "./access-cases.ts";
import { openAsItsWork, openForNinetyDays, openWhenArchived } from "./archived.ts";
import { policyOf } from "./authorization.ts";
import { type Ownership, objectCases, reachedBy } from "./objects.ts";

const calls = callsOf();
const closed = calls.filter(({ call }) => call.allow !== "anyone" && call.allow !== "signature");
const withinOrganization = closed.filter(
  ({ call }) => typeof call.allow === "object" && call.allow.within === "organization",
);
const roles = Object.keys(roleIds) as Role[];
const denied = refusal("access.denied");
const notFound = refusal("resource.not-found");

const unknownIds: Readonly<Record<string, string>> = {
  cred_id: "crd_0",
  credential_id: "crd_0",
  credential_job_id: "job_0",
  invite_id: "inv_0",
};

let fixtures: Fixtures;

beforeAll(async () => {
  fixtures = await makeFixtures();
  const all = [...fixtures.principals, ...fixtures.undecided, ...fixtures.archivedPrincipals];
  await Promise.all(all.map(({ person }) => person.token()));
});

/** The least a call can be sent with: its organization, and ids of things there are none of. */
function least({ call }: NamedCall, organization_id: string): Record<string, unknown> {
  const selector = selectorOf(call);
  const ids = Object.keys(call.input.shape).filter((field) => field in unknownIds);
  return {
    ...Object.fromEntries(ids.map((field) => [field, unknownIds[field]])),
    ...(selector !== undefined && { [selector]: organization_id }),
  };
}

const letterOf = (named: NamedCall, role: Role): string => policyOf(named.call.route)!.letters[role];

/** A call with the least input, in an organization. */
const caseOf = (
  named: NamedCall,
  person: Pick<Person, "call">,
  organization_id: string,
  wanted: AccessCase["wanted"],
): AccessCase => ({
  name: nameOf(named),
  call: named.call,
  send: () => person.call(named.call, least(named, organization_id)),
  wanted,
});

describe("without a good token nothing but the public calls answers", () => {
  test("no token", async () => {
    const { organization_id } = fixtures.own;
    expect(await faultsIn(closed.map((each) => caseOf(each, world.anyone, organization_id, noToken)))).toEqual([]);
  });

  test("a token whose signature is another's", async () => {
    const token = await fixtures.own.as("Ada").token();
    const badSignature = `${token.slice(0, -8)}${token.endsWith("AAAAAAAA") ? "BBBBBBBB" : "AAAAAAAA"}`;
    const options = { headers: { authorization: `Bearer ${badSignature}` } };
    const forger: Pick<Person, "call"> = { call: (call, input) => world.anyone.call(call, input, options) };
    const { organization_id } = fixtures.own;
    expect(await faultsIn(closed.map((each) => caseOf(each, forger, organization_id, noToken)))).toEqual([]);
  });

  test("the token of somebody whose account was deleted", async () => {
    const dora = newcomer(fixtures.own, "Dora", "learner");
    await dora.token();
    const { user_id, email } = dora;
    const { organization_id } = fixtures.own;
    const removed = await world.as("Sam").call(contract.user.remove, { user_id, email, organization_id });
    expect(removed).toMatchObject({ status: 200 });
    const gone = refusal("access.no-token");
    expect(await faultsIn(closed.map((each) => caseOf(each, dora, organization_id, gone)))).toEqual([]);
  });
});

/** Principals by name; their organizations are made later. */
const principalNames = [
  ...roles.filter((role) => role !== "custom"),
  ...["Global", "Approve", "Create", "Delete", "Read", "Update", "all with Global"].map((may) => `custom (${may})`),
];

test("every principal is called for by name", () => {
  expect(fixtures.principals.map(({ name }) => name).toSorted()).toEqual(principalNames.toSorted());
});

describe("in their own organization each may call what the table says, and nothing else", () => {
  test.each(principalNames)("%s", async (name) => {
    const { role, actions, person } = fixtures.principals.find((each) => each.name === name)!;
    const { organization_id } = fixtures.own;
    /** What does not ask for an action is the same for every custom role: the one that holds all calls all. */
    const differ = role === "custom" && actions?.length === 1;
    const asked = differ ? closed.filter((each) => letterOf(each, role).startsWith("C:")) : closed;
    const cases = asked.map((each) =>
      caseOf(each, person, organization_id, isGranted(letterOf(each, role), actions) ? "let through" : denied),
    );
    expect(await faultsIn(cases)).toEqual([]);
  });
});

describe("an organization that is not their own answers a stranger as one that does not exist", () => {
  const strangerTo = ({ call }: NamedCall) => (namesThing(call) ? notFound : denied);

  const strangers = principalNames.filter((name) => name !== "superadmin" && !/^custom (?!.*all)/.test(name));

  test.each(strangers)("%s", async (name) => {
    const { person } = fixtures.principals.find((each) => each.name === name)!;
    const { organization_id } = fixtures.foreign;
    const cases = withinOrganization.map((each) => caseOf(each, person, organization_id, strangerTo(each)));
    expect(await faultsIn(cases)).toEqual([]);
  });

  test("nor is there anything to be had in one that does not exist", async () => {
    const ada = fixtures.own.as("Ada");
    const nowhere = "org_00000000000000000000000000";
    expect(await faultsIn(withinOrganization.map((each) => caseOf(each, ada, nowhere, strangerTo(each))))).toEqual([]);
  });

  test("somebody who was removed from it", async () => {
    const max = newcomer(fixtures.own, "Max", "issuer");
    await max.token();
    const { user_id, email } = max;
    expect(await fixtures.own.as("Ada").call(contract.user.remove, { user_id, email })).toMatchObject({ status: 200 });
    const { organization_id } = fixtures.own;
    const cases = withinOrganization.map((each) => caseOf(each, max, organization_id, strangerTo(each)));
    expect(await faultsIn(cases)).toEqual([]);
  });
});

/** What may be called with a key. */
const byKey = closed.filter(({ call }) => call.keys !== undefined);

describe("a key calls what its scopes say in its organization, and nothing else", () => {
  const program = (scopes?: readonly KeyScope[]) => programOf(fixtures.own, scopes);
  const caseOfKey = (...[named, caller, organization_id, wanted]: Parameters<typeof caseOf>): AccessCase => ({
    ...caseOf(named, caller, organization_id, wanted),
    byKey: true,
  });

  test.each(keyScopes)("with %s alone", async (scope) => {
    const reader = await program([scope]);
    const { organization_id } = fixtures.own;
    const cases = byKey.map((each) =>
      caseOfKey(each, reader, organization_id, each.call.keys === scope ? "let through" : refusal("key.scope-missing")),
    );
    expect(cases.filter(({ wanted }) => wanted === "let through").length).toBeGreaterThan(0);
    expect(await faultsIn(cases)).toEqual([]);
  });

  test("with all scopes, in no organization but its own", async () => {
    const reader = await program();
    const nowhere = "org_00000000000000000000000000";
    for (const organization_id of [fixtures.foreign.organization_id, fixtures.archived.organization_id, nowhere]) {
      const cases = byKey.map((each) =>
        caseOfKey(each, reader, organization_id, namesThing(each.call) ? notFound : denied),
      );
      expect(await faultsIn(cases)).toEqual([]);
    }
  });

  test("from the very next request after it was ended none, as without one", async () => {
    const reader = await program();
    const { organization_id } = fixtures.own;
    const ended = await fixtures.own.as("Ada").call(contract.key.end, { key_id: reader.key_id });
    expect(ended).toMatchObject({ status: 200 });
    const refused = byKey.map((each) => caseOfKey(each, reader, organization_id, refusal("key.refused")));
    const nobody = programAt(world.origin, "");
    const without = byKey.map((each) => caseOfKey(each, nobody, organization_id, refusal("key.missing")));
    expect(await faultsIn([...refused, ...without])).toEqual([]);
  });

  test("one call has one way in below /v1 if it says so, and every other has none", async () => {
    const { key } = await program();
    const headers = { authorization: `Bearer ${key}` };
    const others = closed.filter(({ call }) => call.keys === undefined);
    for (const { call } of others) {
      const { method, path } = wire(call);
      const reply = await world.anyone.send(method, `/api${publicPrefix}${path}`, { headers });
      expect(reply.status, call.route).toBe(404);
    }
  });
});

test("the role counts that somebody has in the organization they name, not their highest", async () => {
  const { person, elsewhere } = fixtures.guest;
  const cases = withinOrganization.map((each) =>
    caseOf(each, person, elsewhere.organization_id, isGranted(letterOf(each, "learner")) ? "let through" : denied),
  );
  expect(await faultsIn(cases)).toEqual([]);
});

describe("where an organization requires two-step sign-in of a role, who has it not is refused all that the role may do there", () => {
  const people = {
    admin: "Abe",
    issuer: "Isa",
    publisher: "Pia",
    reviewer: "Rita",
    learner: "Lena",
    custom: "Cy",
  } as const;
  let school: Organization;
  beforeAll(async () => {
    school = await world.newOrganization("Factor School");
    const ada = school.as("Ada");
    await withFactor(ada);
    const factor_roles = Object.keys(people).map((role) => roleIds[role as Role]);
    const { version } = answered(await ada.call(contract.organization.read, {}));
    answered(await ada.call(contract.organization.requireFactor, { factor_roles, version }));
    await Promise.all(Object.values(people).map((name) => school.as(name).token()));
  });

  test.each(Object.entries(people))("%s", async (role, name) => {
    const required = refusal("auth.factor-required");
    const cases = withinOrganization.map((each) => {
      const granted = isGranted(letterOf(each, role as Role), ["Read", "Create", "Update"]);
      return caseOf(each, school.as(name), school.organization_id, granted ? required : denied);
    });
    expect(cases.filter(({ wanted }) => wanted === required).length).toBeGreaterThan(0);
    expect(await faultsIn(cases)).toEqual([]);
  });
});

describe("in an archived organization nothing goes on but what may be finished", () => {
  const archived = refusal("organization.archived");
  const cellsFor = ({ role, actions, person }: Principal, open: readonly string[]) =>
    withinOrganization.map((each) => {
      const granted = isGranted(letterOf(each, role), actions);
      const wanted = granted ? (open.includes(each.call.route) ? "let through" : archived) : denied;
      return caseOf(each, person, fixtures.archived.organization_id, wanted);
    });

  test.each(["admin", "issuer", "publisher", "reviewer", "learner", "custom"])("%s", async (name) => {
    const principal = fixtures.archivedPrincipals.find((each) => each.name === name)!;
    expect(await faultsIn(cellsFor(principal, [...openWhenArchived, ...openForNinetyDays, ...openAsItsWork]))).toEqual(
      [],
    );
    const later = { ...principal, person: principal.person.later({ days: 91 }) };
    /** Theirs is work of any organization: the thing itself is asked, and it is not there. */
    const asTheWork = name === "reviewer" || name === "learner" ? openAsItsWork : [];
    const ended = cellsFor(later, [...openWhenArchived, ...asTheWork]).filter(({ call }) =>
      [...openForNinetyDays, ...openAsItsWork].includes(call.route),
    );
    expect(await faultsIn(ended)).toEqual([]);
  });
});

/** The letter by which somebody reaches things: a custom role's actions reach its own, with Global its organization's. */
function reachOf(letter: string, { actions = [] }: Pick<Principal, "actions">): string {
  if (!letter.startsWith("C:")) return letter;
  if (!isGranted(letter, actions)) return "–";
  return actions.includes("Global") ? "o" : "s";
}

type ObjectCases = (typeof objectCases)[number];
const reaches = (
  { reaches: exception }: ObjectCases,
  letter: string,
  ownership: Ownership,
  principal: Principal,
): boolean => exception?.(letter, ownership, principal) ?? reachedBy(letter, ownership);

/** What a call answers for a thing there is none of: the reference for those that are not the caller's. */
async function unknownOf({ call }: ObjectCases, person: Person, input: Record<string, unknown>) {
  const { status, body } = await unhurried(() => person.call(call, input));
  return { status, body, logged: status === 403 ? (1 as const) : (0 as const) };
}

/** The cases of one call for one principal: each ownership where there is a thing, reached or answered as if there was none. */
async function thingCases(cases: ObjectCases, principal: Principal): Promise<AccessCase[]> {
  const letter = reachOf(policyOf(cases.call.route)!.letters[principal.role], principal);
  if (letter === "–") return [];
  const selector = selectorOf(cases.call);
  const { unknown = {}, ...there } = cases.sent(principal, fixtures);
  const within = (ownership: string) => {
    const inForeign = principal.role === "superadmin" && ownership === "foreign";
    return { [selector!]: (inForeign ? fixtures.foreign : fixtures.own).organization_id };
  };
  const nothing = await unknownOf(cases, principal.person, { ...unknown, ...within("unknown") });
  expect([400, 403, 404], `${cases.call.route} for ${principal.name}: ${JSON.stringify(nothing.body)}`).toContain(
    nothing.status,
  );
  return (Object.entries(there) as [Ownership, Record<string, unknown>][]).map(([ownership, input]) => ({
    name: `${cases.call.route} by ${principal.name}, ${ownership}`,
    call: cases.call,
    send: () => principal.person.call(cases.call, { ...input, ...within(ownership) }),
    wanted: reaches(cases, letter, ownership, principal) ? "let through" : nothing,
  }));
}

describe("a thing that is not the caller's answers as one that does not exist", () => {
  test.each(objectCases.map((cases) => [cases.call.route, cases] as const))("%s", async (_, cases) => {
    const all = await Promise.all(
      [...fixtures.principals, ...fixtures.undecided].map((principal) => thingCases(cases, principal)),
    );
    const wanted = all.flat();
    const outside = wanted.filter((each) => each.wanted !== "let through");
    const inside = wanted.filter((each) => each.wanted === "let through");
    expect(await faultsIn(outside)).toEqual([]);
    const unseen = inside.map((each) => ({ ...each, send: async () => seen(each, await each.send()) }));
    expect(await faultsIn(unseen)).toEqual([]);
  });
});

/** Lets a reply through that found the thing; one that did not becomes a fault. */
function seen({ name, wanted }: AccessCase, reply: Awaited<ReturnType<AccessCase["send"]>>) {
  if (wanted === "let through" && reply.status === 404) throw new Error(`${name}: ${reply.text}`);
  return reply;
}

/** The letters that the tests above would want had the table this one for a role: what it lets in, and what it reaches. */
const wantedBy = (letter: string, cases: ObjectCases | undefined) =>
  JSON.stringify([
    isGranted(letter),
    (["own", "other", "published", "foreign", "foreignPublished"] as const).map((ownership) =>
      cases ? reachedBy(letter, ownership) : undefined,
    ),
  ]);

test("a letter flipped in the table breaks a case", () => {
  const unbroken: string[] = [];
  for (const { call } of closed) {
    const cases = objectCases.find((each) => each.call.route === call.route && !each.reaches);
    for (const role of roles) {
      const letter = policyOf(call.route)!.letters[role];
      const flipped = [letter === "–" ? "o" : "–", ...(cases && letter === "o" ? ["s"] : [])];
      if (cases && letter === "s") flipped.push("o");
      for (const other of flipped)
        if (wantedBy(letter, cases) === wantedBy(other, cases)) unbroken.push(`${call.route} ${role} ${other}`);
    }
  }
  expect(unbroken.filter((each) => !each.includes("custom"))).toEqual([]);
});
