import { invite } from "../../shared/user/calls.ts";
import { invitePeople } from "../organization/invite-people.ts";
import { implement } from "../runtime/implement.ts";

export const handler = implement(invite, invitePeople);
