import * as z from "zod";
import { call, data } from "../http/call.ts";
import { Cursor } from "../http/cursor.ts";
import { EndpointId, EventId, organizationSelector, Timestamp, wholeNumber } from "../http/fields.ts";
import { Delivery, DeliveryDetails, deliveriesMax, outcomes } from "./delivery.ts";

const allow = { permission: "webhook:manage", within: "organization" } as const;
const ofEndpoint = { ...organizationSelector, endpoint_id: EndpointId };
const named = { ...ofEndpoint, event_id: EventId };

/** Of the last 30 days, newest first. */
export const listDeliveries = call({
  route: "GET /organization/webhook/deliveries",
  summary: "List what was sent to a webhook endpoint",
  allow,
  whenArchived: "allowed",
  input: () =>
    z.object({
      ...ofEndpoint,
      /** Only deliveries that have come so far. */
      outcome: z.enum(["all", ...outcomes]).default("all"),
      limit: wholeNumber({ min: 1, max: deliveriesMax }).default(10),
      cursor: Cursor.optional(),
    }),
  output: () =>
    data(
      z.object({
        deliveries: z.array(Delivery),
        /** Leads to the next page; absent on the last. */
        cursor: z.string().optional(),
      }),
    ),
  problems: ["resource.not-found"],
});

/** What was sent, and each attempt with the beginning of its answer. */
export const readDelivery = call({
  route: "GET /organization/webhook/delivery",
  summary: "Read a webhook delivery",
  allow,
  whenArchived: "allowed",
  input: () => z.object(named),
  output: () => data(DeliveryDetails),
  problems: ["resource.not-found"],
});

/** Again from the first of ten attempts, with the same ID; what is waiting is tried at once. */
export const resend = call({
  route: "POST /organization/webhook/delivery/resend",
  summary: "Send a webhook delivery again",
  allow,
  input: () => z.object(named),
  output: () => data(Delivery),
  problems: ["resource.not-found", "state.changed", "webhook.off", "rate.exceeded"],
});

/** Those that were given up since a time, the oldest first, 100 with one call. */
export const resendSince = call({
  route: "POST /organization/webhook/resend",
  summary: "Send what a webhook endpoint missed again",
  allow,
  input: () => z.object({ ...ofEndpoint, since: Timestamp.pipe(z.iso.datetime("Choose a time.")) }),
  output: () =>
    data(
      z.object({
        /** How many are on their way again. */
        resent: z.number().int(),
        /** Whether there are more: call again. */
        has_more: z.boolean(),
      }),
    ),
  problems: ["resource.not-found", "webhook.off", "rate.exceeded"],
});

/** A delivery like others, of the type `webhook.test`. */
export const sendTest = call({
  route: "POST /organization/webhook/test",
  summary: "Send a test to a webhook endpoint",
  allow,
  input: () => z.object(ofEndpoint),
  output: () => data(Delivery),
  problems: ["resource.not-found", "webhook.off", "rate.exceeded"],
});
