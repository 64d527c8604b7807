import * as z from "zod";
import {
  type Attempt,
  attemptsKept,
  attemptsMax,
  failingHours,
  retrySeconds,
} from "../../../shared/webhook/delivery.ts";
import { postToStranger, type StrangersAnswer } from "../../clients/stranger.ts";
import { audit } from "../../data/audit.ts";
import { schedule } from "../../data/deadlines.ts";
import { now } from "../../data/ids.ts";
import { webhookKeys } from "../../data/keys/webhook.ts";
import { change, put, remove, type Step } from "../../data/steps.ts";
import { batchGet, transact } from "../../data/table.ts";
import { transition } from "../../data/transition.ts";
import { clock } from "../../runtime/clock.ts";
import { countAttempt } from "./attempt-counts.ts";
import { type DeliveryMessage, DeliveryRecord, deadlinesOf } from "./delivery.ts";
import { endpointEntity } from "./endpoint-entity.ts";
import { EndpointRecord, localAddressesToo, signingSecrets } from "./endpoint-record.ts";
import { signatureHeader } from "./secrets.ts";

/** What is known of an endpoint for so long is as good as read: a change of it meanwhile is one that comes while posting. */
const FRESH_MS = 5000;

/** How an endpoint fails, as long as it does. */
export const Health = z.object({
  failing_since: z.string(),
  /** Its admins have heard of it. */
  told: z.boolean(),
  /** It does not answer: nothing else is tried before this. */
  paused_until: z.string().optional(),
  /** When the attempt began that found it so: what an admin asked for later is tried all the same. */
  paused_on: z.string().optional(),
  /** The address that fails; what is known of a former one says nothing of the present. */
  address: z.string().optional(),
});
type Health = z.infer<typeof Health>;

/** Longest that what waits behind a dead endpoint's first delivery waits for that one. */
const PAUSE_MAX_MS = 3_600_000;
const RETRY_AFTER_MAX_SECONDS = 86_400;
/** Retries of many that failed at once are spread by up to so much. */
const JITTER = 0.1;
/** Longest from an event to the attempt that gives it up: each wait as a busy server may ask for it, one more for pauses. */
export const lifeMaxMs = attemptsMax * RETRY_AFTER_MAX_SECONDS * (1 + JITTER) * 1000;

/** The seconds that `retry-after` asks for, which is a number of them or a date; 0 where it is neither, or has passed. */
function secondsAsked(retryAfter = ""): number {
  if (/^\d{1,9}$/.test(retryAfter)) return Number(retryAfter);
  const at = retryAfter.endsWith(" GMT") ? Date.parse(retryAfter) : Number.NaN;
  return Number.isNaN(at) ? 0 : Math.max(0, (at - clock.now()) / 1000);
}

/** Seconds until a delivery is tried again after so many tries; undefined when it was given up. */
function waitSeconds(tries: number, { status, retryAfter }: StrangersAnswer): number | undefined {
  const wait = retrySeconds[tries - 1];
  if (wait === undefined) return undefined;
  const isBusy = status === 429 || status === 502 || status === 503 || status === 504;
  const asked = isBusy ? secondsAsked(retryAfter) : 0;
  return Math.max(wait, Math.min(asked, RETRY_AFTER_MAX_SECONDS)) * (1 + Math.random() * JITTER);
}

const later = (milliseconds: number): string => new Date(clock.now() + milliseconds).toISOString();

interface Place {
  readonly endpoint: EndpointRecord;
  readonly delivery: DeliveryRecord;
  readonly health: Health | undefined;
}

/** The step that keeps what became of a delivery, with when it is tried again. */
function settle(before: DeliveryRecord, set: Partial<DeliveryRecord>): Step[] {
  const key = webhookKeys.delivery(before.organization_id, before.endpoint_id, before.event_id);
  return [
    change(key, { set }, { where: { version: before.version } }),
    ...schedule(key, deadlinesOf(before), deadlinesOf({ ...before, ...set })),
  ];
}

/**
 * Tries a delivery that is due: one read, unless its message tells what that would say, what is posted, and one transaction.
 * What was posted and could not be written down is posted again, with the same id.
 */
export async function tryDelivery(message: DeliveryMessage, { isFirst }: { isFirst: boolean }): Promise<void> {
  const { fresh } = message;
  if (isFirst && fresh && clock.now() - Date.parse(fresh.read_on) < FRESH_MS)
    return await tryAt({ endpoint: fresh.endpoint, delivery: fresh.delivery, health: undefined });
  const { organization_id, endpoint_id, event_id, due } = message;
  const [at, of, failing] = await batchGet([
    webhookKeys.delivery(organization_id, endpoint_id, event_id),
    webhookKeys.endpoint(organization_id, endpoint_id),
    webhookKeys.endpointHealth(organization_id, endpoint_id),
  ]);
  const delivery = at && DeliveryRecord.parse(at);
  if (delivery?.outcome !== "waiting" || (due !== undefined && due !== delivery.next_on)) return;
  const endpoint = of && EndpointRecord.parse(of);
  if (endpoint?.status !== "active")
    return transact(settle(delivery, given(delivery, { failure: "off", text: "" }, 0)));
  const health = failing && healthAt(endpoint, Health.parse(failing));
  const paused = health?.paused_until ?? "";
  const isAskedSince = (delivery.asked_on ?? "") > (health?.paused_on ?? "");
  if (paused > clock.iso() && !isAskedSince) return transact(settle(delivery, { next_on: paused }));
  await tryAt({ endpoint, delivery, health });
}

/** How an endpoint fails at its address. An attempt at a former one may have ended after the change, and is nothing of it. */
const healthAt = ({ address }: EndpointRecord, health: Health): Health =>
  health.address === undefined || health.address === address ? health : { failing_since: now(), told: false };

async function tryAt(place: Place): Promise<void> {
  const began = clock.now();
  const sent = { address: place.endpoint.address, timestamp: clock.seconds() };
  const answer = await postToStranger(await requestOf(place, sent));
  await transact(stepsAfter(place, { ...answer, ...sent }, began));
}

/** What stands in the log of a request. */
type Sent = Required<Pick<Attempt, "address" | "timestamp">>;

async function requestOf({ endpoint, delivery: { event_id: id, body } }: Place, { address, timestamp }: Sent) {
  const signature = await signatureHeader(endpoint.endpoint_id, signingSecrets(endpoint), { id, timestamp, body });
  return {
    address,
    localToo: localAddressesToo(),
    body,
    headers: {
      "content-type": "application/json",
      "user-agent": "Laurel-Webhooks/1.0",
      "webhook-id": id,
      "webhook-timestamp": String(timestamp),
      "webhook-signature": signature,
    },
  };
}

/** What became of a try, which may not even have been made. */
type Answer = Omit<StrangersAnswer, "failure"> & Pick<Attempt, "failure"> & Partial<Sent>;

/** A delivery that was given up, with why. */
const given = (before: DeliveryRecord, answer: Answer, milliseconds: number): Partial<DeliveryRecord> => ({
  outcome: "failed",
  next_on: undefined,
  ...tried(before, answer, milliseconds),
});

function tried({ attempts, tries }: DeliveryRecord, answer: Answer, milliseconds: number) {
  const { address, timestamp, status, failure, text } = answer;
  const attempt: Attempt = {
    at: now(),
    milliseconds,
    answer: text,
    ...(address !== undefined && { address }),
    ...(timestamp !== undefined && { timestamp }),
    ...(status !== undefined && { status }),
    ...(failure !== undefined && { failure }),
  };
  return { attempts: [...attempts, attempt].slice(-attemptsKept), tries: tries + 1 };
}

function stepsAfter(place: Place, answer: StrangersAnswer & Sent, began: number): Step[] {
  const { endpoint, delivery, health } = place;
  const milliseconds = clock.now() - began;
  const { status = 0 } = answer;
  const key = webhookKeys.endpointHealth(endpoint.organization_id, endpoint.endpoint_id);
  if (status >= 200 && status < 300)
    return [
      ...settle(delivery, { outcome: "delivered", next_on: undefined, ...tried(delivery, answer, milliseconds) }),
      countAttempt(endpoint, "delivered"),
      ...(health ? [remove(key)] : []),
    ];
  const wait = status === 410 || answer.failure === "refused" ? undefined : waitSeconds(delivery.tries + 1, answer);
  const isLast = wait === undefined || delivery.tries + 1 >= attemptsMax;
  const next_on = isLast ? undefined : later(wait * 1000);
  const set = isLast ? given(delivery, answer, milliseconds) : { next_on, ...tried(delivery, answer, milliseconds) };
  return [
    ...settle(delivery, set),
    countAttempt(endpoint, "failed"),
    ...healthSteps(place, answer, { began, next_on }),
  ];
}

/** What a failure does to its endpoint: it is known from when on, told after a day, and turned off after five, or at once by 410. */
function healthSteps(
  { endpoint, health }: Place,
  { status, failure }: StrangersAnswer,
  { began, next_on }: { readonly began: number; readonly next_on: string | undefined },
): Step[] {
  const { organization_id, endpoint_id, address } = endpoint;
  const key = webhookKeys.endpointHealth(organization_id, endpoint_id);
  const failing_since = health?.failing_since ?? now();
  const hours = (clock.now() - Date.parse(failing_since)) / 3_600_000;
  const off_because = status === 410 ? "gone" : hours >= failingHours.off ? "failing" : undefined;
  if (off_because !== undefined) {
    const off = transition(endpointEntity, "giveUp", { before: endpoint, set: { off_because }, actor_id: "system" });
    return [...off.steps, ...(health ? [remove(key)] : [])];
  }
  const isTold = health?.told === true || hours >= failingHours.told;
  const isDead = failure === "timeout" || failure === "unreachable";
  const paused_until = isDead && next_on !== undefined ? [next_on, later(PAUSE_MAX_MS)].toSorted()[0] : undefined;
  const paused_on = paused_until === undefined ? undefined : new Date(began).toISOString();
  const kept = { failing_since, told: isTold, paused_until, paused_on, address };
  const isKnown = health?.failing_since === failing_since && health.told === isTold;
  if (isKnown && health.paused_until === paused_until && health.address === address) return [];
  const ids = { organization_id, actor_id: "system", subject_id: endpoint_id, endpoint_id };
  const isNews = isTold && health?.told !== true;
  return [put(key, kept), ...(isNews ? [audit("webhook.failing", { ...ids, from: "active", to: "active" })] : [])];
}

/** The steps that send a delivery again, by an admin's word, from its first attempt; the clock does it where no message tells of it. */
export function again(before: DeliveryRecord): { readonly steps: Step[]; readonly after: DeliveryRecord } {
  const set = { outcome: "waiting", tries: 0, next_on: now(), asked_on: now() } as const;
  return { steps: settle(before, set), after: { ...before, ...set } };
}
