import { globSync, readFileSync } from "node:fs";
import { isDeepStrictEqual } from "node:util";
import { describe, expect, test } from "vitest";
import { seedKey } from "../../bin/seed/people.ts";
import { verdictOf } from "../../functions/clients/files.ts";
import { callsOfKey } from "../../functions/data/key-calls.ts";
import { organizationKeys } from "../../functions/data/keys/organization.ts";
import { paymentKeys } from "../../functions/data/keys/payment.ts";
import { platformKeys } from "../../functions/data/keys/platform.ts";
import { submissionKeys } from "../../functions/data/keys/submission.ts";
import { callsKey, callsPerOrganization } from "../../functions/data/organization-calls.ts";
import { background } from "../../lib/background.ts";
import type { BackgroundFunction } from "../../lib/background-function.ts";
import { boundaryActions } from "../../lib/boundary.ts";
import { needOf, routeKeyOf } from "../../lib/domain.ts";
import { needs } from "../../lib/needs.ts";
import { singlePageCode, viewerAddressCode } from "../../lib/portal/viewer-functions.ts";
import { apiNameOf, defaultSettings } from "../../lib/settings.ts";
import { callsOf } from "../../shared/contract.ts";
import { folders, unfinishedDays } from "../../shared/file/rules.ts";
import { problems } from "../../shared/http/problems.ts";
import {
  apiScope,
  environmentNames,
  queueNameOf,
  seatPrefix,
  viewerHeader,
} from "../../shared/platform/environment.ts";
import { eventTypes } from "../../shared/platform/events.ts";
import { portalFile } from "../../shared/platform/portal-files.ts";
import { runbookContents, runbooks, runbookText } from "../support/runbooks.ts";
import { fits } from "./resource-policy.ts";
import { type Resource, synthesizedShapes, synthesizeForTest } from "./synthesis.ts";

const list = <T>(value: T | T[] | undefined): T[] =>
  value === undefined ? [] : Array.isArray(value) ? value : [value];

const isDead = ({ QueueName }: { QueueName: string }): boolean => /-dead(?:\.fifo)?$/.test(QueueName);

/** A changed id would make CloudFormation replace what is kept: change this list only with a migration. */
const statefulIds = [
  "BackupsVault1F11AFCC",
  "IdentityClient148304DC",
  "IdentityPool9E5AED46",
  "PayPalSecretA6E1797E",
  "PortalDistribution29412EF8",
  "StorageAccessLogs96FB524C",
  "StorageAudit9012A908",
  "StorageDistributionLogs91248628",
  "StorageExports62CF1092",
  "StorageFieldsKey4A82AEBB",
  "StorageFiles48C02C92",
  "StorageMedia9333CB25",
  "StoragePortal67EC994C",
  "StorageSigned82623D2F",
  "StorageTableB43FDCE7",
  "StorageTableKeyCB154F04",
  "StripeSecret80A38A68",
];

const signingKeyId = "StorageSigningkey11DF043D5";

/** What holds something, and the property that would fix its name in the account; a pool's name may be there twice. */
const nameProperties: Record<string, string | undefined> = {
  "AWS::Cognito::UserPool": undefined,
  "AWS::DynamoDB::Table": "TableName",
  "AWS::KMS::Key": undefined,
  "AWS::Logs::LogGroup": "LogGroupName",
  "AWS::S3::Bucket": "BucketName",
  "AWS::SecretsManager::Secret": "Name",
};
/** Made anew without a loss: what the firewall saw is the edge's own, and the origin's secret is read at deployment. */
const replaceable = /^(FirewallLogs|ApiOriginSecret)/;

/** Written by hand: what the gateway lets in without a token. */
const publicRoutes = [
  "POST /api/user/login",
  "POST /api/user/login/code",
  "POST /api/policyviolations",
  "POST /api/user/refresh",
  "POST /api/user/logout",
  "POST /api/user/password/reset",
  "PUT /api/user/password/reset",
  "POST /api/user/password/validate",
  "POST /api/user/signup",
  "POST /api/user/signup/validate",
  "POST /api/user/selfinvite",
  "GET /api/Certificate",
  "POST /api/certificate/evidence",
  "GET /api/certificate/evidence/file",
  "GET /api/s/{code}",
  "POST /api/payment/stripe/webhook",
  "POST /api/payment/paypal/webhook",
  "GET /api/health",
];

/** What a key may call, and no more: the gateway lets it through for the function to look at the key. */
const keyRoutes = [
  "GET /api/v1/credential/list",
  "GET /api/v1/events",
  "GET /api/v1/credential/details",
  "GET /api/v1/credential/applicantslist",
  "GET /api/v1/credential/application",
  "GET /api/v1/organization/user/list",
  "POST /api/v1/organization/user",
  "DELETE /api/v1/organization/user",
  "DELETE /api/v1/user",
  "GET /api/v1/organization/certificates",
  "GET /api/v1/organization/billinghistory",
  "GET /api/v1/organization/certificate",
  "GET /api/v1/roster/import",
  "GET /api/v1/roster/import/faults",
  "GET /api/v1/roster/imports",
];

/** What no alarm tells: somebody says it, or has decided to do it; and what the pages of several alarms need. */
const procedures = [
  ...["failed-deployment", "rotation", "signing-keys", "restore", "lost-pool", "lost-region", "lost-phone"],
  ...["cross-tenant-read", "departed-organization", "payouts", "correction", "signed-objects"],
  ...["attack", "dead-letters", "slow-worker", "changed-by-hand"],
];

/** The portal's bucket knows neither legal holds nor retention. */
const unusedByUploader = ["s3:PutObjectLegalHold", "s3:PutObjectRetention"];

describe.each(await synthesizedShapes())("$stage", ({ stage, settings, templates }) => {
  const resources = templates.flatMap((template) => Object.entries(template.Resources));
  const of = (type: string): Resource[] => resources.filter(([, { Type }]) => Type === type).map(([, each]) => each);
  const one = (type: string): Resource["Properties"] => {
    const found = of(type);
    expect(found).toHaveLength(1);
    return found[0]!.Properties;
  };
  const { region } = settings;

  describe("routes", () => {
    const routes = of("AWS::ApiGatewayV2::Route").map(({ Properties }) => Properties);

    test("every call of the contract has one route, one more if a key may call it, and there is no other", () => {
      const wanted = [...callsOf().map(routeKeyOf), ...keyRoutes];
      expect(routes.map(({ RouteKey }) => RouteKey).sort()).toEqual(wanted.sort());
    });
    test("exactly the listed routes are public", () => {
      const open = routes
        .filter(({ AuthorizationType }) => AuthorizationType === "NONE")
        .map(({ RouteKey }) => RouteKey);
      const existing = new Set(routes.map(({ RouteKey }) => RouteKey));
      expect(open.sort()).toEqual([...publicRoutes.filter((route) => existing.has(route)), ...keyRoutes].sort());
    });
    test("every other route demands a token with our scope", () => {
      const open = [...publicRoutes, ...keyRoutes];
      for (const { RouteKey, ...route } of routes.filter(({ RouteKey }) => !open.includes(RouteKey))) {
        expect(route, RouteKey).toMatchObject({ AuthorizationType: "JWT", AuthorizationScopes: [apiScope] });
        expect(route.AuthorizerId, RouteKey).toBeDefined();
      }
    });
    test("calls that cost or can be guessed at are throttled tighter than the stage", () => {
      const { RouteSettings, DefaultRouteSettings, AccessLogSettings } = one("AWS::ApiGatewayV2::Stage");
      expect(DefaultRouteSettings).toMatchObject({ ThrottlingRateLimit: 2000, ThrottlingBurstLimit: 4000 });
      expect(AccessLogSettings.DestinationArn).toBeDefined();
      expect(Object.keys(RouteSettings)).toEqual(
        expect.arrayContaining(["POST /api/user/login", "POST /api/user/password/reset", "GET /api/Certificate"]),
      );
      for (const settings of Object.values<{ ThrottlingRateLimit: number }>(RouteSettings)) {
        expect(settings.ThrottlingRateLimit).toBeLessThanOrEqual(1000);
      }
    });
    test("one address behind the firewall cannot use up a public route, and the API's own name stands nowhere", () => {
      const { RouteSettings, DefaultRouteSettings } = one("AWS::ApiGatewayV2::Stage");
      const ofAddress = Object.fromEntries(
        of("AWS::WAFv2::WebACL")[0]!.Properties.Rules.map(({ Name, Statement }: Resource["Properties"]) => [
          Name,
          Statement.RateBasedStatement?.Limit / 300,
        ]),
      );
      const perSecond = (route: string) => (RouteSettings[route] ?? DefaultRouteSettings).ThrottlingRateLimit;
      const isSignIn = (route: string) => /^\w+ \/api\/user\/(login|password|selfinvite)/.test(route);
      const answering = publicRoutes.filter((route) => route !== "POST /api/policyviolations"); // nobody waits for its answer
      for (const route of answering)
        expect(perSecond(route), route).toBeGreaterThanOrEqual(
          10 * ofAddress[isSignIn(route) ? "sign-ins-per-address" : "requests-per-address"],
        );
      for (const { Properties } of of("AWS::CertificateManager::Certificate"))
        expect(Properties.CertificateTransparencyLoggingPreference, Properties.DomainName).toBe(
          /^[0-9a-f]{24}\./.test(Properties.DomainName) ? "DISABLED" : undefined,
        );
      const told = templates.flatMap(({ Outputs = {} }) => Object.values(Outputs).map(({ Value }) => Value));
      const [name = "execute-api"] = of("AWS::ApiGatewayV2::DomainName").map(({ Properties }) => Properties.DomainName);
      expect(JSON.stringify(told)).not.toContain(name);
      expect(JSON.stringify(told)).not.toContain("execute-api");
    });
    test("whatever the clock or a scan starts and fails for good is put aside, where an alarm rings", () => {
      const started = Object.entries(background).flatMap(([name, { runs }]) =>
        runs.on === "schedule" || runs.on === "scan" ? [`laurel-${stage}-${name.replace("/", "-")}`] : [],
      );
      const functions = new Map(
        templates.flatMap(({ Resources }) =>
          Object.entries(Resources)
            .filter(([, { Type }]) => Type === "AWS::Lambda::Function")
            .map(([id, { Properties }]) => [id, Properties.FunctionName]),
        ),
      );
      const configured = of("AWS::Lambda::EventInvokeConfig").map(({ Properties }) => {
        expect(JSON.stringify(Properties.DestinationConfig.OnFailure)).toContain("schedulesdead");
        return functions.get(Properties.FunctionName.Ref);
      });
      expect(configured.toSorted()).toEqual(started.toSorted());
    });
    test("the API stays below the quota of routes", () => expect(routes.length).toBeLessThanOrEqual(300));
  });

  describe("what is kept", () => {
    test("the table is recoverable, protected, encrypted with our key, and streams both images", () => {
      expect(one("AWS::DynamoDB::Table")).toMatchObject({
        PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: true, RecoveryPeriodInDays: 35 },
        DeletionProtectionEnabled: true,
        SSESpecification: { SSEEnabled: true, SSEType: "KMS" },
        TimeToLiveSpecification: { AttributeName: "ttl", Enabled: true },
        StreamSpecification: { StreamViewType: "NEW_AND_OLD_IMAGES" },
        BillingMode: "PAY_PER_REQUEST",
      });
    });
    test("nothing that is kept has changed its logical id", () => {
      const stateful = resources.filter(([, { Type }]) =>
        [
          "AWS::Backup::BackupVault",
          "AWS::CloudFront::Distribution",
          "AWS::Cognito::UserPool",
          "AWS::Cognito::UserPoolClient",
          "AWS::DynamoDB::Table",
          "AWS::KMS::Key",
          "AWS::S3::Bucket",
          "AWS::SecretsManager::Secret",
        ].includes(Type),
      );
      const ids = stateful.map(([id]) => id).filter((id) => !replaceable.test(id));
      expect(ids.sort()).toEqual([...statefulIds, ...(settings.domain !== undefined ? [signingKeyId] : [])].sort());
    });
    test("what is kept outlives its stack and a replacement, and goes with an attempt that failed to create it", () => {
      const kept = resources.filter(([, { Type }]) => Type in nameProperties);
      expect(kept.length).toBeGreaterThan(20);
      for (const [id, { DeletionPolicy, UpdateReplacePolicy }] of kept.filter(([id]) => !replaceable.test(id)))
        expect([id, DeletionPolicy, UpdateReplacePolicy]).toEqual([id, "RetainExceptOnCreate", "Retain"]);
      expect(resources.filter(([, { DeletionPolicy }]) => DeletionPolicy === "Retain")).toEqual([]);
    });
    test("nothing that may be left behind has a name that the next attempt would need", () => {
      for (const [id, { Type, Properties, DeletionPolicy }] of resources) {
        if (DeletionPolicy !== "RetainExceptOnCreate") continue;
        const property = nameProperties[Type]!;
        const name = property && Properties[property];
        expect(name === undefined || JSON.stringify(name).includes("AWS::StackId"), id).toBe(true);
      }
    });
    test("keys rotate that encrypt", () => {
      const keys = of("AWS::KMS::Key").map(({ Properties }) => Properties);
      const encrypting = keys.filter(({ KeySpec }) => KeySpec === undefined);
      expect(encrypting).toHaveLength(2);
      for (const each of encrypting) expect(each.EnableKeyRotation, each.Description).toBe(true);
    });
    test("a stage signs with a key of its own once it has a domain, and only the function that signs may use it", () => {
      const keys = resources.filter(([, { Properties }]) => Properties?.KeySpec === "ECC_NIST_EDWARDS25519");
      const wanted = { KeyUsage: "SIGN_VERIFY", Enabled: true };
      expect(keys.map(([, { Properties }]) => Properties)).toEqual(
        settings.domain ? [expect.objectContaining(wanted)] : [],
      );
      const roles = resources.filter(([, { Properties }]) =>
        JSON.stringify(Properties?.Policies ?? "").includes("kms:Sign"),
      );
      expect(roles.map(([, { Properties }]) => Properties.Description)).toEqual(
        settings.domain ? ["Runs platform-sign-certificates"] : [],
      );
    });
    test("the key for fields refuses whoever does not say what for and whose", () => {
      const { KeyPolicy } = of("AWS::KMS::Key").find(({ Properties }) =>
        Properties.Description.includes("bank accounts"),
      )!.Properties;
      const denied = KeyPolicy.Statement.filter(({ Effect }: { Effect: string }) => Effect === "Deny");
      for (const name of ["purpose", "owner"]) {
        expect(denied).toContainEqual(
          expect.objectContaining({
            Principal: { AWS: "*" },
            Action: expect.arrayContaining(["kms:Encrypt", "kms:Decrypt", "kms:GenerateDataKey"]),
            Condition: { Null: { [`kms:EncryptionContext:${name}`]: "true" } },
          }),
        );
      }
    });

    test("buckets are closed, encrypted, versioned and tidied", () => {
      for (const [id, { Properties }] of resources.filter(([, { Type }]) => Type === "AWS::S3::Bucket")) {
        expect(Properties, id).toMatchObject({
          PublicAccessBlockConfiguration: {
            BlockPublicAcls: true,
            BlockPublicPolicy: true,
            IgnorePublicAcls: true,
            RestrictPublicBuckets: true,
          },
          BucketEncryption: { ServerSideEncryptionConfiguration: expect.any(Array) },
          VersioningConfiguration: { Status: "Enabled" },
        });
        expect(Properties.LifecycleConfiguration.Rules.length, id).toBeGreaterThan(0);
        const owner = id.includes("DistributionLogs") ? "BucketOwnerPreferred" : "BucketOwnerEnforced";
        expect(Properties.OwnershipControls.Rules, id).toEqual([{ ObjectOwnership: owner }]);
      }
    });
    test("an upload in parts that nobody ends is gone from every bucket that is written to after a day, of recordings a day after their week", () => {
      const endless = of("AWS::S3::Bucket").filter(
        ({ Properties }) =>
          !Properties.LifecycleConfiguration.Rules.some(
            (rule: Record<string, unknown>) =>
              rule.Status === "Enabled" &&
              !("Prefix" in rule || "TagFilters" in rule) &&
              JSON.stringify(rule.AbortIncompleteMultipartUpload) ===
                `{"DaysAfterInitiation":${JSON.stringify(Properties).includes(seatPrefix) ? unfinishedDays + 1 : 1}}`,
          ),
      );
      // the archive of audit rows gets each of them whole, by one put
      expect(endless.map(({ Properties }) => Properties.ObjectLockEnabled)).toEqual([true]);
    });
    test("every bucket refuses what does not come over TLS", () => {
      const policies = of("AWS::S3::BucketPolicy").map(({ Properties }) => JSON.stringify(Properties.PolicyDocument));
      expect(policies).toHaveLength(of("AWS::S3::Bucket").length);
      for (const policy of policies) expect(policy).toContain('"aws:SecureTransport":"false"');
    });
    test("only the portal's own pages may upload to the files bucket and read from it", () => {
      const withRules = of("AWS::S3::Bucket").filter(({ Properties }) => Properties.CorsConfiguration);
      expect(withRules).toHaveLength(1);
      const [rule] = withRules[0]!.Properties.CorsConfiguration.CorsRules;
      expect(rule.AllowedMethods).toEqual(["POST", "PUT", "GET"]);
      expect(rule.ExposedHeaders).toEqual(["ETag"]);
      expect(JSON.stringify(rule.AllowedOrigins)).toContain(settings.domain?.portal ?? "DomainName");
      expect(rule.AllowedOrigins).not.toContain("*");
    });
    test("every upload is scanned for malware, and read by nobody before it was found clean", () => {
      const [plan] = of("AWS::GuardDuty::MalwareProtectionPlan");
      const { ProtectedResource, Actions } = plan!.Properties;
      expect(Actions).toEqual({ Tagging: { Status: "ENABLED" } });
      const [files] = of("AWS::S3::Bucket").filter(({ Properties }) => Properties.CorsConfiguration);
      expect(ProtectedResource.S3Bucket.BucketName).toEqual(files!.Properties.BucketName);
      expect(ProtectedResource.S3Bucket.ObjectPrefixes).toEqual(folders.map((folder) => `${folder}/`));
      const denials = of("AWS::S3::BucketPolicy").flatMap(({ Properties }) =>
        Properties.PolicyDocument.Statement.filter(({ Action }: { Action: unknown }) =>
          [Action].flat().includes("s3:GetObject"),
        ),
      );
      const StringNotEquals = {
        "s3:ExistingObjectTag/GuardDutyMalwareScanStatus": "NO_THREATS_FOUND",
        "aws:PrincipalTag/looks-at": "uploads",
      };
      const Action = ["s3:GetObject", "s3:GetObjectVersion"];
      expect(denials.filter(({ Effect }) => Effect === "Deny")).toMatchObject([
        { Action, Condition: { StringNotEquals } },
      ]);
      const lookers = of("AWS::IAM::Role").filter(({ Properties }) =>
        JSON.stringify(Properties.Tags ?? "").includes("looks-at"),
      );
      expect(lookers.map(({ Properties }) => Properties.Description).toSorted()).toEqual([
        "GuardDuty: reads uploads and writes its verdict on them",
        "Runs file-check-recordings",
        "Runs file-complete-parts",
        "Runs file-confirm",
        "Runs file-read-parts",
        "Runs file-remove-lost-uploads",
      ]);
    });
    test("copies that reviewers get go after a day, with what was removed of them, and one function makes them", () => {
      const [files] = of("AWS::S3::Bucket").filter(({ Properties }) => Properties.CorsConfiguration);
      expect(files!.Properties.LifecycleConfiguration.Rules).toContainEqual({
        Prefix: "seats/",
        ExpirationInDays: 1,
        NoncurrentVersionExpiration: { NoncurrentDays: 1 },
        Status: "Enabled",
      });
      const roles = of("AWS::IAM::Role").flatMap(({ Properties: { Description, Policies = [] } }) =>
        Policies.flatMap(({ PolicyDocument }: { PolicyDocument: { Statement: object[] } }) =>
          PolicyDocument.Statement.filter((each) => JSON.stringify(each).includes("seats/*")).map((each) => ({
            Description,
            ...each,
          })),
        ),
      );
      const Action = ["s3:GetObject", "s3:PutObject", "s3:PutObjectTagging"];
      expect(roles).toMatchObject([{ Description: "Runs file-download", Effect: "Allow", Action }]);
    });
    test("the audit bucket cannot be rewritten", () => {
      const locked = of("AWS::S3::Bucket").filter(({ Properties }) => Properties.ObjectLockEnabled);
      expect(locked).toHaveLength(1);
      expect(locked[0]!.Properties.ObjectLockConfiguration.Rule.DefaultRetention.Days).toBe(7 * 365);
    });
  });

  describe("identity", () => {
    test("only we make accounts and new passwords, addresses count in any case, and the pool cannot be deleted by mistake", () => {
      expect(one("AWS::Cognito::UserPool")).toMatchObject({
        AdminCreateUserConfig: { AllowAdminCreateUserOnly: true },
        UsernameAttributes: ["email"],
        UsernameConfiguration: { CaseSensitive: false },
        DeletionProtection: "ACTIVE",
        UserPoolTier: "ESSENTIALS",
        AccountRecoverySetting: { RecoveryMechanisms: [{ Name: "admin_only", Priority: 1 }] },
        Policies: {
          PasswordPolicy: {
            MinimumLength: 8,
            RequireLowercase: false,
            RequireNumbers: false,
            RequireSymbols: false,
            RequireUppercase: false,
          },
        },
        LambdaConfig: { PreTokenGenerationConfig: { LambdaVersion: "V2_0" } },
      });
    });
    test("the client can only sign in through us, keeps tokens short and rotates what refreshes them", () => {
      const client = one("AWS::Cognito::UserPoolClient");
      expect(client).toMatchObject({
        PreventUserExistenceErrors: "ENABLED",
        EnableTokenRevocation: true,
        GenerateSecret: false,
        ExplicitAuthFlows: ["ALLOW_ADMIN_USER_PASSWORD_AUTH"],
        AccessTokenValidity: 15,
        RefreshTokenValidity: 30 * 24 * 60,
        TokenValidityUnits: { AccessToken: "minutes", RefreshToken: "minutes" },
        RefreshTokenRotation: { Feature: "ENABLED", RetryGracePeriodSeconds: 10 },
        ReadAttributes: ["custom:user_id", "email", "email_verified"],
        WriteAttributes: [],
        AllowedOAuthFlowsUserPoolClient: false,
      });
    });
  });

  describe("functions", () => {
    // CDK's own uploader of the portal is not one of ours.
    const functions = of("AWS::Lambda::Function")
      .map(({ Properties }) => Properties)
      .filter(({ FunctionName }) => FunctionName);
    const calls = callsOf();

    test("every call and every background function has one", () => {
      expect(functions.map(({ Handler }) => Handler).sort()).toEqual(
        [
          ...calls.map(({ domain, file }) => `${domain}/${file}.handler`),
          ...Object.keys(background).map((name) => `${name}.handler`),
        ].sort(),
      );
    });
    test("each has a role of its own", () => {
      const roles = functions.map(({ Role, FunctionName }) => `${JSON.stringify(Role)} ${FunctionName.split("-")[2]}`);
      expect(new Set(roles).size).toBe(functions.length);
    });
    test("each says how it runs", () => {
      for (const each of functions) {
        expect(each, each.Handler).toMatchObject({
          Runtime: "nodejs24.x",
          Architectures: ["arm64"],
          MemorySize: expect.any(Number),
          LoggingConfig: { LogFormat: "JSON", LogGroup: expect.anything() },
          Environment: { Variables: { NODE_OPTIONS: "--disable-proto=delete" } },
        });
      }
    });
    test("a call takes at most ten seconds, or what an outside service or a copy of a recording takes: less than the gateway waits", () => {
      for (const named of calls) {
        const each = functions.find(({ Handler }) => Handler === `${named.domain}/${named.file}.handler`);
        const { secrets, encryption } = needOf(named);
        const isLong = secrets || encryption || named.name === "download";
        expect(each.Timeout, each.Handler).toBeLessThanOrEqual(isLong ? 28 : 10);
      }
    });
    test("the settings of each call are the listed ones, and none is a secret", () => {
      for (const { Handler, Environment } of functions.filter(
        ({ Handler }) => !(Handler.replace(".handler", "") in background),
      )) {
        expect(Object.keys(Environment.Variables).sort(), Handler).toEqual(
          [...environmentNames, "NODE_OPTIONS"].sort(),
        );
        expect(JSON.stringify(Environment), Handler).not.toMatch(/resolve:secretsmanager|sk_(test|live)|BEGIN /);
      }
    });
    test("nothing of the local world is in a template: no address of one's own machine, no sandbox's, no seeded key", () => {
      const settings = functions.map(({ Environment }) => Environment.Variables);
      const names = settings.flatMap((each) => Object.keys(each));
      expect(names).not.toContain("WEBHOOKS_TO_LOCALHOST");
      expect(names.filter((name) => /^AWS_ENDPOINT_URL|_API_URL$/.test(name))).toEqual([]);
      const text = JSON.stringify(templates);
      for (const { text: key, key_id, secret } of [seedKey])
        for (const form of [key, key_id, secret.toString("hex"), secret.toString("base64url"), secret.toString()])
          expect(text).not.toContain(form);
      expect(text).not.toMatch(
        /WEBHOOKS_TO_LOCALHOST|localhost|127\.0\.0\.1|laurel_local|\/sandbox\/|bin\/local|bin\/seed/,
      );
    });
    test("logs are kept, and not for ever", () => {
      for (const { Properties } of of("AWS::Logs::LogGroup"))
        expect([30, 90, 400]).toContain(Properties.RetentionInDays);
    });
    test("every need names a call", () => {
      const names = calls.map(({ domain, name }) => `${domain}.${name}`);
      expect(Object.keys(needs).filter((name) => !names.includes(name))).toEqual([]);
    });
  });

  describe("permissions", () => {
    type Statement = { Effect: string; Action?: string | string[]; Resource: unknown; Condition?: unknown };
    const isCounting = ({ Effect, Action, Condition }: Statement) =>
      Effect === "Allow" &&
      list(Action).length === 1 &&
      JSON.stringify(Condition ?? {}).includes("dynamodb:LeadingKeys");
    const documents = [
      ...of("AWS::IAM::Role").flatMap(({ Properties }) => list(Properties.Policies)),
      ...of("AWS::IAM::Policy").map(({ Properties }) => Properties),
      ...of("AWS::IAM::ManagedPolicy").map(({ Properties }) => Properties),
    ];
    const boundaries = documents.filter(({ Description }) => Description === "The outer limit of every role of Laurel");
    // CDK's own helpers of a deployment grant themselves more than they use; the boundary takes that away.
    const helpers = resources.filter(([id]) => id.startsWith("Custom")).map(([, { Properties }]) => Properties);
    const helping = new Set([
      ...helpers.flatMap(({ Policies }) => list(Policies)),
      ...helpers.filter(({ PolicyDocument }) => PolicyDocument),
    ]);
    const statementsOf = (some: typeof documents): Statement[] =>
      some.flatMap(({ PolicyDocument }) => PolicyDocument.Statement);
    const statements = statementsOf(
      documents.filter((document) => !boundaries.includes(document) && !helping.has(document)),
    );

    test("every action is written out, and none scans", () => {
      for (const action of statements.flatMap(({ Action }) => list(Action))) {
        expect(action).toMatch(/^[a-z0-9-]+:[A-Za-z]+$/);
        expect(action).not.toBe("dynamodb:Scan");
      }
    });
    const knowsNoResource = (action: string) =>
      /^cloudwatch:/.test(action) ||
      /^(sqs:ListQueues|scheduler:ListSchedules|ses:GetAccount|sns:ListSubscriptions|backup:DescribeBackupJob)$/.test(
        action,
      ) ||
      /^logs:(DescribeLogGroups|DescribeQueryDefinitions|GetQueryResults|StopQuery)$/.test(action);
    test("every statement names its resources, but for what knows none: metrics, dashboards, queries and lists", () => {
      for (const { Action, Resource } of statements) {
        if (list(Action).every((action) => knowsNoResource(action))) continue;
        expect(list(Resource), String(Action)).not.toContain("*");
      }
    });
    test("mail leaves from the stage's sender alone, to whomever: a sandbox asks for the recipients' identities too", () => {
      const sending = statements.filter(({ Action }) => list(Action).includes("ses:SendEmail"));
      expect(sending.length).toBeGreaterThan(0);
      for (const { Resource, Condition } of sending) {
        expect(JSON.stringify(Resource)).toMatch(/:identity\/\*"/);
        expect(Condition).toEqual({ StringEquals: { "ses:FromAddress": expect.stringContaining("@") } });
      }
    });
    test("a GET only reads the table and all others write it, unless their need says otherwise", () => {
      const writes = ["dynamodb:PutItem", "dynamodb:UpdateItem", "dynamodb:DeleteItem", "dynamodb:ConditionCheckItem"];
      const roles = of("AWS::IAM::Role").map(({ Properties }) => Properties);
      for (const named of callsOf()) {
        const role = roles.find(({ Description }) => Description === `Runs ${named.domain}-${named.file}`);
        const own: Statement[] = (role.Policies ?? []).flatMap(
          (policy: { PolicyDocument: { Statement: Statement[] } }) => policy.PolicyDocument.Statement,
        );
        const [counting, granted] = [own.filter(isCounting), own.filter((each) => !isCounting(each))];
        const actions = granted.flatMap(({ Action }) => list(Action));
        const use = needOf(named).table ?? (named.call.route.startsWith("GET ") ? "read" : "write");
        expect(actions.includes("dynamodb:GetItem"), role.Description).toBe(use !== "none");
        const some = actions.filter((action: string) => writes.includes(action));
        expect(some.toSorted(), role.Description).toEqual(use === "write" ? writes.toSorted() : []);
        const { allow } = named.call;
        const counts = typeof allow === "object" && allow.within === "organization";
        expect(counting.length, role.Description).toBe(counts && use === "read" ? 1 : 0);
      }
    });
    test("who only reads may count calls of organizations, and of keys where they may call, and nothing else", () => {
      const counting = statements.filter(isCounting);
      expect(counting.length).toBeGreaterThan(20);
      const ofKeys = `${callsOfKey("").pk}*`;
      const readsByKey = keyRoutes.filter((route) => route.startsWith("GET ")).length;
      expect(counting.filter(({ Condition }) => JSON.stringify(Condition).includes(ofKeys))).toHaveLength(readsByKey);
      for (const { Action, Resource, Condition } of counting) {
        expect(list(Action)).toEqual(["dynamodb:UpdateItem"]);
        expect(list(Resource)).toHaveLength(1);
        expect(Condition).toEqual({
          "ForAllValues:StringLike": {
            "dynamodb:LeadingKeys": expect.toSatisfy((keys: string[]) =>
              [[`${callsKey("").pk}*`], [`${callsKey("").pk}*`, ofKeys]].some((each) => isDeepStrictEqual(keys, each)),
            ),
          },
          Null: { "dynamodb:LeadingKeys": "false" },
        });
      }
    });
    test("the smoke test's role reaches people, organizations and lists of the table, and no money, work or keys", () => {
      const own = statements.filter(
        (each) => !isCounting(each) && JSON.stringify(each.Condition ?? {}).includes("dynamodb:LeadingKeys"),
      );
      const allowing = own.filter(({ Effect }) => Effect === "Allow");
      expect(allowing).toHaveLength(1);
      const condition = allowing[0]!.Condition as Record<string, Record<string, string[]>>;
      expect(condition.Null).toEqual({ "dynamodb:LeadingKeys": "false" });
      const patterns = condition["ForAllValues:StringLike"]!["dynamodb:LeadingKeys"]!;
      const reaches = (pk: string) => patterns.some((pattern) => fits(pattern, pk));
      expect(reaches(organizationKeys.user("usr_1").pk)).toBe(true);
      const never = [
        paymentKeys.ledger("", "", "").pk,
        paymentKeys.payment("app_1").pk,
        submissionKeys.application("app_1").pk,
        organizationKeys.apiKey("key_1").pk,
        organizationKeys.challenge("hash").pk,
      ];
      expect(never.filter(reaches)).toEqual([]);
    });
    test("one organization gets at most half of what the gateway lets through", () => {
      const [{ Properties }] = of("AWS::ApiGatewayV2::Stage") as [Resource];
      const { ThrottlingRateLimit, ThrottlingBurstLimit } = Properties.DefaultRouteSettings;
      expect(callsPerOrganization.perSecond).toBeLessThanOrEqual(ThrottlingRateLimit / 2);
      expect(callsPerOrganization.burst).toBeLessThanOrEqual(ThrottlingBurstLimit / 2);
    });
    test("every role stands within the boundary, and nothing is granted that lies outside", () => {
      const granted = new Set(statements.flatMap(({ Action }) => list(Action)));
      expect([...granted].filter((action) => !boundaryActions.includes(action))).toEqual([]);
      const helped = statementsOf([...helping]).flatMap(({ Action }) => list(Action));
      const lost = helped.filter((pattern) => !boundaryActions.some((action) => fits(pattern, action)));
      expect(lost.filter((action) => !unusedByUploader.includes(action))).toEqual([]);
      for (const { Properties } of of("AWS::IAM::Role")) expect(Properties.PermissionsBoundary).toBeDefined();
    });
    test("the eraser alone takes versions of certificates away, or learns of them", () => {
      const roles = of("AWS::IAM::Role").map(({ Properties }) => Properties);
      const granted = roles.flatMap(({ Description, Policies = [] }) =>
        Policies.flatMap((policy: { PolicyDocument: { Statement: Statement[] } }) => policy.PolicyDocument.Statement)
          .filter(({ Action }: Statement) =>
            list(Action).some((each) => /DeleteObjectVersion|BucketVersions/.test(each)),
          )
          .filter(({ Resource }: Statement) => JSON.stringify(Resource).includes("-signed-"))
          .map(() => Description),
      );
      expect([...new Set(granted)]).toEqual(["Runs user-erase-people"]);
    });
    test("nobody may change or remove what is written once", () => {
      expect(boundaries).toHaveLength(3);
      for (const { PolicyDocument } of boundaries) {
        const denied = PolicyDocument.Statement.find(({ Effect }: Statement) => Effect === "Deny");
        expect(denied).toMatchObject({ Action: ["dynamodb:DeleteItem", "dynamodb:UpdateItem"], Resource: "*" });
        const [beginnings] = Object.values(denied.Condition["ForAnyValue:StringLike"]);
        const never = [platformKeys.audit("", ""), paymentKeys.ledger("", "", "")];
        expect(beginnings).toEqual(never.map(({ pk }) => `${pk.slice(0, pk.indexOf("#"))}#*`));
      }
    });
    test("there is no user and no access key", () => {
      expect([...of("AWS::IAM::User"), ...of("AWS::IAM::AccessKey")]).toEqual([]);
    });
  });

  describe("what follows from a change", () => {
    test("queues are encrypted, keep messages for 14 days and give up after five tries", () => {
      const queues = of("AWS::SQS::Queue").map(({ Properties }) => Properties);
      for (const queue of queues) {
        expect(queue).toMatchObject({ SqsManagedSseEnabled: true, MessageRetentionPeriod: 14 * 24 * 3600 });
        if (!isDead(queue)) expect(queue.RedrivePolicy.maxReceiveCount).toBe(5);
      }
    });
    test("a message stays invisible for six times its worker's timeout", () => {
      for (const { runs, ...need } of Object.values(background)) {
        if (runs.on !== "queue") continue;
        const queue = of("AWS::SQS::Queue").find(
          ({ Properties }) => Properties.QueueName === queueNameOf(stage, runs.purpose),
        );
        expect(queue!.Properties.VisibilityTimeout).toBeGreaterThanOrEqual(6 * need.timeoutSeconds);
      }
    });
    test("one bad message or change does not hold up the others", () => {
      const mappings = of("AWS::Lambda::EventSourceMapping").map(({ Properties }) => Properties);
      expect(mappings.length).toBeGreaterThan(1);
      for (const mapping of mappings) expect(mapping.FunctionResponseTypes).toEqual(["ReportBatchItemFailures"]);
      const stream = mappings.filter(({ StartingPosition }) => StartingPosition);
      expect(stream).toHaveLength(2);
      for (const each of stream)
        expect(each).toMatchObject({
          BisectBatchOnFunctionError: true,
          MaximumRecordAgeInSeconds: 24 * 3600,
          DestinationConfig: { OnFailure: { Destination: expect.anything() } },
        });
    });
    test("what follows from changes is worked on by fifty at a time where the account has room, webhooks everywhere, the rest by five", () => {
      const most = of("AWS::Lambda::EventSourceMapping").flatMap(
        ({ Properties }) => Properties.ScalingConfig?.MaximumConcurrency ?? [],
      );
      expect(most.filter((count) => count === 50)).toHaveLength(settings.reserveConcurrency ? 4 : 1);
      expect(most.filter((count) => count !== 50 && count !== 5)).toEqual([]);
    });
    test("committed audit rows are kept where nobody can rewrite them, and mails do not wait for that", () => {
      const [announcing, keeping] = of("AWS::Lambda::EventSourceMapping")
        .map(({ Properties }) => Properties)
        .filter(({ StartingPosition }) => StartingPosition !== undefined)
        .toSorted(
          (one, other) => (one.MaximumBatchingWindowInSeconds ?? 0) - (other.MaximumBatchingWindowInSeconds ?? 0),
        );
      expect(announcing.MaximumBatchingWindowInSeconds).toBeUndefined();
      expect(keeping.MaximumBatchingWindowInSeconds).toBe(60);
      const locked = of("AWS::S3::Bucket").find(({ Properties }) => Properties.ObjectLockEnabled)!;
      const keeper = of("AWS::Lambda::Function").find(
        ({ Properties }) => Properties.Handler === "platform/archive-audit.handler",
      )!;
      expect(keeper.Properties.Environment.Variables.AUDIT_BUCKET).toEqual(locked.Properties.BucketName);
    });
    test("what the clock starts is put aside when it fails", () => {
      for (const { Properties } of of("AWS::Scheduler::Schedule")) {
        if (JSON.stringify(Properties.Target.Arn).includes("sns:publish")) continue; // it is missed where it does not come
        expect(Properties.Target.DeadLetterConfig.Arn).toBeDefined();
        expect(Properties.Target.RetryPolicy.MaximumEventAgeInSeconds).toBeDefined();
      }
    });
  });

  describe("the portal", () => {
    const { DistributionConfig: distribution } = one("AWS::CloudFront::Distribution");
    const behavior = (path: string) =>
      distribution.CacheBehaviors.find(({ PathPattern }: { PathPattern: string }) => PathPattern === path);

    test("stands behind the firewall, logs, and speaks new TLS only", () => {
      expect(distribution.WebACLId).toBeDefined();
      expect(distribution.Logging.Bucket).toBeDefined();
      for (const { CustomOriginConfig, S3OriginConfig, OriginAccessControlId } of distribution.Origins) {
        if (S3OriginConfig) expect(OriginAccessControlId).toBeDefined();
        else
          expect(CustomOriginConfig).toMatchObject({
            OriginProtocolPolicy: "https-only",
            OriginSSLProtocols: ["TLSv1.2"],
          });
      }
    });
    test("is uploaded by a stack of its own, from what is there when the rest of the stage stands", () => {
      const uploads = templates.filter(({ Resources }) =>
        Object.values(Resources).some(({ Type }) => Type === "Custom::CDKBucketDeployment"),
      );
      expect(uploads.map(({ name }) => name)).toEqual([`Laurel-${stage}-portal.template.json`]);
      const [{ Resources }] = uploads as [(typeof templates)[number]];
      const made = Object.values(Resources).filter(({ Type }) => Type === "Custom::CDKBucketDeployment");
      expect(made).toHaveLength(4);
      for (const { Properties } of made) {
        expect(Properties.DestinationBucketName["Fn::ImportValue"]).toMatch(new RegExp(`^Laurel-${stage}:`));
        expect(Properties.DistributionId["Fn::ImportValue"]).toMatch(new RegExp(`^Laurel-${stage}:`));
      }
    });
    test("has its scripts and styles as brotli's at their own addresses, and as they are for whoever takes none", () => {
      const made = templates
        .flatMap(({ Resources }) => Object.values(Resources))
        .filter(({ Type }) => Type === "Custom::CDKBucketDeployment")
        .map(({ Properties }) => Properties);
      const compressed = made.filter(({ SystemMetadata }) => SystemMetadata["content-encoding"] === "br");
      expect(compressed.map(({ DestinationBucketKeyPrefix }) => DestinationBucketKeyPrefix)).toEqual([undefined]);
      expect(made.filter(({ DestinationBucketKeyPrefix }) => DestinationBucketKeyPrefix === "plain")).toHaveLength(1);
      const edge = new Function(`${singlePageCode}; return handler;`)() as (event: object) => { uri: string };
      for (const value of [
        "gzip, deflate, br, zstd",
        "br",
        "br;q=0.5",
        "gzip, br;q=1.0",
        "gzip",
        "br;q=0",
        "br; q=0.0, gzip",
        "",
      ])
        for (const uri of ["/assets/main-1.js", "/assets/main-1.css", "/assets/font.woff2", "/login"]) {
          const headers = value && { "accept-encoding": { value } };
          expect(edge({ request: { uri, headers: { ...(headers || {}) } } }).uri, `${uri} ${value}`).toBe(
            portalFile(uri, value),
          );
        }
      expect(portalFile("/assets/main-1.js", "gzip, br;q=0")).toBe("/plain/assets/main-1.js");
      expect(portalFile("/assets/main-1.js", "gzip, br")).toBe("/assets/main-1.js");
      expect(portalFile("/assets/font.woff2", "gzip")).toBe("/assets/font.woff2");
    });
    test("knows the API by a name that nobody guesses, where nobody has chosen one", () => {
      const names = of("AWS::ApiGatewayV2::DomainName").map(({ Properties }) => Properties.DomainName);
      expect(names).toEqual(settings.domain ? [expect.stringMatching(/^[0-9a-f]{24}\.laurel\.example$/)] : []);
      if (settings.domain === undefined) return;
      const whole = { ...defaultSettings("live"), ...settings };
      expect(apiNameOf({ ...whole, domain: { ...settings.domain, api: "kept.laurel.example" } })).toBe(
        "kept.laurel.example",
      );
      const { domain } = settings;
      const others = [
        { ...whole, stage: "other" },
        { ...whole, domain: { ...domain, zoneId: "Z9" } },
      ].map(apiNameOf);
      expect(new Set([...names, ...others]).size).toBe(3);
    });
    test("proves itself to the API", () => {
      const [secret] = distribution.Origins.flatMap(
        ({ OriginCustomHeaders }: { OriginCustomHeaders?: { HeaderName: string; HeaderValue: unknown }[] }) =>
          OriginCustomHeaders ?? [],
      );
      expect(secret.HeaderName).toBe("x-laurel-origin");
      expect(one("AWS::ApiGatewayV2::Stage").StageVariables.originSecret).toEqual(secret.HeaderValue);
    });
    test("says who called, whatever the caller says", () => {
      expect(behavior("/api/*").FunctionAssociations[0].EventType).toBe("viewer-request");
      const edge = new Function(`${viewerAddressCode}; return handler;`)() as (event: object) => object;
      const request = { headers: { [viewerHeader]: { value: "10.0.0.1" } } };
      expect(edge({ request, viewer: { ip: "203.0.113.7" } })).toEqual({
        headers: { [viewerHeader]: { value: "203.0.113.7" } },
      });
    });
    test("keeps no answer of the API, and no error of anything, for anybody else", () => {
      const [policy] = of("AWS::CloudFront::CachePolicy").map(({ Properties }) => Properties.CachePolicyConfig);
      expect(policy).toMatchObject({
        MinTTL: 0,
        DefaultTTL: 0,
        MaxTTL: 1,
        ParametersInCacheKeyAndForwardedToOrigin: {
          HeadersConfig: { HeaderBehavior: "whitelist", Headers: ["Authorization"] },
          QueryStringsConfig: { QueryStringBehavior: "all" },
        },
      });
      const calls = distribution.CacheBehaviors.filter(({ PathPattern }: { PathPattern: string }) =>
        PathPattern.startsWith("/api"),
      );
      expect(calls).toHaveLength(1);
      expect(calls[0].CachePolicyId).toEqual({ Ref: expect.stringContaining("PerCaller") });
      expect(distribution.CustomErrorResponses).toEqual(
        [400, 403, 404, 405, 414, 416, 500, 501, 502, 503, 504].map((ErrorCode) => ({
          ErrorCode,
          ErrorCachingMinTTL: 0,
        })),
      );
    });
    test("sends the security headers on every path", () => {
      for (const each of [distribution.DefaultCacheBehavior, ...distribution.CacheBehaviors]) {
        expect(each.ResponseHeadersPolicyId).toBeDefined();
      }
      const policies = of("AWS::CloudFront::ResponseHeadersPolicy").map(
        ({ Properties }) => Properties.ResponseHeadersPolicyConfig.SecurityHeadersConfig,
      );
      for (const policy of policies) {
        expect(policy.StrictTransportSecurity.AccessControlMaxAgeSec).toBe(63_072_000);
        expect(policy.ContentTypeOptions.Override).toBe(true);
      }
    });
    test("gives the single page for every path that is no file, dots in it included", () => {
      const edge = new Function(`${singlePageCode}; return handler;`)() as (event: object) => { uri: string };
      const brotli = { "accept-encoding": { value: "br" } };
      const paths = [
        "/",
        "/index.html",
        "/credentials/crd_1",
        "/Certificate",
        "/certificate",
        "/resetpassword/ada@northwind.test",
        "/login",
        "/login/Northwind_College",
        "/login/a/b",
        "/signin/",
        "/signup",
        "/assets/main.js",
        "/themes/dark.css",
        "/config.json",
        "/favicon.svg",
        "/assets",
        "/nothing.js",
      ];
      for (const uri of paths) expect(edge({ request: { uri, headers: brotli } }).uri, uri).toBe(portalFile(uri));
      expect(portalFile("/resetpassword/ada@northwind.test")).toBe("/account.html");
      expect(portalFile("/login/Northwind_College")).toBe("/sign-in.html");
      expect(portalFile("/login/a/b")).toBe("/index.html");
      expect(portalFile("/assets/main.js")).toBe("/assets/main.js");
    });
  });

  describe("the firewall", () => {
    test("limits addresses, uses the managed rules, and logs without tokens", () => {
      const rules = one("AWS::WAFv2::WebACL").Rules.map(({ Name }: { Name: string }) => Name);
      expect(rules).toEqual(
        expect.arrayContaining(["requests-per-token", "requests-per-address", "AWSManagedRulesCommonRuleSet"]),
      );
      expect(JSON.stringify(one("AWS::WAFv2::LoggingConfiguration").RedactedFields)).toContain("authorization");
    });
    test("lets a school behind one address in: by token, by address whatever it carries, and nothing static counts", () => {
      const rates = one("AWS::WAFv2::WebACL").Rules.flatMap(({ Name, Statement }: Resource["Properties"]) => {
        const { Limit, AggregateKeyType, CustomKeys, ScopeDownStatement } = Statement.RateBasedStatement ?? {};
        if (!Limit) return [];
        const keys = CustomKeys?.map((key: object & { Header?: { Name: string } }) => key.Header?.Name ?? "address");
        const paths = [...JSON.stringify(ScopeDownStatement).matchAll(/"SearchString":"([^"]+)"/g)].map(
          ([, path]) => path,
        );
        return [[Name, Limit, keys ?? AggregateKeyType, paths]];
      });
      expect(rates).toEqual([
        ["requests-per-token", 2000, ["address", "authorization"], ["/api/"]],
        ["requests-per-address", 20_000, "IP", ["/api/"]],
        ["sign-ins-per-address", 1000, "IP", ["/api/user/login", "/api/user/password", "/api/user/selfinvite"]],
      ]);
    });
    test("only counts what people write to the API, each rule with a number of its own, and says when to come back", () => {
      const { Rules, VisibilityConfig } = one("AWS::WAFv2::WebACL");
      const named = (name: string) => Rules.find(({ Name }: { Name: string }) => Name === name);
      expect(named("typed-to-the-api").Action).toEqual({ Count: {} });
      expect(named("typed-elsewhere").Action).toEqual({ Block: {} });
      const counted = Rules.flatMap(({ Statement }: Resource["Properties"]) =>
        (Statement.ManagedRuleGroupStatement?.RuleActionOverrides ?? []).map(({ Name }: { Name: string }) => Name),
      );
      expect(counted).toHaveLength(15);
      for (const rule of counted) expect(rule).toMatch(/_(BODY|QUERYSTRING|QUERYARGUMENTS)$/);
      const numbers = [...Rules, { VisibilityConfig }].map((each) => each.VisibilityConfig);
      for (const each of numbers) expect(each.CloudWatchMetricsEnabled).toBe(true);
      expect(new Set(numbers.map(({ MetricName }) => MetricName)).size).toBe(numbers.length);
      for (const { CustomResponse } of Rules.flatMap(({ Action }: Resource["Properties"]) => Action?.Block ?? [])) {
        if (CustomResponse) expect(CustomResponse.ResponseHeaders).toEqual([{ Name: "Retry-After", Value: "300" }]);
      }
    });
  });

  describe("operations", () => {
    test("every alarm, and every mail of a service, calls somebody and leads to a page of its own, which says when it rings", () => {
      const where = (page: string) =>
        settings.runbooksUrl
          ? `${settings.runbooksUrl}/${page}.md (lib/runbooks/${page}.md)`
          : `lib/runbooks/${page}.md`;
      const row = (page: string, when: string) => `\n| [${page}](${page}.md) | ${when}. |\n`;
      const alarms = of("AWS::CloudWatch::Alarm").map(({ Properties }) => {
        const { AlarmName, AlarmActions, OKActions, AlarmDescription, ...alarm } = Properties;
        const { ExtendedStatistic, EvaluateLowSampleCountPercentile } = alarm;
        expect(AlarmActions, AlarmName).toHaveLength(1);
        expect(OKActions, AlarmName).toEqual(AlarmActions);
        if (ExtendedStatistic) expect(EvaluateLowSampleCountPercentile, AlarmName).toBe("ignore");
        const page = AlarmName.replace(`laurel-${stage}-`, "").replace(/-(?:eu-central|us-east)-1$/, "");
        const [when] = AlarmDescription.split(". Runbook: ");
        expect(AlarmDescription).toBe(`${when}. Runbook: ${where(page)}`);
        expect(runbooks.get(page), `lib/runbooks/${page}.md`).toContain(`\n- \`laurel-<stage>-${page}\`: ${when}.\n`);
        expect(runbookContents).toContain(row(page, when));
        return page;
      });
      const mails = of("AWS::Events::Rule")
        .flatMap(({ Properties }) => list<Resource["Properties"]>(Properties.Targets))
        .filter(({ Arn }) => JSON.stringify(Arn).includes("Topic")) // the others start functions
        .map(({ InputTransformer: { InputTemplate } }) => {
          const [, when, page] =
            /^"(.+): <[^>]+>\. Runbook: .*lib\/runbooks\/([\w-]+)\.md\)?"$/.exec(InputTemplate) ?? [];
          expect(InputTemplate.endsWith(`. Runbook: ${where(page!)}"`), InputTemplate).toBe(true);
          expect(runbooks.get(page!), `lib/runbooks/${page}.md`).toContain(`\nA mail "${when}", by EventBridge.\n`);
          expect(runbookContents).toContain(row(page!, when!));
          return page!;
        });
      const ofBudget = of("AWS::Budgets::Budget").map(() => "cost"); // a budget's mail has no words of ours
      const led = [...alarms, ...mails, ...ofBudget];
      expect(alarms.length).toBeGreaterThan(60);
      expect(led.toSorted()).toEqual([...new Set(led)].toSorted());
      const rest = [...runbooks.keys()].filter((page) => !led.includes(page));
      expect(rest.toSorted()).toEqual(procedures.toSorted());
    });
    test("the pages of a queue name its own worker, and give its own messages back", () => {
      for (const [path, { runs }] of Object.entries<BackgroundFunction>(background)) {
        if (runs.on !== "queue") continue;
        const line = `\`npm run redrive -- ${runs.purpose} --stage <stage>\` gives them back.\n`;
        expect(runbooks.get(`${runs.purpose}-dead`)).toContain(line);
        expect(runbooks.get(`${runs.purpose}-waiting`)).toContain(
          `\`laurel-<stage>-${path.replace("/", "-")}\` is the worker`,
        );
      }
    });
    test("the runbooks name dashboards, queries and problems that exist", () => {
      const text = runbookText;
      const known = [
        ...Object.keys(problems),
        ...Object.keys(eventTypes),
        "cdk.json",
        "payouts.ach",
        "payouts.csv",
        "charge.refunded",
      ];
      for (const [, name] of text.matchAll(/`([a-z]+\.[a-z-]+)`/g)) expect(known).toContain(name);
      const queries = of("AWS::Logs::QueryDefinition").map(({ Properties }) => Properties.Name);
      for (const [, name] of text.matchAll(/saved query `([\w-]+)`/gi))
        expect([`laurel-${stage}/${name}`, `laurel-${stage}-${region}/${name}`]).toSatisfy(
          (places: string[]) => places.some((place) => queries.includes(place)),
          name,
        );
      const boards = of("AWS::CloudWatch::Dashboard").map(({ Properties }) => Properties.DashboardName);
      expect(boards).toEqual([`laurel-${stage}-${region}`]);
      const [body] = of("AWS::CloudWatch::Dashboard").map(({ Properties }) => JSON.stringify(Properties.DashboardBody));
      for (const [, name, parts] of text.matchAll(/ashboard `(laurel-[^`]*)`((?:, "[^"]+")*)/g)) {
        expect(name).toBe("laurel-<stage>");
        for (const [, part] of parts!.matchAll(/"([^"]+)"/g)) expect(body).toMatch(new RegExp(`(# |title.{5})${part}`));
      }
    });
    test("each runbook says how to see it, what it means, what to do and how to know that it is over", () => {
      const headings = ["How to see it", "What it means", "What to do", "How to know it is over"];
      for (const [page, text] of runbooks) {
        expect(
          [...text.matchAll(/^## (.+)$/gm)].map(([, heading]) => heading),
          page,
        ).toEqual(headings);
        for (const part of text.split(/^## .+$/m)) expect(part.trim(), page).not.toBe("");
        expect(text.split("\n").length, page).toBeLessThanOrEqual(40);
        const name = page.replaceAll("-", " ");
        expect(text.split("\n", 1)).toEqual([`# ${name[0]!.toUpperCase()}${name.slice(1)}`]);
        const steps = [...text.matchAll(/(?:\]\(([\w-]+)\.md\), )?\bsteps? (\d+)/g)];
        for (const [, other = page, step] of steps) expect(runbooks.get(other), page).toContain(`\n${step}. `);
      }
      const listed = [...runbookContents.matchAll(/^\| \[([\w-]+)\]\(\1\.md\) \|/gm)].map(([, page]) => page);
      expect(listed.toSorted()).toEqual([...runbooks.keys()].toSorted());
      const sources = globSync("{bin,lib}/**/*.ts").map((file) => readFileSync(file, "utf8"));
      const named = sources.flatMap((text) =>
        [...text.matchAll(/lib\/runbooks\/([\w-]+)\.md/g)].map(([, page]) => page!),
      );
      expect(named.filter((page) => page !== "README" && !runbooks.has(page))).toEqual([]);
    });
    test("the runbooks name functions, queues, secrets and commands that exist", () => {
      const text = runbookText;
      const functions = of("AWS::Lambda::Function").map(({ Properties }) => Properties.FunctionName);
      const queues = of("AWS::SQS::Queue").map(({ Properties }) => Properties.QueueName);
      const alarms = of("AWS::CloudWatch::Alarm").map(({ Properties }) =>
        Properties.AlarmName.replace(/-(?:eu-central|us-east)-1$/, ""),
      );
      const rest = [
        "-looks",
        "-payments",
        "-money",
        "-exports-",
        "-signed-",
        "-audit-",
        "-files-",
        "-stripe-",
        "-paypal-",
        "-blocked-ipv4-",
        "-firewall-refuses-",
      ].map((name) => `laurel-${stage}${name}`);
      for (const [, name] of text.matchAll(/laurel-<stage>(-[a-z0-9-]+)/g))
        expect([...functions, ...queues, ...alarms, ...rest], name).toContain(`laurel-${stage}${name}`);
      const { scripts } = JSON.parse(readFileSync("package.json", "utf8"));
      for (const [, name] of text.matchAll(/npm run ([\w:-]+)/g)) expect(Object.keys(scripts)).toContain(name);
      const outputs = templates.flatMap(({ Outputs }) => Object.keys(Outputs ?? {}));
      expect(outputs).toEqual(expect.arrayContaining(["TableName", "UserPoolId", "PortalOrigin"]));
    });
    test.each(["reconciliation-late", "invariants-unchecked", "backups-missing"])(
      "%s rings when its work does not happen any more, and not on a first day, when it was never due",
      (name) => {
        const late = of("AWS::CloudWatch::Alarm").find(({ Properties }) => Properties.AlarmName.endsWith(`-${name}`));
        expect(late!.Properties).toMatchObject({
          ComparisonOperator: "LessThanThreshold",
          Threshold: 1,
          TreatMissingData: "missing",
          InsufficientDataActions: late!.Properties.AlarmActions,
        });
      },
    );
    test("operators need a second factor, and reach neither the table nor uploads, secrets or keys", () => {
      const roles = of("AWS::IAM::Role").filter(({ Properties }) =>
        /^laurel-\w+-(?!smoke-)\w+-/.test(Properties.RoleName ?? ""),
      );
      expect(roles.map(({ Properties }) => Properties.RoleName).sort()).toEqual([
        `laurel-${stage}-looks-${region}`,
        `laurel-${stage}-payments-${region}`,
      ]);
      for (const { Properties } of roles) {
        const trusts = Properties.AssumeRolePolicyDocument.Statement;
        expect(trusts.map(({ Condition }: { Condition: object }) => Condition)).toEqual([
          { Bool: { "aws:MultiFactorAuthPresent": "true" } },
          { ArnLike: { "aws:PrincipalArn": expect.anything() } },
        ]);
        expect(JSON.stringify(trusts[1])).toContain(":role/aws-reserved/sso.amazonaws.com/*");
        expect(JSON.stringify(Properties.Policies)).not.toMatch(/dynamodb:|secretsmanager:|kms:|cognito-idp:|s3:Put/);
      }
      const [looks, payments] = roles
        .map(({ Properties }) => JSON.stringify(Properties.Policies))
        .sort((a, b) => a.length - b.length);
      expect(looks).not.toMatch(/s3:|lambda:|"sqs:(?!GetQueueAttributes|ListQueues)/);
      expect(payments).toContain("payouts/*");
    });
    test("every dead-letter queue is watched", () => {
      const dead = of("AWS::SQS::Queue").filter(({ Properties }) => isDead(Properties));
      const watched = of("AWS::CloudWatch::Alarm").filter(({ Properties }) => Properties.AlarmName.endsWith("-dead"));
      expect(watched).toHaveLength(dead.length);
    });
    test("no stack comes near the quota of 500 resources", () => {
      for (const { name, Resources } of templates) expect(Object.keys(Resources).length, name).toBeLessThanOrEqual(450);
    });
    test("no output tells a secret", () => {
      for (const { Outputs } of templates) expect(JSON.stringify(Outputs ?? {})).not.toMatch(/secret/i);
    });
  });
});

describe("a second region", () => {
  /** Where each kind of thing that counts in the whole account has its name. */
  const names: Record<string, (properties: Resource["Properties"]) => unknown> = {
    "AWS::Budgets::Budget": ({ Budget }) => Budget.BudgetName,
    "AWS::CloudFront::CachePolicy": ({ CachePolicyConfig }) => CachePolicyConfig.Name,
    "AWS::CloudFront::Distribution": () => undefined,
    "AWS::CloudFront::Function": ({ Name }) => Name,
    "AWS::CloudFront::OriginAccessControl": ({ OriginAccessControlConfig }) => OriginAccessControlConfig.Name,
    "AWS::CloudFront::OriginRequestPolicy": ({ OriginRequestPolicyConfig }) => OriginRequestPolicyConfig.Name,
    "AWS::CloudFront::ResponseHeadersPolicy": ({ ResponseHeadersPolicyConfig }) => ResponseHeadersPolicyConfig.Name,
    "AWS::CloudWatch::Dashboard": ({ DashboardName }) => DashboardName,
    "AWS::IAM::ManagedPolicy": ({ ManagedPolicyName }) => ManagedPolicyName,
    "AWS::IAM::Policy": () => undefined,
    "AWS::IAM::Role": ({ RoleName }) => RoleName,
    "AWS::WAFv2::IPSet": ({ Name }) => Name,
    "AWS::WAFv2::LoggingConfiguration": () => undefined,
    "AWS::WAFv2::WebACL": ({ Name }) => Name,
  };
  const inEdge: typeof names = {
    "AWS::CloudWatch::Alarm": ({ AlarmName }) => AlarmName,
    "AWS::Logs::LogGroup": ({ LogGroupName }) => LogGroupName,
    "AWS::SNS::Topic": ({ TopicName }) => TopicName,
  };

  test("of one stage can stand in the same account: nothing that counts in all of it has the same name", async () => {
    const namesFor = async (region: string) =>
      (await synthesizeForTest({ stage: "dev", settings: { region } })).flatMap(({ name, Resources }) => {
        const isEdge = name.includes("-edge-");
        const found = Object.values(Resources).flatMap(({ Type, Properties }) => {
          const global = /^AWS::(Budgets|CloudFront|IAM|Route53|WAFv2)::|Dashboard$/.test(Type);
          if (global) expect(Object.keys(names)).toContain(Type);
          const read = names[Type] ?? (isEdge ? inEdge[Type] : undefined);
          const given = read?.(Properties);
          return given === undefined ? [] : [`${Type} ${given}`];
        });
        return isEdge ? [name, ...found] : found;
      });
    const [here, there] = [await namesFor("us-east-1"), await namesFor("eu-central-1")];
    expect(here.length).toBeGreaterThan(10);
    expect(here.filter((name) => there.includes(name))).toEqual([]);
  });
});

test("a stage says how many invitations of a file leave in a minute, and nothing where its setting does not", async () => {
  const told = async (settings: { invitationsPerMinute?: number }) => {
    const templates = await synthesizeForTest({ stage: "dev", settings: { region: "us-east-1", ...settings } });
    const resources = templates.flatMap(({ Resources }) => Object.values(Resources));
    const names = ["laurel-dev-roster-work-imports", "laurel-dev-roster-continue-imports"];
    return names.map(
      (name) =>
        resources.find(({ Properties }) => Properties?.FunctionName === name)!.Properties.Environment.Variables
          .INVITATIONS_PER_MINUTE,
    );
  };
  expect(await told({ invitationsPerMinute: 50 })).toEqual(["50", "50"]);
  expect(await told({})).toEqual([undefined, undefined]);
});

test("a stage whose setting requires two-step sign-in tells its functions, and no other does", async () => {
  const told = async (settings: { factorRequired?: boolean }) => {
    const templates = await synthesizeForTest({ stage: "dev", settings: { region: "us-east-1", ...settings } });
    const functions = templates.flatMap(({ Resources }) => Object.values(Resources));
    const list = functions.find(({ Properties }) => Properties?.FunctionName === "laurel-dev-organization-list");
    return list!.Properties.Environment.Variables.FACTOR_REQUIRED;
  };
  expect([await told({ factorRequired: true }), await told({})]).toEqual(["yes", undefined]);
});

describe("a stage whose setting turns the malware scan off", () => {
  const off = (reason: string) => ({
    stage: "dev",
    settings: { region: "us-east-1", malwareScanOffBecause: reason },
  });

  test("pays for none, tells its functions, and says why among its outputs", async () => {
    const templates = await synthesizeForTest(off("uploads are scanned by the school's own proxy"));
    const resources = templates.flatMap(({ Resources }) => Object.values(Resources));
    expect(resources.filter(({ Type }) => Type === "AWS::GuardDuty::MalwareProtectionPlan")).toEqual([]);
    expect(JSON.stringify(templates)).not.toContain("s3:ExistingObjectTag/");
    const download = resources.find(({ Properties }) => Properties?.FunctionName === "laurel-dev-file-download");
    expect(download!.Properties.Environment.Variables).toMatchObject({ UPLOADS_UNSCANNED: "yes" });
    const outputs = templates.flatMap(({ Outputs = {} }) => (Outputs.MalwareScan ? [Outputs.MalwareScan.Value] : []));
    expect(outputs).toEqual(["off: uploads are scanned by the school's own proxy"]);
  });

  test("has to give a reason", async () => {
    for (const reason of ["", "   ", "no"])
      await expect(synthesizeForTest(off(reason))).rejects.toThrow("malwareScanOffBecause has to say why");
  });

  test("hands out what has no verdict, and nothing that was found infected before", () => {
    expect(verdictOf(undefined, { isScanned: true })).toBe("waiting");
    expect(verdictOf(undefined, { isScanned: false })).toBe("clean");
    for (const isScanned of [true, false]) expect(verdictOf("THREATS_FOUND", { isScanned })).toBe("infected");
  });
});
