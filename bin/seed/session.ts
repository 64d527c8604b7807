import { randomUUID } from "node:crypto";
import { setTimeout } from "node:timers/promises";
import { login } from "../../shared/auth/calls.ts";
import { type Call, type InputOf, type OutputOf, selectorOf, wire } from "../../shared/http/call.ts";
import { timeHeaders } from "../local/cloud/clock.ts";
import { type Caller, callerFrom, connectTo } from "./client.ts";
import { type SeedName, type SeedPerson, seedOrganizations, seedPassword, seedPeople } from "./people.ts";

/** What a call answers as `data`. */
export type DataOf<C extends Call> = OutputOf<C> extends { data: infer Data } ? Data : never;

/** Somebody of the seeded world at work. */
export interface Session {
  readonly user_id: string;
  /** Sends a call and answers its data; a refusal is thrown. */
  ask<C extends Call>(call: C, input: InputOf<C>): Promise<DataOf<C>>;
  readonly send: Caller["send"];
  /** What says in which time they live, to storage too. */
  headers(): Record<string, string>;
}

/** Signs in at the first call, and stays signed in: it takes seconds. */
export type Sessions = (name: SeedName) => Session;

/** How far the time of a seed is from the present: what it asks for happens then, while others live on. */
export interface SeedTime {
  movedMs: number;
}

/** The people of the seeded world, calling the world of this process as their browsers would, in the seed's time. */
export function sessionsAt(origin: string, time: SeedTime = { movedMs: 0 }): Sessions {
  const known = new Map<SeedName, Session>();
  return (name) => {
    const session = known.get(name) ?? begin(origin, time, name);
    known.set(name, session);
    return session;
  };
}

function begin(origin: string, time: SeedTime, name: SeedName): Session {
  const { email, user_id, organization }: SeedPerson = seedPeople[name];
  const selected = organization && { organization_id: seedOrganizations[organization].organization_id };
  const headers = () => timeHeaders(time.movedMs);
  const connection = { ...connectTo(origin), headers };
  const stranger = callerFrom(connection, async () => undefined);
  let token: Promise<string> | undefined;
  const caller = callerFrom(connection, () => {
    token ??= ask(stranger, name, login, { email, password: seedPassword, isRemember: false }).then(
      (session) => session.token,
    );
    return token;
  });
  /** As the portal does it: calls that are not told act in the selected organization. */
  const within = (call: Call) => (selectorOf(call) === "organization_id" ? selected : undefined);
  return {
    user_id,
    ask: (call, input) => ask(caller, name, call, { ...within(call), ...input }),
    send: caller.send,
    headers,
  };
}

/** So often a call is sent to a machine that says that it is busy, or that an organization's share is used up. */
const TRIES_MAX = 20;

/** Comes again when the product says so: whoever fills a world has time. */
async function ask<C extends Call>(caller: Caller, name: SeedName, call: C, input: InputOf<C>): Promise<DataOf<C>> {
  const options = call.idempotent ? { idempotencyKey: randomUUID() } : {};
  for (let tries = 1; ; tries++) {
    const { status, headers, body, text } = await caller.call(call, input, options);
    if (status === 200) return (body as unknown as { data: DataOf<C> }).data;
    if (![429, 503].includes(status) || tries === TRIES_MAX)
      throw new Error(`${name} was refused ${wire(call).method} ${wire(call).path} with ${status}: ${text}`);
    await setTimeout(Number(headers["retry-after"] ?? 5) * 1000);
  }
}
