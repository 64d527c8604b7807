import { Effect, ManagedPolicy, PermissionsBoundary, PolicyStatement } from "aws-cdk-lib/aws-iam";
import type { Construct } from "constructs";
import { explain } from "./explain.ts";
import { operatorActions } from "./operators.ts";

/** All that any role of the product may ever do, whatever its own policy says. Granting more begins here. */
export const boundaryActions: readonly string[] = [
  ...["BatchGetItem", "ConditionCheckItem", "DeleteItem", "GetItem", "PutItem", "Query", "UpdateItem"].map(
    (action) => `dynamodb:${action}`,
  ),
  ...["DescribeStream", "GetRecords", "GetShardIterator", "ListStreams"].map((action) => `dynamodb:${action}`),
  ...["AdminCreateUser", "AdminDeleteUser", "AdminGetUser", "AdminInitiateAuth"].map(
    (action) => `cognito-idp:${action}`,
  ),
  ...["AdminSetUserPassword", "AdminUpdateUserAttributes", "AdminUserGlobalSignOut"].map(
    (action) => `cognito-idp:${action}`,
  ),
  ...["GetObject", "PutObject", "DeleteObject", "AbortMultipartUpload"].map((action) => `s3:${action}`),
  ...["GetObjectTagging", "PutObjectTagging", "GetBucketLocation", "ListBucket"].map((action) => `s3:${action}`),
  // GuardDuty's looking at uploads.
  ...["GetObjectVersion", "GetObjectVersionTagging", "PutObjectVersionTagging"].map((action) => `s3:${action}`),
  ...["GetBucketNotification", "PutBucketNotification"].map((action) => `s3:${action}`),
  ...["DeleteRule", "DescribeRule", "ListTargetsByRule"].map((action) => `events:${action}`),
  ...["PutRule", "PutTargets", "RemoveTargets"].map((action) => `events:${action}`),
  ...["ChangeMessageVisibility", "DeleteMessage", "GetQueueAttributes", "ReceiveMessage", "SendMessage"].map(
    (action) => `sqs:${action}`,
  ),
  "secretsmanager:GetSecretValue",
  ...["Decrypt", "Encrypt"].map((action) => `kms:${action}`),
  "ses:SendEmail",
  "lambda:InvokeFunction",
  ...["CreateLogGroup", "CreateLogStream", "PutLogEvents"].map((action) => `logs:${action}`),
  ...["PutTelemetryRecords", "PutTraceSegments"].map((action) => `xray:${action}`),
  // Deploying the portal, and reading what the edge stack made in us-east-1.
  ...["CreateInvalidation", "GetInvalidation"].map((action) => `cloudfront:${action}`),
  ...["AddTagsToResource", "GetParameters", "RemoveTagsFromResource"].map((action) => `ssm:${action}`),
  // The people who look after it in the console.
  ...operatorActions,
];

/** What is written once and never again, by the beginning of its key: the trail of audit, the ledger, certificates. */
const writtenOnce = ["AUDIT#*", "LEDGER#*", "CERTIFICATE#*"];

/** Puts every role below `scope` into the boundary. */
export function setBoundary(scope: Construct): void {
  const boundary = new ManagedPolicy(scope, "Boundary", {
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
  PermissionsBoundary.of(scope).apply(boundary);
}
