import { beforeAll, describe, expect, test } from "vitest";
import { contract } from "../../shared/contract.ts";
import { invitedAs, tokensFor } from "../support/fixtures/invitation.ts";
import type { Organization } from "../support/organization.ts";
import { world } from "../support/world.ts";

const calls = contract.organization;
let academy: Organization;
let other: Organization;
let count = 0;
const mark = Math.random().toString(36).slice(2, 10);
const address = () => `guest${count++}-${mark}@guests.test`;

beforeAll(async () => {
  academy = await world.newOrganization("Lighthouse School");
  other = await world.newOrganization("Dune School");
});

describe("inviting people", () => {
  test("mails each a link of their own and lists them as pending", async () => {
    const ada = academy.as("Ada");
    const [one, two] = [address(), address()];
    const invitations = [
      { email: one.toUpperCase(), role: 3 },
      { email: two, role: 7, role_id: academy.role_id },
    ];
    const { status, body } = await ada.call(calls.inviteUsers, { invitations });
    expect(status).toBe(200);
    expect(body.data.invitations).toMatchObject([
      { email: one, role: 3, status: "pending", organization_name: academy.name },
      { email: two, role: 7, role_id: academy.role_id },
    ]);
    const pending = await ada.call(calls.listUsers, { status: "pending", limit: 100 });
    expect(pending.body.data.users.map(({ email }) => email)).toEqual(expect.arrayContaining([one, two]));
    expect(await tokensFor(one)).toHaveLength(1);
    expect(await tokensFor(two)).toHaveLength(1);
  });

  test("names in the mail who invites, and the role as the organization calls it", async () => {
    const ada = academy.as("Ada");
    const { first_name, last_name } = ada;
    const [reviewer, custom] = [address(), address()];
    await invitedAs(academy, { email: reviewer, role: 4 });
    await invitedAs(academy, { email: custom, role: 7, role_id: academy.role_id });
    const said = async (email: string) => (await world.mails.to(email)).at(-1)?.text;
    const who = `${first_name} ${last_name} invited you to join ${academy.name} on Laurel`;
    expect(await said(reviewer)).toContain(`${who} as a reviewer.`);
    expect(await said(custom)).toContain(`${who} as “Course assistant”.`);
  });

  test("of whoever has no organization yet is in the name of Laurel", async () => {
    const email = address();
    const sam = world.as("Sam");
    await sam.call(calls.inviteUsers, { invitations: [{ email, role: 2 }] });
    await world.settle();
    const [mail] = await world.mails.to(email);
    expect(mail?.text).toContain(`${sam.first_name} ${sam.last_name} invited you to join Laurel as an admin.`);
  });

  test("tells what is wrong row by row, and then sends none", async () => {
    const ada = academy.as("Ada");
    const lena = academy.as("Lena");
    await lena.token();
    const good = address();
    const { status, body } = await ada.call(calls.inviteUsers, {
      invitations: [
        { email: good, role: 5 },
        { email: lena.email, role: 5 },
        { email: address(), role: 6 },
        { email: address(), role: 7 },
      ],
    });
    expect(status).toBe(400);
    expect(body.error).toMatchObject({ code: "invitation.refused", message: "Invitation failed" });
    expect(Object.keys(body.error.fields ?? {}).sort()).toEqual([
      "invitations.1.email",
      "invitations.2.role",
      "invitations.3.role",
    ]);
    expect(await tokensFor(good)).toHaveLength(0);
    expect((await ada.call(calls.inviteUsers, { invitations: [{ email: good, role: 5 }] })).status).toBe(200);
  });

  test("can be asked beforehand who is a member or invited already, of the own organization alone", async () => {
    const [ada, lena] = [academy.as("Ada"), academy.as("Lena")];
    await lena.token();
    const [invited, stranger] = [address(), address()];
    await invitedAs(academy, { email: invited, role: 4 });
    const emails = [stranger, invited.toUpperCase(), lena.email].join(",");
    expect((await ada.call(calls.checkInvitees, { emails })).body.data.refused).toEqual([
      { email: invited, message: expect.stringContaining("already been invited") },
      { email: lena.email, message: "This user is already a member." },
    ]);
    expect((await other.as("Ada").call(calls.checkInvitees, { emails })).body.data.refused).toEqual([]);
    expect(await tokensFor(stranger)).toHaveLength(0);
    const many = Array.from({ length: 21 }, address).join(",");
    for (const wrong of [many, "nobody", ""])
      expect([wrong, (await ada.call(calls.checkInvitees, { emails: wrong })).status]).toEqual([wrong, 400]);
  });

  test("refuses empty and doubled rows in the quoted words, and more than twenty", async () => {
    const ada = academy.as("Ada");
    const email = address();
    const { body } = await ada.call(calls.inviteUsers, {
      invitations: [
        { email: "", role: null },
        { email: "guest@", role: 5 },
        { email, role: 5 },
        { email, role: 4 },
      ],
    });
    expect(body.error.fields).toMatchObject({
      "invitations.0.email": "Email field can not be empty",
      "invitations.0.role": "Role field can not be empty",
      "invitations.1.email": "Please enter valid Email",
    });
    const doubled = await ada.call(calls.inviteUsers, {
      invitations: [
        { email, role: 5 },
        { email, role: 4 },
      ],
    });
    expect(doubled.body.error.fields).toHaveProperty("invitations.1.email");
    const many = Array.from({ length: 21 }, () => ({ email: address(), role: 5 }));
    expect((await ada.call(calls.inviteUsers, { invitations: many })).status).toBe(400);
    expect((await ada.call(calls.inviteUsers, { invitations: [] })).status).toBe(400);
  });

  test("takes twenty rows", async () => {
    const school = await world.newOrganization("Crowded School");
    const roles = [2, 3, 4, 5, 7];
    const invitations = Array.from({ length: 20 }, (_, index) => {
      const role = roles[index % roles.length]!;
      return { email: address(), role, ...(role === 7 && { role_id: school.role_id }) };
    });
    expect((await school.as("Ada").call(calls.inviteUsers, { invitations })).status).toBe(200);
    const { body } = await school.as("Ada").call(calls.listUsers, { status: "pending" });
    expect(body.data.total).toBe(20);
  });

  test("sends none of many rows where an address far down got its mails of this hour", async () => {
    const email = address();
    const school = await world.newOrganization("Egret School");
    for (let mails = 0; mails < 3; mails++) {
      const sent = await school.as("Ada").call(calls.inviteUsers, { invitations: [{ email, role: 5 }] });
      expect(sent.status).toBe(200);
      const { invite_id } = sent.body.data.invitations[0]!;
      expect((await school.as("Ada").call(calls.withdrawInvitation, { invite_id })).status).toBe(200);
    }
    const rows = Array.from({ length: 12 }, () => ({ email: address(), role: 5 }));
    const invitations = rows.with(9, { email, role: 5 });
    const { status, body } = await school.as("Ada").call(calls.inviteUsers, { invitations });
    expect(status).toBe(400);
    expect(Object.keys(body.error.fields ?? {})).toEqual(["invitations.9.email"]);
    const pending = await school.as("Ada").call(calls.listUsers, { status: "pending" });
    expect(pending.body.data.total).toBe(0);
  });

  test("sends none of many rows where the organization has no more for the day", async () => {
    const school = await world.newOrganization("Busy School");
    const rows = (length: number) => Array.from({ length }, () => ({ email: address(), role: 5 }));
    for (let sent = 0; sent < 190; sent += 19) {
      const answer = await school.as("Ada").call(calls.inviteUsers, { invitations: rows(19) });
      expect(answer.status).toBe(200);
    }
    expect((await school.as("Ada").call(calls.inviteUsers, { invitations: rows(12) })).status).toBe(429);
    const pending = await school.as("Ada").call(calls.listUsers, { status: "pending" });
    expect(pending.body.data.total).toBe(190);
  });

  test("says of many rows which were sent where somebody else is faster with one of them", async () => {
    const school = await world.newOrganization("Twin School");
    const shared = address();
    const rowsOf = () => [...Array.from({ length: 8 }, () => address()), shared, address()];
    const both = [rowsOf(), rowsOf()];
    const answers = await Promise.all(
      both.map((emails, index) =>
        school
          .as(index === 0 ? "Ada" : "Ivan")
          .call(calls.inviteUsers, { invitations: emails.map((email) => ({ email, role: 5 })) }),
      ),
    );
    const { body } = await school.as("Ada").call(calls.listUsers, { status: "pending", limit: 100 });
    const pending = new Set(body.data.users.map(({ email }) => email));
    for (const [index, answer] of answers.entries()) {
      const own = both[index]!.filter((email) => email !== shared);
      if (answer.status !== 200) {
        expect(own.filter((email) => pending.has(email))).toEqual([]);
        continue;
      }
      const { invitations, refused } = answer.body.data;
      const told = [...invitations.map(({ email }) => email), ...refused.map(({ email }) => email)];
      expect(told.toSorted()).toEqual(both[index]!.toSorted());
      expect(own.filter((email) => !pending.has(email))).toEqual([]);
      for (const { row, email, message } of refused) {
        expect([row, email]).toEqual([8, shared]);
        expect(message).toContain("already been invited");
      }
    }
    const winners = answers.filter(
      ({ status, body: { data } }) => status === 200 && data.invitations.some(({ email }) => email === shared),
    );
    expect(winners).toHaveLength(1);
  });

  test("once for the same address, also when two ask at once", async () => {
    const email = address();
    const invitations = [{ email, role: 5 }];
    const both = await Promise.all([
      academy.as("Ada").call(calls.inviteUsers, { invitations }),
      academy.as("Ivan").call(contract.user.invite, { invitations }),
    ]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 400]);
  });

  test("answers a repeat with the same idempotency key as the first, and mails once", async () => {
    const email = address();
    const options = { idempotencyKey: `invite-${email.slice(0, 12)}` };
    const input = { invitations: [{ email, role: 5 }] };
    const first = await academy.as("Ada").call(calls.inviteUsers, input, options);
    const second = await academy.as("Ada").call(calls.inviteUsers, input, options);
    expect(second.body).toEqual(first.body);
    expect(await tokensFor(email)).toHaveLength(1);
  });

  test("follows the table of who may invite whom", async () => {
    const statusOf = async (name: "Ivan" | "Ada", role: number) =>
      (await academy.as(name).call(calls.inviteUsers, { invitations: [{ email: address(), role }] })).status;
    expect([await statusOf("Ivan", 2), await statusOf("Ivan", 3), await statusOf("Ivan", 6)]).toEqual([400, 200, 400]);
    expect([await statusOf("Ada", 1), await statusOf("Ada", 2), await statusOf("Ada", 6)]).toEqual([400, 200, 400]);
    const invitations = [{ email: address(), role: 5 }];
    for (const name of ["Lena", "Rita", "Pia", "Cy"] as const) {
      expect((await academy.as(name).call(calls.inviteUsers, { invitations })).status).toBe(403);
    }
    const { organization_id } = academy;
    const sent = await world
      .as("Sam")
      .call(calls.inviteUsers, { organization_id, invitations: [{ email: address(), role: 6 }] });
    expect(sent.status).toBe(200);
  });

  test("refuses a base_url that leads elsewhere", async () => {
    const elsewhere = [
      "https://evil.test/",
      `${world.origin}@evil.test/`,
      "//evil.test",
      "javascript:alert(1)",
      `${world.origin.replace("http", "https")}/`,
      `${world.origin}\\@evil.test`,
    ];
    for (const base_url of elsewhere) {
      const email = address();
      const answer = await academy.as("Ada").call(calls.inviteUsers, { base_url, invitations: [{ email, role: 5 }] });
      expect({ base_url, code: answer.body.error?.code }).toEqual({ base_url, code: "input.foreign-url" });
    }
    const email = address();
    const own = { base_url: `${world.origin}/signup`, invitations: [{ email, role: 5 }] };
    expect((await academy.as("Ada").call(calls.inviteUsers, own)).status).toBe(200);
  });
});

describe("an invitation sent again", () => {
  test("has a new link, and the old one is dead", async () => {
    const { email, invite_id, token } = await invitedAs(academy, { role: 5, email: address() });
    const again = await academy.as("Ivan").call(calls.reinviteUser, { invite_id });
    expect(again.status).toBe(200);
    const [first, second] = await tokensFor(email);
    expect(first).toBe(token);
    expect(second).not.toBe(first);
    const validate = contract.auth.validateSignup;
    expect((await world.anyone.call(validate, { email, token: first })).body.error.message).toBe("Invalid Token");
    expect((await world.anyone.call(validate, { email, token: second })).status).toBe(200);
  });

  test("goes out three times an hour at most", async () => {
    const { invite_id } = await invitedAs(academy, { role: 5, email: address() });
    const statuses = [];
    for (let time = 0; time < 4; time++) {
      statuses.push((await academy.as("Ada").call(calls.reinviteUser, { invite_id })).status);
    }
    expect(statuses).toEqual([200, 200, 429, 429]);
  });

  test("is of the own organization and of a role one could invite into", async () => {
    const { invite_id } = await invitedAs(academy, { role: 2, email: address() });
    expect((await academy.as("Ivan").call(calls.reinviteUser, { invite_id })).status).toBe(403);
    expect((await other.as("Ada").call(calls.reinviteUser, { invite_id })).status).toBe(404);
    expect((await other.as("Ada").call(calls.withdrawInvitation, { invite_id })).status).toBe(404);
  });
});

describe("an invitation of somebody who has an account", () => {
  const accept = contract.user.joinOrganization;
  const refusal = { code: "invitation.invalid-token", message: "Invalid Token" };

  test("makes the signed-in person a member, once", async () => {
    const leo = other.as("Leo");
    await leo.token();
    const { token } = await invitedAs(academy, { role: 4, email: leo.email });
    const { status, body } = await leo.call(accept, { token });
    expect(status).toBe(200);
    expect(body.data.selected_org).toEqual({ organization_id: academy.organization_id });
    expect(body.data.organizations.map(({ organization_name, role }) => [organization_name, role])).toEqual([
      [other.name, 5],
      [academy.name, 4],
    ]);
    const again = await leo.call(accept, { token });
    expect([again.status, again.body.error]).toEqual([400, refusal]);
    const { organization_id } = academy;
    expect((await leo.call(contract.user.readProfile, { organization_id })).body.data.role).toBe(4);
  });

  test("is 'Invalid Token' when it is another's, after a week, and withdrawn; nobody becomes a member", async () => {
    const [liv, lena] = [other.as("Liv"), other.as("Lena")];
    await Promise.all([liv.token(), lena.token()]);
    const { token, invite_id } = await invitedAs(academy, { role: 5, email: liv.email });
    const week = { headers: { "x-laurel-clock-offset-ms": String(8 * 86_400_000) } };
    const refused = [
      await lena.call(accept, { token }),
      await liv.call(accept, { token: `${token}x` }),
      await liv.call(accept, { token }, week),
    ];
    await academy.as("Ada").call(calls.withdrawInvitation, { invite_id });
    refused.push(await liv.call(accept, { token }));
    expect(refused.map(({ status, body }) => [status, body.error])).toEqual(Array(4).fill([400, refusal]));
    const { organization_id } = academy;
    for (const person of [liv, lena])
      expect((await person.call(contract.user.readProfile, { organization_id })).status).toBe(404);
  });
});

describe("an invitation withdrawn", () => {
  test("is dead, in no list, and the address may be invited anew", async () => {
    const { email, invite_id, token } = await invitedAs(academy, {
      role: 7,
      role_id: academy.role_id,
      email: address(),
    });
    expect((await academy.as("Ada").call(calls.withdrawInvitation, { invite_id })).status).toBe(200);
    expect((await academy.as("Ada").call(calls.withdrawInvitation, { invite_id })).status).toBe(404);
    expect((await world.anyone.call(contract.auth.validateSignup, { email, token })).status).toBe(400);
    const { body } = await academy.as("Ada").call(calls.listUsers, { status: "pending", limit: 100 });
    expect(body.data.users.map((user) => user.invite_id)).not.toContain(invite_id);
    const anew = await academy.as("Ada").call(calls.inviteUsers, { invitations: [{ email, role: 5 }] });
    expect(anew.status).toBe(200);
  });
});

describe("the list of users", () => {
  test("has tabs and a role filter with exact totals", async () => {
    const school = await world.newOrganization("List School");
    for (const name of ["Ada", "Ivan", "Lena", "Leo"] as const) await school.as(name).token();
    await invitedAs(school, { role: 5, email: address() });
    const totals = async (input: object) => (await school.as("Ada").call(calls.listUsers, input)).body.data.total;
    expect(await totals({})).toBe(5);
    expect(await totals({ status: "active" })).toBe(4);
    expect(await totals({ status: "pending" })).toBe(1);
    expect(await totals({ role: 5 })).toBe(3);
    expect(await totals({ role: 5, status: "active" })).toBe(2);
    const first = await school.as("Ada").call(calls.listUsers, { limit: 2 });
    const second = await school.as("Ada").call(calls.listUsers, { limit: 2, offset: 2 });
    const third = await school.as("Ada").call(calls.listUsers, { limit: 2, cursor: second.body.data.cursor });
    const emails = [first, second, third].flatMap(({ body }) => body.data.users.map(({ email }) => email));
    expect(new Set(emails).size).toBe(5);
    const oldest = await school.as("Ada").call(calls.listUsers, { limit: 2, sort: "oldest" });
    const next = await school.as("Ada").call(calls.listUsers, {
      limit: 3,
      sort: "oldest",
      cursor: oldest.body.data.cursor,
    });
    const reversed = [oldest, next].flatMap(({ body }) => body.data.users.map(({ email }) => email));
    expect(reversed).toEqual(emails.toReversed());
  });

  test("has members by when they joined, also where their account is older, newest first or oldest first", async () => {
    const school = await world.newOrganization("Joined School");
    const liv = other.as("Liv");
    await liv.token();
    for (const name of ["Ada", "Lena"] as const) await school.as(name).token();
    const { token } = await invitedAs(school, { role: 5, email: liv.email });
    expect((await liv.call(contract.user.joinOrganization, { token })).status).toBe(200);
    await world.settle();
    for (const asked of [{}, { q: "rivers" }]) {
      const emailsIn = async (sort: "newest" | "oldest") =>
        (await school.as("Ada").call(calls.listUsers, { ...asked, sort })).body.data.users.map(({ email }) => email);
      const newest = await emailsIn("newest");
      expect(newest).toHaveLength(3);
      expect(newest[0]).toBe(liv.email);
      expect(await emailsIn("oldest")).toEqual(newest.toReversed());
    }
  });

  test("is searched by the beginnings of names and addresses", async () => {
    const school = await world.newOrganization("Search School");
    const { email } = await invitedAs(school, { role: 5, email: address() });
    const accepted = await invitedAs(
      school,
      { role: 4, email: address() },
      { first_name: "Wilhelmina", last_name: "Ørsted" },
    );
    await world.settle();
    const found = await school.as("Ada").call(calls.listUsers, { q: "WILH" });
    expect(found.body.data.users).toMatchObject([
      { email: accepted.email, first_name: "Wilhelmina", status: "active" },
    ]);
    const pending = await school.as("Ada").call(calls.listUsers, { q: email.split("@")[0]!, status: "pending" });
    expect(pending.body.data.users.map((user) => user.email)).toEqual([email]);
    const people = await school.as("Ivan").call(contract.user.search, { q: "wil" });
    expect(people.body.data.users).toMatchObject([{ email: accepted.email, role: 4 }]);
  });

  test("is not for learners, and not of another organization", async () => {
    expect((await academy.as("Lena").call(calls.listUsers, {})).status).toBe(403);
    const { organization_id } = academy;
    expect((await other.as("Ada").call(calls.listUsers, { organization_id })).status).not.toBe(200);
  });
});
