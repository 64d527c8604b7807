import { subscribe } from "node:diagnostics_channel";
import type { ClientRequest } from "node:http";
import { invocationRequestId } from "../../../bin/local/cloud/functions.ts";
import { countingRequests } from "./counting-requests.ts";

/** What the answering of one request did. */
export interface Trace {
  /** Every request its function sent to a service, reads of the table and the count of calls aside: writes, mails, calls of providers. */
  readonly effects: readonly string[];
  /** Lines of the security log that say so of a refusal. */
  readonly refusalsLogged: number;
}

const readsOfTable = ["GetItem", "BatchGetItem", "TransactGetItems", "Query"].map(
  (action) => `DynamoDB_20120810.${action}`,
);
const kept = 20_000;

/** Keeps the traces of the last requests of a world in this process. `logged` has to be given each line of the log. */
export function recordTraces(): { logged(line: string): void; of(requestIds: readonly string[]): Trace[] } {
  const effects = new Map<string, string[]>();
  const refusals = new Map<string, number>();
  const counting = countingRequests();
  const trim = (map: Map<string, unknown>) => {
    if (map.size > kept) map.delete(map.keys().next().value!);
  };
  subscribe("http.client.request.start", (message) => {
    const id = invocationRequestId();
    if (id === undefined) return;
    const { request } = message as { request: ClientRequest };
    const action = String(request.getHeader("x-amz-target") ?? "");
    if (readsOfTable.includes(action) || counting.has(request)) return;
    effects.set(id, [...(effects.get(id) ?? []), action || `${request.method} ${request.host}${request.path}`]);
    trim(effects);
  });
  return {
    logged(line) {
      if (!line.includes("authz_fail")) return;
      const { requestId } = JSON.parse(line) as { requestId: string };
      refusals.set(requestId, (refusals.get(requestId) ?? 0) + 1);
      trim(refusals);
    },
    of: (requestIds) =>
      requestIds.map((id) => ({ effects: effects.get(id) ?? [], refusalsLogged: refusals.get(id) ?? 0 })),
  };
}
