import { setTimeout as pause } from "node:timers/promises";
import { beforeAll, describe, expect, test } from "vitest";
import type { Caller } from "../../bin/seed/client.ts";
import { handler as prove } from "../../functions/auth/prove.ts";
import { organizationKeys } from "../../functions/data/keys/organization.ts";
import { callsOf, contract } from "../../shared/contract.ts";
import type { Call } from "../../shared/http/call.ts";
import { appWith, browser, cookiesOf, passwordOf, withFactor } from "../support/fixtures/factor.ts";
import { programOf } from "../support/fixtures/key.ts";
import type { MemberName, Organization } from "../support/organization.ts";
import { anyoneAt, type Person, personAt, programAt } from "../support/people.ts";
import { raceHarness } from "../support/race.ts";
import { world } from "../support/world.ts";

const { auth, certificate, key, organization, reviewer, roster, user, webhook } = contract;
let school: Organization;
beforeAll(async () => {
  school = await world.newOrganization("Proof School");
});

const code = (answer: { body: { error?: { code: string } } }) => answer.body.error?.code;
const needed = "auth.proof-needed";
const bank = {
  bank_id: 7,
  account_holder: "Rita Rivers",
  account_number: "000918273645",
  aba: "021000021",
  address: "12 Marker Lane, Kalamazoo, MI 49001",
};
const newKey = { name: "Registrar", scopes: ["credential:read" as const] };
let guests = 0;
const inviting = (role: number) => ({ invitations: [{ email: `guest-${++guests}@proof-guests.test`, role }] });
const unknown = (kind: string) => `${kind}_01JZZZZZZZZZZZZZZZZZZZZZZZ`;
/** The headers of a session of one's own, so many minutes from now. */
const inSession = (token: string, minutes = 0) => ({
  headers: { authorization: `Bearer ${token}`, ...browser({}, minutes * 60).headers },
});
/** Another session of somebody, which does not begin in the same second. */
async function elsewhere(person: Person): Promise<Person> {
  await person.token();
  await pause(1100);
  const other = personAt(world.origin, person);
  await other.token();
  return other;
}
const mayAct = async (caller: Caller) => code(await caller.call(reviewer.saveBank, bank)) !== needed;

/** Every call that asks for a proof: who sends what, and with which code it goes on without a thing of that id. */
const grave: Readonly<Record<string, [MemberName, Call, () => Record<string, unknown>, string?]>> = {
  "reviewer.saveBank": ["Rita", reviewer.saveBank, () => bank],
  "key.create": ["Ada", key.create, () => newKey],
  "key.end": ["Ada", key.end, () => ({ key_id: unknown("key") }), "resource.not-found"],
  "webhook.create": ["Ada", webhook.create, () => ({ address: "https://hooks.example.com/" })],
  "webhook.update": [
    "Ada",
    webhook.update,
    () => ({ endpoint_id: unknown("wep"), address: "https://hooks.example.com/", version: 1 }),
    "resource.not-found",
  ],
  "webhook.rotate": ["Ada", webhook.rotate, () => ({ endpoint_id: unknown("wep") }), "resource.not-found"],
  "organization.inviteUsers": ["Ada", organization.inviteUsers, () => inviting(2)],
  "user.invite": ["Ada", user.invite, () => inviting(2)],
  "user.update": ["Ada", user.update, () => ({ user_id: school.as("Leo").user_id, role: 2 })],
  "organization.requireFactor": [
    "Ada",
    organization.requireFactor,
    () => ({ factor_roles: [3], version: 0 }),
    "state.changed",
  ],
  "auth.askFactorReset": ["Ada", auth.askFactorReset, () => ({ user_id: school.as("Leo").user_id }), "auth.factor-off"],
  "roster.confirm": ["Ada", roster.confirm, () => ({ import_id: unknown("imp") }), "resource.not-found"],
  "certificate.revoke": [
    "Ada",
    certificate.revoke,
    () => ({ certificate_id: unknown("crt"), revocation: "issued-in-error", reason: "By mistake." }),
    "resource.not-found",
  ],
  "certificate.replace": [
    "Ada",
    certificate.replace,
    () => ({ certificate_id: unknown("crt"), first_name: "Lena", last_name: "Rivers" }),
    "resource.not-found",
  ],
};

describe("what is grave", () => {
  test("stands here, every call of it", () => {
    const asking = callsOf().filter(({ call }) => call.proof);
    expect(Object.keys(grave).toSorted()).toEqual(asking.map(({ domain, name }) => `${domain}.${name}`).toSorted());
  });

  // each at a time of its own: what the one before has shown is older than ten minutes then
  test.each(Object.keys(grave).map((name, at) => [name, 11 * (at + 1)] as const))(
    "%s is refused ten minutes after signing in or a proof, and goes on after one",
    async (name, minutes) => {
      const [who, call, input, otherwise] = grave[name]!;
      await Promise.all([school.as("Leo").token(), school.as(who).token()]);
      const late = school.as(who).later({ minutes });
      const refused = await late.call(call, input());
      expect({ status: refused.status, code: code(refused) }).toEqual({ status: 403, code: needed });
      expect((await late.call(auth.prove, { password: late.password })).status).toBe(200);
      expect(code(await late.call(call, input()))).toBe(otherwise);
      const later = school.as(who).later({ minutes: minutes + 9 });
      expect(code(await later.call(call, input()))).not.toBe(needed);
    },
  );

  test("is told of a wrong input before, and nothing else is asked: who invites no admin, and makes nobody one", async () => {
    const abe = school.as("Abe");
    await abe.token();
    const late = abe.later({ minutes: 11 });
    expect(code(await late.call(key.create, { ...newKey, name: "" }))).toBe("input.invalid");
    expect((await late.call(organization.inviteUsers, inviting(5))).status).toBe(200);
    expect((await late.call(user.update, { first_name: "Abel" })).status).toBe(200);
    expect(code(await late.call(key.create, newKey))).toBe(needed);
  });

  test("is answered once more under the same idempotency key without a proof, and under no other", async () => {
    const abe = school.as("Abe");
    abe.signOut();
    const input = inviting(2);
    const [first, other] = [crypto.randomUUID(), crypto.randomUUID()];
    const sent = await abe.call(organization.inviteUsers, input, { idempotencyKey: first });
    expect(sent.status).toBe(200);
    const late = abe.later({ minutes: 11 });
    const again = await late.call(organization.inviteUsers, input, { idempotencyKey: first });
    expect({ status: again.status, body: again.body }).toEqual({ status: 200, body: sent.body });
    expect(code(await late.call(organization.inviteUsers, input, { idempotencyKey: other }))).toBe(needed);
  });

  test("is not asked of a key, which makes no admin", async () => {
    const { key: text } = await programOf(school);
    const late = programAt(world.origin, text, { minutes: 11 });
    expect((await late.call(organization.inviteUsers, inviting(5))).status).toBe(200);
    expect(code(await late.call(organization.inviteUsers, inviting(2)))).toBe("invitation.refused");
  });
});

describe("a proof", () => {
  test("is one session's, and none of another of the same person", async () => {
    const ruth = school.as("Ruth");
    const other = await elsewhere(ruth);
    const [here, there] = [ruth.later({ minutes: 11 }), other.later({ minutes: 11 })];
    expect((await here.call(auth.prove, { password: ruth.password })).status).toBe(200);
    expect([await mayAct(here), await mayAct(there)]).toEqual([true, false]);
  });

  test("with two-step sign-in is a code: no password, and each code once", async () => {
    const ray = school.as("Ray");
    const app = await withFactor(ray);
    expect(await mayAct(ray)).toBe(true); // turning it on was one
    const late = ray.later({ minutes: 11 });
    expect(await mayAct(late)).toBe(false);
    expect(code(await late.call(auth.prove, { password: ray.password }))).toBe("auth.code-needed");
    expect(code(await late.call(auth.prove, { password: ray.password, code: "000000" }))).toBe("auth.wrong-code");
    expect(await mayAct(late)).toBe(false);
    const typed = app.codeIn(660);
    const atOnce = await Promise.all([1, 2, 3].map(() => late.call(auth.prove, { code: typed })));
    expect(atOnce.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(await mayAct(late)).toBe(true);
    expect(code(await late.call(auth.prove, { code: typed }))).toBe("auth.wrong-code");

    const after = ray.later({ minutes: 22 });
    expect(await mayAct(after)).toBe(false);
    expect((await after.call(auth.prove, { code: app.recovery[0]! })).status).toBe(200);
    expect(await mayAct(after)).toBe(true);
    expect(code(await after.call(auth.prove, { code: app.recovery[0]! }))).toBe("auth.wrong-code");
    const events = (await world.control.items(`AUDIT#${ray.user_id}`)).map(({ type }) => type);
    expect(events).toContain("user.recovery-code-used");
  });

  test("is a sign-in by code, and none by a remembered device", async () => {
    const rob = school.as("Rob");
    const app = await withFactor(rob);
    const { email, password } = rob;
    const cookies = await passwordOf(anyoneAt(world.origin), rob);
    const remembering = { code: app.codeIn(30), remember_device: true };
    const byCode = await world.anyone.call(auth.loginCode, remembering, browser(cookies));
    const acting = (token: string) => world.anyone.call(reviewer.saveBank, bank, inSession(token));
    expect((await acting(byCode.body.data.token)).status).toBe(200);
    await pause(1100);
    const { laurel_remembered = "" } = cookiesOf(byCode);
    const byDevice = await world.anyone.call(auth.login, { email, password }, browser({ laurel_remembered }));
    expect(byDevice.status).toBe(200);
    expect(code(await acting(byDevice.body.data.token))).toBe(needed);
  });

  test("ends when two-step sign-in is turned off, by which it was given", async () => {
    const rita = school.as("Rita");
    rita.signOut();
    await rita.token();
    const late = rita.later({ minutes: 200 });
    expect(await mayAct(late)).toBe(false);
    const { secret } = (await late.call(auth.startFactor, { password: rita.password })).body.data;
    const app = appWith(secret);
    expect((await late.call(auth.confirmFactor, { code: app.codeIn(12_000) })).status).toBe(200);
    expect(await mayAct(late)).toBe(true);
    const ending = { password: rita.password, code: app.codeIn(12_030) };
    expect((await late.call(auth.endFactor, ending)).status).toBe(200);
    expect(await mayAct(late)).toBe(false);
    expect((await late.call(auth.prove, { password: rita.password })).status).toBe(200);
    expect(await mayAct(late)).toBe(true);
  });

  test("is given by a code once, when it is sent twice in the same moment, too", async () => {
    const pia = school.as("Pia");
    const app = await withFactor(pia);
    const racer = { handler: prove, person: pia, input: { code: app.codeIn(30) } };
    const { pk } = organizationKeys.user(pia.user_id);
    const harness = await raceHarness(world.control);
    const race = async (unguarded: string[]) => (await harness.copy([pk])).race([racer, racer], { unguarded });
    expect([await race([]), await race([pk])]).toEqual([
      [200, 409],
      [200, 200],
    ]);
    await harness.stop();
  });

  test("is not guessed: wrong passwords and codes are counted, and then the right ones wait, too", async () => {
    const [isa, ivan] = [school.as("Isa"), school.as("Ivan")];
    for (let attempt = 0; attempt < 10; attempt++)
      expect(code(await isa.call(auth.prove, { password: `guess ${attempt}` }))).toBe("auth.wrong-password");
    expect((await isa.call(auth.prove, { password: isa.password })).status).toBe(429);

    const app = await withFactor(ivan);
    for (let attempt = 0; attempt < 5; attempt++)
      expect(code(await ivan.call(auth.prove, { code: "000000" }))).toBe("auth.wrong-code");
    const waits = await ivan.call(auth.prove, { code: app.codeIn(30) });
    expect(waits).toMatchObject({ status: 429, headers: { "retry-after": expect.any(String) } });
    const signingIn = browser(await passwordOf(anyoneAt(world.origin), ivan));
    expect((await world.anyone.call(auth.loginCode, { code: app.codeIn(30) }, signingIn)).status).toBe(429);
  });
});
