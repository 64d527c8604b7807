import { afterAll, expect, test } from "vitest";
import { soak, soakLine } from "../faults/soak.ts";
import { ownWorld } from "../support/own-world.ts";

const world = await ownWorld();
afterAll(() => world.stop());

test("a soak of a minute with throttles and lost answers violates nothing and loses nothing", async () => {
  const soaked = await soak(world, { minutes: 1, rate: 10 });
  console.log(soakLine(soaked));
  expect(soaked.violations).toEqual([]);
  expect(soaked.journeys).toBeGreaterThan(10);
});
