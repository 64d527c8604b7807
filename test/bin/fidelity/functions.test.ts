import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, expect, test } from "vitest";
import { root } from "../../../bin/local/prepare.ts";

mkdirSync(join(root, ".cache"), { recursive: true });
const directory = mkdtempSync(join(root, ".cache/fidelity-functions-"));
afterAll(() => rmSync(directory, { recursive: true }));

/** A process of its own, as functions change the one they are loaded in. */
function answersOf(concurrencyMax: string): string[] {
  const loader = pathToFileURL(join(root, "bin/local/cloud/functions.ts")).href;
  writeFileSync(
    join(directory, "slow.mjs"),
    "export const handler = () => new Promise((done) => setTimeout(done, 50, 'done'));",
  );
  const source = `import { loadFunctions } from ${JSON.stringify(loader)};
    const slow = { name: "slow", arn: "arn:slow", physicalName: "laurel-slow", module: "slow.mjs", exportName: "handler",
      environment: {}, timeoutSeconds: 10, memoryMegabytes: 512, concurrencyMax: ${concurrencyMax} };
    const directory = ${JSON.stringify(directory)};
    const functions = loadFunctions({ functions: [slow], directory, environment: {}, log() {} });
    const ask = () => functions.invoke("slow", {}).catch(({ constructor }) => constructor.name);
    const first = await Promise.all([ask(), ask(), ask()]);
    console.log(JSON.stringify([...first, await ask()]));`;
  writeFileSync(join(directory, "ask.mjs"), source);
  return JSON.parse(execFileSync(process.execPath, [join(directory, "ask.mjs")], { encoding: "utf8" }));
}

test("a function that is called by its alias is told so, and runs at the published version", () => {
  const loader = pathToFileURL(join(root, "bin/local/cloud/functions.ts")).href;
  writeFileSync(
    join(directory, "named.mjs"),
    "export const handler = async (_, { functionVersion, invokedFunctionArn }) => [functionVersion, invokedFunctionArn];",
  );
  const source = `import { loadFunctions } from ${JSON.stringify(loader)};
    const named = { name: "named", arn: "arn:named", physicalName: "laurel-named", module: "named.mjs",
      exportName: "handler", environment: {}, timeoutSeconds: 10, memoryMegabytes: 512, concurrencyMax: 1,
      aliases: ["arn:named:live"] };
    const directory = ${JSON.stringify(directory)};
    const functions = loadFunctions({ functions: [named], directory, environment: {}, log() {} });
    const ask = (name) => functions.invoke(name, {}).catch(({ message }) => message);
    console.log(JSON.stringify([await ask("named"), await ask("arn:named:live"), await ask("arn:named:other")]));`;
  writeFileSync(join(directory, "call.mjs"), source);
  const said = execFileSync(process.execPath, [join(directory, "call.mjs")], { encoding: "utf8" });
  expect(JSON.parse(said)).toEqual([
    ["$LATEST", "arn:named"],
    ["1", "arn:named:live"],
    "There is no function arn:named:other in the template.",
  ]);
});

test("a function has as many runs at a time as its template reserves for it, and refuses the others", () => {
  expect(answersOf("2")).toEqual(["done", "done", "Throttled", "done"]);
  expect(answersOf("Number.POSITIVE_INFINITY")).toEqual(["done", "done", "done", "done"]);
});
