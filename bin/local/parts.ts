/** Something that runs until it is stopped. */
interface Part {
  stop(): unknown;
}

/** The parts of a world that run, each at its port, in the order they were started. */
export interface RunningParts {
  /** The ports of the parts, by their names. */
  readonly ports: Record<string, number>;
  /** The port for a part: where it was before, so many after the first, or 0 for a free one. */
  portOf(name: string, step?: number): number;
  keep<Kept extends Part>(part: Kept): Kept;
  /** Starts a part at its port and keeps it. */
  open<Opened extends Part & { port: number }>(
    name: string,
    start: (port: number) => Promise<Opened>,
    step?: number,
  ): Promise<Opened>;
  /** Stops them, the last first. */
  stop(): Promise<void>;
}

/** No parts yet. `port` is the first's; all get free ones for 0. */
export function runningParts(options: {
  readonly port: number;
  readonly ports?: Readonly<Record<string, number>>;
}): RunningParts {
  const running: Part[] = [];
  const ports: Record<string, number> = {};
  const portOf: RunningParts["portOf"] = (name, step) =>
    options.ports?.[name] ?? (options.port === 0 || step === undefined ? 0 : options.port + step);
  const keep: RunningParts["keep"] = (part) => {
    running.push(part);
    return part;
  };
  return {
    ports,
    portOf,
    keep,
    async open(name, start, step) {
      const part = keep(await start(portOf(name, step)));
      ports[name] = part.port;
      return part;
    },
    async stop() {
      for (const part of running.splice(0).reverse()) await part.stop();
    },
  };
}
