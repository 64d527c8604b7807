import { beforeAll, describe, expect, test } from "vitest";
import { contract } from "../../shared/contract.ts";
import { publishedCredential } from "../support/fixtures/credential.ts";
import { invitedAs } from "../support/fixtures/invitation.ts";
import { applied, paidPurchase, secretFor } from "../support/fixtures/payment.ts";
import { acceptedReviewer } from "../support/fixtures/reviewer.ts";
import type { Organization } from "../support/organization.ts";
import { world } from "../support/world.ts";

const calls = contract.user;
let academy: Organization;
let other: Organization;
beforeAll(async () => {
  academy = await world.newOrganization("People School");
  other = await world.newOrganization("Neighbour School");
});

const rowOf = async (organization: Organization, user_id: string) => {
  const { body } = await organization.as("Ada").call(contract.organization.listUsers, { limit: 100 });
  return body.data.users.find((user) => user.user_id === user_id);
};

describe("a profile", () => {
  test("is changed by its person, and the user list shows it", async () => {
    const lena = academy.as("Lena");
    const { status, body } = await lena.call(calls.update, {
      first_name: "Magdalena",
      phone: "(555) 123-4567",
      isSelfProfileUpdate: true,
    });
    expect(status).toBe(200);
    expect(body.data).toMatchObject({ first_name: "Magdalena", phone: "(555) 123-4567", editable: true });
    expect(await rowOf(academy, lena.user_id)).toMatchObject({ first_name: "Magdalena" });
    const emptied = await lena.call(calls.update, { phone: "" });
    expect(emptied.body.data).not.toHaveProperty("phone");
  });

  test("refuses a bad phone, an unknown field and what nobody may write", async () => {
    const lena = academy.as("Lena");
    const bad = await lena.call(calls.update, { phone: "12" });
    expect(bad.body.error.fields).toEqual({ phone: "Invalid mobile number" });
    for (const field of [{ email: "x@y.test" }, { superadmin: true }, { is_issuer: true }, { organizations: [] }]) {
      expect((await lena.call(calls.update, field)).status).toBe(400);
    }
  });

  test("of somebody else is an admin's or an issuer's to change, not a learner's", async () => {
    const [lena, leo] = [academy.as("Lena"), academy.as("Leo")];
    await Promise.all([lena.token(), leo.token()]);
    const change = { user_id: leo.user_id, last_name: "Stone" };
    expect((await lena.call(calls.update, change)).status).toBe(404);
    expect((await academy.as("Ivan").call(calls.update, change)).status).toBe(200);
    const ada = academy.as("Ada");
    await ada.token();
    const up = await academy.as("Ivan").call(calls.update, { user_id: ada.user_id, last_name: "Low" });
    expect(up.body.error.code).toBe("user.not-editable");
    expect((await other.as("Ada").call(calls.update, change)).status).toBe(404);
  });

  test("of a member of two organizations is theirs to change", async () => {
    const liv = academy.as("Liv");
    await liv.token();
    const { token } = await invitedAs(other, { role: 5, email: liv.email });
    await liv.call(calls.joinOrganization, { token });
    const refused = await academy.as("Ada").call(calls.update, { user_id: liv.user_id, last_name: "Other" });
    expect(refused.body.error.code).toBe("user.not-editable");
    const role = await academy.as("Ada").call(calls.update, { user_id: liv.user_id, role: 4 });
    expect(role.body.data).toMatchObject({ role: 4, editable: false });
    const { organization_id } = other;
    expect((await liv.call(calls.update, { organization_id, last_name: "Both" })).status).toBe(200);
    expect(await rowOf(academy, liv.user_id)).toMatchObject({ last_name: "Both", role: 4 });
    expect(await rowOf(other, liv.user_id)).toMatchObject({ last_name: "Both", role: 5 });
  });

  test("is found by address in all organizations at once by a super administrator, and by nobody else", async () => {
    const rob = academy.as("Rob");
    await rob.token();
    const { token } = await invitedAs(other, { role: 7, role_id: other.role_id, email: rob.email });
    expect(await rob.call(calls.joinOrganization, { token })).toMatchObject({ status: 200 });
    const suspending = { user_id: rob.user_id, status: "suspended" } as const;
    expect(await other.as("Ada").call(calls.setStatus, suspending)).toMatchObject({ status: 200 });
    const found = await world.as("Sam").call(calls.find, { email: ` ${rob.email.toUpperCase()} ` });
    const { places, ...account } = found.body.data.person!;
    expect(account).toEqual({
      user_id: rob.user_id,
      first_name: "Rob",
      last_name: "Rivers",
      email: rob.email,
      status: "active",
      superadmin: false,
      created_on: expect.any(String),
    });
    const created_on = expect.any(String);
    const place = ({ organization_id, name }: Organization) => ({
      organization_id,
      organization_name: name,
      archived: false,
    });
    expect(places).toEqual(
      expect.arrayContaining([
        { ...place(academy), role: 4, status: "active", created_on },
        { ...place(other), role: 7, role_name: "Course assistant", status: "suspended", created_on },
      ]),
    );
    expect(places).toHaveLength(2);
    expect((await academy.as("Ada").call(calls.find, { email: rob.email })).status).toBe(403);
    expect((await world.as("Sam").call(calls.find, { email: "nobody@no.test" })).body.data).toEqual({ person: null });
    const deleted = await world.as("Sam").call(calls.remove, { user_id: rob.user_id, email: rob.email });
    expect(deleted.status).toBe(200);
    expect((await world.as("Sam").call(calls.find, { email: rob.email })).body.data).toEqual({ person: null });
  });

  test("is read by those who may, and otherwise not found", async () => {
    const [lena, rita] = [academy.as("Lena"), academy.as("Rita")];
    await Promise.all([lena.token(), rita.token()]);
    const own = await lena.call(calls.readProfile, {});
    expect(own.body.data).toMatchObject({ email: lena.email, role: 5, editable: true });
    const asAdmin = await academy.as("Ada").call(calls.readProfile, { user_id: lena.user_id });
    expect(asAdmin.body.data).toMatchObject({ email: lena.email, editable: true });
    for (const stranger of [academy.as("Leo"), rita, other.as("Ada")]) {
      expect((await stranger.call(calls.readProfile, { user_id: lena.user_id })).status).toBe(404);
    }
    const sam = await world.as("Sam").call(calls.readProfile, {});
    expect(sam.body.data).toMatchObject({ role: 1 });
  });

  test("of a learner carries what they tell about themselves, with its time", async () => {
    const lena = academy.as("Lena");
    const saved = await lena.call(calls.saveLearnerProfile, { title: "Teacher", overview: "Year nine" });
    expect(saved.body.data).toMatchObject({ title: "Teacher", updated_on: expect.any(String) });
    const { body } = await lena.call(calls.readProfile, {});
    expect(body.data.learner_profile).toEqual(saved.body.data);
    expect((await academy.as("Ivan").call(calls.saveLearnerProfile, {})).status).toBe(403);
  });
});

describe("a role", () => {
  test("is changed by an admin, holds at once, and moves the lists", async () => {
    const school = await world.newOrganization("Change School");
    const lena = school.as("Lena");
    await lena.token();
    expect((await lena.call(contract.organization.listUsers, {})).status).toBe(403);
    const { user_id } = lena;
    const changed = await school.as("Ada").call(calls.update, { user_id, role: 3 });
    expect(changed.body.data.role).toBe(3);
    expect((await lena.call(contract.organization.listUsers, {})).status).toBe(200);
    const issuers = await lena.call(contract.organization.listUsers, { role: 3, status: "active" });
    expect(issuers.body.data.users.map((user) => user.user_id)).toEqual([user_id]);
    expect((await lena.call(contract.organization.listUsers, { role: 5 })).body.data.total).toBe(0);
  });

  test("of one's own, of an issuer's giving, or one that may not be given is refused", async () => {
    const [lena, leo] = [academy.as("Lena"), academy.as("Leo")];
    await Promise.all([lena.token(), leo.token()]);
    const { user_id } = leo;
    const codes = [
      await lena.call(calls.update, { role: 2 }),
      await academy.as("Ivan").call(calls.update, { user_id, role: 4 }),
      await academy.as("Ada").call(calls.update, { user_id, role: 6 }),
      await academy.as("Ada").call(calls.update, { user_id, role: 7, role_id: "rol_NOTHING" }),
    ].map(({ body }) => body.error.code);
    expect(codes).toEqual(Array(4).fill("user.role-not-allowed"));
  });

  test("of the last admin stays, also when two admins demote each other at once", async () => {
    const school = await world.newOrganization("Two Admins School");
    const [ada, abe] = [school.as("Ada"), school.as("Abe")];
    await Promise.all([ada.token(), abe.token()]);
    const both = await Promise.all([
      ada.call(calls.update, { user_id: abe.user_id, role: 3 }),
      abe.call(calls.update, { user_id: ada.user_id, role: 3 }),
    ]);
    expect(both.filter(({ status }) => status === 200)).toHaveLength(1);
    const { organization_id } = school;
    const last = both[0]!.status === 200 ? ada : abe;
    const sam = world.as("Sam");
    const refused = await sam.call(calls.update, { organization_id, user_id: last.user_id, role: 3 });
    expect({ status: refused.status, code: refused.body.error.code }).toEqual({ status: 409, code: "user.last-admin" });
    const leave = await last.call(calls.remove, { user_id: last.user_id, email: last.email });
    expect(leave.body.error.code).toBe("user.last-admin");
  });
});

describe("leaving", () => {
  test("a removed member is out at once, and may be invited anew", async () => {
    const school = await world.newOrganization("Leaving School");
    const cy = school.as("Cy");
    await cy.token();
    const { user_id, email } = cy;
    const wrong = await school.as("Ada").call(calls.remove, { user_id, email: "other@guests.test" });
    expect(wrong.body.error.code).toBe("user.email-differs");
    expect((await school.as("Ivan").call(calls.remove, { user_id, email })).status).toBe(403);
    expect((await school.as("Ada").call(calls.remove, { user_id, email })).status).toBe(200);
    expect([403, 404]).toContain((await cy.call(calls.readProfile, {})).status);
    expect((await school.as("Ada").call(calls.remove, { user_id, email })).status).toBe(404);
    const { role_id } = school;
    expect((await school.as("Ada").call(contract.organization.removeRole, { role_id })).status).toBe(200);
    await invitedAs(school, { role: 5, email });
  });

  test("an account is deleted by its person or a super administrator, not by a neighbour", async () => {
    const school = await world.newOrganization("Deleting School");
    const [lena, leo] = [school.as("Lena"), school.as("Leo")];
    await Promise.all([lena.token(), leo.token()]);
    const neighbour = { user_id: leo.user_id, email: leo.email };
    expect((await lena.call(calls.remove, neighbour)).status).toBe(404);
    const own = { user_id: lena.user_id, email: lena.email };
    expect((await lena.call(calls.remove, own)).status).toBe(200);
    expect((await lena.call(calls.countNotices, {})).status).toBe(401);
    expect((await world.as("Sam").call(calls.remove, neighbour)).status).toBe(200);
    const login = await world.anyone.call(contract.auth.login, { email: leo.email, password: leo.password });
    expect(login.body.error.code).toBe("ERRUSRDELETED");
    const list = await school.as("Ada").call(contract.organization.listUsers, {});
    expect(list.body.data.total).toBe(1);
  });
});

describe("notices", () => {
  test("are counted, listed and marked as read, each by its own person", async () => {
    const email = `notices-${Math.random().toString(36).slice(2)}@guests.test`;
    const { accessToken } = await invitedAs(academy, { role: 5, email }, { first_name: "Nia", last_name: "Note" });
    await world.settle();
    const headers = { headers: { authorization: `Bearer ${accessToken}` } };
    const count = async () =>
      (await world.anyone.call(calls.countNotices, { unread: "true" }, headers)).body.data.count;
    expect(await count()).toBe(1);
    const all = await world.anyone.call(calls.listNotices, { unread: "false" }, headers);
    const { body } = await world.anyone.call(calls.listNotices, {}, headers);
    expect(all.body).toEqual(body); // it narrows by "true" alone
    expect(body.data.notices).toMatchObject([{ type: "member.joined", read: false }]);
    const notice_ids = body.data.notices.map(({ notice_id }) => notice_id);
    await academy.as("Lena").call(calls.markNoticesRead, { notice_ids });
    expect(await count()).toBe(1);
    const marked = await world.anyone.call(calls.markNoticesRead, { notice_ids }, headers);
    expect(marked.body.data.unread).toBe(0);
    expect((await world.anyone.call(calls.markNoticesRead, {}, headers)).body.data.unread).toBe(0);
    const unread = await world.anyone.call(calls.listNotices, { unread: "true" }, headers);
    expect(unread.body.data).toMatchObject({ notices: [], total: 0 });
  });
});

describe("the SCECH profile", () => {
  const profile = { full_name: "Lena Rivers", email: "lena@home.test", pic: "012345", phone: "+15551234567" };
  test("is saved and read by its learner alone", async () => {
    const leo = academy.as("Leo");
    expect((await leo.call(calls.readScech, {})).body.data).toBeNull();
    expect((await leo.call(calls.saveScech, profile)).status).toBe(200);
    const own = { ...profile, user_id: leo.user_id };
    expect((await leo.call(calls.readScech, {})).body.data).toEqual(own);
    expect(await leo.call(calls.saveScech, own)).toMatchObject({ status: 200, body: { data: own } });
    const lenas = { ...profile, user_id: academy.as("Lena").user_id };
    expect((await leo.call(calls.saveScech, lenas)).status).toBe(404);
    expect((await academy.as("Ivan").call(calls.readScech, {})).status).toBe(403);
  });

  test("refuses bad fields in the quoted words", async () => {
    const { body } = await academy
      .as("Leo")
      .call(calls.saveScech, { full_name: "", email: "x", pic: "1234567", phone: "12" });
    expect(body.error.fields).toEqual({
      full_name: "Enter Full Name",
      email: "Enter a valid email",
      pic: "Enter a valid PIC number",
      phone: "Enter a valid Phone number",
    });
  });
});

describe("a learner who has paid for work that is not finished", () => {
  test("is not removed and keeps the role until it is refunded or completed", async () => {
    const school = await world.newOrganization("Paying School");
    const [ada, lena] = [school.as("Ada"), school.as("Lena")];
    const rita = await acceptedReviewer(school, "Rita");
    const [bought, wished] = [
      await publishedCredential(school, [rita], { price: 25 }),
      await publishedCredential(school, [rita], { price: 30 }),
    ];
    const application_id = await paidPurchase(lena, bought, world.origin);
    await applied(lena, wished);
    const { user_id, email } = lena;
    const refused = { status: 409, body: { error: { code: "user.has-paid-work" } } };
    const removal = await ada.call(calls.remove, { user_id, email });
    expect(removal).toMatchObject(refused);
    expect(removal.body.error.message).toBe(
      "This learner has paid for unfinished work: “Classroom reading”. Refund it, or wait until it’s completed or closed.",
    );
    expect(await ada.call(calls.update, { user_id, role: 3 })).toMatchObject(refused);
    expect(await ada.call(contract.payment.refund, { application_id, reason: "Leaves" })).toMatchObject({
      status: 200,
    });
    expect(await ada.call(calls.remove, { user_id, email })).toMatchObject({ status: 200 });
  });

  test("is not removed and keeps the role while they are paying, and until that has come to nothing", async () => {
    const school = await world.newOrganization("Counting School");
    const [ada, lena] = [school.as("Ada"), school.as("Lena")];
    const rita = await acceptedReviewer(school, "Rita");
    const credential_id = await publishedCredential(school, [rita], { price: 25 });
    const application_id = await applied(lena, credential_id);
    await secretFor(lena, credential_id); // the provider may collect at any moment
    const { user_id, email } = lena;
    const message =
      "This learner has started a payment: “Classroom reading”. Try again once the payment completes. Payments left open end within a day.";
    const refused = { status: 409, body: { error: { code: "user.has-paid-work", message } } };
    const attempts = [
      () => ada.call(calls.remove, { user_id, email }),
      () => ada.call(calls.update, { user_id, role: 3 }),
      () => ada.call(calls.setStatus, { user_id, status: "suspended" }),
    ];
    for (const attempt of attempts) expect(await attempt()).toMatchObject(refused);
    expect(await lena.call(contract.payment.withdrawApplication, { application_id })).toMatchObject({ status: 200 });
    expect(await ada.call(calls.remove, { user_id, email })).toMatchObject({ status: 200 });
  });

  test("may delete the own account all the same", async () => {
    const school = await world.newOrganization("Leaving School");
    const leo = school.as("Leo");
    const rita = await acceptedReviewer(school, "Rita");
    await paidPurchase(leo, await publishedCredential(school, [rita], { price: 25 }), world.origin);
    const { user_id, email } = leo;
    expect(await leo.call(calls.remove, { user_id, email })).toMatchObject({ status: 200 });
  });
});
