import { userMachine } from "../../../shared/user/states.ts";
import { organizationKeys } from "../../data/keys/organization.ts";
import { entity } from "../../data/transition.ts";
import type { UserRecord } from "./record.ts";

/** A person, who is of no organization: where something happens to them is said with it. */
export const userEntity = entity<UserRecord>()({
  machine: userMachine,
  key: ({ user_id }) => organizationKeys.user(user_id),
  unchanged: ({ status }) => ({ status }),
  auditIds: ({ user_id }) => ({ organization_id: "", subject_id: user_id, user_id }),
  records: {
    signUp: "user.signed-up",
    create: "user.created",
    change: "user.changed",
    disable: "user.disabled",
    enable: "user.enabled",
    delete: "user.deleted",
  },
  auditStates: ({ event, from, to }) =>
    ({ signUp: {}, create: { to }, change: {}, disable: { from, to }, enable: { from, to }, delete: { from, to } })[
      event
    ],
});
