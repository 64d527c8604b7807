import { invite } from "../../shared/user/calls.ts";
import { implement } from "../chain/implement.ts";
import { invitePeople } from "./model/invite-people.ts";

export const handler = implement(invite, invitePeople);
