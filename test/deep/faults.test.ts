import { afterAll, expect, test } from "vitest";
import { ownGround } from "../faults/ground.ts";
import { scenes } from "../faults/scenes.ts";
import { faults, survive } from "../faults/survive.ts";
import { callRows } from "../faults/table.ts";

const ground = await ownGround();
let survived = 0;
afterAll(() => {
  console.log(`${survived} of ${callRows.length * faults.length} faults of calls survived`);
});

test.each(callRows)("$name survives every fault as its row says", async ({ name, outcomes }) => {
  const found = await survive(name, ground, scenes[name]!);
  survived += faults.filter((fault) => found[fault] === outcomes[fault]).length;
  expect(found).toEqual(outcomes);
});
