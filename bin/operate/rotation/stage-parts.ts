import {
  CloudFormationClient,
  DescribeStacksCommand,
  paginateListStackResources,
} from "@aws-sdk/client-cloudformation";
import { type Settings, stackNames } from "../../../lib/settings.ts";

/** A reason not to go on that the operator can mend: one sentence, no stack. */
export class CannotRotate extends Error {}

/** A stage that stands, as far as what is rotated has to be found in it. */
export interface StageParts {
  /** An output of the main stack. */
  output(name: string): string;
  /** The id or ARN of the resource of a type whose logical id begins so. */
  resource(type: string, beginning: string): string;
}

/** Reads the parts of a stage. Throws while it is deployed: both would write the same things. */
export async function readParts(settings: Settings): Promise<StageParts> {
  const client = new CloudFormationClient({ region: settings.region });
  const { main: StackName } = stackNames(settings);
  const { Stacks: [stack] = [] } = await client.send(new DescribeStacksCommand({ StackName }));
  if (!stack || stack.StackStatus?.endsWith("_IN_PROGRESS"))
    throw new CannotRotate(`${StackName} is being deployed. Wait until that has ended, and deploy nothing meanwhile.`);
  const resources = new Map<string, string>();
  for await (const { StackResourceSummaries = [] } of paginateListStackResources({ client }, { StackName })) {
    for (const { ResourceType, LogicalResourceId, PhysicalResourceId } of StackResourceSummaries) {
      if (PhysicalResourceId) resources.set(`${ResourceType} ${LogicalResourceId}`, PhysicalResourceId);
    }
  }
  return {
    output(name) {
      const found = stack.Outputs?.find(({ OutputKey }) => OutputKey === name)?.OutputValue;
      if (found === undefined) throw new CannotRotate(`${StackName} has no output ${name}: deploy it first.`);
      return found;
    },
    resource(type, beginning) {
      const [, found] = [...resources].find(([name]) => name.startsWith(`${type} ${beginning}`)) ?? [];
      if (found === undefined) throw new CannotRotate(`${StackName} has no ${type} ${beginning}….`);
      return found;
    },
  };
}
