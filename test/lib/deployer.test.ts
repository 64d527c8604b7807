import { readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { App } from "aws-cdk-lib";
import { Template } from "aws-cdk-lib/assertions";
import { RetentionDays } from "aws-cdk-lib/aws-logs";
import { expect, test } from "vitest";
import { allMaps } from "../../bin/release.ts";
import { background } from "../../lib/background.ts";
import type { BackgroundFunction } from "../../lib/background-function.ts";
import { DeployerStack } from "../../lib/deployer.ts";
import { defaultSettings } from "../../lib/settings.ts";
import { callsOf } from "../../shared/contract.ts";
import { synthesizedShapes } from "./synthesis.ts";

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

const commandsOf = (sources: readonly string[]) =>
  new Set(sources.join("\n").match(/(?<=new )[A-Z]\w+(?=Command\()|(?<=operation: ")[A-Z]\w+/g));
const sourcesIn = (folder: string) => readdirSync(folder).map((name) => readFileSync(join(folder, name), "utf8"));

test("the role may ask whatever the command asks, and change nothing by itself", () => {
  const commands = commandsOf(sourcesIn("bin/operate/deployment"));
  const asked = new Set([...commands, "ListStackResources", "ListStacks", "ListSubscriptions"]);
  asked.delete("GetCallerIdentity"); // everybody may
  asked.delete("Invoke");
  const actions = granted.map((action) => action.split(":")[1]!);
  expect([...new Set(actions)].toSorted()).toEqual([...asked, "AssumeRole", "InvokeFunction"].toSorted());
});

test("what the smoke test asks of AWS by itself its stage's role may, which the deployer takes and nobody else", async () => {
  const [, live] = await synthesizedShapes();
  const all = live!.templates.flatMap(({ Resources }) => Object.values(Resources));
  const smoke = all.find(({ Properties }) => Properties?.RoleName === "laurel-live-smoke-eu-central-1")!.Properties;
  const allowed: typeof statements = smoke.Policies[0].PolicyDocument.Statement;
  const actions = allowed.flatMap(({ Action }) => Action).map((action) => action.split(":")[1]!);
  const asked = commandsOf([...sourcesIn("bin/operate/smoke"), readFileSync("bin/operate/smoke.ts", "utf8")]);
  asked.delete("AssumeRole"); // of the deployer itself
  asked.delete("ListObjectsV2");
  asked.delete("Invoke");
  const runs = allowed.filter(({ Action }) => Action === "lambda:InvokeFunction");
  const named = runs
    .flatMap(({ Resource }) => [Resource].flat())
    .map((each) => JSON.stringify(each).split(":").at(-1)!);
  const byClock = Object.entries<BackgroundFunction>(background).filter(([, each]) => each.runs.on === "schedule");
  expect(named.map((each) => each.replace(/\W+$/, "")).toSorted()).toEqual(
    byClock.map(([name]) => `laurel-live-${name.replace("/", "-")}`).toSorted(),
  );
  expect([...asked, "ListBucket", "InvokeFunction"].filter((each) => !actions.includes(each))).toEqual([]);

  const deployer = role!.Properties.RoleName;
  const trusts = smoke.AssumeRolePolicyDocument.Statement;
  expect(trusts).toHaveLength(1);
  expect(trusts[0].Condition).toEqual({ ArnEquals: { "aws:PrincipalArn": expect.anything() } });
  expect(JSON.stringify(trusts[0].Condition)).toContain(`:role/${deployer}"`);
  expect(JSON.stringify(statements)).toContain(":iam::111122223333:role/laurel-live-smoke-eu-central-1");
});

test("it takes CDK's own roles", () => {
  const text = JSON.stringify(statements);
  expect(text).toContain("role/cdk-hnb659fds-deploy-role-111122223333-eu-central-1");
  expect(text).toContain("role/cdk-hnb659fds-file-publishing-role-111122223333-us-east-1");
});

test("it may ask the functions of calls, whichever a release has, and none that pays, erases or runs by itself", async () => {
  const [, live] = await synthesizedShapes();
  const functions = live!.templates.flatMap(({ Resources }) =>
    Object.values(Resources).filter(
      ({ Type, Properties }) => Type === "AWS::Lambda::Function" && Properties.FunctionName,
    ),
  );
  const asking = statements.filter(({ Action }) => [Action].flat().includes("lambda:InvokeFunction"));
  expect(asking).toEqual([
    {
      Effect: "Allow",
      Action: "lambda:InvokeFunction",
      Resource: expect.anything(),
      Condition: { StringEquals: { "aws:ResourceTag/laurel:calls-of": "live" } },
    },
  ]);
  const allowed = functions
    .filter(({ Properties: { Tags = [] } }) =>
      Tags.some(({ Key, Value }: { Key: string; Value: string }) => Key === "laurel:calls-of" && Value === "live"),
    )
    .map(({ Properties }): string => Properties.FunctionName);
  expect(allowed.toSorted()).toEqual(
    callsOf()
      .map(({ domain, file }) => `laurel-live-${domain}-${file}`)
      .toSorted(),
  );
  const working = Object.keys(background).map((name) => `laurel-live-${name.replace("/", "-")}`);
  const names = functions.map(({ Properties }) => Properties.FunctionName);
  expect(working.filter((name) => !names.includes(name))).toEqual([]);
  expect(working.filter((name) => allowed.includes(name))).toEqual([]);
  expect(working).toEqual(
    expect.arrayContaining(["laurel-live-payment-export-payouts", "laurel-live-user-erase-people"]),
  );
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
