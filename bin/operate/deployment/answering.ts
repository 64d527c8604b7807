import { setTimeout } from "node:timers/promises";
import { InvokeCommand, LambdaClient } from "@aws-sdk/client-lambda";
import { alias, isAliased } from "../../../lib/aliases.ts";
import type { NamedCall } from "../../../shared/contract.ts";
import { bodyLimits, wire } from "../../../shared/http/call.ts";

/** So many functions are asked at a time: a new account runs ten at once, and people need some of them. */
const AT_A_TIME = 4;

/**
 * An event that a call's function refuses for its form, before it knows who asks or reads anything: whoever answers it has
 * loaded and run. Nothing is logged that rings.
 */
export function probeOf({ call }: NamedCall): Record<string, unknown> {
  const { method, path } = wire(call);
  const tooLarge = call.allow === "signature" || call.answers === "redirect";
  return {
    version: "2.0",
    routeKey: `${method} /api${path}`,
    rawPath: `/api${path}`,
    rawQueryString: method === "GET" ? "probe=1&probe=2" : "",
    headers: { "content-type": "application/json" },
    body: tooLarge ? " ".repeat((call.bodyLimitBytes ?? bodyLimits.ordinaryBytes) + 1) : "{",
    isBase64Encoded: false,
    requestContext: { requestId: "deployment", http: { method, path: `/api${path}`, sourceIp: "127.0.0.1" } },
  };
}

/** Asks the functions of calls, and names those that do not answer with why. */
export async function silentFunctions(
  { region, stage }: { readonly region: string; readonly stage: string },
  calls: readonly NamedCall[],
): Promise<string[]> {
  const client = new LambdaClient({ region });
  const waiting = [...calls];
  const silent: string[] = [];
  const work = async () => {
    for (let named = waiting.shift(); named !== undefined; named = waiting.shift()) {
      const FunctionName = `laurel-${stage}-${named.domain}-${named.file}`;
      const Qualifier = isAliased(named) ? alias : undefined; // what the gateway calls is asked
      const fault = await faultOf(client, { FunctionName, Qualifier }, probeOf(named));
      if (fault !== undefined) silent.push(`${FunctionName}: ${fault}`);
    }
  };
  await Promise.all(Array.from({ length: AT_A_TIME }, work));
  return silent.sort();
}

async function faultOf(
  client: LambdaClient,
  called: { readonly FunctionName: string; readonly Qualifier: string | undefined },
  probe: object,
): Promise<string | undefined> {
  try {
    const { FunctionError, Payload } = await client.send(
      new InvokeCommand({ ...called, Payload: JSON.stringify(probe) }),
    );
    const text = Buffer.from(Payload ?? []).toString();
    const { statusCode } = (JSON.parse(text || "null") ?? {}) as { statusCode?: number };
    const answered = statusCode !== undefined && statusCode < 500;
    return FunctionError === undefined && answered ? undefined : (FunctionError ?? "no answer") + told(text);
  } catch (error) {
    return `${(error as Error).name}, ${(error as Error).message}`;
  }
}
const told = (text: string) => (text === "" ? "" : ` ${text.slice(0, 200)}`);

/** Where and how long the product is asked whether it is well. */
export interface Asking {
  readonly tries: number;
  readonly waitMs: number;
}
/** A new distribution is everywhere within minutes, a new name in the time its zone says. */
const usually: Asking = { tries: 60, waitMs: 10_000 };

/** Asks the product through its distribution until it is well: what is wrong at the last try, or nothing. */
export async function whatIsUnwell(
  origin: string,
  stage: string,
  { tries, waitMs }: Asking = usually,
): Promise<string | undefined> {
  let wrong: string | undefined;
  for (let attempt = 1; attempt <= tries; attempt++) {
    wrong = await lookOnce(origin, stage).catch(
      (error: Error) => `${error.message} ${told(String(error.cause ?? ""))}`,
    );
    if (wrong === undefined) return undefined;
    if (attempt < tries) await setTimeout(waitMs);
  }
  return wrong;
}

async function lookOnce(origin: string, stage: string): Promise<string | undefined> {
  const read = async (path: string): Promise<Record<string, unknown>> => {
    const answer = await fetch(new URL(path, origin), { cache: "no-store", signal: AbortSignal.timeout(10_000) });
    if (!answer.ok) throw new Error(`${path} answers ${answer.status}.`);
    return (await answer.json()) as Record<string, unknown>;
  };
  const { data } = await read("/api/health");
  if ((data as { status?: string } | undefined)?.status !== "ok") return "/api/health does not say that it is well.";
  const { stage: served } = await read("/config.json");
  return served === stage ? undefined : `/config.json is that of the stage ${served}.`;
}
