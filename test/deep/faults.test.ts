import { afterAll, expect, test } from "vitest";
import { ownFixture } from "../faults/fixture.ts";
import { feeScenes, scenes } from "../faults/scenes.ts";
import { faults, survive } from "../faults/survive.ts";
import { callRows } from "../faults/table.ts";

const fixture = await ownFixture();
const feeRows = callRows.filter(({ name }) => name in feeScenes);
let survived = 0;
afterAll(() => {
  console.log(`${survived} of ${(callRows.length + feeRows.length) * faults.length} faults of calls survived`);
});

const meetsItsRow = async ({ name, outcomes }: (typeof callRows)[number], made: typeof scenes) => {
  const found = await survive(name, fixture, made[name]!);
  survived += faults.filter((fault) => found[fault] === outcomes[fault]).length;
  expect(found).toEqual(outcomes);
};

test.each(callRows)("$name survives every fault as its row says", (row) => meetsItsRow(row, scenes));

test.each(feeRows)("$name of an appeal that costs a fee survives every fault as its row says", (row) =>
  meetsItsRow(row, feeScenes),
);
