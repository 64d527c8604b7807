import { CognitoIdentityProviderClient, ListUsersCommand } from "@aws-sdk/client-cognito-identity-provider";
import { clientTimeouts } from "../runtime/client-timeouts.ts";
import { environment } from "../runtime/environment.ts";

/** An account of the user pool as the daily list has it. */
export interface ListedAccount {
  readonly email: string;
  /** Our own id; "" where it was made past us. */
  readonly user_id: string;
  readonly enabled: boolean;
}

let client: CognitoIdentityProviderClient | undefined;

/** Every account of the pool, a page at a time. */
export async function* eachAccount(): AsyncGenerator<ListedAccount> {
  client ??= new CognitoIdentityProviderClient(clientTimeouts);
  let PaginationToken: string | undefined;
  do {
    const page = await client.send(new ListUsersCommand({ UserPoolId: environment("USER_POOL_ID"), PaginationToken }));
    for (const { Attributes = [], Enabled = false } of page.Users ?? []) {
      const attribute = (name: string) => Attributes.find(({ Name }) => Name === name)?.Value ?? "";
      yield { email: attribute("email"), user_id: attribute("custom:user_id"), enabled: Enabled };
    }
    PaginationToken = page.PaginationToken;
  } while (PaginationToken !== undefined);
}
