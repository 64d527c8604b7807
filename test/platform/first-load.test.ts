import { readFileSync } from "node:fs";
import { join } from "node:path";
import { runInNewContext } from "node:vm";
import { expect, test } from "vitest";
import { builtPortal } from "../../bin/local/prepare.ts";
import { budgets, firstLoad } from "../bench/first-load.ts";

test("sign-in, the credential list, the certificate and the verifying page stay within their first load, brotli", async () => {
  const portal = await builtPortal();
  for (const path of ["/login", "/", "/credentials", "/Certificate", "/verify"] as const) {
    const { bytes, files } = firstLoad(portal, path);
    expect(bytes / 1024, `${path}: ${files.join(" ")}`).toBeLessThanOrEqual(budgets[path].kilobytes);
  }
});

/** What the script of the document asks for at an address, on a device whose last visitor had a role. */
async function preloadsAt(pathname: string, role?: string): Promise<string[]> {
  const portal = await builtPortal();
  const [, script = ""] = /<script src="\/([^"]*)" async>/.exec(readFileSync(join(portal, "index.html"), "utf8")) ?? [];
  const asked: string[] = [];
  runInNewContext(readFileSync(join(portal, script), "utf8"), {
    location: { pathname },
    localStorage: { getItem: () => (role === undefined ? null : JSON.stringify({ role })) },
    document: {
      createElement: () => ({}),
      head: { append: ({ href }: { href: string }) => asked.push(href.slice(1)) },
    },
  });
  return asked;
}

test.each([
  ["/credentials", "admin", "/credentials"],
  ["/", "learner", "/"],
] as const)(
  "everything that %s loads for the role %s is asked for beside the first script",
  async (path, role, load) => {
    const portal = await builtPortal();
    const document = readFileSync(join(portal, "index.html"), "utf8");
    const { files } = firstLoad(portal, load);
    const preloads = await preloadsAt(path, role);
    const named = (file: string) =>
      document.includes(`"/${file}"`) || file === "index.html" || file.startsWith("themes/");
    expect(files.filter((file) => !named(file) && !preloads.includes(file))).toEqual([]);
    expect(preloads.filter((file) => !files.includes(file))).toEqual([]);
  },
);

test("a stranger's device asks for public pages alone, and an address of nowhere for nothing", async () => {
  expect(await preloadsAt("/termsOfService")).not.toEqual([]);
  expect(await preloadsAt("/credentials")).toEqual([]);
  expect(await preloadsAt("/credentials/of/nowhere", "admin")).toEqual([]);
});
