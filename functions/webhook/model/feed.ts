import * as z from "zod";
import { Problem } from "../../../shared/http/problem.ts";
import { type KeptEvent, publicEventNames } from "../../../shared/webhook/events.ts";
import { eventDays } from "../../../shared/webhook/feed.ts";
import { markerEnd } from "../../chain/event.ts";
import type { Key } from "../../data/keys/key.ts";
import { organizationViews } from "../../data/keys/organization.ts";
import { platformKeys } from "../../data/keys/platform.ts";
import { failingIn, webhookKeys } from "../../data/keys/webhook.ts";
import { readTotal } from "../../data/list.ts";
import { retryWhenRaced } from "../../data/retry-when-raced.ts";
import { change, create, type Step } from "../../data/steps.ts";
import { batchGet, type Item, queryAll, transact } from "../../data/table.ts";
import { clock } from "../../runtime/clock.ts";
import {
  askToDeliver,
  beginDelivery,
  bodyOf,
  type DeliveryMessage,
  isTold,
  messageOf,
  newDelivery,
} from "./delivery.ts";
import { EndpointRecord, isEndpoint } from "./endpoint-record.ts";
import { eventEnd } from "./kept.ts";

/** An event as stored. */
export const StoredEvent = z.object({
  event_id: z.string(),
  type: z.enum(publicEventNames),
  timestamp: z.string(),
  data: z.looseObject({ organization_id: z.string(), state: z.string() }),
});

/** Says that an event is kept, and where. */
const EventMark = z.object({ organization_id: z.string(), position: z.number(), at: z.string() });

/** Where it is said that an event is kept. */
export const eventMark = (event_id: string): Key => platformKeys.handled(event_id, "webhooks");

interface Tellers {
  /** How many events there were. */
  readonly count: number;
  readonly endpoints: readonly EndpointRecord[];
  /** The ids of those that fail. */
  readonly failing: ReadonlySet<string>;
  readonly read_on: string;
}

async function readTellers(organization_id: string): Promise<Tellers> {
  const counter = webhookKeys.eventCounter(organization_id);
  const read_on = clock.iso();
  const items = await queryAll(webhookKeys.tellers(organization_id));
  const endpoints = items.filter(isEndpoint).map((item) => EndpointRecord.parse(item));
  const failing = new Set(items.flatMap(({ sk }) => failingIn(sk) ?? []));
  return { count: Number(items.find(({ sk }) => sk === counter.sk)?.count ?? 0), endpoints, failing, read_on };
}

/** Steps of one transaction, the counter's aside, and of one event for the event itself. */
const STEPS_MAX = 99;
const STEPS_OF_EVENT = 2;

/**
 * Keeps events of an organization behind those it has, and puts each on its way to the endpoints that are told of it. Their
 * places are given out here, one after the other, so that whoever has read up to one misses none that comes later,
 * whenever it happened. None is kept before its first key or endpoint. An event that is kept already stays where it is, and its deliveries are asked for once more.
 */
export async function keepEvents(organization_id: string, events: readonly KeptEvent[]): Promise<void> {
  let at = 0;
  while (at < events.length) {
    const tellers = await readTellers(organization_id);
    if (!(await isHeard(organization_id, tellers))) return;
    const eventsMax = Math.floor(STEPS_MAX / (STEPS_OF_EVENT + tellers.endpoints.length));
    const some = events.slice(at, at + eventsMax);
    await keepSome(organization_id, tellers, some);
    at += some.length;
  }
}

/** Whether an organization has, or had, a key or an endpoint: what happened before its first is read by nobody. */
const isHeard = async (organization_id: string, { count, endpoints }: Tellers): Promise<boolean> =>
  count > 0 || endpoints.length > 0 || (await readTotal(organizationViews.apiKeys(organization_id))) > 0;

async function keepSome(organization_id: string, read: Tellers, events: readonly KeptEvent[]): Promise<void> {
  let [left, tellers] = [events, read];
  // nobody else counts an organization's events while its queue is ordered, but for a replay or a worker that was given up
  await retryWhenRaced(async (attempt) => {
    if (attempt > 1) {
      const marks = await batchGet(left.map(({ event_id }) => eventMark(event_id)));
      left = left.filter((_, index) => marks[index] === undefined);
      tellers = await readTellers(organization_id);
    }
    if (left.length > 0) await transact(stepsOf(organization_id, tellers, left));
  });
  const messages = tellers.endpoints.flatMap((endpoint) =>
    events
      .filter(({ type }) => isTold(endpoint, type))
      .map((event, index) =>
        messageOf(firstMessage(tellers, endpoint, event, index === 0 && left.includes(event)), "first"),
      ),
  );
  if (messages.length > 0) await askToDeliver(messages);
}

/** The message of an event's first attempt. Of those that wait for one another only the first can tell how its endpoint will be. */
function firstMessage({ failing, read_on }: Tellers, endpoint: EndpointRecord, event: KeptEvent, isNext: boolean) {
  const { organization_id, endpoint_id } = endpoint;
  const message: DeliveryMessage = { organization_id, endpoint_id, event_id: event.event_id };
  if (!isNext || failing.has(endpoint_id)) return message;
  return { ...message, fresh: { read_on, endpoint, delivery: newDelivery(endpoint, bodyOf(event)) } };
}

function stepsOf(organization_id: string, { count, endpoints }: Tellers, events: readonly KeptEvent[]): Step[] {
  const counted = change(
    webhookKeys.eventCounter(organization_id),
    { set: { count: count + events.length } },
    { orCreate: true, where: { count: count === 0 ? { absent: true } : count } },
  );
  const kept = events.flatMap((event, index): Step[] => {
    const position = count + index + 1;
    const at = clock.iso();
    const told = endpoints.filter((endpoint) => isTold(endpoint, event.type));
    return [
      create(webhookKeys.event(organization_id, position), { ...event, position, ttl: eventEnd() }),
      create(eventMark(event.event_id), { organization_id, position, at, ttl: markerEnd({ at }) }),
      ...told.map((endpoint) => beginDelivery(endpoint, bodyOf(event))),
    ];
  });
  return [counted, ...kept];
}

/** The place of an event among those of an organization; `resource.not-found` where it has no such, or no longer. */
export function placeIn(organization_id: string, mark: Item | undefined): number {
  const found = mark && EventMark.parse(mark);
  const isGone = found && Date.parse(found.at) < clock.now() - eventDays * 86_400_000;
  if (found?.organization_id !== organization_id || isGone) throw new Problem("resource.not-found");
  return found.position;
}
