import * as z from "zod";
import { Problem } from "../../../shared/http/problem.ts";
import { Attempt, type Delivery, Outcome, testEvent } from "../../../shared/webhook/delivery.ts";
import { type KeptEvent, publicEventNames, toldEvent } from "../../../shared/webhook/events.ts";
import { type OrderedMessage, sendInOrder } from "../../clients/queues.ts";
import { audit } from "../../data/audit.ts";
import type { Deadlines } from "../../data/deadlines.ts";
import { now } from "../../data/ids.ts";
import { webhookKeys } from "../../data/keys/webhook.ts";
import { create, type Step } from "../../data/steps.ts";
import { get } from "../../data/table.ts";
import { environment } from "../../runtime/environment.ts";
import { EndpointRecord } from "./endpoint-record.ts";
import { apiAddress, eventEnd } from "./kept.ts";

const DeliveryIds = z.object({ organization_id: z.string(), endpoint_id: z.string(), event_id: z.string() });
type DeliveryIds = z.infer<typeof DeliveryIds>;

/** An event on its way to an endpoint, as stored. */
export const DeliveryRecord = z.object({
  ...DeliveryIds.shape,
  type: z.enum([...publicEventNames, testEvent]),
  outcome: Outcome,
  body: z.string(),
  attempts: z.array(Attempt),
  tries: z.number(),
  next_on: z.string().optional(),
  /** When an admin last asked for it: it passes an endpoint's pause that an earlier attempt began. */
  asked_on: z.string().optional(),
  created_on: z.string(),
  version: z.number(),
});
export type DeliveryRecord = z.infer<typeof DeliveryRecord>;

/** Which delivery a message is about. */
export const DeliveryMessage = DeliveryIds.extend({
  /** From the clock: the time that had come. A delivery that has been tried since waits for another. */
  due: z.string().optional(),
  /** What its first attempt would read, of an endpoint that did not fail, and when that was read. */
  fresh: z.object({ read_on: z.string(), endpoint: EndpointRecord, delivery: DeliveryRecord }).optional(),
});
export type DeliveryMessage = z.infer<typeof DeliveryMessage>;

/** A delivery as lists show it. */
export function shownDelivery({
  body: _,
  organization_id: __,
  version: ___,
  asked_on: ____,
  attempts,
  ...rest
}: DeliveryRecord): Delivery {
  const status = attempts.at(-1)?.status;
  return { ...rest, ...(status !== undefined && { status }) };
}

/** Whether an endpoint is told of a kind of event. */
export const isTold = ({ status, types }: Pick<EndpointRecord, "status" | "types">, type: KeptEvent["type"]): boolean =>
  status === "active" && (types.length === 0 || types.includes(type));

type NewDelivery = Pick<DeliveryRecord, "type" | "body" | "event_id" | "asked_on">;

/** What is posted of an event: Standard Webhooks' type, time and data; its id travels in a header. */
export function bodyOf(event: KeptEvent): NewDelivery {
  const { event_id, ...told } = toldEvent(event, apiAddress());
  return { event_id, type: event.type, body: JSON.stringify(told) };
}

type Receiver = Pick<EndpointRecord, "organization_id" | "endpoint_id">;

/** An event that is put on its way to an endpoint. */
export const newDelivery = ({ organization_id, endpoint_id }: Receiver, delivery: NewDelivery): DeliveryRecord => ({
  ...{ ...delivery, organization_id, endpoint_id, outcome: "waiting", attempts: [], tries: 0 },
  ...{ created_on: now(), version: 1 },
});

/** The step that puts an event on its way to an endpoint. */
export const beginDelivery = (receiver: Receiver, delivery: NewDelivery): Step =>
  create(webhookKeys.delivery(receiver.organization_id, receiver.endpoint_id, delivery.event_id), {
    ...newDelivery(receiver, delivery),
    ttl: eventEnd(),
  });

/** The step that records an admin's wish to have a delivery tried, from which its message follows. */
export const askedFor = ({ organization_id, endpoint_id, event_id }: DeliveryIds, user_id: string): Step =>
  audit("webhook.delivery-asked", {
    organization_id,
    actor_id: user_id,
    subject_id: endpoint_id,
    endpoint_id,
    user_id,
    delivery_id: event_id,
  });

/** The message by which a delivery is tried; `turn` tells one wish to try it from another. */
export const messageOf = (message: DeliveryMessage, turn: string): OrderedMessage => ({
  group: message.endpoint_id,
  id: `${message.event_id}-${turn.replace(/[^\w.-]/g, "_")}`,
  message,
});

/** Has deliveries tried, those of an endpoint one after the other. */
export const askToDeliver = (messages: readonly OrderedMessage[]): Promise<void> =>
  sendInOrder(environment("DELIVERIES_QUEUE_URL"), messages);

/** When the clock has a delivery tried again. */
export const deadlinesOf = ({ outcome, next_on }: Pick<DeliveryRecord, "outcome" | "next_on">): Deadlines =>
  outcome === "waiting" && next_on !== undefined ? { "webhook-delivery": next_on } : {};

/** Reads a delivery of an organization. */
export async function readDelivery({ organization_id, endpoint_id, event_id }: DeliveryIds): Promise<DeliveryRecord> {
  const record = await get(DeliveryRecord, webhookKeys.delivery(organization_id, endpoint_id, event_id));
  if (record === undefined) throw new Problem("resource.not-found");
  return record;
}
