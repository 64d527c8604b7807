import { afterAll, beforeAll, expect, test } from "vitest";
import { type Ground, groundIn, scenes } from "../faults/scenes.ts";
import { faults, survive } from "../faults/survive.ts";
import { callRows } from "../faults/table.ts";
import { ownWorld } from "../support/own-world.ts";

let world: Awaited<ReturnType<typeof ownWorld>>;
let ground: Ground;
let survived = 0;
beforeAll(async () => {
  world = await ownWorld();
  ground = await groundIn(world);
});
afterAll(async () => {
  await world?.stop();
  console.log(`${survived} of ${callRows.length * faults.length} faults of calls survived`);
});

test.each(callRows)("$name survives every fault as its row says", async ({ name, outcomes }) => {
  const found = await survive(name, ground, scenes[name]!);
  survived += faults.filter((fault) => found[fault] === outcomes[fault]).length;
  expect(found).toEqual(outcomes);
});
