import { beforeAll, describe, expect, test } from "vitest";
import { contract } from "../../shared/contract.ts";
import { invitedAs, tokensFor } from "../support/fixtures/invitation.ts";
import type { Organization } from "../support/organization.ts";
import { world } from "../support/world.ts";

const { requestPasswordReset, validatePasswordReset, resetPassword, login } = contract.auth;
const mark = Math.random().toString(36).slice(2, 10);
let count = 0;
let academy: Organization;
beforeAll(async () => {
  academy = await world.newOrganization("Reset School");
});

const names = { first_name: "Rosa", last_name: "Reset" };
const newPerson = () => invitedAs(academy, { role: 5, email: `rosa${count++}-${mark}@guests.test` }, names);
const inMinutes = (minutes: number) => ({ headers: { "x-laurel-clock-offset-ms": String(minutes * 60_000) } });

async function asked() {
  const person = await newPerson();
  const { email } = person;
  const answer = await world.anyone.call(requestPasswordReset, { email, reset_url: `${world.origin}/resetpassword` });
  expect(answer.status).toBe(200);
  return { ...person, reset: (await tokensFor(email)).at(-1)! };
}

describe("a forgotten password", () => {
  test("is set anew with the mailed link, once; older sessions end", async () => {
    const { email, accessToken, password: old, reset: token } = await asked();
    expect((await world.anyone.call(validatePasswordReset, { email, token })).status).toBe(200);
    const password = "a second lamp there";
    expect((await world.anyone.call(resetPassword, { email, password, token })).status).toBe(200);
    expect((await world.anyone.call(resetPassword, { email, password, token })).status).toBe(400);
    expect((await world.anyone.call(validatePasswordReset, { email, token })).status).toBe(400);
    const headers = { authorization: `Bearer ${accessToken}` };
    expect((await world.anyone.call(contract.user.countNotices, {}, { headers })).status).toBe(401);
    expect((await world.anyone.call(login, { email, password: old })).status).toBe(400);
    expect((await world.anyone.call(login, { email, password })).status).toBe(200);
  });

  test("is the one of two that are sent at once which was answered with yes", async () => {
    const { email, reset: token } = await asked();
    const passwords = ["a second lamp there", "a third lamp there"];
    const both = await Promise.all(
      passwords.map((password) => world.anyone.call(resetPassword, { email, password, token })),
    );
    expect(both.map(({ status }) => status).sort()).toEqual([200, 400]);
    for (const [index, { status }] of both.entries())
      expect((await world.anyone.call(login, { email, password: passwords[index]! })).status).toBe(status);
  });

  test("has a link that dies after ten minutes, and when a newer one is asked for", async () => {
    const { email, reset: token } = await asked();
    const good = { email, token };
    expect((await world.anyone.call(validatePasswordReset, good, inMinutes(9))).status).toBe(200);
    const late = await world.anyone.call(validatePasswordReset, good, inMinutes(11));
    expect(late.body.error.code).toBe("auth.invalid-reset-link");
    await world.anyone.call(requestPasswordReset, { email });
    await world.settle();
    expect((await world.anyone.call(validatePasswordReset, good)).status).toBe(400);
  });

  test("belongs to one address", async () => {
    const [one, two] = [await asked(), await asked()];
    const { status } = await world.anyone.call(resetPassword, {
      email: two.email,
      password: "a second lamp there",
      token: one.reset,
    });
    expect(status).toBe(400);
  });

  test("cannot be a short or common one, and the link stays good", async () => {
    const { email, reset: token } = await asked();
    const short = await world.anyone.call(resetPassword, { email, token, password: "short" });
    expect(short.body.error.fields).toEqual({ password: "Password must be atleast 8 characters" });
    const common = await world.anyone.call(resetPassword, { email, token, password: "iloveyou1" });
    expect(common.body.error.code).toBe("auth.common-password");
    expect((await world.anyone.call(validatePasswordReset, { email, token })).status).toBe(200);
  });

  test("of an unknown address is told so", async () => {
    const email = `nobody-${mark}@guests.test`;
    const first = await world.anyone.call(requestPasswordReset, { email });
    expect({ status: first.status, ...first.body.error }).toMatchObject({
      status: 400,
      message: "Sorry we don't recognise this email address",
    });
    const invalid = await world.anyone.call(requestPasswordReset, { email: "nobody@" });
    expect(invalid.body.error.fields).toEqual({ email: "Please enter valid Email" });
  });

  test("takes no reset_url but the portal's own", async () => {
    const { email } = await newPerson();
    const { body } = await world.anyone.call(requestPasswordReset, { email, reset_url: "https://evil.test/reset" });
    expect(body.error.code).toBe("input.foreign-url");
  });
});
