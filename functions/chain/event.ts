import type { AttributeValue, SQSBatchResponse, SQSEvent, SQSRecord } from "aws-lambda";
import * as z from "zod";
import { Problem } from "../../shared/http/problem.ts";
import { statusOf } from "../../shared/http/problems.ts";
import { type Purpose, queueUrlNames, receivesMax } from "../../shared/platform/environment.ts";
import { sendMessages } from "../clients/queues.ts";
import { clock } from "../runtime/clock.ts";
import { environment } from "../runtime/environment.ts";
import { describeError, log } from "../runtime/log.ts";
import { isUnanswered } from "../runtime/unanswered.ts";

/** An audit row as it travels to the workers: what happened, and the ids and numbers that go with it. */
export const Message = z.looseObject({
  event_id: z.string(),
  type: z.string(),
  at: z.string(),
  organization_id: z.string(),
  actor_id: z.string(),
  subject_id: z.string(),
  from: z.string().optional(),
  to: z.string().optional(),
});
export type Message = z.infer<typeof Message>;

/** The event in an audit row's stream record; undefined when it is no audit row. */
export function eventOf(image: Record<string, AttributeValue> | undefined): Message | undefined {
  const plain = Object.fromEntries(Object.entries(image ?? {}).map(([name, value]) => [name, plainOf(value)]));
  const { pk: _, sk: __, version: ___, ...fields } = plain;
  return Message.safeParse(fields).data;
}

/** Audit rows hold texts, numbers, truths and lists of texts. */
function plainOf(value: AttributeValue): unknown {
  if (value.N !== undefined) return Number(value.N);
  return value.S ?? value.BOOL ?? value.L?.map(plainOf);
}

/** An id of an event's fields; "" when it carries none. */
export const idIn = (event: Message, field: string): string => {
  const value = event[field];
  return typeof value === "string" ? value : "";
};

/** Days for which an event is known to have been handled; queues keep theirs for 14. */
const MARKER_DAYS = 60;

/**
 * When the mark of a handled event goes, in epoch seconds. It counts from the event where that is later than the clock:
 * work that is made up for a past time must not leave marks that are gone at once.
 */
export const markerEnd = ({ at }: Pick<Message, "at">): number =>
  Math.max(clock.seconds(), Math.floor(Date.parse(at) / 1000)) + MARKER_DAYS * 86_400;

/** How long a message waits for an outside service before it is tried again: from seconds to a quarter of an hour. */
const waitSeconds = { first: 5, longest: 900 };
/** What waits for longer is late: its queue does not show it, for it is a new message after each try. */
const LATE_MS = 15 * 60_000;
/** Fourteen days of quarters of an hour. */
const TRIES_MAX = 1344;

/**
 * A queue worker: `work` for each message; those that failed go back to the queue, and only those: an error is what failed
 * for the last time, and lies among the dead letters then. What has to wait for
 * somebody else (a 503 or 429 of ours) is sent to the queue anew, later and later: it is no failure, and after five of
 * them it would be given up.
 */
export const worker =
  (purpose: Purpose, work: (event: Message) => Promise<void>) =>
  async ({ Records }: SQSEvent): Promise<SQSBatchResponse> => {
    const failures = await Promise.all(
      Records.map(async ({ messageId, body, attributes }) => {
        const event = Message.parse(JSON.parse(body));
        const { event_id, type: event_type } = event;
        try {
          await work(event).catch((error) =>
            waitFor(isUnanswered(error) ? new Problem("server.busy") : error, event, purpose),
          );
          return [];
        } catch (error) {
          const fields = { event_id, event_type, error: describeError(error) };
          if (Number(attributes?.ApproximateReceiveCount ?? 1) < receivesMax) log("warn", "event_retried", fields);
          else log("error", "event_failed", fields);
          return [{ itemIdentifier: messageId }];
        }
      }),
    );
    return { batchItemFailures: failures.flat() };
  };

async function waitFor(error: unknown, event: Message, purpose: Purpose): Promise<void> {
  const tries = Number(event.tries ?? 0);
  const passes = error instanceof Problem && (statusOf(error.code) === 503 || statusOf(error.code) === 429);
  if (!passes || tries >= TRIES_MAX) throw error;
  const { event_id, type: event_type } = event;
  const { first, longest } = waitSeconds;
  const asked = error.retryAfterSeconds ?? first * 2 ** Math.min(tries, 10);
  const delaySeconds = Math.ceil(Math.min(longest, asked * (1 + Math.random() / 2)));
  log("warn", "event_waits", { event_id, event_type, code: error.code, count: tries + 1 });
  if (clock.now() - Date.parse(event.at) > LATE_MS)
    log("warn", "event_late", { event_id, event_type, code: error.code });
  await sendMessages(environment(queueUrlNames[purpose]), [{ ...event, tries: tries + 1 }], delaySeconds);
}

/**
 * The worker of an ordered queue: `work` for the events of each group, in their order. What failed goes back with all that
 * stands behind it in its group, and what is done twice has to be known by `work`; `isAgain` says that some were handed over before.
 */
export const orderedWorker =
  <Handed>(
    schema: z.ZodType<Handed>,
    work: (group: string, handed: readonly Handed[], isAgain: boolean) => Promise<void>,
  ) =>
  async ({ Records }: SQSEvent): Promise<SQSBatchResponse> => {
    const groups = new Map<string, SQSRecord[]>();
    for (const record of Records) {
      const group = record.attributes.MessageGroupId ?? "";
      groups.set(group, [...(groups.get(group) ?? []), record]);
    }
    const failures = await Promise.all(
      [...groups].map(async ([group, records]) => {
        const receives = Math.max(...records.map(({ attributes }) => Number(attributes.ApproximateReceiveCount)));
        try {
          const handed = records.map(({ body }) => schema.parse(JSON.parse(body)));
          await work(group, handed, receives > 1);
          return [];
        } catch (error) {
          const fields = { event_id: group, count: records.length, error: describeError(error) };
          if (receives < receivesMax) log("warn", "event_retried", fields);
          else log("error", "event_failed", fields);
          return records.map(({ messageId }) => ({ itemIdentifier: messageId }));
        }
      }),
    );
    return { batchItemFailures: failures.flat() };
  };
