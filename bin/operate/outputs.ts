import { CloudFormationClient, DescribeStacksCommand } from "@aws-sdk/client-cloudformation";
import { stackNames } from "../../lib/settings.ts";
import { settingsOf } from "./stage.ts";

/** What a command's environment says of its stage, and the outputs of the stage's stack that say the same. */
const outputs = {
  TABLE_NAME: "TableName",
  USER_POOL_ID: "UserPoolId",
  PORTAL_ORIGIN: "PortalOrigin",
  SIGNED_BUCKET: "SignedBucket",
  SMOKE_ROLE: "SmokeRole",
  BACKUP_VAULT: "BackupVault",
  BACKUP_ROLE: "BackupRole",
} as const;

/**
 * Puts a stage's table, user pool, origin, bucket of signed objects and region into the environment, as its stack names them. What the environment
 * names already goes before them; without a stage it is all there is.
 */
export async function enterStage(stage: string | undefined): Promise<void> {
  if (!stage) return;
  const settings = settingsOf(stage);
  process.env.AWS_REGION ||= settings.region;
  const missing = Object.entries(outputs).filter(([name]) => !process.env[name]);
  if (process.env.TABLE_NAME || missing.length === 0) return;
  const { main: StackName } = stackNames(settings);
  const { Stacks: [stack] = [] } = await new CloudFormationClient({ region: settings.region }).send(
    new DescribeStacksCommand({ StackName }),
  );
  for (const [name, output] of missing) {
    const value = stack?.Outputs?.find(({ OutputKey }) => OutputKey === output)?.OutputValue;
    if (value) process.env[name] = value;
  }
  process.stderr.write(`${stage} in ${settings.region}: ${process.env.TABLE_NAME}\n`);
}
