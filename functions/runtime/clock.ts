const offset = Symbol.for("laurel.clockOffsetMs");

/** From when on tokens are good when all earlier ones shall be dead, in epoch seconds; tokens carry whole seconds. */
export const nextSecond = (): number => clock.seconds() + 1;

/** The time of the product. The local world and the tests move it by milliseconds; in AWS it is the real time. */
export const clock = {
  /** Milliseconds since 1970. */
  now: (): number => Date.now() + ((globalThis as { [offset]?: number })[offset] ?? 0),
  /** Seconds since 1970, as TTL attributes and tokens carry it. */
  seconds: (): number => Math.floor(clock.now() / 1000),
  /** ISO text in UTC. */
  iso: (): string => new Date(clock.now()).toISOString(),
};

/** Waits until that second of the clock, a second at most. */
export const untilSecond = (second: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, Math.max(0, Math.min(second * 1000 - clock.now(), 1000))));
