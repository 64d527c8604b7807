import {
  CloudFormationClient,
  DescribeStacksCommand,
  paginateListStackResources,
} from "@aws-sdk/client-cloudformation";
import { watchedAlarms } from "../../../lib/alarms/signals.ts";
import { type Settings, stackNames } from "../../../lib/settings.ts";

/** What stands of a stage before it is deployed. */
export interface Standing {
  /** The outputs of its main stack, by name. */
  readonly outputs: Readonly<Record<string, string>>;
  /** The alarms that watch a deployment, by ARN: those that were there before it. */
  readonly alarms: readonly string[];
}

/** Reads what stands of a stage; undefined before its first deployment has come to its end. */
export async function readStanding(settings: Settings): Promise<Standing | undefined> {
  const { region, stage } = settings;
  const client = new CloudFormationClient({ region });
  const { main } = stackNames(settings);
  const stack = await client
    .send(new DescribeStacksCommand({ StackName: main }))
    .then(({ Stacks }) => Stacks?.[0])
    .catch((error: Error) => {
      if (!error.message.includes("does not exist")) throw error;
      return undefined;
    });
  if (!stack?.StackId || !/^(CREATE|UPDATE|IMPORT)(_ROLLBACK)?_COMPLETE$/.test(stack.StackStatus ?? ""))
    return undefined;
  const wanted = watchedAlarms.map((name) => `laurel-${stage}-${name}`);
  const alarms: string[] = [];
  for await (const { StackResourceSummaries = [] } of paginateListStackResources({ client }, { StackName: main })) {
    for (const { ResourceType, PhysicalResourceId = "" } of StackResourceSummaries) {
      if (ResourceType === "AWS::CloudWatch::Alarm" && wanted.includes(PhysicalResourceId))
        alarms.push(PhysicalResourceId);
    }
  }
  const [, partition, , , account] = stack.StackId.split(":");
  return {
    outputs: Object.fromEntries((stack.Outputs ?? []).map(({ OutputKey, OutputValue }) => [OutputKey!, OutputValue!])),
    alarms: alarms.toSorted().map((name) => `arn:${partition}:cloudwatch:${region}:${account}:alarm:${name}`),
  };
}
