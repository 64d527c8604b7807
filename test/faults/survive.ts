import { isDeepStrictEqual } from "node:util";
import { ulid } from "ulid";
import type { FaultRule, SeenRequest } from "../../bin/local/cloud/faults.ts";
import type { Reply } from "../../bin/seed/client.ts";
import { callsOf } from "../../shared/contract.ts";
import type { Ground, Scene } from "./scenes.ts";

/**
 * The columns of the table. `lost`: what is written is written, and the table's answer does not come, once; `unanswered`: it
 * never comes, and the same is sent again later. `throttled`: the table is
 * asked too often, for once and for good. `conflict`: another transaction is at the same items, twice and for good.
 * `unknown-name`: the table's name is not found. `outside`: a service that is not the table is out of reach. `crash`: the
 * function ends after each of its requests in turn. `again`: its own answer is lost, and the same is sent again.
 */
export const faults = [
  "lost",
  "unanswered",
  "throttled-once",
  "throttled",
  "conflict-twice",
  "conflict",
  "unknown-name",
  "outside",
  "crash",
  "again",
] as const;
/** One of {@link faults}. */
export type FaultName = (typeof faults)[number];

/** What came of each fault, as the table's cells say it. */
export type Outcomes = Record<FaultName, string>;

const table = { service: "dynamodb" } as const;
const writing = { ...table, operation: "TransactWriteItems" } as const;
const crashesMax = 60;
/** Whoever is asked to come back later than this is not waited for: the world's time is moved. */
const timeoutSeconds = 10;

/** Lets a call go through every fault; throws where one is not survived. */
export async function survive(
  name: string,
  ground: Ground,
  make: (ground: Ground) => Promise<Scene>,
): Promise<Outcomes> {
  const { domain, file } = callsOf().find((each) => `${each.domain}.${each.name}` === name)!;
  const { control } = ground.world;
  const own = { function: `${domain}/${file}` };
  let scene = await make(ground);
  let key = `faults-${ulid()}`;

  async function send(rules: readonly FaultRule[]): Promise<{ reply: Reply; seen: readonly SeenRequest[] }> {
    await control.faults({ rules: rules.map((rule) => ({ ...rule, ...own })) });
    const reply = await scene.send({ idempotencyKey: key });
    const seen = (await control.seenRequests()).filter((each) => each.function === own.function);
    await control.faults();
    return { reply, seen };
  }
  const begin = async () => {
    scene = await make(ground);
    key = `faults-${ulid()}`;
  };
  const told = (what: string, reply: Reply) => new Error(`${name}, ${what}: ${reply.status} ${reply.text}`);

  /** What a fault for good is answered: busy, or whatever the call does without the service. */
  async function refused(rule: FaultRule, what: string): Promise<string> {
    let { reply, seen } = await send([{ ...rule, times: "always" }]);
    if (reply.status === 429 && seen.every(({ fault }) => fault === undefined)) {
      await begin();
      ({ reply, seen } = await send([{ ...rule, times: "always" }]));
    }
    if (seen.every(({ fault }) => fault === undefined)) {
      if (reply.status !== 200) throw told(what, reply);
      await begin();
      return "–";
    }
    if (reply.status === 503 || reply.status === 429) {
      if (Number(reply.headers["retry-after"]) > 0) return String(reply.status);
      throw told(`${what} without Retry-After`, reply);
    }
    if (reply.status >= 500) throw told(what, reply);
    if (reply.status === 200) await begin();
    return reply.status === 200 ? "done" : codeOf(reply);
  }

  // what the clients' own repeats get over, all in one request
  const gotOver: readonly FaultRule[] = [
    { ...table, what: "throttle" },
    { ...writing, what: "conflict", times: 2 },
    { ...writing, what: "lost" },
  ];
  let first = await send(gotOver);
  // all functions share one client here, which repeats so many requests a minute and no more
  for (let tries = 1; first.reply.status === 503 && tries < 4; tries++) {
    await begin();
    first = await send(gotOver);
  }
  if (first.reply.status !== 200 && first.reply.status !== 202) throw told("the first time", first.reply);
  const met = (wanted: string) => (first.seen.some(({ fault }) => fault === wanted) ? "done" : "–");
  const services = [...new Set(first.seen.map(({ service }) => service))].filter((each) => each !== "dynamodb");

  await ground.world.settle();
  const before = await stored(ground);
  const again = (await send([])).reply;
  await ground.world.settle();
  const changed = changedBetween(before, await stored(ground));
  if (again.status >= 500) throw told("again", again);
  const same =
    changed.length === 0 && again.status === first.reply.status && isDeepStrictEqual(again.body, first.reply.body);
  const outcome = same ? "same" : again.status >= 400 ? codeOf(again) : changed.length === 0 ? "done" : "anew";
  if (again.status >= 400 && changed.length > 0) throw new Error(`${name}, refused again, changed ${changed.join()}`);

  await begin();
  const outside: string[] = [];
  for (const service of services) outside.push(`${service} ${await refused({ service, what: "gone" }, service)}`);
  const throttled = await refused({ ...table, what: "throttle" }, "throttled");
  const conflict = await refused({ ...writing, what: "conflict" }, "conflict");
  const unknownName = await refused({ ...table, what: "unknown-name" }, "unknown-name");

  await begin();
  const unanswered = (await send([{ ...writing, what: "lost", times: "always" }])).reply;
  if (unanswered.status >= 500 && !(Number(unanswered.headers["retry-after"]) > 0))
    throw told("unanswered", unanswered);
  const later = unanswered.status === 503 ? (await send([])).reply : unanswered;
  if (later.status >= 500) throw told("after no answer", later);

  await begin();
  let crashes = 0;
  let last: Reply;
  for (;;) {
    const { reply, seen } = await send([{ what: "crash", from: crashes + 1 }]);
    last = reply;
    const wait = Number(reply.headers["retry-after"] ?? 0);
    if (reply.status === 503 && wait > timeoutSeconds) {
      await control.moveClock(wait * 1000);
      continue;
    }
    if (seen.every(({ fault }) => fault === undefined)) break;
    if (++crashes === crashesMax) throw told("crashes without end", reply);
  }
  if (last.status >= 500) throw told(`after ${crashes} crashes`, last);

  return {
    lost: met("lost"),
    unanswered: unanswered.status === 503 ? (later.status < 400 ? "done" : codeOf(later)) : "–",
    "throttled-once": met("throttle"),
    throttled,
    "conflict-twice": met("conflict"),
    conflict,
    "unknown-name": unknownName,
    outside: outside.join(", ") || "–",
    crash: last.status < 400 ? "done" : codeOf(last),
    again: outcome,
  };
}

const codeOf = ({ status, body }: Reply): string => `${status} ${body?.error?.code ?? ""}`.trim();

/** Everything that is kept, but how often somebody has tried, and what was remembered of it. */
async function stored({ world }: Ground): Promise<Map<string, string>> {
  const items = await world.control.everything();
  const lasting = items.filter(({ pk }) => !/^(RATE|IDEMP|LOCAL)#/.test(String(pk)));
  return new Map(lasting.map((item) => [`${item.pk} ${item.sk}`, JSON.stringify(item)]));
}

const changedBetween = (before: Map<string, string>, after: Map<string, string>): string[] =>
  [...new Set([...before.keys(), ...after.keys()])].filter((key) => before.get(key) !== after.get(key));
