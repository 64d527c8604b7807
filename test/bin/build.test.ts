import { execFileSync } from "node:child_process";
import { existsSync, globSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { CognitoIdentityProviderClient } from "@aws-sdk/client-cognito-identity-provider";
import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { KMSClient } from "@aws-sdk/client-kms";
import { SecretsManagerClient } from "@aws-sdk/client-secrets-manager";
import { SESv2Client } from "@aws-sdk/client-sesv2";
import { SQSClient } from "@aws-sdk/client-sqs";
import { build } from "esbuild";
import { afterAll, expect, test } from "vitest";
import * as z from "zod";
import { buildFunctions, bundling, handlerFile, kilobytesOf, medianOf } from "../../bin/build.ts";
import { builtFunctions } from "../../bin/local/prepare.ts";
import { probeOf } from "../../bin/operate/deployment/answering.ts";
import { placesIn } from "../../bin/operate/where.ts";
import { hostNames, unmet } from "../../bin/swapped-modules.ts";
import { usualHost } from "../../functions/runtime/hosts.ts";
import { handlerNames } from "../../lib/handlers.ts";
import { callsOf } from "../../shared/contract.ts";
import { call } from "../../shared/http/call.ts";
import { asTyped } from "../support/runbook-commands.ts";
import { slowness } from "../support/slowness.ts";

const folder = mkdtempSync(join(tmpdir(), "laurel-build-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const [outdir, maps] = [join(folder, "functions"), join(folder, "maps")];
const sizes = await buildFunctions({ outdir, maps });
const built = globSync("**/*.mjs", { cwd: outdir });
const clients = {
  "cognito-identity-provider": CognitoIdentityProviderClient,
  dynamodb: DynamoDBClient,
  kms: KMSClient,
  "secrets-manager": SecretsManagerClient,
  sesv2: SESv2Client,
  sqs: SQSClient,
};

test("every handler of the product is built", () => {
  expect(sizes.map(({ name }) => name).sort()).toEqual(handlerNames().toSorted());
});

test("the median call's handler loads at most 330 KB, none a quarter more than that, and no worker more than 1,000 KB", () => {
  const median = medianOf(sizes.filter(({ answersCall }) => answersCall));
  expect(kilobytesOf(median), median.name).toBeLessThanOrEqual(330);
  for (const each of sizes) {
    expect(kilobytesOf(each), each.name).toBeLessThanOrEqual(each.answersCall ? 1.25 * 330 : 1000);
  }
});

test("a handler asks for services at the hosts that the SDK's own rules name", () => {
  for (const [client, name] of Object.entries(hostNames)) {
    const { endpointProvider: rules } = new clients[client as keyof typeof hostNames]({ region: "us-east-1" }).config;
    for (const Region of ["us-east-1", "eu-central-1", "ap-southeast-2", "us-gov-west-1", "cn-north-1"]) {
      for (const Endpoint of [undefined, "http://localhost:8000/path"]) {
        const asked = { Region, Endpoint, UseFIPS: false, UseDualStack: false };
        expect(usualHost(name)(asked).url.href).toBe(rules(asked).url.href);
      }
    }
  }
});

test("no handler carries zod's locales, the credential chain or an ESM import of node:http", () => {
  const modules = new Set(sizes.flatMap((size) => size.modules));
  expect([...modules].filter((path) => /zod\/.*\/locales\/(?!en\.)/.test(path))).toEqual([]);
  expect([...modules].filter((path) => /client-sso|client-sts|credential-provider-(?!node)/.test(path))).toEqual([]);
  for (const file of built)
    expect(readFileSync(join(outdir, file), "utf8"), file).not.toMatch(/\b(?:from|import)\s*["'](?:node:)?http["']/);
});

test("a call's handler opens at most 89 files before it answers", () => {
  for (const { name, files, answersCall } of sizes) if (answersCall) expect(files, name).toBeLessThanOrEqual(89);
});

test("what is deployed is, file for file and byte for byte, what runs on this machine and in tests", async () => {
  const tested = await builtFunctions();
  const bytes = new Map<string, Buffer>();
  for (const name of handlerNames())
    for (const file of globSync("**/*.*", { cwd: join(outdir, name) })) {
      if (!bytes.has(file)) bytes.set(file, readFileSync(join(tested, file)));
      expect(readFileSync(join(outdir, name, file)).equals(bytes.get(file)!), `${name}: ${file}`).toBe(true);
    }
  expect(bytes.size).toBeGreaterThan(handlerNames().length);
});

test("a module that others have taken the place of is missed when it is not where it was", async () => {
  const swapped = new Set<string>();
  await build({ ...bundling(["platform/health"], outdir, swapped), write: false });
  expect(unmet(swapped)).toContain("postcss/lib/postcss.js"); // sanitize-html is not in that handler
  expect(unmet(swapped)).not.toContain("zod/v4/core/memoizer.js");
});

test("the schemas of a call are made when they are first asked for, and once", () => {
  const made: string[] = [];
  const definition = call({
    route: "GET /some",
    summary: "Some",
    allow: "anyone",
    input: () => z.object({ id: z.string().check(() => void made.push("checked")) }),
    output: () => {
      made.push("output");
      return z.object({});
    },
  });
  expect(made).toEqual([]);
  expect(definition.input).toBe(definition.input);
  expect(definition.output).toBe(definition.output);
  expect(definition.input.safeParse({ id: "1", other: 1 }).success).toBe(false);
  expect(made).toEqual(["output", "checked"]);
});

test("a handler's folder has each font, WebAssembly file and thread that its code names", () => {
  const named = built.flatMap((file) => {
    const text = readFileSync(join(outdir, file), "utf8");
    return [...text.matchAll(/"(\.\.\/(?:assets|pictures)\/[^"]+)"/g)].map(([, place]) => join(dirname(file), place!));
  });
  expect(named.filter((file) => /auth\/signup.*\.(?:wasm|mjs)$/.test(file)).length).toBeGreaterThan(4);
  expect(named.filter((file) => !existsSync(join(outdir, file)))).toEqual([]);
});

/** Runs a program of modules in a process of its own, far from the packages of this checkout. Answers what it prints last. */
function printedBy(program: string): string {
  const env = { PATH: process.env.PATH }; // without what other files have set here
  const options = { encoding: "utf8", cwd: folder, env, maxBuffer: 1e8, input: program } as const;
  return execFileSync(process.execPath, ["--input-type=module"], options).trim().split("\n").at(-1)!;
}

test("every deployed handler of a call answers from its own folder, which has all that it loads", {
  timeout: 600_000 * slowness,
}, () => {
  const calls = callsOf().map((named) => ({
    module: pathToFileURL(handlerFile(outdir, `${named.domain}/${named.file}`)).href,
    event: probeOf(named),
  }));
  const statuses = Array.from({ length: Math.ceil(calls.length / 40) }, (_, part) =>
    calls.slice(part * 40, part * 40 + 40),
  )
    .map((some) =>
      printedBy(`const statuses = [];
for (const { module, event } of ${JSON.stringify(some)}) {
  const { handler } = await import(module);
  statuses.push((await handler(event, {})).statusCode);
}
console.log(JSON.stringify(statuses));`),
    )
    .flatMap((text) => JSON.parse(text) as number[]);
  expect(statuses).toHaveLength(callsOf().length);
  expect(new Set(statuses)).toEqual(new Set([400, 413]));
});

test("every deployed handler of the background can be imported from its own folder", () => {
  const modules = sizes
    .filter(({ answersCall }) => !answersCall)
    .map(({ name }) => pathToFileURL(handlerFile(outdir, name)).href);
  const program = `const wrong = [];
for (const module of ${JSON.stringify(modules)}) if (typeof (await import(module)).handler !== "function") wrong.push(module);
console.log(JSON.stringify(wrong));`;
  expect(JSON.parse(printedBy(program))).toEqual([]);
});

/** Asks for something of the table, whose name no environment tells here. */
const askingTheTable = {
  headers: {},
  queryStringParameters: { organization_id: "org_1" },
  requestContext: {
    http: { sourceIp: "127.0.0.1" },
    authorizer: { jwt: { claims: { user_id: "usr_1", iat: "1900000000", auth_time: "1900000000" } } },
  },
};

test("a line of a deployed handler's log names the file and line of the sources", () => {
  const handler = handlerFile(outdir, "organization/read");
  const line = printedBy(`const lines = [];
const write = process.stdout.write;
process.stdout.write = (text) => lines.push(text);
const { handler } = await import(${JSON.stringify(pathToFileURL(handler).href)});
await handler(${JSON.stringify(askingTheTable)}, { getRemainingTimeInMillis: () => 10_000 });
process.stdout.write = write;
console.log(lines.find((line) => line.includes("unforeseen")).trim());`);
  const [first] = placesIn(maps, line);
  const [, file, row] = /is .*?((?:functions|shared)\/.*):(\d+):\d+$/.exec(first!)!;
  expect(file).toBe("functions/runtime/environment.ts");
  expect(readFileSync(file!, "utf8").split("\n")[Number(row) - 1]).toContain("throw new Error");
  expect(readFileSync(handler, "utf8")).toContain("sourceMappingURL=read.mjs.map");
  expect(existsSync(`${handler}.map`)).toBe(false);
});

test("the stack of an older release is read by the maps that were kept of it, and not by a later one's", async () => {
  const sources = "organization/read";
  const builds = await Promise.all(
    ["", "//\n//\n"].map(async (js, at) => {
      const outdir = join(folder, `release-${at}`);
      await build({ ...bundling([sources], outdir), banner: { js } });
      return { outdir, code: readFileSync(join(outdir, `${sources}.mjs`), "utf8") };
    }),
  );
  const [older, later] = builds as [(typeof builds)[0], (typeof builds)[0]];
  const lines = older.code.split("\n");
  const longest = Math.max(...lines.map(({ length }) => length));
  const place = `${lines.findIndex(({ length }) => length === longest) + 1}:${Math.floor(longest / 2)}`;
  const where = (maps: string) => {
    const filled = { "<commit>": maps, "<its line>": `${sources}.mjs:${place}` };
    const [name, ...words] = asTyped("npm run where -- <commit> '<its line>'", filled);
    return execFileSync(process.execPath, [`bin/operate/${name}.ts`, ...words], { encoding: "utf8" });
  };
  expect(where(older.outdir)).toMatch(/ is \S*(functions|shared|node_modules)\/\S+:\d+:\d+$/m);
  expect(where(later.outdir)).not.toBe(where(older.outdir));
});
