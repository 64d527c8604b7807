import { Validations } from "aws-cdk-lib";
import { ManagedPolicy, PermissionsBoundary, PolicyStatement } from "aws-cdk-lib/aws-iam";
import type { Construct } from "constructs";

/** What no role of the product may ever do, whatever its own policy says: change permissions, or destroy what is kept. */
export function setBoundary(scope: Construct): ManagedPolicy {
  const boundary = new ManagedPolicy(scope, "Boundary", {
    description: "The outer limit of every role of Laurel",
    statements: [
      new PolicyStatement({
        notActions: [
          "iam:*",
          "organizations:*",
          "account:*",
          "cognito-idp:DeleteUserPool",
          "cognito-idp:UpdateUserPool",
          "dynamodb:DeleteTable",
          "dynamodb:Scan",
          "dynamodb:UpdateContinuousBackups",
          "dynamodb:UpdateTable",
          "kms:DisableKey",
          "kms:PutKeyPolicy",
          "kms:ScheduleKeyDeletion",
          "s3:BypassGovernanceRetention",
          "s3:DeleteBucket",
          "s3:DeleteBucketPolicy",
          "s3:PutBucketPolicy",
          "secretsmanager:DeleteSecret",
        ],
        resources: ["*"],
      }),
    ],
  });
  Validations.of(boundary).acknowledge(
    {
      id: "CloudFormation-Validate::W2512",
      reason: "A boundary grants nothing: it is the list of what stays forbidden whatever a role's own policy says.",
    },
    {
      id: "AwsSolutions::AwsSolutions-IAM5[Resource::*]",
      reason: "A boundary grants nothing: every role's own policy names its resources, and this only takes away.",
    },
  );
  PermissionsBoundary.of(scope).apply(boundary);
  return boundary;
}
