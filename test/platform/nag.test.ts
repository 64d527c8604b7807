import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Validations } from "aws-cdk-lib";
import { AwsSolutionsChecks } from "cdk-nag";
import { afterAll, expect, test } from "vitest";
import { makeApp } from "../../bin/app.ts";
import { slowness } from "../support/slowness.ts";
import { portalForTest, shapes, validated } from "./synthesis.ts";

const folder = mkdtempSync(join(tmpdir(), "laurel-nag-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test.each(shapes)(
  "in $stage nothing breaks a rule of cdk-nag's AwsSolutions without a reason stated where it stands",
  {
    timeout: 420_000 * slowness,
  },
  ({ stage, settings }) => {
    const outdir = join(folder, stage);
    const { app } = makeApp({ code: "inline", portalAssets: portalForTest(folder), outdir, stage, settings });
    Validations.of(app).addPlugins(new AwsSolutionsChecks(app));

    const { failure, report } = validated(app);
    expect(report.pluginReports.map(({ pluginName }) => pluginName)).toContain("AwsSolutions");
    const findings = report.pluginReports.flatMap(({ violations }) =>
      violations.flatMap(({ ruleName, violatingConstructs }) =>
        violatingConstructs.map(({ constructPath }) => `${ruleName} at ${constructPath}`),
      ),
    );
    expect(findings).toEqual([]);
    expect(failure).toBeUndefined();

    const acknowledged = app.node
      .findAll()
      .flatMap(({ node }) => node.metadata)
      .filter(({ type }) => type === Validations.ACKNOWLEDGED_RULES_METADATA_KEY)
      .flatMap(({ data }) => Object.values<string>(data));
    expect(acknowledged.length).toBeGreaterThan(0);
    for (const reason of acknowledged) expect(reason.length, reason).toBeGreaterThanOrEqual(40);
  },
);
