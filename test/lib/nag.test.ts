import { expect, test } from "vitest";
import { slowness } from "../support/slowness.ts";
import { synthesizedShapes } from "./synthesis.ts";

test("nothing breaks CloudFormation's own schemas, or a rule of cdk-nag's AwsSolutions without a reason stated where it stands", {
  timeout: 420_000 * slowness,
}, async () => {
  for (const { stage, verdict } of await synthesizedShapes()) {
    expect(verdict.rules, stage).toEqual(expect.arrayContaining(["AwsSolutions", "CloudFormation Validate"]));
    expect({ stage, findings: verdict.findings, failure: verdict.failure }).toEqual({ stage, findings: [] });
    expect(verdict.reasons.length, stage).toBeGreaterThan(0);
    for (const reason of verdict.reasons) expect(reason.length, reason).toBeGreaterThanOrEqual(40);
  }
});
