import type { PreTokenGenerationV2TriggerEvent } from "aws-lambda";
import { apiScope } from "../../shared/platform/environment.ts";

/**
 * Cognito's pre-token trigger (version V2_0): puts our own user id and our own scope into the access token, and takes
 * out the scope that would open the pool's public API to a stolen token.
 */
export const handler = async (event: PreTokenGenerationV2TriggerEvent): Promise<PreTokenGenerationV2TriggerEvent> => {
  const user_id = event.request.userAttributes["custom:user_id"];
  if (!user_id) throw new Error("The account has no user id.");
  event.response = {
    claimsAndScopeOverrideDetails: {
      accessTokenGeneration: {
        claimsToAddOrOverride: { user_id },
        scopesToAdd: [apiScope],
        scopesToSuppress: ["aws.cognito.signin.user.admin"],
      },
    },
  };
  return event;
};
