import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { readTemplate } from "../../../bin/local/cloud/template.ts";
import { synthesizedApp } from "../../../bin/local/prepare.ts";

const assembly = await synthesizedApp();
const places = { queuesUrl: "http://queues", filesOrigin: "http://files", portalOrigin: "http://portal" };

type Resources = Record<string, { Type: string; Properties: Record<string, unknown> }>;

/** The app as it is read after its templates were changed. */
function readChanged(change: (resources: Resources) => void) {
  const directory = mkdtempSync(join(tmpdir(), "laurel-template-"));
  try {
    cpSync(assembly, directory, { recursive: true });
    for (const file of readdirSync(directory).filter((name) => name.endsWith(".template.json"))) {
      const template = JSON.parse(readFileSync(join(directory, file), "utf8"));
      change(template.Resources);
      writeFileSync(join(directory, file), JSON.stringify(template));
    }
    return readTemplate(directory, places);
  } finally {
    rmSync(directory, { recursive: true });
  }
}
const each = (resources: Resources, type: string) => Object.values(resources).filter(({ Type }) => Type === type);

test("the calls of money and sign-in are called by their alias, which names a version that there is", () => {
  const { routes, functions } = readTemplate(assembly, places);
  const { functionArn } = routes.find(({ key }) => key === "POST /api/user/login")!;
  expect(functionArn).toMatch(/:function:laurel-local-auth-login:live$/);
  expect(functions.find(({ name }) => name === "auth/login")!.aliases).toEqual([functionArn]);
  expect(functions.find(({ name }) => name === "auth/logout")!.aliases).toEqual([]);
});

test("an alias of a version that there is not is refused as Lambda refuses it", () => {
  expect(() =>
    readChanged((resources) => {
      for (const { Properties } of each(resources, "AWS::Lambda::Alias")) Properties.FunctionVersion = "2";
    }),
  ).toThrow(/^The alias live of [\w/-]+ names the version 2, which there is not\.$/);
});

test("a right of the gateway to call a function is none to call its alias", () => {
  expect(() =>
    readChanged((resources) => {
      for (const { Properties } of each(resources, "AWS::Lambda::Permission")) {
        const { Ref } = Properties.FunctionName as { Ref?: string };
        const { FunctionName } = resources[Ref ?? ""]?.Properties ?? {};
        if (FunctionName) Properties.FunctionName = { "Fn::GetAtt": [(FunctionName as { Ref: string }).Ref, "Arn"] };
      }
    }),
  ).toThrow(/The gateway may not call arn:aws:lambda:[\w:-]+:live\.$/);
});
