import { setTimeout as pause } from "node:timers/promises";
import { expect, test } from "vitest";
import { contract } from "../../shared/contract.ts";
import { ownFixture } from "../faults/fixture.ts";
import { details } from "../support/fixtures/credential.ts";
import { expectInvariants } from "../support/invariants.ts";

const fixture = await ownFixture({ tableOnDisk: true });
const { world, academy } = fixture;
const wishes = 700;
const killedAfter = 400;
const writers = 8;
/** Longer than a call tries it again by itself. */
const downMs = 8_000;

test("a table killed in a burst of two thousand transactions keeps what it had acknowledged, whole, and what was under way is done once", async () => {
  const ivan = academy.as("Ivan");
  await ivan.token();
  await world.settle();
  await world.control.faults({ rules: [] }); // counts what is written
  const acknowledged: string[] = [];
  let killed: ReturnType<typeof world.control.killTable> | undefined;
  let begun = 0;
  let refusals = 0;
  const write = async () => {
    for (let wish = begun++; wish < wishes; wish = begun++) {
      const title = `Wish ${wish}`;
      for (;;) {
        const credential_details = { ...details, title };
        const options = { idempotencyKey: `wish-number-${wish}` };
        const { status, headers } = await ivan.call(contract.credential.create, { credential_details }, options);
        if (status === 200) break;
        expect([status, Number(headers["retry-after"]) > 0]).toEqual([503, true]);
        refusals += 1;
        await pause(500);
      }
      acknowledged.push(title);
      if (acknowledged.length === killedAfter) killed = world.control.killTable(downMs);
    }
  };
  await Promise.all(Array.from({ length: writers }, write));
  const { isTorn } = await killed!;
  await world.settle();
  await world.control.redeliver(); // as an operator replays events: what followed from one may be what was torn
  await world.settle();
  const transactions = (await world.control.seenRequests()).filter(({ operation }) => operation.startsWith("Transact"));
  await world.control.faults();
  expect(transactions.length).toBeGreaterThan(2000);
  expect(acknowledged).toHaveLength(wishes);
  expect(refusals).toBeGreaterThan(0);
  const titles = (await world.control.everything())
    .filter(({ pk, sk }) => String(pk).startsWith("CREDENTIAL#") && sk === "META")
    .map(({ title }) => String(title));
  const lost = acknowledged.filter((title) => !titles.includes(title));
  console.log(
    `${transactions.length} transactions, ${refusals} refusals, ${lost.length} lost by the local table, whose file was ${isTorn ? "torn" : "whole"}`,
  );
  // the local table answers some milliseconds before its file is committed, and writes one transaction at a time
  expect(lost.length).toBeLessThanOrEqual(isTorn ? 1 : 0);
  expect(lost.filter((title) => acknowledged.indexOf(title) < killedAfter - writers)).toEqual([]);
  expect(new Set(titles).size).toBe(titles.length);
  await expectInvariants(world, academy);
});
