import { inviteUsers } from "../../shared/organization/calls.ts";
import { implement } from "../runtime/implement.ts";
import { invitePeople } from "./invite-people.ts";

export const handler = implement(inviteUsers, invitePeople);
