import { invitationKeptDays } from "../../../shared/organization/rules.ts";
import { invitationMachine } from "../../../shared/organization/states.ts";
import { type Deadlines, daysAfter } from "../../data/deadlines.ts";
import { ageSort } from "../../data/keys/key.ts";
import { organizationKeys } from "../../data/keys/organization.ts";
import { entity, goneAs } from "../../data/transition.ts";
import { type InvitationRecord, isWaiting } from "../../organization/model/record.ts";
import { userViews } from "./membership-entity.ts";

/** When the clock looks at an invitation: at its end, and when nobody has sent it again for long. */
export function deadlinesOf({ status, expires_on }: Pick<InvitationRecord, "status" | "expires_on">): Deadlines {
  if (status === "pending") return { "invitation-end": expires_on };
  return status === "expired" ? { "invitation-removal": daysAfter(expires_on, invitationKeptDays) } : {};
}

/** An invitation into an organization. It is listed among the members until it is answered; a visitor's own never is. */
export const invitationEntity = entity<InvitationRecord>()({
  machine: invitationMachine,
  key: ({ invite_id }) => organizationKeys.invitation(invite_id),
  listings: (invitation) => [
    {
      sort: ageSort(invitation.invite_id),
      views:
        isWaiting(invitation) && !invitation.self
          ? userViews(invitation.organization_id, invitation.role, "pending")
          : [],
    },
  ],
  deadlines: deadlinesOf,
  unchanged: ({ status }) => ({ status }),
  auditIds: ({ organization_id, invite_id }) => ({ organization_id, subject_id: invite_id, invite_id }),
  records: {
    send: "invitation.sent",
    ask: "user.invited-self",
    resend: "invitation.resent",
    accept: { recordedBy: ["member.joined"] },
    expire: "invitation.expired",
    withdraw: "invitation.withdrawn",
    forget: "invitation.removed",
  },
  auditStates: ({ event, ...states }) => (event === "resend" ? {} : goneAs("removed")(states)),
});
