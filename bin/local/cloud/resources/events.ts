import * as z from "zod";
import type { Resource } from "../assembly.ts";
import { arnOf } from "../naming.ts";
import { PermissionProperties } from "./lambda.ts";

/** A rule of EventBridge that starts a function: with each event that fits its pattern. */
export interface RuleResource {
  readonly pattern: unknown;
  readonly functionArn: string;
}

/**
 * A schedule of EventBridge Scheduler. `input` is the event it gives to a function, or what it asks a service with, whose
 * operation its target then names, as in `arn:aws:scheduler:::aws-sdk:dynamodb:exportTableToPointInTime`.
 */
export interface ScheduleResource {
  readonly name: string;
  readonly expression: string;
  readonly targetArn: string;
  readonly input: unknown;
}

const ScheduleProperties = z.object({
  Name: z.string().optional(),
  ScheduleExpression: z.string(),
  Target: z.object({ Arn: z.string(), Input: z.string().optional() }),
});

/** A schedule; one without an input starts its target with nothing. */
export function readSchedule(resource: Resource): ScheduleResource {
  const { Name, ScheduleExpression, Target } = ScheduleProperties.parse(resource.properties);
  return {
    name: Name ?? resource.id,
    expression: ScheduleExpression,
    targetArn: Target.Arn,
    input: Target.Input === undefined ? {} : JSON.parse(Target.Input),
  };
}

const RuleProperties = z.object({
  EventPattern: z.unknown(),
  Targets: z.array(z.object({ Arn: z.string() })),
});

/** Rules that may start a function of ours; those that mail operators have no work here. */
export function readRules(rules: readonly Resource[], permissions: readonly Resource[]): RuleResource[] {
  const granted = permissions.map(({ properties }) => PermissionProperties.parse(properties));
  return rules.flatMap((rule) => {
    const { EventPattern: pattern, Targets } = RuleProperties.parse(rule.properties);
    const mayStart = ({ Arn }: { Arn: string }) =>
      granted.some(
        ({ FunctionName, Principal, SourceArn }) =>
          FunctionName === Arn && Principal === "events.amazonaws.com" && SourceArn === arnOf(rule),
      );
    return Targets.filter(mayStart).map(({ Arn: functionArn }) => ({ pattern, functionArn }));
  });
}
