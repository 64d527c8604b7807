import {
  createHash,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  randomBytes,
  randomUUID,
  sign,
  verify,
} from "node:crypto";
import type { ClientResource } from "../../cloud/resources/cognito.ts";
import { AwsRefusal } from "../../server.ts";
import type { PoolStore, PoolUser, RefreshSession } from "./users.ts";

/** The scope that opens the pool's own API to an access token. */
export const selfServiceScope = "aws.cognito.signin.user.admin";

/** Calls the function behind the pool's pre-token trigger with an event of version V2_0. */
export type PreTokenTrigger = (event: Record<string, unknown>) => Promise<unknown>;

/** What a call of the pool answers when somebody is signed in. */
export interface AuthenticationResult {
  readonly AccessToken: string;
  readonly IdToken: string;
  readonly RefreshToken?: string;
  readonly ExpiresIn: number;
  readonly TokenType: "Bearer";
}

/** Makes and reads the pool's tokens. */
export interface TokenMint {
  readonly jwks: { keys: Record<string, unknown>[] };
  /** Tokens of a new sign-in. */
  signedIn(user: PoolUser, source: string): Promise<AuthenticationResult>;
  /** Tokens for a session that goes on; its refresh token is replaced when `rotate`. */
  continued(user: PoolUser, session: RefreshSession, rotate: boolean): Promise<AuthenticationResult>;
  /** The claims of an access token with a good signature that still lives; otherwise refuses. */
  readAccessToken(token: string): Record<string, unknown>;
}

/** What tokens are known by. */
export const hashToken = (token: string) => createHash("sha256").update(token).digest("hex");

/** A pre-token trigger may not touch these. */
const reserved = new Set(
  "acr amr at_hash auth_time azp client_id exp iat iss jti nbf nonce origin_jti sub token_use username".split(" "),
);

/** Makes the mint of one pool and client. `now` is in milliseconds. */
export function createMint(options: {
  store: PoolStore;
  region: string;
  client: ClientResource;
  now: () => number;
  trigger?: PreTokenTrigger;
}): TokenMint {
  const { store, region, client, now } = options;
  const pem = store.signingKey(() =>
    generateKeyPairSync("rsa", { modulusLength: 2048 }).privateKey.export({ type: "pkcs8", format: "pem" }).toString(),
  );
  const privateKey = createPrivateKey(pem);
  const publicKey = createPublicKey(pem);
  const kid = hashToken(pem).slice(0, 16);
  const issuer = `https://cognito-idp.${region}.amazonaws.com/${client.poolId}`;

  const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url");
  function signed(claims: Record<string, unknown>, lifeSeconds: number): string {
    const iat = Math.floor(now() / 1000);
    const body = { ...claims, iss: issuer, iat, exp: iat + lifeSeconds, jti: randomUUID() };
    const text = `${part({ kid, alg: "RS256" })}.${part(body)}`;
    return `${text}.${sign("RSA-SHA256", Buffer.from(text), privateKey).toString("base64url")}`;
  }

  async function make(user: PoolUser, source: string, family: string, authTime: number): Promise<AuthenticationResult> {
    const changes = await ask(options.trigger, source, user, client, region);
    const common = { sub: user.username, origin_jti: family, event_id: randomUUID(), auth_time: authTime };
    const scopes = changes.access.scopesToSuppress?.includes(selfServiceScope) ? [] : [selfServiceScope];
    const scope = [...scopes, ...(changes.access.scopesToAdd ?? [])].join(" ");
    const access = {
      ...common,
      client_id: client.id,
      token_use: "access",
      username: user.username,
      ...(scope && { scope }),
    };
    const identity = {
      ...common,
      aud: client.id,
      token_use: "id",
      "cognito:username": user.username,
      ...readable(user, client),
      email_verified: user.attributes.email_verified === "true",
    };
    return {
      AccessToken: signed(changed(access, changes.access), client.accessTokenSeconds),
      IdToken: signed(changed(identity, changes.identity), client.idTokenSeconds),
      ExpiresIn: client.accessTokenSeconds,
      TokenType: "Bearer",
    };
  }

  function newRefreshToken(session: Omit<RefreshSession, "hash" | "rotatedAt">): string {
    const token = randomBytes(96).toString("base64url");
    store.saveSession({ ...session, hash: hashToken(token), rotatedAt: 0 });
    return token;
  }

  return {
    jwks: { keys: [{ ...publicKey.export({ format: "jwk" }), kid, alg: "RS256", use: "sig" }] },
    async signedIn(user, source) {
      const family = randomUUID();
      const authTime = Math.floor(now() / 1000);
      const tokens = await make(user, source, family, authTime);
      const expiresAt = now() + client.refreshTokenSeconds * 1000;
      return { ...tokens, RefreshToken: newRefreshToken({ family, username: user.username, expiresAt, authTime }) };
    },
    async continued(user, session, rotate) {
      const tokens = await make(user, "RefreshTokens", session.family, session.authTime);
      if (!rotate) return tokens;
      if (session.rotatedAt === 0) store.saveSession({ ...session, rotatedAt: now() });
      return { ...tokens, RefreshToken: newRefreshToken(session) };
    },
    readAccessToken(token) {
      const [header, body, signature] = token.split(".");
      const good =
        signature !== undefined &&
        verify("RSA-SHA256", Buffer.from(`${header}.${body}`), publicKey, Buffer.from(signature, "base64url"));
      const claims = good ? (JSON.parse(Buffer.from(body!, "base64url").toString()) as Record<string, unknown>) : {};
      if (claims.token_use !== "access") throw new AwsRefusal("NotAuthorizedException", "Invalid Access Token");
      if (Number(claims.exp) * 1000 <= now())
        throw new AwsRefusal("NotAuthorizedException", "Access Token has expired");
      return claims;
    },
  };
}

interface ClaimChanges {
  claimsToAddOrOverride?: Record<string, unknown>;
  claimsToSuppress?: string[];
  scopesToAdd?: string[];
  scopesToSuppress?: string[];
}

function changed(claims: Record<string, unknown>, changes: ClaimChanges): Record<string, unknown> {
  const added = Object.entries(changes.claimsToAddOrOverride ?? {}).filter(([name]) => !reserved.has(name));
  const suppressed = new Set((changes.claimsToSuppress ?? []).filter((name) => !reserved.has(name)));
  const all = Object.entries({ ...claims, ...Object.fromEntries(added) });
  return Object.fromEntries(all.filter(([name]) => !suppressed.has(name)));
}

/** What AWS promises of an account's attributes, to triggers and in the ID token: those that the client may read. */
const readable = ({ attributes }: PoolUser, { readableAttributes }: ClientResource) =>
  Object.fromEntries(Object.entries(attributes).filter(([name]) => readableAttributes.includes(name)));

/** Asks the pre-token trigger what to change; a trigger that fails refuses the sign-in, as in AWS. */
async function ask(
  trigger: PreTokenTrigger | undefined,
  source: string,
  user: PoolUser,
  client: ClientResource,
  region: string,
): Promise<{ access: ClaimChanges; identity: ClaimChanges }> {
  if (trigger === undefined) return { access: {}, identity: {} };
  const event = {
    version: "2",
    triggerSource: `TokenGeneration_${source}`,
    region,
    userPoolId: client.poolId,
    userName: user.username,
    callerContext: { awsSdkVersion: "aws-sdk-unknown-unknown", clientId: client.id },
    request: {
      userAttributes: { sub: user.username, "cognito:user_status": user.status, ...readable(user, client) },
      groupConfiguration: { groupsToOverride: [], iamRolesToOverride: [], preferredRole: null },
      scopes: [selfServiceScope],
    },
    response: { claimsAndScopeOverrideDetails: null },
  };
  try {
    const answer = (await trigger(event)) as { response?: { claimsAndScopeOverrideDetails?: OverrideDetails | null } };
    const details = answer.response?.claimsAndScopeOverrideDetails;
    return { access: details?.accessTokenGeneration ?? {}, identity: details?.idTokenGeneration ?? {} };
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new AwsRefusal("UserLambdaValidationException", `PreTokenGeneration failed with error ${why}.`);
  }
}

interface OverrideDetails {
  accessTokenGeneration?: ClaimChanges;
  idTokenGeneration?: ClaimChanges;
}
