import {
  AdminCreateUserCommand,
  AdminDeleteUserCommand,
  AdminDisableUserCommand,
  AdminEnableUserCommand,
  AdminGetUserCommand,
  AdminInitiateAuthCommand,
  AdminRespondToAuthChallengeCommand,
  AdminSetUserPasswordCommand,
  AdminUpdateUserAttributesCommand,
  AdminUserGlobalSignOutCommand,
  AssociateSoftwareTokenCommand,
  CognitoIdentityProviderClient,
  GetTokensFromRefreshTokenCommand,
  GlobalSignOutCommand,
  InitiateAuthCommand,
  ListUsersCommand,
  RevokeTokenCommand,
  SetUserMFAPreferenceCommand,
  VerifySoftwareTokenCommand,
} from "@aws-sdk/client-cognito-identity-provider";
import { createLocalJWKSet, decodeJwt, type JSONWebKeySet, jwtVerify } from "jose";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { type LocalCognito, startCognito } from "../../../bin/local/aws/cognito/cognito.ts";
import { createAccount } from "../../../functions/clients/cognito.ts";

const region = "eu-central-1";
const poolId = "eu-central-1_Laurel123";
const ClientId = "client0123456789client0123";
const password = "correct horse battery";
const pool = {
  id: poolId,
  passwordPolicy: { MinimumLength: 8, TemporaryPasswordValidityDays: 1 },
  customAttributes: ["user_id"],
  immutableAttributes: ["user_id"],
};
const client = {
  id: ClientId,
  poolId,
  authFlows: ["ALLOW_ADMIN_USER_PASSWORD_AUTH"],
  readableAttributes: ["email", "email_verified", "custom:user_id"],
  accessTokenSeconds: 900,
  idTokenSeconds: 900,
  refreshTokenSeconds: 30 * 86_400,
  rotatesRefreshTokens: true,
  rotationGraceSeconds: 10,
  hidesMissingUsers: true,
};
const addScope = async (event: Record<string, unknown>) => ({
  ...event,
  response: {
    claimsAndScopeOverrideDetails: {
      accessTokenGeneration: {
        claimsToAddOrOverride: { user_id: "usr_1", sub: "somebody else" },
        scopesToAdd: ["laurel/api"],
        scopesToSuppress: ["aws.cognito.signin.user.admin"],
      },
    },
  },
});

let time: number;
let cognito: LocalCognito;
let sdk: CognitoIdentityProviderClient;

async function start(changes: Partial<Parameters<typeof startCognito>[0]> = {}): Promise<void> {
  cognito = await startCognito({
    port: 0,
    file: ":memory:",
    region,
    pool,
    client,
    now: () => time,
    trigger: addScope,
    ...changes,
  });
  sdk = new CognitoIdentityProviderClient({
    endpoint: cognito.url,
    region,
    credentials: { accessKeyId: "local", secretAccessKey: "local" },
    maxAttempts: 1,
  });
}
async function restart(changes: Partial<Parameters<typeof startCognito>[0]>): Promise<void> {
  await stop();
  await start(changes);
}
async function stop(): Promise<void> {
  sdk.destroy();
  await cognito.stop();
}
beforeEach(async () => {
  time = Date.now();
  await start();
});
afterEach(stop);

const ada = { UserPoolId: poolId, Username: "ada@northwind.test" };
async function invite(TemporaryPassword?: string): Promise<void> {
  const UserAttributes = [
    { Name: "email", Value: ada.Username },
    { Name: "email_verified", Value: "true" },
    { Name: "custom:user_id", Value: "usr_1" },
  ];
  await sdk.send(new AdminCreateUserCommand({ ...ada, UserAttributes, TemporaryPassword, MessageAction: "SUPPRESS" }));
}
const setPassword = (Password: string) =>
  sdk.send(new AdminSetUserPasswordCommand({ ...ada, Password, Permanent: true }));
async function signUp(): Promise<void> {
  await invite();
  await setPassword(password);
}
const signIn = (PASSWORD = password, USERNAME = ada.Username) =>
  sdk.send(
    new AdminInitiateAuthCommand({
      UserPoolId: poolId,
      ClientId,
      AuthFlow: "ADMIN_USER_PASSWORD_AUTH",
      AuthParameters: { USERNAME, PASSWORD },
    }),
  );
const tokens = async () => (await signIn()).AuthenticationResult!;
const refresh = async (RefreshToken: string) =>
  (await sdk.send(new GetTokensFromRefreshTokenCommand({ ClientId, RefreshToken }))).AuthenticationResult!;

test("an access token carries the pool's issuer and verifies with the published keys", async () => {
  await signUp();
  const { AccessToken, ExpiresIn, TokenType } = await tokens();
  const keys = createLocalJWKSet(cognito.jwks as unknown as JSONWebKeySet);
  const issuer = `https://cognito-idp.${region}.amazonaws.com/${poolId}`;
  const { payload } = await jwtVerify(AccessToken!, keys, { issuer, currentDate: new Date(time) });
  expect(payload).toMatchObject({ client_id: ClientId, token_use: "access" });
  expect(payload.exp! - payload.iat!).toBe(900);
  expect([ExpiresIn, TokenType]).toEqual([900, "Bearer"]);
});

test("the pre-token trigger adds our claim and scope and takes the self-service scope out", async () => {
  await signUp();
  const claims = decodeJwt((await tokens()).AccessToken!);
  expect(claims).toMatchObject({ user_id: "usr_1", scope: "laurel/api" });
});

test("the pre-token trigger cannot change who the token is about", async () => {
  await signUp();
  const { sub, username } = decodeJwt((await tokens()).AccessToken!);
  expect(sub).toBe(username);
});

test("the trigger and the ID token get no attribute that the client may not read", async () => {
  const handed: unknown[] = [];
  const trigger = async (event: Record<string, unknown>) => {
    handed.push((event.request as { userAttributes: Record<string, string> }).userAttributes["custom:user_id"]);
    return event;
  };
  for (const readableAttributes of [client.readableAttributes, ["email"]]) {
    await restart({ client: { ...client, readableAttributes }, trigger });
    await signUp();
    handed.push(decodeJwt((await tokens()).IdToken!)["custom:user_id"]);
  }
  expect(handed).toEqual([expect.any(String), expect.any(String), undefined, undefined]);
});

test("a pre-token trigger that fails refuses the sign-in", async () => {
  await restart({ trigger: () => Promise.reject(new Error("no user id")) });
  await signUp();
  await expect(signIn()).rejects.toThrow("PreTokenGeneration failed with error no user id.");
});

test("a wrong password is NotAuthorizedException", async () => {
  await signUp();
  await expect(signIn("wrong password")).rejects.toMatchObject({
    name: "NotAuthorizedException",
    message: "Incorrect username or password.",
  });
});

test("an unknown user looks like a wrong password", async () => {
  await expect(signIn(password, "nobody@northwind.test")).rejects.toMatchObject({
    name: "NotAuthorizedException",
    message: "Incorrect username or password.",
  });
});

test("an unknown user is named where the client does not hide it", async () => {
  await restart({ hidesMissingUsers: false });
  await expect(signIn(password, "nobody@northwind.test")).rejects.toMatchObject({ name: "UserNotFoundException" });
});

test("a disabled user cannot sign in with the right password", async () => {
  await signUp();
  await sdk.send(new AdminDisableUserCommand(ada));
  await expect(signIn()).rejects.toMatchObject({ name: "NotAuthorizedException", message: "User is disabled." });
});

test("disabling ends the sessions, and enabling does not bring them back", async () => {
  await signUp();
  const { RefreshToken } = await tokens();
  await sdk.send(new AdminDisableUserCommand(ada));
  await sdk.send(new AdminEnableUserCommand(ada));
  await expect(refresh(RefreshToken!)).rejects.toMatchObject({ name: "NotAuthorizedException" });
  await expect(signIn()).resolves.toBeDefined();
});

test("a password that breaks the policy is refused", async () => {
  await invite();
  await expect(setPassword("abc")).rejects.toMatchObject({ name: "InvalidPasswordException" });
});

test.each([
  ["RequireUppercase", "lower case 1!"],
  ["RequireLowercase", "UPPER CASE 1!"],
  ["RequireNumbers", "No Number Here!"],
  ["RequireSymbols", "NoSymbol1"],
])("the policy's %s is enforced", async (rule, weak) => {
  await restart({ pool: { ...pool, passwordPolicy: { MinimumLength: 8, [rule]: true } } });
  await invite("Temporary 1!");
  await expect(setPassword(weak)).rejects.toMatchObject({ name: "InvalidPasswordException" });
});

test("a weak temporary password is refused and leaves no user behind", async () => {
  await expect(invite("abc")).rejects.toMatchObject({ name: "InvalidPasswordException" });
  await expect(sdk.send(new AdminGetUserCommand(ada))).rejects.toMatchObject({ name: "UserNotFoundException" });
});

test("a temporary password gives no tokens but the challenge to set a new one", async () => {
  await invite("temporary one");
  const answer = await signIn("temporary one");
  expect(answer.AuthenticationResult).toBeUndefined();
  expect(answer.ChallengeName).toBe("NEW_PASSWORD_REQUIRED");
  const respond = (NEW_PASSWORD: string) =>
    sdk.send(
      new AdminRespondToAuthChallengeCommand({
        UserPoolId: poolId,
        ClientId,
        ChallengeName: "NEW_PASSWORD_REQUIRED",
        Session: answer.Session,
        ChallengeResponses: { USERNAME: ada.Username, NEW_PASSWORD },
      }),
    );
  await expect(respond("abc")).rejects.toMatchObject({ name: "InvalidPasswordException" });
  expect((await respond(password)).AuthenticationResult?.AccessToken).toBeDefined();
  await expect(respond(password)).rejects.toMatchObject({ name: "NotAuthorizedException" });
});

test("a temporary password gets old", async () => {
  await invite("temporary one");
  time += 25 * 3600_000;
  await expect(signIn("temporary one")).rejects.toThrow("Temporary password has expired");
});

test("the fifth wrong password locks for a second, and each further one for twice as long", async () => {
  await signUp();
  for (let guess = 0; guess < 5; guess++) await expect(signIn("wrong password")).rejects.toThrow("Incorrect");
  await expect(signIn()).rejects.toMatchObject({
    name: "NotAuthorizedException",
    message: "Password attempts exceeded",
  });
  time += 1001;
  await expect(signIn("wrong password")).rejects.toThrow("Incorrect");
  time += 1001;
  await expect(signIn()).rejects.toThrow("Password attempts exceeded");
  time += 1000;
  await expect(signIn()).resolves.toBeDefined();
});

test("a lock never lasts longer than fifteen minutes", async () => {
  await signUp();
  for (let guess = 0; guess < 20; guess++) {
    await expect(signIn("wrong password")).rejects.toThrow("Incorrect");
    time += 15 * 60_000;
  }
  await expect(signIn()).resolves.toBeDefined();
});

test("thirty wrong passwords in a row do not leave the right one usable", async () => {
  await signUp();
  for (let guess = 0; guess < 30; guess++) await expect(signIn("wrong password")).rejects.toThrow();
  await expect(signIn()).rejects.toThrow("Password attempts exceeded");
});

test.each(["USER_PASSWORD_AUTH", "REFRESH_TOKEN_AUTH"] as const)(
  "the flow %s that the client does not name is refused",
  async (AuthFlow) => {
    await signUp();
    const { RefreshToken } = await tokens();
    const AuthParameters = { USERNAME: ada.Username, PASSWORD: password, REFRESH_TOKEN: RefreshToken! };
    await expect(sdk.send(new InitiateAuthCommand({ ClientId, AuthFlow, AuthParameters }))).rejects.toMatchObject({
      name: "InvalidParameterException",
    });
  },
);

test("the password flow for administrators is refused where the client does not name it", async () => {
  await restart({ client: { ...client, authFlows: [] } });
  await signUp();
  await expect(signIn()).rejects.toMatchObject({ name: "InvalidParameterException" });
});

test("the public call does not offer the flow for administrators", async () => {
  await signUp();
  const AuthParameters = { USERNAME: ada.Username, PASSWORD: password };
  const call = new InitiateAuthCommand({ ClientId, AuthFlow: "ADMIN_USER_PASSWORD_AUTH", AuthParameters });
  await expect(sdk.send(call)).rejects.toMatchObject({ name: "InvalidParameterException" });
});

test("a call for administrators without an AWS signature is refused", async () => {
  await signUp();
  const answer = await fetch(cognito.url, {
    method: "POST",
    headers: { "x-amz-target": "AWSCognitoIdentityProviderService.AdminGetUser" },
    body: JSON.stringify(ada),
  });
  expect(answer.status).toBe(403);
});

test("a refresh token is replaced by each use and keeps its family's end", async () => {
  await signUp();
  const first = await tokens();
  const second = await refresh(first.RefreshToken!);
  expect(second.RefreshToken).not.toBe(first.RefreshToken);
  time += 30 * 86_400_000 - 1;
  const third = await refresh(second.RefreshToken!);
  time += 2;
  await expect(refresh(third.RefreshToken!)).rejects.toThrow("Refresh Token has expired");
});

test("a replaced refresh token is still good for ten seconds", async () => {
  await signUp();
  const { RefreshToken } = await tokens();
  await refresh(RefreshToken!);
  time += 9_999;
  await expect(refresh(RefreshToken!)).resolves.toBeDefined();
});

test("a replaced refresh token that comes back later ends the whole family", async () => {
  await signUp();
  const { RefreshToken } = await tokens();
  const { RefreshToken: newest } = await refresh(RefreshToken!);
  time += 10_001;
  await expect(refresh(RefreshToken!)).rejects.toMatchObject({ name: "RefreshTokenReuseException" });
  await expect(refresh(newest!)).rejects.toThrow("Refresh Token has been revoked");
});

test("the tokens of a refresh tell when the person signed in", async () => {
  await signUp();
  const { AccessToken, RefreshToken } = await tokens();
  time += 600_000;
  const later = await refresh(RefreshToken!);
  expect(decodeJwt(later.AccessToken!).auth_time).toBe(decodeJwt(AccessToken!).auth_time);
});

test("revoking a refresh token ends its session and no other", async () => {
  await signUp();
  const [one, other] = [await tokens(), await tokens()];
  await sdk.send(new RevokeTokenCommand({ ClientId, Token: one.RefreshToken }));
  await expect(refresh(one.RefreshToken!)).rejects.toThrow("Refresh Token has been revoked");
  await expect(refresh(other.RefreshToken!)).resolves.toBeDefined();
});

test("an access token cannot be revoked", async () => {
  await signUp();
  const { AccessToken } = await tokens();
  const call = new RevokeTokenCommand({ ClientId, Token: AccessToken });
  await expect(sdk.send(call)).rejects.toMatchObject({ name: "UnsupportedTokenTypeException" });
});

test("an administrator's sign-out ends every session", async () => {
  await signUp();
  const [one, other] = [await tokens(), await tokens()];
  await sdk.send(new AdminUserGlobalSignOutCommand(ada));
  await expect(refresh(one.RefreshToken!)).rejects.toThrow("revoked");
  await expect(refresh(other.RefreshToken!)).rejects.toThrow("revoked");
});

test("an access token without the self-service scope opens nothing of the pool's own API", async () => {
  await signUp();
  const { AccessToken } = await tokens();
  await expect(sdk.send(new GlobalSignOutCommand({ AccessToken }))).rejects.toThrow("required scopes");
});

test("an access token with the self-service scope signs its owner out everywhere", async () => {
  await restart({ trigger: undefined });
  await signUp();
  const { AccessToken, RefreshToken } = await tokens();
  await sdk.send(new GlobalSignOutCommand({ AccessToken }));
  await expect(refresh(RefreshToken!)).rejects.toThrow("revoked");
  await expect(sdk.send(new GlobalSignOutCommand({ AccessToken }))).rejects.toThrow("revoked");
});

test("a software token is nobody's to set up: the scope is wanted first, and the pool has none", async () => {
  await signUp();
  const suppressed = (await tokens()).AccessToken!;
  for (const AccessToken of [suppressed, `${suppressed}x`])
    await expect(sdk.send(new AssociateSoftwareTokenCommand({ AccessToken }))).rejects.toMatchObject({
      name: "NotAuthorizedException",
    });
  await restart({ trigger: undefined });
  await signUp();
  const { AccessToken } = await tokens();
  for (const command of [
    new AssociateSoftwareTokenCommand({ AccessToken }),
    new VerifySoftwareTokenCommand({ AccessToken, UserCode: "123456" }),
    new SetUserMFAPreferenceCommand({ AccessToken, SoftwareTokenMfaSettings: { Enabled: true } }),
  ])
    await expect((sdk as { send(each: object): Promise<unknown> }).send(command)).rejects.toMatchObject({
      name: "SoftwareTokenMFANotFoundException",
    });
});

test("an attribute the pool does not declare is refused", async () => {
  const UserAttributes = [{ Name: "custom:is_admin", Value: "true" }];
  const call = new AdminCreateUserCommand({ ...ada, UserAttributes, MessageAction: "SUPPRESS" });
  await expect(sdk.send(call)).rejects.toMatchObject({ name: "InvalidParameterException" });
});

test("an attribute that is not mutable cannot be changed", async () => {
  await signUp();
  const UserAttributes = [{ Name: "custom:user_id", Value: "usr_2" }];
  const call = new AdminUpdateUserAttributesCommand({ ...ada, UserAttributes });
  await expect(sdk.send(call)).rejects.toMatchObject({ name: "InvalidParameterException" });
});

test("an e-mail address belongs to one user, whatever its letters' case", async () => {
  await signUp();
  const call = new AdminCreateUserCommand({ ...ada, Username: "ADA@Northwind.test", MessageAction: "SUPPRESS" });
  await expect(sdk.send(call)).rejects.toMatchObject({ name: "UsernameExistsException" });
  await expect(signIn(password, "ADA@Northwind.test")).resolves.toBeDefined();
});

test("a deleted user is gone, sessions included", async () => {
  await signUp();
  const { RefreshToken } = await tokens();
  await sdk.send(new AdminDeleteUserCommand(ada));
  await expect(sdk.send(new AdminGetUserCommand(ada))).rejects.toMatchObject({ name: "UserNotFoundException" });
  await expect(refresh(RefreshToken!)).rejects.toMatchObject({ name: "NotAuthorizedException" });
});

test("users are found by a filter", async () => {
  await signUp();
  const list = async (Filter: string) => (await sdk.send(new ListUsersCommand({ UserPoolId: poolId, Filter }))).Users;
  expect(await list('email = "ada@northwind.test"')).toHaveLength(1);
  expect(await list('email ^= "bob"')).toHaveLength(0);
});

test("an account that was made although the answer was lost is known again, and nobody else's", async () => {
  vi.stubEnv("AWS_REGION", region);
  vi.stubEnv("AWS_ACCESS_KEY_ID", "local");
  vi.stubEnv("AWS_SECRET_ACCESS_KEY", "local");
  vi.stubEnv("AWS_ENDPOINT_URL_COGNITO_IDENTITY_PROVIDER", cognito.url);
  vi.stubEnv("USER_POOL_ID", poolId);
  const made: Awaited<ReturnType<typeof createAccount>>[] = [];
  for (const user_id of ["usr_1", "usr_1", "usr_2"]) made.push(await createAccount("lost@guests.test", user_id));
  vi.unstubAllEnvs();
  expect(made).toEqual(["made", "found", false]);
});
