import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll } from "vitest";
import { makeApp } from "../../bin/app.ts";
import type { Settings } from "../../lib/settings.ts";

/** A resource of a synthesized template. */
export interface Resource {
  readonly Type: string;
  // biome-ignore lint/suspicious/noExplicitAny: the template's own JSON, as CloudFormation reads it
  readonly Properties: any;
  readonly DeletionPolicy?: string;
  readonly UpdateReplacePolicy?: string;
  readonly DependsOn?: readonly string[];
  readonly Metadata?: Readonly<Record<string, unknown>>;
}
/** One synthesized template. */
export interface Synthesized {
  readonly name: string;
  readonly region: string;
  readonly Resources: Readonly<Record<string, Resource>>;
  readonly Parameters?: Readonly<Record<string, { readonly Type: string; readonly Default?: unknown }>>;
  readonly Outputs?: Readonly<Record<string, { readonly Value: unknown; readonly Export?: unknown }>>;
}

/** A stage as somebody might decide about it. */
export interface Shape {
  readonly stage: string;
  readonly settings: Partial<Settings> & Pick<Settings, "region">;
}

/** The two ends of what can be decided: nothing, in the region of the edge; and everything, far away from it. */
export const shapes: readonly Shape[] = [
  { stage: "dev", settings: { region: "us-east-1", operatorsMail: "operators@laurel.example" } },
  {
    stage: "live",
    settings: {
      region: "eu-central-1",
      account: "111122223333",
      domain: {
        portal: "laurel.example",
        api: "api.laurel.example",
        zoneId: "Z0123456789ABC",
        zoneName: "laurel.example",
      },
      mailFrom: "no-reply@laurel.example",
      operatorsMail: "operators@laurel.example",
      runbooksUrl: "https://git.laurel.example/laurel/runbooks.md",
      monthlyBudgetDollars: 500,
      stripePublishableKey: "pk_live_1",
      paypal: true,
      payouts: { bankRouting: "091000019", bankName: "Example Bank", companyId: "1234567890", companyName: "Laurel" },
      reserveConcurrency: true,
    },
  },
];

/** Synthesizes the whole app of a shape, with a portal of two files and without code, and gives all its templates. */
export function synthesizeForTest({ stage, settings }: Shape): Synthesized[] {
  const folder = mkdtempSync(join(tmpdir(), "laurel-stack-"));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  const outdir = join(folder, "out");
  makeApp({ code: "inline", portalAssets: portalForTest(folder), outdir, stage, settings }).app.synth();
  return readdirSync(outdir)
    .filter((file) => file.endsWith(".template.json"))
    .map((name) => {
      const region = name.startsWith(`Laurel-${stage}-edge`) ? "us-east-1" : settings.region;
      return { name, region, ...JSON.parse(readFileSync(join(outdir, name), "utf8")) };
    });
}

/** A portal as small as one can be: its page, and a file with content in its name. */
export function portalForTest(folder: string): string {
  const portal = join(folder, "portal");
  mkdirSync(join(portal, "assets"), { recursive: true });
  writeFileSync(join(portal, "index.html"), "<!doctype html>");
  writeFileSync(join(portal, "assets/main.js"), "");
  return portal;
}
