import { readFileSync } from "node:fs";
import { join } from "node:path";
import { runInNewContext } from "node:vm";
import { expect, test } from "vitest";
import { builtPortal } from "../../bin/local/prepare.ts";
import { budgets, firstLoad } from "../bench/first-load.ts";

test("sign-in, the credential list, the certificate and the verifying page stay within their first load, brotli", async () => {
  const portal = await builtPortal();
  for (const path of ["/login", "/", "/credentials", "/credential/:id/submit", "/Certificate", "/verify"] as const) {
    const { bytes, files } = firstLoad(portal, path);
    expect(bytes / 1024, `${path}: ${files.join(" ")}`).toBeLessThanOrEqual(budgets[path].kilobytes);
  }
});

/**
 * A device at an address, on which the script of the document has run: what it asked for so far, and how it hears of what
 * somebody does with a link. Its last visitor had the role; its timers are over at once.
 */
async function deviceAt(pathname: string, role?: string, { innerWidth = 390, saveData = false } = {}) {
  const portal = await builtPortal();
  const [, script = ""] = /<script src="\/([^"]*)" async/.exec(readFileSync(join(portal, "index.html"), "utf8")) ?? [];
  const asked: string[] = [];
  const heard = new Map<string, (event: object) => void>();
  const origin = "https://laurel.example";
  runInNewContext(readFileSync(join(portal, script), "utf8"), {
    location: { pathname, origin },
    innerWidth,
    navigator: { connection: { saveData } },
    setTimeout: (work: () => void) => work(),
    clearTimeout: () => {},
    localStorage: { getItem: () => (role === undefined ? null : JSON.stringify({ role })) },
    document: {
      createElement: () => ({}),
      head: { append: ({ href }: { href: string }) => asked.push(href.slice(1)) },
      addEventListener: (name: string, listener: (event: object) => void) => heard.set(name, listener),
    },
  });
  const meet = (event: string, link: object) => {
    const element = { origin, target: "", hasAttribute: () => false, ...link };
    heard.get(event)?.({ target: { closest: () => element } });
  };
  return { asked, meet };
}

const preloadsAt = async (...device: Parameters<typeof deviceAt>) => (await deviceAt(...device)).asked;

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

test("a list's table is asked for where there is room for one, and by no phone", async () => {
  const onPhone = await preloadsAt("/credentials", "admin");
  const onDesktop = await preloadsAt("/credentials", "admin", { innerWidth: 1440 });
  expect(onDesktop.filter((file) => !onPhone.includes(file))).toContainEqual(
    expect.stringMatching(/collection-table-.*\.js$/),
  );
  expect(onPhone.filter((file) => !onDesktop.includes(file))).toEqual([]);
  expect(await preloadsAt("/credential/edit/o/c/0", "admin", { innerWidth: 1440 })).not.toContainEqual(
    expect.stringContaining("collection-table"),
  );
});

test.each(["pointerover", "focusin", "touchstart"])(
  "%s at a link asks for what its page lacks, once",
  async (event) => {
    const { asked, meet } = await deviceAt("/credentials", "admin");
    const before = [...asked];
    meet(event, { pathname: "/paymenthistory" });
    expect([...asked].sort()).toEqual(
      [...new Set([...before, ...(await preloadsAt("/paymenthistory", "admin"))])].sort(),
    );
    expect(asked.length).toBeGreaterThan(before.length);
    meet(event, { pathname: "/paymenthistory" });
    expect(new Set(asked).size).toBe(asked.length);
  },
);

test("no link that leaves this window, and none on a device that saves data, asks for anything", async () => {
  const { asked, meet } = await deviceAt("/credentials", "admin");
  const before = [...asked];
  meet("pointerover", { pathname: "/paymenthistory", target: "_blank" });
  meet("pointerover", { pathname: "/paymenthistory", hasAttribute: () => true });
  meet("pointerover", { pathname: "/paymenthistory", origin: "https://elsewhere.example" });
  expect(asked).toEqual(before);
  const saving = await deviceAt("/credentials", "admin", { saveData: true });
  saving.meet("pointerover", { pathname: "/paymenthistory" });
  expect(saving.asked).toEqual(before);
});

test("a stranger's device asks for public pages alone, and an address of nowhere for nothing", async () => {
  expect(await preloadsAt("/termsOfService")).not.toEqual([]);
  expect(await preloadsAt("/credentials")).toEqual([]);
  expect(await preloadsAt("/credentials/of/nowhere", "admin")).toEqual([]);
});
