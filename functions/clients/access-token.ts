import { createRemoteJWKSet, errors, jwtVerify } from "jose";
import { Problem } from "../../shared/http/problem.ts";
import { clock } from "../runtime/clock.ts";
import { environment, optionalEnvironment } from "../runtime/environment.ts";
import { type Session, type SessionClaims, sessionOf } from "./cognito.ts";

/** How long after its end an access token still says whose session it was of: as long as a session may last. */
const SESSION_SECONDS = 30 * 86_400;

/** Errors that say something of the token; all others say that the keys were not to be had. */
const aboutToken = /^ERR_(?:JW[ST]_|JWKS_NO_MATCHING_KEY|JOSE_(?:ALG_NOT_ALLOWED|NOT_SUPPORTED))/;

let publicKeys: ReturnType<typeof createRemoteJWKSet> | undefined;

/**
 * The session of an access token of our pool and client; undefined when it is none. One that has ended by time still names
 * its session. Throws `server.busy` when the pool's keys cannot be read.
 */
export async function sessionOfToken(accessToken: string): Promise<Session | undefined> {
  const host = `https://cognito-idp.${environment("AWS_REGION")}.amazonaws.com`;
  const poolId = environment("USER_POOL_ID");
  const keysHost = optionalEnvironment("AWS_ENDPOINT_URL_COGNITO_IDENTITY_PROVIDER") ?? host;
  publicKeys ??= createRemoteJWKSet(new URL(`${keysHost}/${poolId}/.well-known/jwks.json`), { timeoutDuration: 2000 });
  try {
    const { payload } = await jwtVerify<SessionClaims>(accessToken, publicKeys, {
      issuer: `${host}/${poolId}`,
      algorithms: ["RS256"],
      currentDate: new Date(clock.now()),
      clockTolerance: SESSION_SECONDS,
      requiredClaims: ["user_id", "auth_time"],
    });
    const isOurs = payload.token_use === "access" && payload.client_id === environment("USER_POOL_CLIENT_ID");
    return isOurs ? sessionOf(payload) : undefined;
  } catch (error) {
    if (error instanceof errors.JOSEError && aboutToken.test(error.code)) return undefined;
    throw new Problem("server.busy");
  }
}
