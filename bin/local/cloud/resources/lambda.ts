import * as z from "zod";
import type { Resource } from "../assembly.ts";
import { arnOf, functionArnOf, nameOf, publishedVersion } from "../naming.ts";

/** A Lambda function as its template describes it. */
export interface FunctionResource {
  /** Its handler without the export, such as `credential/publish`: the name people know it by. */
  readonly name: string;
  readonly arn: string;
  readonly physicalName: string;
  /** The built module, relative to the folder of all built functions. */
  readonly module: string;
  readonly exportName: string;
  readonly environment: Readonly<Record<string, string>>;
  readonly timeoutSeconds: number;
  readonly memoryMegabytes: number;
  /** How many runs it may have at a time; no limit unless the template reserves some. */
  readonly concurrencyMax: number;
  /** The ARNs of its aliases, by which it is called at a published version. */
  readonly aliases?: readonly string[];
}

/** What makes a queue or the table's stream call a function. */
export interface MappingResource {
  readonly sourceArn: string;
  readonly functionArn: string;
  readonly batchSize: number;
  /** How long the function's next records are gathered; 0 for not at all. */
  readonly windowSeconds: number;
  /** How many batches of a queue the function works on at a time; no limit unless said. */
  readonly concurrencyMax?: number;
  readonly reportsItemFailures: boolean;
  readonly retriesMax: number;
  readonly onFailureArn?: string;
  /** Event patterns, one of which must match; none means everything. */
  readonly patterns: readonly unknown[];
}

const FunctionProperties = z.object({
  Handler: z.string().optional(),
  Runtime: z.string().optional(),
  Timeout: z.number().default(3),
  MemorySize: z.number().default(128),
  ReservedConcurrentExecutions: z.number().default(Number.POSITIVE_INFINITY),
  Environment: z.object({ Variables: z.record(z.string(), z.coerce.string()) }).optional(),
});

/** Only functions made of our own built code; CDK's own helpers (bucket deployment and the like) have no work here. */
export function readFunction(resource: Resource): FunctionResource[] {
  const { Handler, Runtime, Timeout, MemorySize, ReservedConcurrentExecutions, Environment } = FunctionProperties.parse(
    resource.properties,
  );
  if (!Handler?.includes("/") || !Runtime?.startsWith("nodejs")) return [];
  const cut = Handler.lastIndexOf(".");
  const name = Handler.slice(0, cut);
  return [
    {
      name,
      arn: arnOf(resource),
      physicalName: nameOf(resource),
      module: `${name}.mjs`,
      exportName: Handler.slice(cut + 1),
      environment: Environment?.Variables ?? {},
      timeoutSeconds: Timeout,
      memoryMegabytes: MemorySize,
      concurrencyMax: ReservedConcurrentExecutions,
    },
  ];
}

const AliasProperties = z.object({ Name: z.string(), FunctionVersion: z.string() });

/** Each function with its aliases. Lambda makes none of a version that there is not. */
export function withAliases(
  functions: readonly FunctionResource[],
  aliases: readonly Resource[],
  versions: readonly Resource[],
): FunctionResource[] {
  const published = new Set(versions.map((version) => `${functionArnOf(version)}:${publishedVersion}`));
  const named = Map.groupBy(aliases, functionArnOf);
  return functions.map((each) => ({
    ...each,
    aliases: (named.get(each.arn) ?? []).map(({ properties }) => {
      const { Name, FunctionVersion } = AliasProperties.parse(properties);
      if (!published.has(`${each.arn}:${FunctionVersion}`))
        throw new Error(`The alias ${Name} of ${each.name} names the version ${FunctionVersion}, which there is not.`);
      return `${each.arn}:${Name}`;
    }),
  }));
}

const MappingProperties = z.object({
  EventSourceArn: z.string(),
  FunctionName: z.string(),
  BatchSize: z.number().default(10),
  MaximumBatchingWindowInSeconds: z.number().default(0),
  FunctionResponseTypes: z.array(z.string()).default([]),
  ScalingConfig: z.object({ MaximumConcurrency: z.number() }).optional(),
  MaximumRetryAttempts: z.number().default(10),
  DestinationConfig: z.object({ OnFailure: z.object({ Destination: z.string() }) }).optional(),
  FilterCriteria: z.object({ Filters: z.array(z.object({ Pattern: z.string() })) }).optional(),
});

/** A mapping, with what Lambda takes where the template says nothing. */
export function readMapping(resource: Resource): MappingResource {
  const mapping = MappingProperties.parse(resource.properties);
  const place = mapping.EventSourceArn.split(":").slice(3, 5).join(":");
  return {
    sourceArn: mapping.EventSourceArn,
    functionArn: mapping.FunctionName.startsWith("arn:")
      ? mapping.FunctionName
      : `arn:aws:lambda:${place}:function:${mapping.FunctionName}`,
    batchSize: mapping.BatchSize,
    windowSeconds: mapping.MaximumBatchingWindowInSeconds,
    ...(mapping.ScalingConfig && { concurrencyMax: mapping.ScalingConfig.MaximumConcurrency }),
    reportsItemFailures: mapping.FunctionResponseTypes.includes("ReportBatchItemFailures"),
    retriesMax: mapping.MaximumRetryAttempts,
    onFailureArn: mapping.DestinationConfig?.OnFailure.Destination,
    patterns: (mapping.FilterCriteria?.Filters ?? []).map(({ Pattern }) => JSON.parse(Pattern)),
  };
}

const InvokeProperties = z.object({
  FunctionName: z.string(),
  DestinationConfig: z.object({ OnFailure: z.object({ Destination: z.string() }) }),
});

/** Where each function's events go that it gave up, by its physical name. */
export const readGivenUp = (resources: readonly Resource[]): ReadonlyMap<string, string> =>
  new Map(
    resources.map(({ properties }) => {
      const { FunctionName, DestinationConfig } = InvokeProperties.parse(properties);
      return [FunctionName, DestinationConfig.OnFailure.Destination];
    }),
  );

/** Who may call a function or alias. */
export const PermissionProperties = z.object({
  FunctionName: z.string(),
  Principal: z.string(),
  SourceArn: z.string().optional(),
});
