import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { handler as ask } from "../../functions/auth/ask-factor-reset.ts";
import { handler as endLostFactors } from "../../functions/auth/end-lost-factors.ts";
import { handler as prove } from "../../functions/auth/prove.ts";
import { handler as stop } from "../../functions/auth/stop-factor-reset.ts";
import { newId } from "../../functions/data/ids.ts";
import { organizationKeys } from "../../functions/data/keys/organization.ts";
import { platformKeys } from "../../functions/data/keys/platform.ts";
import { contract } from "../../shared/contract.ts";
import { roleIds } from "../../shared/permissions.ts";
import { answered } from "../support/fixtures/answered.ts";
import { browser, cookiesOf, passwordOf, withFactor } from "../support/fixtures/factor.ts";
import { expectInvariants } from "../support/invariants.ts";
import { lentWorld } from "../support/lent-world.ts";
import type { MemberName, Organization } from "../support/organization.ts";
import { anyoneAt, type Person, personAt, signOutEverybody } from "../support/people.ts";
import { type RaceHarness, type Racer, raceHarness } from "../support/race.ts";

const { auth, organization, user } = contract;
const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;
const world = await lentWorld(); // its schedules run as if later
let school: Organization;
let other: Organization;
let ada: Person;
let abe: Person;
let sam: Person;
beforeAll(async () => {
  [school, other] = [await world.newOrganization("Reset School"), await world.newOrganization("Other School")];
  [ada, abe, sam] = [school.as("Ada"), school.as("Abe"), world.as("Sam")];
  await Promise.all([ada.token(), abe.token()]);
});
afterAll(async () => {
  await expectInvariants(world, school);
  await world.stop();
});

const stranger = anyoneAt(world.origin);
const code = (answer: { body: { error?: { code: string } } }) => answer.body.error?.code;
const askFor = async ({ user_id }: Person, by = ada) => answered(await by.call(auth.askFactorReset, { user_id }));
const factorOf = async (person: Person) => answered(await person.call(auth.readFactor, {}));
const stored = ({ user_id }: Person) => world.control.item(`USER#${user_id}`, "FACTOR");
const runAfter = async (laterMs: number) => {
  await world.control.runSchedule("end-lost-factors", laterMs);
  await world.settle();
};
/** The subjects of what somebody was mailed of a reset. */
const toldOf = async ({ email }: Person) => {
  await world.settle();
  const subjects = (await world.mails.to(email)).map(({ subject }) => subject);
  return subjects.filter((subject) => /two-step/i.test(subject) && subject !== "Two-step sign-in is on");
};
/** Joins the other organization as a learner. */
async function joinOther(person: Person): Promise<void> {
  const invitations = [{ email: person.email, role: roleIds.learner }];
  answered(await other.as("Ada").call(organization.inviteUsers, { invitations }));
  await world.settle();
  const texts = (await world.mails.to(person.email)).map(({ text = "" }) => /[?&]t=([\w-]+)/.exec(text)?.[1]);
  const token = texts.filter(Boolean).at(-1)!;
  answered(await person.call(user.joinOrganization, { token }));
}
const membersWithFactor = async (...names: MemberName[]) => {
  const people = names.map((name) => school.as(name));
  return Promise.all(people.map(async (person) => ({ person, app: await withFactor(person) })));
};

describe("somebody who lost phone and codes", () => {
  test("of several organizations is helped by a super administrator alone, and nobody else learns whether it is on", async () => {
    const ray = school.as("Ray");
    await joinOther(ray);
    const off = await ada.call(auth.askFactorReset, { user_id: ray.user_id });
    await withFactor(ray);
    const on = await ada.call(auth.askFactorReset, { user_id: ray.user_id });
    expect([on.status, on.body]).toEqual([off.status, off.body]);
    expect(code(on)).toBe("user.not-editable");
    expect(code(await other.as("Ada").call(auth.askFactorReset, { user_id: ray.user_id }))).toBe("user.not-editable");
    const { organization_id } = school;
    expect(answered(await ada.call(user.readProfile, { user_id: ray.user_id })).factor).toBeUndefined();
    const asked = answered(await sam.call(auth.askFactorReset, { organization_id, user_id: ray.user_id }));
    expect(code(await ada.call(auth.stopFactorReset, { user_id: ray.user_id }))).toBe("user.not-editable");
    const shown = answered(await sam.call(user.readProfile, { organization_id, user_id: ray.user_id }));
    expect(shown.factor).toEqual({ is_on: true, reset: asked });
    await runAfter(dayMs + minuteMs);
    expect(await stored(ray)).toBeNull();
  });

  test("is turned to by nobody else: not by other roles, not from outside, not for oneself, not while they can’t stop it", async () => {
    const liv = school.as("Liv");
    await withFactor(liv);
    const { user_id } = liv;
    for (const name of ["Ivan", "Pia", "Rita", "Leo", "Cy"] as const) {
      const by = school.as(name);
      expect(code(await by.call(auth.askFactorReset, { user_id })), name).toBe("access.denied");
      expect(code(await by.call(auth.stopFactorReset, { user_id })), name).toBe("resource.not-found");
    }
    expect(answered(await school.as("Ivan").call(user.readProfile, { user_id })).factor).toBeUndefined();
    expect(answered(await liv.call(user.readProfile, {})).factor).toBeUndefined();
    expect(answered(await ada.call(user.readProfile, { user_id })).factor).toEqual({ is_on: true });
    for (const call of [auth.askFactorReset, auth.stopFactorReset])
      expect(code(await other.as("Ada").call(call, { user_id }))).toBe("resource.not-found");
    expect(code(await ada.call(auth.askFactorReset, { user_id: ada.user_id }))).toBe("user.not-oneself");
    await school.as("Ruth").token();
    expect(code(await ada.call(auth.askFactorReset, { user_id: school.as("Ruth").user_id }))).toBe("auth.factor-off");
    answered(await ada.call(user.setStatus, { user_id, status: "suspended" }));
    expect(code(await abe.call(auth.askFactorReset, { user_id }))).toBe("user.not-editable");
    answered(await ada.call(user.setStatus, { user_id, status: "active" }));
    await askFor(liv);
    answered(await ada.call(user.setStatus, { user_id, status: "suspended" }));
    await runAfter(dayMs + minuteMs);
    expect(await stored(liv)).toMatchObject({ user_id });
    expect((await stored(liv))!.reset).toBeUndefined();
    answered(await ada.call(user.setStatus, { user_id, status: "active" }));
  });
});

describe("a reset is stopped", () => {
  const stays = async (person: Person) => {
    await runAfter(dayMs + minuteMs);
    expect((await stored(person))?.reset).toBeUndefined();
    expect(await stored(person)).toMatchObject({ user_id: person.user_id });
  };

  test("by its person, by any admin who may ask and by a super administrator; who asked and whose it is hear of it", async () => {
    const people = await membersWithFactor("Leo", "Isa", "Rob");
    const { organization_id } = school;
    for (const [at, by] of ([undefined, abe, sam] as const).entries()) {
      const { person } = people[at]!;
      await askFor(person);
      const [stopper, whose] = by ? [by, { organization_id, user_id: person.user_id }] : [person, {}];
      const before = await toldOf(ada);
      for (let again = 0; again < 2; again++) answered(await stopper.call(auth.stopFactorReset, whose));
      expect((await toldOf(ada)).slice(before.length)).toEqual([`${person.first_name} Rivers keeps two-step sign-in`]);
      const told = (await toldOf(person)).filter((subject) => subject === "Your two-step sign-in stays on");
      expect(told).toHaveLength(by ? 1 : 0);
      await stays(person);
    }
    const anew = await askFor(people[0]!.person);
    expect((await factorOf(people[0]!.person)).reset).toEqual(anew);
    answered(await ada.call(auth.stopFactorReset, { user_id: people[0]!.person.user_id }));
    expect(await toldOf(people[0]!.person)).toContain("Your two-step sign-in stays on");
  });

  test("by a code of the app, at sign-in or elsewhere, and not by a recovery code", async () => {
    const [first, second] = await membersWithFactor("Ivan", "Rita");
    const enter = async ({ person }: { person: Person }, typed: string) => {
      const cookies = await passwordOf(stranger, person);
      expect((await stranger.call(auth.loginCode, { code: typed }, browser(cookies))).status).toBe(200);
    };
    await askFor(first!.person);
    await enter(first!, first!.app.recovery[0]!);
    expect((await factorOf(first!.person)).reset).toBeDefined();
    await enter(first!, first!.app.codeIn(30));
    await stays(first!.person);
    await askFor(second!.person);
    answered(await second!.person.call(auth.prove, { code: second!.app.codeIn(30) }));
    await stays(second!.person);
    expect(await toldOf(ada)).toContain("Rita Rivers keeps two-step sign-in");
  });

  test("by turning it off, and one that was turned on anew stays", async () => {
    const pia = school.as("Pia");
    const app = await withFactor(pia);
    await askFor(pia);
    answered(await pia.call(auth.endFactor, { password: pia.password, code: app.recovery[0]! }));
    expect(code(await pia.call(auth.stopFactorReset, {}))).toBe("auth.factor-off");
    await withFactor(pia);
    await stays(pia);
  });

  test("when its person joins another organization, whose admins were not asked", async () => {
    const cy = school.as("Cy");
    await withFactor(cy);
    await askFor(cy);
    await joinOther(cy);
    await stays(cy);
    expect(await toldOf(cy)).toContain("Your two-step sign-in stays on");
  });
});

describe("a reset is given up when its day is over and who asked couldn’t ask any more:", () => {
  const newcomer = (first_name: string, role: number): Person => {
    const [user_id, password] = [newId("usr"), "a lamp in the harbour"];
    const identity = { user_id, first_name, last_name: "Hall", email: `${user_id}@reset.test`.toLowerCase(), password };
    const place = { organization_id: school.organization_id, role };
    return personAt(world.origin, { ...identity, before: () => world.control.makePerson({ ...identity, place }) });
  };
  test.each([
    ["as an issuer", ({ user_id }: Person) => abe.call(user.update, { user_id, role: roleIds.issuer })],
    ["suspended", ({ user_id }: Person) => abe.call(user.setStatus, { user_id, status: "suspended" })],
    ["removed", ({ user_id, email }: Person) => abe.call(user.remove, { user_id, email })],
    [
      "with a disabled account",
      ({ user_id }: Person) =>
        sam.call(user.setStatus, { organization_id: school.organization_id, user_id, status: "disabled" }),
    ],
  ])("%s", async (_, change) => {
    const [asker, learner] = [newcomer("Una", roleIds.admin), newcomer("Lou", roleIds.learner)];
    await withFactor(learner);
    await askFor(learner, asker);
    expect((await change(asker)).status).toBe(200);
    await runAfter(dayMs + minuteMs);
    expect(await stored(learner)).toMatchObject({ user_id: learner.user_id });
    expect((await stored(learner))!.reset).toBeUndefined();
    expect(await toldOf(learner)).toContain("Your two-step sign-in stays on");
  });
});

describe("at once", () => {
  let harness: RaceHarness;
  let ruth: Person;
  let app: Awaited<ReturnType<typeof withFactor>>;
  beforeAll(async () => {
    harness = await raceHarness(world.control);
    ruth = school.as("Ruth");
    app = await withFactor(ruth);
  });
  afterAll(() => harness.stop());

  const partitions = () => [ruth, ada, abe].map(({ user_id }) => organizationKeys.user(user_id).pk);
  const place = () => organizationKeys.organization(school.organization_id).pk;
  /** How often each thing happened to the factor, where a reset is due. */
  async function happened(racers: readonly Racer[], unguarded: readonly string[]) {
    const copy = await harness.copy([...partitions(), place()]);
    const key = organizationKeys.factor(ruth.user_id);
    const factor = (await copy.items(key.pk)).find(({ sk }) => sk === key.sk)!;
    const [asked_at, at] = ["2026-01-01T00:00:00.000Z", "2026-01-02T00:00:00.000Z"];
    const reset = { asked_at, ends_at: at, asked_by: ada.user_id, organization_id: school.organization_id };
    await copy.put({ ...factor, reset });
    await copy.put({ ...platformKeys.deadline("factor-reset", at, key), at, ref_pk: key.pk, ref_sk: key.sk });
    const statuses = await copy.race(racers, { unguarded });
    const rows = await copy.items(`AUDIT#${ruth.user_id}`);
    const [stopped, done] = ["stopped", "done"].map(
      (what) => rows.filter(({ type }) => type === `user.factor-reset-${what}`).length,
    );
    const isThere = (await copy.items(key.pk)).some(({ sk }) => sk === key.sk);
    return { statuses, stopped, done, isThere };
  }
  const clock = (): Racer => ({
    handler: Object.assign(
      async (_: never, context: never) => {
        await endLostFactors({}, context);
        return { statusCode: 200, body: "{}" };
      },
      { call: stop.call },
    ),
    person: ada,
    input: {},
  });
  const stopping = (): Racer => ({ handler: stop, person: ruth, input: {} });
  const proving = (): Racer => ({ handler: prove, person: ruth, input: { code: app.codeIn(30) } });

  test.each([
    ["its person’s stop", stopping],
    ["a code of the app", proving],
  ])("%s and the end of the day: one of them happens, and it is the quicker one", async (_, racer) => {
    const none = { statuses: [200, 200], stopped: 1, done: 0, isThere: true };
    expect(await happened([racer(), clock()], [])).toEqual(none);
    const over = { statuses: [200, 409], stopped: 0, done: 1, isThere: false };
    expect(await happened([clock(), racer()], [])).toEqual(over);
    const unguarded = await happened([racer(), clock()], [organizationKeys.user(ruth.user_id).pk]);
    expect(unguarded).toMatchObject({ stopped: 1, done: 1 });
  });

  test("two admins who ask: one begins it, the other is told that something has changed", async () => {
    const racers = [ada, abe].map((person) => ({ handler: ask, person, input: { user_id: ruth.user_id } }));
    const race = async (unguarded: string[]) => {
      const copy = await harness.copy([...partitions(), place()]);
      const statuses = await copy.race(racers, { unguarded });
      return [
        ...statuses,
        (await copy.items(`AUDIT#${ruth.user_id}`)).filter(({ type }) => type === "user.factor-reset-asked").length,
      ];
    };
    expect(await race([])).toEqual([200, 409, 1]);
    expect(await race([organizationKeys.user(ruth.user_id).pk])).toEqual([200, 200, 2]);
  });
});

describe("a day later", () => {
  test("who lost phone and codes signs in by password alone and not before, is signed out everywhere, and was told at once", async () => {
    const lena = school.as("Lena");
    const app = await withFactor(lena);
    const cookies = await passwordOf(stranger, lena);
    const remembering = { code: app.codeIn(30), remember_device: true };
    const session = await stranger.call(auth.loginCode, remembering, browser(cookies));
    const bearer = { headers: { authorization: `Bearer ${answered(session).token}` } };
    const unanswered = browser(await passwordOf(stranger, lena));
    const asked = await askFor(lena);
    expect(asked.asked_by).toBe("Ada Rivers");
    expect(Date.parse(asked.ends_at) - Date.parse(asked.asked_at)).toBe(dayMs);
    expect([await askFor(lena), await askFor(lena, abe)]).toEqual([asked, asked]);
    expect((await factorOf(lena)).reset).toEqual(asked);
    await world.settle();
    const [mail, ...more] = (await world.mails.to(lena.email)).filter(({ subject }) =>
      subject.startsWith("Your two-step sign-in will"),
    );
    expect(more).toEqual([]);
    expect(mail!.text).toContain("Ada Rivers asked us to");
    expect(mail!.text).toContain(`${world.origin}/security`);
    const { notices } = answered(await lena.call(user.listNotices, {}));
    expect(notices[0]).toMatchObject({ type: "user.factor-reset-asked", link: "/security" });
    expect(`${notices[0]!.title} ${notices[0]!.text}`).not.toContain("Ada");

    await runAfter(dayMs - minuteMs);
    expect((await factorOf(lena)).is_on).toBe(true);
    await runAfter(dayMs + minuteMs);
    expect(await stored(lena)).toBeNull();
    expect((await world.anyone.call(user.countNotices, {}, bearer)).status).toBe(401);
    expect((await world.anyone.call(auth.refresh, {}, browser(cookiesOf(session)))).status).toBe(401);
    const late = await stranger.call(auth.loginCode, { code: app.codeIn(60) }, unanswered);
    expect(code(late)).toBe("auth.sign-in-anew");

    await world.control.moveClock(dayMs + 2 * minuteMs);
    signOutEverybody(world.origin);
    await runAfter(0);
    const { email, password } = lena;
    answered(await stranger.call(auth.login, { email, password }));
    expect(await factorOf(lena)).toEqual({ is_on: false, recovery_codes_left: 0, devices: [] });
    const often = async (person: Person, wanted: string) =>
      (await toldOf(person)).filter((subject) => subject === wanted).length;
    expect(await often(lena, "Two-step sign-in is off")).toBe(1);
    expect(await often(ada, "Two-step sign-in of Lena Rivers is off")).toBe(1);
    expect((await toldOf(abe)).filter((subject) => subject.includes("Lena"))).toEqual([]);
  });
});
