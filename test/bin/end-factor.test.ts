import { execFile } from "node:child_process";
import { join } from "node:path";
import { expect, test } from "vitest";
import { contract } from "../../shared/contract.ts";
import { withFactor } from "../support/fixtures/factor.ts";
import { asTyped } from "../support/runbook-commands.ts";
import { world } from "../support/world.ts";

const program = join(import.meta.dirname, "../../bin/operate/end-factor.ts");
const settings = [
  "TABLE_NAME",
  "AWS_REGION",
  "AWS_ACCESS_KEY_ID",
  "AWS_SECRET_ACCESS_KEY",
  "AWS_ENDPOINT_URL_DYNAMODB",
];

const typed = (address: string) =>
  asTyped("npm run end-factor -- <address> --stage <stage>", { "<address>": address, "<stage>": "local" }).slice(1);

/** Runs the program as an operator does, with the world's settings in the environment. */
async function run(...words: string[]): Promise<{ code: number; said: string }> {
  const env = { PATH: process.env.PATH, ...(await world.control.settings(settings)) };
  return new Promise((resolve) => {
    execFile(process.execPath, [program, ...words], { env }, (error, out, complaints) => {
      resolve({ code: Number(error?.code ?? 0), said: out + complaints });
    });
  });
}

test("an operator turns off the two-step sign-in of somebody who lost everything, by --write alone; their sessions end, and they hear of it", async () => {
  const school = await world.newOrganization("Lost Phone School");
  const lena = school.as("Lena");
  const { email, password } = lena;
  expect(await run(...typed(email))).toMatchObject({ code: 1 });
  await withFactor(lena);
  expect(await run(...typed(email), "--write")).toMatchObject({ code: 0, said: expect.stringContaining("Written.") });
  expect((await lena.call(contract.auth.readFactor, {})).status).toBe(401);
  lena.signOut();
  expect((await world.anyone.call(contract.auth.login, { email, password })).status).toBe(200);
  expect(await run(email, "--write")).toEqual({ code: 1, said: `${email} has two-step sign-in off.\n` });
  await withFactor(lena);
  expect(await run(...typed(email))).toMatchObject({ code: 0, said: expect.stringContaining("Nothing was written.") });
  const asked = await world.anyone.call(contract.auth.login, { email, password });
  expect(asked.body.error.code).toBe("auth.code-needed");
  await world.settle();
  const told = (await world.mails.to(email)).map(({ subject }) => subject);
  expect(told.filter((subject) => subject === "Two-step sign-in is off")).toHaveLength(1);
  expect(await run(`nobody-${email}`)).toMatchObject({ code: 1, said: expect.stringContaining("Nobody has") });
});
