import { afterAll, beforeAll, expect, it } from "vitest";
import { lentWorld } from "../support/lent-world.ts";
import type { World } from "../support/own-world.ts";
import { walk } from "./walk.ts";
import { commands } from "./walk-model.ts";

/** Chosen for its walk: every command is done at least once. */
const SEED = 97;
const STEPS = 100;

let world: World & { stop(): Promise<void> };
beforeAll(async () => {
  world = await lentWorld(); // its clock moves on, and suspends and offers for all
});
afterAll(() => world.stop());

it("keeps to the states of payments, submissions, jobs and reviewers whatever is tried in whatever order", async () => {
  const done = await walk(world, SEED, STEPS);
  const neverDone = commands.filter((command) => !done.includes(command));
  expect(neverDone).toEqual(["payByDeclinedCard", "trespass"]);
});
