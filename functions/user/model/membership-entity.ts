import { membershipMachine } from "../../../shared/user/states.ts";
import { ageSort } from "../../data/keys/key.ts";
import { organizationKeys, organizationViews } from "../../data/keys/organization.ts";
import { entity, goneAs } from "../../data/transition.ts";
import type { MembershipRecord } from "./record.ts";

/** The views a member or an invitation is listed in. */
export const userViews = (
  organization_id: string,
  role: number,
  status: "active" | "suspended" | "pending",
): string[] => [
  organizationViews.organizationUsers(organization_id),
  organizationViews.organizationUsers(organization_id, { status }),
  organizationViews.organizationUsers(organization_id, { role }),
  organizationViews.organizationUsers(organization_id, { role, status }),
];

/** Where a member stands in lists: by when they joined, which a person of several organizations did more than once. */
export const memberSort = ({
  user_id,
  joining_id = user_id,
}: Pick<MembershipRecord, "user_id" | "joining_id">): string => ageSort(joining_id);

/** A person's place in an organization. */
export const membershipEntity = entity<MembershipRecord>()({
  machine: membershipMachine,
  key: ({ user_id, organization_id }) => organizationKeys.membership(user_id, organization_id),
  listings: (member) => [
    { sort: memberSort(member), views: userViews(member.organization_id, member.role, member.status) },
  ],
  auditIds: ({ organization_id, user_id }) => ({ organization_id, subject_id: user_id, user_id }),
  records: {
    join: "member.joined",
    enrol: { recordedBy: ["user.signed-up"] },
    changeRole: "member.changed",
    suspend: "member.suspended",
    restore: "member.restored",
    leave: "member.removed",
  },
  auditStates: ({ event, before, after, ...states }) => {
    if (event === "changeRole") return { from: String(before?.role), to: String(after.role) };
    return event === "join" ? {} : goneAs("removed")(states);
  },
});
