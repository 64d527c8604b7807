import { readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { App } from "aws-cdk-lib";
import { Template } from "aws-cdk-lib/assertions";
import { RetentionDays } from "aws-cdk-lib/aws-logs";
import { expect, test } from "vitest";
import { allMaps } from "../../bin/release.ts";
import { DeployerStack } from "../../lib/deployer.ts";
import { defaultSettings } from "../../lib/settings.ts";

const settings = { ...defaultSettings("live"), region: "eu-central-1" };
const env = { region: settings.region, account: "111122223333" };
const synthesized = (providerArn?: string) => {
  const stack = new DeployerStack(new App(), "Laurel-live-deployer", {
    settings,
    repository: "laurel/laurel",
    providerArn,
    env,
  });
  return Template.fromStack(stack);
};
const [role] = Object.values(synthesized().findResources("AWS::IAM::Role"));
const statements: { Action: string | string[]; Resource: unknown }[] =
  role!.Properties.Policies[0].PolicyDocument.Statement;
const granted = statements.flatMap(({ Action }) => Action);

test("a run of the repository's workflow in the stage's environment may deploy it, and nobody else", () => {
  const [trust, ...more] = role!.Properties.AssumeRolePolicyDocument.Statement;
  expect(more).toEqual([]);
  expect(trust).toMatchObject({
    Action: "sts:AssumeRoleWithWebIdentity",
    Condition: {
      StringEquals: {
        "token.actions.githubusercontent.com:aud": "sts.amazonaws.com",
        "token.actions.githubusercontent.com:sub": "repo:laurel/laurel:environment:live",
      },
    },
  });
});

test("the role may ask whatever the command asks, and change nothing by itself", () => {
  const sources = readdirSync("bin/operate/deployment").map((name) =>
    readFileSync(join("bin/operate/deployment", name), "utf8"),
  );
  const commands = new Set(sources.join("\n").match(/(?<=new )[A-Z]\w+(?=Command\()/g));
  const asked = new Set([...commands, "ListStackResources", "ListSubscriptions"]);
  asked.delete("GetCallerIdentity"); // everybody may
  asked.delete("Invoke");
  const actions = granted.map((action) => action.split(":")[1]!);
  expect(actions.toSorted()).toEqual([...asked, "AssumeRole", "InvokeFunction"].toSorted());
});

test("it takes CDK's own roles, and calls no function but those of calls: none that pays or deletes", () => {
  const text = JSON.stringify(statements);
  expect(text).toContain("role/cdk-hnb659fds-deploy-role-111122223333-eu-central-1");
  expect(text).toContain("role/cdk-hnb659fds-file-publishing-role-111122223333-us-east-1");
  expect(text).toContain("function:laurel-live-credential-*");
  expect(text).not.toContain("laurel-live-background");
  expect(text).not.toContain("laurel-live-*");
});

test("GitHub's identity provider is made once for an account", () => {
  synthesized().resourceCountIs("AWS::IAM::OIDCProvider", 1);
  const known = synthesized("arn:aws:iam::111122223333:oidc-provider/token.actions.githubusercontent.com");
  known.resourceCountIs("AWS::IAM::OIDCProvider", 0);
});

test("the workflow takes a commit from its tests to staging to live, each by its environment's role", () => {
  const whole = readFileSync(".github/workflows/deploy.yml", "utf8");
  const stage = readFileSync(".github/workflows/deploy-stage.yml", "utf8");
  expect(whole).toMatch(/\n {2}staging:\n {4}needs: test\n/);
  expect(whole).toMatch(/\n {2}live:\n {4}needs: staging\n/);
  expect(whole).toContain("cancel-in-progress: false");
  expect(stage).toContain("environment: $" + "{{ inputs.stage }}");
  expect(stage).toContain("role-to-assume: $" + "{{ vars.DEPLOYER_ROLE }}");
  expect(stage).toContain("npm run deploy -- --stage $" + "{{ inputs.stage }}");
  expect(whole + stage).not.toMatch(/secrets\.|access-key/);
});

test("the workflow keeps each release's source maps as long as its logs, whether or not the release stays", () => {
  const stage = readFileSync(".github/workflows/deploy-stage.yml", "utf8");
  const [, kept] = stage.split("npm run deploy -- --stage");
  expect(kept).toContain("uses: actions/upload-artifact@");
  expect(kept).toContain("if: always()");
  expect(kept).toContain("name: source-maps-$" + "{{ inputs.stage }}-$" + "{{ github.sha }}");
  expect(kept).toContain(`path: ${relative(process.cwd(), allMaps)}\n`);
  expect(Number(/retention-days: (\d+)/.exec(kept!)![1])).toBe(RetentionDays.THREE_MONTHS);
});
