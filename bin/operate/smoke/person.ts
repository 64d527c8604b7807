import { randomUUID } from "node:crypto";
import { login } from "../../../shared/auth/calls.ts";
import { type Call, type InputOf, selectorOf, wire } from "../../../shared/http/call.ts";
import { type Caller, callerFrom, connectTo } from "../../seed/client.ts";
import type { DataOf } from "../../seed/session.ts";

/** How somebody signs in. */
export interface Account {
  readonly email: string;
  readonly password: string;
}

/** Somebody of the smoke test, who calls as a browser does. */
export interface Tester extends Account {
  /** Sends a call and answers its data; a refusal is thrown, with its code. */
  ask<C extends Call>(call: C, input: InputOf<C>): Promise<DataOf<C>>;
}

/** Somebody who calls and is nobody yet. */
export const strangerAt = (origin: string): Caller => callerFrom(connectTo(origin), async () => undefined);

/** Somebody with an account, within an organization; signs in at the first call. */
export function testerAt(origin: string, account: Account, organization_id?: string): Tester {
  let token: Promise<string> | undefined;
  const signIn = async () => {
    const { email, password } = account;
    const { status, body, text } = await strangerAt(origin).call(login, { email, password, isRemember: false });
    if (status !== 200) throw new Error(`${email} cannot sign in, ${status}: ${text}`);
    return body.data.token;
  };
  const caller = callerFrom(connectTo(origin), () => {
    token ??= signIn();
    return token;
  });
  return {
    ...account,
    async ask(call, input) {
      const within = organization_id !== undefined && selectorOf(call) === "organization_id" ? { organization_id } : {};
      const options = call.idempotent ? { idempotencyKey: randomUUID() } : {};
      const { status, body, text } = await caller.call(call, { ...within, ...input }, options);
      if (status !== 200) throw new Error(`${wire(call).method} ${wire(call).path} answers ${status}: ${text}`);
      return (body as unknown as { data: DataOf<typeof call> }).data;
    },
  };
}
