import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { World } from "../../bin/local/world.ts";
import { type CertificateDetails, credentialOf } from "../../shared/certificate/credential.ts";
import type { Json } from "../../shared/certificate/verify/verdict.ts";
import { verify } from "../../shared/certificate/verify/verify.ts";
import { certificateDetails, origin, variedDetails } from "../certificate/details.ts";
import { askOf, type LocalIssuer, localIssuer, statusIndex } from "../certificate/support/local-issuer.ts";
import { openBrowser, visit } from "../support/browser.ts";
import { firstLoad, weigh } from "./first-load.ts";
import { kilobytes, line, title } from "./print.ts";

/** Prints what verifying takes, in Node and in a browser, and what the browser loads for it. */
export async function benchVerifying(world: World, portal: string, times: number): Promise<void> {
  const { organization } = certificateDetails;
  const issuer = await localIssuer({ host: new URL(origin).host, name: organization.organization_id });
  const own = await issuer.sign(credentialIn(organization.organization_id, certificateDetails));
  const large = await issuer.sign(credentialIn(organization.organization_id, variedDetails()));

  title("Verify a credential (median)");
  await inNode("in Node, two sections", own, issuer, times);
  await inNode("in Node, ten sections of twenty criteria", large, issuer, times);
  await inChromium(world, issuer, { own, large }, times);

  title("What verifying loads, brotli");
  line("/verify before anything is given", kilobytes(firstLoad(portal, "/verify").bytes), "goal ≤ 20 KB");
  line("the verifier, when it is needed", kilobytes(weigh(portal, verifierFiles(portal)).bytes));
}

/** A certificate's credential at a place of the issuer's list. */
const credentialIn = (organization_id: string, details: CertificateDetails) =>
  credentialOf(origin, { ...details, status: { list_id: `${organization_id}-1`, index: statusIndex } });

async function inNode(name: string, credential: Json, issuer: LocalIssuer, times: number): Promise<void> {
  const { ask } = askOf(issuer);
  const took: number[] = [];
  for (let time = -1; time < times; time++) {
    const before = performance.now();
    const { reason } = await verify(credential, { ask });
    if (reason !== "valid") throw new Error(`It was ${reason}.`);
    if (time >= 0) took.push(performance.now() - before); // the first one compiles
  }
  line(`${name} (${kilobytes(JSON.stringify(credential).length)})`, `${median(took).toFixed(1)} ms`);
}

async function inChromium(
  world: World,
  issuer: LocalIssuer,
  credentials: { own: Json; large: Json },
  times: number,
): Promise<void> {
  const browser = await openBrowser();
  try {
    const { page, context } = await visit(browser, world.origin);
    await context.route(`${origin}/**`, (route) =>
      route.fulfill({ json: issuer.site.get(route.request().url()), headers: { "access-control-allow-origin": "*" } }),
    );
    await page.goto("/verify");
    const timed = async (credential: Json): Promise<number> => {
      await page.getByRole("textbox", { name: "Or paste" }).fill(JSON.stringify(credential));
      await page.getByRole("button", { name: "Verify", exact: true }).click();
      const before = performance.now();
      await page.getByRole("button", { name: "Contact host and verify" }).click();
      await page.getByRole("heading", { name: "is genuine" }).waitFor();
      return performance.now() - before;
    };
    const first = await timed(credentials.own);
    line("in Chromium, the first one", `${first.toFixed(0)} ms`, "from the yes to the result on the page");
    for (const [name, credential] of [
      ["two sections", credentials.own],
      ["ten sections of twenty criteria", credentials.large],
    ] as const) {
      const took: number[] = [];
      for (let time = 0; time < times; time++) took.push(await timed(credential));
      line(`in Chromium, ${name}`, `${median(took).toFixed(0)} ms`);
    }
  } finally {
    await browser.close();
  }
}

const median = (values: readonly number[]): number => [...values].sort((a, b) => a - b)[values.length >> 1]!;

interface Chunk {
  readonly file: string;
  readonly imports?: readonly string[];
}

/** The verifier's script and what it imports beyond the page's own. */
function verifierFiles(portal: string): string[] {
  const manifest: Record<string, Chunk> = JSON.parse(readFileSync(join(portal, ".vite/manifest.json"), "utf8"));
  const before = new Set(firstLoad(portal, "/verify").files);
  const files = new Set<string>();
  const load = (name: string) => {
    const { file, imports = [] } = manifest[name]!;
    if (before.has(file) || files.has(file)) return;
    files.add(file);
    imports.forEach(load);
  };
  load("content/verify/verifier.ts");
  return [...files];
}
