import type { Browser } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { openBrowser, visit } from "../support/browser.ts";
import { programOf } from "../support/fixtures/key.ts";
import { world } from "../support/world.ts";
import { inspect } from "./steps.ts";

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterEach(() => Promise.all(browser.contexts().map((context) => context.close())));
afterAll(() => browser?.close());

test.each([1440, 390])(
  "at %s px a stranger reads how to call, nothing is cut off, and axe finds nothing",
  async (width) => {
    const opened = await visit(browser, world.origin, { width, height: 900 });
    await opened.page.goto("/developers");
    await opened.page.getByRole("heading", { name: "Make your first call" }).waitFor();
    const overflow = await opened.page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect(overflow).toBeLessThanOrEqual(0);
    await inspect(opened, `34-developers-${width}`);
    expect(opened.complaints).toEqual([]);
  },
);

test("the first call of the page works as it stands, with a key that has its scope", async () => {
  const { key } = await programOf(await world.newOrganization("Curl School"));
  const { page } = await visit(browser, world.origin, { width: 1440, height: 900 });
  await page.goto("/developers");
  const example = await page.locator("pre", { hasText: "curl -H" }).first().innerText();
  const [, address] = /curl -H "Authorization: Bearer \$LAUREL_KEY" (\S+)/.exec(example)!;
  const answer = await fetch(address!, { headers: { authorization: `Bearer ${key}` } });
  expect(answer.status).toBe(200);
  expect(await answer.json()).toMatchObject({ data: { total: 0, credentials: [] } });
  expect(answer.headers.get("ratelimit")).toMatch(/^"minute";r=\d+;t=\d+$/);
  const said = await page.request.get("/openapi.json");
  expect(said.headers()["content-type"]).toContain("json");
  expect((await said.json()).info.title).toContain("public API");
});
