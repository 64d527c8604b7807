import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { type App, Validations } from "aws-cdk-lib";
import { AwsSolutionsChecks } from "cdk-nag";
import { makeApp } from "../../bin/app.ts";
import { made } from "../../bin/local/prepare.ts";
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
        zoneId: "Z0123456789ABC",
        zoneName: "laurel.example",
      },
      mailFrom: "no-reply@laurel.example",
      operatorsMail: "operators@laurel.example",
      runbooksUrl: "https://git.laurel.example/laurel/lib/runbooks",
      monthlyBudgetDollars: 500,
      stripePublishableKey: "pk_live_1",
      paypal: true,
      payouts: { bankRouting: "091000019", bankName: "Example Bank", companyId: "1234567890", companyName: "Laurel" },
      reserveConcurrency: true,
      backupsLocked: true,
      checked: "weekly",
    },
  },
];

/** What the rules have against a shape, and the reasons with which its constructs acknowledge one. */
export interface Verdict {
  readonly rules: readonly string[];
  readonly findings: readonly string[];
  readonly failure?: string;
  readonly reasons: readonly string[];
}
const verdictFile = "verdict.json";

/** Every shape with the templates of its app and what the rules have against them. */
export const synthesizedShapes = (): Promise<(Shape & { templates: Synthesized[]; verdict: Verdict })[]> =>
  Promise.all(
    shapes.map(async (shape) => {
      const directory = await synthesizedIn(shape, { rules: true });
      const verdict = JSON.parse(readFileSync(join(directory, verdictFile), "utf8")) as Verdict;
      return { ...shape, templates: templatesIn(directory, shape), verdict };
    }),
  );

/** The templates of a shape's whole app, with a portal of two files and without code. */
export const synthesizeForTest = async (shape: Shape): Promise<Synthesized[]> =>
  templatesIn(await synthesizedIn(shape, { rules: false }), shape);

/** Synthesizes a shape once per state of what it is made from; with `rules`, AWS's own and cdk-nag's are held against it. */
function synthesizedIn({ stage, settings }: Shape, { rules }: { rules: boolean }): Promise<string> {
  return made(
    "templates",
    ["lib", "shared", "bin/app.ts", "cdk.json", "test/lib/synthesis.ts"],
    async (outdir) => {
      const portalAssets = portalForTest(mkdtempSync(join(tmpdir(), "laurel-portal-")));
      const { app } = makeApp({ code: "inline", portalAssets, outdir, stage, settings });
      if (rules) writeFileSync(join(outdir, verdictFile), JSON.stringify(judged(app)));
      else app.synth();
      rmSync(dirname(portalAssets), { recursive: true });
    },
    JSON.stringify({ stage, settings, rules }),
  );
}

function judged(app: App): Verdict {
  Validations.of(app).addPlugins(new AwsSolutionsChecks(app));
  const { failure, report } = validated(app);
  const violations = report.pluginReports.flatMap(({ violations }) => violations);
  return {
    rules: report.pluginReports.map(({ pluginName }) => pluginName),
    findings: violations.flatMap(({ ruleName, violatingConstructs }) =>
      violatingConstructs.map(({ constructPath }) => `${ruleName} at ${constructPath}`),
    ),
    ...(failure !== undefined && { failure: String(failure) }),
    reasons: app.node
      .findAll()
      .flatMap(({ node }) => node.metadata)
      .filter(({ type }) => type === Validations.ACKNOWLEDGED_RULES_METADATA_KEY)
      .flatMap(({ data }) => Object.values<string>(data)),
  };
}

const templatesIn = (directory: string, { stage, settings }: Shape): Synthesized[] =>
  readdirSync(directory)
    .filter((file) => file.endsWith(".template.json"))
    .map((name) => {
      const region = name.startsWith(`Laurel-${stage}-edge`) ? "us-east-1" : settings.region;
      return { name, region, ...JSON.parse(readFileSync(join(directory, name), "utf8")) };
    });

/** A portal as small as one can be: its page, and a file with content in its name. */
export function portalForTest(folder: string): string {
  const portal = join(folder, "portal");
  for (const folder of ["assets", "compressed/assets"]) mkdirSync(join(portal, folder), { recursive: true });
  writeFileSync(join(portal, "index.html"), "<!doctype html>");
  for (const script of ["assets/main.js", "compressed/assets/main.js"]) writeFileSync(join(portal, script), "");
  return portal;
}

/** What CDK's validation of an app has against its templates. */
interface Report {
  readonly pluginReports: readonly {
    readonly pluginName: string;
    readonly violations: readonly {
      readonly ruleName: string;
      readonly description: string;
      readonly violatingConstructs: readonly { readonly constructPath: string }[];
    }[];
  }[];
}

/** Synthesizes an app; at a finding that throws, and the report tells which. */
export function validated(app: App): { readonly failure: unknown; readonly report: Report } {
  let failure: unknown;
  try {
    app.synth();
  } catch (error) {
    failure = error;
  }
  return { failure, report: JSON.parse(readFileSync(join(app.outdir, "validation-report.json"), "utf8")) };
}
