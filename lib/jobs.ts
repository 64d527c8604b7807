import { Duration } from "aws-cdk-lib";
import { Rule } from "aws-cdk-lib/aws-events";
import { LambdaFunction } from "aws-cdk-lib/aws-events-targets";
import { PolicyDocument, PolicyStatement, Role, ServicePrincipal } from "aws-cdk-lib/aws-iam";
import { FilterCriteria, FilterRule, type Function as Lambda, StartingPosition } from "aws-cdk-lib/aws-lambda";
import { SqsDestination } from "aws-cdk-lib/aws-lambda-destinations";
import { DynamoEventSource, SqsDlq, SqsEventSource } from "aws-cdk-lib/aws-lambda-event-sources";
import { Schedule, ScheduleExpression } from "aws-cdk-lib/aws-scheduler";
import { LambdaInvoke } from "aws-cdk-lib/aws-scheduler-targets";
import { DeduplicationScope, FifoThroughputLimit, Queue, QueueEncryption } from "aws-cdk-lib/aws-sqs";
import { Construct } from "constructs";
import {
  isOrdered,
  type Purpose,
  purposes,
  queueNameOf,
  queueUrlNames,
  receivesMax,
  tableExportsPrefix,
} from "../shared/platform/environment.ts";
import { type BackgroundName, background } from "./background.ts";
import type { BackgroundFunction } from "./background-function.ts";
import { explain } from "./explain.ts";
import { type FunctionProps, makeFunction, type Running, type StageContext } from "./function.ts";
import { scanResults } from "./malware.ts";
import { namesIn } from "./names.ts";

/** What follows from committed changes and from the clock: the stream function, a queue per purpose, the schedules, and what follows from a scan. */
export class Jobs extends Construct {
  readonly queues: Readonly<Record<Purpose, Queue>>;
  readonly deadLetters: Queue[] = [];
  /** Turns committed changes into messages; undefined while its handler is missing. */
  readonly publisher?: Lambda;
  /** All that follow the table's changes. AWS lets two read a stream: a third throttles both. */
  readonly followers: Lambda[] = [];
  /** What operators start by hand: functions that stand here are for their roles to invoke. */
  readonly operated: Lambda[] = [];
  private readonly context: StageContext;
  private readonly running: Running;

  constructor(scope: Construct, id: string, context: StageContext, running: Running, names: readonly BackgroundName[]) {
    super(scope, id);
    this.queues = this.makeQueues(context.stage);
    this.context = { ...context, queues: this.queues };
    this.running = running;
    const streamDead = this.deadLetter("changes", context.stage);
    const scheduleDead = this.deadLetter("schedules", context.stage);
    for (const name of names) {
      const { runs } = background[name] as BackgroundFunction;
      if (runs.on === "table-change") {
        const follower = this.follow(name, streamDead, runs.windowSeconds);
        this.followers.push(follower);
        if (name === "platform/publish-events") this.publisher = follower;
      }
      if (runs.on === "queue") this.serve(name, runs.purpose);
      if (runs.on === "operator") this.operated.push(this.make(name, { environment: this.originator() }));
      if (runs.on === "schedule") this.keepTime(name, runs.expression, scheduleDead);
      if (runs.on === "scan") this.hearScans(name, runs.results, scheduleDead);
    }
  }

  private originator(): FunctionProps["environment"] {
    const { payouts } = this.context;
    return payouts && { PAYOUT_ORIGINATOR: JSON.stringify(payouts) };
  }

  private makeQueues(stage: string): Record<Purpose, Queue> {
    const make = (purpose: Purpose) =>
      new Queue(this, purpose, {
        ...kept,
        queueName: queueNameOf(stage, purpose),
        ...inOrder(purpose),
        visibilityTimeout: Duration.seconds(6 * workerTimeoutSeconds(purpose)),
        deadLetterQueue: { queue: this.deadLetter(purpose, stage), maxReceiveCount: receivesMax },
      });
    return Object.fromEntries(purposes.map((purpose) => [purpose, make(purpose)])) as Record<Purpose, Queue>;
  }

  private deadLetter(name: string, stage: string): Queue {
    const queue = new Queue(this, `${name}-dead`, {
      ...kept,
      queueName: queueNameOf(stage, name, { dead: true }),
      ...inOrder(name),
    });
    explain(queue, { SQS3: "This is a dead-letter queue itself: an alarm rings at its first message." });
    this.deadLetters.push(queue);
    return queue;
  }

  /** Audit rows are the events: a function of the stream sees their insertion and nothing else. */
  private follow(name: BackgroundName, dead: Queue, windowSeconds?: number): Lambda {
    const { table } = this.context;
    const handler = this.make(name, {
      statements: [
        new PolicyStatement({
          actions: ["dynamodb:DescribeStream", "dynamodb:GetRecords", "dynamodb:GetShardIterator"],
          resources: [table.tableStreamArn!],
        }),
        new PolicyStatement({ actions: ["dynamodb:ListStreams"], resources: [`${table.tableArn}/stream/*`] }),
        sendTo(dead),
      ],
    });
    explain(handler.node.scope!, {
      "IAM5[Resource::<StorageTableB43FDCE7.Arn>/stream/*]":
        "Lambda lists the table's streams to find the newest; the name of a stream is the time of its making.",
    });
    handler.addEventSource(
      new DynamoEventSource(table, {
        startingPosition: StartingPosition.TRIM_HORIZON,
        batchSize: windowSeconds === undefined ? 100 : 1000,
        ...(windowSeconds !== undefined && { maxBatchingWindow: Duration.seconds(windowSeconds) }),
        maxRecordAge: Duration.hours(24),
        retryAttempts: 20,
        bisectBatchOnError: true,
        reportBatchItemFailures: true,
        onFailure: new SqsDlq(dead),
        filters: [
          FilterCriteria.filter({
            eventName: FilterRule.isEqual("INSERT"),
            dynamodb: { Keys: { pk: { S: FilterRule.beginsWith("AUDIT#") } } },
          }),
        ],
      }),
    );
    return handler;
  }

  /** A worker may send to its own queue too: what has to wait for somebody is sent anew. */
  private serve(name: BackgroundName, purpose: Purpose): void {
    const queue = this.queues[purpose];
    const { runs, ...own } = background[name] as BackgroundFunction;
    const { batchSize = 10, concurrency = 5, growsTo = concurrency } = runs.on === "queue" ? runs : {};
    // more than the account can run at once would count as received and come among the dead letters
    const maxConcurrency = this.context.reserveConcurrency ? growsTo : concurrency;
    const handler = this.make(name, {
      need: { ...own, queues: [...new Set([...(own.queues ?? []), purpose])] },
      statements: [
        new PolicyStatement({
          actions: ["sqs:ReceiveMessage", "sqs:DeleteMessage", "sqs:ChangeMessageVisibility", "sqs:GetQueueAttributes"],
          resources: [queue.queueArn],
        }),
      ],
    });
    handler.addEventSource(new SqsEventSource(queue, { batchSize, maxConcurrency, reportBatchItemFailures: true }));
  }

  private keepTime(name: BackgroundName, expression: string, dead: Queue): void {
    const handler = this.makeWatched(name, dead);
    const invoke = new PolicyStatement({ actions: ["lambda:InvokeFunction"], resources: [handler.functionArn] });
    const [, id] = name.split("/") as [string, string];
    const role = new Role(this, `${id}-clock`, {
      assumedBy: new ServicePrincipal("scheduler.amazonaws.com"),
      description: `Starts ${name.replace("/", "-")}`,
      inlinePolicies: { own: new PolicyDocument({ statements: [invoke, sendTo(dead)] }) },
    });
    new Schedule(this, `${id}-schedule`, {
      description: background[name].description,
      schedule: ScheduleExpression.expression(expression),
      target: new LambdaInvoke(handler, {
        role: role.withoutPolicyUpdates(),
        deadLetterQueue: dead,
        ...retries,
      }),
    });
  }

  private hearScans(name: BackgroundName, results: readonly string[], dead: Queue): void {
    const { files } = namesIn(this, this.context.stage);
    new Rule(this, `${name.split("/")[1]}-rule`, {
      description: background[name].description,
      eventPattern: scanResults(files, results),
      targets: [
        new LambdaFunction(this.makeWatched(name, dead), {
          deadLetterQueue: dead,
          ...retries,
        }),
      ],
    });
  }

  /**
   * A function that is started and not waited for: who starts it hears whether Lambda took the event, not what became of
   * it. What failed three times is put aside by Lambda itself.
   */
  private makeWatched(name: BackgroundName, dead: Queue): Lambda {
    const handler = this.make(name, { statements: [sendTo(dead)] });
    handler.configureAsyncInvoke({ onFailure: new SqsDestination(dead), ...retries });
    return handler;
  }

  private make(name: BackgroundName, more: Partial<FunctionProps> = {}): Lambda {
    const { description, table, ...own } = background[name] as BackgroundFunction;
    const { need = own } = more;
    return makeFunction(this, this.context, this.running, {
      path: name,
      description,
      table,
      need,
      environment: {
        ...Object.fromEntries((need.queues ?? []).map((each) => [queueUrlNames[each], this.queues[each].queueUrl])),
        ...(need.objects?.some(({ bucket }) => bucket === "audit") && {
          AUDIT_BUCKET: namesIn(this, this.context.stage).audit,
        }),
        ...(need.objects?.some(({ prefixes }) => prefixes.includes(tableExportsPrefix)) && {
          TABLE_EXPORTED: this.context.tableExported,
        }),
      },
      ...more,
    });
  }
}

const kept = { encryption: QueueEncryption.SQS_MANAGED, enforceSSL: true, retentionPeriod: Duration.days(14) };

/** Each group of an ordered queue has its own pace. */
const inOrder = (name: string) =>
  isOrdered(name)
    ? {
        fifo: true,
        deduplicationScope: DeduplicationScope.MESSAGE_GROUP,
        fifoThroughputLimit: FifoThroughputLimit.PER_MESSAGE_GROUP_ID,
      }
    : {};

/** How often and how long what failed is tried again. */
const retries = { retryAttempts: 2, maxEventAge: Duration.hours(1) };

const sendTo = (queue: Queue) => new PolicyStatement({ actions: ["sqs:SendMessage"], resources: [queue.queueArn] });

const workerTimeoutSeconds = (purpose: Purpose) =>
  Object.values<BackgroundFunction>(background).find(({ runs }) => runs.on === "queue" && runs.purpose === purpose)
    ?.timeoutSeconds ?? 10;
