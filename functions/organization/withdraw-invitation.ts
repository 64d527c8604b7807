import { withdrawInvitation } from "../../shared/organization/calls.ts";
import { implement } from "../runtime/implement.ts";
import { endInvitation } from "./invitation.ts";
import { readInvitation } from "./store.ts";

export const handler = implement(withdrawInvitation, async ({ invite_id }, { actor, commit }) =>
  commit(endInvitation(await readInvitation(invite_id, actor), "withdraw", actor.user_id), { data: {} }),
);
