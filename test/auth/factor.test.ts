import { setTimeout as pause } from "node:timers/promises";
import { beforeAll, describe, expect, test } from "vitest";
import { handler as confirmFactor } from "../../functions/auth/confirm-factor.ts";
import { recoveryHash } from "../../functions/auth/model/one-time-code.ts";
import { hashOf } from "../../functions/auth/model/tokens.ts";
import { handler as startFactor } from "../../functions/auth/start-factor.ts";
import { organizationKeys } from "../../functions/data/keys/organization.ts";
import { contract } from "../../shared/contract.ts";
import { newcomer } from "../support/fixtures/access.ts";
import { answered } from "../support/fixtures/answered.ts";
import { appWith, browser, cookiesOf, passwordOf, withFactor } from "../support/fixtures/factor.ts";
import type { Organization } from "../support/organization.ts";
import { anyoneAt, type Person } from "../support/people.ts";
import { type Racer, raceHarness } from "../support/race.ts";
import { world } from "../support/world.ts";
import { refreshCookie } from "./cookies.ts";

const { auth, user } = contract;
let school: Organization;
beforeAll(async () => {
  school = await world.newOrganization("Lock School");
});

const stranger = () => anyoneAt(world.origin);
const code = (answer: { body: { error?: { code: string } } }) => answer.body.error?.code;
const subjectsTo = async ({ email }: Person) => {
  await world.settle();
  return (await world.mails.to(email)).map(({ subject }) => subject);
};

describe("signing in with two steps", () => {
  test("answers no token before the code, and a session by it", async () => {
    const ivan = school.as("Ivan");
    const app = await withFactor(ivan);
    const { email, password } = ivan;
    const asked = await world.anyone.call(auth.login, { email, password, isRemember: true });
    expect({ status: asked.status, code: code(asked) }).toEqual({ status: 400, code: "auth.code-needed" });
    expect(asked.body.error.message).toContain("Enter the code from your authenticator app");
    expect(Object.keys(cookiesOf(asked))).toEqual(["laurel_challenge"]);
    expect([asked.headers["set-cookie"]].flat()[0]).toMatch(
      /; Max-Age=300; Path=\/api\/user; HttpOnly; SameSite=Strict$/,
    );
    const known = await world.anyone.call(auth.refresh, {}, browser(cookiesOf(asked)));
    expect(known.status).toBe(401);

    const answer = await world.anyone.call(auth.loginCode, { code: app.codeIn(30) }, browser(cookiesOf(asked)));
    expect(answer).toMatchObject({ status: 200, body: { data: { user_id: ivan.user_id, role: 3 } } });
    expect(refreshCookie(answer)?.attributes).toContain("Max-Age=2592000");
    expect(cookiesOf(answer).laurel_challenge).toBe("");
    const headers = { authorization: `Bearer ${answer.body.data.token}` };
    expect((await world.anyone.call(user.countNotices, {}, { headers })).status).toBe(200);
    const renewed = await world.anyone.call(auth.refresh, {}, browser(cookiesOf(answer)));
    expect(renewed.status).toBe(200);
    expect(await subjectsTo(ivan)).toContain("Two-step sign-in is on");
  });

  test("takes a code once, none before it, and a sign-in once", async () => {
    const isa = school.as("Isa");
    const app = await withFactor(isa);
    const [first, second] = [await passwordOf(stranger(), isa), await passwordOf(stranger(), isa)];
    const used = app.codeIn(30);
    expect((await stranger().call(auth.loginCode, { code: used }, browser(first))).status).toBe(200);
    for (const again of [used, app.codeIn(0)])
      expect(code(await stranger().call(auth.loginCode, { code: again }, browser(second)))).toBe("auth.wrong-code");
    const spent = await stranger().call(auth.loginCode, { code: app.codeIn(60) }, browser(first, 60));
    expect(code(spent)).toBe("auth.sign-in-anew");
    expect((await stranger().call(auth.loginCode, { code: app.codeIn(60) }, browser(second, 60))).status).toBe(200);
  });

  test("belongs to the person whose password was right, and to the browser that sent it, for five minutes", async () => {
    const [pia, rita] = [school.as("Pia"), school.as("Rita")];
    const [hers, ritas] = [await withFactor(pia), await withFactor(rita)];
    const cookies = await passwordOf(stranger(), pia);
    expect(code(await stranger().call(auth.loginCode, { code: ritas.codeIn(0) }, browser(cookies)))).toBe(
      "auth.wrong-code",
    );
    for (const none of [{}, { laurel_challenge: "made-up" }, { laurel_challenge: "A".repeat(43) }] as Record<
      string,
      string
    >[])
      expect(code(await stranger().call(auth.loginCode, { code: hers.codeIn(0) }, browser(none)))).toBe(
        "auth.sign-in-anew",
      );
    const late = await stranger().call(auth.loginCode, { code: hers.codeIn(301) }, browser(cookies, 301));
    expect(code(late)).toBe("auth.sign-in-anew");
    expect((await stranger().call(auth.loginCode, { code: hers.codeIn(270) }, browser(cookies, 270))).status).toBe(200);
  });

  test("ends when the password is changed in between", async () => {
    const rob = school.as("Rob");
    const app = await withFactor(rob);
    const cookies = await passwordOf(stranger(), rob);
    const changed = { token: rob.password, password: "another lamp in the harbour" };
    expect((await rob.call(auth.changePassword, changed)).status).toBe(200);
    const answer = await stranger().call(auth.loginCode, { code: app.codeIn(30) }, browser(cookies));
    expect(code(answer)).toBe("auth.sign-in-anew");
    expect(refreshCookie(answer)).toBeUndefined();
  });

  test("pauses longer after each wrong code, whichever browser and sign-in it comes by", async () => {
    const ray = school.as("Ray");
    const app = await withFactor(ray);
    const cookies = await Promise.all([passwordOf(stranger(), ray), passwordOf(stranger(), ray)]);
    const guess = (at: number, seconds: number, typed = "000000") =>
      stranger().call(auth.loginCode, { code: typed }, browser(cookies[at]!, seconds));
    for (let attempt = 0; attempt < 5; attempt++) expect(code(await guess(attempt % 2, 0))).toBe("auth.wrong-code");
    const waits: number[] = [];
    let seconds = 0;
    for (let attempt = 0; attempt < 3; attempt++) {
      const paused = await guess(attempt % 2, seconds, app.codeIn(seconds));
      expect(paused.status).toBe(429);
      waits.push(Number(paused.headers["retry-after"]));
      seconds += waits.at(-1)! + 1;
      expect(code(await guess(attempt % 2, seconds))).toBe("auth.wrong-code");
    }
    expect(waits.toSorted((one, other) => one - other)).toEqual(waits);
    expect(new Set(waits).size).toBe(3);
    const [long, after] = [await passwordOf(stranger(), ray, seconds), seconds + 250];
    expect((await stranger().call(auth.loginCode, { code: app.codeIn(after) }, browser(long, after))).status).toBe(200);
  });

  test("tells of codes that are tried at once what came of one, and takes a right one for one sign-in", async () => {
    const abe = school.as("Abe");
    const app = await withFactor(abe);
    const cookies = await passwordOf(stranger(), abe);
    const all = (typed: (at: number) => string) =>
      Promise.all(
        Array.from({ length: 6 }, (_, at) => stranger().call(auth.loginCode, { code: typed(at) }, browser(cookies))),
      );
    const guesses = await all((at) => `00000${at}`);
    expect(guesses.filter((each) => code(each) === "auth.wrong-code").length).toBeLessThanOrEqual(5);
    const factor = (await world.control.items(`USER#${abe.user_id}`)).find(({ sk }) => sk === "FACTOR");
    expect(factor?.wrong).toBe(guesses.filter((each) => code(each) === "auth.wrong-code").length);
    const rights = await all(() => app.codeIn(30));
    const told = new Set(rights.map(({ status, ...each }) => (status === 200 ? "done" : code(each))));
    expect(told).toContain("done");
    expect(
      [...told].every((each) =>
        ["done", "state.changed", "auth.wrong-code", "auth.sign-in-anew"].includes(String(each)),
      ),
    ).toBe(true);
    const spent = await passwordOf(stranger(), abe);
    expect(code(await stranger().call(auth.loginCode, { code: app.codeIn(30) }, browser(spent)))).toBe(
      "auth.wrong-code",
    );
  });
});

describe("a recovery code", () => {
  test("signs in once, however it is typed, and is told by mail", async () => {
    const lena = school.as("Lena");
    const { recovery } = await withFactor(lena);
    const typed = recovery[3]!.toLowerCase().replaceAll("-", " ");
    const enter = async () =>
      stranger().call(auth.loginCode, { code: typed }, browser(await passwordOf(stranger(), lena)));
    expect((await enter()).status).toBe(200);
    expect(code(await enter())).toBe("auth.wrong-code");
    expect(await subjectsTo(lena)).toContain("A recovery code was used");
    expect((await lena.call(auth.readFactor, {})).body.data).toMatchObject({ is_on: true, recovery_codes_left: 9 });
  });

  test("is told wherever it is used: to show who one is, to replace the codes and to turn it off", async () => {
    const mel = newcomer(school, "Mel", "learner");
    const { recovery } = await withFactor(mel);
    const { password } = mel;
    const told = async () => (await subjectsTo(mel)).filter((subject) => subject === "A recovery code was used").length;
    answered(await mel.call(auth.prove, { code: recovery[0]! }));
    expect(await told()).toBe(1);
    const { recovery_codes } = answered(await mel.call(auth.renewRecoveryCodes, { password, code: recovery[1]! }));
    expect(await told()).toBe(2);
    answered(await mel.call(auth.endFactor, { password, code: recovery_codes[0]! }));
    expect(await told()).toBe(3);
    expect((await world.mails.to(mel.email)).map(({ text }) => text).join()).not.toContain("used to sign in");
  });

  test("of before is dead once new ones were made, by password and code", async () => {
    const leo = school.as("Leo");
    const app = await withFactor(leo);
    const wrong = await leo.call(auth.renewRecoveryCodes, { password: "not the one", code: app.codeIn(30) });
    expect(wrong.body.error).toMatchObject({ code: "auth.wrong-password", fields: { password: expect.any(String) } });
    const renewed = await leo.call(auth.renewRecoveryCodes, { password: leo.password, code: app.codeIn(30) });
    expect(renewed.status).toBe(200);
    const enter = async (typed: string) =>
      stranger().call(auth.loginCode, { code: typed }, browser(await passwordOf(stranger(), leo)));
    expect(code(await enter(app.recovery[0]!))).toBe("auth.wrong-code");
    expect((await enter(renewed.body.data.recovery_codes[0]!)).status).toBe(200);
  });
});

const firefox = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0";

describe("a remembered device", () => {
  test("is asked for no code for thirty days, until it is forgotten; any other is", async () => {
    const liv = school.as("Liv");
    const app = await withFactor(liv);
    const { email, password } = liv;
    const remembering = browser(await passwordOf(stranger(), liv), 0, firefox);
    const answer = await stranger().call(auth.loginCode, { code: app.codeIn(30), remember_device: true }, remembering);
    expect(answer.status).toBe(200);
    const { laurel_remembered = "" } = cookiesOf(answer);
    const days = (count: number) => browser({ laurel_remembered }, count * 86_400);
    expect((await stranger().call(auth.login, { email, password }, days(29))).status).toBe(200);
    expect(code(await stranger().call(auth.login, { email, password: "wrong" }, days(0)))).toBe("ERRLOGIN");
    for (const none of [days(31), browser({}), browser({ laurel_remembered: "A".repeat(43) })])
      expect(code(await stranger().call(auth.login, { email, password }, none))).toBe("auth.code-needed");
    expect(await subjectsTo(liv)).toContain("We’ll remember a device of yours");

    const read = await liv.call(auth.readFactor, {}, days(0));
    expect(read.body.data.devices).toMatchObject([{ name: "Firefox on Linux", is_this: true }]);
    expect(JSON.stringify(read.body)).not.toContain("hash");
    const { device_id } = read.body.data.devices[0]!;
    const other = school.as("Cy");
    expect((await other.call(auth.forgetDevice, { device_id })).status).toBe(404);
    expect((await liv.call(auth.forgetDevice, { device_id })).status).toBe(200);
    expect((await liv.call(auth.forgetDevice, { device_id })).status).toBe(404);
    expect(code(await stranger().call(auth.login, { email, password }, days(0)))).toBe("auth.code-needed");
  });
});

test("a device is remembered by the answer to a code that is sent again, too, as the same one", async () => {
  const ines = newcomer(school, "Ines", "learner");
  const { email, password } = ines;
  const app = await withFactor(ines);
  const cookies = await passwordOf(stranger(), ines);
  const { pk, sk } = organizationKeys.challenge(hashOf(cookies.laurel_challenge!));
  const waiting = await world.control.item(pk, sk);
  const typed = app.codeIn(30);
  const send = (remember_device?: true) =>
    stranger().call(auth.loginCode, { code: typed, ...(remember_device && { remember_device }) }, browser(cookies));
  const known = cookiesOf(await send(true)).laurel_remembered;
  const unanswered = { ...waiting, pk, sk, passed: recoveryHash(ines.user_id, typed) };
  await world.control.put([unanswered]);
  const again = await send(true);
  expect(again.status).toBe(200);
  expect(cookiesOf(again).laurel_remembered).toBe(known);
  const devices = browser({ laurel_remembered: known! });
  expect((await stranger().call(auth.login, { email, password }, devices)).status).toBe(200);
  expect(answered(await ines.call(auth.readFactor, {}, devices)).devices).toMatchObject([{ is_this: true }]);
  await world.control.put([unanswered]);
  expect(cookiesOf(await send())).not.toHaveProperty("laurel_remembered");
});

test("a factor turned on, a recovery code used and a device remembered are notices that lead to Sign-in and security", async () => {
  const noa = newcomer(school, "Noa", "learner");
  const app = await withFactor(noa);
  const cookies = browser(await passwordOf(stranger(), noa));
  answered(await stranger().call(auth.loginCode, { code: app.recovery[0]!, remember_device: true }, cookies));
  await world.settle();
  const { notices } = answered(await noa.call(user.listNotices, {}));
  expect(notices.map(({ title, link }) => ({ title, link }))).toEqual(
    expect.arrayContaining(
      ["Two-step sign-in is on", "A recovery code was used", "We’ll remember a device of yours"].map((title) => ({
        title,
        link: "/security",
      })),
    ),
  );
  expect(notices).toHaveLength(3);
});

describe("turning it on and off", () => {
  test("needs the password first, then a code; the secret stands in plain text nowhere", async () => {
    const ada = school.as("Ada");
    expect(code(await ada.call(auth.startFactor, { password: "not the one" }))).toBe("auth.wrong-password");
    expect(code(await ada.call(auth.confirmFactor, { code: "123456" }))).toBe("auth.factor-start-anew");
    const started = await ada.call(auth.startFactor, { password: ada.password });
    const { secret, uri } = started.body.data;
    expect(new URL(uri).searchParams.get("secret")).toBe(secret);
    expect(decodeURIComponent(uri)).toContain(ada.email);
    const { email, password } = ada;
    expect((await stranger().call(auth.login, { email, password })).status).toBe(200); // not before it is confirmed
    expect(code(await ada.call(auth.confirmFactor, { code: "12345" }))).toBe("auth.wrong-code");
    const app = appWith(secret);
    const confirmed = await ada.call(auth.confirmFactor, { code: app.codeIn(0) });
    expect(confirmed.status).toBe(200);
    expect(code(await ada.call(auth.startFactor, { password }))).toBe("auth.factor-on");
    const kept = JSON.stringify(await world.control.items(`USER#${ada.user_id}`));
    for (const plain of [secret, ...confirmed.body.data.recovery_codes]) expect(kept).not.toContain(plain);

    expect(code(await ada.call(auth.endFactor, { password, code: "000000" }))).toBe("auth.wrong-code");
    expect(code(await ada.call(auth.endFactor, { password: "wrong", code: app.codeIn(30) }))).toBe(
      "auth.wrong-password",
    );
    expect((await ada.call(auth.endFactor, { password, code: app.codeIn(30) })).status).toBe(200);
    expect(code(await ada.call(auth.endFactor, { password, code: app.codeIn(30) }))).toBe("auth.factor-off");
    expect((await stranger().call(auth.login, { email, password })).status).toBe(200);
    const events = (await world.control.items(`AUDIT#${ada.user_id}`)).map(({ type }) => type);
    expect(events.filter((type) => String(type).startsWith("user.factor"))).toEqual([
      "user.factor-on",
      "user.factor-off",
    ]);
    expect(await subjectsTo(ada)).toContain("Two-step sign-in is off");
  });

  test("on ends the sessions that began before but its own, and none that has ended gets another by the password alone", async () => {
    const ruth = school.as("Ruth");
    const { email, password } = ruth;
    await ruth.token();
    await pause(1100); // a session is told from another by the second that it began in
    const others = await Promise.all(
      [1, 2].map(() => stranger().call(auth.login, { email, password, isRemember: true })),
    );
    const by = (token: string) => ({ headers: { authorization: `Bearer ${token}` } });
    const app = await withFactor(ruth);
    for (const other of others) {
      const asOther = by(other.body.data.token);
      expect((await stranger().call(user.countNotices, {}, asOther)).status).toBe(401);
      expect((await stranger().call(auth.changePassword, { token: password, password }, asOther)).status).toBe(401);
      expect((await stranger().call(auth.refresh, {}, browser(cookiesOf(other)))).status).toBe(401);
    }
    expect((await ruth.call(user.countNotices, {})).status).toBe(200);
    const after = await stranger().call(
      auth.loginCode,
      { code: app.codeIn(30) },
      browser(await passwordOf(stranger(), ruth)),
    );
    expect((await stranger().call(user.countNotices, {}, by(after.body.data.token))).status).toBe(200);
    expect((await stranger().call(auth.refresh, {}, browser(cookiesOf(after)))).status).toBe(200);
    const changing = { token: password, password: "another lamp in the harbour" };
    const change = () => stranger().call(auth.changePassword, changing, by(after.body.data.token));
    expect([(await change()).status, (await change()).status]).toEqual([200, 401]);
  });

  test("in two tabs at once is done by one of them, and never with a secret that the other tab has replaced", async () => {
    const lou = (await world.newOrganization("Two Tabs School")).as("Lena");
    const { pk, sk } = organizationKeys.factor(lou.user_id);
    const { secret } = answered(await lou.call(auth.startFactor, { password: lou.password }));
    const started = { handler: startFactor, person: lou, input: { password: lou.password } };
    const confirmed = { handler: confirmFactor, person: lou, input: { code: appWith(secret).codeIn(0) } };
    const harness = await raceHarness(world.control);
    const copy = await harness.copy([pk]);
    const race = async (racers: readonly Racer[], unguarded: readonly string[] = []) => {
      const own = await copy.fresh();
      const statuses = await own.race(racers, { unguarded });
      const items = await own.items(pk);
      const isOn = items.some((item) => item.sk === sk);
      return { statuses, isOn, isAsked: items.some((item) => item.factor_since !== undefined) };
    };
    const on = { isOn: true, isAsked: true };
    expect(await race([confirmed, confirmed])).toEqual({ statuses: [200, 409], ...on });
    expect(await race([confirmed, confirmed], [pk])).toEqual({ statuses: [200, 200], ...on });
    expect(await race([confirmed, started])).toEqual({ statuses: [200, 409], ...on });
    expect(await race([confirmed, started], [pk])).toEqual({ statuses: [200, 200], ...on });
    expect(await race([started, confirmed])).toEqual({ statuses: [200, 409], isOn: false, isAsked: false });
    expect(await race([started, confirmed], [pk])).toEqual({ statuses: [200, 200], ...on });
    await harness.stop();
  });

  test("is confirmed by the secret that was shown last, and by one of two confirmations at once, whose codes work", async () => {
    const cy = school.as("Cy");
    const start = async () => (await cy.call(auth.startFactor, { password: cy.password })).body.data.secret;
    const [first, last] = [appWith(await start()), appWith(await start())];
    expect(code(await cy.call(auth.confirmFactor, { code: first.codeIn(0) }))).toBe("auth.wrong-code");
    const both = await Promise.all([0, 30].map((at) => cy.call(auth.confirmFactor, { code: last.codeIn(at) })));
    const won = both.filter(({ status }) => status === 200);
    expect(won).toHaveLength(1);
    const [typed] = won[0]!.body.data.recovery_codes;
    const enter = browser(await passwordOf(stranger(), cy));
    expect((await stranger().call(auth.loginCode, { code: typed! }, enter)).status).toBe(200);
  });
});
