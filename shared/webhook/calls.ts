import * as z from "zod";
import { call, data } from "../http/call.ts";
import { EventId, organizationSelector, wholeNumber } from "../http/fields.ts";
import { eventsMax, WebhookEvent } from "./feed.ts";

const allow = { permission: "webhook:manage", within: "organization" } as const;

/**
 * What happened in the organization in the last 30 days, from its first key or endpoint on, the oldest first. A program that remembers the last event it has
 * read misses none, whatever became of its webhooks.
 */
export const listEvents = call({
  route: "GET /events",
  summary: "List what happened in the organization",
  allow,
  keys: "event:read",
  whenArchived: "allowed",
  input: () =>
    z.object({
      ...organizationSelector,
      /** Only what came after this event. Left out, it begins with the oldest. */
      after: EventId.optional(),
      limit: wholeNumber({ min: 1, max: eventsMax }).default(eventsMax),
    }),
  output: () =>
    data(
      z.object({
        events: z.array(WebhookEvent),
        /** Whether more events follow the last of these. */
        has_more: z.boolean(),
      }),
    ),
  problems: ["resource.not-found"],
});
