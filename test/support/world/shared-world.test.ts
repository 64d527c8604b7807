import { existsSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { root } from "../../../bin/local/prepare.ts";
import vitestConfig from "../../../vitest.config.ts";
import type { WorldAddress } from "../controls.ts";
import { sharedWorld } from "./shared-world.ts";
import { worldSources } from "./world-sources.ts";

/** A shared world over sources that a test changes; `started`, `stopped` and `ended` are the numbers of worlds. */
function overSources({ failing = false } = {}) {
  const kept = { core: "1", web: "1", started: 0, stopped: 0, ended: 0, failing };
  const world = sharedWorld({
    stateOf: (sources) => (sources.includes("web") ? kept.web : kept.core),
    start: async () => {
      kept.started += 1;
      if (kept.failing) throw new Error("does not start");
      const number = kept.started;
      const address: WorldAddress = { origin: `http://world-${kept.started}`, filesOrigin: "", controlUrl: "" };
      const stop = async () => {
        kept.stopped += 1;
        if (kept.ended >= number) throw new Error("ended by itself");
      };
      return { address, stop, hasEnded: () => kept.ended >= number };
    },
  });
  return { kept, world, origin: async () => (await world.address()).origin };
}

test("all who ask share one world, and tests that change alone run again on it", async () => {
  const { kept, world, origin } = overSources();
  expect(await Promise.all([origin(), origin()])).toEqual(["http://world-1", "http://world-1"]);
  await world.refresh();
  expect(await origin()).toBe("http://world-1");
  expect(kept).toMatchObject({ started: 1, stopped: 0 });
});

test("a world whose sources have changed is ended before tests run again, and the next is started when one asks", async () => {
  const { kept, world, origin } = overSources();
  await world.refresh(); // nobody has asked yet
  await origin();
  kept.core = "2";
  await world.refresh();
  expect(kept).toMatchObject({ started: 1, stopped: 1 });
  expect(await origin()).toBe("http://world-2");
  await world.stop();
  expect(kept).toMatchObject({ started: 2, stopped: 2 });
});

test("a change of the portal replaces the world only for tests that open its built pages", async () => {
  const { kept, world, origin } = overSources();
  await origin();
  kept.web = "2";
  await world.refresh({ portal: false });
  expect(await origin()).toBe("http://world-1");
  await world.refresh({ portal: true });
  expect(await origin()).toBe("http://world-2");
});

test("a world that did not start is tried again when its sources have changed", async () => {
  const { kept, world, origin } = overSources({ failing: true });
  await expect(origin()).rejects.toThrow("does not start");
  kept.failing = false;
  kept.core = "2";
  await world.refresh();
  expect(await origin()).toBe("http://world-2");
});

test("a world that has ended by itself is followed by another for all who ask later, and fails the run at its end", async () => {
  const { kept, world, origin } = overSources();
  await origin();
  kept.ended = 1;
  expect(await Promise.all([origin(), origin()])).toEqual(["http://world-2", "http://world-2"]);
  await expect(world.stop()).rejects.toThrow("ended by itself");
  expect(kept).toMatchObject({ started: 2, stopped: 2 });
});

test("in watch mode everything a world is made of runs the tests again", () => {
  const triggers = vitestConfig.test!.forceRerunTriggers!;
  for (const source of worldSources) {
    expect(existsSync(join(root, source)), source).toBe(true);
    expect(triggers).toContain(`**/${source}{,/**}`);
  }
});
