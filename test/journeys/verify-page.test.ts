import type { Browser } from "playwright-core";
import encodeQR from "qr";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { bakePng } from "../../shared/certificate/baking.ts";
import { writePackage } from "../../shared/certificate/verify/package.ts";
import type { Json } from "../../shared/certificate/verify/verdict.ts";
import { contract } from "../../shared/contract.ts";
import { type LocalIssuer, localIssuer, statusIndex } from "../certificate/support/local-issuer.ts";
import { greyPng } from "../certificate/support/png.ts";
import { openBrowser, quiet, type Visit, visit } from "../support/browser.ts";
import { publishedCredential } from "../support/fixtures/credential.ts";
import { acceptedReviewer } from "../support/fixtures/reviewer.ts";
import { accepted, marks, verdict } from "../support/fixtures/work.ts";
import { world } from "../support/world.ts";
import { inspect } from "./steps.ts";

let browser: Browser;
let issuer: LocalIssuer;
let signed: Json;

beforeAll(async () => {
  issuer = await localIssuer();
  signed = await issuer.sign(issuer.credential());
  browser = await openBrowser();
});
afterEach(() => Promise.all(browser.contexts().map((context) => context.close())));
afterAll(() => browser?.close());

const widths = [1440, 1000, 390];
const themes = ["default", "1", "2", "3", "4", "5", "6", "7"];

/** Opens the page; the issuer's host answers as it would on the web. */
async function open(width: number): Promise<Visit & { readonly asked: string[] }> {
  const opened = await visit(browser, world.origin, { width, height: 900 });
  const asked: string[] = [];
  await opened.context.route("https://badges.example.org/**", async (route) => {
    const url = route.request().url();
    asked.push(url);
    const document = issuer.site.get(url);
    const headers = { "access-control-allow-origin": "*" };
    await route.fulfill(document ? { json: document, headers } : { status: 404, headers });
  });
  await opened.page.goto("/verify");
  return { ...opened, asked };
}

test("a stranger drops a badge image, is asked before its host is, and reads 'revoked' with its reason later", async () => {
  const { page, asked, complaints, ...opened } = await open(1440);
  const badge = Buffer.from(bakePng(greyPng(), JSON.stringify(signed)));
  const dropped = await page.evaluateHandle((base64) => {
    const transfer = new DataTransfer();
    const bytes = Uint8Array.from(atob(base64), (char) => char.charCodeAt(0));
    transfer.items.add(new File([bytes], "badge.png", { type: "image/png" }));
    return transfer;
  }, badge.toString("base64"));
  await page.dispatchEvent("#drop", "drop", { dataTransfer: dropped });
  await page.getByRole("heading", { name: "Allow your browser to contact the issuer’s host?" }).waitFor();
  expect(asked).toEqual([]);
  await inspect({ page, asked, complaints, ...opened } as Visit, "21-verify-asks-first");
  await page.getByRole("button", { name: "Contact host and verify" }).press("Enter");
  await page.getByRole("heading", { name: "This credential is genuine" }).waitFor();
  expect(asked).toEqual([
    "https://badges.example.org/issuers/acme/did.json",
    "https://badges.example.org/status/acme-1.json",
  ]);

  await issuer.publishList([statusIndex]);
  await issuer.publishNotice("2026-05-02T10:00:00Z", "rules-broken");
  await page.getByLabel("As of (optional)").fill("2026-06-01");
  await page.getByRole("heading", { name: "This credential was revoked" }).waitFor();
  await page
    .getByText("Its issuer revoked it on May 2, 2026: it was earned in violation of the rules.")
    .first()
    .waitFor();
  await page.getByLabel("As of (optional)").fill("2026-05-01");
  await page.getByRole("heading", { name: "This credential is genuine" }).waitFor();
  await issuer.publishList([]);
  const strangers = complaints.filter((each) => !each.includes("https://badges.example.org/"));
  expect(strangers).toEqual([]);
});

test.each(widths)("at %s px the page works by keyboard alone, and axe finds nothing", async (width) => {
  const opened = await open(width);
  const { page } = opened;
  await inspect(opened, `21-verify-empty-${width}`);
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter"); // skips to the content
  const text = page.getByLabel("Or paste a link or the credential’s text");
  for (let presses = 0; presses < 12 && !(await text.evaluate((field) => field === document.activeElement)); presses++)
    await page.keyboard.press("Tab");
  await page.keyboard.insertText(JSON.stringify({ ...signed, name: "Another" }));
  const verify = page.getByRole("button", { name: "Verify", exact: true });
  for (
    let presses = 0;
    presses < 12 && !(await verify.evaluate((button) => button === document.activeElement));
    presses++
  )
    await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { name: "Allow your browser to contact the issuer’s host?" }).waitFor();
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  const heading = page.getByRole("heading", { name: "This credential was altered" });
  await heading.waitFor();
  expect(await heading.evaluate((element) => element === document.activeElement)).toBe(true);
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  expect(overflow).toBeLessThanOrEqual(0);
  await inspect(opened, `21-verify-altered-${width}`);
});

test("in every theme, light and dark, axe finds nothing with a good and a doubtful result", async () => {
  const opened = await open(1000);
  const { page } = opened;
  for (const theme of themes)
    for (const mode of ["light", "dark"]) {
      await page.evaluate(
        (preferences) => localStorage.setItem("preferences", JSON.stringify({ visitor: preferences })),
        { theme, mode },
      );
      await page.goto("/verify");
      await page.getByLabel("Or paste a link or the credential’s text").fill(JSON.stringify(signed));
      await page.getByRole("button", { name: "Verify", exact: true }).click();
      await page.getByRole("button", { name: mode === "light" ? "Contact host and verify" : "Don’t contact" }).click();
      await page
        .getByRole("heading", { name: mode === "light" ? "is genuine" : "We couldn’t verify this credential" })
        .waitFor();
      await inspect(opened, `21-verify-theme-${theme}-${mode}`);
    }
});

test("left open, it follows the device to dark and back, and to more contrast, as far as its visitor chose nothing else", async () => {
  const { page } = await open(1000);
  const inTheme = (theme: string) => expect.stringMatching(`^/assets/theme-${theme}-[^/]+\\.css$`);
  const look = () =>
    page.evaluate(() => {
      const [, red = "", green = "", blue = ""] = /(\d+), (\d+), (\d+)/.exec(
        getComputedStyle(document.body).backgroundColor,
      )!;
      const sheet = new URL(document.querySelector<HTMLLinkElement>("#theme")!.href).pathname;
      return { isDark: Number(red) + Number(green) + Number(blue) < 384, sheet };
    });
  await page.emulateMedia({ colorScheme: "light" });
  await expect.poll(look).toEqual({ isDark: false, sheet: inTheme("default") });
  await page.emulateMedia({ colorScheme: "dark" });
  await expect.poll(look).toEqual({ isDark: true, sheet: inTheme("default") });
  await page.emulateMedia({ colorScheme: "light", contrast: "more" });
  await expect.poll(look).toEqual({ isDark: false, sheet: inTheme("7") });
  await page.evaluate(() => localStorage.setItem("preferences", JSON.stringify({ visitor: { mode: "light" } })));
  await page.emulateMedia({ colorScheme: "dark", contrast: "no-preference" });
  await expect.poll(look).toEqual({ isDark: false, sheet: inTheme("default") });
});

test("with the network off, a continuity package verifies from itself alone", async () => {
  const { page, context, asked } = await open(1000);
  await page.waitForFunction(() =>
    performance.getEntriesByType("resource").some(({ name }) => /\/verifier-worker-[^/]*\.js$/.test(name)),
  ); // it is loaded once the page has time
  await quiet(page);
  await context.setOffline(true);
  const documents = new Map([...issuer.site].map(([url, document]) => [url, JSON.stringify(document)]));
  const zip = writePackage({ credential: JSON.stringify(signed), documents, evidence: [] }, "2026-05-01T00:00:00Z");
  await page
    .getByLabel("Drop a file here, or choose one")
    .setInputFiles({ name: "package.zip", mimeType: "application/zip", buffer: Buffer.from(zip) });
  await page.getByRole("button", { name: "Don’t contact" }).click();
  await page.getByRole("heading", { name: "This credential is genuine" }).waitFor();
  await page.getByText("when the package’s status list was made").waitFor();
  expect(asked).toEqual([]);
});

test("a printed certificate's QR code is read by the camera, which is off again afterwards", async () => {
  const { page } = await open(390);
  const rows = encodeQR("https://badges.example.org/c/unknown", "raw", { ecc: "medium", border: 4 });
  await page.addInitScript((modules) => {
    const canvas = document.createElement("canvas");
    Object.assign(canvas, { width: 640, height: 480 });
    const context = canvas.getContext("2d")!;
    const size = Math.floor(400 / modules.length);
    const draw = () => {
      context.fillStyle = "white";
      context.fillRect(0, 0, 640, 480);
      context.fillStyle = "black";
      for (const [y, row] of modules.entries())
        for (const [x, dark] of row.entries()) if (dark) context.fillRect(100 + x * size, 40 + y * size, size, size);
    };
    setInterval(draw, 50);
    const stream = canvas.captureStream(20);
    Object.assign(window, { cameraStream: stream });
    navigator.mediaDevices.enumerateDevices = async () => [{ kind: "videoinput" } as MediaDeviceInfo];
    navigator.mediaDevices.getUserMedia = async () => stream;
  }, rows);
  await page.goto("/verify");
  await page.getByRole("button", { name: "Scan a QR code" }).click();
  await page.getByText("badges.example.org has none at this address (404)").first().waitFor();
  expect(await page.getByLabel("Or paste a link or the credential’s text").inputValue()).toBe(
    "https://badges.example.org/c/unknown",
  );
  const tracks = await page.evaluate(() =>
    (window as unknown as { cameraStream: MediaStream }).cameraStream.getTracks().map(({ readyState }) => readyState),
  );
  expect(tracks).toEqual(["ended"]);
});

test("the page of a certificate says line by line what this browser found of it, and does where it is never idle", async () => {
  const school = await world.newOrganization("Panel School");
  const rita = await acceptedReviewer(school, "Rita");
  const learner = school.as("Lena");
  const work = await accepted(learner, await publishedCredential(school, [rita]), rita);
  await rita.call(contract.review.acceptSection, verdict(work, 0));
  await rita.call(contract.review.acceptSection, verdict(work, 1, { section_rubric: marks(true, true) }));
  await world.settle();
  const { body } = await learner.call(contract.certificate.listOwn);
  const opened = await visit(browser, world.origin, { width: 1000, height: 900 });
  await opened.page.goto(body.data.credentials[0]!.address!);
  const panel = opened.page.locator("#verification");
  expect(await panel.locator(".verification-result").innerText()).toContain("This credential is genuine.");
  const outcomes = await panel
    .locator("[data-check]")
    .evaluateAll((lines) => lines.map((line) => line.getAttribute("data-outcome")));
  expect(outcomes).toEqual(["passed", "passed", "passed", "passed", "note"]);
  await inspect(opened, "21-certificate-checked");
  expect(opened.complaints).toEqual([]);

  const busy = await visit(browser, world.origin);
  await busy.page.addInitScript(() => {
    window.requestIdleCallback = (work, { timeout } = {}) =>
      timeout === undefined ? 0 : window.setTimeout(work, timeout);
  });
  await busy.page.goto(body.data.credentials[0]!.address!);
  await busy.page.locator("#verification").getByText("This credential is genuine.").waitFor();
});

test("its policy lets it ask hosts and use a camera, and nothing of a session or of others is loaded", async () => {
  const response = await fetch(`${world.origin}/verify`);
  const policy = response.headers.get("content-security-policy") ?? "";
  expect(policy).toMatch(/connect-src 'self' https: https?:\/\/[^ ;]+;/); // hosts, and where published files lie
  expect(policy).toContain("script-src 'self';");
  expect(policy).toContain("worker-src 'self';"); // where it verifies
  expect(response.headers.get("permissions-policy")).toContain("camera=(self)");
  const other = await fetch(`${world.origin}/login`);
  expect(other.headers.get("content-security-policy")).not.toContain("https:;");
  expect(other.headers.get("permissions-policy")).toContain("camera=()");
  const checks = await fetch(`${world.origin}/certificate-checks.js`); // the name that pages of certificates have for ever
  expect(checks.status).toBe(200);
  expect(checks.headers.get("content-type")).toContain("javascript");
  const { page, context } = await open(1000);
  const loaded: string[] = [];
  context.on("request", (request) => loaded.push(new URL(request.url()).pathname));
  await page.goto("/verify");
  await page.getByLabel("Or paste a link or the credential’s text").fill(JSON.stringify(signed));
  await page.getByRole("button", { name: "Verify", exact: true }).click();
  await page.getByRole("button", { name: "Don’t contact" }).click();
  await page.getByRole("heading", { name: "We couldn’t verify this credential" }).waitFor();
  expect(loaded.filter((path) => path.startsWith("/api") || /session/.test(path))).toEqual([]);
});
