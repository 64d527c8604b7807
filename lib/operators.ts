import { Stack } from "aws-cdk-lib";
import { AccountRootPrincipal, PolicyDocument, PolicyStatement, Role } from "aws-cdk-lib/aws-iam";
import { Construct } from "constructs";
import { queueNameOf } from "../shared/platform/environment.ts";
import type { Watched } from "./alarms/watched.ts";
import { aliasedOf } from "./aliases.ts";
import { explain } from "./explain.ts";
import { globalName, namesIn } from "./names.ts";

/** What one looks at without touching: these actions know no resources, and none of them shows what people wrote. */
const lookings = [
  "DescribeAlarms",
  "DescribeAlarmHistory",
  "GetDashboard",
  "GetMetricData",
  "GetMetricStatistics",
  "ListDashboards",
  "ListMetrics",
].map((action) => `cloudwatch:${action}`);
const queryings = ["DescribeLogGroups", "DescribeQueryDefinitions", "GetQueryResults", "StopQuery"].map(
  (action) => `logs:${action}`,
);
/** What the console lists before one chooses from it. */
const listings = ["sqs:ListQueues", "scheduler:ListSchedules", "ses:GetAccount"];

/** Going back with the calls of money and sign-in: to another version of the same function, and nothing else. */
const goingBack = ["GetAlias", "ListVersionsByFunction", "UpdateAlias"].map((action) => `lambda:${action}`);

/** All actions of the operators' roles; the boundary holds them too. */
export const operatorActions: readonly string[] = [
  ...lookings,
  ...queryings,
  ...listings,
  ...["GetFunction", "GetFunctionConfiguration"].map((action) => `lambda:${action}`),
  ...goingBack,
  ...["FilterLogEvents", "GetLogEvents", "StartQuery"].map((action) => `logs:${action}`),
  ...["ListMessageMoveTasks", "StartMessageMoveTask"].map((action) => `sqs:${action}`),
];

/**
 * The people who look after the product in the AWS console. Each takes a role of the stage, with a second factor or from Identity Center:
 * `laurel-<stage>-looks-<region>` sees dashboards, alarms, logs and queues, and changes nothing; `laurel-<stage>-payments-<region>` also
 * gives dead letters back, starts the reconciliation and the payout export, fetches its files, and has the calls of money and
 * sign-in answered by an earlier version. Neither reads the table,
 * uploads, secrets or keys.
 */
export class Operators extends Construct {
  constructor(scope: Construct, id: string, watched: Watched) {
    super(scope, id);
    const { settings, domains, running, jobs, accessLog } = watched;
    const { exports } = namesIn(this, settings.stage);
    const { partition, region, account } = Stack.of(this);
    const allow = (actions: readonly string[], resources: string[]) =>
      new PolicyStatement({ actions: [...actions], resources });
    const logs = [...domains.map(({ logGroup }) => logGroup), running.logGroup, accessLog];
    const groups = logs.map(({ logGroupArn }) => logGroupArn);
    const queues = `arn:${partition}:sqs:${region}:${account}:${queueNameOf(settings.stage, "*")}`;
    const looking = [
      allow([...lookings, ...queryings, ...listings], ["*"]),
      allow(["logs:StartQuery", "logs:FilterLogEvents", "logs:GetLogEvents"], groups),
      allow(["sqs:GetQueueAttributes"], [queues]),
    ];
    const lambda = (name: string) => `arn:${partition}:lambda:${region}:${account}:function:${name}`;
    const reconciling = lambda(`laurel-${settings.stage}-payment-reconcile-payments`);
    const paying = [
      allow(
        goingBack,
        aliasedOf(settings.stage).map(({ functionName }) => lambda(functionName)),
      ),
      allow(
        ["lambda:InvokeFunction", "lambda:GetFunction", "lambda:GetFunctionConfiguration"],
        [reconciling, ...jobs.operated.map(({ functionArn }) => functionArn)],
      ),
      allow(["s3:GetObject"], [`arn:${partition}:s3:::${exports}/payouts/*`]),
      new PolicyStatement({
        actions: ["s3:ListBucket"],
        resources: [`arn:${partition}:s3:::${exports}`],
        conditions: { StringLike: { "s3:prefix": "payouts/*" } },
      }),
      allow(
        ["sqs:StartMessageMoveTask", "sqs:ListMessageMoveTasks", "sqs:ReceiveMessage", "sqs:DeleteMessage"],
        jobs.deadLetters.map(({ queueArn }) => queueArn),
      ),
      allow(
        ["sqs:SendMessage"],
        Object.values(jobs.queues).map(({ queueArn }) => queueArn),
      ),
    ];
    const role = (name: string, description: string, statements: PolicyStatement[]) => {
      const made = new Role(this, name, {
        roleName: globalName(settings, name),
        description,
        assumedBy: new AccountRootPrincipal().withConditions({ Bool: { "aws:MultiFactorAuthPresent": "true" } }),
        inlinePolicies: { own: new PolicyDocument({ statements }) },
      });
      // Sessions of Identity Center, which asks for the second factor itself, say nothing of one.
      made.assumeRolePolicy!.addStatements(
        new PolicyStatement({
          actions: ["sts:AssumeRole"],
          principals: [new AccountRootPrincipal()],
          conditions: {
            ArnLike: { "aws:PrincipalArn": `arn:${partition}:iam::${account}:role/aws-reserved/sso.amazonaws.com/*` },
          },
        }),
      );
      explain(made, {
        "IAM5[Resource::*]":
          "Dashboards, metrics, alarms, query results and lists know no resources; these actions only read them.",
        [`IAM5[Resource::${queues}]`]:
          "How many messages wait is read of every queue of the stage: their names one by one fill the role's policy.",
      });
      return made;
    };
    role("looks", "Operators: see dashboards, alarms, logs and queues; change nothing", looking);
    const payments = role(
      "payments",
      "Payments operators: dead letters, reconciliation, payouts and going back as well",
      [...looking, ...paying],
    );
    explain(payments, {
      [`IAM5[Resource::arn:${partition}:s3:::${exports}/payouts/*]`]:
        "The files of a payout run get their names when they are written; nothing else of the bucket can be read.",
    });
  }
}
