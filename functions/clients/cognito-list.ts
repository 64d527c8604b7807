import {
  CognitoIdentityProviderClient,
  ListUsersCommand,
  type UserType,
} from "@aws-sdk/client-cognito-identity-provider";
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
  for await (const { rows } of accountPages()) yield* rows;
}

/** The pages of accounts, from the first or from after a mark, which Cognito takes for an hour; "" is the end. */
export async function* accountPages(after?: string): AsyncGenerator<{ rows: readonly ListedAccount[]; after: string }> {
  client ??= new CognitoIdentityProviderClient(clientTimeouts);
  let PaginationToken = after;
  while (PaginationToken !== "") {
    const page = await client.send(new ListUsersCommand({ UserPoolId: environment("USER_POOL_ID"), PaginationToken }));
    PaginationToken = page.PaginationToken ?? "";
    yield { rows: (page.Users ?? []).map(accountOf), after: PaginationToken };
  }
}

function accountOf({ Attributes = [], Enabled = false }: UserType): ListedAccount {
  const attribute = (name: string) => Attributes.find(({ Name }) => Name === name)?.Value ?? "";
  return { email: attribute("email"), user_id: attribute("custom:user_id"), enabled: Enabled };
}
