import { beforeAll, describe, expect, test } from "vitest";
import { contract } from "../../shared/contract.ts";
import { termsVersion } from "../../shared/platform/terms.ts";
import { pixelUrl } from "../support/fixtures/file.ts";
import { invitedAs, tokensFor } from "../support/fixtures/invitation.ts";
import type { Organization } from "../support/organization.ts";
import { anyoneAt, type Person, personAt } from "../support/people.ts";
import { world } from "../support/world.ts";
import { refreshCookie } from "./cookies.ts";

const { signup, validateSignup, inviteSelf, login } = contract.auth;
const { user } = contract;
const mark = Math.random().toString(36).slice(2, 10);
let count = 0;
const address = () => `newcomer${count++}-${mark}@guests.test`;
const names = { first_name: "Nora", last_name: "Newcomer" };
const password = "a lamp in the harbour";
const inDays = (days: number) => ({ headers: { "x-laurel-clock-offset-ms": String(days * 86_400_000) } });

let academy: Organization;
let other: Organization;
beforeAll(async () => {
  academy = await world.newOrganization("Signup School");
  other = await world.newOrganization("Second School");
});

const invited = (role: number, organization = academy) => invitedAs(organization, { role, email: address() });

/** A PNG of one pixelUrl. */

describe("the terms of service", () => {
  test("that a sign-up accepts are kept with version and time; left out, they are asked for, and are the person's to accept", async () => {
    const [one, two] = [await invited(5), await invited(5)];
    const accepting = await world.anyone.call(signup, {
      ...names,
      email: one.email,
      token: one.token,
      password,
      terms_version: termsVersion,
    });
    expect(accepting.body.data).toMatchObject({ terms_due: false });
    const stored = await world.control.item(`USER#${accepting.body.data.user_id}`, "PROFILE");
    expect(stored?.terms).toEqual({ version: termsVersion, accepted_on: expect.stringMatching(/^\d{4}-/) });

    const { email, token } = two;
    const silent = await world.anyone.call(signup, { ...names, email, token, password });
    expect(silent.body.data).toMatchObject({ terms_due: true });
    const { user_id } = silent.body.data;
    const forThem = await academy.as("Ada").call(user.update, { user_id, terms_version: termsVersion });
    expect(forThem).toMatchObject({ status: 403, body: { error: { code: "user.not-editable" } } });
    const newcomer = personAt(world.origin, { ...two, user_id, ...names });
    const profile = await newcomer.call(user.update, { user_id, terms_version: termsVersion });
    expect(profile).toMatchObject({ status: 200, body: { data: { terms_due: false } } });
    expect((await world.anyone.call(login, { email, password })).body.data).toMatchObject({ terms_due: false });
  });

  test("are asked for again when they have changed", async () => {
    const lena = academy.as("Lena");
    await lena.token();
    const stored = await world.control.item(`USER#${lena.user_id}`, "PROFILE");
    const former = { version: "2020-01-01", accepted_on: "2020-01-02T00:00:00.000Z" };
    await world.control.put([{ ...stored, terms: former }]);
    const { email } = lena;
    expect((await world.anyone.call(login, { email, password: lena.password })).body.data).toMatchObject({
      terms_due: true,
    });
  });
});

describe("an invitation's link", () => {
  const nameOf = ({ first_name, last_name }: Person) => `${first_name} ${last_name}`;

  test("says what it invites to", async () => {
    const { email, token } = await invited(4);
    const { status, body } = await world.anyone.call(validateSignup, { email, token });
    expect(status).toBe(200);
    expect(body.data).toEqual({
      email,
      role: 4,
      organization_id: academy.organization_id,
      organization_name: academy.name,
      invited_by: nameOf(academy.as("Ada")),
      has_account: false,
    });
  });

  test("names a custom role as the organization calls it, and nobody whose account is disabled", async () => {
    const school = await world.newOrganization("Naming School");
    const email = address();
    const ivan = school.as("Ivan");
    await ivan.call(contract.organization.inviteUsers, {
      invitations: [{ email, role: 7, role_id: school.role_id }],
    });
    const token = (await tokensFor(email))[0]!;
    const asked = () => world.anyone.call(validateSignup, { email, token });
    expect((await asked()).body.data).toMatchObject({
      role: 7,
      role_name: "Course assistant",
      invited_by: nameOf(ivan),
    });
    const { user_id } = ivan;
    await world.as("Sam").call(contract.user.setStatus, { user_id, status: "disabled" });
    expect((await asked()).body.data).not.toHaveProperty("invited_by");
  });

  test("is 'Invalid Token' for another address, another token, and after a week", async () => {
    const { email, token } = await invited(5);
    const wrongs = [
      await world.anyone.call(validateSignup, { email: address(), token }),
      await world.anyone.call(validateSignup, { email, token: `${token}x` }),
      await world.anyone.call(validateSignup, { email, token }, inDays(8)),
      await world.anyone.call(signup, { ...names, email, token, password }, inDays(8)),
      await world.anyone.call(signup, { ...names, email: address(), token, password }),
    ];
    for (const { status, body } of wrongs) {
      expect(status).toBe(400);
      expect(body.error).toEqual({ code: "invitation.invalid-token", message: "Invalid Token" });
    }
    expect((await world.anyone.call(validateSignup, { email, token }, inDays(6))).status).toBe(200);
  });

  test("is dead while the organization is archived", async () => {
    const school = await world.newOrganization("Sleeping School");
    const { email, token } = await invited(5, school);
    const sam = world.as("Sam");
    const { archive } = contract.organization;
    await sam.call(archive, { id: school.organization_id, archiveStatus: true });
    expect((await world.anyone.call(signup, { ...names, email, token, password })).status).toBe(400);
    await sam.call(archive, { id: school.organization_id, archiveStatus: false });
    expect((await world.anyone.call(signup, { ...names, email, token, password })).status).toBe(200);
  });
});

describe("signing up", () => {
  test("makes the account with the invitation's role, signs in and leaves no pending invitation", async () => {
    const { email, token, invite_id } = await invited(3);
    const answer = await world.anyone.call(signup, { ...names, email, token, password });
    expect(answer.status).toBe(200);
    expect(answer.body.data).toMatchObject({
      email,
      ...names,
      role: 3,
      is_issuer: true,
      selected_org: { organization_id: academy.organization_id },
    });
    expect(refreshCookie(answer)).toBeDefined();
    expect((await world.anyone.call(login, { email, password })).status).toBe(200);
    const { body } = await academy.as("Ada").call(contract.organization.listUsers, { limit: 100 });
    const rows = body.data.users.filter((user) => user.email === email);
    expect(rows).toMatchObject([{ status: "active", role: 3, first_name: "Nora" }]);
    expect(rows[0]).not.toHaveProperty("invite_id", invite_id);
  });

  test("makes one account of four clicks at once, and tells the others of the first", async () => {
    const { email, token } = await invited(5);
    const clicks = Array.from({ length: 4 }, () => world.anyone.call(signup, { ...names, email, token, password }));
    const answers = await Promise.all(clicks);
    const refused = answers.filter(({ status }) => status !== 200).map(({ body }) => body.error.code);
    expect(refused).toHaveLength(3);
    const known = ["auth.signing-up", "auth.email-in-use", "invitation.invalid-token"];
    expect(refused.filter((code) => !known.includes(code))).toEqual([]);
    expect((await world.anyone.call(login, { email, password })).status).toBe(200);
  });

  test("keeps the avatar, and refuses one that is no picture before anything is made", async () => {
    const { email, token } = await invited(5);
    const broken = "data:image/png;base64,aGVsbG8gd29ybGQ=";
    const refused = await world.anyone.call(signup, { ...names, email, token, password, image: broken });
    expect(refused.status).toBe(400);
    expect(refused.body.error.fields).toEqual({ image: "You can only upload JPG/PNG file!" });
    const ofBytes = (bytes: number) => `data:image/png;base64,${Buffer.alloc(bytes).toString("base64")}`;
    const form = { ...names, email, token, password };
    const large = await world.anyone.call(signup, { ...form, image: ofBytes(2_900_000) });
    expect([large.status, large.body.error.fields]).toEqual([400, { image: "Image must smaller than 2MB!" }]);
    const larger = await world.anyone.call(signup, { ...form, image: ofBytes(3 * 1024 * 1024) });
    expect([larger.status, larger.body.error.message]).toEqual([413, "This is too large to send."]);
    expect((await world.anyone.call(login, { email, password })).status).toBe(400);
    const { status, body } = await world.anyone.call(signup, { ...names, email, token, password, image: pixelUrl });
    expect(status).toBe(200);
    expect(body.data.image).toMatch(/^\/media\//);
  });

  test("refuses bad fields in the quoted words", async () => {
    const { body } = await world.anyone.call(signup, {
      first_name: "",
      last_name: " ",
      email: "nora@",
      password: "",
      token: "t",
    });
    expect(body.error.fields).toEqual({
      first_name: "Please provide both first and last name",
      last_name: "Please provide both first and last name",
      email: "Enter a Valid Email",
      password: "Please enter a valid Password",
    });
  });

  test("takes a dash of any kind for the last name of who has one name alone, and keeps and shows none", async () => {
    const { email, token } = await invited(5);
    const form = { first_name: "Suharto", last_name: " – ", email, token, password };
    const { body } = await world.anyone.call(signup, form);
    expect(body.data).toMatchObject({ first_name: "Suharto", last_name: "" });
  });

  test("refuses a common password and the e-mail as one", async () => {
    const { email, token } = await invited(5);
    const common = await world.anyone.call(signup, { ...names, email, token, password: "Password1" });
    expect(common.body.error.code).toBe("auth.common-password");
    const same = await world.anyone.call(signup, { ...names, email, token, password: email });
    expect(same.body.error.fields).toHaveProperty("password");
  });

  test("cannot choose another role or organization than the invitation's", async () => {
    const { email, token } = await invited(5);
    const base = { ...names, email, token, password };
    const role = await world.anyone.call(signup, { ...base, role: 2 });
    const org = await world.anyone.call(signup, { ...base, org: other.organization_id });
    const flag = await world.anyone.call(signup, { ...base, superadmin: true });
    expect([role.status, org.status, flag.status]).toEqual([400, 400, 400]);
    expect((await world.anyone.call(signup, { ...base, role: 5, org: academy.organization_id })).status).toBe(200);
  });

  test("uses an invitation once, also when two sign up with it in the same moment", async () => {
    const { email, token } = await invited(4);
    const base = { ...names, email, token, password };
    const both = await Promise.all([world.anyone.call(signup, base), world.anyone.call(signup, base)]);
    expect(both.filter(({ status }) => status === 200)).toHaveLength(1);
    const third = await world.anyone.call(signup, base);
    expect(third.body.error.message).toBe("Invalid Token");
    expect((await world.anyone.call(login, { email, password })).status).toBe(200);
    const { body } = await academy.as("Ada").call(contract.organization.listUsers, { limit: 100 });
    expect(body.data.users.filter((user) => user.email === email)).toHaveLength(1);
  });

  test("is refused for an address that has an account", async () => {
    const first = await invitedAs(academy, { role: 5, email: address() }, names);
    const again = await invitedAs(other, { role: 5, email: first.email });
    const { email, token } = again;
    const { body } = await world.anyone.call(validateSignup, { email, token });
    expect(body.data.has_account).toBe(true);
    const answer = await world.anyone.call(signup, { ...names, email, token, password });
    expect({ status: answer.status, ...answer.body.error }).toMatchObject({
      status: 409,
      message: "Email address is already in use",
    });
  });

  test("is open again to somebody who deleted the account", async () => {
    const first = await invitedAs(academy, { role: 5, email: address() }, names);
    const { email, user_id, accessToken } = first;
    const headers = { authorization: `Bearer ${accessToken}` };
    expect((await world.anyone.call(contract.user.remove, { user_id, email }, { headers })).status).toBe(200);
    const second = await invitedAs(academy, { role: 4, email }, { first_name: "Nora", last_name: "Again" });
    expect(second.user_id).not.toBe(user_id);
    const { body } = await world.anyone.call(login, { email, password: second.password });
    expect(body.data).toMatchObject({ last_name: "Again", role: 4 });
  });
});

describe("signing oneself up", () => {
  const ask = (email: string, organization_id = academy.organization_id, more: object = {}) =>
    world.anyone.call(inviteSelf, { invitations: [{ email, organization_id, role: 5, ...more }] });

  test("mails a link to a learner's account", async () => {
    const email = address();
    expect((await ask(email)).status).toBe(200);
    const [token] = await tokensFor(email);
    const { status, body } = await world.anyone.call(signup, {
      ...names,
      email,
      password,
      token: token!,
      role: 5,
      org: academy.organization_id,
    });
    expect(status).toBe(200);
    expect(body.data).toMatchObject({ role: 5, selected_org: { organization_id: academy.organization_id } });
  });

  test("finds the organization by its name, in whatever case and spaces, where its id is not known", async () => {
    const email = address();
    const askBy = (more: object) => world.anyone.call(inviteSelf, { invitations: [{ email, role: 5, ...more }] });
    expect((await askBy({ organization_name: `Unknown ${mark}` })).status).toBe(200);
    expect(await tokensFor(email)).toHaveLength(0);
    const organization_name = ` ${academy.name.toUpperCase().replaceAll(" ", "  ")} `;
    expect((await askBy({ organization_name })).status).toBe(200);
    const [token] = await tokensFor(email);
    const { body } = await world.anyone.call(validateSignup, { email, token: token! });
    expect(body.data).toMatchObject({ role: 5, organization_id: academy.organization_id });
    const fields = { "invitations.0.organization_id": "Name the organization." };
    expect((await askBy({})).body.error.fields).toEqual(fields);
  });

  test("answers the same for a known address, an unknown organization and an archived one, and mails nobody", async () => {
    const lena = academy.as("Lena");
    await lena.token();
    const strangers = address();
    const known = await ask(lena.email);
    const nowhere = await ask(strangers, "org_NOTHING");
    expect([known.status, nowhere.status]).toEqual([200, 200]);
    expect(known.text).toBe(nowhere.text);
    expect(await tokensFor(lena.email)).toHaveLength(0);
    expect(await tokensFor(strangers)).toHaveLength(0);
  });

  test("is for learners only, and mails one address three times an hour at most", async () => {
    const email = address();
    expect((await ask(email, academy.organization_id, { role: 2 })).status).toBe(400);
    const invitations = [{ email, organization_id: academy.organization_id }];
    for (let time = 0; time < 5; time++)
      expect((await anyoneAt(world.origin).call(inviteSelf, { invitations })).status).toBe(200);
    expect(await tokensFor(email)).toHaveLength(3);
  });

  test("refuses what is no e-mail, and a base_url that leads elsewhere", async () => {
    expect((await ask("nora@")).body.error.fields).toEqual({ "invitations.0.email": "Please enter valid Email" });
    const poisoned = await ask(address(), academy.organization_id, { base_url: "https://evil.test/signup" });
    expect(poisoned.body.error.code).toBe("input.foreign-url");
  });
});

describe("joining another organization", () => {
  test("is for the signed-in person the invitation is for, once", async () => {
    const lena = academy.as("Lena");
    await lena.token();
    const { token } = await invitedAs(other, { role: 4, email: lena.email });
    const { joinOrganization } = contract.user;
    expect((await academy.as("Leo").call(joinOrganization, { token })).body.error.message).toBe("Invalid Token");
    const both = await Promise.all([lena.call(joinOrganization, { token }), lena.call(joinOrganization, { token })]);
    expect(both.filter(({ status }) => status === 200)).toHaveLength(1);
    const joined = both.find(({ status }) => status === 200)!;
    expect(joined.body.data.selected_org).toEqual({ organization_id: other.organization_id });
    expect(joined.body.data.organizations.map(({ role }) => role).sort()).toEqual([4, 5]);
    const { body } = await world.anyone.call(login, { email: lena.email, password: lena.password });
    expect(body.data).toMatchObject({ role: null, selected_org: null });
    expect(body.data.organizations).toHaveLength(2);
    const unnamed = await lena.call(contract.organization.read, {});
    expect(unnamed.body.error.code).toBe("input.organization-needed");
    const { organization_id } = other;
    expect((await lena.call(contract.organization.read, { organization_id })).status).toBe(200);
  });

  test("brings back somebody removed from their only one: their password and the invitation's token, never one of them", async () => {
    const { email, user_id } = await invitedAs(academy, { role: 5, email: address() }, names);
    const strangers = await invited(5);
    expect((await academy.as("Ada").call(contract.user.remove, { user_id: user_id!, email })).status).toBe(200);
    const { token } = await invitedAs(other, { role: 4, email });
    const codeOf = async (input: { password: string; token?: string }) =>
      (await world.anyone.call(login, { email, ...input })).body.error?.code;
    expect(await codeOf({ password })).toBe("ERRORGDELETE");
    expect(await codeOf({ password, token: strangers.token })).toBe("ERRORGDELETE");
    expect(await codeOf({ password: "a guess of a stranger", token })).toBe("ERRLOGIN");

    const entered = await world.anyone.call(login, { email, password, token });
    expect(entered).toMatchObject({
      status: 200,
      body: { data: { role: null, organizations: [], selected_org: null } },
    });
    const headers = { authorization: `Bearer ${entered.body.data.token}` };
    const { organization_id } = other;
    expect((await world.anyone.call(contract.organization.read, { organization_id }, { headers })).status).toBe(403);
    const joined = await world.anyone.call(contract.user.joinOrganization, { token }, { headers });
    expect(joined.body.data.organizations).toMatchObject([{ organization_id, role: 4 }]);
    expect((await world.anyone.call(login, { email, password })).body.data).toMatchObject({ role: 4, user_id });
    expect(await codeOf({ password: "a guess of a stranger", token })).toBe("ERRLOGIN");
  });

  test("is not a super administrator's", async () => {
    expect((await world.as("Sam").call(contract.user.joinOrganization, { token: "t" })).status).toBe(403);
  });
});

describe("an admin invited without an organization", () => {
  test("names their organization once, on the account page", async () => {
    const email = address();
    const sam = world.as("Sam");
    const sent = await sam.call(contract.user.invite, { invitations: [{ email, role: 2 }] });
    expect(sent.status).toBe(200);
    const [token] = await tokensFor(email);
    const { body } = await world.anyone.call(signup, { ...names, email, password, token: token! });
    expect(body.data.organizations).toMatchObject([{ is_set_up: false, role: 2 }]);
    const headers = { authorization: `Bearer ${body.data.token}` };
    const input = { name: `Northern Lights ${mark}`, description: "Far up" };
    const { setUp } = contract.organization;
    const named = await world.anyone.call(setUp, { ...input, logo: pixelUrl, logo_type: "image/png" }, { headers });
    expect(named.body.data).toMatchObject({ ...input, is_set_up: true, logo: expect.stringMatching(/^\/media\//) });
    const again = await world.anyone.call(setUp, { ...input, name: `${input.name} 2` }, { headers });
    expect(again.body.error.code).toBe("organization.already-set-up");
  });
});
