import type { Key } from "./key.ts";
import { beginning, idOf, key } from "./key.ts";

/** A number as the sort keys of events have it. */
const place = (position: number) => String(position).padStart(10, "0");

const deliveriesOf = (organization_id: string, endpoint_id: string) => `ORG#${organization_id}#webhook#${endpoint_id}`;

/** The items of an organization's events and of who is told of them, and the question that each key answers. */
export const webhookKeys = {
  /** An event of an organization by its place: each stands behind all that could be read before it. */
  event: (organization_id: string, position: number) => key(`ORG#${organization_id}#events`, place(position)),
  /** How many events an organization has had. */
  eventCounter: (organization_id: string) => key(`ORG#${organization_id}`, "WEBHOOK#COUNTER"),
  /** What tells of an organization's events: the counter, its endpoints, and how these fail. */
  tellers: (organization_id: string) => beginning(`ORG#${organization_id}`, "WEBHOOK#"),
  endpoint: (organization_id: string, endpoint_id: string) => key(`ORG#${organization_id}`, `WEBHOOK#${endpoint_id}`),
  /** How an endpoint fails, as long as it does. */
  endpointHealth: (organization_id: string, endpoint_id: string) =>
    key(`ORG#${organization_id}`, `WEBHOOK#${endpoint_id}#FAILING`),
  /** An event on its way to an endpoint; event ids sort by time. */
  delivery: (organization_id: string, endpoint_id: string, event_id: string) =>
    key(deliveriesOf(organization_id, endpoint_id), event_id),
  /** How many attempts of a day (UTC) arrived at an endpoint and failed. */
  attempts: (organization_id: string, endpoint_id: string, day: string) =>
    key(`ORG#${organization_id}#webhook-attempts#${endpoint_id}`, day),
};

/** The lists of an organization's events, of its endpoints, and of what was sent to one. */
export const webhookViews = {
  events: (organization_id: string) => `ORG#${organization_id}#events`,
  endpoints: (organization_id: string) => `ORG#${organization_id}#webhooks`,
  deliveries: deliveriesOf,
};

/** The id of the endpoint whose failing an item tells of, by its sort key; undefined for another item. */
export const failingIn = (sk: string): string | undefined => /^WEBHOOK#(\w+)#FAILING$/.exec(sk)?.[1];

/** Which event is on its way to which endpoint, by the key of the delivery. */
export function deliveryAt({ pk, sk: event_id }: Key) {
  const organization_id = pk.split("#")[1] ?? "";
  return { organization_id, endpoint_id: idOf(pk), event_id };
}
