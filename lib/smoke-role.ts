import { Stack } from "aws-cdk-lib";
import { AccountRootPrincipal, PolicyDocument, PolicyStatement, Role } from "aws-cdk-lib/aws-iam";
import { Construct } from "constructs";
import { tableExportsPrefix } from "../shared/platform/environment.ts";
import { scheduledOf } from "./background.ts";
import type { Backups } from "./backups.ts";
import { explain } from "./explain.ts";
import type { Identity } from "./identity.ts";
import { globalName, namesIn } from "./names.ts";
import type { Settings } from "./settings.ts";
import type { Storage } from "./storage.ts";
import { triedAlarms } from "./tried-alarms.ts";

/** The items that the smoke test reads or writes itself, by the beginning of their keys; all else it asks of the API. */
const reached = ["USER", "EMAIL", "DELETED", "ORG", "ORGNAME", "INVITE", "TOKEN", "AUDIT", "EVENT"];
/** Lists, their numbers and what is due, of people and organizations. */
const listed = ["LIST#organizations#*", "COUNT#LIST#organizations#*", "COUNT#ORG#*", "DUE#organization-*"];
const due = ["DUE#archive-*", "DUE#person-erasure"];
const keys = [...reached.map((kind) => `${kind}#*`), ...listed, ...due];

/** What the smoke test stands on. */
export interface SmokeRoleProps {
  readonly settings: Settings;
  readonly storage: Storage;
  readonly identity: Identity;
  readonly backups: Backups;
}

/**
 * The role in which the workflow's deployer runs the smoke test: it makes and ends an organization and accounts, looks for
 * their audit rows and for what is counted of their log lines, has the clock's functions
 * run once, which pay nobody, and where it is asked to, alarms ring and the table copied. Nobody else takes it.
 */
export class SmokeRole extends Construct {
  readonly role: Role;

  constructor(scope: Construct, id: string, { settings, storage, identity, backups }: SmokeRoleProps) {
    super(scope, id);
    const { partition, region, account } = Stack.of(this);
    const bucket = `arn:${partition}:s3:::${namesIn(this, settings.stage).audit}`;
    const deployer = `arn:${partition}:iam::${account}:role/${globalName(settings, "deployer")}`;
    const onTable = (names: string[]) =>
      new PolicyStatement({
        actions: names.map((name) => `dynamodb:${name}`),
        resources: [storage.table.tableArn],
        conditions: {
          "ForAllValues:StringLike": { "dynamodb:LeadingKeys": keys },
          Null: { "dynamodb:LeadingKeys": "false" }, // a request without keys would fit all values of none
        },
      });
    const exported = storage.exports.arnForObjects(`${tableExportsPrefix}*`);
    const exportsOfTable = `${storage.table.tableArn}/export/*`;
    const statements = [
      onTable(["BatchGetItem", "GetItem", "Query", "ConditionCheckItem", "DeleteItem", "PutItem", "UpdateItem"]),
      new PolicyStatement({
        actions: ["AdminCreateUser", "AdminDeleteUser", "AdminSetUserPassword"].map((name) => `cognito-idp:${name}`),
        resources: [identity.pool.userPoolArn],
      }),
      new PolicyStatement({
        actions: ["lambda:InvokeFunction"],
        resources: scheduledOf(settings.stage).map(
          (name) => `arn:${partition}:lambda:${region}:${account}:function:${name}`,
        ),
      }),
      new PolicyStatement({
        actions: ["backup:DescribeBackupJob", "cloudwatch:GetMetricStatistics", "sns:ListSubscriptions"],
        resources: ["*"],
      }),
      new PolicyStatement({
        actions: ["cloudwatch:DescribeAlarmHistory", "cloudwatch:SetAlarmState"],
        resources: triedAlarms(settings).map(
          ({ region: where, name }) => `arn:${partition}:cloudwatch:${where}:${account}:alarm:${name}`,
        ),
      }),
      new PolicyStatement({
        actions: ["dynamodb:DescribeTable", "dynamodb:ExportTableToPointInTime"],
        resources: [storage.table.tableArn],
      }),
      new PolicyStatement({ actions: ["dynamodb:DescribeExport"], resources: [exportsOfTable] }),
      new PolicyStatement({ actions: ["backup:StartBackupJob"], resources: [backups.vault.backupVaultArn] }),
      new PolicyStatement({
        actions: ["iam:PassRole"],
        resources: [backups.role.roleArn],
        conditions: { StringEquals: { "iam:PassedToService": "backup.amazonaws.com" } },
      }),
      // DynamoDB writes an export with the rights of who asks for it.
      new PolicyStatement({
        actions: ["s3:AbortMultipartUpload", "s3:PutObject", "s3:PutObjectAcl"],
        resources: [exported],
      }),
      new PolicyStatement({ actions: ["s3:GetObject"], resources: [`${bucket}/events/*`] }),
      new PolicyStatement({
        actions: ["s3:ListBucket"],
        resources: [bucket],
        conditions: { StringLike: { "s3:prefix": "events/*" } },
      }),
    ];
    this.role = new Role(this, "Role", {
      roleName: globalName(settings, "smoke"),
      description: "The smoke test of a deployment: an organization and people of its own, and their audit rows",
      // The deployer's stack may come later than this one, so it is no principal by its name.
      assumedBy: new AccountRootPrincipal().withConditions({ ArnEquals: { "aws:PrincipalArn": deployer } }),
      inlinePolicies: { own: new PolicyDocument({ statements }) },
    });
    const named = "DynamoDB names an export and its objects itself; nothing but exports of the table can be reached.";
    explain(this.role, {
      "IAM5[Resource::<StorageExports62CF1092.Arn>/table/AWSDynamoDB/*]": named,
      [`IAM5[Resource::${exportsOfTable}]`]: named,
      "IAM5[Resource::*]":
        "Jobs of AWS Backup, metrics and lists of subscriptions know no resources; these actions only read them.",
      [`IAM5[Resource::${bucket}/events/*]`]:
        "The objects of audit rows get their names when they are written; nothing else of the bucket can be read.",
    });
  }
}
