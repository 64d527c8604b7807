import { inviteUsers } from "../../shared/organization/calls.ts";
import { implement } from "../chain/implement.ts";
import { invitePeople } from "../user/model/invite-people.ts";

export const handler = implement(inviteUsers, invitePeople);
