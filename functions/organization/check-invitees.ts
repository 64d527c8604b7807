import { checkInvitees } from "../../shared/organization/calls.ts";
import { implement } from "../chain/implement.ts";
import { refusedAddresses } from "../user/model/invite-people.ts";
import { organizationOfActor } from "./model/store.ts";

export const handler = implement(checkInvitees, async ({ emails }, { actor }) => {
  const refused = await refusedAddresses([...new Set(emails)], organizationOfActor(actor).organization_id);
  return { data: { refused: [...refused].map(([email, message]) => ({ email, message })) } };
});
