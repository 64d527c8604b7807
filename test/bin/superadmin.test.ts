import { execFile } from "node:child_process";
import { join } from "node:path";
import { expect, test } from "vitest";
import { seedPeople } from "../../bin/seed/people.ts";
import { contract } from "../../shared/contract.ts";
import { world } from "../support/world.ts";

const { login, resetPassword } = contract.auth;
const program = join(import.meta.dirname, "../../bin/operate/superadmin.ts");
const settings = [
  "TABLE_NAME",
  "USER_POOL_ID",
  "PORTAL_ORIGIN",
  "AWS_REGION",
  "AWS_ACCESS_KEY_ID",
  "AWS_SECRET_ACCESS_KEY",
  "AWS_ENDPOINT_URL_DYNAMODB",
  "AWS_ENDPOINT_URL_COGNITO_IDENTITY_PROVIDER",
];

/** Runs the program as an operator does, with the world's settings in the environment. */
async function run(...words: string[]): Promise<{ code: number; said: string }> {
  const env = { PATH: process.env.PATH, ...(await world.control.settings(settings)) };
  return new Promise((resolve) => {
    execFile(process.execPath, [program, ...words], { env }, (error, out, complaints) => {
      resolve({ code: Number(error?.code ?? 0), said: out + complaints });
    });
  });
}

const email = `root-${Math.random().toString(36).slice(2, 10)}@operators.test`;
const linkIn = (text: string) => /\/resetpassword\/[^?]+\?t=([\w-]+)/.exec(text)?.[1] ?? "";

test("the first super administrator is made, gets a link by mail and signs in with the new password", async () => {
  expect(await run(email, "--first-name", "Rosalind", "--last-name", "Ng")).toMatchObject({ code: 0 });
  await world.settle();
  const [mail] = await world.mails.to(email);
  const password = "Operators-keep-it-safe-1";
  const set = await world.anyone.call(resetPassword, { email, password, token: linkIn(mail!.text ?? "") });
  expect(set.status).toBe(200);
  const signedIn = await world.anyone.call(login, { email, password, isRemember: false });
  expect(signedIn.body.data).toMatchObject({ first_name: "Rosalind", role: 1 });
});

test("a repeat makes nobody new and prints another link when asked", async () => {
  const { code, said } = await run(email, "--print");
  expect(code).toBe(0);
  const password = "Operators-keep-it-safe-2";
  expect((await world.anyone.call(resetPassword, { email, password, token: linkIn(said) })).status).toBe(200);
});

test("an address that belongs to a member, or is none, is refused in a sentence", async () => {
  expect(await run(seedPeople.Ada.email)).toEqual({
    code: 1,
    said: "ada@northwind.test already has an account of another kind. Use an address of its own.\n",
  });
  expect(await run("nobody")).toMatchObject({ code: 1, said: expect.stringContaining("npm run superadmin") });
});
