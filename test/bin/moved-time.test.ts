import { randomUUID } from "node:crypto";
import { afterAll, expect, test } from "vitest";
import { atOffset, installClock, timeHeaders } from "../../bin/local/cloud/clock.ts";
import { serve } from "../../bin/local/server.ts";

const dayMs = 86_400_000;
const clock = installClock();
const part = await serve(0, async (_, response) => {
  await new Promise(setImmediate); // what follows later is of the same time
  response.end(String(clock.now()));
});
afterAll(async () => {
  await part.stop();
  Reflect.deleteProperty(globalThis, Symbol.for("laurel.clockOffsetMs"));
});

const daysAgo = (timeMs: number) => Math.round((Date.now() - timeMs) / dayMs);
const asked = async (headers: Record<string, string>) => Number(await (await fetch(part.url, { headers })).text());

test("what a seed does, and whatever it asks of a part, is of the seed's time, and all else of the present", async () => {
  const [there, then, here] = await Promise.all([
    atOffset(-30 * dayMs, () => asked(timeHeaders())),
    atOffset(-30 * dayMs, async () => clock.now()),
    asked(timeHeaders()),
  ]);
  expect([there, then, here].map(daysAgo)).toEqual([30, 30, 0]);
});

test("a request of another process moves no time, whatever it says", async () => {
  const [said] = Object.values(timeHeaders(-dayMs));
  expect(daysAgo(await asked({ "x-laurel-time": said! }))).toBe(1);
  const [, offset] = said!.split(" ");
  for (const other of [`${randomUUID()} ${offset}`, ` ${offset}`, `${offset}`, "undefined -1"])
    expect(daysAgo(await asked({ "x-laurel-time": other }))).toBe(0);
});
