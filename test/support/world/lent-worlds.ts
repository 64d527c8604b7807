import { hashOf } from "../../../bin/local/prepare.ts";
import type { WorldAddress } from "../controls.ts";
import { type RunningWorld, startWorldProcess } from "./world-process.ts";
import { worldSources } from "./world-sources.ts";

/** Worlds that files have to themselves, one file after another. */
export interface LentWorlds {
  /** A fresh world for a file: one that another has given back, or one more. */
  lend(): Promise<WorldAddress>;
  /** Takes a world back, by its control address, and makes it a fresh one behind the file that had it. */
  takeBack(controlUrl: string, file: string): void;
  stop(): Promise<void>;
}

interface Kept {
  readonly world: RunningWorld;
  /** The state of the sources it was built from: in watch mode they change. */
  readonly state: string;
}

/** Keeps the worlds that are lent in a run: as many as files run at a time. */
export function lentWorlds({ start = startWorldProcess, stateOf = hashOf } = {}): LentWorlds {
  const lent = new Map<string, Kept>();
  let idle: Promise<Kept | undefined>[] = [];

  async function take(): Promise<Kept> {
    const state = stateOf(worldSources);
    for (let next = idle.shift(); next !== undefined; next = idle.shift()) {
      const kept = await next;
      if (kept?.state === state) return kept;
      await kept?.world.stop();
    }
    return { world: await start(), state };
  }
  return {
    async lend() {
      const kept = await take();
      lent.set(kept.world.address.controlUrl, kept);
      return kept.world.address;
    },
    takeBack(controlUrl, file) {
      const kept = lent.get(controlUrl);
      if (kept === undefined) return;
      lent.delete(controlUrl);
      const renewed = kept.world.renew({ to: file }).then(() => kept);
      idle.push(renewed.catch(() => kept.world.stop().then(() => undefined)));
    },
    async stop() {
      const [all, ended] = [[...lent.values()], idle];
      lent.clear();
      idle = [];
      await Promise.all([...all, ...(await Promise.all(ended))].map((kept) => kept?.world.stop()));
    },
  };
}
