import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { contract } from "../../shared/contract.ts";
import * as paths from "../../shared/platform/paths.ts";
import { openBrowser, portalScripts, quiet, visit } from "../support/browser.ts";
import { publishedCredential } from "../support/fixtures/credential.ts";
import { acceptedReviewer } from "../support/fixtures/reviewer.ts";
import { accepted, begun } from "../support/fixtures/work.ts";
import { slowness } from "../support/slowness.ts";
import { world } from "../support/world.ts";
import { signIn } from "./steps.ts";

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser?.close());

test("a page's data is on its way before the portal's scripts are there, and is asked for once", async () => {
  const school = await world.newOrganization("Hasty School");
  const rita = await acceptedReviewer(school, "Rita");
  const lena = school.as("Lena");
  const credential_id = await publishedCredential(school, [rita], { title: "Hasty reading" });
  const { credential_job_id } = await accepted(lena, credential_id, rita);
  const other = await begun(lena, await publishedCredential(school, [rita], { title: "Patient reading" }));
  const visits = [
    [
      lena,
      paths.home,
      paths.mySubmissions,
      paths.submitWork(other.credential_id),
      paths.credentialDetails(school.organization_id, credential_id),
    ],
    [rita, paths.acceptedJob(credential_job_id)],
    [
      school.as("Ada"),
      paths.credentials,
      paths.editCredentialStep(school.organization_id, credential_id, 0),
      paths.users,
      paths.paymentHistory,
    ],
  ] as const;
  await world.settle();
  for (const [person, ...addresses] of visits) {
    await person.call(contract.user.markNoticesRead, {}); // a page that reads one asks for them again
    const { page, context, complaints } = await visit(browser, world.origin);
    await signIn(page, person.email, person.password);
    await page.getByRole("heading", { level: 1 }).first().waitFor();
    await quiet(page);
    for (const path of addresses) {
      const asked: string[] = [];
      const hear = (request: { method(): string; url(): string }) => {
        const { pathname, search } = new URL(request.url());
        if (pathname.startsWith("/api/") && request.method() === "GET") asked.push(pathname + search);
      };
      page.on("request", hear);
      let letGo = () => {};
      const held = new Promise<void>((resolve) => {
        letGo = resolve;
      });
      await page.route(portalScripts, async (route) => {
        await held;
        await route.continue();
      });
      await page.goto(path, { waitUntil: "commit" });
      await expect.poll(() => asked.length, { message: path, timeout: 60_000 * slowness }).toBeGreaterThan(0);
      const early = [...asked];
      letGo();
      await page.getByRole("heading", { level: 1 }).first().waitFor();
      await page.waitForFunction(() => document.querySelector(".skeleton, .static-bar") === null);
      await quiet(page);
      expect(
        asked.filter((one, at) => asked.indexOf(one) !== at),
        path,
      ).toEqual([]);
      expect(asked.length, path).toBeGreaterThanOrEqual(early.length);
      page.off("request", hear);
      await page.unroute(portalScripts);
    }
    expect(complaints).toEqual([]);
    await context.close();
  }
});
