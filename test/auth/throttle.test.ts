import { beforeAll, describe, expect, test } from "vitest";
import type { Caller, Reply } from "../../bin/seed/client.ts";
import { contract } from "../../shared/contract.ts";
import { invitedAs, tokensFor } from "../support/fixtures/invitation.ts";
import type { Organization } from "../support/organization.ts";
import { anyoneAt } from "../support/people.ts";
import { world } from "../support/world.ts";

const { requestPasswordReset, inviteSelf, login } = contract.auth;
const mark = Math.random().toString(36).slice(2, 10);
let count = 0;
let academy: Organization;
beforeAll(async () => {
  academy = await world.newOrganization("Patient School");
});

/** Somebody at an address of their own. */
const stranger = () => anyoneAt(world.origin);
const address = () => `tess${count++}-${mark}@guests.test`;
const reset = (caller: Caller, email: string) => caller.call(requestPasswordReset, { email });
const signUp = (caller: Caller, email: string) =>
  caller.call(inviteSelf, { invitations: [{ email, organization_id: academy.organization_id }] });

async function member(): Promise<string> {
  const person = academy.as("Lena");
  await person.token();
  return person.email;
}

/** A 429 that says, in its header and in words, when its window of so many seconds ends. */
function expectWait(reply: Reply, windowSeconds: number): void {
  expect(reply).toMatchObject({ status: 429, body: { error: { code: "rate.exceeded" } } });
  const wait = Number(reply.headers["retry-after"]);
  expect(wait).toBeGreaterThan(0);
  expect(wait).toBeLessThanOrEqual(windowSeconds);
  expect(reply.body.error.message).toMatch(/^Too many attempts\. Try again in (a second|\d+ (seconds|minutes))\.$/);
}

describe("whoever asks for mails to somebody else", () => {
  test("is refused before that person's own mails are used up", async () => {
    const email = await member();
    const attacker = stranger();
    const statuses: number[] = [];
    for (let time = 0; time < 5; time++) statuses.push((await reset(attacker, email)).status);
    expect(statuses).toEqual([200, 200, 429, 429, 429]);
    expect((await reset(stranger(), email)).status).toBe(200);
    expectWait(await reset(stranger(), email), 3600);
    expectWait(await reset(attacker, email), 3600);
  });

  test("keeps no invitation from them: reset, self sign-up and invitation count apart", async () => {
    const email = address();
    const attacker = stranger();
    for (let time = 0; time < 4; time++) await signUp(attacker, email);
    expect(await tokensFor(email)).toHaveLength(2);
    await signUp(stranger(), email);
    expect(await tokensFor(email)).toHaveLength(3);
    const { token } = await invitedAs(academy, { role: 5, email });
    expect(await tokensFor(email)).toContain(token);
    const other = await world.newOrganization("Impatient School");
    for (let time = 0; time < 3; time++) await invitedAs(other, { role: 5, email: address() });
    expect((await invitedAs(other, { role: 5, email })).token).toBeTruthy();
  });
});

test("a request that sends no mail is not counted for the address it names", async () => {
  const email = address();
  const attacker = stranger();
  for (let time = 0; time < 4; time++) expect((await reset(attacker, email)).status).toBe(400);
  const { token } = await invitedAs(academy, { role: 5, email }, { first_name: "Tess", last_name: "Ted" });
  expect(token).toBeTruthy();
  expect((await reset(attacker, email)).status).toBe(200);
  const member = academy.as("Leo");
  await member.token();
  for (let time = 0; time < 4; time++) await signUp(attacker, member.email); // a member is not mailed
  expect((await reset(attacker, member.email)).status).toBe(200);
});

test("addresses cannot be tried out without end from one source", async () => {
  const attacker = stranger();
  const tries = await Promise.all(Array.from({ length: 105 }, () => reset(attacker, address())));
  const refused = tries.filter(({ status }) => status === 429);
  expect(tries.filter(({ status }) => status === 400).length).toBeLessThanOrEqual(100);
  for (const each of refused) expectWait(each, 3600);
});

test("a sign-in that is refused for its number says when to come back", async () => {
  const email = address();
  let last: Reply | undefined;
  for (let attempt = 0; attempt < 12; attempt++) last = await stranger().call(login, { email, password: "guess" });
  expectWait(last!, 900);
});
