import { invocationOffsetMs } from "./functions.ts";

/** The movable time of a local world, which functions read through functions/process/clock.ts. */
export interface LocalClock {
  /** The world's time in milliseconds. */
  now(): number;
  /** Moves the world's time by milliseconds, forward or back. */
  move(milliseconds: number): void;
  /** Back to the real time. */
  reset(): void;
}

/** Installs the clock of this process. A single invocation may be further ahead: see `clockOffsetMs` of invoke. */
export function installClock(): LocalClock {
  let offsetMs = 0;
  Object.defineProperty(globalThis, Symbol.for("laurel.clockOffsetMs"), {
    configurable: true,
    get: () => offsetMs + invocationOffsetMs(),
  });
  return {
    now: () => Date.now() + offsetMs,
    move(milliseconds) {
      offsetMs += milliseconds;
    },
    reset() {
      offsetMs = 0;
    },
  };
}
