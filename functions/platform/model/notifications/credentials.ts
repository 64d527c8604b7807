import { roleIds } from "../../../../shared/permissions.ts";
import * as paths from "../../../../shared/platform/paths.ts";
import { idIn } from "../../../chain/event.ts";
import type { EventContext } from "../event-context.ts";
import { approvers, each, members, type NotificationRules } from "./notification.ts";

const credentialPage = ({ event }: EventContext) =>
  paths.credentialDetails(event.organization_id, idIn(event, "cred_id") || event.subject_id);

/** Who may decide on a submitted credential: admins, and whose custom role approves, its author excepted. */
const decidersOf = async (context: EventContext): Promise<string[]> =>
  (await Promise.all([members(context, roleIds.admin), approvers(context)]))
    .flat()
    .filter((user_id) => user_id !== idIn(context.event, "user_id"));

/** What becomes of credentials and their badges. */
export const credentialNotifications: NotificationRules = {
  "credential.submitted": async (context) =>
    each(await decidersOf(context), {
      title: `Credential waiting for approval: ${context.title}`,
      lines: [
        `${context.personName} submitted “${context.title}” for approval.`,
        "Approve it, or reject it with feedback.",
      ],
      link: credentialPage(context),
      label: "Review credential",
    }),
  "credential.approved": (context) => [
    {
      user_id: idIn(context.event, "user_id"),
      title: `Approved: ${context.title}`,
      lines: [`“${context.title}” was approved and is now published. Learners can apply for it.`, ...context.feedback],
      link: credentialPage(context),
      label: "View credential",
    },
  ],
  "credential.rejected": (context) => [
    {
      user_id: idIn(context.event, "user_id"),
      title: `Credential rejected: ${context.title}`,
      lines: [`“${context.title}” wasn’t approved. Edit it and publish it again.`, ...context.feedback],
      link: credentialPage(context),
      label: "Edit credential",
    },
  ],
  "credential.closed": ({ event, title, ...context }) =>
    event.actor_id !== "system"
      ? []
      : [
          {
            user_id: idIn(event, "user_id"),
            title: `Expired: ${title}`,
            lines: [`“${title}” has expired and is closed to new applications. Work in progress can be finished.`],
            link: credentialPage({ event, title, ...context }),
            label: "View credential",
          },
        ],
  "credential.reviewer-lost": (context) => [
    {
      user_id: idIn(context.event, "user_id"),
      title: `Reviewer removed: ${context.title}`,
      lines: [`A reviewer of “${context.title}” can no longer review it. The other reviewers aren’t affected.`],
      link: credentialPage(context),
      label: "View reviewers",
    },
  ],
  "credential.without-reviewers": async (context) =>
    each([...new Set([idIn(context.event, "user_id"), ...(await members(context, roleIds.admin))])], {
      title: `No reviewers left: ${context.title}`,
      lines: [
        `The last reviewer of “${context.title}” can no longer review it. Submissions wait until you choose another.`,
      ],
      link: credentialPage(context),
      label: "Choose a reviewer",
    }),
  "badgr.expired": async (context) =>
    each(await members(context, roleIds.admin), {
      title: "Reconnect the badge service",
      lines: [
        `${context.organizationName} lost its connection to the badge service because the account no longer accepts us.`,
        "Badges earned in the meantime are awarded as soon as you reconnect.",
      ],
      link: paths.organizationDetails,
      label: "Reconnect",
    }),
  "badge.failed": async (context) =>
    each(await members(context, roleIds.admin), {
      title: `Badge delayed: ${context.title}`,
      lines: [
        `The badge service refused ${context.personName}’s badge for “${context.title}”. We’ll keep trying for two weeks.`,
      ],
      link: paths.credentialApplicants(idIn(context.event, "cred_id")),
      label: "See why",
    }),
  "badge.given-up": async (context) =>
    each(await members(context, roleIds.admin), {
      title: `Badge not awarded: ${context.title}`,
      lines: [`We couldn’t award ${context.personName}’s badge for “${context.title}” and stopped trying.`],
      link: paths.credentialApplicants(idIn(context.event, "cred_id")),
      label: "See why",
    }),
  "badge.not-revoked": async (context) =>
    each(await members(context, roleIds.admin), {
      title: `Badge still valid: ${context.title}`,
      lines: [
        `A certificate for “${context.title}” is no longer good, but the badge service refused to revoke its badge. We’ll keep trying. You can also revoke it there yourself.`,
      ],
      link: paths.credentialApplicants(idIn(context.event, "cred_id")),
      label: "See why",
    }),
};
