import { describe, expect, test } from "vitest";
import { synthesizedShapes } from "./synthesis.ts";

describe.each(await synthesizedShapes())("the backups of $stage", ({ stage, templates }) => {
  const of = (type: string) =>
    templates.flatMap(({ Resources }) => Object.entries(Resources).filter(([, { Type }]) => Type === type));
  const [[vaultId, vault]] = of("AWS::Backup::BackupVault") as [ReturnType<typeof of>[number]];

  test("are kept for 35 days where nobody can delete them, and outlive the stage; for ever locked where that was decided", () => {
    expect(vault.Properties.LockConfiguration).toEqual({
      MinRetentionDays: 35,
      MaxRetentionDays: 100,
      // named at all, it is the lock that even the account's owner cannot take back
      ...(stage === "live" && { ChangeableForDays: 3 }),
    });
    expect([vault.DeletionPolicy, vault.UpdateReplacePolicy]).toEqual(["RetainExceptOnCreate", "Retain"]);
  });

  test("are made of the table every night, into that vault", () => {
    const [[, plan]] = of("AWS::Backup::BackupPlan") as [ReturnType<typeof of>[number]];
    expect(plan.Properties.BackupPlan.BackupPlanRule).toEqual([
      expect.objectContaining({
        ScheduleExpression: "cron(0 3 * * ? *)",
        Lifecycle: { DeleteAfterDays: 35 },
        TargetBackupVault: { "Fn::GetAtt": [vaultId, "BackupVaultName"] },
      }),
    ]);
    const tables = of("AWS::DynamoDB::Table").map(([id]) => ({ "Fn::GetAtt": [id, "Arn"] }));
    const [[, selection]] = of("AWS::Backup::BackupSelection") as [ReturnType<typeof of>[number]];
    expect(selection.Properties.BackupSelection.Resources).toEqual(tables);
  });

  test("are written by a role that may copy the table into the vault, and nothing else", () => {
    const roles = of("AWS::IAM::Role").filter(([, role]) => JSON.stringify(role).includes("backup.amazonaws.com"));
    expect(roles).toHaveLength(1);
    const [[, { Properties }]] = roles as [ReturnType<typeof of>[number]];
    expect(Properties.ManagedPolicyArns).toBeUndefined();
    const { Statement } = Properties.Policies[0].PolicyDocument;
    expect(Statement.flatMap(({ Action }: { Action: string | string[] }) => Action).toSorted()).toEqual([
      "backup:CopyIntoBackupVault",
      "backup:DescribeBackupVault",
      "backup:TagResource",
      "dynamodb:CreateBackup",
      "dynamodb:DeleteBackup",
      "dynamodb:DescribeBackup",
      "dynamodb:DescribeTable",
      "dynamodb:ListTagsOfResource",
      "dynamodb:StartAwsBackupJob",
      "kms:CreateGrant",
      "kms:Decrypt",
      "kms:DescribeKey",
      "kms:GenerateDataKey",
    ]);
    expect(JSON.stringify(Statement)).not.toContain('"*"');
  });

  test("that fail are told, with their section of the runbooks", () => {
    const rules = of("AWS::Events::Rule").filter(([, rule]) => JSON.stringify(rule).includes("aws.backup"));
    expect(rules).toHaveLength(1);
    const [[, { Properties }]] = rules as [ReturnType<typeof of>[number]];
    expect(Properties.EventPattern.detail.state).toEqual(["ABORTED", "EXPIRED", "FAILED"]);
    expect(JSON.stringify(Properties.Targets)).toContain("runbooks/backups.md");
  });
});
