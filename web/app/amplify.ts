import { Amplify } from "aws-amplify";
import { decodeJWT, fetchAuthSession } from "aws-amplify/auth";
import { takeTokensFrom } from "../api/client.ts";
import { configuration } from "../api/configuration.ts";
import { freshToken } from "../api/token.ts";

/**
 * Gives aws-amplify the portal's session through a token provider: the refresh token stays in its HttpOnly cookie and
 * `POST user/refresh` renews the access token. Amplify's own sign-out is not used, it misbehaves with a provider.
 */
export async function configureAmplify(): Promise<void> {
  const { userPoolId, userPoolClientId } = await configuration();
  Amplify.configure(
    { Auth: { Cognito: { userPoolId, userPoolClientId } } },
    {
      Auth: {
        tokenProvider: {
          getTokens: async ({ forceRefresh } = {}) => {
            const token = await freshToken({ force: forceRefresh === true });
            return token ? { accessToken: decodeJWT(token.token) } : null;
          },
        },
      },
    },
  );
  takeTokensFrom(async (force) => {
    const { tokens } = await fetchAuthSession({ forceRefresh: force });
    return tokens?.accessToken.toString();
  });
}
