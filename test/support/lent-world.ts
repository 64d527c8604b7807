import { inject } from "vitest";
import type { WorldAddress } from "./controls.ts";
import { type World, worldAt } from "./own-world.ts";

/**
 * A fresh world for one file, which may move everybody's time, run schedules or break a part. Give it back with `stop`:
 * another file has a fresh one in its place then.
 */
export async function lentWorld(): Promise<World & { stop(): Promise<void> }> {
  const answer = await fetch(inject("worldStarter"), { method: "POST" });
  if (!answer.ok) throw new Error(await answer.text());
  const address = (await answer.json()) as WorldAddress;
  return {
    ...worldAt(address),
    async stop() {
      const body = JSON.stringify([address.controlUrl, process.env.STARTED_BY]);
      await fetch(inject("worldStarter"), { method: "DELETE", body });
    },
  };
}
