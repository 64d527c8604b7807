import { subscribe } from "node:diagnostics_channel";
import type { ClientRequest, IncomingMessage } from "node:http";
import { invocationRequestId } from "../../../bin/local/cloud/functions.ts";
import { type Call, wire } from "../../../shared/http/call.ts";
import { countingRequests } from "./counting-requests.ts";

/** What answering a call asked of AWS, the authorization read aside; at its worst among `calls` of it. */
export interface RequestCounts {
  readonly calls: number;
  /**
   * Reads of the table one after another: those that run together count once, and an attempt that lost a race to write is
   * counted apart from the one after it. Of calls that read as much the least counts: of reads that run together one may
   * be answered before another is sent.
   */
  readonly depth: number;
  readonly reads: number;
  /** Transactions that were carried out. */
  readonly transactions: number;
  /** Requests to other services. */
  readonly others: number;
}

interface Running {
  readonly of: string;
  readonly began: WeakMap<ClientRequest, number>;
  /** How deep the reads are that have been answered. */
  answered: number;
  /** How deep they were when the last lost attempt ended: none for the first. */
  lost?: number;
  /** How deep the first attempt's reads are, and the deepest of the later ones. */
  readonly deepest: { first: number; later: number };
  reads: number;
  transactions: number;
  others: number;
}

const nothing = () => ({ answered: 0, deepest: { first: 0, later: 0 }, reads: 0, transactions: 0, others: 0 });

const reading = ["GetItem", "BatchGetItem", "TransactGetItems", "Query"];

/** Counts from now on what the functions of a world in this process send. */
export function recordRequests(): { of(functionName: string, call: Call): RequestCounts | undefined; forget(): void } {
  const running = new Map<string, Running>();
  const counting = countingRequests();
  const requests = new WeakMap<ClientRequest, Running>();
  const actionOf = (request: ClientRequest) => {
    const target = String(request.getHeader("x-amz-target") ?? "");
    return target.startsWith("DynamoDB") ? target.split(".")[1]! : "";
  };
  subscribe("http.client.request.start", (message) => {
    const { request } = message as { request: ClientRequest };
    const id = invocationRequestId();
    if (id === undefined || counting.has(request)) return;
    const of = process.env.AWS_LAMBDA_FUNCTION_NAME ?? "";
    const now = running.get(id) ?? { of, began: new WeakMap(), ...nothing() };
    running.set(id, now);
    requests.set(request, now);
    const action = actionOf(request);
    if (reading.includes(action)) {
      now.reads++;
      now.began.set(request, now.answered + 1);
    } else if (action !== "TransactWriteItems") now.others++;
  });
  subscribe("http.client.response.finish", (message) => {
    const { request, response } = message as { request: ClientRequest; response: IncomingMessage };
    const now = requests.get(request);
    if (!now) return;
    now.answered = Math.max(now.answered, now.began.get(request) ?? 0);
    const { deepest, lost } = now;
    if (lost === undefined) deepest.first = now.answered;
    else deepest.later = Math.max(deepest.later, now.answered - lost);
    if (actionOf(request) !== "TransactWriteItems") return;
    if (response.statusCode === 200) now.transactions++;
    else now.lost = now.answered;
  });
  return {
    forget: () => running.clear(),
    of(functionName, call) {
      const own = [...running.values()].filter(({ of }) => of.endsWith(functionName));
      if (own.length === 0) return undefined;
      const worst = (number: (one: Running) => number) => Math.max(...own.map(number));
      const authorizing = call.allow === "anyone" || call.allow === "signature" ? 0 : 1;
      const depthOf = ({ deepest }: Running) => Math.max(deepest.first - authorizing, deepest.later);
      const alike = Map.groupBy(own, ({ reads }) => reads);
      return {
        calls: own.length,
        depth: Math.max(0, ...[...alike.values()].map((calls) => Math.min(...calls.map(depthOf)))),
        reads: Math.max(0, worst(({ reads }) => reads) - authorizing),
        transactions: worst(({ transactions }) => transactions),
        others: worst(({ others }) => others),
      };
    },
  };
}

/** Whether a call changes something. */
export const writes = (call: Call): boolean => wire(call).method !== "GET";
