import * as z from "zod";
import { EndpointId, EventId, Timestamp } from "../http/fields.ts";
import { publicEventNames } from "./events.ts";

/** What a test tells of. */
export const testEvent = "webhook.test";

/** Seconds from a failed attempt to the next: ten attempts in a little over three days. */
export const retrySeconds = [5, 300, 1800, 7200, 18_000, 36_000, 50_400, 72_000, 86_400] as const;
/** How often a delivery is tried before it is given up. */
export const attemptsMax = retrySeconds.length + 1;
/** After so long without a success an endpoint's admins are told, and it is turned off. */
export const failingHours = { told: 24, off: 120 } as const;
/** Attempts that are remembered of a delivery; those before them are forgotten. */
export const attemptsKept = 15;
/** Of how many hours it is told how many attempts arrived and failed, the present one among them. */
export const attemptHours = 24;
/** Deliveries of one answer, and that are sent again with one call. */
export const deliveriesMax = 100;

/** How far a delivery may have come. */
export const outcomes = ["waiting", "delivered", "failed"] as const;
/** How far a delivery has come: it waits for its next attempt, has arrived, or was given up. */
export const Outcome = z.enum(outcomes);
export type Outcome = z.infer<typeof Outcome>;

/** One try to deliver. */
export const Attempt = z.object({
  at: Timestamp,
  /** Where it went; absent where none was made, and of old ones. */
  address: z.string().optional(),
  /** Its header `webhook-timestamp`, in seconds; absent where none was made, and of old ones. */
  timestamp: z.number().int().optional(),
  /** What was answered; absent where nothing was. */
  status: z.number().int().optional(),
  /** Why nothing was answered: the address is refused, 15 seconds were over, there was no connection, or the endpoint is off. */
  failure: z.enum(["refused", "timeout", "unreachable", "off"]).optional(),
  /** How long it took. */
  milliseconds: z.number().int(),
  /** The first 2 KB of the answer. */
  answer: z.string(),
});
export type Attempt = z.infer<typeof Attempt>;

/** An event on its way to an endpoint, as a list shows it. */
export const Delivery = z.object({
  endpoint_id: EndpointId,
  event_id: EventId,
  /** What happened; `webhook.test` where an admin sent a test. */
  type: z.enum([...publicEventNames, testEvent]),
  outcome: Outcome,
  created_on: Timestamp,
  /** How often it was tried since it was sent, or sent again. */
  tries: z.number().int(),
  /** When it is tried again. */
  next_on: Timestamp.optional(),
  /** The last attempt's status; absent where nothing was answered. */
  status: z.number().int().optional(),
});
export type Delivery = z.infer<typeof Delivery>;

/** The same with what is sent and what became of it. */
export const DeliveryDetails = Delivery.extend({
  /** What is posted, letter by letter. */
  body: z.string(),
  /** The oldest first. */
  attempts: z.array(Attempt),
});
export type DeliveryDetails = z.infer<typeof DeliveryDetails>;
