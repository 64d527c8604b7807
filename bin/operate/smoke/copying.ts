import { BackupClient, DescribeBackupJobCommand, StartBackupJobCommand } from "@aws-sdk/client-backup";
import {
  DescribeExportCommand,
  DescribeTableCommand,
  DynamoDBClient,
  ExportTableToPointInTimeCommand,
} from "@aws-sdk/client-dynamodb";
import { environment } from "../../../functions/runtime/environment.ts";
import { backupDays } from "../../../lib/backup-days.ts";
import { tableExportsFolder } from "../../../shared/platform/environment.ts";
import { absentLocally, type Course, type Step } from "./step.ts";

/** Of a small table both take some minutes. */
const COPIED_SECONDS = 900;

const notAsked = ({ tries }: Course) =>
  tries.backup ? undefined : "it takes minutes, and what it makes is kept: --backup";

async function tableArn(region: string): Promise<string | undefined> {
  const asked = new DescribeTableCommand({ TableName: environment("TABLE_NAME") });
  const { Table } = await new DynamoDBClient({ region }).send(asked);
  return Table?.TableArn;
}

const unfinished: readonly (string | undefined)[] = ["CREATED", "PENDING", "RUNNING", "ABORTING"];

/** By AWS Backup: a copy that DynamoDB makes by itself needs neither the role nor the vault, of which nobody knows yet. */
export const backup: Step = {
  name: "backup",
  proves: "AWS Backup copies the table into the vault, in the role of its plan",
  otherwise: "lib/runbooks/backups-fail.md; AWS Backup, Jobs: one that is PENDING or RUNNING may yet come to its end",
  isTimeless: true,
  absent: (course) => notAsked(course) ?? absentLocally("BACKUP", "has no AWS Backup"),
  async look({ region, wait }) {
    const client = new BackupClient({ region });
    const [BackupVaultName, IamRoleArn] = [environment("BACKUP_VAULT"), environment("BACKUP_ROLE")];
    const ResourceArn = await tableArn(region);
    const Lifecycle = { DeleteAfterDays: backupDays };
    const asked = new StartBackupJobCommand({ BackupVaultName, IamRoleArn, ResourceArn, Lifecycle });
    const { BackupJobId } = await client.send(asked);
    const ended = await wait(`The backup job ${BackupJobId} comes to its end`, COPIED_SECONDS, async () => {
      const job = await client.send(new DescribeBackupJobCommand({ BackupJobId }));
      return unfinished.includes(job.State) ? undefined : job;
    });
    if (ended.State !== "COMPLETED") throw new Error(`${BackupJobId} ${ended.State}: ${ended.StatusMessage}`);
    return `The copy lies in the vault ${BackupVaultName} for ${backupDays} days, in which nobody can delete it.`;
  },
};

export const tableExport: Step = {
  name: "export",
  proves: "the table can go back in time, and DynamoDB exports it to where its invariants are checked",
  otherwise:
    "DynamoDB, the table, Backups: point-in-time recovery is on; DynamoDB, Exports to S3: one that is in progress may yet come to its end; lib/runbooks/invariants-unchecked.md",
  isTimeless: true,
  absent: notAsked,
  async look({ region, wait }) {
    const client = new DynamoDBClient({ region });
    const TableArn = await tableArn(region);
    const where = { S3Bucket: environment("EXPORTS_BUCKET"), S3Prefix: tableExportsFolder };
    const asked = new ExportTableToPointInTimeCommand({
      ...where,
      TableArn,
      ExportFormat: "DYNAMODB_JSON",
    });
    const { ExportDescription: { ExportArn } = {} } = await client.send(asked);
    const ended = await wait(`${ExportArn} comes to its end`, COPIED_SECONDS, async () => {
      const { ExportDescription: found } = await client.send(new DescribeExportCommand({ ExportArn }));
      return found?.ExportStatus === "IN_PROGRESS" ? undefined : found;
    });
    if (ended.ExportStatus !== "COMPLETED")
      throw new Error(`${ExportArn} ${ended.ExportStatus}: ${ended.FailureCode}, ${ended.FailureMessage}`);
    return `${ended.ItemCount} items: within half an hour the function platform-check-export logs invariants_checked, and the alarm invariants-unchecked is OK. The export of every night is asked by a role of its own: look for it tomorrow.`;
  },
};
