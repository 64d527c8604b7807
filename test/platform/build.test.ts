import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { CognitoIdentityProviderClient } from "@aws-sdk/client-cognito-identity-provider";
import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { KMSClient } from "@aws-sdk/client-kms";
import { SecretsManagerClient } from "@aws-sdk/client-secrets-manager";
import { SESv2Client } from "@aws-sdk/client-sesv2";
import { SQSClient } from "@aws-sdk/client-sqs";
import { build } from "esbuild";
import { afterAll, expect, test } from "vitest";
import { buildFunctions } from "../../bin/build.ts";
import { handlerFile, kilobytesOf, medianOf } from "../../bin/handler-folder.ts";
import { ownParts } from "../../bin/own-modules.ts";
import { hostNames } from "../../bin/slimming.ts";
import { usualHost } from "../../functions/process/hosts.ts";
import { handlerNames } from "../../lib/handlers.ts";
import { callsOf } from "../../shared/contract.ts";
import type { Call } from "../../shared/http/call.ts";

const outdir = mkdtempSync(join(tmpdir(), "laurel-build-"));
afterAll(() => rmSync(outdir, { recursive: true, force: true }));
const sizes = await buildFunctions({ outdir });
const built = readdirSync(outdir, { recursive: true, encoding: "utf8" }).filter((file) => file.endsWith(".mjs"));
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

test("the median call's handler loads at most 260 KB, none a quarter more than that, and no worker more than 1,000 KB", () => {
  const median = medianOf(sizes.filter(({ answersCall }) => answersCall));
  expect(kilobytesOf(median), median.name).toBeLessThanOrEqual(260);
  for (const each of sizes) {
    expect(kilobytesOf(each), each.name).toBeLessThanOrEqual(each.answersCall ? 1.25 * kilobytesOf(median) : 1000);
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

test("no handler carries zod's locales, the credential chain or an ESM import of a Node module", () => {
  const modules = new Set(sizes.flatMap((size) => size.modules));
  expect([...modules].filter((path) => /zod\/.*\/locales\/(?!en\.)/.test(path))).toEqual([]);
  expect([...modules].filter((path) => /client-sso|client-sts|credential-provider-(?!node)/.test(path))).toEqual([]);
  for (const file of built) {
    expect(readFileSync(join(outdir, file), "utf8"), file).not.toMatch(/\b(?:from|import)\s*["']node:/);
  }
});

test("a call's handler opens at most sixteen files before it answers", () => {
  for (const { name, files, answersCall } of sizes) if (answersCall) expect(files, name).toBeLessThanOrEqual(16);
});

test("a handler leaves out schemas of its modules that it does not need", () => {
  const named = (name: string) =>
    built
      .filter((file) => file.startsWith(`${name}/`))
      .some((file) => {
        return readFileSync(join(outdir, file), "utf8").includes("scores_and_submissions");
      });
  expect([named("credential/read"), named("job/create")]).toEqual([true, false]);
  expect(sizes.find(({ name }) => name === "job/create")?.modules).toContain("shared/credential/credential.ts");
});

test("a handler's folder has each font, WebAssembly file and thread that its code names", () => {
  const named = built.flatMap((file) => {
    const text = readFileSync(join(outdir, file), "utf8");
    return [...text.matchAll(/"(\.\.\/(?:assets|pictures)\/[^"]+)"/g)].map(([, place]) => join(dirname(file), place!));
  });
  expect(named.filter((file) => /auth\/signup.*\.(?:wasm|mjs)$/.test(file)).length).toBeGreaterThan(4);
  expect(named.filter((file) => !existsSync(join(outdir, file)))).toEqual([]);
});

test("every built handler can be imported", { timeout: 300_000 }, () => {
  const modules = sizes.map(({ name }) => pathToFileURL(handlerFile(outdir, name)).href);
  const program = `const wrong = [];
for (const module of ${JSON.stringify(modules)}) if (typeof (await import(module)).handler !== "function") wrong.push(module);
console.log(JSON.stringify(wrong));`;
  expect(
    JSON.parse(execFileSync(process.execPath, ["--input-type=module", "--eval", program], { encoding: "utf8" })),
  ).toEqual([]);
});

test("a handler's own part of the contract says of its call what the contract says", { timeout: 60_000 }, async () => {
  const named = callsOf();
  const modules = new Map<string, string>();
  for (const { domain, name } of named) {
    const files = readdirSync(`shared/${domain}`).filter((file) => /^(?:[a-z-]+-)?calls\.ts$/.test(file));
    const holds = (file: string) =>
      readFileSync(`shared/${domain}/${file}`, "utf8").includes(`export const ${name} = call(`);
    modules.set(`${domain}.${name}`, resolve(`shared/${domain}/${files.find(holds)}`));
  }
  const folder = mkdtempSync(join(tmpdir(), "laurel-parts-"));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  for (const { domain, name } of named) {
    const text = `import { ${name} } from "${modules.get(`${domain}.${name}`)}";\nexport const call = ${name};\n`;
    writeFileSync(join(folder, `${domain}.${name}.ts`), text);
  }
  writeFileSync(join(folder, "zod.ts"), `export * from "${resolve("node_modules/zod/index.js")}";\n`);
  await build({
    entryPoints: readdirSync(folder).map((file) => join(folder, file)),
    outdir: folder,
    bundle: true,
    splitting: true,
    format: "esm",
    platform: "node",
    outExtension: { ".js": ".mjs" },
    plugins: [ownParts],
  });
  const { toJSONSchema } = await import(pathToFileURL(join(folder, "zod.mjs")).href);
  const written = (call: Call, io: "input" | "output") =>
    toJSONSchema(call[io], { io, unrepresentable: "any", reused: "inline" });
  for (const { domain, name, call } of named) {
    const own = (await import(pathToFileURL(join(folder, `${domain}.${name}.mjs`)).href)).call as Call;
    expect({ ...own, input: undefined, output: undefined }).toEqual({ ...call, input: undefined, output: undefined });
    for (const io of ["input", "output"] as const)
      expect(written(own, io), `${domain}.${name}`).toEqual(written(call, io));
  }
});
