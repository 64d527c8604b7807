import { readFileSync } from "node:fs";
import { createConfig, lintFromString } from "@redocly/openapi-core";
import spectral, { type RulesetDefinition } from "@stoplight/spectral-core";
import owasp from "@stoplight/spectral-owasp-ruleset";
import rulesets from "@stoplight/spectral-rulesets";
import { expect, test } from "vitest";
import { builtPortal } from "../../bin/local/prepare.ts";
import { callsOf } from "../../shared/contract.ts";
import { wire } from "../../shared/http/call.ts";
import type { Operation } from "../../shared/http/openapi-document.ts";

const text = readFileSync("web/public/openapi.json", "utf8");
const document = JSON.parse(text) as {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
};
const described = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ route: `${method.toUpperCase()} ${path}`, ...operation })),
);

/** Rules that do not hold here, each with its reason. */
const notApplied = {
  "owasp:api8:2023-define-cors-origin": "off", // keys are for programs: no page of another origin may use one, so no answer has the header
} as const;

/** What a set of Spectral's rules finds fault with in a document. */
async function foundBySpectral(ruleset: RulesetDefinition, source: string): Promise<string[]> {
  const linter = new spectral.Spectral();
  linter.setRuleset(ruleset);
  const found = await linter.run(JSON.parse(source));
  return found.map(({ code, path, message }) => `${code} ${path.join("/")}: ${message}`);
}

const security: RulesetDefinition = { extends: [[owasp as RulesetDefinition, "all"]], rules: notApplied };

test("Spectral's and Redocly's rules find no fault with the public document", async () => {
  expect(await foundBySpectral({ extends: [[rulesets.oas as RulesetDefinition, "recommended"]] }, text)).toEqual([]);
  const config = await createConfig({ extends: ["recommended"] });
  const ofRedocly = await lintFromString({ source: text, absoluteRef: "openapi.json", config });
  expect(ofRedocly.map(({ ruleId, location, message }) => `${ruleId} ${location[0]?.pointer}: ${message}`)).toEqual([]);
});

test("OWASP's rules for APIs find no fault with the public document, and notice a text without a limit", async () => {
  expect(await foundBySpectral(security, text)).toEqual([]);
  const endless = text.replaceAll('"maxLength": 44,', "");
  expect(endless).not.toBe(text);
  expect(await foundBySpectral(security, endless)).toContainEqual(expect.stringContaining("string-limit"));
});

test("the public document has the calls that keys may make, each with its scope, and no other", () => {
  const open = callsOf().filter(({ call }) => call.keys !== undefined);
  const scopeOf = (description: string) => /^Scope `([a-z:]+)`\./m.exec(description)?.[1];
  expect(described.map(({ route, description }) => `${route} ${scopeOf(description)}`).toSorted()).toEqual(
    open.map(({ call }) => `${wire(call).method} ${wire(call).path} ${call.keys}`).toSorted(),
  );
});

test("the public document tells nothing of sessions, sign-in or who among people may call", () => {
  expect(text).not.toMatch(/access\.no-token|auth\.proof-needed|organization-needed|refresh it|Permission `/);
});

test("the page for developers has each call and each object that a call names, before any script", async () => {
  const html = readFileSync(`${await builtPortal()}/developers.html`, "utf8");
  const ids = new Set([...html.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id));
  expect(described.filter(({ operationId }) => !ids.has(operationId))).toEqual([]);
  const links = [...html.matchAll(/href="#([^"]+)"/g)].map(([, id]) => id!);
  expect(links.length).toBeGreaterThan(described.length);
  expect(links.filter((id) => !ids.has(id))).toEqual([]);
});
