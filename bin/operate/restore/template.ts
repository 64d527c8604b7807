import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import type { StreamViewType } from "@aws-sdk/client-dynamodb";
import type { Settings } from "../../../lib/settings.ts";
import { makeApp } from "../../app.ts";

/** What a table is besides its items. */
export interface TableProperties {
  /** `pk HASH`, `sk RANGE` */
  readonly keys: readonly string[];
  readonly billing: string;
  /** `KMS` where a key of the account encrypts it. */
  readonly encryption: string;
  readonly streamView: StreamViewType | undefined;
  readonly ttlAttribute: string | undefined;
  /** For how many days any moment can be gone back to; 0 for not at all. */
  readonly recoverableDays: number;
  readonly isProtected: boolean;
  readonly tags: Readonly<Record<string, string>>;
}

/** A stage's table as this checkout's template makes it. */
export function tableOfStage({ stage, ...settings }: Settings): TableProperties {
  const outdir = mkdtempSync(join(tmpdir(), "laurel-template-"));
  try {
    const { app, laurel } = makeApp({ code: "inline", portalAssets: false, outdir, stage, settings });
    const { template } = app.synth().getStackByName(laurel.stackName);
    const resources = Object.values<{ Type: string; Properties: Made }>(template.Resources);
    const { Properties: table } = resources.find(({ Type }) => Type === "AWS::DynamoDB::Table")!;
    const recovery = table.PointInTimeRecoverySpecification;
    return {
      keys: table.KeySchema.map(({ AttributeName, KeyType }) => `${AttributeName} ${KeyType}`),
      billing: table.BillingMode,
      encryption: table.SSESpecification?.SSEType ?? "none",
      streamView: table.StreamSpecification?.StreamViewType,
      ttlAttribute: table.TimeToLiveSpecification?.AttributeName,
      recoverableDays: recovery?.PointInTimeRecoveryEnabled ? (recovery.RecoveryPeriodInDays ?? 35) : 0,
      isProtected: table.DeletionProtectionEnabled ?? false,
      tags: Object.fromEntries((table.Tags ?? []).map(({ Key, Value }) => [Key, Value])),
    };
  } finally {
    rmSync(outdir, { recursive: true, force: true });
  }
}

/** The table's own properties in the template, as far as they are compared. */
interface Made {
  readonly KeySchema: readonly { readonly AttributeName: string; readonly KeyType: string }[];
  readonly BillingMode: string;
  readonly SSESpecification?: { readonly SSEType: string };
  readonly StreamSpecification?: { readonly StreamViewType: StreamViewType };
  readonly TimeToLiveSpecification?: { readonly AttributeName: string };
  readonly PointInTimeRecoverySpecification?: {
    readonly PointInTimeRecoveryEnabled: boolean;
    readonly RecoveryPeriodInDays?: number;
  };
  readonly DeletionProtectionEnabled?: boolean;
  readonly Tags?: readonly { readonly Key: string; readonly Value: string }[];
}

/** What a table has otherwise than it should, a line each; tags of its own are nobody's business. */
export function differences(wanted: TableProperties, is: TableProperties): string[] {
  const names = Object.keys(wanted) as (keyof TableProperties)[];
  return names.flatMap((name) => {
    const has =
      name === "tags" ? Object.fromEntries(Object.keys(wanted.tags).map((tag) => [tag, is.tags[tag]])) : is[name];
    return isDeepStrictEqual(has, wanted[name])
      ? []
      : [`${name} is ${JSON.stringify(has) ?? "absent"}, should be ${JSON.stringify(wanted[name])}`];
  });
}
