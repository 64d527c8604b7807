import { element, Refused, type ServiceReply, type ServiceRequest } from "./service.ts";

/** A resource of a stack, and what has happened to it, oldest first. */
export interface StackResource {
  readonly logicalId: string;
  readonly physicalId: string;
  readonly type: string;
  readonly statuses: readonly string[];
}

/** A stack; its own statuses stand oldest first, the last is what it is now. */
export interface Stack {
  readonly id: string;
  readonly name: string;
  readonly region: string;
  readonly statuses: string[];
  readonly parentId?: string;
  /** Nobody deletes it before this is taken away. */
  guarded?: boolean;
  readonly resources: readonly StackResource[];
  readonly outputs?: Readonly<Record<string, string>>;
}

/** CloudFormation's words about stacks: what it lists, remembers and deletes. */
export function cloudFormation(stacks: Stack[], { region, operation, input }: ServiceRequest): ServiceReply {
  const here = stacks.filter((stack) => stack.region === region);
  const named = (): Stack => {
    const found = here.find(({ id }) => id === input.StackName) ?? standing(here, input.StackName);
    if (!found) throw new Refused("ValidationError", `Stack with id ${input.StackName} does not exist`);
    return found;
  };
  switch (operation) {
    case "ListStacks": {
      const wanted = Object.keys(input)
        .filter((name) => name.startsWith("StackStatusFilter.member."))
        .map((name) => input[name]);
      const listed = here.filter(({ statuses }) => wanted.length === 0 || wanted.includes(statuses.at(-1)));
      return reply(operation, {
        StackSummaries: {
          member: listed.map(({ id, name, parentId, statuses }) => ({
            StackId: id,
            StackName: name,
            CreationTime: "2026-11-20T10:00:00Z",
            StackStatus: statuses.at(-1),
            ParentId: parentId,
          })),
        },
      });
    }
    case "DescribeStacks":
      return reply(operation, {
        Stacks: {
          member: [named()].map(({ id, name, statuses, outputs = {} }) => ({
            StackId: id,
            StackName: name,
            CreationTime: "2026-11-20T10:00:00Z",
            StackStatus: statuses.at(-1),
            Outputs: {
              member: Object.entries(outputs).map(([OutputKey, OutputValue]) => ({ OutputKey, OutputValue })),
            },
          })),
        },
      });
    case "DescribeStackEvents": {
      const { id, name, statuses, resources } = named();
      const event = (LogicalResourceId: string, PhysicalResourceId: string, ResourceStatus: string) => ({
        StackId: id,
        EventId: `${LogicalResourceId}-${ResourceStatus}`,
        StackName: name,
        LogicalResourceId,
        PhysicalResourceId,
        Timestamp: "2026-11-20T10:00:00Z",
        ResourceStatus,
      });
      const events = [
        ...statuses.map((status) => event(name, id, status)),
        ...resources.flatMap(({ logicalId, physicalId, statuses: own }) =>
          own.map((status) => event(logicalId, physicalId, status)),
        ),
      ];
      return reply(operation, { StackEvents: { member: events.reverse() } });
    }
    case "ListStackResources":
      return reply(operation, {
        StackResourceSummaries: {
          member: named().resources.map(({ logicalId, physicalId, type, statuses }) => ({
            LogicalResourceId: logicalId,
            PhysicalResourceId: physicalId,
            ResourceType: type,
            LastUpdatedTimestamp: "2026-11-20T10:00:00Z",
            ResourceStatus: statuses.at(-1),
          })),
        },
      });
    case "UpdateTerminationProtection":
      named().guarded = input.EnableTerminationProtection === "true";
      return reply(operation, { StackId: named().id });
    case "DeleteStack": {
      const stack = named();
      if (stack.guarded)
        throw new Refused("ValidationError", `Stack [${stack.name}] cannot be deleted while protected`);
      stack.statuses.push("DELETE_COMPLETE");
      return reply(operation, {});
    }
    default:
      throw new Refused("InvalidAction", `${operation} is not known here.`);
  }
}

const standing = (stacks: readonly Stack[], wanted: string) =>
  stacks.find(({ name, statuses }) => name === wanted && statuses.at(-1) !== "DELETE_COMPLETE");

const reply = (operation: string, result: object): ServiceReply => ({
  xml: element(`${operation}Response`, { [`${operation}Result`]: result }),
});
