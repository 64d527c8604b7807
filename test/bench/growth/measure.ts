import { join } from "node:path";
import type { NamedCall } from "../../../shared/contract.ts";
import { lists, listsOfSales } from "./lists.ts";
import type { Meter, Metered } from "./meter.ts";
import { cast, type Growing, setTime } from "./things.ts";

type Handler = (event: unknown, context: unknown) => Promise<{ statusCode: number; body: string }>;

/** What a question cost, and how many things its list holds; undefined where the answer is a document. */
export interface Measured extends Metered {
  readonly total?: number;
}

const functions = join(import.meta.dirname, "../../../functions");

/** Asks every list of what grows in the table named by TABLE_NAME all its questions, through the meter. */
export async function measureLists(meter: Meter, growing: Growing): Promise<Map<string, Measured>> {
  setTime(0);
  const measured = new Map<string, Measured>();
  for (const { call, as, queries } of growing === "sales" ? listsOfSales() : lists()) {
    const { handler } = (await import(join(functions, call.domain, `${call.file}.ts`))) as { handler: Handler };
    const name = `${call.domain}/${call.file} (${as})`;
    for (const query of queries) {
      const ask = async (more: string, words: string) => {
        const whole = [query, more].filter(Boolean).join("&");
        const { result, metered } = await meter.during(() => answerOf(handler, cast[as], whole));
        if (result.total === 0) throw new Error(`${name} ${whole} found nothing.`);
        measured.set([name, shown(query), words].filter(Boolean).join(" "), { ...metered, total: result.total });
        return result;
      };
      const { cursor, total } = await ask("", "");
      if (/(^|&)page=/.test(query)) continue; // the page is part of the question
      if (cursor !== undefined) await ask(`cursor=${encodeURIComponent(cursor)}`, "next by cursor");
      if (takesOffset(call) && total !== undefined && total > 10) await ask("offset=10", "next by offset");
    }
  }
  return measured;
}

const takesOffset = ({ call }: NamedCall) => "offset" in call.input.shape && !call.answers;
const shown = (query: string) =>
  query.replace(/(cred_id|credential_id)=[^&]+/, "one credential").replace(/user_id=[^&]+/, "one creator");

/** Calls a handler as the gateway would. */
async function answerOf(
  handler: Handler,
  user_id: string,
  query: string,
): Promise<{ cursor?: string; total?: number }> {
  const issued = Math.floor(Date.parse("2026-11-28T00:00:00.000Z") / 1000);
  const claims = { user_id, iat: issued, auth_time: issued };
  const event = {
    version: "2.0",
    routeKey: "GET /api",
    headers: {},
    rawQueryString: query,
    requestContext: { requestId: "bench", http: { sourceIp: "127.0.0.1" }, authorizer: { jwt: { claims } } },
  };
  const context = { getRemainingTimeInMillis: () => 60_000, callbackWaitsForEmptyEventLoop: false };
  const { statusCode, body } = await handler(event, context);
  if (statusCode !== 200) throw new Error(`${query} was answered ${statusCode}: ${body}`);
  if (!body.startsWith("{")) return {};
  const { data } = JSON.parse(body) as { data: { cursor?: string; total?: number } };
  return data;
}
