import { hashOf } from "../../../bin/local/prepare.ts";
import type { WorldAddress } from "../controls.ts";
import { type RunningWorld, startWorldProcess } from "./world-process.ts";
import { worldSources } from "./world-sources.ts";

/** The one world of a run, started by the first who asks for it. */
export interface SharedWorld {
  /** Of another one from now on where it has ended by itself: so what fails is what it was asked then, and `stop`. */
  address(): Promise<WorldAddress>;
  /** Ends a world that was started from other sources than these are now: the next who asks gets one built from them. */
  refresh(options?: { readonly portal?: boolean }): Promise<void>;
  stop(): Promise<void>;
}

type Whole = Pick<RunningWorld, "address" | "hasEnded" | "stop">;

/** Keeps the world of a run; `portal` of {@link SharedWorld.refresh} says whether what follows opens built pages. */
export function sharedWorld({ start = startWorldProcess as () => Promise<Whole>, stateOf = hashOf } = {}): SharedWorld {
  let running: { readonly world: Promise<Whole>; readonly core: string; readonly portal: string } | undefined;
  const ended: Whole[] = [];
  const states = () => ({ core: stateOf(worldSources), portal: stateOf(["web"]) });

  async function stop(): Promise<void> {
    const world = running?.world;
    running = undefined;
    await (await world?.catch(() => undefined))?.stop();
  }
  return {
    async address() {
      running ??= { ...states(), world: start() }; // taken before it builds: a change meanwhile makes it an old one
      const asked = running;
      const world = await asked.world;
      if (!world.hasEnded()) return world.address;
      if (running === asked) {
        ended.push(world);
        running = undefined;
      }
      return this.address();
    },
    async refresh({ portal = true } = {}) {
      if (running === undefined) return;
      const now = states();
      if (now.core !== running.core || (portal && now.portal !== running.portal)) await stop();
    },
    async stop() {
      await stop();
      await Promise.all(ended.splice(0).map((world) => world.stop()));
    },
  };
}
