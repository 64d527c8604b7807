import { CfnOutput, RemovalPolicy, SecretValue, Stack, type StackProps } from "aws-cdk-lib";
import { Secret } from "aws-cdk-lib/aws-secretsmanager";
import { Construct } from "constructs";
import { callsOf, type NamedCall } from "../shared/contract.ts";
import { Alarms } from "./alarms/alarms.ts";
import { Dashboards } from "./alarms/dashboards.ts";
import { LogMetrics } from "./alarms/log-metrics.ts";
import { Api } from "./api.ts";
import { type BackgroundName, background } from "./background.ts";
import { Backups, TableExport } from "./backups.ts";
import { setBoundary } from "./boundary.ts";
import { DomainStack } from "./domain.ts";
import { explain } from "./explain.ts";
import { type FunctionsCode, makeFunction, makeRunning, type StageContext } from "./function.ts";
import { Identity } from "./identity.ts";
import { Jobs } from "./jobs.ts";
import { MalwareScan } from "./malware.ts";
import { namesIn } from "./names.ts";
import { Operators } from "./operators.ts";
import { type EdgeParts, Portal } from "./portal/portal.ts";
import { Queries } from "./queries.ts";
import { malwareScanOf, type Settings } from "./settings.ts";
import { SmokeRole } from "./smoke-role.ts";
import { Storage } from "./storage.ts";

/** A deployment: its commit, and what was decided about the stage. */
export interface Made {
  readonly release: string;
  readonly settings: Partial<Settings>;
}

/** What the product's stack is made from. */
export interface LaurelProps extends StackProps {
  readonly settings: Settings;
  readonly edge: EdgeParts;
  /** The folder with the bundled handlers, or `inline` for assertions that need no build. */
  readonly code: FunctionsCode;
  /** What the deployment is made from, for whoever asks what runs, and for the next deployment. */
  readonly made?: Made;
  /** The handlers to make, as `credential/publish`; all of the contract and the background list otherwise. */
  readonly handlers?: readonly string[];
}

/**
 * One stage of the product but for the portal's files: storage, identity, API, jobs and alarms here, a nested stack per domain
 * and one for the counts of log lines.
 */
export class LaurelStack extends Stack {
  readonly domains: readonly DomainStack[];
  readonly calls: readonly NamedCall[];
  readonly storage: Storage;
  readonly portal: Portal;
  /** What the portal is told when it starts. */
  readonly portalConfiguration: Readonly<Record<string, unknown>>;

  constructor(scope: Construct, id: string, { settings, edge, code, handlers, made: madeFrom, ...props }: LaurelProps) {
    super(scope, id, props);
    const made = (path: string) => !handlers || handlers.includes(path);
    this.calls = callsOf().filter(({ domain, file }) => made(`${domain}/${file}`));

    setBoundary(this);
    const names = namesIn(this, settings.stage);
    const storage = new Storage(this, "Storage", settings);
    const scan = malwareScanOf(settings);
    if (!settings.malwareScanOffBecause) new MalwareScan(this, "Malware", storage.files, names.files);
    const behind = new Construct(this, "Background");
    const running = makeRunning(behind);
    const preToken = makeFunction(behind, { stage: settings.stage, code }, running, {
      path: "auth/pre-token",
      ...background["auth/pre-token"],
      need: background["auth/pre-token"],
    });
    const identity = new Identity(this, "Identity", settings, preToken);
    const api = new Api(this, "Api", settings, identity.pool, identity.client);
    const portal = new Portal(this, "Portal", settings, storage, api, edge);
    this.storage = storage;
    this.portal = portal;
    const stripe = this.providerKeys("StripeSecret", names.stripe, {
      description: "The card provider's keys; empty keys mean the sandbox",
      names: ["secretKey", "webhookSecret", "publishableKey"],
    });
    const paypal = this.providerKeys("PayPalSecret", names.paypal, {
      description: "PayPal's keys; with empty keys nobody can pay by PayPal. An optional mode is sandbox or live",
      names: ["clientId", "clientSecret", "webhookId"],
    });

    const context: StageContext = {
      stage: settings.stage,
      code,
      environment: {
        STAGE: settings.stage,
        TABLE_NAME: storage.table.tableName,
        USER_POOL_ID: identity.pool.userPoolId,
        USER_POOL_CLIENT_ID: identity.client.userPoolClientId,
        PORTAL_ORIGIN: portal.origin,
        MAIL_FROM: settings.mailFrom,
        ENCRYPTION_KEY_ID: storage.fieldsKey.keyArn,
        ...(settings.invitationsPerMinute && { INVITATIONS_PER_MINUTE: String(settings.invitationsPerMinute) }),
        ...(settings.malwareScanOffBecause && { UPLOADS_UNSCANNED: "yes" }),
        ...(settings.factorRequired && { FACTOR_REQUIRED: "yes" }),
        CERTIFICATES_SIGNED: storage.signingKeys.length > 0 ? "yes" : "no",
      },
      table: storage.table,
      userPoolArn: identity.pool.userPoolArn,
      secrets: { stripe, paypal },
      fieldsKeyArn: storage.fieldsKey.keyArn,
      mailFrom: settings.mailFrom,
      signingKeys: storage.signingKeys,
      filesOrigin: storage.filesOrigin,
      ...(settings.payouts && { payouts: settings.payouts }),
      tableExported: settings.checked ?? "nightly",
      reserveConcurrency: settings.reserveConcurrency ?? false,
    };
    const workers = (Object.keys(background) as BackgroundName[]).filter(made);
    const jobs = new Jobs(this, "Jobs", context, running, workers);
    this.domains = [...Map.groupBy(this.calls, ({ domain }) => domain)].map(
      ([domain, calls]) =>
        new DomainStack(this, capitalized(domain), {
          context,
          calls,
          api: api.http,
          authorizer: api.authorizer,
        }),
    );
    const stage = api.open(this.calls, this.domains);
    const { accessLog } = api;
    const logMetrics = new LogMetrics(this, "LogMetrics", settings, { domains: this.domains, running, accessLog });
    const watched = { settings, storage, identity, stage, accessLog, jobs, domains: this.domains, running, logMetrics };
    const { signals } = new Alarms(this, "Alarms", watched);
    const backups = new Backups(this, "Backups", settings, storage, signals);
    const scheduleDead = jobs.deadLetters.find(({ node }) => node.id === "schedules-dead")!;
    new TableExport(this, "TableExport", settings, storage, scheduleDead);
    new Dashboards(this, "Dashboards", watched);
    new Queries(this, "Queries", watched);
    new Operators(this, "Operators", watched);
    const smoke = new SmokeRole(this, "SmokeTest", { ...watched, backups });

    this.portalConfiguration = {
      region: this.region,
      userPoolId: identity.pool.userPoolId,
      userPoolClientId: identity.client.userPoolClientId,
      filesOrigin: storage.filesOrigin,
      payments: settings.stripePublishableKey ? "stripe" : "sandbox",
      ...(settings.stripePublishableKey && { stripePublishableKey: settings.stripePublishableKey }),
      ...(settings.paypal && { paypal: "paypal" }),
      stage: settings.stage,
    };
    if (madeFrom) {
      new CfnOutput(this, "Release", { value: madeFrom.release });
      new CfnOutput(this, "Settings", { value: JSON.stringify(madeFrom.settings) });
    }
    new CfnOutput(this, "MalwareScan", { value: scan });
    new CfnOutput(this, "PortalOrigin", { value: portal.origin });
    new CfnOutput(this, "FilesOrigin", { value: storage.filesOrigin });
    new CfnOutput(this, "UserPoolId", { value: identity.pool.userPoolId });
    new CfnOutput(this, "StripeKeys", { value: names.stripe });
    new CfnOutput(this, "PayPalKeys", { value: names.paypal });
    new CfnOutput(this, "SignedBucket", { value: names.signed });
    new CfnOutput(this, "BackupVault", { value: backups.vault.backupVaultName });
    new CfnOutput(this, "BackupRole", { value: backups.role.roleArn });
    new CfnOutput(this, "SmokeRole", { value: smoke.role.roleArn });
    new CfnOutput(this, "TableName", { value: storage.table.tableName });
  }

  /** A secret for a provider's keys, all empty until an operator writes them. */
  private providerKeys(
    id: string,
    secretName: string,
    { description, names }: { description: string; names: readonly string[] },
  ): Secret {
    const secret = new Secret(this, id, {
      secretName,
      description,
      secretObjectValue: Object.fromEntries(names.map((name) => [name, SecretValue.unsafePlainText("")])),
      removalPolicy: RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE,
    });
    explain(secret, { SMG4: "The provider issues these keys: an operator rotates them there and here, by runbook." });
    return secret;
  }
}

const capitalized = (word: string) => `${word[0]!.toUpperCase()}${word.slice(1)}`;
