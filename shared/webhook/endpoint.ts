import * as z from "zod";
import { EndpointId, Timestamp, UserId } from "../http/fields.ts";
import { publicEventNames } from "./events.ts";

/** Endpoints of an organization. */
export const endpointsMax = 20;
/** Characters of what an endpoint is for. */
export const descriptionMax = 100;
/** Hours for which what the former secret signs is sent beside the new one. */
export const overlapHours = 24;

/** Why an endpoint is off: an admin turned it off, it answered 410, or it failed for days. */
export const offReasons = ["admin", "gone", "failing"] as const;

/** How many attempts of the last 24 hours arrived and failed, counted by the hour. */
export const AttemptCounts = z.object({
  /** Those that were answered with 2xx. */
  delivered: z.number().int(),
  /** All others that were made. */
  failed: z.number().int(),
});
export type AttemptCounts = z.infer<typeof AttemptCounts>;

/** An address that an organization's events are sent to, as admins see it: never its secret. */
export const WebhookEndpoint = z.object({
  endpoint_id: EndpointId,
  address: z.string(),
  /** What it is for; empty where nothing was said. */
  description: z.string(),
  /** What it is told of; empty for everything, what is added later too. */
  types: z.array(z.enum(publicEventNames)),
  status: z.enum(["active", "off"]),
  /** Why it is off. */
  off_because: z.enum(offReasons).optional(),
  /** The public half of the key that signs what it is sent (`v1a`). */
  public_key: z.string(),
  created_by: UserId,
  created_on: Timestamp,
  /** Until when what the former secret signs is sent, too. */
  former_until: Timestamp.optional(),
  /** The first failure since the last success. */
  failing_since: Timestamp.optional(),
  /** What the attempts of the last 24 hours came to; in the list alone. */
  attempts: AttemptCounts.optional(),
  version: z.number().int(),
});
export type WebhookEndpoint = z.infer<typeof WebhookEndpoint>;

/** What an endpoint is called: what it is for, or its server where nobody said so. */
export const nameOf = ({ description, address }: Pick<WebhookEndpoint, "description" | "address">): string =>
  description || new URL(address).host;
