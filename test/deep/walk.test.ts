import { afterAll, beforeAll, expect, test } from "vitest";
import { walk } from "../payment/walk.ts";
import { ownWorld, type World } from "../support/own-world.ts";

const WALKS = 50;
const STEPS_EACH = 200;
const HOURS_MS = 3 * 3_600_000;

let world: World & { stop(): Promise<void> };
beforeAll(async () => {
  world = await ownWorld();
});
afterAll(() => world.stop());

test(
  "ten thousand steps of sixteen people keep to the states and the invariants",
  async () => {
    let done = 0;
    for (let seed = 1000; seed < 1000 + WALKS; seed += 1) done += (await walk(world, seed, STEPS_EACH)).length;
    expect(done).toBeGreaterThan((WALKS * STEPS_EACH) / 3); // the rest were refused, and changed nothing
  },
  HOURS_MS,
);
