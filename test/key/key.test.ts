import { setTimeout } from "node:timers/promises";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { organizationViews } from "../../functions/data/keys/organization.ts";
import { platformKeys } from "../../functions/data/keys/platform.ts";
import { contract } from "../../shared/contract.ts";
import { answered } from "../support/fixtures/answered.ts";
import { programOf } from "../support/fixtures/key.ts";
import type { Organization } from "../support/organization.ts";
import { programAt } from "../support/people.ts";
import { world } from "../support/world.ts";

const calls = contract.key;
let academy: Organization;
let other: Organization;
const input = { name: "Registrar", scopes: ["credential:read" as const] };
const refused = { status: 401, body: { error: { code: "key.refused" } } };

beforeAll(async () => {
  academy = await world.newOrganization("Key School");
  other = await world.newOrganization("Lock School");
});

describe("a key", () => {
  test("is shown once, and of its secret nothing but a hash is kept", async () => {
    const { key, key_id } = await programOf(academy);
    const secret = key.split("_")[3]!;
    expect(key).toMatch(/^laurel_[a-z]+_[0-9A-Z]{26}_[0-9A-Za-z]{43}_[0-9A-Za-z]{6}$/);
    await world.settle();
    expect(JSON.stringify(await world.control.everything())).not.toContain(secret);
    const { keys } = answered(await academy.as("Abe").call(calls.list, {}));
    expect(keys.find((each) => each.key_id === key_id)).toMatchObject({
      name: "Registrar",
      status: "active",
      begins: key.slice(0, key.indexOf(secret)),
      created_by_name: `${academy.as("Ada").first_name} ${academy.as("Ada").last_name}`,
    });
    expect(JSON.stringify(keys)).not.toContain(secret);
  });

  test("is made and ended only after a proof of the last ten minutes", async () => {
    const { key_id } = await programOf(academy);
    const late = academy.as("Ada").later({ minutes: 11 });
    const stale = { status: 403, body: { error: { code: "auth.proof-needed" } } };
    expect(await late.call(calls.create, input)).toMatchObject(stale);
    expect(await late.call(calls.end, { key_id })).toMatchObject(stale);
  });

  test("is refused from the very next request after it was ended, by any admin", async () => {
    const program = await programOf(academy);
    expect(await program.call(contract.credential.list, {})).toMatchObject({ status: 200 });
    const ended = await academy.as("Abe").call(calls.end, { key_id: program.key_id });
    expect(ended.body.data).toMatchObject({ status: "ended" });
    expect(await program.call(contract.credential.list, {})).toMatchObject(refused);
    const again = await academy.as("Abe").call(calls.end, { key_id: program.key_id });
    expect(again).toMatchObject({ status: 409, body: { error: { code: "key.already-ended" } } });
  });

  test("is refused once its last day is over, and listed as expired", async () => {
    const ada = academy.as("Ada");
    ada.signOut();
    const { key, made } = answered(await ada.call(calls.create, { ...input, days: 1 }));
    const within = programAt(world.origin, key, { minutes: 23 * 60 });
    expect(await within.call(contract.credential.list, {})).toMatchObject({ status: 200 });
    expect(await programAt(world.origin, key, { days: 1 }).call(contract.credential.list, {})).toMatchObject(refused);
    const { keys } = answered(await ada.later({ days: 1 }).call(calls.list, {}));
    expect(keys.find(({ key_id }) => key_id === made.key_id)).toMatchObject({ status: "expired" });
  });

  test("is told to every admin by mail and notice when it is made and when it is ended, and both stand in the audit", async () => {
    const { key_id } = await programOf(academy, ["member:read"]);
    const abe = academy.as("Abe");
    await abe.token();
    answered(await abe.call(calls.end, { key_id }));
    await world.settle();
    const subjects = (await world.mails.to(academy.as("Ada").email)).map(({ subject }) => subject);
    expect(subjects).toEqual(expect.arrayContaining(["New API key: Registrar", "API key ended: Registrar"]));
    const { notices } = answered(await abe.call(contract.user.listNotices, {}));
    expect(notices.map(({ title }) => title)).toEqual(
      expect.arrayContaining(["New API key: Registrar", "API key ended: Registrar"]),
    );
    const rows = await world.control.items(`AUDIT#${key_id}`);
    expect(rows.map(({ type, actor_id }) => ({ type, actor_id }))).toEqual([
      { type: "key.created", actor_id: academy.as("Ada").user_id },
      { type: "key.ended", actor_id: abe.user_id },
    ]);
  });

  test("of another organization is not found", async () => {
    const { key_id } = await programOf(other);
    const ada = academy.as("Ada");
    ada.signOut();
    expect(await ada.call(calls.end, { key_id })).toMatchObject({ status: 404 });
    expect(answered(await ada.call(calls.list, { limit: 100 })).keys.map((each) => each.key_id)).not.toContain(key_id);
  });

  test("with one letter changed is refused without a look into the table, as are another stage's and none", async () => {
    const { key } = await programOf(academy);
    const changed = `${key.slice(0, -8)}${key.at(-8) === "A" ? "B" : "A"}${key.slice(-7)}`;
    for (const wrong of [changed, key.replace(/^laurel_[a-z]+/, "laurel_prod"), "x"])
      expect(await programAt(world.origin, wrong).call(contract.credential.list, {})).toMatchObject(refused);
    const none = await world.anyone.send("GET", "/api/v1/credential/list");
    expect(none).toMatchObject({ status: 401, body: { error: { code: "key.missing" } } });
  });

  test("opens no route of the portal's, and a person's token none of the public ones", async () => {
    const { key } = await programOf(academy);
    const headers = { authorization: `Bearer ${key}` };
    expect((await world.anyone.send("GET", "/api/credential/list", { headers })).status).toBe(401);
    const token = { authorization: `Bearer ${await academy.as("Ada").token()}` };
    expect(await world.anyone.send("GET", "/api/v1/credential/list", { headers: token })).toMatchObject(refused);
    expect((await world.anyone.send("GET", "/api/v1/organization/key/list", { headers })).status).toBe(404);
  });
});

describe("what a key does", () => {
  test("is its organization's: another one that it names is not there", async () => {
    const program = await programOf(academy);
    const { organization_id } = other;
    expect(await program.call(contract.organization.listUsers, { organization_id })).toMatchObject({ status: 403 });
    const withdrawal = { organization_id, invite_id: "inv_0" };
    expect(await program.call(contract.organization.withdrawInvitation, withdrawal)).toMatchObject({ status: 404 });
  });

  test("is what its scopes say", async () => {
    const program = await programOf(academy, ["member:read"]);
    expect(await program.call(contract.organization.listUsers, {})).toMatchObject({ status: 200 });
    const missing = { status: 403, body: { error: { code: "key.scope-missing" } } };
    expect(await program.call(contract.credential.list, {})).toMatchObject(missing);
  });

  test("is never to make anybody more than a learner or a reviewer, or to remove who is", async () => {
    const program = await programOf(academy);
    const mark = Math.random().toString(36).slice(2, 10);
    const invite = (role: number, role_id?: string) =>
      program.call(contract.organization.inviteUsers, {
        invitations: [{ email: `p${role}-${mark}@guests.test`, role, ...(role_id && { role_id }) }],
      });
    for (const role of [2, 3, 6]) expect((await invite(role)).status).toBe(400);
    expect((await invite(7, academy.role_id)).status).toBe(400);
    const [learner] = answered(await invite(5)).invitations;
    expect(await invite(4)).toMatchObject({ status: 200 });
    answered(await program.call(contract.organization.withdrawInvitation, { invite_id: learner!.invite_id }));
    const { user_id, email } = academy.as("Isa");
    await academy.as("Isa").token();
    const removed = await program.call(contract.user.remove, { user_id, email });
    expect(removed).toMatchObject({ status: 403, body: { error: { code: "user.role-not-allowed" } } });
  });

  test("stands in the audit under the key", async () => {
    const program = await programOf(academy);
    const { user_id, email } = academy.as("Liv");
    await academy.as("Liv").token();
    answered(await program.call(contract.user.remove, { user_id, email }));
    const rows = await world.control.items(`AUDIT#${user_id}`);
    expect(rows.find(({ type }) => type === "member.removed")).toMatchObject({ actor_id: program.key_id });
  });

  test("is repeated with the key that took another's place, under the same Idempotency-Key, and answered as before", async () => {
    const [old, next] = [await programOf(academy), await programOf(academy)];
    const email = `twice-${Math.random().toString(36).slice(2, 10)}@guests.test`;
    const invitations = [{ email, role: 5 }];
    const idempotencyKey = `import-${email.slice(6, 14)}`;
    const first = await old.call(contract.organization.inviteUsers, { invitations }, { idempotencyKey });
    const again = await next.call(contract.organization.inviteUsers, { invitations }, { idempotencyKey });
    expect(first.status).toBe(200);
    expect(again.body).toEqual(first.body);
    await world.settle();
    expect(await world.mails.to(email)).toHaveLength(1);
  });
});

describe("a key's minute", () => {
  /** What is counted in a minute is asked in one: its last twenty seconds are waited for. */
  beforeEach(async () => {
    const left = 60_000 - (Date.now() % 60_000);
    if (left < 20_000) await setTimeout(left);
  });

  test("is told in the headers of every answer, and over after 600 requests", async () => {
    const program = await programOf(academy, ["credential:read"]);
    const first = await program.call(contract.credential.list, {});
    expect(first.headers["ratelimit-policy"]).toBe('"minute";q=600;w=60');
    expect(first.headers.ratelimit).toMatch(/^"minute";r=599;t=\d+$/);
    const missing = await program.call(contract.organization.listUsers, {});
    expect(missing).toMatchObject({ status: 403 });
    expect(missing.headers.ratelimit).toMatch(/^"minute";r=59[89];t=\d+$/);
    const place = `RATE#callsPerKey#${program.key_id}`;
    const calls = (await world.control.item(place, "CALLS"))!;
    await world.control.put([{ ...calls, used: 599 }]);
    expect((await program.call(contract.credential.list, {})).headers.ratelimit).toMatch(/r=0/);
    const over = await program.call(contract.credential.list, {});
    expect(over).toMatchObject({ status: 429, body: { error: { code: "rate.exceeded" } } });
    expect(Number(over.headers["retry-after"])).toBeLessThanOrEqual(60);
    expect(over.headers.ratelimit).toMatch(/^"minute";r=0;t=\d+$/);
  });

  test("begins anew, and counts requests that come together one by one", async () => {
    const program = await programOf(academy, ["credential:read"]);
    const replies = await Promise.all(Array.from({ length: 12 }, () => program.call(contract.credential.list, {})));
    expect(replies.map(({ status }) => status)).toEqual(Array.from({ length: 12 }, () => 200));
    const stored = await world.control.item(`RATE#callsPerKey#${program.key_id}`, "CALLS");
    expect(stored).toMatchObject({ used: 12 });
    const { keys } = answered(await academy.as("Ada").call(contract.key.list, { limit: 100 }));
    expect(keys.find(({ key_id }) => key_id === program.key_id)?.last_used_on).toBe(stored?.used_on);
    // Last, as a call of a minute ahead may be counted in the organization's bucket, which is then full a minute late.
    const later = programAt(world.origin, program.key, { minutes: 1 });
    expect((await later.call(contract.credential.list, {})).headers.ratelimit).toMatch(/r=599/);
  });
});

test("an organization has up to 50 keys, however many are made at once", async () => {
  const school = await world.newOrganization("Ring School");
  const ada = school.as("Ada");
  await ada.token();
  const total = platformKeys.total(organizationViews.apiKeys(school.organization_id, "active"));
  await world.control.put([{ ...total, count: 48, version: 1 }]);
  const made = await Promise.all(Array.from({ length: 4 }, () => ada.call(calls.create, input)));
  expect(made.map(({ status }) => status).toSorted()).toEqual([200, 200, 409, 409]);
  await world.control.put([{ ...total, count: 2, version: 1 }]); // as many as there are
});
