import { codesOf } from "../../bin/openapi/refusals.ts";
import { type Caller, type CallOptions, type Connection, callerFrom, connectTo } from "../../bin/seed/client.ts";
import { type SeedName, seedPassword, seedPeople } from "../../bin/seed/people.ts";
import { login } from "../../shared/auth/calls.ts";
import { type Call, type InputOf, publicPrefix } from "../../shared/http/call.ts";

/** Who a person is, before they sign in. */
export interface Identity {
  readonly user_id: string;
  readonly first_name: string;
  readonly last_name: string;
  readonly email: string;
  readonly password: string;
  /** Done once before the first call, as making the account. */
  readonly before?: () => Promise<void>;
}

/** A named person. Signs in with the real login at the first call, and again when the token has expired. */
export interface Person extends Caller, Omit<Identity, "before"> {
  /** Signs in now and gives the access token. */
  token(): Promise<string>;
  /** Forgets the token, so that the next call signs in again. */
  signOut(): void;
  /** The same person that much later: what answers them lives in that time. */
  later(by: { days?: number; hours?: number; minutes?: number }): Person;
}

/** First name of a seeded person. */
export type PersonName = SeedName;

/** A seeded person. */
export const seeded = (name: PersonName): Identity => ({ ...seedPeople[name], password: seedPassword });

/** Somebody without an account. */
export const anyoneAt = (origin: string): Caller => checked(callerFrom(connectTo(origin), async () => undefined));

/** A program with a key of an organization, that calls the public calls. */
export const programAt = (origin: string, key: string, by: { minutes?: number; days?: number } = {}): Caller => {
  const offsetMs = ((by.days ?? 0) * 24 * 60 + (by.minutes ?? 0)) * 60_000;
  const connection = { ...connectTo(origin), prefix: publicPrefix, offsetMs };
  return checked(
    callerFrom(connection, async () => key),
    { byKey: true },
  );
};

/** Fails when a call is refused with a code that its contract does not name. */
function checked(caller: Caller, as?: { byKey: boolean }): Caller {
  return {
    ...caller,
    async call<C extends Call>(call: C, input?: InputOf<C> | Record<string, unknown>, options?: CallOptions) {
      const reply = await caller.call(call, input, options);
      const code = reply.status < 400 ? undefined : reply.body?.error?.code;
      if (code === undefined || codesOf(call, as).some((known) => known === code)) return reply;
      throw new Error(
        `${call.route} was refused with ${code}: add it to the call's problems (shared/<domain>/calls.ts).`,
      );
    },
  };
}

/** A person with an account. */
export function personAt(origin: string, identity: Identity): Person {
  return personFrom(connectTo(origin), identity, sessionOf(origin, identity));
}

/** Somebody of a test signs in again before their sign-in is too old for what is grave. */
const freshMs = 8 * 60_000;

interface Session {
  token(): Promise<string>;
  signOut(): void;
}

/** How often all sessions of a world were ended, by its origin. */
const ends = new Map<string, number>();
const endsAt = (origin: string): number => ends.get(origin) ?? 0;

/** Forgets all tokens of a world, whose time was moved past their end. */
export const signOutEverybody = (origin: string): void => void ends.set(origin, endsAt(origin) + 1);

/** How long a token lives, by its own claims: the world that gave it may be in another time. */
function lifetimeMs(token: string): number {
  const { iat, exp } = JSON.parse(Buffer.from(token.split(".")[1]!, "base64url").toString());
  return (exp - iat) * 1000;
}

function sessionOf(origin: string, identity: Identity): Session {
  const stranger = anyoneAt(origin);
  let signedIn: Promise<{ token: string; until: number; ended: number }> | undefined;
  let made: Promise<void> | undefined;
  const signIn = async () => {
    made ??= identity.before?.();
    await made;
    const { email, password } = identity;
    const ended = endsAt(origin);
    const { status, body, text } = await stranger.call(login, { email, password, isRemember: false });
    if (status !== 200) throw new Error(`${identity.first_name} could not sign in: ${text}`);
    const { token } = body.data;
    return { token, until: Date.now() + Math.min(lifetimeMs(token), freshMs), ended };
  };
  return {
    async token() {
      const held = await signedIn?.catch(() => undefined);
      const isHeld = held !== undefined && held.ended === endsAt(origin) && held.until > Date.now() + 30_000;
      if (!isHeld) signedIn = signIn();
      return (await signedIn!).token;
    },
    signOut() {
      signedIn = undefined;
    },
  };
}

function personFrom(connection: Connection, identity: Identity, session: Session): Person {
  const { before: _, ...known } = identity;
  return {
    ...known,
    ...checked(callerFrom(connection, session.token)),
    ...session,
    later({ days = 0, hours = 0, minutes = 0 }) {
      const offsetMs = connection.offsetMs + ((days * 24 + hours) * 60 + minutes) * 60_000;
      return personFrom({ ...connection, offsetMs }, identity, session);
    },
  };
}
