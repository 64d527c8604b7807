import { beforeAll, describe, expect, test } from "vitest";
import { rateKey } from "../../functions/data/rate.ts";
import { contract } from "../../shared/contract.ts";
import type { Organization } from "../support/organization.ts";
import { seeded } from "../support/people.ts";
import { world } from "../support/world.ts";
import { deviceCookie, refreshCookie } from "./cookies.ts";

const { login, refresh, logout, changePassword } = contract.auth;
let academy: Organization;
beforeAll(async () => {
  academy = await world.newOrganization("Harbour School");
});

const credentials = ({ email, password }: { email: string; password: string }) => ({ email, password });
/** A session is known by the second it began in. */
const nextSecond = () => new Promise((resolve) => setTimeout(resolve, 1000 - (Date.now() % 1000)));
const inMinutes = (minutes: number) => ({ headers: { "x-laurel-clock-offset-ms": String(minutes * 60_000) } });

describe("signing in", () => {
  test("answers the token, the person and the only organization, selected", async () => {
    const ada = academy.as("Ada");
    await ada.token();
    const { status, body } = await world.anyone.call(login, { ...credentials(ada), isRemember: false });
    expect(status).toBe(200);
    expect(body.data).toMatchObject({
      user_id: ada.user_id,
      email: ada.email,
      role: 2,
      selected_org: { organization_id: academy.organization_id },
      organizations: [{ organization_id: academy.organization_id, organization_name: academy.name, role: 2 }],
    });
    expect(body.data.token.split(".")).toHaveLength(3);
    expect(body.data.expires_at).toBeGreaterThan(Date.now());
  });

  test("keeps the refresh token in a cookie that scripts cannot read, for 30 days when asked to", async () => {
    const ada = academy.as("Ada");
    await ada.token();
    const session = refreshCookie(await world.anyone.call(login, { ...credentials(ada), isRemember: false }));
    const storedAnswer = refreshCookie(await world.anyone.call(login, { ...credentials(ada), isRemember: true }));
    expect(session?.attributes).toBe("Path=/api/user; HttpOnly; SameSite=Strict");
    expect(storedAnswer?.attributes).toContain("Max-Age=2592000");
  });

  test("takes the e-mail in any case", async () => {
    const ada = academy.as("Ada");
    await ada.token();
    const email = ` ${ada.email.toUpperCase()} `;
    expect((await world.anyone.call(login, { email, password: ada.password })).status).toBe(200);
  });

  test("gives a super administrator role 1 and no organization", async () => {
    const { body } = await world.anyone.call(login, credentials(seeded("Sam")));
    expect(body.data).toMatchObject({ role: 1, organizations: [], selected_org: null });
  });

  test("shows a custom role with its name and actions", async () => {
    const cy = academy.as("Cy");
    await cy.token();
    const { body } = await world.anyone.call(login, credentials(cy));
    expect(body.data.organizations[0]).toMatchObject({
      role: 7,
      role_id: academy.role_id,
      role_name: "Course assistant",
      role_perms: ["Read", "Create", "Update"],
    });
  });

  test("calls something that is no e-mail ERRINVALIDEMAIL", async () => {
    const { status, body } = await world.anyone.call(login, { email: "ada@", password: "x" });
    expect({ status, ...body.error }).toMatchObject({
      status: 400,
      code: "ERRINVALIDEMAIL",
      message: "Enter a Valid Email",
    });
  });

  test("refuses a wrong password and an unknown address in the same words", async () => {
    const lena = academy.as("Lena");
    await lena.token();
    const wrong = await world.anyone.call(login, { email: lena.email, password: "not the one" });
    const unknown = await world.anyone.call(login, { email: `nobody-${lena.email}`, password: "not the one" });
    expect(wrong.status).toBe(400);
    expect(wrong.body.error).toEqual({ code: "ERRLOGIN", message: "Wrong email or password!" });
    expect(unknown.text).toBe(wrong.text);
    expect(unknown.status).toBe(400);
  });

  test("refuses fields it does not know", async () => {
    const { status, body } = await world.anyone.call(login, { email: "a@b.test", password: "x", role: 1 });
    expect(status).toBe(400);
    expect(body.error.fields).toHaveProperty("role");
  });

  test("tells a deleted person so, but only after the right password", async () => {
    const leo = academy.as("Leo");
    const { status } = await leo.call(contract.user.remove, { user_id: leo.user_id, email: leo.email });
    expect(status).toBe(200);
    const right = await world.anyone.call(login, credentials(leo));
    const wrong = await world.anyone.call(login, { email: leo.email, password: "not the one" });
    expect(right.body.error).toEqual({ code: "ERRUSRDELETED", message: "User Already Deleted!" });
    expect(wrong.body.error.code).toBe("ERRLOGIN");
  });

  test("tells somebody whose only organization is gone ERRORGDELETE, and never makes them role 1", async () => {
    const gone = await world.newOrganization("Short Lived School");
    const liv = gone.as("Liv");
    await liv.token();
    await gone.as("Ada").call(contract.user.remove, { user_id: liv.user_id, email: liv.email });
    const { status, body } = await world.anyone.call(login, credentials(liv));
    expect(status).toBe(400);
    expect(body.error).toEqual({ code: "ERRORGDELETE", message: "Sorry, Your Organization Does Not Exist!" });
    const held = await liv.call(contract.organization.list, {});
    expect(held.status).toBe(403);
  });

  test("lets thirty wrong passwords try ten times, and then nobody for a quarter of an hour", async () => {
    const rita = academy.as("Rita");
    const ray = academy.as("Ray");
    await Promise.all([rita.token(), ray.token()]);
    const statuses: number[] = [];
    for (let attempt = 1; attempt <= 30; attempt++) {
      statuses.push((await world.anyone.call(login, { email: rita.email, password: `guess ${attempt}` })).status);
    }
    const refused = statuses.indexOf(429);
    expect(refused).toBeGreaterThanOrEqual(10);
    expect(statuses.slice(refused).every((status) => status === 429)).toBe(true);
    expect((await world.anyone.call(login, credentials(rita))).status).toBe(429);
    expect((await world.anyone.call(login, credentials(ray))).status).toBe(200);
    // The pool's own lock runs in real time and may still answer 400; ours is over.
    expect((await world.anyone.call(login, credentials(rita), inMinutes(16))).status).not.toBe(429);
  });

  test("goes on where its person signed in before, whatever strangers try, and by a password of their own", async () => {
    const school = await world.newOrganization("Visited School");
    const [isa, lena] = [school.as("Isa"), school.as("Lena")];
    await Promise.all([isa.token(), lena.token()]);
    const first = await world.anyone.call(login, { ...credentials(isa), isRemember: true });
    const [device, session] = [deviceCookie(first)!, refreshCookie(first)!];
    expect(device.attributes).toBe("Max-Age=34560000; Path=/api/user; HttpOnly; SameSite=Strict");
    const exhausted = async (name: "signInsPerAccount" | "signInsPerSource", of: string) =>
      world.control.put([{ ...rateKey(name, of), used: 100, ttl: 4_000_000_000 }]);
    await exhausted("signInsPerAccount", isa.email);
    const from = (cookie: string, password = isa.password, email = isa.email) =>
      world.anyone.call(login, { email, password }, { headers: { cookie } });
    expect((await world.anyone.call(login, credentials(isa))).status).toBe(429);
    expect((await from("laurel_device=made-up")).status).toBe(429);
    expect((await from(`laurel_device=${"A".repeat(43)}`)).status).toBe(429);

    const again = await from(device.header);
    expect(again.status).toBe(200);
    expect(deviceCookie(again)?.header).toBe(device.header);
    expect((await world.anyone.call(refresh, {}, { headers: { cookie: session.header } })).status).toBe(200);
    const changed = { token: isa.password, password: "another lamp in the harbour" };
    const own = { headers: { authorization: `Bearer ${first.body.data.token}` } };
    expect((await world.anyone.call(changePassword, changed, own)).status).toBe(200);
    expect((await from(device.header, changed.password)).status).toBe(200);
    expect((await world.anyone.call(login, { ...credentials(isa), password: changed.password })).status).toBe(429);

    // the device is known for its person alone, and has no more tries than anybody
    await exhausted("signInsPerAccount", lena.email);
    expect((await from(device.header, lena.password, lena.email)).status).toBe(429);
    const statuses: number[] = [];
    for (let attempt = 1; attempt <= 11; attempt++)
      statuses.push((await from(device.header, `guess ${attempt}`)).status);
    expect(statuses).toEqual([...Array<number>(10).fill(400), 429]);
  });

  test("counts tries at once one by one", async () => {
    const rob = academy.as("Rob");
    await rob.token();
    const tries = Array.from({ length: 16 }, (_, index) =>
      world.anyone.call(login, { email: rob.email, password: `guess ${index}` }),
    );
    const statuses = (await Promise.all(tries)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 400).length).toBeLessThanOrEqual(10);
    expect(statuses.every((status) => [400, 429, 503].includes(status))).toBe(true);
  });
});

describe("the session", () => {
  test("goes on through the refresh cookie", async () => {
    const ivan = academy.as("Ivan");
    await ivan.token();
    const cookie = refreshCookie(await world.anyone.call(login, { ...credentials(ivan), isRemember: true }));
    const renewed = await world.anyone.call(refresh, {}, { headers: { cookie: cookie!.header } });
    expect(renewed.status).toBe(200);
    expect(renewed.body.data).toMatchObject({ user_id: ivan.user_id, role: 3 });
    expect(refreshCookie(renewed)?.attributes).toContain("Max-Age=2592000");
  });

  test("stays remembered, or is not, as it was when its owner signs in again in between", async () => {
    const ivan = academy.as("Ivan");
    await ivan.token();
    for (const isRemember of [true, false]) {
      const first = refreshCookie(await world.anyone.call(login, { ...credentials(ivan), isRemember }));
      const again = await world.anyone.call(login, credentials(ivan), { headers: { cookie: first!.header } });
      expect(refreshCookie(again)?.attributes.includes("Max-Age=2592000")).toBe(isRemember);
    }
  });

  test("is 401 without a cookie or with a made-up one", async () => {
    expect((await world.anyone.call(refresh)).status).toBe(401);
    const refused = await world.anyone.call(refresh, {}, { headers: { cookie: "laurel_refresh=1.forged" } });
    expect(refused.status).toBe(401);
  });

  test("ends with signing out: the cookie, the refresh token and the access tokens issued before", async () => {
    const isa = academy.as("Isa");
    const token = await isa.token();
    const cookie = refreshCookie(await world.anyone.call(login, credentials(isa)))!;
    const left = await world.anyone.call(logout, {}, { headers: { cookie: cookie.header } });
    expect(left.status).toBe(200);
    expect(refreshCookie(left)?.attributes).toContain("Max-Age=0");
    expect((await world.anyone.call(refresh, {}, { headers: { cookie: cookie.header } })).status).toBe(401);
    const headers = { authorization: `Bearer ${token}` };
    expect((await world.anyone.call(contract.user.countNotices, {}, { headers })).status).toBe(401);
    isa.signOut();
    expect((await isa.call(contract.user.countNotices, {})).status).toBe(200);
  });

  test("ends with signing out by the bearer token alone; other sessions of the person go on", async () => {
    const isa = academy.as("Isa");
    await isa.token();
    const kept = await world.anyone.call(login, credentials(isa));
    await nextSecond();
    const left = await world.anyone.call(login, credentials(isa));
    const [keptCookie, leftCookie] = [kept, left].map((each) => ({ headers: { cookie: refreshCookie(each)!.header } }));
    const bearer = { headers: { authorization: `Bearer ${left.body.data.token}` } };
    expect((await world.anyone.call(logout, {}, bearer)).status).toBe(200);
    expect((await world.anyone.call(contract.user.countNotices, {}, bearer)).status).toBe(401);
    expect((await world.anyone.call(refresh, {}, leftCookie)).status).toBe(401);
    const renewed = await world.anyone.call(refresh, {}, keptCookie);
    expect(renewed.status).toBe(200);
    const going = { headers: { authorization: `Bearer ${renewed.body.data.token}` } };
    expect((await world.anyone.call(logout, {}, bearer)).status).toBe(200);
    expect((await world.anyone.call(contract.user.countNotices, {}, going)).status).toBe(200);
  });

  test("ends by a token whose quarter of an hour is over, and by no forged one", async () => {
    const isa = academy.as("Isa");
    await isa.token();
    await nextSecond();
    const signedIn = await world.anyone.call(login, credentials(isa));
    const cookie = { headers: { cookie: refreshCookie(signedIn)!.header } };
    const [head, claims, signature] = signedIn.body.data.token.split(".");
    const none = Buffer.from('{"alg":"none"}').toString("base64url");
    for (const token of [`${head}.${claims}.AAAA`, `${none}.${claims}.`, "x", signature!]) {
      const headers = { authorization: `Bearer ${token}` };
      expect((await world.anyone.call(logout, {}, { headers })).status).toBe(200);
    }
    const renewed = await world.anyone.call(refresh, {}, cookie);
    expect(renewed.status).toBe(200);
    const headers = { authorization: `Bearer ${signedIn.body.data.token}`, "x-laurel-clock-offset-ms": "1200000" };
    expect((await world.anyone.call(logout, {}, { headers })).status).toBe(200);
    const renewedCookie = { headers: { cookie: refreshCookie(renewed)!.header } };
    expect((await world.anyone.call(refresh, {}, renewedCookie)).status).toBe(401);
  });

  test("ends without complaint when there was none", async () => {
    expect((await world.anyone.call(logout)).status).toBe(200);
  });
});

describe("changing the own password", () => {
  test("needs the present one", async () => {
    const abe = academy.as("Abe");
    const { status, body } = await abe.call(changePassword, { password: "a lamp in the harbour", token: "wrong" });
    expect(status).toBe(400);
    expect(body.error).toMatchObject({ code: "auth.wrong-password", fields: { token: expect.any(String) } });
  });

  test("refuses a short, a common one and the e-mail", async () => {
    const abe = academy.as("Abe");
    const answers = [];
    for (const password of ["short", "password1", abe.email]) {
      answers.push((await abe.call(changePassword, { password, token: abe.password })).body.error);
    }
    expect(answers[0]?.fields).toEqual({ password: "Password must be atleast 8 characters" });
    expect(answers[1]?.code).toBe("auth.common-password");
    expect(answers[2]?.fields).toHaveProperty("password");
  });

  test("ends other sessions and goes on with this one", async () => {
    const pia = academy.as("Pia");
    const before = await pia.token();
    const password = "a lamp in the harbour";
    const { status, body } = await pia.call(changePassword, { email: pia.email, password, token: pia.password });
    expect(status).toBe(200);
    const asPia = (token: string) => ({ headers: { authorization: `Bearer ${token}` } });
    expect((await world.anyone.call(contract.user.countNotices, {}, asPia(before))).status).toBe(401);
    expect((await world.anyone.call(contract.user.countNotices, {}, asPia(body.data.token))).status).toBe(200);
    expect((await world.anyone.call(login, credentials(pia))).status).toBe(400);
    expect((await world.anyone.call(login, { email: pia.email, password })).status).toBe(200);
  });

  test("sent again by a session that it has ended, signs in with the new password, and changes nothing", async () => {
    const ivan = academy.as("Ivan");
    const dead = { headers: { authorization: `Bearer ${await ivan.token()}` } };
    const password = "a lamp in the harbour";
    const change = { password, token: ivan.password };
    expect((await ivan.call(changePassword, change)).status).toBe(200);
    const changes = async () =>
      (await world.control.items(`AUDIT#${ivan.user_id}`)).filter(({ type }) => type === "user.password-changed")
        .length;
    expect(await changes()).toBe(1);

    const again = await world.anyone.call(changePassword, change, dead);
    expect(again).toMatchObject({ status: 200, body: { data: { user_id: ivan.user_id } } });
    const alive = { headers: { authorization: `Bearer ${again.body.data.token}` } };
    expect((await world.anyone.call(contract.user.countNotices, {}, alive)).status).toBe(200);
    const another = { password: "a boat in the harbour", token: password };
    expect(await world.anyone.call(changePassword, another, dead)).toMatchObject({
      status: 401,
      body: { error: { code: "access.no-token" } },
    });
    expect((await world.anyone.call(login, { email: ivan.email, password })).status).toBe(200);
    expect(await changes()).toBe(1);
  });
});
