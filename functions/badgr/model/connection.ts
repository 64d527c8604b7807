import { setTimeout as pause } from "node:timers/promises";
import { Problem } from "../../../shared/http/problem.ts";
import type { BadgrRegion } from "../../../shared/organization/badgr-connection.ts";
import { type BadgeService, badgeServiceOf, renewTokens, signIn, type Tokens } from "../../clients/badgr/badgr.ts";
import { TokenRefused } from "../../clients/badgr/requests.ts";
import { decrypt, encrypt } from "../../clients/encryption.ts";
import type { Step } from "../../data/steps.ts";
import { transact } from "../../data/table.ts";
import { amend, transition } from "../../data/transition.ts";
import { clock } from "../../runtime/clock.ts";
import { describeError, log } from "../../runtime/log.ts";
import { badgeConnectionEntity } from "./connection-entity.ts";
import { readConnection, type StoredConnection } from "./record.ts";

const TURN_SECONDS = 20;
const TURN_LOOKS_MAX = 25;
const TURN_LOOK_MS = 200;
const USES_MAX = 3;
const LIFE_RESERVE_MS = 60_000;
/** A wait that is shorter is sat out: it is that of somebody else's one refused token. */
const SHORT_WAIT_SECONDS = 4;

const contextOf = (organization_id: string) => ({ purpose: "badgr", owner: organization_id }) as const;

/** Access tokens this process has got, by connection: they live a day at most and are written nowhere. */
const accessTokens = new Map<string, { token: string; until: number }>();

const hold = (connection_id: string, { accessToken, lifeSeconds }: Tokens) =>
  accessTokens.set(connection_id, { token: accessToken, until: clock.now() + lifeSeconds * 1000 - LIFE_RESERVE_MS });

/** Signs in at the badge service and gives the connection to keep. The password goes no further. */
export async function connect(
  place: { organization_id: string; user_id: string; region: BadgrRegion },
  { username, password }: { username: string; password: string },
): Promise<StoredConnection> {
  const { organization_id, user_id, region } = place;
  const tokens = await signIn(region, username, password).catch((error) => {
    throw error instanceof TokenRefused ? new Problem("badgr.sign-in-refused") : error;
  });
  await badgeServiceOf(region, tokens.accessToken).issuers(); // an account that may see nothing is told so at once
  const connected_on = clock.iso();
  const connection_id = `${organization_id} ${connected_on} ${tokens.accessToken.slice(-4)}`;
  hold(connection_id, tokens);
  return {
    organization_id,
    connection_id,
    status: "connected",
    region,
    connected_by: user_id,
    connected_on,
    refresh_token: await encrypt(tokens.refreshToken, contextOf(organization_id)),
    version: 1,
  };
}

/** The steps that keep a new connection, in the place of the former one. */
export const connectSteps = (connection: StoredConnection, before: StoredConnection | undefined): Step[] =>
  transition(badgeConnectionEntity, "connect", {
    before,
    set: { expired_on: undefined, renewing_until: undefined, ...connection },
    actor_id: connection.connected_by,
  }).steps;

/**
 * Does work at the badge service as an organization's account. A dead access token is renewed and the work begun again.
 * Throws `badgr.not-connected`, `badgr.expired` (and then the organization's admins are told), `badgr.not-verified`,
 * `badgr.unavailable` and `badgr.throttled`.
 */
export async function atBadgeService<Answer>(
  organization_id: string,
  work: (service: BadgeService) => Promise<Answer>,
): Promise<Answer> {
  for (let use = 1; ; use++) {
    const connection = requireConnected(await readConnection(organization_id));
    const { connection_id, region } = connection;
    const held = accessTokens.get(connection_id);
    const token = held && held.until > clock.now() ? held.token : await renew(connection);
    try {
      return await work(badgeServiceOf(region, token));
    } catch (error) {
      if (!(error instanceof TokenRefused)) throw error;
      if (accessTokens.get(connection_id)?.token === token) accessTokens.delete(connection_id);
      if (use === USES_MAX) throw new Problem("badgr.unavailable");
    }
  }
}

function requireConnected(connection: StoredConnection | undefined): StoredConnection {
  if (!connection) throw new Problem("badgr.not-connected");
  if (connection.status === "expired") throw new Problem("badgr.expired");
  return connection;
}

/**
 * Makes what a forgotten connection held worthless, in backups too. The badge service has no call that ends a refresh
 * token, but each is good once: it is used up here, and what it gives is dropped. A service that does not answer keeps
 * nobody from leaving it.
 */
export async function spendToken({ connection_id, organization_id, region, refresh_token }: StoredConnection) {
  accessTokens.delete(connection_id);
  if (refresh_token === undefined) return;
  try {
    await renewed({ organization_id, region, refresh_token });
  } catch (error) {
    if (error instanceof TokenRefused) return; // it was worthless before
    log("warn", "badgr_token_left", { organization_id, error: describeError(error) });
  }
}

/**
 * Exchanges a refresh token for new tokens. The badge service counts what it refuses by our address, for all organizations
 * together: behind one refused token the next call has to wait, whose token is as good as before.
 */
async function renewed({ organization_id, region, refresh_token }: Renewable): Promise<Tokens> {
  const refreshToken = await decrypt(refresh_token, contextOf(organization_id));
  try {
    return await renewTokens(region, refreshToken);
  } catch (error) {
    const waitSeconds = error instanceof Problem && error.code === "badgr.throttled" && error.retryAfterSeconds;
    if (!waitSeconds || waitSeconds > SHORT_WAIT_SECONDS) throw error;
    await pause(waitSeconds * 1000);
    return renewTokens(region, refreshToken);
  }
}
type Renewable = Required<Pick<StoredConnection, "organization_id" | "region" | "refresh_token">>;

/** Gets a new access token. Only one process at a time: the refresh token of a second would already be used. */
async function renew(seen: StoredConnection): Promise<string> {
  const connection = await takeTurn(seen);
  const { organization_id, connection_id, region, refresh_token } = connection;
  const ours = { before: connection, otherwise: new Problem("badgr.not-connected") };
  const turnEnded = { renewing_until: undefined };
  let { steps } = amend(badgeConnectionEntity, { ...ours, set: turnEnded });
  try {
    const tokens = await renewed({ organization_id, region, refresh_token: refresh_token! });
    hold(connection_id, tokens);
    const next = await encrypt(tokens.refreshToken, contextOf(organization_id));
    steps = amend(badgeConnectionEntity, { ...ours, set: { ...turnEnded, refresh_token: next } }).steps;
    return tokens.accessToken;
  } catch (error) {
    if (!(error instanceof TokenRefused)) throw error;
    const set = { ...turnEnded, expired_on: clock.iso(), refresh_token: undefined };
    steps = transition(badgeConnectionEntity, "expire", { ...ours, set, actor_id: "system" }).steps;
    throw new Problem("badgr.expired");
  } finally {
    await transact(steps);
  }
}

/** Waits until nobody else is renewing, and gives the connection as that one left it. */
async function takeTurn(seen: StoredConnection): Promise<StoredConnection> {
  const { organization_id } = seen;
  const taken = new Problem("badgr.unavailable");
  let connection = seen;
  for (let look = 1; ; look++) {
    try {
      const { steps } = amend(badgeConnectionEntity, {
        before: connection,
        set: { renewing_until: clock.seconds() + TURN_SECONDS },
        where: { version: connection.version, renewing_until: { below: clock.seconds() } },
        otherwise: taken,
      });
      await transact(steps);
      return connection;
    } catch (error) {
      if (error !== taken || look === TURN_LOOKS_MAX) throw error;
    }
    await pause(TURN_LOOK_MS);
    connection = requireConnected(await readConnection(organization_id));
  }
}
