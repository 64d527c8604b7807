import { rmSync } from "node:fs";
import { join } from "node:path";
import { buildFunctions, handlerSizes } from "../../bin/build.ts";
import { builtFunctions, builtPortal, root, synthesizedApp } from "../../bin/local/prepare.ts";
import { startWorld } from "../../bin/local/world.ts";
import { seedPassword, seedPeople } from "../../bin/seed/people.ts";
import { seed } from "../../bin/seed.ts";
import { openBrowser, visit } from "../support/browser.ts";
import { measureCold } from "./cold.ts";
import { countRequests, type RequestRow } from "./requests.ts";
import { type PageWeight, weighPage } from "./web.ts";

/** `npm run bench [-- --pairs 30]`: what is measured of the product, beside pinned peers, in one run. */
const pairs = Number(process.argv[process.argv.indexOf("--pairs") + 1] || 15);
const line = (name: string, value: string, goal = "") =>
  console.log(`${name.padEnd(58)} ${value.padStart(16)}  ${goal}`);
const title = (text: string) => console.log(`\n${text}`);
const kilobytes = (bytes: number) => `${Math.round(bytes / 1024)} KB`;

title("Handlers as they load (entry and the chunks it reaches, minified)");
const outdir = join(root, ".cache/bench/functions");
const started = performance.now();
const { handlers, metafile } = await buildFunctions({ outdir });
line("seconds to build all handlers", ((performance.now() - started) / 1000).toFixed(2), `${handlers.length} handlers`);
const sizes = handlerSizes(metafile).sort((one, other) => one.bytes - other.bytes);
line("median", kilobytes(sizes[Math.floor(sizes.length / 2)]!.bytes), "goal ≤ 320 KB");
const largest = sizes.at(-1)!;
line(`largest (${largest.name})`, kilobytes(largest.bytes), "goal ≤ 560 KB");
const modules = new Set(sizes.flatMap((size) => size.modules));
const has = (part: string) => [...modules].some((module) => module.includes(part));
line(
  "zod locales, SSO client",
  `${has("zod/v4/locales/") ? "yes" : "no"}, ${has("client-sso") ? "yes" : "no"}`,
  "goal no, no",
);

title(`Cold path: import and first call of organization/read, ${pairs} pairs in fresh processes`);
const { milliseconds, ratios } = await measureCold({ subject: join(outdir, "organization/read.mjs"), pairs });
for (const [name, value] of Object.entries(milliseconds)) line(`${name}, median ms`, value.toFixed(1));
const ratio = (peer: string) => {
  const { median, low, high } = ratios[peer]!;
  return `${median.toFixed(2)} (${low.toFixed(2)}–${high.toFixed(2)})`;
};
line("ratio to the Hono monolith", ratio("hono"), "goal ≤ 0.60");
line("ratio to the Express monolith", ratio("express"), "goal ≤ 0.42");
line("ratio to itself (noise)", ratio("again"), "0.97–1.03 is a quiet machine");

const portal = await builtPortal();
const dataDirectory = join(root, ".cache/worlds", `bench-${process.pid}`);
const world = await startWorld({
  port: 0,
  dataDirectory,
  fresh: true,
  functionsDirectory: await builtFunctions(),
  assemblyDirectory: await synthesizedApp(),
  portal: { directory: async () => portal },
  log: () => {},
});
try {
  title(
    "AWS requests per call of the journey, as the seeded world is made by the API (besides the authorization read)",
  );
  const rows = await countRequests(() => seed(world, { content: true }));
  for (const row of rows.toSorted((one, other) => Number(one.writes) - Number(other.writes))) showRow(row);

  title("First load, brotli (HTML, scripts, styles)");
  const browser = await openBrowser();
  const weights = await weighPages();
  for (const { path, kilobytes: size, files } of weights) {
    const goal = path.startsWith("/credentials") ? 370 : 110;
    line(`${path.split("?")[0]} (${files} files)`, `${size} KB`, `goal ≤ ${goal} KB`);
  }

  async function weighPages(): Promise<PageWeight[]> {
    const visitor = await visit(browser, world.origin);
    const signIn = await weighPage(visitor.page, portal, world.origin, "/login");
    const stranger = await visit(browser, world.origin);
    const certificate = await weighPage(
      stranger.page,
      portal,
      world.origin,
      "/Certificate?org_id=o&cred_id=c&user_id=u",
    );
    const ada = await visit(browser, world.origin);
    await ada.page.goto("/login");
    await ada.page.getByLabel("Email").fill(seedPeople.Ada.email);
    await ada.page.getByLabel("Password", { exact: true }).fill(seedPassword);
    await ada.page.getByRole("button", { name: "Sign in" }).click();
    await ada.page.waitForURL((url) => url.pathname !== "/login");
    const state = await ada.context.storageState();
    const context = await browser.newContext({ baseURL: world.origin, storageState: state });
    const list = await weighPage(await context.newPage(), portal, world.origin, "/credentials");
    await browser.close();
    return [signIn, list, certificate];
  }
} finally {
  await world.stop();
  rmSync(dataDirectory, { recursive: true, force: true });
}

function showRow({ call, writes, calls, reads, transactions, others }: RequestRow): void {
  const counted = [`${reads.toFixed(1)} reads`, writes ? `${transactions.toFixed(1)} transactions` : ""];
  const rest = others > 0 ? `${others.toFixed(1)} to other services` : "";
  line(`${call} ×${calls}`, counted.filter(Boolean).join(", "), rest);
}
process.exit(0);
