import { randomBytes, randomUUID } from "node:crypto";
import { mkdirSync } from "node:fs";
import { dirname } from "node:path";
import type { ClientResource, PoolResource } from "../../cloud/resources/cognito.ts";
import { AwsRefusal, answerAwsJson, type LocalServer, requireSignature, sendJson, serve } from "../../server.ts";
import { openAccounts, type PoolInput } from "./accounts.ts";
import { type AuthenticationResult, createMint, hashToken, type PreTokenTrigger, selfServiceScope } from "./tokens.ts";
import { hashPassword, isPassword, openPool, type PoolUser, type RefreshSession } from "./users.ts";

const FREE_ATTEMPTS = 5;
const LOCK_MS_MAX = 15 * 60_000;
const CHALLENGE_MS = 3 * 60_000;

/** Cognito's user pool on this machine. */
export interface LocalCognito extends LocalServer {
  /** The public keys its tokens are checked with. */
  readonly jwks: { keys: Record<string, unknown>[] };
}

/**
 * Starts the stand-in of one pool with one client, as the template describes them. It refuses what Cognito refuses:
 * weak passwords, disabled users, flows that are not enabled, undeclared attributes, a sixth guess. `now` is in
 * milliseconds; `file` is a SQLite file or `:memory:`.
 */
export async function startCognito(options: {
  port: number;
  file: string;
  region: string;
  pool: PoolResource;
  client: ClientResource;
  trigger?: PreTokenTrigger;
  /** The client's PreventUserExistenceErrors: an unknown user looks like a wrong password. */
  hidesMissingUsers?: boolean;
  now?: () => number;
}): Promise<LocalCognito> {
  const { pool, client, now = Date.now, hidesMissingUsers = true } = options;
  if (options.file !== ":memory:") mkdirSync(dirname(options.file), { recursive: true });
  const store = openPool(options.file);
  const mint = createMint({ store, region: options.region, client, now, trigger: options.trigger });
  const accounts = openAccounts({ store, pool, now });
  const challenges = new Map<string, { username: string; until: number }>();

  async function signIn(input: PoolInput) {
    const { USERNAME = "", PASSWORD } = input.AuthParameters ?? {};
    if (PASSWORD === undefined)
      throw new AwsRefusal("InvalidParameterException", "Missing required parameter PASSWORD");
    const user = store.find(USERNAME);
    if (user === undefined) {
      hashPassword(PASSWORD); // an unknown name takes as long as a wrong password
      throw hidesMissingUsers ? notAuthorized() : new AwsRefusal("UserNotFoundException", "User does not exist.");
    }
    checkPassword(user, PASSWORD);
    if (!user.enabled) throw notAuthorized("User is disabled.");
    if (user.status === "FORCE_CHANGE_PASSWORD") return newPasswordRequired(user);
    return { ChallengeParameters: {}, AuthenticationResult: await mint.signedIn(user, "Authentication") };
  }

  function checkPassword(user: PoolUser, password: string): void {
    if (now() < user.lockedUntil) throw notAuthorized("Password attempts exceeded");
    if (user.password !== undefined && isPassword(password, user.password)) {
      if (user.failures > 0) store.save({ ...user, failures: 0, lockedUntil: 0 });
      return;
    }
    const rested = user.lockedUntil > 0 && now() > user.lockedUntil + LOCK_MS_MAX;
    const failures = rested ? 1 : user.failures + 1;
    const lockMs = failures < FREE_ATTEMPTS ? 0 : Math.min(1000 * 2 ** (failures - FREE_ATTEMPTS), LOCK_MS_MAX);
    store.save({ ...user, failures, lockedUntil: lockMs === 0 ? 0 : now() + lockMs });
    throw notAuthorized();
  }

  function newPasswordRequired(user: PoolUser) {
    if (now() > user.passwordAt + accounts.temporaryPasswordMs) {
      throw notAuthorized("Temporary password has expired and must be reset by an administrator.");
    }
    const Session = randomBytes(48).toString("base64url");
    challenges.set(Session, { username: user.username, until: now() + CHALLENGE_MS });
    return {
      ChallengeName: "NEW_PASSWORD_REQUIRED",
      Session,
      ChallengeParameters: {
        USER_ID_FOR_SRP: user.username,
        requiredAttributes: "[]",
        userAttributes: JSON.stringify(user.attributes),
      },
    };
  }

  async function answerChallenge(input: PoolInput) {
    checkClient(input);
    const challenge = challenges.get(input.Session ?? "");
    if (input.ChallengeName !== "NEW_PASSWORD_REQUIRED" || challenge === undefined || now() > challenge.until) {
      throw notAuthorized("Invalid session for the user, session is expired.");
    }
    const user = accounts.need(challenge.username);
    if (!user.enabled) throw notAuthorized("User is disabled.");
    accounts.setPassword(user, input.ChallengeResponses?.NEW_PASSWORD ?? "", true);
    challenges.delete(input.Session!);
    const signedIn = accounts.need(user.username);
    return { ChallengeParameters: {}, AuthenticationResult: await mint.signedIn(signedIn, "NewPasswordChallenge") };
  }

  async function refresh(refreshToken: string): Promise<{ AuthenticationResult: AuthenticationResult }> {
    const session = livingSession(refreshToken);
    if (session.rotatedAt > 0 && now() > session.rotatedAt + client.rotationGraceSeconds * 1000) {
      store.endFamily(session.family);
      throw new AwsRefusal("RefreshTokenReuseException", "Refresh token has been invalidated by rotation.");
    }
    const user = accounts.need(session.username);
    if (!user.enabled) throw notAuthorized("User is disabled.");
    return { AuthenticationResult: await mint.continued(user, session, client.rotatesRefreshTokens) };
  }

  function livingSession(refreshToken: string): RefreshSession {
    const session = store.session(hashToken(refreshToken));
    if (session === undefined) throw notAuthorized("Invalid Refresh Token");
    if (store.familyEnded(session.family)) throw notAuthorized("Refresh Token has been revoked");
    if (now() >= session.expiresAt) throw notAuthorized("Refresh Token has expired");
    return session;
  }

  function checkClient(input: PoolInput): void {
    if (input.ClientId === client.id) return;
    throw new AwsRefusal("ResourceNotFoundException", `User pool client ${input.ClientId} does not exist.`);
  }

  function initiate(input: PoolInput, mayUse: readonly string[]) {
    checkClient(input);
    const flow = input.AuthFlow === "REFRESH_TOKEN" ? "REFRESH_TOKEN_AUTH" : (input.AuthFlow ?? "");
    if (!mayUse.includes(flow))
      throw new AwsRefusal("InvalidParameterException", "Initiate Auth method not supported.");
    const enabled = client.authFlows.includes(`ALLOW_${flow}`);
    // A client that rotates its refresh tokens does not take them here, whatever flows it names.
    if (!enabled || (flow === "REFRESH_TOKEN_AUTH" && client.rotatesRefreshTokens)) {
      throw new AwsRefusal("InvalidParameterException", `${flow} flow not enabled for this client`);
    }
    return flow === "REFRESH_TOKEN_AUTH" ? refresh(input.AuthParameters?.REFRESH_TOKEN ?? "") : signIn(input);
  }

  /** Whose token it is, when it opens the pool's own API to its person. */
  function selfServing(input: PoolInput): string {
    const claims = mint.readAccessToken(input.AccessToken ?? "");
    if (store.familyEnded(String(claims.origin_jti))) throw notAuthorized("Access Token has been revoked");
    const scopes = String(claims.scope ?? "").split(" ");
    if (!scopes.includes(selfServiceScope)) throw notAuthorized("Access Token does not have required scopes");
    return String(claims.sub);
  }

  /** The template's pool has no factors of its own: whoever may ask for one hears so. */
  function softwareToken(input: PoolInput): never {
    selfServing(input);
    const message = "Software Token MFA has not been enabled by the userPool";
    throw new AwsRefusal("SoftwareTokenMFANotFoundException", message);
  }

  const open: Record<string, (input: PoolInput) => unknown> = {
    InitiateAuth: (input) => initiate(input, ["USER_PASSWORD_AUTH", "REFRESH_TOKEN_AUTH"]),
    RespondToAuthChallenge: answerChallenge,
    GetTokensFromRefreshToken(input) {
      checkClient(input);
      return refresh(input.RefreshToken ?? "");
    },
    RevokeToken(input) {
      checkClient(input);
      if (input.Token?.split(".").length === 3) {
        throw new AwsRefusal("UnsupportedTokenTypeException", "Only refresh tokens can be revoked.");
      }
      const session = store.session(hashToken(input.Token ?? ""));
      if (session) store.endFamily(session.family);
      return {};
    },
    GlobalSignOut(input) {
      store.endSessions(accounts.need(selfServing(input)).username);
      return {};
    },
    AssociateSoftwareToken: softwareToken,
    VerifySoftwareToken: softwareToken,
    SetUserMFAPreference: softwareToken,
  };
  const administrative: Record<string, (input: PoolInput) => unknown> = {
    ...accounts.operations,
    AdminInitiateAuth: (input) => initiate(input, ["ADMIN_USER_PASSWORD_AUTH", "REFRESH_TOKEN_AUTH"]),
    AdminRespondToAuthChallenge: answerChallenge,
  };

  const server = await serve(options.port, async (request, response) => {
    response.setHeader("x-amzn-requestid", randomUUID());
    if (request.method === "GET" && request.url === `/${pool.id}/.well-known/jwks.json`) {
      return sendJson(response, 200, mint.jwks);
    }
    await answerAwsJson(request, response, (operation, input) => {
      if (Object.hasOwn(open, operation)) return open[operation]!(input);
      requireSignature(request);
      const work = Object.hasOwn(administrative, operation) ? administrative[operation] : undefined;
      if (work === undefined) {
        throw new AwsRefusal("UnknownOperationException", `The local cloud does not answer ${operation}.`);
      }
      if (input.UserPoolId !== pool.id) {
        throw new AwsRefusal("ResourceNotFoundException", `User pool ${input.UserPoolId} does not exist.`);
      }
      return work(input);
    });
  });
  return {
    ...server,
    jwks: mint.jwks,
    async stop() {
      await server.stop();
      store.close();
    },
  };
}

const notAuthorized = (message = "Incorrect username or password.") =>
  new AwsRefusal("NotAuthorizedException", message);
