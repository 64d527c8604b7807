import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import * as paths from "../../shared/platform/paths.ts";

const { firstPart, ...pages } = paths;
const patterns = Object.values(pages)
  .map((entry) => (typeof entry === "string" ? entry : (entry as (...values: string[]) => string)(":", ":", ":")))
  .filter((path) => !path.includes("?"));
const firstParts = new Set(patterns.map(firstPart));
firstParts.delete(paths.home);

/** A literal that begins with a page's address, by itself or after an origin; a regular expression's, too. */
const address = /(?:["'`](?:\$\{[^}`]*\})?|\\)(\/\w[\w-]*)/g;
/** A literal in a place that leads to a page, whatever it says, and no file. */
const leading =
  /(?:\b(?:to|href|link|redirect|onDone|onCancel)(?:=\{?|: )|\b(?:go|redirect|assign)\()["'`]\/(?!\$|[\w/-]*\.\w+["'`])/g;
const comment = /\/\*\*[\s\S]*?\*\/|^\s*\/\/.*$/gm;

function literalsIn(text: string): string[] {
  const code = text.replaceAll(comment, "");
  const addresses = [...code.matchAll(address)].filter(([, part = ""]) => firstParts.has(part));
  return [...addresses, ...code.matchAll(leading)].map(
    ({ index }) => code.slice(index, index + 60).split("\n")[0] ?? "",
  );
}

test("the portal, the functions and the stack take every page's address from shared/platform/paths.ts", () => {
  const files = globSync("{web,functions,lib}/**/*.{ts,tsx}");
  const found = files.flatMap((file) => literalsIn(readFileSync(file, "utf8")).map((literal) => `${file}: ${literal}`));
  expect(found, "Add the page to shared/platform/paths.ts and name it from there.").toEqual([]);
});

test.each([
  'go("/newPage")',
  '<Link to="/users">',
  `\`/credential/\${id}/submit\``,
  `\`\${origin}/Certificate?\${query}\``,
  "/^\\/credential\\/details/",
  'link: "/",',
])("an address by hand is found: %s", (code) => {
  expect(literalsIn(code)).not.toEqual([]);
});

test("values are put into an address in their order, and kept inside their part of it", () => {
  expect(paths.credentialDetails("org_1", "crd_1")).toBe("/credential/details/org_1/crd_1");
  expect(paths.editCredentialStep("org_1", "crd_1", 3)).toBe("/credential/edit/org_1/crd_1/3");
  expect(paths.resetPasswordWith("ada+a/b@northwind.test", "t&1")).toBe(
    "/resetpassword/ada%2Ba%2Fb%40northwind.test?t=t%261",
  );
  expect(paths.requestSignUpAt({ orgname: "North wind" })).toBe(
    "/requestsignup?orgname=North+wind&selfSignUp=true&role=learner",
  );
});
