import { CloudWatchClient, DescribeAlarmsCommand } from "@aws-sdk/client-cloudwatch";
import type { Settings } from "../../../lib/settings.ts";
import type { CountedTemplate } from "../quotas.ts";
import { unanswered } from "./account.ts";
import type { Finding } from "./finding.ts";

const DAY_MS = 86_400_000;

/** How many days may pass before something happens for the first time: backups are six days apart, a check perhaps a week. */
const graceDays = ({ checked }: Settings, alarm: string): number =>
  alarm.endsWith("-backups-missing") || (checked === "weekly" && alarm.endsWith("-invariants-unchecked")) ? 9 : 2;

/**
 * The alarms that ring when something happens no more, and have not heard of it once: they cannot ring, for a stage on its
 * first day has no fault.
 */
export async function checkAlarms(
  settings: Settings,
  templates: readonly CountedTemplate[],
  now = Date.now(),
): Promise<Finding[]> {
  const names = templates
    .flatMap(({ Resources }) => Object.values(Resources))
    .filter(({ Type, Properties }) => Type === "AWS::CloudWatch::Alarm" && Properties?.InsufficientDataActions)
    .map(({ Properties }) => String(Properties!.AlarmName));
  const found = await Promise.all(names.map((name) => checkAlarm(settings, name, now)));
  return found.filter((each) => each !== undefined);
}

async function checkAlarm(settings: Settings, name: string, now: number): Promise<Finding | undefined> {
  const what = `alarm ${name}`;
  const client = new CloudWatchClient({ region: settings.region });
  try {
    const { MetricAlarms: [alarm] = [] } = await client.send(new DescribeAlarmsCommand({ AlarmNames: [name] }));
    const days = Math.floor((now - Number(alarm?.StateUpdatedTimestamp)) / DAY_MS);
    if (alarm?.StateValue !== "INSUFFICIENT_DATA" || !(days >= graceDays(settings, name))) return undefined;
    return {
      what,
      state: "later",
      says: `it has heard nothing for ${days} days, and rings only once it has: what it watches does not happen. The page that it names says what to do`,
    };
  } catch (error) {
    return { ...unanswered(what, error), state: "later" };
  }
}
