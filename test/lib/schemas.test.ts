import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { CfnResource } from "aws-cdk-lib";
import { afterAll, expect, test } from "vitest";
import { makeApp } from "../../bin/app.ts";
import { portalForTest, shapes, validated } from "./synthesis.ts";

const folder = mkdtempSync(join(tmpdir(), "laurel-schemas-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test("a template with what CloudFormation does not know is not synthesized, wherever it stands", () => {
  const faults: Record<string, [type: string, fault: (resource: CfnResource) => void]> = {
    "an unknown property": ["AWS::SQS::Queue", (queue) => queue.addPropertyOverride("Colour", "green")],
    "a wrong type": ["AWS::Logs::LogGroup", (group) => group.addPropertyOverride("RetentionInDays", "long")],
    "a missing property": ["AWS::Scheduler::Schedule", (schedule) => schedule.addPropertyDeletionOverride("Target")],
    "an unknown value": ["AWS::DynamoDB::Table", (table) => table.addPropertyOverride("BillingMode", "PREPAID")],
    "a name that is too long": [
      "AWS::Lambda::Function",
      (lambda) => lambda.addPropertyOverride("FunctionName", `laurel-${"x".repeat(64)}`),
    ],
    "an attribute that is not there": [
      "AWS::CloudWatch::Dashboard",
      (board) => board.addPropertyOverride("DashboardBody", { "Fn::GetAtt": ["StorageTableB43FDCE7", "Weight"] }),
    ],
    "in a nested stack": ["AWS::ApiGatewayV2::Route", (route) => route.addPropertyOverride("RouteKeys", "GET /")],
    "in the edge": ["AWS::WAFv2::WebACL", (acl) => acl.addPropertyOverride("Scope", "GALAXY")],
  };
  const spoilt = new Map<string, string>();
  const { stage, settings } = shapes[1]!;
  const { app } = makeApp({ code: "inline", portalAssets: portalForTest(folder), outdir: folder, stage, settings });
  const resources = app.node.findAll().filter((node) => CfnResource.isCfnResource(node));
  for (const [name, [type, fault]] of Object.entries(faults)) {
    const resource = resources.find(({ cfnResourceType }) => cfnResourceType === type)!;
    fault(resource);
    spoilt.set(name, resource.node.path);
  }
  const { failure, report } = validated(app);
  expect(failure).toBeInstanceOf(Error);
  const found = report.pluginReports.flatMap(({ violations }) =>
    violations.flatMap(({ violatingConstructs }) => violatingConstructs.map(({ constructPath }) => constructPath)),
  );
  for (const [name, path] of spoilt) expect(found, name).toContain(path);
});
