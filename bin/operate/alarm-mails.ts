import { paginateListSubscriptions, SNSClient } from "@aws-sdk/client-sns";
import { edgeRegion, type Settings, stackNames } from "../../lib/settings.ts";

/** Whether a topic's alarms reach the operators' mailbox. */
export interface AlarmMail {
  readonly region: string;
  /** How the topic's name begins. */
  readonly topic: string;
  /** It is pending until the mailbox has said yes, and none once somebody has ended it there. */
  readonly subscription: "confirmed" | "pending" | "none";
}

/** The way of both topics of a stage to a mailbox: of the one in its region, and of the one at the edge. */
export async function alarmMails(stage: Pick<Settings, "stage" | "region">, mailbox: string): Promise<AlarmMail[]> {
  const { main, edge } = stackNames(stage);
  return Promise.all([lookAt(stage.region, `${main}-Alarms`, mailbox), lookAt(edgeRegion, `${edge}-`, mailbox)]);
}

async function lookAt(region: string, topic: string, mailbox: string): Promise<AlarmMail> {
  const client = new SNSClient({ region });
  const states: (string | undefined)[] = [];
  for await (const { Subscriptions = [] } of paginateListSubscriptions({ client }, {})) {
    const own = Subscriptions.filter(
      ({ TopicArn, Endpoint }) => Endpoint === mailbox && TopicArn?.includes(`:${topic}`),
    );
    states.push(...own.map(({ SubscriptionArn }) => SubscriptionArn));
  }
  const isConfirmed = states.some((state) => state?.startsWith("arn:"));
  const isPending = states.includes("PendingConfirmation");
  return { region, topic, subscription: isConfirmed ? "confirmed" : isPending ? "pending" : "none" };
}

/** What an operator does about a topic that does not reach the mailbox; undefined where it does. */
export function mendingOf({ region, topic, subscription }: AlarmMail, mailbox: string): string | undefined {
  if (subscription === "confirmed") return undefined;
  return subscription === "pending"
    ? `${mailbox} has not confirmed the subscription in ${region}: follow its mail`
    : `${mailbox} is not subscribed in ${region}: SNS, "Topics", ${topic}…, "Create subscription", and follow its mail`;
}
