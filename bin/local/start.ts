import { createWriteStream, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type SeedPerson, seedKey, seedOrganizations, seedPassword, seedPeople } from "../seed/people.ts";
import { seed } from "../seed.ts";
import { endLeftEngine, JavaMissing } from "./aws/dynamodb.ts";
import { timeScaleWords } from "./cloud/time-scale.ts";
import { builtFunctions, builtPortal, root, synthesizedApp } from "./prepare.ts";
import { startWorld, type World, type WorldOptions } from "./world.ts";

const dataDirectory = join(root, ".laurel");
/** The port a world began with: the addresses of its certificates have it. */
const portFile = join(dataDirectory, "port");
const seededMark = join(dataDirectory, "seeded");

/** A reason not to start that the person can mend: one sentence, no stack. */
class CannotStart extends Error {}

await main().catch((error: Error) => {
  const known = error instanceof CannotStart || error instanceof JavaMissing;
  console.error(known ? error.message : error.stack);
  process.exit(1);
});

/** `npm start [-- --fresh]` and `npm run dev`: the whole product on this machine, until Ctrl-C. */
async function main(): Promise<void> {
  const development = process.argv.includes("--dev");
  const fresh = process.argv.includes("--fresh") || !existsSync(seededMark);
  if (existsSync(portFile) && !existsSync(seededMark))
    console.log("The last start was ended before credentials and work were there: this one begins again.");
  endLeftEngine(join(dataDirectory, "database"));
  if (fresh) rmSync(dataDirectory, { recursive: true, force: true });
  mkdirSync(dataDirectory, { recursive: true });
  const kept = existsSync(portFile) ? readFileSync(portFile, "utf8") : undefined;
  const port = portFrom(process.env.PORT ?? kept ?? "3000");
  if (kept !== undefined && kept !== String(port))
    console.log(
      `Certificates of this world are verified at port ${kept} alone. npm start without PORT goes back there.`,
    );
  if (kept === undefined) writeFileSync(portFile, String(port));

  console.log("Building what has changed …");
  const [parts, assemblyDirectory] = await Promise.all([development ? watched() : built(), synthesizedApp()]);
  console.log("Starting …");
  console.log(timeScaleWords);
  const world = await startWorld({
    port,
    dataDirectory,
    assemblyDirectory,
    timers: true,
    log: logger(),
    ...parts,
  }).catch(explain);
  const isEnding = endWith(async () => {
    await world.stop();
    await parts.stop();
  });
  if (!fresh) return console.log(welcome(world, development));
  console.log("Making the people …");
  const startedMs = Date.now();
  const onPeople = () => {
    console.log(welcome(world, development));
    console.log("Credentials and work are still being made: pages fill meanwhile …");
  };
  try {
    await seed(world, { content: true, onPeople });
  } catch (error) {
    if (isEnding()) return;
    throw error;
  }
  writeFileSync(seededMark, "");
  console.log(`Credentials and work are there (${((Date.now() - startedMs) / 1000).toFixed(0)} s).`);
}

type Parts = Pick<WorldOptions, "functionsDirectory" | "portal"> & { stop(): Promise<void> };

async function built(): Promise<Parts> {
  const [functionsDirectory, directory] = await Promise.all([builtFunctions(), builtPortal()]);
  return { functionsDirectory, portal: { directory: async () => directory }, stop: async () => {} };
}

/** In development esbuild and Vite follow the sources; a new call or function needs a restart. */
async function watched(): Promise<Parts> {
  const [{ context }, { builtModules, bundling }, { createServer }] = await Promise.all([
    import("esbuild"),
    import("../build.ts"),
    import("vite"),
  ]);
  const functionsDirectory = join(root, ".cache/dev/functions");
  const functions = await context(bundling(builtModules(), functionsDirectory));
  await functions.rebuild().catch(() => {}); // esbuild has said what is wrong, and looks again at the next change
  await functions.watch();
  const base = "/source/";
  const portal = await createServer({
    base,
    configFile: join(root, "web/vite.config.ts"),
    appType: "spa",
    server: { middlewareMode: true },
  });
  return {
    functionsDirectory,
    portal: { middleware: portal.middlewares, base },
    async stop() {
      await Promise.all([functions.dispose(), portal.close()]);
    },
  };
}

function portFrom(text: string): number {
  const port = Number(text);
  if (Number.isInteger(port) && port > 0 && port < 65_534) return port;
  throw new CannotStart(`PORT is ${text}, which is not a port number.`);
}

function explain(error: Error & { code?: string; port?: number }): never {
  if (error.code !== "EADDRINUSE") throw error;
  throw new CannotStart(
    `Port ${error.port} is in use: stop what uses it, or choose another, as in PORT=4000 npm start (it and the next two are used).`,
  );
}

/** All lines go to a file; what went wrong also goes to the terminal. */
function logger(): (line: string) => void {
  const file = createWriteStream(join(dataDirectory, "log.txt"), { flags: "a" });
  return (line) => {
    file.write(`${line}\n`);
    if (!line.startsWith("{") || line.includes('"level":"error"')) console.error(line);
  };
}

/** Ends everything at a signal; answers whether that has begun. */
function endWith(stop: () => Promise<void>): () => boolean {
  let ending = false;
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
    process.on(signal, () => {
      if (ending) return;
      ending = true;
      stop().then(
        () => process.exit(0),
        (error: Error) => {
          console.error(error.message);
          process.exit(1);
        },
      );
    });
  }
  return () => ending;
}

function welcome(world: World, development: boolean): string {
  const groups = Map.groupBy(Object.values<SeedPerson>(seedPeople), ({ organization }) =>
    organization === undefined ? "The platform" : seedOrganizations[organization].name,
  );
  const people = [...groups].flatMap(([name, members]) => [
    `  ${name}`,
    ...members.map(
      ({ email, first_name, last_name, about }) => `    ${email.padEnd(24)} ${first_name} ${last_name}, ${about}`,
    ),
  ]);
  return [
    "",
    `Laurel is running${development ? ", and follows changes in web/ and functions/" : ""}.`,
    "",
    `  Portal   ${world.origin}`,
    `  Mails    ${world.mail.url}`,
    "",
    `Sign in as any of these people. The password is always ${seedPassword}`,
    "",
    ...people,
    "",
    "Call the API with Northwind's key:",
    `  curl -H 'Authorization: Bearer ${seedKey.text}' ${world.origin}/api/v1/credential/list`,
    "",
    "Data is kept in .laurel; npm start -- --fresh begins again. Ctrl-C ends everything.",
    "",
  ].join("\n");
}
