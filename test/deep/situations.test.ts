import { afterAll, beforeAll, expect, test } from "vitest";
import { contract } from "../../shared/contract.ts";
import { type Ground, groundIn } from "../faults/scenes.ts";
import { pdf, uploaded } from "../support/fixtures/file.ts";
import { begun } from "../support/fixtures/work.ts";
import { expectInvariants } from "../support/invariants.ts";
import { ownWorld } from "../support/own-world.ts";

const { user } = contract;
let world: Awaited<ReturnType<typeof ownWorld>>;
let ground: Ground;
beforeAll(async () => {
  world = await ownWorld();
  ground = await groundIn(world);
});
afterAll(() => world?.stop());

/** What is kept, by key; how often somebody has tried is left out. */
const stored = async () =>
  Object.fromEntries(
    (await world.control.everything())
      .filter(({ pk }) => !/^(RATE|IDEMP|LOCAL)#/.test(String(pk)))
      .map((item) => [`${item.pk} ${item.sk}`, item]),
  );

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
