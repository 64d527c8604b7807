import { afterAll, beforeAll, expect, it } from "vitest";
import { lentWorld } from "../support/lent-world.ts";
import type { World } from "../support/own-world.ts";
import { commands } from "./seat-model.ts";
import { walkSeats } from "./seat-walk.ts";

/** Chosen for its walk: every command is done at least once; longer ones are walked in test/deep. */
const SEED = 523;
const STEPS = 290;

let world: World & { stop(): Promise<void> };
beforeAll(async () => {
  world = await lentWorld(); // its clock moves on, and ends seats for all
});
afterAll(() => world.stop());

it("keeps to the rules of seats whatever reviewers, learners, admins and the clock do in whatever order", async () => {
  const done = await walkSeats(world, SEED, STEPS);
  expect(commands.filter((command) => !done.includes(command))).toEqual([]);
});
