import { subscribe, unsubscribe } from "node:diagnostics_channel";
import type { ClientRequest, IncomingMessage } from "node:http";
import type { World } from "../../bin/local/world.ts";
import { seed } from "../../bin/seed.ts";
import { callsOf } from "../../shared/contract.ts";
import { wire } from "../../shared/http/call.ts";
import { line, title } from "./print.ts";

/** How many AWS requests one call makes, by kind, on average over `calls` of it. */
export interface RequestRow {
  readonly call: string;
  readonly writes: boolean;
  readonly calls: number;
  /** Reads of the table besides the one that authorizes. */
  readonly reads: number;
  readonly transactions: number;
  /** Requests to other services. */
  readonly others: number;
}

interface Tally {
  calls: number;
  reads: number;
  transactions: number;
  others: number;
}

const reading = ["GetItem", "BatchGetItem", "Query"];

/**
 * Counts what the functions of a world in this process send while `work` runs. Each request is put down to the function
 * whose settings it is sent under, each call to the route it came by.
 */
async function countRequests(work: () => Promise<void>): Promise<RequestRow[]> {
  const tallies = new Map<string, Tally>();
  const tallyOf = (name: string) => {
    const tally = tallies.get(name) ?? { calls: 0, reads: 0, transactions: 0, others: 0 };
    tallies.set(name, tally);
    return tally;
  };
  const named = callsOf().map(({ domain, file, call }) => ({ name: `${domain}/${file}`, call, ...wire(call) }));
  const patterns = named.map(({ name, method, path }) => ({
    name,
    method,
    pattern: new RegExp(`^/api${path.replace(/\{\w+\}/g, "[^/]+")}$`),
  }));

  const arrived = (message: unknown) => {
    const { method, url } = (message as { request: IncomingMessage }).request;
    const path = (url ?? "").split("?")[0]!;
    const match = patterns.find((each) => each.method === method && each.pattern.test(path));
    if (match) tallyOf(match.name).calls++;
  };
  const sent = (message: unknown) => {
    const running = process.env.AWS_LAMBDA_FUNCTION_NAME;
    const name = running && named.find((each) => running.endsWith(each.name.replace("/", "-")))?.name;
    if (!name) return;
    const target = String((message as { request: ClientRequest }).request.getHeader("x-amz-target") ?? "");
    const action = target.startsWith("DynamoDB") ? target.split(".")[1]! : "";
    const tally = tallyOf(name);
    if (reading.includes(action)) tally.reads++;
    else if (action === "TransactWriteItems") tally.transactions++;
    else tally.others++;
  };
  subscribe("http.server.request.start", arrived);
  subscribe("http.client.request.start", sent);
  try {
    await work();
  } finally {
    unsubscribe("http.server.request.start", arrived);
    unsubscribe("http.client.request.start", sent);
  }
  return named.flatMap(({ name, call }) => {
    const tally = tallies.get(name);
    if (!tally || tally.calls === 0) return [];
    const authorizing = call.allow === "anyone" || call.allow === "signature" ? 0 : 1;
    return [
      {
        call: name,
        writes: wire(call).method !== "GET",
        calls: tally.calls,
        reads: tally.reads / tally.calls - authorizing,
        transactions: tally.transactions / tally.calls,
        others: tally.others / tally.calls,
      },
    ];
  });
}

/** Prints what each call of the journey asks of AWS while the seed is made through the API. */
export async function benchRequests(world: World): Promise<void> {
  title("AWS requests per call as the seeded world is made by the API (besides the authorization read)");
  const rows = await countRequests(() => seed(world, { content: true }));
  for (const row of rows.toSorted((one, other) => Number(one.writes) - Number(other.writes))) {
    const { call, writes, calls, reads, transactions, others } = row;
    const counted = [`${reads.toFixed(1)} reads`, writes ? `${transactions.toFixed(1)} transactions` : ""];
    const rest = others > 0 ? `${others.toFixed(1)} to other services` : "";
    line(`${call} ×${calls}`, counted.filter(Boolean).join(", "), rest);
  }
}
