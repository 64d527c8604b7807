import { admits, type PolicyDocument } from "./resource-policy.ts";
import type { Resource, Synthesized } from "./synthesis.ts";

/** Something that happens and ought to be mailed, and what stands between it and the mail; nothing is well. */
export interface Signal {
  readonly name: string;
  readonly faults: readonly string[];
}

type Json = Resource["Properties"];
interface Stack {
  readonly region: string;
  readonly of: (type: string) => [id: string, properties: Json][];
}
interface Origin {
  readonly service: string;
  readonly arn: string;
}

/** The account of a template that does not name one. */
const account = "111122223333";

/** Every alarm, rule and budget of an app with what keeps it from the operators' mailbox. */
export function signalsOf(templates: readonly Synthesized[], mailbox: string): Signal[] {
  return templates.flatMap((template) => {
    const stack = concrete(template);
    const path = (topic: string, from: Origin) => faultsOf(stack, topic, from, mailbox);
    const place = `${stack.region}:${account}`;
    const alarms = stack.of("AWS::CloudWatch::Alarm").map(([, { AlarmName, AlarmActions, ActionsEnabled }]) => {
      const origin = { service: "cloudwatch.amazonaws.com", arn: `arn:aws:cloudwatch:${place}:alarm:${AlarmName}` };
      return signal(`alarm ${AlarmName}`, AlarmActions ?? [], ActionsEnabled !== false, (to) => path(to, origin));
    });
    const rules = stack.of("AWS::Events::Rule").flatMap(([id, { State, Targets }]) => {
      if (startsFunction(stack, Targets)) return [];
      const origin = { service: "events.amazonaws.com", arn: `arn:aws:events:${place}:rule/${id}` };
      const targets = (Targets ?? []).map(({ Arn }: { Arn: string }) => Arn);
      return [signal(`rule ${id}`, targets, State !== "DISABLED", (to) => path(to, origin))];
    });
    const budgets = stack.of("AWS::Budgets::Budget").flatMap(([id, { Budget, NotificationsWithSubscribers }]) => {
      const origin = {
        service: "budgets.amazonaws.com",
        arn: `arn:aws:budgets::${account}:budget/${Budget.BudgetName}`,
      };
      return (NotificationsWithSubscribers ?? []).map(({ Subscribers }: Json, index: number) => {
        const addresses = (Subscribers ?? []).map(({ Address }: { Address: string }) => Address);
        return signal(`budget ${id} ${index}`, addresses, true, (to) => path(to, origin));
      });
    });
    return [...alarms, ...rules, ...budgets];
  });
}

/** Whether a rule is no signal: all it does is to start functions of its stack. */
const startsFunction = (stack: Stack, targets: readonly { Arn: string }[] = []): boolean =>
  targets.length > 0 &&
  targets.every(({ Arn }) => stack.of("AWS::Lambda::Function").some(([id]) => Arn === `${id}.Arn`));

function signal(name: string, targets: string[], enabled: boolean, path: (target: string) => string[]): Signal {
  if (!enabled) return { name, faults: ["is switched off"] };
  const faults = targets.length === 0 ? ["goes nowhere"] : targets.flatMap(path);
  return { name, faults };
}

/** What keeps a service's message to a topic from reaching the mailbox. */
function faultsOf(stack: Stack, topicArn: string, { service, arn }: Origin, mailbox: string): string[] {
  const topic = stack.of("AWS::SNS::Topic").find(([id]) => arnOf(id, "AWS::SNS::Topic", stack.region) === topicArn);
  if (!topic) return [`${topicArn} is no topic of this region`];
  const context = {
    "aws:SecureTransport": "true",
    "aws:SourceAccount": account,
    ...(service !== "events.amazonaws.com" && { "aws:SourceArn": arn }), // not given by EventBridge in every case
  };
  const policies = stack.of("AWS::SNS::TopicPolicy").filter(([, { Topics }]) => Topics.includes(topicArn));
  // A topic without a policy of its own has SNS's default one, which lets alarms in and no other service.
  const may =
    policies.length === 0
      ? service === "cloudwatch.amazonaws.com"
      : policies.every(([, { PolicyDocument }]) =>
          admits(PolicyDocument, { service, action: "sns:Publish", resource: topicArn, context }),
        );
  const subscriptions = stack.of("AWS::SNS::Subscription").filter(([, { TopicArn }]) => TopicArn === topicArn);
  const reaches = subscriptions.some(
    ([, { Protocol, Endpoint, FilterPolicy }]) => Protocol === "email" && Endpoint === mailbox && !FilterPolicy,
  );
  return [
    ...(may ? [] : [`${service} may not publish to the topic`]),
    ...keyFaults(stack, topic[1].KmsMasterKeyId, service),
    ...(reaches ? [] : ["the topic mails nobody"]),
  ];
}

/** Who publishes to an encrypted topic needs its key; AWS's own key for SNS lets no service in. */
function keyFaults(stack: Stack, keyId: string | undefined, service: string): string[] {
  if (keyId === undefined) return [];
  const key = stack.of("AWS::KMS::Key").find(([id]) => keyId.includes(id));
  const may = (action: string) =>
    key !== undefined &&
    admits(key[1].KeyPolicy as PolicyDocument, {
      service,
      action,
      resource: "*",
      context: { "aws:SourceAccount": account },
    });
  const missing = ["kms:GenerateDataKey", "kms:Decrypt"].filter((action) => !may(action));
  return missing.map((action) => `${service} lacks ${action} on the topic's key`);
}

const arnOf = (id: string, type: string, region: string) =>
  `arn:aws:${type.split("::")[1]!.toLowerCase()}:${region}:${account}:${id}`;

/** The template with its references resolved, as far as signals need them. */
function concrete({ region, Resources }: Synthesized): Stack {
  const pseudo: Record<string, string> = {
    "AWS::Region": region,
    "AWS::AccountId": account,
    "AWS::Partition": "aws",
    "AWS::URLSuffix": "amazonaws.com",
  };
  const resolve = (value: Json): Json => {
    if (Array.isArray(value)) return value.map(resolve);
    if (typeof value !== "object" || value === null) return value;
    if ("Ref" in value) {
      const type = Resources[value.Ref]?.Type;
      return pseudo[value.Ref] ?? (type === "AWS::SNS::Topic" ? arnOf(value.Ref, type, region) : value.Ref);
    }
    if ("Fn::GetAtt" in value) return [value["Fn::GetAtt"]].flat().join(".");
    if ("Fn::Join" in value) return value["Fn::Join"][1].map(resolve).join(value["Fn::Join"][0]);
    return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, resolve(each)]));
  };
  return {
    region,
    of: (type) =>
      Object.entries(Resources)
        .filter(([, { Type }]) => Type === type)
        .map(([id, { Properties }]) => [id, resolve(Properties)]),
  };
}
