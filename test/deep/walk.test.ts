import { expect, test } from "vitest";
import { walk } from "../payment/walk.ts";
import { walkSeats } from "../review/seat-walk.ts";
import { ownWorld } from "../support/own-world.ts";

const WALKS = 50;
const STEPS_EACH = 200;
const WALKS_OF_A_WORLD = 5; // a check of the invariants reads the whole table, which grows with each walk
const SEAT_STEPS_EACH = 500;
const HOUR_MS = 3_600_000;

const worlds = Array.from({ length: WALKS / WALKS_OF_A_WORLD }, (_, index) => 1000 + index * WALKS_OF_A_WORLD);

test.each(worlds)(
  "a thousand steps of sixteen people from seed %i on keep to the states and the invariants",
  async (first) => {
    const world = await ownWorld();
    let done = 0;
    try {
      for (let seed = first; seed < first + WALKS_OF_A_WORLD; seed += 1)
        done += (await walk(world, seed, STEPS_EACH)).length;
    } finally {
      await world.stop();
    }
    expect(done).toBeGreaterThan((WALKS_OF_A_WORLD * STEPS_EACH) / 3); // the rest were refused, and changed nothing
  },
  HOUR_MS,
);

test.each(worlds)(
  "a thousand steps through reviews with up to three seats and appeals from seed %i on keep to the rules and the invariants",
  async (seed) => {
    const world = await ownWorld();
    try {
      for (const each of [seed, seed + 1])
        expect((await walkSeats(world, each, SEAT_STEPS_EACH)).length).toBeGreaterThan(SEAT_STEPS_EACH / 3); // others could not be
    } finally {
      await world.stop();
    }
  },
  HOUR_MS,
);
