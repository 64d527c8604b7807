import { AsyncLocalStorage } from "node:async_hooks";
import { randomUUID } from "node:crypto";
import type { IncomingMessage } from "node:http";
import { invocationOffsetMs } from "./functions.ts";

const moved = new AsyncLocalStorage<number>();
/** How far a request's time is moved, after a word that only this process knows: nobody's browser moves time. */
const header = "x-laurel-time";
const word = `${randomUUID()} `;

/** How far the time of what runs here, and of all that follows from it, is from the world's; 0 but for a seed's. */
export const movedMs = (): number => moved.getStore() ?? 0;

/** Does work, with all that follows from it in the local cloud, as if so much later. */
export const atOffset = <Result>(milliseconds: number, work: () => Result): Result => moved.run(milliseconds, work);

/** What a request of this process says so that whoever answers it lives in its time. */
export const timeHeaders = (milliseconds = movedMs()): Record<string, string> =>
  milliseconds === 0 ? {} : { [header]: `${word}${milliseconds}` };

/** Answers a request in the time that it says, if it is of this process. */
export function inItsTime<Result>({ headers }: IncomingMessage, answer: () => Result): Result {
  const said = String(headers[header] ?? "");
  return said.startsWith(word) ? atOffset(Number(said.slice(word.length)), answer) : answer();
}

/** The movable time of a local world, which functions read through functions/runtime/clock.ts. */
export interface LocalClock {
  /** The world's time in milliseconds. */
  now(): number;
  /** Moves the world's time by milliseconds, forward or back. */
  move(milliseconds: number): void;
  /** Back to the real time. */
  reset(): void;
}

/** Installs the clock of this process. A single invocation may be further ahead (`clockOffsetMs` of invoke), and what a seed does. */
export function installClock(): LocalClock {
  let offsetMs = 0;
  Object.defineProperty(globalThis, Symbol.for("laurel.clockOffsetMs"), {
    configurable: true,
    get: () => offsetMs + invocationOffsetMs() + movedMs(),
  });
  return {
    now: () => Date.now() + offsetMs + movedMs(),
    move(milliseconds) {
      offsetMs += milliseconds;
    },
    reset() {
      offsetMs = 0;
    },
  };
}
