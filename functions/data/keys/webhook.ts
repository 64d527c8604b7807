import { beginning, key } from "./key.ts";

/** A number as the sort keys of events have it. */
const place = (position: number) => String(position).padStart(10, "0");

/** The items of an organization's events, and the question that each key answers. */
export const webhookKeys = {
  /** An event of an organization by its place: each stands behind all that could be read before it. */
  event: (organization_id: string, position: number) => key(`ORG#${organization_id}#events`, place(position)),
  /** How many events an organization has had. */
  eventCounter: (organization_id: string) => key(`ORG#${organization_id}`, "WEBHOOK#COUNTER"),
  /** What tells of an organization's events: the counter and its endpoints. */
  tellers: (organization_id: string) => beginning(`ORG#${organization_id}`, "WEBHOOK#"),
};

/** The lists of an organization's events. */
export const webhookViews = {
  events: (organization_id: string) => `ORG#${organization_id}#events`,
};
