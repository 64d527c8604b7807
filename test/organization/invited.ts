import { contract } from "../../shared/contract.ts";
import type { Organization } from "../support/organization.ts";
import { world } from "../support/world.ts";

/** The tokens of the sign-up or reset links that were mailed to an address, oldest first. */
export async function tokensFor(email: string): Promise<string[]> {
  await world.settle();
  const mails = await world.mails.to(email);
  return mails.flatMap(({ text }) => /[?&]t=([\w-]+)/.exec(text ?? "")?.[1] ?? []);
}

/** Somebody whom Ada invited. */
export interface Invited {
  readonly email: string;
  readonly invite_id: string;
  readonly token: string;
  readonly password: string;
  /** Set after signing up. */
  readonly user_id?: string;
  readonly accessToken?: string;
}

/** Invites an address as Ada of the organization would; with names the invitation is also followed. */
export async function invitedAs(
  organization: Organization,
  { email, role, role_id }: { email: string; role: number; role_id?: string },
  names?: { first_name: string; last_name: string },
): Promise<Invited> {
  const answer = await organization
    .as("Ada")
    .call(contract.organization.inviteUsers, { invitations: [{ email, role, role_id }] });
  if (answer.status !== 200) throw new Error(answer.text);
  const token = (await tokensFor(email)).at(-1)!;
  const invite_id = answer.body.data.invitations[0]!.invite_id;
  const invited = { email, invite_id, token, password: "a lamp in the harbour" };
  if (names === undefined) return invited;
  const signed = await world.anyone.call(contract.auth.signup, { ...names, email, token, password: invited.password });
  if (signed.status !== 200) throw new Error(signed.text);
  return { ...invited, user_id: signed.body.data.user_id, accessToken: signed.body.data.token };
}
