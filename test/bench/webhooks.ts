import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { type ClientRequest, createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import type { World } from "../../bin/local/world.ts";
import { seedOrganizations } from "../../bin/seed/people.ts";
import { sessionsAt } from "../../bin/seed/session.ts";
import { newId } from "../../functions/data/ids.ts";
import { create, remove } from "../../shared/webhook/endpoint-calls.ts";
import { queued } from "../support/fixtures/event.ts";
import { judged, line, title } from "./print.ts";

const RECEIVERS = 20;
const HOLES = 5;
const EVENTS_PER_HANDING = 10;
/** What an event may ask of the table. */
const REQUESTS_MAX = 3;
/** How much more may stay in memory after a quarter than after the one before it; the first fills what is remembered. */
const GROWTH_MAX_MB = 8;
/** How much longer an event may take to a receiver beside dead and heavy ones than beside quick ones. */
const SLOWER_MAX = 2;
/** Below so many events a time or a heap is an accident. */
const JUDGED_FROM = 1000;
/** An answer that no receiver should give. */
const large = Buffer.alloc(10_000_000, "x");
const { organization_id } = seedOrganizations.northwind;

/** A server at which several receivers live, each below a path of its own. */
interface Receivers {
  address(name: string): string;
  /** When an event arrived at a receiver, in milliseconds. */
  readonly arrivals: Map<string, number>;
  stop(): void;
}

async function startReceivers(answer: (name: string, response: ServerResponse) => void): Promise<Receivers> {
  const arrivals = new Map<string, number>();
  const server = createServer((request, response) => {
    const name = (request.url ?? "/").slice(1);
    request.resume().on("end", () => {
      arrivals.set(`${name} ${request.headers["webhook-id"]}`, performance.now());
      answer(name, response);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "localhost", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    address: (name) => `http://localhost:${port}/${name}`,
    arrivals,
    stop() {
      server.close();
      server.closeAllConnections();
    },
  };
}

/** Counts what the functions on an event's way to its endpoints ask of the table, until told to stop. */
function countTableRequests(): { readonly count: () => number; stop(): void } {
  let count = 0;
  const channel = "http.client.request.start";
  const note = (message: unknown) => {
    const { request } = message as { request: ClientRequest };
    const isOfWebhooks = /webhook-(keep-events|deliver)$/.test(process.env.AWS_LAMBDA_FUNCTION_NAME ?? "");
    if (isOfWebhooks && String(request.getHeader("x-amz-target")).startsWith("DynamoDB")) count++;
  };
  subscribe(channel, note);
  return { count: () => count, stop: () => void unsubscribe(channel, note) };
}

/**
 * Prints what posting so many events to each receiver costs in time, requests and memory, and what dead and heavy
 * receivers do to another one. Fails where requests, heap or the other one's times exceed their bounds.
 */
export async function benchWebhooks(world: World, count: number): Promise<void> {
  const receivers = await startReceivers((name, response) => {
    if (name.startsWith("hole")) return;
    response.writeHead(200).end(name === "large" ? large : "");
  });
  const endpoints: string[] = [];
  let ada = sessionsAt(world.origin)("Ada");
  const add = async (name: string) => {
    const { endpoint } = await ada.ask(create, { address: receivers.address(name) });
    endpoints.push(endpoint.endpoint_id);
  };
  const clear = async () => {
    for (const endpoint_id of endpoints.splice(0)) await ada.ask(remove, { endpoint_id });
  };

  title(`Webhooks: ${count} events to each of ${RECEIVERS} receivers`);
  const isMany = count >= JUDGED_FROM;
  for (let index = 0; index < RECEIVERS; index++) await add(`good${index}`);
  const heaps: number[] = [];
  const requests = countTableRequests();
  const began = performance.now();
  const quarter = Math.ceil(count / 4);
  for (let part = 0; part < 4; part++) {
    await handOver(world, quarter);
    await until(() => receivers.arrivals.size >= quarter * RECEIVERS);
    receivers.arrivals.clear(); // what this bench remembers is nothing that stays
    heaps.push(heapNow() / 2 ** 20);
  }
  const seconds = (performance.now() - began) / 1000;
  const deliveries = quarter * 4 * RECEIVERS;
  line("deliveries a second", (deliveries / seconds).toFixed(0));
  const each = requests.count() / deliveries;
  const goal = `bound ${REQUESTS_MAX}`;
  judged("requests to the table for each", each.toFixed(2), goal, each <= REQUESTS_MAX);
  const growth = Math.max(...heaps.slice(2).map((heap, index) => heap - heaps[index + 1]!));
  const written = `${heaps.map((heap) => heap.toFixed(0)).join(" ")} MB`;
  judged("heap after each quarter", written, `bound ${GROWTH_MAX_MB} more`, !isMany || growth <= GROWTH_MAX_MB);
  await clear();

  title(
    `Webhooks: one receiver beside ${HOLES + 1} quick ones, and beside ${HOLES} that never answer and one that answers 10 MB`,
  );
  const rounds = Math.max(2, Math.ceil(count / 50));
  ada = sessionsAt(world.origin)("Ada"); // endpoints are added after a sign-in of the last minutes alone
  await add("sixth");
  const alone = requests.count();
  await latencies(world, receivers, rounds);
  const ofOne = (requests.count() - alone) / rounds;
  judged("requests for an event of one receiver", ofOne.toFixed(2), goal, ofOne <= REQUESTS_MAX);
  requests.stop();
  for (let index = 0; index <= HOLES; index++) await add(`good${index}`);
  const quick = await latencies(world, receivers, rounds);
  await clear();
  await add("sixth");
  for (let index = 0; index < HOLES; index++) await add(`hole${index}`);
  await add("large");
  const slow = await latencies(world, receivers, rounds);
  line("95th percentile beside quick ones", `${p95(quick).toFixed(0)} ms`);
  const ratio = p95(slow) / p95(quick);
  const slower = `× ${ratio.toFixed(2)}, bound × ${SLOWER_MAX}`;
  judged("beside dead and heavy ones", `${p95(slow).toFixed(0)} ms`, slower, !isMany || ratio <= SLOWER_MAX);
  await clear();
  receivers.stop();
}

/** Hands so many events to the worker that keeps them, as their queue does; answers their ids with when that began. */
async function handOver(world: World, count: number): Promise<Map<string, number>> {
  const handed = new Map<string, number>();
  for (let at = 0; at < count; at += EVENTS_PER_HANDING) {
    const events = Array.from({ length: Math.min(EVENTS_PER_HANDING, count - at) }, () => newId("evt"));
    for (const event_id of events) handed.set(event_id, performance.now());
    const Records = events.map((event_id) => queued(organization_id, { event_id, type: "invitation.expired" }));
    await world.functions.invoke("webhook/keep-events", { Records });
  }
  return handed;
}

/** How long each of some events takes to the sixth receiver, one after the other. */
async function latencies(world: World, { arrivals }: Receivers, rounds: number): Promise<number[]> {
  const taken: number[] = [];
  for (let round = 0; round < rounds; round++) {
    for (const [event_id, began] of await handOver(world, 1)) {
      await until(() => arrivals.has(`sixth ${event_id}`));
      taken.push(arrivals.get(`sixth ${event_id}`)! - began);
    }
  }
  return taken;
}

const p95 = (numbers: readonly number[]): number =>
  numbers.toSorted((one, other) => one - other)[Math.ceil(numbers.length * 0.95) - 1]!;

async function until(isDone: () => boolean): Promise<void> {
  while (!isDone()) await pause(5);
}

function heapNow(): number {
  setFlagsFromString("--expose-gc");
  (runInNewContext("gc") as () => void)();
  return process.memoryUsage().heapUsed;
}
