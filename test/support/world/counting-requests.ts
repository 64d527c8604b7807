import { subscribe } from "node:diagnostics_channel";
import type { ClientRequest } from "node:http";
import { isCounting } from "../../../bin/local/cloud/wire.ts";

/**
 * The requests from now on that count a call for its organization: chance draws those calls, so that nothing about them
 * can be expected of one. What a request is for shows in its body, which is known once it is sent.
 */
export function countingRequests(): { has(request: ClientRequest): boolean } {
  const counting = new WeakSet<ClientRequest>();
  subscribe("http.client.request.created", (message) => {
    const { request } = message as { request: ClientRequest };
    const end = request.end.bind(request) as (...parts: unknown[]) => ClientRequest;
    request.end = ((body: unknown, ...rest: unknown[]) => {
      if ((typeof body === "string" || Buffer.isBuffer(body)) && isCounting(body)) counting.add(request);
      return end(body, ...rest);
    }) as ClientRequest["end"];
  });
  return counting;
}
