import * as z from "zod";
import { EventId, Timestamp } from "../http/fields.ts";

/** What is done to keys and endpoints, and happens to them. */
export const connectionEvents = [
  "key.created",
  "key.expiring",
  "key.ended",
  "webhook.created",
  "webhook.changed",
  "webhook.rotated",
  "webhook.turned-off",
  "webhook.turned-on",
  "webhook.given-up",
  "webhook.removed",
] as const;
export type ConnectionEvent = (typeof connectionEvents)[number];

/** A line of the history of an organization's connections, as admins see it. */
export const ConnectionChange = z.object({
  event_id: EventId,
  /** What was done, or happened. */
  type: z.enum(connectionEvents),
  /** What the key or the endpoint was called then. */
  name: z.string(),
  at: Timestamp,
  /** Who did it; absent where nobody did. */
  actor_name: z.string().optional(),
});
export type ConnectionChange = z.infer<typeof ConnectionChange>;
