import { CfnResource, type Stack } from "aws-cdk-lib";
import { CfnRole, Effect, ManagedPolicy, PermissionsBoundary, PolicyStatement } from "aws-cdk-lib/aws-iam";
import { explain } from "./explain.ts";
import { operatorActions } from "./operators.ts";

/** All that any role of the product may ever do, whatever its own policy says. Granting more begins here. */
export const boundaryActions: readonly string[] = [
  ...["BatchGetItem", "ConditionCheckItem", "DeleteItem", "GetItem", "PutItem", "Query", "UpdateItem"].map(
    (action) => `dynamodb:${action}`,
  ),
  ...["DescribeStream", "GetRecords", "GetShardIterator", "ListStreams"].map((action) => `dynamodb:${action}`),
  ...["AdminCreateUser", "AdminDeleteUser", "AdminGetUser", "AdminInitiateAuth", "ListUsers"].map(
    (action) => `cognito-idp:${action}`,
  ),
  ...["AdminSetUserPassword", "AdminUpdateUserAttributes", "AdminUserGlobalSignOut"].map(
    (action) => `cognito-idp:${action}`,
  ),
  ...["GetObject", "PutObject", "DeleteObject"].map((action) => `s3:${action}`),
  ...["GetObjectTagging", "PutObjectTagging", "GetBucketLocation", "ListBucket"].map((action) => `s3:${action}`),
  // GuardDuty's looking at uploads; and ours, of which one version is pinned.
  ...["GetObjectVersion", "GetObjectVersionTagging", "PutObjectVersionTagging"].map((action) => `s3:${action}`),
  ...["AbortMultipartUpload", "ListMultipartUploadParts"].map((action) => `s3:${action}`),
  ...["DeleteObjectVersion", "ListBucketVersions"].map((action) => `s3:${action}`),
  ...["GetBucketNotification", "PutBucketNotification"].map((action) => `s3:${action}`),
  ...["DeleteRule", "DescribeRule", "ListTargetsByRule"].map((action) => `events:${action}`),
  ...["PutRule", "PutTargets", "RemoveTargets"].map((action) => `events:${action}`),
  ...["ChangeMessageVisibility", "DeleteMessage", "GetQueueAttributes", "ReceiveMessage", "SendMessage"].map(
    (action) => `sqs:${action}`,
  ),
  "secretsmanager:GetSecretValue",
  // The scheduler's asking for the table's export, which DynamoDB writes with the asking role's rights.
  ...["DescribeExport", "ExportTableToPointInTime"].map((action) => `dynamodb:${action}`),
  "s3:PutObjectAcl",
  // AWS Backup's copying of the table.
  ...["CreateBackup", "DescribeTable", "ListTagsOfResource", "StartAwsBackupJob"].map((action) => `dynamodb:${action}`),
  ...["DeleteBackup", "DescribeBackup"].map((action) => `dynamodb:${action}`),
  ...["CopyIntoBackupVault", "DescribeBackupVault", "TagResource"].map((action) => `backup:${action}`),
  // The smoke test's asking for one such copy, in the role of them all.
  ...["backup:DescribeBackupJob", "backup:StartBackupJob", "iam:PassRole"],
  ...["CreateGrant", "DescribeKey", "GenerateDataKey"].map((action) => `kms:${action}`),
  ...["Decrypt", "Encrypt", "GetPublicKey", "Sign"].map((action) => `kms:${action}`),
  "ses:SendEmail",
  "sns:Publish", // the weekly word to the operators
  ...["cloudwatch:SetAlarmState", "sns:ListSubscriptions"], // the smoke test's trial of the way to them
  "lambda:InvokeFunction",
  ...["CreateLogGroup", "CreateLogStream", "PutLogEvents"].map((action) => `logs:${action}`),
  // Deploying the portal, and telling a stack in another region what the edge stack has made.
  ...["CreateInvalidation", "GetInvalidation"].map((action) => `cloudfront:${action}`),
  ...["AddTagsToResource", "DeleteParameters", "GetParameters", "ListTagsForResource"].map((action) => `ssm:${action}`),
  ...["PutParameter", "RemoveTagsFromResource"].map((action) => `ssm:${action}`),
  // The people who look after it in the console.
  ...operatorActions,
];

/** What is written once and never again, by the beginning of its key: the trail of audit and the ledger. */
const writtenOnce = ["AUDIT#*", "LEDGER#*"];

/** Puts every role of a stack and of what is nested in it into the boundary. */
export function setBoundary(stack: Stack): void {
  const boundary = new ManagedPolicy(stack, "Boundary", {
    description: "The outer limit of every role of Laurel",
    statements: [
      new PolicyStatement({ actions: [...boundaryActions], resources: ["*"] }),
      new PolicyStatement({
        effect: Effect.DENY,
        actions: ["dynamodb:DeleteItem", "dynamodb:UpdateItem"],
        resources: ["*"],
        conditions: { "ForAnyValue:StringLike": { "dynamodb:LeadingKeys": writtenOnce } },
      }),
    ],
  });
  explain(boundary, {
    "IAM5[Resource::*]": "A boundary grants nothing: each role's own policy names its resources, and this takes away.",
  });
  PermissionsBoundary.of(stack).apply(boundary);
  // CDK makes the roles that carry references across regions after its aspects have been applied.
  stack.node.addValidation({
    validate() {
      const late = stack.node.children.filter(({ node }) => node.id.startsWith("Custom::CrossRegionExport"));
      for (const node of late.flatMap((each) => each.node.findAll())) {
        if (CfnResource.isCfnResource(node) && node.cfnResourceType === CfnRole.CFN_RESOURCE_TYPE_NAME) {
          node.addPropertyOverride("PermissionsBoundary", boundary.managedPolicyArn);
        }
      }
      return [];
    },
  });
}
