import {
  AdminCreateUserCommand,
  AdminDeleteUserCommand,
  AdminGetUserCommand,
  AdminInitiateAuthCommand,
  AdminSetUserPasswordCommand,
  AdminUpdateUserAttributesCommand,
  AdminUserGlobalSignOutCommand,
  type AuthenticationResultType,
  CognitoIdentityProviderClient,
  GetTokensFromRefreshTokenCommand,
  RevokeTokenCommand,
} from "@aws-sdk/client-cognito-identity-provider";
import { Problem } from "../../shared/http/problem.ts";
import { clientTimeouts } from "../runtime/client-timeouts.ts";
import { environment } from "../runtime/environment.ts";

/** What the pool gives for a password or a refresh token. */
export interface Tokens {
  readonly accessToken: string;
  /** Absent when the pool let the old one live. */
  readonly refreshToken?: string;
  readonly lifeSeconds: number;
  readonly session: Session;
  /** Our own id of the person, which the pre-token trigger put into the token. */
  readonly user_id: string;
}

/** What a sign-in began and renewals go on with: whose it is, and when they signed in, in epoch seconds. */
export interface Session {
  readonly user_id: string;
  readonly authTime: number;
}

let client: CognitoIdentityProviderClient | undefined;
const pool = () => {
  client ??= new CognitoIdentityProviderClient(clientTimeouts);
  return client;
};
const account = (email: string) => ({ UserPoolId: environment("USER_POOL_ID"), Username: email });
const isNamed = (error: unknown, ...names: string[]) => error instanceof Error && names.includes(error.name);

/** What the pool's access tokens say of their session. */
export interface SessionClaims {
  readonly user_id: string;
  readonly auth_time: number;
}

/** The session that claims speak of. */
export const sessionOf = ({ user_id, auth_time }: SessionClaims): Session => ({ user_id, authTime: auth_time });

function tokensOf(result: AuthenticationResultType | undefined): Tokens {
  const accessToken = result?.AccessToken;
  if (accessToken === undefined) throw new Error("The user pool answered without an access token.");
  const claims = JSON.parse(Buffer.from(accessToken.split(".")[1]!, "base64url").toString()) as SessionClaims;
  return {
    accessToken,
    session: sessionOf(claims),
    refreshToken: result?.RefreshToken,
    lifeSeconds: result?.ExpiresIn ?? 0,
    user_id: claims.user_id,
  };
}

/** Signs in; undefined when address and password do not go together, whatever the reason. Throws 429 when throttled. */
export async function signIn(email: string, password: string): Promise<Tokens | undefined> {
  try {
    const answer = await pool().send(
      new AdminInitiateAuthCommand({
        UserPoolId: environment("USER_POOL_ID"),
        ClientId: environment("USER_POOL_CLIENT_ID"),
        AuthFlow: "ADMIN_USER_PASSWORD_AUTH",
        AuthParameters: { USERNAME: email, PASSWORD: password },
      }),
    );
    return answer.AuthenticationResult && tokensOf(answer.AuthenticationResult);
  } catch (error) {
    if (isNamed(error, "TooManyRequestsException", "LimitExceededException")) throw new Problem("rate.exceeded");
    const refused = ["NotAuthorizedException", "UserNotFoundException", "InvalidParameterException"];
    if (isNamed(error, ...refused, "UserNotConfirmedException", "PasswordResetRequiredException")) return undefined;
    throw error;
  }
}

/** New tokens for a refresh token; undefined when it is no longer good. */
export async function refreshTokens(refreshToken: string): Promise<Tokens | undefined> {
  try {
    const answer = await pool().send(
      new GetTokensFromRefreshTokenCommand({
        ClientId: environment("USER_POOL_CLIENT_ID"),
        RefreshToken: refreshToken,
      }),
    );
    return tokensOf(answer.AuthenticationResult);
  } catch (error) {
    if (isNamed(error, "NotAuthorizedException", "UserNotFoundException", "RefreshTokenReuseException"))
      return undefined;
    if (isNamed(error, "InvalidParameterException")) return undefined;
    throw error;
  }
}

/** Ends one session; a token that is unknown or dead already is no error. */
export async function revoke(refreshToken: string): Promise<void> {
  try {
    await pool().send(new RevokeTokenCommand({ ClientId: environment("USER_POOL_CLIENT_ID"), Token: refreshToken }));
  } catch (error) {
    if (!isNamed(error, "NotAuthorizedException", "InvalidParameterException", "UnsupportedTokenTypeException"))
      throw error;
  }
}

/** An account of the pool. */
export interface PoolAccount {
  readonly user_id: string;
  readonly createdAtMs: number;
}

/**
 * Makes an account without any mail of the pool's own, or finds the one that this person has. Answers false when the address
 * has one already, of somebody else.
 */
export async function createAccount(email: string, user_id: string): Promise<"made" | "found" | false> {
  try {
    await pool().send(
      new AdminCreateUserCommand({
        ...account(email),
        MessageAction: "SUPPRESS",
        UserAttributes: [
          { Name: "email", Value: email },
          { Name: "email_verified", Value: "true" },
          { Name: "custom:user_id", Value: user_id },
        ],
      }),
    );
    return "made";
  } catch (error) {
    if (!isNamed(error, "UsernameExistsException")) throw error;
    return (await findAccount(email))?.user_id === user_id && "found"; // made by an attempt whose answer was lost
  }
}

/** Finds the account of an address. */
export async function findAccount(email: string): Promise<PoolAccount | undefined> {
  try {
    const answer = await pool().send(new AdminGetUserCommand(account(email)));
    const user_id = answer.UserAttributes?.find(({ Name }) => Name === "custom:user_id")?.Value ?? "";
    return { user_id, createdAtMs: answer.UserCreateDate?.getTime() ?? 0 };
  } catch (error) {
    if (isNamed(error, "UserNotFoundException")) return undefined;
    throw error;
  }
}

/** Sets the password for good. Throws `auth.common-password` when the pool refuses it. */
export async function setPassword(email: string, password: string): Promise<void> {
  try {
    await pool().send(new AdminSetUserPasswordCommand({ ...account(email), Password: password, Permanent: true }));
  } catch (error) {
    if (isNamed(error, "InvalidPasswordException")) {
      throw new Problem("auth.common-password", { field: "password" });
    }
    throw error;
  }
}

/** Ends every session of an account; none is no error. */
export async function signOutEverywhere(email: string): Promise<void> {
  try {
    await pool().send(new AdminUserGlobalSignOutCommand(account(email)));
  } catch (error) {
    if (!isNamed(error, "UserNotFoundException")) throw error;
  }
}

/** Removes an account; none is no error. */
export async function deleteAccount(email: string): Promise<void> {
  try {
    await pool().send(new AdminDeleteUserCommand(account(email)));
  } catch (error) {
    if (!isNamed(error, "UserNotFoundException")) throw error;
  }
}

/**
 * Ends every session of a person's account and gives it an address that is nobody's; its password stays. Nothing happens
 * when the address is another person's by now, or has no account.
 */
export async function retireAccount(email: string, user_id: string, pseudonym: string): Promise<void> {
  if ((await findAccount(email))?.user_id !== user_id) return;
  await signOutEverywhere(email);
  const UserAttributes = [
    { Name: "email", Value: pseudonym },
    { Name: "email_verified", Value: "true" },
  ];
  await pool().send(new AdminUpdateUserAttributesCommand({ ...account(email), UserAttributes }));
}
