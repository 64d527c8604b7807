import { inviteUsers } from "../../shared/organization/calls.ts";
import { implement } from "../chain/implement.ts";
import { invitePeople } from "./model/invite-people.ts";

export const handler = implement(inviteUsers, invitePeople);
