import { CfnOutput, Duration, Stack, type StackProps } from "aws-cdk-lib";
import { CfnOIDCProvider, PolicyDocument, PolicyStatement, Role, WebIdentityPrincipal } from "aws-cdk-lib/aws-iam";
import type { Construct } from "constructs";
import { aliasedOf } from "./aliases.ts";
import { callsTag } from "./domain.ts";
import { globalName } from "./names.ts";
import { edgeRegion, type Settings } from "./settings.ts";

/** Who may deploy a stage without a key of anybody's. */
export interface DeployerProps extends StackProps {
  readonly settings: Settings;
  /** `owner/name` of the repository on GitHub whose workflow deploys. */
  readonly repository: string;
  /** GitHub's identity provider, where the account has it already. */
  readonly providerArn?: string;
}

const issuer = "token.actions.githubusercontent.com";

/**
 * The role by which the repository's workflow deploys a stage. It is given to a run in the environment named as the stage
 * alone, and is a stack of its own, which no workflow deploys: what it may is the account's owner's to decide.
 */
export class DeployerStack extends Stack {
  constructor(scope: Construct, id: string, { settings, repository, providerArn, ...props }: DeployerProps) {
    super(scope, id, props);
    const { stage } = settings;
    const provider =
      providerArn ??
      new CfnOIDCProvider(this, "GitHub", { url: `https://${issuer}`, clientIdList: ["sts.amazonaws.com"] }).attrArn;
    const role = new Role(this, "Role", {
      roleName: globalName(settings, "deployer"),
      description: `Deploys the stage ${stage} from ${repository}`,
      maxSessionDuration: Duration.hours(2),
      assumedBy: new WebIdentityPrincipal(provider, {
        StringEquals: {
          [`${issuer}:aud`]: "sts.amazonaws.com",
          [`${issuer}:sub`]: `repo:${repository}:environment:${stage}`,
        },
      }),
      inlinePolicies: { own: new PolicyDocument({ statements: this.statements(settings) }) },
    });
    new CfnOutput(this, "DeployerRole", { value: role.roleArn });
  }

  private statements(settings: Settings): PolicyStatement[] {
    const { stage, region } = settings;
    const { partition, account } = this;
    const allow = (actions: string[], resources: string[]) => new PolicyStatement({ actions, resources });
    const arn = (service: string, rest: string, where = region) =>
      `arn:${partition}:${service}:${where}:${account}:${rest}`;
    const regions = [...new Set([region, edgeRegion])];
    return [
      // CDK's own roles deploy; this one takes them.
      allow(
        ["sts:AssumeRole"],
        regions.flatMap((each) =>
          ["deploy", "file-publishing", "lookup"].map(
            (what) => `arn:${partition}:iam::${account}:role/cdk-hnb659fds-${what}-role-${account}-${each}`,
          ),
        ),
      ),
      // The stage's own role makes and ends what the smoke test stands on.
      allow(["sts:AssumeRole"], [`arn:${partition}:iam::${account}:role/${globalName(settings, "smoke")}`]),
      // What is looked at before, and asked after.
      allow(
        ["cloudformation:DescribeStacks", "cloudformation:ListStackResources"],
        [arn("cloudformation", `stack/Laurel-${stage}/*`)],
      ),
      allow(
        ["ssm:GetParameter"],
        regions.map((each) => arn("ssm", "parameter/cdk-bootstrap/hnb659fds/version", each)),
      ),
      // Each release tags its own calls: a new one is asked, too, and nothing that runs by the clock or by an operator.
      new PolicyStatement({
        actions: ["lambda:InvokeFunction"],
        resources: [arn("lambda", `function:laurel-${stage}-*`)],
        conditions: { StringEquals: { [`aws:ResourceTag/${callsTag}`]: stage } },
      }),
      // A deployment's own version answers, whatever somebody had gone back to.
      allow(
        ["lambda:GetAlias", "lambda:ListVersionsByFunction", "lambda:UpdateAlias"],
        aliasedOf(stage).map(({ functionName }) => arn("lambda", `function:${functionName}`)),
      ),
      allow(
        ["secretsmanager:DescribeSecret"],
        ["stripe", "paypal"].map((name) => arn("secretsmanager", `secret:laurel-${stage}-${name}-*`)),
      ),
      allow(["cognito-idp:ListUsers"], [arn("cognito-idp", "userpool/*")]),
      allow(["ses:GetEmailIdentity"], [arn("ses", "identity/*")]),
      allow(
        [
          "cloudformation:ListStacks",
          "cloudfront:ListCachePolicies",
          "cloudfront:ListDistributions",
          "cloudfront:ListResponseHeadersPolicies",
          "cloudwatch:DescribeAlarms",
          "iam:GetAccountSummary",
          "lambda:GetAccountSettings",
          "route53:GetHostedZone",
          "servicequotas:GetAWSDefaultServiceQuota",
          "servicequotas:GetServiceQuota",
          "ses:GetAccount",
          "sns:ListSubscriptions",
        ],
        ["*"],
      ),
    ];
  }
}
