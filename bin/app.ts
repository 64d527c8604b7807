import { existsSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import {
  App,
  CloudFormationValidatePlugin,
  type IPolicyValidationContext,
  NestedStack,
  type PolicyValidationPluginReport,
  Token,
  Validations,
} from "aws-cdk-lib";
import type { CloudAssembly } from "aws-cdk-lib/cx-api";
import type { FunctionsCode } from "../lib/function.ts";
import { handlerNames, missingHandlers, missingSentence } from "../lib/handlers.ts";
import { EdgeStack } from "../lib/portal/edge.ts";
import { PortalStack } from "../lib/portal/portal-stack.ts";
import { defaultSettings, edgeRegion, type Settings, stackNames } from "../lib/settings.ts";
import { LaurelStack } from "../lib/stack.ts";

const root = resolve(dirname(fileURLToPath(import.meta.url)), "..");

/** What CDK does better since its first version, and does only when asked. */
const flags = {
  // What CloudFormation's schemas do not know stops synthesis.
  "@aws-cdk/core:validateAgainstDefaultRules": true,
  "@aws-cdk/core:enablePartitionLiterals": true,
  "@aws-cdk/aws-iam:minimizePolicies": true,
  // A function whose tags or concurrency change is no new version, and Lambda would refuse to make one.
  "@aws-cdk/aws-lambda:recognizeVersionProps": true,
  "@aws-cdk/aws-s3:serverAccessLogsUseBucketPolicy": true,
  "@aws-cdk/aws-s3:createDefaultLoggingPolicy": true,
  "@aws-cdk/aws-s3:publicAccessBlockedByDefault": true,
};

/** CloudFormation's own schemas, which CDK ships: held against the nested templates as well, which CDK itself passes by. */
class Schemas extends CloudFormationValidatePlugin {
  override validate(context: IPolicyValidationContext): PolicyValidationPluginReport {
    const [{ templatePath } = { templatePath: "" }] = context.stackTemplates;
    const nested = context.appConstruct.node
      .findAll()
      .filter((node) => NestedStack.isNestedStack(node))
      .map((stack) => ({
        stackConstructPath: stack.node.path,
        templatePath: join(dirname(templatePath), stack.templateFile),
        accountId: known(stack.account),
        region: known(stack.region),
      }));
    return super.validate({ ...context, stackTemplates: [...context.stackTemplates, ...nested] });
  }
}
const known = (value: string) => (Token.isUnresolved(value) ? undefined : value);
const schemas = new Schemas();

/** How an app is put together; see {@link makeApp}. */
export interface AppOptions {
  readonly stage?: string;
  /** Where the cloud assembly goes; the CLI's choice when left out. */
  readonly outdir?: string;
  /** The folder of bundled handlers, or `inline` for assertions without a build. */
  readonly code?: FunctionsCode;
  /** The folder of the built portal; false leaves the upload out. */
  readonly portalAssets?: string | false;
  /** Leave out calls whose handler has no source yet instead of failing. */
  readonly onlyExisting?: boolean;
  readonly settings?: Partial<Settings>;
  /** The commit that is deployed: it is told with the settings, as outputs. */
  readonly release?: string;
  readonly context?: Record<string, unknown>;
  /** False for templates that nobody deploys: no schema is held against them, and no tree of them is kept. */
  readonly deployable?: boolean;
}

/** Makes the app with its stacks: the edge in us-east-1, the product in its region, and after it the portal's files. */
export function makeApp(options: AppOptions = {}): {
  app: App;
  edge: EdgeStack;
  laurel: LaurelStack;
  portal?: PortalStack;
} {
  const missing = options.code === "inline" ? [] : missingHandlers();
  if (missing.length > 0 && !options.onlyExisting) throw new Error(missingSentence(missing));
  const { outdir, deployable = true } = options;
  const app = new App({
    outdir,
    context: { ...flags, ...options.context },
    analyticsReporting: false,
    builtinCloudFormationValidation: false,
    treeMetadata: deployable,
  });
  if (deployable) Validations.of(app).addPlugins(schemas);
  const stage = options.stage ?? app.node.tryGetContext("stage") ?? "dev";
  const settings: Settings = {
    ...defaultSettings(stage),
    ...app.node.tryGetContext(`settings:${stage}`),
    ...options.settings,
    stage,
  };
  const { region, account } = settings;
  const common = { crossRegionReferences: true, terminationProtection: true };
  const names = stackNames(settings);
  const env = { region, account };
  const edge = new EdgeStack(app, names.edge, { ...common, settings, env: { region: edgeRegion, account } });
  const laurel = new LaurelStack(app, names.main, {
    ...common,
    settings,
    env,
    edge: edge.parts,
    code: options.code ?? { directory: join(root, "dist/functions") },
    handlers: handlerNames().filter((name) => !missing.includes(name)),
    ...(options.release && { made: { release: options.release, settings: options.settings ?? {} } }),
  });
  const assets = options.portalAssets ?? join(root, "dist/portal");
  const portal = assets ? new PortalStack(app, names.portal, { ...common, env, laurel, assets }) : undefined;
  return { app, edge, laurel, ...(portal && { portal }) };
}

/** Synthesizes in this process for the local cloud, which runs handlers from a build of its own; no asset is copied. */
export function synthesize({ outdir, ...options }: Omit<AppOptions, "code"> & { outdir: string }): CloudAssembly {
  const { app } = makeApp({
    portalAssets: false,
    ...options,
    outdir,
    code: "inline",
    deployable: false,
    context: {
      "aws:cdk:disable-asset-staging": true,
      "aws:cdk:enable-asset-metadata": true,
      ...options.context,
    },
  });
  return app.synth();
}

if (import.meta.main) {
  const assets = join(root, "dist/portal");
  makeApp({ portalAssets: existsSync(assets) ? assets : false });
}
