import { Stack } from "aws-cdk-lib";
import { Alarm, ComparisonOperator, type IMetric, TreatMissingData } from "aws-cdk-lib/aws-cloudwatch";
import { SnsAction } from "aws-cdk-lib/aws-cloudwatch-actions";
import { EventField, type EventPattern, Rule, RuleTargetInput } from "aws-cdk-lib/aws-events";
import { SnsTopic } from "aws-cdk-lib/aws-events-targets";
import { PolicyDocument, PolicyStatement, Role, ServicePrincipal } from "aws-cdk-lib/aws-iam";
import { Schedule, ScheduleExpression, ScheduleTargetInput } from "aws-cdk-lib/aws-scheduler";
import { Universal } from "aws-cdk-lib/aws-scheduler-targets";
import { type ITopic, Topic } from "aws-cdk-lib/aws-sns";
import { EmailSubscription } from "aws-cdk-lib/aws-sns-subscriptions";
import { Construct } from "constructs";
import type { Settings } from "../settings.ts";

/**
 * The alarms of the general board that watch a deployment, as `laurel-<stage>-<name>`: people are not served, or not as they
 * were. CloudFormation takes five. What Lambda counts is not among them: that is the whole account's, other products included.
 */
export const watchedAlarms = ["api-errors", "api-latency", "unforeseen", "function-errors"] as const;

/** A metric that rings. */
export interface Watch {
  readonly when: string;
  readonly metric: IMetric;
  /** The alarm rings at this value and above, */
  readonly atLeast?: number;
  /** or below this one, and when what was counted before is counted no more: what ought to happen does not. */
  readonly below?: number;
  /** How many periods in a row; one unless said. */
  readonly periods?: number;
}

/** An event of an AWS service that is passed on. */
export interface News {
  readonly when: string;
  readonly pattern: EventPattern;
  /** The path of the event's field that says what happened: `$.detail.eventTypeCode`. */
  readonly field: string;
}

/**
 * How one region's signals reach the operators: one topic, who may publish to it, and whom it mails. `place` tells apart
 * what stands in one region for stages of several.
 */
export class Signals extends Construct {
  private readonly topic: Topic;
  private readonly address: ITopic;
  private readonly admitted = new Set<string>();
  private readonly settings: Settings;
  private readonly place: string;

  constructor(scope: Construct, id: string, settings: Settings, place = "") {
    super(scope, id);
    this.settings = settings;
    this.place = place;
    const { partition, region, account } = Stack.of(this);
    this.topic = new Topic(this, "Topic", { displayName: `Laurel ${settings.stage} alarms`, enforceSSL: true });
    this.address = Topic.fromTopicArn(this, "Address", this.topic.topicArn);
    if (settings.operatorsMail) this.topic.addSubscription(new EmailSubscription(settings.operatorsMail));
    this.beat();
    this.admit(
      "cloudwatch.amazonaws.com",
      `arn:${partition}:cloudwatch:${region}:${account}:alarm:laurel-${settings.stage}-*`,
    );
  }

  /** Rings when the metric says so, and names the page of the runbooks that is called as the alarm. */
  ring(name: string, { when, metric, atLeast, below, periods = 1 }: Watch): void {
    const { statistic } = metric.toMetricConfig().metricStat ?? {};
    const alarm = new Alarm(this, name, {
      alarmName: `laurel-${this.settings.stage}-${name}${this.place}`,
      alarmDescription: `${when}. Runbook: ${runbookLink(this.settings, name)}`,
      metric,
      threshold: below ?? atLeast!,
      comparisonOperator:
        below === undefined
          ? ComparisonOperator.GREATER_THAN_OR_EQUAL_TO_THRESHOLD
          : ComparisonOperator.LESS_THAN_THRESHOLD,
      evaluationPeriods: periods,
      // Of a few calls, one slow one is the percentile: cold functions after a deployment are no fault.
      evaluateLowSampleCountPercentile: statistic?.startsWith("p") ? "ignore" : undefined,
      // A new stage has done nothing yet, which is no fault: INSUFFICIENT_DATA rings once there was something before.
      treatMissingData: below === undefined ? TreatMissingData.NOT_BREACHING : TreatMissingData.MISSING,
    });
    const mails = new SnsAction(this.topic);
    alarm.addAlarmAction(mails);
    alarm.addOkAction(mails);
    if (below !== undefined) alarm.addInsufficientDataAction(mails);
  }

  /** A mail a week that says nothing but that mails arrive: of a topic that reaches nobody no other word is heard. */
  private beat(): void {
    const { region, account } = Stack.of(this);
    const role = new Role(this, "Heart", {
      assumedBy: new ServicePrincipal("scheduler.amazonaws.com", {
        conditions: { StringEquals: { "aws:SourceAccount": account } },
      }),
      description: "Mails the operators once a week",
      inlinePolicies: {
        own: new PolicyDocument({
          statements: [new PolicyStatement({ actions: ["sns:Publish"], resources: [this.topic.topicArn] })],
        }),
      },
    });
    const { stage } = this.settings;
    new Schedule(this, "heartbeat", {
      description: "Tell the operators that alarms reach them",
      schedule: ScheduleExpression.expression("rate(7 days)"),
      target: new Universal({
        service: "sns",
        action: "publish",
        input: ScheduleTargetInput.fromObject({
          TopicArn: this.topic.topicArn,
          Subject: `Laurel ${stage}: alarms of ${region} reach you`,
          Message: `This mail comes every week. When it does not, nor does any alarm: lib/runbooks/README.md, "Heartbeat".`,
        }),
        role: role.withoutPolicyUpdates(),
      }),
    });
  }

  /** Mails an event of AWS itself when it happens, with the page of its name. */
  hear(name: string, { when, pattern, field }: News): void {
    const text = `${when}: ${EventField.fromPath(field)}. Runbook: ${runbookLink(this.settings, name)}`;
    this.admit("events.amazonaws.com");
    new Rule(this, name, {
      description: when,
      eventPattern: pattern,
      // By its address: CDK would let the rules of every account publish to a topic of its own.
      targets: [new SnsTopic(this.address, { message: RuleTargetInput.fromText(text) })],
    });
  }

  /** The topic's address for a service that may then publish to it on behalf of what `sourceArn` matches. */
  addressFor(service: string, sourceArn: string): string {
    this.admit(service, sourceArn);
    return this.topic.topicArn;
  }

  /** A policy of its own takes away the default one, by which the account's services might publish: each is named. */
  private admit(service: string, sourceArn?: string): void {
    if (this.admitted.has(`${service} ${sourceArn}`)) return;
    this.admitted.add(`${service} ${sourceArn}`);
    this.topic.addToResourcePolicy(
      new PolicyStatement({
        principals: [new ServicePrincipal(service)],
        actions: ["sns:Publish"],
        resources: [this.topic.topicArn],
        conditions: {
          StringEquals: { "aws:SourceAccount": Stack.of(this).account },
          ...(sourceArn !== undefined && { ArnLike: { "aws:SourceArn": sourceArn } }),
        },
      }),
    );
  }
}

/** Where a page of the runbooks is read: on the web where the settings say so, else its place in the repository. */
export const runbookLink = ({ runbooksUrl }: Settings, page: string): string =>
  runbooksUrl ? `${runbooksUrl}/${page}.md (lib/runbooks/${page}.md)` : `lib/runbooks/${page}.md`;
