import { subscribe } from "node:diagnostics_channel";
import type { ClientRequest } from "node:http";
import { invokedFunction } from "../../../bin/local/cloud/functions.ts";

/** What the functions of a world have asked of AWS, in the units of a bill. */
export interface Usage {
  readonly calls: number;
  readonly writeUnits: number;
  readonly readUnits: number;
  readonly messages: number;
  readonly mails: number;
}

const none = { calls: 0, writeUnits: 0, readUnits: 0, messages: 0, mails: 0 };

/** Adds up from now on what a world in this process asks; `logged` has to be given each line of the log. */
export function recordUsage(): { logged(line: string): void; take(): Usage } {
  let sum = { ...none };
  subscribe("http.client.request.created", (message) => {
    if (invokedFunction() === undefined) return;
    const { request } = message as { request: ClientRequest };
    const [service = "", operation = ""] = String(request.getHeader("x-amz-target") ?? "").split(".");
    if (/\/ses\/aws4_request/.test(String(request.getHeader("authorization")))) sum.mails++;
    else if (service.startsWith("DynamoDB")) readBody(request, (body) => addUnits(operation, body));
    else if (service === "AmazonSQS") readBody(request, (body) => addMessages(operation, body));
  });

  function addUnits(operation: string, body: string): void {
    const parts = (name: string) => body.split(`"${name}"`).length - 1;
    if (operation === "TransactWriteItems") sum.writeUnits += 2 * parts("TableName");
    else if (/^(Put|Update|Delete)Item$/.test(operation)) sum.writeUnits++;
    else if (operation === "TransactGetItems") sum.readUnits += 2 * parts("TableName");
    else if (operation === "BatchGetItem") sum.readUnits += parts("pk");
    else sum.readUnits++; // one item, or a page of a list: few fill more than one unit
  }
  function addMessages(operation: string, body: string): void {
    if (operation === "SendMessage") sum.messages++;
    if (operation === "SendMessageBatch") sum.messages += body.split('"MessageBody"').length - 1;
  }
  return {
    logged(line) {
      if (line.includes('"message":"call"')) sum.calls++;
    },
    take() {
      const taken = sum;
      sum = { ...none };
      return taken;
    },
  };
}

/** Reads along what a request sends. */
function readBody(request: ClientRequest, read: (body: string) => void): void {
  const parts: string[] = [];
  const { write, end } = request;
  const keep = (part: unknown) => {
    if (typeof part === "string" || part instanceof Uint8Array) parts.push(Buffer.from(part).toString());
  };
  Object.assign(request, {
    write(...given: Parameters<typeof write>) {
      keep(given[0]);
      return write.apply(request, given);
    },
    end(...given: unknown[]) {
      keep(given[0]);
      read(parts.join(""));
      return (end as (...parts: unknown[]) => ClientRequest).apply(request, given);
    },
  });
}
