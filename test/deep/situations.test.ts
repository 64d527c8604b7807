import { expect, test } from "vitest";
import { contract } from "../../shared/contract.ts";
import { ownGround } from "../faults/scenes.ts";
import { badgeCredential, connect, openAccount } from "../support/fixtures/badge.ts";
import { pdf, uploaded } from "../support/fixtures/file.ts";
import { begun, earned } from "../support/fixtures/work.ts";
import { expectInvariants } from "../support/invariants.ts";

const { user } = contract;
const ground = await ownGround();
const { world } = ground;

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
  const { academy } = ground;
  const account = await openAccount(world.control, academy);
  await connect(academy, account);
  await earned(academy.as("Lena"), await badgeCredential(academy, ground.rita, account), ground.rita);
  await world.settle();
  const [ada, ivan] = [academy.as("Ada"), academy.as("Ivan")];
  await ivan.token(); // is a member from now on, and is told nothing of what was before
  await world.settle();
  const done = async () => ({
    stored: await stored(),
    mails: await Promise.all([ada, ivan, academy.as("Lena"), ground.rita].map(({ email }) => world.mails.to(email))),
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
  const liv = ground.academy.as("Liv");
  const { user_id, email } = liv;
  const { application_id, section_ids } = await begun(liv, ground.free);
  const key = await uploaded(liv, "submissions", "plan.pdf", pdf);
  const attachments = [{ key, name: "plan.pdf", type: "application/pdf" }];
  const section_id = section_ids[0]!;
  const saved = await liv.call(contract.submission.saveSection, { application_id, section_id, attachments });
  expect(saved.status).toBe(200);
  const removed = await world.as("Sam").call(user.remove, {
    user_id,
    email,
    organization_id: ground.academy.organization_id,
  });
  expect(removed.status).toBe(200);
  await world.settle();
  let crashes = 0;
  for (;;) {
    await world.control.faults({ rules: [{ what: "crash", function: "background/erase-people", from: crashes + 1 }] });
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
  await expectInvariants(world, ground.academy);
});
