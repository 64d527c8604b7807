import { withdrawInvitation } from "../../shared/organization/calls.ts";
import { implement } from "../chain/implement.ts";
import { endInvitation } from "../user/model/invitation.ts";
import { readInvitation } from "./model/store.ts";

export const handler = implement(withdrawInvitation, async ({ invite_id }, { actor, commit }) =>
  commit(endInvitation(await readInvitation(invite_id, actor), "withdraw", actor.user_id), { data: {} }),
);
