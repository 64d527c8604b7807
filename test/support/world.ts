import { inject } from "vitest";
import type { WorldAddress } from "./controls.ts";
import { type World, worldAt } from "./own-world.ts";

async function sharedAddress(): Promise<WorldAddress> {
  const answer = await fetch(inject("worldStarter"));
  if (!answer.ok) throw new Error(await answer.text());
  return (await answer.json()) as WorldAddress;
}

/** The world of this run, shared by all test files. */
export const world: World = worldAt(await sharedAddress());
