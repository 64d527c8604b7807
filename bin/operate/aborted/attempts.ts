import {
  type CloudFormationClient,
  DeleteStackCommand,
  paginateDescribeStackEvents,
  paginateListStackResources,
  paginateListStacks,
  type StackEvent,
  type StackSummary,
  UpdateTerminationProtectionCommand,
  waitUntilStackDeleteComplete,
} from "@aws-sdk/client-cloudformation";

/** A resource that an attempt made and that was not removed with it. */
export interface LeftBehind {
  readonly type: string;
  /** Its name in the template. */
  readonly logicalId: string;
  /** Its name, id or ARN in the account. */
  readonly physicalId: string;
}

/** A first deployment of a stack that never came to its end. */
export interface Attempt {
  readonly stackId: string;
  readonly startedAt: Date;
  readonly status: string;
  readonly left: readonly LeftBehind[];
}

/** The stacks of one name in one region: the attempts that were aborted, and whether one of them stands or is at work. */
export interface History {
  readonly aborted: readonly Attempt[];
  readonly standing: boolean;
  readonly busy: boolean;
}

const waitSecondsMax = 900;

/** Reads what CloudFormation remembers of the stacks of a name: those deleted within 90 days, too. */
export async function readHistory(client: CloudFormationClient, name: string): Promise<History> {
  const stacks: StackSummary[] = [];
  for await (const { StackSummaries = [] } of paginateListStacks({ client }, {})) {
    stacks.push(...StackSummaries.filter(({ StackName, ParentId }) => StackName === name && !ParentId));
  }
  const aborted: Attempt[] = [];
  let standing = false;
  let busy = false;
  for (const { StackId, StackStatus, CreationTime } of stacks) {
    if (StackStatus!.endsWith("_IN_PROGRESS")) busy = true;
    else {
      const events = await eventsOf(client, StackId!);
      const stands = StackStatus !== "DELETE_COMPLETE";
      if (wasEverWhole(events, StackId!)) {
        standing ||= stands;
        continue;
      }
      const left = await leftOf(client, StackId!, events);
      if (left.length > 0 || stands) {
        aborted.push({ stackId: StackId!, startedAt: CreationTime!, status: StackStatus!, left });
      }
    }
  }
  return { aborted, standing, busy };
}

/** Removes the record of an attempt, and all that CloudFormation can still remove of it. */
export async function forget(client: CloudFormationClient, { stackId, status }: Attempt): Promise<void> {
  if (status === "DELETE_COMPLETE") return;
  await client.send(new UpdateTerminationProtectionCommand({ StackName: stackId, EnableTerminationProtection: false }));
  await client.send(new DeleteStackCommand({ StackName: stackId }));
  await waitUntilStackDeleteComplete({ client, maxWaitTime: waitSecondsMax }, { StackName: stackId });
}

async function eventsOf(client: CloudFormationClient, stackId: string): Promise<StackEvent[]> {
  const events: StackEvent[] = [];
  for await (const { StackEvents = [] } of paginateDescribeStackEvents({ client }, { StackName: stackId })) {
    events.push(...StackEvents);
  }
  return events;
}

const wasEverWhole = (events: readonly StackEvent[], stackId: string): boolean =>
  events.some(
    ({ PhysicalResourceId, ResourceStatus }) =>
      PhysicalResourceId === stackId && /^(CREATE|IMPORT|UPDATE)_COMPLETE$/.test(ResourceStatus!),
  );

/** What the attempt created itself: a thing whose creation failed may have been somebody else's before. */
async function leftOf(
  client: CloudFormationClient,
  stackId: string,
  events: readonly StackEvent[],
): Promise<LeftBehind[]> {
  const created = new Set(
    events
      .filter(({ ResourceStatus }) => ResourceStatus === "CREATE_COMPLETE")
      .map(({ PhysicalResourceId }) => PhysicalResourceId),
  );
  const left: LeftBehind[] = [];
  for await (const { StackResourceSummaries = [] } of paginateListStackResources({ client }, { StackName: stackId })) {
    for (const { ResourceType, LogicalResourceId, PhysicalResourceId, ResourceStatus } of StackResourceSummaries) {
      if (!PhysicalResourceId || ResourceStatus === "DELETE_COMPLETE") continue;
      if (ResourceType === "AWS::CloudFormation::Stack") {
        left.push(...(await leftOf(client, PhysicalResourceId, await eventsOf(client, PhysicalResourceId))));
      } else if (created.has(PhysicalResourceId)) {
        left.push({ type: ResourceType!, logicalId: LogicalResourceId!, physicalId: PhysicalResourceId });
      }
    }
  }
  return left;
}
