import { Duration, RemovalPolicy, Stack, Tags } from "aws-cdk-lib";
import {
  AttributeType,
  BillingMode,
  type ITable,
  StreamViewType,
  Table,
  TableEncryption,
} from "aws-cdk-lib/aws-dynamodb";
import { AnyPrincipal, Effect, PolicyStatement } from "aws-cdk-lib/aws-iam";
import { type IKey, Key, KeySpec, KeyUsage } from "aws-cdk-lib/aws-kms";
import {
  BlockPublicAccess,
  Bucket,
  BucketEncryption,
  type BucketProps,
  HttpMethods,
  ObjectLockRetention,
  ObjectOwnership,
  StorageClass,
} from "aws-cdk-lib/aws-s3";
import { Construct } from "constructs";
import { unfinishedDays } from "../shared/file/rules.ts";
import { checksPrefix, type SigningKey, seatPrefix, tableExportsPrefix } from "../shared/platform/environment.ts";
import { namesIn } from "./names.ts";
import type { Settings } from "./settings.ts";

/** The table and the buckets: all that is kept. */
export class Storage extends Construct {
  /** The stage's own, or the one that was restored in its place. */
  readonly table: ITable;
  /** Both of them after a restore. */
  readonly tables: readonly ITable[];
  /** Encrypts the table, and a restored one as well. */
  readonly tableKey: IKey;
  /** Encrypts single fields before they reach the table: bank accounts, and what opens a badge service. */
  readonly fieldsKey: Key;
  /** What signs certificates, the oldest first. */
  readonly signingKeys: readonly SigningKey[];
  readonly files: Bucket;
  readonly media: Bucket;
  readonly exports: Bucket;
  readonly portal: Bucket;
  readonly audit: Bucket;
  /** Certificates and what verifies them, as anybody reads them. */
  readonly signed: Bucket;
  readonly accessLogs: Bucket;
  readonly distributionLogs: Bucket;
  /** Where the browser sends uploads and fetches downloads; known before the bucket exists. */
  readonly filesOrigin: string;

  constructor(scope: Construct, id: string, settings: Settings) {
    super(scope, id);
    const own = this.makeTable();
    const { restoredTable } = settings;
    this.table = restoredTable
      ? Table.fromTableAttributes(this, "Restored", {
          tableName: restoredTable.name,
          tableStreamArn: restoredTable.streamArn,
        })
      : own;
    this.tableKey = own.encryptionKey!;
    this.tables = restoredTable ? [this.table, own] : [own];
    Tags.of(own).add("laurel:stage", settings.stage);
    this.fieldsKey = this.makeFieldsKey();
    this.signingKeys = this.makeSigningKeys(settings);

    this.accessLogs = new Bucket(this, "AccessLogs", {
      ...closed,
      lifecycleRules: [addressesEnd],
    });
    this.distributionLogs = new Bucket(this, "DistributionLogs", {
      ...closed,
      serverAccessLogsBucket: this.accessLogs,
      serverAccessLogsPrefix: "distribution-logs/",
      objectOwnership: ObjectOwnership.BUCKET_OWNER_PREFERRED, // CloudFront delivers its logs by an access list
      lifecycleRules: [addressesEnd],
    });
    const logged = (prefix: string): Partial<BucketProps> => ({
      ...closed,
      serverAccessLogsBucket: this.accessLogs,
      serverAccessLogsPrefix: `${prefix}/`,
    });
    // Names of our own: the portal's policy names the files bucket, whose CORS rule names the portal, without a circle.
    const { region, urlSuffix } = Stack.of(this);
    const names = namesIn(this, settings.stage);
    this.filesOrigin = `https://${names.files}.s3.${region}.${urlSuffix}`;
    this.files = new Bucket(this, "Files", {
      ...logged("files"),
      bucketName: names.files,
      lifecycleRules: [
        { tagFilters: { GuardDutyMalwareScanStatus: "THREATS_FOUND" }, expiration: Duration.days(30) },
        { prefix: seatPrefix, expiration: Duration.days(1), noncurrentVersionExpiration: Duration.days(1) },
        // recordings go on arriving on another day; the clock gives them up first
        { ...tidy, abortIncompleteMultipartUploadAfter: Duration.days(unfinishedDays + 1) },
      ],
    });
    this.media = new Bucket(this, "Media", {
      ...logged("media"),
      bucketName: names.media,
      lifecycleRules: [tidy],
    });
    this.exports = new Bucket(this, "Exports", {
      ...logged("exports"),
      bucketName: names.exports,
      lifecycleRules: [
        tidy,
        ...["asked/", "payouts/", "people/"].map((prefix) => ({ prefix, expiration: Duration.days(30) })),
        ...[tableExportsPrefix, checksPrefix].map((prefix) => ({
          prefix,
          expiration: Duration.days(settings.checked === "weekly" ? 9 : 2),
          noncurrentVersionExpiration: Duration.days(1),
        })),
      ],
    });
    this.portal = new Bucket(this, "Portal", { ...logged("portal"), lifecycleRules: [tidy] });
    this.signed = new Bucket(this, "Signed", {
      ...logged("signed"),
      bucketName: names.signed,
      lifecycleRules: [{ ...tidy, noncurrentVersionExpiration: Duration.days(35) }],
    });
    this.audit = new Bucket(this, "Audit", {
      ...logged("audit"),
      bucketName: names.audit,
      objectLockEnabled: true,
      objectLockDefaultRetention: ObjectLockRetention.governance(Duration.days(7 * 365)),
      lifecycleRules: [
        { transitions: [{ storageClass: StorageClass.GLACIER_INSTANT_RETRIEVAL, transitionAfter: Duration.days(90) }] },
      ],
    });
  }

  /** Lets the portal's pages post uploads, put parts of them, and read downloads; nobody else's. */
  allowOrigin(origin: string): void {
    this.files.addCorsRule({
      allowedOrigins: [origin],
      allowedMethods: [HttpMethods.POST, HttpMethods.PUT, HttpMethods.GET],
      allowedHeaders: ["*"],
      exposedHeaders: ["ETag"],
      maxAge: 3600,
    });
  }

  private makeFieldsKey(): Key {
    const key = new Key(this, "FieldsKey", {
      description: "Encrypts bank accounts and the badge service's tokens before they reach the table",
      enableKeyRotation: true,
      pendingWindow: Duration.days(30),
      removalPolicy: RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE,
    });
    // Whatever a role may do: without saying for what and whose, nothing is encrypted or opened.
    for (const name of ["purpose", "owner"]) {
      key.addToResourcePolicy(
        new PolicyStatement({
          effect: Effect.DENY,
          principals: [new AnyPrincipal()],
          actions: ["kms:Encrypt", "kms:Decrypt", "kms:ReEncryptFrom", "kms:ReEncryptTo", "kms:GenerateDataKey"],
          resources: ["*"],
          conditions: { Null: { [`kms:EncryptionContext:${name}`]: "true" } },
        }),
      );
    }
    return key;
  }

  /** A key that was ever used stays: what it signed is verified by its public half. A compromised one signs no more. */
  private makeSigningKeys({ signingKeys, domain }: Settings): SigningKey[] {
    const unset = domain ? [{ name: "key-1" }] : [];
    const wanted: readonly Wanted[] = signingKeys ?? unset;
    return wanted.map(({ name, state }): SigningKey => {
      const key = new Key(this, `Signing-${name}`, {
        description: `Signs certificates, as ${name} of every organization's DID document`,
        keySpec: KeySpec.ECC_NIST_EDWARDS25519,
        keyUsage: KeyUsage.SIGN_VERIFY,
        enabled: state !== "compromised",
        pendingWindow: Duration.days(30),
        removalPolicy: RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE,
      });
      return { name, keyId: key.keyArn, state: state ?? "active" };
    });
  }

  private makeTable(): Table {
    const { account, region, urlSuffix } = Stack.of(this);
    const key = new Key(this, "TableKey", {
      description: "The table's encryption key",
      enableKeyRotation: true,
      pendingWindow: Duration.days(30),
      removalPolicy: RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE,
    });
    // As AWS's own key for DynamoDB: who may use the table needs no word about its key.
    key.addToResourcePolicy(
      new PolicyStatement({
        principals: [new AnyPrincipal()],
        actions: [
          "kms:Encrypt",
          "kms:Decrypt",
          "kms:ReEncryptFrom",
          "kms:ReEncryptTo",
          "kms:GenerateDataKey",
          "kms:GenerateDataKeyWithoutPlaintext",
          "kms:DescribeKey",
          "kms:CreateGrant",
        ],
        resources: ["*"],
        conditions: {
          StringEquals: {
            "kms:CallerAccount": account,
            "kms:ViaService": `dynamodb.${region}.${urlSuffix}`,
          },
        },
      }),
    );
    return new Table(this, "Table", {
      partitionKey: { name: "pk", type: AttributeType.STRING },
      sortKey: { name: "sk", type: AttributeType.STRING },
      billingMode: BillingMode.PAY_PER_REQUEST,
      encryption: TableEncryption.CUSTOMER_MANAGED,
      encryptionKey: key,
      pointInTimeRecoverySpecification: { pointInTimeRecoveryEnabled: true, recoveryPeriodInDays: 35 },
      deletionProtection: true,
      timeToLiveAttribute: "ttl",
      stream: StreamViewType.NEW_AND_OLD_IMAGES,
      removalPolicy: RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE,
    });
  }
}

type Wanted = NonNullable<Settings["signingKeys"]>[number];

const closed = {
  blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
  encryption: BucketEncryption.S3_MANAGED,
  enforceSSL: true,
  minimumTLSVersion: 1.2,
  objectOwnership: ObjectOwnership.BUCKET_OWNER_ENFORCED,
  versioned: true,
  removalPolicy: RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE,
} as const satisfies BucketProps;

/** Logs of AWS's own with people's addresses in them: long enough to find an attacker, and no longer. */
const addressesEnd = {
  expiration: Duration.days(30),
  noncurrentVersionExpiration: Duration.days(1),
  abortIncompleteMultipartUploadAfter: Duration.days(1),
};

const tidy = {
  noncurrentVersionExpiration: Duration.days(90),
  abortIncompleteMultipartUploadAfter: Duration.days(1),
};
