import { setTimeout as pause } from "node:timers/promises";
import { expect, test } from "vitest";
import { contract } from "../../shared/contract.ts";
import { ownFixture } from "../faults/fixture.ts";
import { badgeCredential, connect, openAccount } from "../support/fixtures/badge.ts";
import { pdf, uploaded } from "../support/fixtures/file.ts";
import { begun, earned } from "../support/fixtures/work.ts";
import { expectInvariants } from "../support/invariants.ts";
import type { Person } from "../support/people.ts";

const { credential, organization, user } = contract;
/** What the gateway waits for an answer. */
const budgetMs = 29_000;
const fixture = await ownFixture();
const { world } = fixture;

/** Search words and signed certificates are written anew, as they are, whenever they are spoken of. */
const isWrittenAnew = ({ pk, sk }: Record<string, unknown>) => sk === "WORDS" || String(pk).startsWith("ISSUED#");

/** What is kept, by key; left out is how often somebody has tried, and how often the same was written. */
const stored = async () =>
  Object.fromEntries(
    (await world.control.everything())
      .filter(({ pk }) => !/^(RATE|IDEMP|LOCAL)#/.test(String(pk)))
      .map((item) => [`${item.pk} ${item.sk}`, isWrittenAnew(item) ? { ...item, version: undefined } : item]),
  );

test("a redelivery of all that the stream has said makes no second mail, notice, figure or badge", async () => {
  const { academy } = fixture;
  const account = await openAccount(world.control, academy);
  await connect(academy, account);
  await earned(academy.as("Lena"), await badgeCredential(academy, fixture.rita, account), fixture.rita);
  await world.settle();
  const [ada, ivan] = [academy.as("Ada"), academy.as("Ivan")];
  await ivan.token(); // is a member from now on, and is told nothing of what was before
  await world.settle();
  const done = async () => ({
    stored: await stored(),
    mails: await Promise.all([ada, ivan, academy.as("Lena"), fixture.rita].map(({ email }) => world.mails.to(email))),
    badges: await world.control.badgrAwards(),
  });
  const before = await done();
  expect(Object.keys(before.stored).filter((key) => key.startsWith("AUDIT#")).length).toBeGreaterThan(10);
  expect(before.badges).toHaveLength(1);
  await world.control.redeliver();
  await world.settle();
  expect(await done()).toEqual(before);
});

test("a deletion that is killed after each of its steps is finished by the runs that follow", async () => {
  const liv = fixture.academy.as("Liv");
  const { user_id, email } = liv;
  const { application_id, section_ids } = await begun(liv, fixture.free);
  const key = await uploaded(liv, "submissions", "plan.pdf", pdf);
  const attachments = [{ key, name: "plan.pdf", type: "application/pdf" }];
  const section_id = section_ids[0]!;
  const saved = await liv.call(contract.submission.saveSection, { application_id, section_id, attachments });
  expect(saved.status).toBe(200);
  const removed = await world.as("Sam").call(user.remove, {
    user_id,
    email,
    organization_id: fixture.academy.organization_id,
  });
  expect(removed.status).toBe(200);
  await world.settle();
  let crashes = 0;
  for (;;) {
    const dies = { what: "crash", function: "user/erase-people", from: crashes + 1, times: "always" } as const; // and its retries
    await world.control.faults({ rules: [dies] });
    await world.control.runSchedule("erase-people", 3_600_000).catch(() => {});
    const crashed = (await world.control.seenRequests()).some(({ fault }) => fault === "crash");
    if (!crashed) break;
    crashes += 1;
  }
  await world.control.faults();
  await world.settle();
  expect(crashes).toBeGreaterThan(10);
  const kept = Object.values(await stored()).filter(
    (item) => item.ttl === undefined && JSON.stringify(item).includes(email),
  );
  expect(kept).toEqual([]);
  expect(Object.keys(await stored()).filter((name) => name.includes(key))).toEqual([]);
  await expectInvariants(world, fixture.academy);
});

test("a table that throttles everybody for thirty seconds is busy meanwhile, and nothing is lost or done twice", async () => {
  const emails = Array.from({ length: 6 }, (_, index) => `thirty-${index}@weather.test`);
  const ada = fixture.academy.as("Ada");
  await ada.token();
  await world.control.faults({ rules: [{ what: "throttle", service: "dynamodb", times: "always" }] });
  const over = pause(30_000).then(() => world.control.faults());
  const answers = await Promise.all(
    emails.map(async (email, index) => {
      const statuses: number[] = [];
      for (;;) {
        const began = performance.now();
        const invitations = [{ email, role: 5 }];
        const options = { idempotencyKey: `thirty-seconds-${index}` };
        const { status, headers } = await ada.call(organization.inviteUsers, { invitations }, options);
        expect(performance.now() - began).toBeLessThan(budgetMs);
        statuses.push(status);
        if (status === 200) return statuses;
        expect(Number(headers["retry-after"])).toBeGreaterThan(0);
        await pause(Number(headers["retry-after"]) * 1000);
      }
    }),
  );
  await over;
  for (const statuses of answers) expect(new Set(statuses)).toEqual(new Set([503, 200]));
  await world.settle();
  for (const email of emails) expect(await world.mails.to(email)).toHaveLength(1);
  await expectInvariants(world, fixture.academy);
});

test("an organization with fifty times the load of another leaves it its answers", async () => {
  const [loud, quiet] = [fixture.academy.as("Ada"), (await world.newOrganization("Quiet Academy")).as("Ada")];
  await Promise.all([loud.token(), quiet.token()]);
  const ask = async ({ call }: Person) => {
    const began = performance.now();
    const { status, headers } = await call(credential.list, {});
    return { status, wait: Number(headers["retry-after"] ?? 0), took: performance.now() - began };
  };
  const p95 = (answers: readonly { readonly took: number }[]) =>
    answers.map(({ took }) => took).toSorted((one, other) => one - other)[Math.floor(answers.length * 0.95)]!;
  const quietCalls = 20;
  const alone: Awaited<ReturnType<typeof ask>>[] = [];
  for (let call = 0; call < quietCalls; call++) alone.push(await ask(quiet));

  const meanwhile: typeof alone = [];
  const loudAnswers: typeof alone = [];
  const load = Array.from({ length: 50 }, async () => {
    for (let call = 0; call < quietCalls; call++) loudAnswers.push(await ask(loud));
  });
  for (let call = 0; call < quietCalls; call++) meanwhile.push(await ask(quiet));
  await Promise.all(load);
  const refused = loudAnswers.filter(({ status }) => status !== 200);
  console.log(
    `fifty times the load: ${refused.length} of ${loudAnswers.length} calls refused; the other organization's p95 ${(p95(meanwhile) / p95(alone)).toFixed(1)} times what it is alone`,
  );
  expect(loudAnswers).toHaveLength(50 * quietCalls);
  expect(refused.filter(({ wait }) => !(wait > 0))).toEqual([]);
  expect([...alone, ...meanwhile].map(({ status }) => status)).toEqual(Array(2 * quietCalls).fill(200));
  await expectInvariants(world, fixture.academy);
});
