import type { AttributeValue, SQSBatchResponse, SQSEvent } from "aws-lambda";
import * as z from "zod";
import { describeError, log } from "../runtime/log.ts";

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
/** See {@link Message}. */
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

/** A queue worker: `work` for each message; those that failed go back to the queue, and only those. */
export const worker =
  (work: (event: Message) => Promise<void>) =>
  async ({ Records }: SQSEvent): Promise<SQSBatchResponse> => {
    const failures = await Promise.all(
      Records.map(async ({ messageId, body }) => {
        const event = Message.parse(JSON.parse(body));
        try {
          await work(event);
          return [];
        } catch (error) {
          const { event_id, type: event_type } = event;
          log("error", "event_failed", { event_id, event_type, error: describeError(error) });
          return [{ itemIdentifier: messageId }];
        }
      }),
    );
    return { batchItemFailures: failures.flat() };
  };
