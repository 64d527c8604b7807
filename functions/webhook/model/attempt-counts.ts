import * as z from "zod";
import { attemptHours } from "../../../shared/webhook/delivery.ts";
import type { AttemptCounts } from "../../../shared/webhook/endpoint.ts";
import type { Key } from "../../data/keys/key.ts";
import { webhookKeys } from "../../data/keys/webhook.ts";
import { change, type Step } from "../../data/steps.ts";
import type { Item } from "../../data/table.ts";
import { clock } from "../../runtime/clock.ts";
import type { EndpointRecord } from "./endpoint-record.ts";

/** What an attempt came to, by the attributes of its day: `07.delivered` and `07.failed` for the hour from 7 o'clock (UTC). */
const CountsOfDay = z.record(z.string(), z.unknown());

const HOUR_MS = 3_600_000;
const DAY_SECONDS = 86_400;
/** How long the counts of a day are kept, from its last attempt. */
const KEPT_SECONDS = 3 * DAY_SECONDS;

type Receiver = Pick<EndpointRecord, "organization_id" | "endpoint_id">;

interface Hour {
  readonly day: string;
  readonly hour: string;
}
const hourAt = (at: number): Hour => {
  const iso = new Date(at).toISOString();
  return { day: iso.slice(0, 10), hour: iso.slice(11, 13) };
};

/** The hours whose attempts are told: the one that runs now and those before it. */
const lastHours = (): Hour[] => Array.from({ length: attemptHours }, (_, back) => hourAt(clock.now() - back * HOUR_MS));

/** The step that counts an attempt; it goes into the transaction that keeps what became of it. */
export function countAttempt({ organization_id, endpoint_id }: Receiver, outcome: keyof AttemptCounts): Step {
  const { day, hour } = hourAt(clock.now());
  const set = { ttl: clock.seconds() + KEPT_SECONDS };
  return change(
    webhookKeys.attempts(organization_id, endpoint_id, day),
    { set, add: { [`${hour}.${outcome}`]: 1 } },
    { orCreate: true },
  );
}

/** Where the counts of an endpoint's last hours stand: of today, and of yesterday. */
export function countKeys({ organization_id, endpoint_id }: Receiver): Key[] {
  const days = new Set(lastHours().map(({ day }) => day));
  return [...days].map((day) => webhookKeys.attempts(organization_id, endpoint_id, day));
}

/** How many attempts of the last hours arrived and failed, by the items of the days that were found. */
export function countsIn(items: readonly (Item | undefined)[]): AttemptCounts {
  const days = new Map(items.flatMap((item) => (item ? [[String(item.sk), CountsOfDay.parse(item)] as const] : [])));
  const sum = (outcome: keyof AttemptCounts) =>
    lastHours().reduce((all, { day, hour }) => all + Number(days.get(day)?.[`${hour}.${outcome}`] ?? 0), 0);
  return { delivered: sum("delivered"), failed: sum("failed") };
}
