import { withdrawInvitation } from "../../shared/organization/calls.ts";
import { implement } from "../runtime/implement.ts";
import { endInvitationSteps } from "./open-invitation.ts";
import { readInvitation } from "./store.ts";

export const handler = implement(withdrawInvitation, async ({ invite_id }, { actor, commit }) =>
  commit(endInvitationSteps(await readInvitation(invite_id, actor), "withdrawn", actor.user_id), { data: {} }),
);
