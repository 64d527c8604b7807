import { Agent, type ClientRequest } from "node:http";
import { movedMs } from "./clock.ts";

/** An item that a write put where none was, in the table's own notation: `{ pk: { S: "…" } }`. */
export type Inserted = Readonly<Record<string, { readonly S?: string }>>;

interface Put {
  readonly TableName: string;
  readonly Item: Inserted;
  readonly ConditionExpression?: string;
}
type LowAgent = { addRequest(request: ClientRequest, options: { port?: number | string }): void };

const writing = /\.(?:PutItem|TransactWriteItems)$/;

/**
 * Hears of every item that this process inserts into a table, as soon as the table has answered. A put without the
 * condition that nothing was there may replace an item: it is no insertion. `movedMs` is how far the writer's time was moved.
 * Answers how to stop.
 */
export function hearInsertions(
  table: { readonly port: number; readonly name: string },
  heard: (items: readonly Inserted[], movedMs: number) => void,
): () => void {
  const agents = Agent.prototype as unknown as LowAgent;
  const { addRequest } = agents;
  agents.addRequest = function (this: LowAgent, request, options) {
    const ofMs = movedMs();
    if (Number(options.port) === table.port && writing.test(String(request.getHeader("x-amz-target"))))
      listen(request, (body) => {
        const items = putsOf(body).filter(({ TableName, ConditionExpression = "" }) => {
          return TableName === table.name && ConditionExpression.includes("attribute_not_exists");
        });
        if (items.length > 0)
          heard(
            items.map(({ Item }) => Item),
            ofMs,
          );
      });
    return addRequest.call(this, request, options);
  };
  return () => {
    agents.addRequest = addRequest;
  };
}

/** Keeps what a request sends, and hands it over when it has been done. */
function listen(request: ClientRequest, done: (body: string) => void): void {
  const sent: Buffer[] = [];
  for (const way of ["write", "end"] as const) {
    const pass = request[way].bind(request) as (...parts: unknown[]) => never;
    request[way] = ((...parts: unknown[]) => {
      const [part] = parts;
      if (typeof part === "string" || part instanceof Uint8Array) sent.push(Buffer.from(part as string));
      return pass(...parts);
    }) as never;
  }
  request.prependListener("response", ({ statusCode }) => {
    if (statusCode === 200) done(Buffer.concat(sent).toString());
  });
}

function putsOf(body: string): Put[] {
  const written = JSON.parse(body) as Put & { readonly TransactItems?: readonly { readonly Put?: Put }[] };
  return written.TransactItems?.flatMap((each) => each.Put ?? []) ?? [written];
}
