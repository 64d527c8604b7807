import { appendFileSync } from "node:fs";
import { afterAll, beforeAll, test } from "vitest";
import { type Ground, groundIn, scenes } from "../faults/scenes.ts";
import { survive } from "../faults/survive.ts";
import { ownWorld } from "../support/own-world.ts";

let world: Awaited<ReturnType<typeof ownWorld>>;
let ground: Ground;
beforeAll(async () => {
  world = await ownWorld();
  ground = await groundIn(world);
});
afterAll(() => world.stop());

test.each(Object.keys(scenes))("%s survives", async (name) => {
  const at = Date.now();
  const outcomes = await survive(name, ground, scenes[name]!);
  appendFileSync("/tmp/faults-outcomes.tsv", `${name}\t${Object.values(outcomes).join("\t")}\t${Date.now() - at}\n`);
});
