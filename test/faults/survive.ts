import { setTimeout as pause } from "node:timers/promises";
import { isDeepStrictEqual } from "node:util";
import { ulid } from "ulid";
import type { FaultRule, SeenRequest } from "../../bin/local/cloud/faults.ts";
import type { Reply } from "../../bin/seed/client.ts";
import { callsOf, contract } from "../../shared/contract.ts";
import { signOutEverybody } from "../support/people.ts";
import type { Fixture } from "./fixture.ts";
import type { Scene } from "./scenes.ts";

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
const waitsMax = 10;
/** Each is some requests that fill the SDK's retry quota of 500, of which a repeat takes 5, and one after a timeout 10. */
const readsForRepeats = 50;
/** Whoever is asked to come back later than this is not waited for: the world's time is moved. */
const timeoutSeconds = 10;
/** How long a service that did not answer is not asked: functions/clients/resilient.ts. */
const circuitRestMs = 5500;

interface Sent {
  readonly reply: Reply;
  /** What the call's function asked of services. */
  readonly seen: readonly SeenRequest[];
}

/** A call under faults: one wish at a time, which may be sent again. */
interface Trial {
  readonly fixture: Fixture;
  /** Sends the wish while the function's requests meet these faults. */
  send(rules: readonly FaultRule[]): Promise<Sent>;
  /** Makes the next wish ready. */
  begin(): Promise<void>;
  /** What is thrown where an answer is none of those that survive. */
  fault(what: string, reply: Reply): Error;
}

/** Lets a call go through every fault; throws where one is not survived. */
export async function survive(
  name: string,
  fixture: Fixture,
  make: (fixture: Fixture) => Promise<Scene>,
): Promise<Outcomes> {
  const trial = await trialOf(name, fixture, make);
  const { reply, seen } = await gotOver(trial);
  const met = (wanted: string) => (seen.some(({ fault }) => fault === wanted) ? "done" : "–");
  const again = await repeated(trial, reply);
  const services = [...new Set(seen.map(({ service }) => service))].filter((service) => service !== "dynamodb");
  await trial.begin();
  const outside: string[] = [];
  for (const service of services) {
    outside.push(`${service} ${await refused(trial, { service, what: "gone" })}`);
    await pause(circuitRestMs);
  }
  return {
    lost: met("lost"),
    "throttled-once": met("throttle"),
    "conflict-twice": met("conflict"),
    again,
    outside: outside.join(", ") || "–",
    throttled: await refused(trial, { ...table, what: "throttle" }),
    conflict: await refused(trial, { ...writing, what: "conflict" }),
    "unknown-name": await refused(trial, { ...table, what: "unknown-name" }),
    unanswered: await unanswered(trial),
    crash: await crashed(trial),
  };
}

async function trialOf(name: string, fixture: Fixture, make: (fixture: Fixture) => Promise<Scene>): Promise<Trial> {
  const { domain, file } = callsOf().find((each) => `${each.domain}.${each.name}` === name)!;
  const { control } = fixture.world;
  const own = { function: `${domain}/${file}` };
  const sceneLater = () => pause(circuitRestMs).then(() => make(fixture)); // the call before may have opened a circuit
  const wish = async () => ({
    scene: await make(fixture).catch(sceneLater),
    idempotencyKey: `faults-${ulid()}`,
  });
  let present = await wish();
  return {
    fixture,
    async send(rules) {
      await control.faults({ rules: rules.map((rule) => ({ ...rule, ...own })) });
      const { scene, idempotencyKey } = present;
      const reply = await scene.send({ idempotencyKey });
      const seen = (await control.seenRequests()).filter((each) => each.function === own.function);
      await control.faults();
      return { reply, seen };
    },
    async begin() {
      present = await wish();
    },
    fault: (what, { status, text }) => new Error(`${name}, ${what}: ${status} ${text}`),
  };
}

/** What the clients' own repeats get over, all in one request. */
async function gotOver(trial: Trial): Promise<Sent> {
  const { send, begin, fault } = trial;
  const rules: readonly FaultRule[] = [
    { ...table, what: "throttle" },
    { ...writing, what: "conflict", times: 2 },
    { ...writing, what: "lost" },
  ];
  let sent = await send(rules);
  for (let tries = 1; sent.reply.status === 503 && tries < 4; tries++) {
    await comeAgain(trial, sent.reply);
    await allowRepeats(trial);
    await begin();
    sent = await send(rules);
  }
  if (sent.reply.status !== 200 && sent.reply.status !== 202) throw fault("the first time", sent.reply);
  return sent;
}

/** The table's client, which all functions share here, repeats as long as enough other requests succeed: these do. */
async function allowRepeats({ fixture: { academy } }: Trial): Promise<void> {
  const { organization_id } = academy;
  for (let reads = 0; reads < readsForRepeats; reads++)
    await academy.as("Ada").call(contract.organization.read, { organization_id });
}

/** What the same wish comes to once more, after it was answered. */
async function repeated({ fixture, send, fault }: Trial, first: Reply): Promise<string> {
  await fixture.world.settle();
  const before = await stored(fixture);
  const { reply } = await send([]);
  await fixture.world.settle();
  const changed = changedBetween(before, await stored(fixture));
  if (reply.status >= 500) throw fault("again", reply);
  if (reply.status >= 400 && changed.length > 0) throw fault(`refused again, changed ${changed.join()}`, reply);
  if (reply.status >= 400) return codeOf(reply);
  if (changed.length > 0) return "anew";
  return reply.status === first.status && isDeepStrictEqual(reply.body, first.body) ? "same" : "done";
}

/** What a fault for good is answered: busy, or whatever the call does without the service. */
async function refused({ send, begin, fault }: Trial, rule: FaultRule): Promise<string> {
  const what = `${rule.service} ${rule.what}`;
  const rules = [{ ...rule, times: "always" }] as const;
  let sent = await send(rules);
  if (sent.reply.status === 429 && isUntouched(sent)) {
    await begin(); // too many of the same person
    sent = await send(rules);
  }
  const { reply } = sent;
  if (reply.status === 503 || reply.status === 429) {
    if (isUntouched(sent)) throw fault(what, reply);
    if (Number(reply.headers["retry-after"]) > 0) return String(reply.status);
    throw fault(`${what} without Retry-After`, reply);
  }
  if (reply.status >= 500 || (reply.status !== 200 && isUntouched(sent))) throw fault(what, reply);
  if (reply.status !== 200) return codeOf(reply);
  await begin();
  return isUntouched(sent) ? "–" : "done";
}

/** What is written is written, the function does not hear of it, and the wish is sent again. */
async function unanswered(trial: Trial): Promise<string> {
  const { send, begin, fault } = trial;
  await begin();
  const rules = [{ ...writing, what: "lost", times: "always" }] as const;
  let sent = await send(rules);
  for (let waits = 0; sent.reply.status === 503 && isUntouched(sent); waits++) {
    if (waits === waitsMax) throw fault("busy before anything was lost", sent.reply);
    await comeAgain(trial, sent.reply); // a service that was out of reach in the trial before
    await begin();
    sent = await send(rules);
  }
  const { reply } = sent;
  if (reply.status >= 500 && !(Number(reply.headers["retry-after"]) > 0)) throw fault("unanswered", reply);
  if (reply.status !== 503) return "–";
  const later = (await send([])).reply;
  if (later.status >= 500) throw fault("after no answer", later);
  return outcomeOf(later);
}

/** The function ends after its first request, after its second, and so on, until it comes to its end. */
async function crashed(trial: Trial): Promise<string> {
  const { send, begin, fault } = trial;
  await begin();
  let waits = 0;
  for (let crashes = 0; crashes < crashesMax; ) {
    const { reply, seen } = await send([{ what: "crash", from: crashes + 1 }]);
    if (seen.some((each) => each.fault !== undefined)) crashes += 1;
    else if (reply.status === 503 && ++waits < waitsMax) await comeAgain(trial, reply);
    else if (reply.status < 500) return outcomeOf(reply);
    else throw fault(`after ${crashes} crashes`, reply);
  }
  throw new Error(`It crashes without end: ${crashesMax} times.`);
}

/** Waits as long as an answer says; where that is long, the world's time is moved, and everybody's token has run out. */
async function comeAgain({ fixture: { world } }: Trial, { headers }: Reply): Promise<void> {
  const seconds = Number(headers["retry-after"]);
  if (seconds <= timeoutSeconds) return pause(seconds * 1000 + 500);
  await world.control.moveClock(seconds * 1000);
  signOutEverybody(world.origin);
}

/** No request of it met the fault. */
const isUntouched = ({ seen }: Sent): boolean => seen.every((each) => each.fault === undefined);

const outcomeOf = (reply: Reply): string => (reply.status < 400 ? "done" : codeOf(reply));

const codeOf = ({ status, body }: Reply): string => `${status} ${body?.error?.code ?? ""}`.trim();

/** Everything that is kept, but how often somebody has tried, and what was remembered of it. */
async function stored({ world }: Fixture): Promise<Map<string, object>> {
  const items = await world.control.everything();
  const kept = items.filter(({ pk }) => !/^(RATE|IDEMP|LOCAL)#/.test(String(pk)));
  return new Map(kept.map((item) => [`${item.pk} ${item.sk}`, item]));
}

const changedBetween = (before: Map<string, object>, after: Map<string, object>): string[] =>
  [...new Set([...before.keys(), ...after.keys()])].filter(
    (key) => !isDeepStrictEqual(before.get(key), after.get(key)),
  );
