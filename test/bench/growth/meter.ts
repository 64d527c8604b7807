import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { isCounting } from "../../../bin/local/cloud/wire.ts";

/** What was asked of the table: requests, items read, read capacity units. */
export interface Metered {
  readonly requests: number;
  readonly items: number;
  readonly capacity: number;
}

/** A door to a DynamoDB that has the consumed capacity told with every answer, and adds up. */
export interface Meter {
  readonly url: string;
  /** What went through while the work was done. */
  during<Result>(work: () => Promise<Result>): Promise<{ result: Result; metered: Metered }>;
  /** Items read since the work began. */
  soFar(): number;
  stop(): void;
}

interface Told {
  readonly ScannedCount?: number;
  readonly Item?: unknown;
  readonly Responses?: Readonly<Record<string, readonly unknown[]>>;
  readonly ConsumedCapacity?: { CapacityUnits: number } | readonly { CapacityUnits: number }[];
}

const itemsIn = ({ ScannedCount, Item, Responses = {} }: Told): number =>
  ScannedCount ?? (Item === undefined ? Object.values(Responses).flat().length : 1);

/** Opens the door to the DynamoDB at `target`. */
export async function startMeter(target: string): Promise<Meter> {
  let sum: Metered = { requests: 0, items: 0, capacity: 0 };
  const server = createServer(async (request, response) => {
    const sent = await text(request);
    const asked = { ...JSON.parse(sent), ReturnConsumedCapacity: "TOTAL" };
    const headers = ["authorization", "content-type", "x-amz-date", "x-amz-target"].map((name): [string, string] => [
      name,
      String(request.headers[name] ?? ""),
    ]);
    const answer = await fetch(target, { method: "POST", headers, body: JSON.stringify(asked) });
    const body = await answer.text();
    const told: Told = JSON.parse(body);
    const units = [told.ConsumedCapacity ?? []].flat().reduce((total, { CapacityUnits }) => total + CapacityUnits, 0);
    // chance draws the calls that are counted for their organization
    if (!isCounting(sent))
      sum = { requests: sum.requests + 1, items: sum.items + itemsIn(told), capacity: sum.capacity + units };
    response.writeHead(answer.status, { "content-type": "application/x-amz-json-1.0" }).end(body);
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async during(work) {
      sum = { requests: 0, items: 0, capacity: 0 };
      const result = await work();
      return { result, metered: sum };
    },
    soFar: () => sum.items,
    stop() {
      server.close();
      server.closeAllConnections();
    },
  };
}
