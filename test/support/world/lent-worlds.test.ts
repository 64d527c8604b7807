import { expect, test } from "vitest";
import { worldAt } from "../own-world.ts";
import { lentWorlds } from "./lent-worlds.ts";
import { startWorldProcess } from "./world-process.ts";

/** Worlds that are none, of sources that a test changes; `said` is what happened to them, in order. */
function withoutProcesses({ failing = false } = {}) {
  const said: string[] = [];
  const kept = { state: "1", failing };
  let started = 0;
  const worlds = lentWorlds({
    stateOf: () => kept.state,
    start: async () => {
      const name = `world-${++started}`;
      said.push(`${name} begins`);
      return {
        address: { origin: `http://${name}`, filesOrigin: "", controlUrl: name },
        async renew({ to }) {
          said.push(`${name} again after ${to}`);
          if (kept.failing) throw new Error("does not start");
        },
        hasEnded: () => false,
        async stop() {
          said.push(`${name} ends`);
        },
      };
    },
  });
  const lend = async () => (await worlds.lend()).controlUrl;
  return { said, kept, worlds, lend };
}

test("no two files have a world at a time, and who comes later has that of one that is over", async () => {
  const { said, worlds, lend } = withoutProcesses();
  expect(await Promise.all([lend(), lend()])).toEqual(["world-1", "world-2"]);
  worlds.takeBack("world-1", "a.test.ts");
  worlds.takeBack("world-1", "a.test.ts");
  expect(await Promise.all([lend(), lend()])).toEqual(["world-1", "world-3"]);
  expect(said).toEqual(["world-1 begins", "world-2 begins", "world-1 again after a.test.ts", "world-3 begins"]);
  await worlds.stop();
  expect(said.slice(4).sort()).toEqual(["world-1 ends", "world-2 ends", "world-3 ends"]);
});

test("a world of other sources than these are now, or that did not begin again, is ended and lent to nobody", async () => {
  const { said, kept, worlds, lend } = withoutProcesses();
  await lend();
  worlds.takeBack("world-1", "a.test.ts");
  kept.state = "2";
  expect(await lend()).toBe("world-2");
  kept.failing = true;
  worlds.takeBack("world-2", "b.test.ts");
  expect(await lend()).toBe("world-3");
  expect(said).toContain("world-1 ends");
  expect(said).toContain("world-2 ends");
});

test("a world that begins again has its address and its people, and nothing of what was done to it", async () => {
  const running = await startWorldProcess();
  try {
    const world = worldAt(running.address);
    const itemsOf = async () => (await world.control.everything()).map(({ pk, sk }) => `${pk} ${sk}`).sort();
    const [before, queues] = [await itemsOf(), await world.control.queues()];
    const school = await world.newOrganization();
    await school.as("Ada").token();
    await world.control.moveClock(40 * 86_400_000);
    await world.control.faults({ rules: [{ what: "throttle", service: "dynamodb", times: "always" }] });
    await world.control.put([{ pk: "LEFT#1", sk: "META" }]);
    await running.renew({ to: "test/support/world/lent-worlds.test.ts" });
    expect(await itemsOf()).toEqual(before);
    expect(await world.control.queues()).toEqual(queues);
    expect(await world.control.logs()).toEqual([]);
    const again = worldAt(running.address);
    const [, claims = ""] = (await again.as("Ada").token()).split(".");
    const { iat } = JSON.parse(Buffer.from(claims, "base64url").toString()) as { iat: number };
    expect(Math.abs(iat * 1000 - Date.now())).toBeLessThan(86_400_000);
    expect(await (await again.newOrganization()).as("Lena").token()).not.toBe("");
  } finally {
    await running.stop();
  }
});
