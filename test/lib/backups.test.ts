import { describe, expect, test } from "vitest";
import { runsPerMonth } from "../../bin/operate/costs.ts";
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

  const [[, plan]] = of("AWS::Backup::BackupPlan") as [ReturnType<typeof of>[number]];
  const rules: { ScheduleExpression: string }[] = plan.Properties.BackupPlan.BackupPlanRule;

  test("are made of the table five times a month, into that vault", () => {
    for (const rule of rules) {
      expect(rule).toMatchObject({
        Lifecycle: { DeleteAfterDays: 35 },
        TargetBackupVault: { "Fn::GetAtt": [vaultId, "BackupVaultName"] },
      });
    }
    expect(rules.map(({ ScheduleExpression }) => runsPerMonth(ScheduleExpression))).toEqual([4, 1]);
    const tables = of("AWS::DynamoDB::Table").map(([id]) => ({ "Fn::GetAtt": [id, "Arn"] }));
    const [[, selection]] = of("AWS::Backup::BackupSelection") as [ReturnType<typeof of>[number]];
    expect(selection.Properties.BackupSelection.Resources).toEqual(tables);
  });

  test("never lie as far apart as an alarm can look back, which rings when none was made in that time", () => {
    const [[, { Properties: missing }]] = of("AWS::CloudWatch::Alarm").filter(([, { Properties }]) =>
      JSON.stringify(Properties.AlarmName).includes("backups-missing"),
    ) as [ReturnType<typeof of>[number]];
    expect(missing).toMatchObject({ Period: 86_400, EvaluationPeriods: 7, Threshold: 1, TreatMissingData: "missing" });
    const starts = Array.from({ length: 24 }, (_, month) =>
      rules.flatMap(({ ScheduleExpression }) => {
        const [, minute, hour, days] = /^cron\((\d+) (\d+) ([\d,]+) \* \? \*\)$/.exec(ScheduleExpression)!;
        return days!.split(",").map((day) => Date.UTC(2027, month, Number(day), Number(hour), Number(minute)));
      }),
    )
      .flat()
      .toSorted((a, b) => a - b);
    const gaps = starts.slice(1).map((start, index) => start - starts[index]!);
    // a job may begin an hour late
    expect(Math.max(...gaps) / 3_600_000).toBeLessThan(7 * 24 - 1);
  });

  test("are written by a role that may copy the table into the vault, and nothing else", () => {
    const roles = of("AWS::IAM::Role").filter(([, { Properties }]) =>
      JSON.stringify(Properties.AssumeRolePolicyDocument).includes("backup.amazonaws.com"),
    );
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

  test("that fail are told, with their page of the runbooks", () => {
    const rules = of("AWS::Events::Rule").filter(([, rule]) => JSON.stringify(rule).includes("aws.backup"));
    expect(rules).toHaveLength(1);
    const [[, { Properties }]] = rules as [ReturnType<typeof of>[number]];
    expect(Properties.EventPattern.detail.state).toEqual(["ABORTED", "EXPIRED", "FAILED"]);
    expect(JSON.stringify(Properties.Targets)).toContain("runbooks/backups-fail.md");
  });
});

test.each([
  ["dev", "every night", "cron(0 4 * * ? *)", 2, "nightly"],
  ["live", "once a week, where that was decided", "cron(0 4 ? * SUN *)", 9, "weekly"],
])(
  "the table of %s is exported %s, and its check looks for the newest export every quarter of an hour",
  async (stage, _, expression, days, told) => {
    const { templates } = (await synthesizedShapes()).find((shape) => shape.stage === stage)!;
    const resources = templates.flatMap(({ Resources }) => Object.values(Resources));
    const named = (type: string, word: string) =>
      resources.find(({ Type, Properties }) => Type === type && JSON.stringify(Properties).includes(word))!.Properties;
    expect(named("AWS::Scheduler::Schedule", "exportTableToPointInTime").ScheduleExpression).toBe(expression);
    const rules = named("AWS::S3::Bucket", "table/AWSDynamoDB/").LifecycleConfiguration.Rules;
    expect(rules.find(({ Prefix }: { Prefix?: string }) => Prefix === "table/AWSDynamoDB/").ExpirationInDays).toBe(
      days,
    );
    expect(named("AWS::Lambda::Function", "platform/check-export.handler").Environment.Variables.TABLE_EXPORTED).toBe(
      told,
    );
    expect(named("AWS::Scheduler::Schedule", "Check every invariant").ScheduleExpression).toBe("rate(15 minutes)");
  },
);
