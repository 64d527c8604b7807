import { Duration, RemovalPolicy, Stack } from "aws-cdk-lib";
import { BackupPlan, BackupPlanRule, BackupResource, BackupVault } from "aws-cdk-lib/aws-backup";
import { Metric } from "aws-cdk-lib/aws-cloudwatch";
import { Schedule } from "aws-cdk-lib/aws-events";
import { Effect, PolicyDocument, PolicyStatement, Role, ServicePrincipal } from "aws-cdk-lib/aws-iam";
import { Schedule as Clock, ScheduleExpression, ScheduleTargetInput } from "aws-cdk-lib/aws-scheduler";
import { Universal } from "aws-cdk-lib/aws-scheduler-targets";
import type { IQueue } from "aws-cdk-lib/aws-sqs";
import { Construct } from "constructs";
import { tableExportsFolder, tableExportsPrefix } from "../shared/platform/environment.ts";
import type { Signals } from "./alarms/signals.ts";
import { backupDays } from "./backup-days.ts";
import { explain } from "./explain.ts";
import type { Settings } from "./settings.ts";
import type { Storage } from "./storage.ts";

/** What somebody makes by hand may be kept for longer, and not for ever: nobody could end it. */
const longestDays = 100;
/** Until then a lock that was set by mistake can be taken back; afterwards by nobody, AWS itself included. */
const graceDays = 3;
/**
 * Five copies a month. An alarm looks back seven days at most, so less lies between two of them, in months of 31 days, too:
 * six days and eighteen hours.
 */
const copied = {
  "every-sixth-day": Schedule.cron({ minute: "0", hour: "3", day: "1,7,13,19" }),
  "month-end": Schedule.cron({ minute: "0", hour: "21", day: "25" }),
};

/**
 * A copy of the table every sixth day, in a vault where nobody can delete it before its time; with the setting `backupsLocked`
 * the account's owner neither: what is left when an account's rights were in wrong hands. The table's own way back goes
 * with the table.
 */
export class Backups extends Construct {
  readonly vault: BackupVault;
  /** In which AWS Backup makes and ends the copies. */
  readonly role: Role;

  constructor(scope: Construct, id: string, settings: Settings, { tables, tableKey }: Storage, signals: Signals) {
    super(scope, id);
    const vault = new BackupVault(this, "Vault", {
      lockConfiguration: {
        minRetention: Duration.days(backupDays),
        maxRetention: Duration.days(longestDays),
        ...(settings.backupsLocked && { changeableFor: Duration.days(graceDays) }),
      },
      removalPolicy: RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE,
    });
    const plan = new BackupPlan(this, "Plan", {
      backupPlanRules: Object.entries(copied).map(
        ([ruleName, scheduleExpression]) =>
          new BackupPlanRule({
            ruleName,
            backupVault: vault,
            scheduleExpression,
            startWindow: Duration.hours(1),
            completionWindow: Duration.hours(8),
            deleteAfter: Duration.days(backupDays),
          }),
      ),
    });
    const { partition, region, account } = Stack.of(this);
    const recoveryPoints = `arn:${partition}:backup:${region}:${account}:recovery-point:*`;
    const arns = tables.map(({ tableArn }) => tableArn);
    const allow = (actions: string[], resources: string[]) =>
      new PolicyStatement({ effect: Effect.ALLOW, actions, resources });
    const role = new Role(this, "Role", {
      assumedBy: new ServicePrincipal("backup.amazonaws.com"),
      description: "Copies the table into the vault",
      inlinePolicies: {
        own: new PolicyDocument({
          statements: [
            allow(
              ["CreateBackup", "DescribeTable", "ListTagsOfResource", "StartAwsBackupJob"].map(
                (action) => `dynamodb:${action}`,
              ),
              arns,
            ),
            allow(
              ["DeleteBackup", "DescribeBackup"].map((action) => `dynamodb:${action}`),
              arns.map((arn) => `${arn}/backup/*`),
            ),
            allow(["backup:CopyIntoBackupVault", "backup:DescribeBackupVault"], [vault.backupVaultArn]),
            allow(["backup:TagResource"], [recoveryPoints]),
            new PolicyStatement({
              actions: ["Decrypt", "GenerateDataKey"].map((action) => `kms:${action}`),
              resources: [tableKey.keyArn],
              conditions: { StringLike: { "kms:ViaService": `dynamodb.${region}.*` } },
            }),
            allow(["kms:DescribeKey"], [tableKey.keyArn]),
            new PolicyStatement({
              actions: ["kms:CreateGrant"],
              resources: [tableKey.keyArn],
              conditions: { Bool: { "kms:GrantIsForAWSResource": "true" } },
            }),
          ],
        }),
      },
    });
    [this.vault, this.role] = [vault, role];
    const named = "AWS names a copy itself when it is made; nothing but copies of the table can be reached.";
    explain(
      role,
      Object.fromEntries(
        [...arns.map((arn) => `${arn}/backup/*`), recoveryPoints].map((arn) => [`IAM5[Resource::${arn}]`, named]),
      ),
    );
    plan.addSelection("Tables", {
      resources: arns.map((arn) => BackupResource.fromArn(arn)),
      role: role.withoutPolicyUpdates(),
      disableDefaultBackupPolicy: true,
    });
    signals.ring("backups-missing", {
      when: "No backup of the table was made for seven days",
      metric: new Metric({
        namespace: "AWS/Backup",
        metricName: "NumberOfBackupJobsCompleted",
        dimensionsMap: { BackupVaultName: vault.backupVaultName },
        period: Duration.days(1),
        statistic: "Sum",
      }),
      below: 1,
      periods: 7,
    });
    signals.hear("backups-fail", {
      when: "A backup of the table did not come to its end",
      pattern: {
        source: ["aws.backup"],
        detailType: ["Backup Job State Change"],
        detail: { backupVaultName: [vault.backupVaultName], state: ["ABORTED", "EXPIRED", "FAILED"] },
      },
      field: "$.detail.state",
    });
  }
}

/** Has DynamoDB export the table, for what looks at all of it; nothing of it is read from the table. */
export class TableExport extends Construct {
  constructor(scope: Construct, id: string, { checked }: Settings, { table, exports }: Storage, dead: IQueue) {
    super(scope, id);
    const allow = (actions: string[], resources: string[]) => new PolicyStatement({ actions, resources });
    const written = exports.arnForObjects(`${tableExportsPrefix}*`);
    const role = new Role(this, "Role", {
      assumedBy: new ServicePrincipal("scheduler.amazonaws.com"),
      description: "Has the table exported",
      inlinePolicies: {
        own: new PolicyDocument({
          statements: [
            allow(["dynamodb:ExportTableToPointInTime"], [table.tableArn]),
            allow(["s3:AbortMultipartUpload", "s3:PutObject", "s3:PutObjectAcl"], [written]),
            allow(["sqs:SendMessage"], [dead.queueArn]),
          ],
        }),
      },
    });
    explain(role, {
      "IAM5[Resource::<StorageExports62CF1092.Arn>/table/AWSDynamoDB/*]":
        "DynamoDB names the objects of an export itself; nothing else can be reached.",
    });
    new Clock(this, "export-table", {
      description: "Have the table exported for the check of its invariants",
      schedule: ScheduleExpression.expression(checked === "weekly" ? "cron(0 4 ? * SUN *)" : "cron(0 4 * * ? *)"),
      target: new Universal({
        service: "dynamodb",
        action: "exportTableToPointInTime",
        input: ScheduleTargetInput.fromObject({
          TableArn: table.tableArn,
          S3Bucket: exports.bucketName,
          S3Prefix: tableExportsFolder,
          ExportFormat: "DYNAMODB_JSON",
        }),
        role: role.withoutPolicyUpdates(),
        deadLetterQueue: dead,
        retryAttempts: 2,
        maxEventAge: Duration.hours(1),
      }),
    });
  }
}
