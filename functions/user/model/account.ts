import type { Problem } from "../../../shared/http/problem.ts";
import { organizationKeys } from "../../data/keys/organization.ts";
import { create, type Step } from "../../data/steps.ts";
import { type Transition, transition } from "../../data/transition.ts";
import { forgetAddress } from "./pseudonym.ts";
import type { UserRecord } from "./record.ts";
import { userEntity } from "./user-entity.ts";

/** A person to be; what is left out is what their schema says. */
type NewUser = Partial<UserRecord> & Pick<UserRecord, "user_id" | "email">;

/** Who makes an account and where, and the refusal of an address that has one. */
interface Opening {
  readonly actor_id: string;
  readonly organization_id: string;
  readonly otherwise?: Problem;
}

const takeAddress = ({ user_id, email }: NewUser, { otherwise }: Opening): Step[] => [
  create(organizationKeys.email(email), { user_id }, { otherwise }),
  forgetAddress(email),
];

/** Makes the account of somebody who signs up. */
export function signUp(set: NewUser, opening: Opening): Transition<UserRecord, "user.signed-up"> {
  const signing = transition(userEntity, "signUp", { set, ...opening });
  return { ...signing, steps: [...signing.steps, ...takeAddress(set, opening)] };
}

/** Makes an account for somebody else, who chooses a password by the mail. */
export function createUser(set: NewUser, opening: Opening): Transition<UserRecord, "user.created"> {
  const creating = transition(userEntity, "create", { set, ...opening });
  return { ...creating, steps: [...creating.steps, ...takeAddress(set, opening)] };
}
