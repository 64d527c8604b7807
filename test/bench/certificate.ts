import { fork } from "node:child_process";
import { join } from "node:path";
import { brotliCompressSync, constants } from "node:zlib";
import type { Browser, Page } from "playwright-core";
import type { World } from "../../bin/local/world.ts";
import { contract } from "../../shared/contract.ts";
import * as paths from "../../shared/platform/paths.ts";
import { openBrowser, visit } from "../support/browser.ts";
import { anyoneAt, personAt, seeded } from "../support/people.ts";
import { firstLoad } from "./first-load.ts";
import { kilobytes, line, title } from "./print.ts";

const { certificate } = contract;
/** How much slower than this machine the browser's processor is made. */
const slowed = 4;

/**
 * Prints what a certificate's own page takes beside the page of its three ids, which draws it by script, and what signing
 * takes. The world has the seed's content.
 */
export async function benchCertificate(world: World, portal: string, times: number): Promise<void> {
  const leo = personAt(world.origin, seeded("Leo"));
  const [earned] = (await leo.call(certificate.listOwn)).body.data.credentials;
  const { address, organization_id: org_id, cred_id, user_id } = earned!;
  if (address === undefined) throw new Error("Leo's certificate is not signed.");
  const own = compressed(await (await fetch(world.origin + address)).text());
  const drawn = firstLoad(portal, "/Certificate").bytes;

  title("A certificate's own page beside the page of its three ids (first load, brotli)");
  line(address.slice(0, 6), `${(own / 1024).toFixed(1)} KB`, "goal ≤ 15 KB, before pictures and script");
  line("the page of its three ids (document, scripts, styles)", kilobytes(drawn));
  line("own over three ids", (own / drawn).toFixed(3));

  title(`Paint in Chromium, processor slowed ${slowed}× (median of ${times})`);
  const query = { org_id, cred_id, user_id };
  const answer = await anyoneAt(world.origin).call(certificate.readOwn, query);
  const { address: _, ...unsigned } = answer.body.data;
  const browser = await openBrowser();
  try {
    const pairs: { own: Paint; three: Paint }[] = [];
    for (let time = 0; time < times; time++) {
      const three = await paintOf(browser, world.origin, paths.certificateOf(query), async (page) => {
        // as it was before certificates had a page of their own; answered at once, in favour of this page
        await page.route("**/api/Certificate?**", (route) =>
          route.fulfill({ json: { data: { ...unsigned, signature: "none" } } }),
        );
      });
      pairs.push({ own: await paintOf(browser, world.origin, address), three });
    }
    for (const kind of ["first", "largest"] as const) {
      const [ours, theirs] = (["own", "three"] as const).map((page) => median(pairs.map((pair) => pair[page][kind])));
      const goal = kind === "largest" ? "goal ≤ 0.40" : "";
      line(`${kind} paint, own page`, `${ours!.toFixed(0)} ms`);
      line(`${kind} paint, the page of its three ids`, `${theirs!.toFixed(0)} ms`);
      line(`${kind} paint, own over three ids`, (ours! / theirs!).toFixed(2), goal);
    }
  } finally {
    await browser.close();
  }

  title("Sign a credential, in a process of its own (a key of this machine instead of KMS)");
  for (const [size, name] of [
    ["usual", "two sections"],
    ["largest", "ten sections of twenty criteria"],
  ] as const) {
    const { perSecond, megabytes, bytes } = await signingSample(size, Math.max(3, times));
    line(`${name} (${kilobytes(bytes)})`, `${perSecond.toFixed(1)} a second`);
    line(`${name}, most memory of the process`, `${megabytes.toFixed(0)} MB`, "goal ≤ 1,024 MB, what the signer has");
  }
}

/** When something was first painted, and the largest thing of the page, in milliseconds. */
interface Paint {
  readonly first: number;
  readonly largest: number;
}

async function paintOf(
  browser: Browser,
  origin: string,
  path: string,
  prepare: (page: Page) => Promise<void> = async () => {},
): Promise<Paint> {
  const { page, context } = await visit(browser, origin);
  try {
    await prepare(page);
    const session = await context.newCDPSession(page);
    await session.send("Emulation.setCPUThrottlingRate", { rate: slowed });
    await page.goto(path);
    await page.locator("h1.sheet-name").waitFor();
    await page.waitForLoadState("networkidle");
    return await page.evaluate(
      () =>
        new Promise<Paint>((resolve) => {
          let largest = 0;
          new PerformanceObserver((entries) => {
            for (const { startTime } of entries.getEntries()) largest = startTime;
          }).observe({ type: "largest-contentful-paint", buffered: true });
          const [first] = performance.getEntriesByName("first-contentful-paint");
          setTimeout(() => resolve({ first: first?.startTime ?? 0, largest }), 500);
        }),
    );
  } finally {
    await context.close();
  }
}

/** Bytes of a page as CloudFront sends it: compressed less thoroughly than it could be. */
const compressed = (page: string): number =>
  brotliCompressSync(page, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }).length;

const median = (values: readonly number[]): number => [...values].sort((a, b) => a - b)[values.length >> 1]!;

/** What signing took, as its process says. */
interface Signing {
  readonly perSecond: number;
  readonly megabytes: number;
  readonly bytes: number;
}

function signingSample(size: string, count: number): Promise<Signing> {
  const child = fork(join(import.meta.dirname, "signing-sample.ts"), [size, String(count)]);
  return new Promise((resolve, reject) => {
    child.once("message", (message) => resolve(message as Signing));
    child.once("exit", (code) => code !== 0 && reject(new Error(`Signing ended with ${code}.`)));
  });
}
