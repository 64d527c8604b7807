import { fork } from "node:child_process";
import { fileURLToPath } from "node:url";
import type { WorldAddress } from "../controls.ts";

const startMs = 400_000;

/** A world in a process of its own. */
export interface RunningWorld {
  readonly address: WorldAddress;
  /** Begins another world in the same process and at the same address, as fresh as the first, after a file has had it. */
  renew(lent: Lent): Promise<void>;
  /** Whether it has ended by itself. */
  hasEnded(): boolean;
  /** Throws where it has ended by itself. */
  stop(): Promise<void>;
}

/** Tells a world's process that a test file has had it. */
export interface Lent {
  readonly to: string;
}

/** What is in a world when it starts. */
export interface WorldContent {
  /** Credentials and work beside the people: what `npm start` shows. */
  readonly content?: boolean;
  /** Made through the calls, though it may have been kept from before. */
  readonly anew?: boolean;
  /** The world that an earlier release made instead, by its name below test/former. */
  readonly former?: string;
  /** Its table is kept in files, so that it can be killed. */
  readonly tableOnDisk?: boolean;
}

/** Starts a fresh world in a process of its own; it ends with `stop`, or with this process. */
export async function startWorldProcess(options: WorldContent = {}): Promise<RunningWorld> {
  const file = fileURLToPath(new URL("./serve-world.ts", import.meta.url));
  const { anew, content, former, tableOnDisk } = options;
  const words = [
    ...(content ? ["--content"] : []),
    ...(anew ? ["--anew"] : []),
    ...(tableOnDisk ? ["--table-on-disk"] : []),
    ...(former ? [`--former=${former}`] : []),
  ];
  const child = fork(file, words, {
    stdio: ["ignore", "inherit", "pipe", "ipc"],
    execArgv: [],
  });
  let complaints = "";
  child.stderr!.on("data", (part: Buffer) => {
    complaints = (complaints + part).slice(-5000);
  });
  let isStopping = false;
  let hasEnded = false;
  const ended = new Promise<number | NodeJS.Signals | null>((resolve) => {
    child.once("exit", (code, signal) => {
      hasEnded = !isStopping;
      // whoever asks it afterwards is told of a closed port and no more
      if (hasEnded) console.log(`A world has ended by itself (${code ?? signal}).\n${complaints}`);
      resolve(code ?? signal);
    });
  });
  /** Resolves with the address of the world that begins next. */
  const begun = () =>
    new Promise<WorldAddress>((resolve, reject) => {
      const timer = setTimeout(() => reject(new Error(`The world did not start in time.\n${complaints}`)), startMs);
      const end = () => {
        clearTimeout(timer);
        reject(new Error(`The world did not start.\n${complaints}`));
      };
      child.once("exit", end).once("message", (message) => {
        clearTimeout(timer);
        child.off("exit", end);
        resolve(message as WorldAddress);
      });
    });
  return {
    address: await begun(),
    async renew(lent) {
      if (!child.connected) throw new Error(`The world has ended by itself.\n${complaints}`);
      const next = begun();
      child.send(lent);
      await next;
    },
    hasEnded: () => hasEnded,
    async stop() {
      isStopping = true;
      child.kill("SIGTERM");
      const code = await ended;
      if (code !== 0) throw new Error(`The world did not end by itself (${code}).\n${complaints}`);
    },
  };
}
