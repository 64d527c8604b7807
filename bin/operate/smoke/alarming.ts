import { CloudWatchClient, DescribeAlarmHistoryCommand, SetAlarmStateCommand } from "@aws-sdk/client-cloudwatch";
import { triedAlarms } from "../../../lib/tried-alarms.ts";
import { alarmMails, mendingOf } from "../alarm-mails.ts";
import { absentLocally, type Course, type Step } from "./step.ts";

const noMailbox = ({ operatorsMail }: Course) =>
  operatorsMail === undefined ? "alarms are mailed to nobody: set operatorsMail" : undefined;

export const subscriptions: Step = {
  name: "subscriptions",
  proves: "the operators' mailbox has confirmed that it takes the alarms of both regions",
  otherwise: 'lib/runbooks/README.md, "Heartbeat": until then no alarm is heard',
  absent: (course) => absentLocally("SNS", "mails no alarms") ?? noMailbox(course),
  async look(course) {
    const { operatorsMail: mailbox } = course;
    const mails = await alarmMails(course, mailbox!);
    const mendings = mails.flatMap((each) => mendingOf(each, mailbox!) ?? []);
    if (mendings.length > 0) throw new Error(mendings.join("\n      "));
  },
};

export const alarm: Step = {
  name: "alarm",
  proves: "an alarm of each region that rings is taken by its topic, which mails it",
  otherwise:
    "the topic's policy (lib/alarms/signals.ts): it admits CloudWatch for the stage's alarms, and no key of another's",
  absent: (course) =>
    course.tries.alarm
      ? (absentLocally("CLOUDWATCH", "has no alarms") ?? noMailbox(course))
      : "it mails the operators: --alarm",
  async look(course) {
    const tried = triedAlarms(course);
    await Promise.all(tried.map((each) => ring(course, each)));
    return `${course.operatorsMail} gets a mail "ALARM" of ${tried.map(({ name }) => name).join(" and of ")}, and "OK" of each within some minutes: look whether they came.`;
  },
};

/** Has an alarm ring as a trial, until CloudWatch says what became of its action. */
async function ring({ wait }: Course, { region, name: AlarmName }: { region: string; name: string }): Promise<void> {
  const client = new CloudWatchClient({ region });
  const newest = async () => {
    const asked = new DescribeAlarmHistoryCommand({ AlarmName, HistoryItemType: "Action", MaxRecords: 1 });
    const { AlarmHistoryItems: [item] = [] } = await client.send(asked);
    return item;
  };
  const before = await newest();
  const StateReason = "A trial by the smoke test: nothing is wrong.";
  await client.send(new SetAlarmStateCommand({ AlarmName, StateValue: "ALARM", StateReason }));
  const { HistorySummary = "" } = await wait(
    `${AlarmName} does what it has to (nothing where it rang already)`,
    60,
    async () => {
      const item = await newest();
      return Number(item?.Timestamp) === Number(before?.Timestamp) ? undefined : item;
    },
  );
  if (!HistorySummary.startsWith("Successfully")) throw new Error(`${AlarmName}: ${HistorySummary}`);
}
