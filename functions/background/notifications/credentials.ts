import { roleIds } from "../../../shared/permissions.ts";
import * as paths from "../../../shared/platform/paths.ts";
import { idIn } from "../event.ts";
import type { EventContext } from "../event-context.ts";
import { each, members, type NotificationRules } from "./notification.ts";

const credentialPage = ({ event }: EventContext) =>
  paths.credentialDetails(event.organization_id, idIn(event, "cred_id") || event.subject_id);

/** What becomes of credentials and their badges. */
export const credentialNotifications: NotificationRules = {
  "credential.submitted": async (context) =>
    each(await members(context, roleIds.admin), {
      title: `A credential waits for your approval: ${context.title}`,
      lines: [
        `${context.personName} submitted “${context.title}” for approval.`,
        "Read it, then approve it or send it back with feedback.",
      ],
      link: credentialPage(context),
      label: "Review the credential",
    }),
  "credential.approved": (context) => [
    {
      user_id: idIn(context.event, "user_id"),
      title: `Approved: ${context.title}`,
      lines: [`“${context.title}” was approved and is published. Learners can apply for it now.`, ...context.feedback],
      link: credentialPage(context),
      label: "See the credential",
    },
  ],
  "credential.rejected": (context) => [
    {
      user_id: idIn(context.event, "user_id"),
      title: `Changes wanted: ${context.title}`,
      lines: [`“${context.title}” was not approved yet. Change it and publish it again.`, ...context.feedback],
      link: credentialPage(context),
      label: "Edit the credential",
    },
  ],
  "credential.closed": ({ event, title, ...context }) =>
    event.actor_id !== "system"
      ? []
      : [
          {
            user_id: idIn(event, "user_id"),
            title: `Expired: ${title}`,
            lines: [`“${title}” has reached its expiration date and takes no new applications. Running ones finish.`],
            link: credentialPage({ event, title, ...context }),
            label: "See the credential",
          },
        ],
  "credential.reviewer-lost": (context) => [
    {
      user_id: idIn(context.event, "user_id"),
      title: `A reviewer has left: ${context.title}`,
      lines: [`One reviewer of “${context.title}” may not review for it any more. The others go on.`],
      link: credentialPage(context),
      label: "See its reviewers",
    },
  ],
  "credential.without-reviewers": async (context) =>
    each([...new Set([idIn(context.event, "user_id"), ...(await members(context, roleIds.admin))])], {
      title: `Nobody reviews: ${context.title}`,
      lines: [
        `The last reviewer of “${context.title}” may not review for it any more. Work that is handed in waits until you choose another.`,
      ],
      link: credentialPage(context),
      label: "Choose a reviewer",
    }),
  "badgr.expired": async (context) =>
    each(await members(context, roleIds.admin), {
      title: "The badge service has to be connected again",
      lines: [
        `The connection of ${context.organizationName} to the badge service has ended: its account no longer accepts us.`,
        "Badges that are earned meanwhile wait, and are awarded as soon as the account is connected again.",
      ],
      link: paths.organizationDetails,
      label: "Connect again",
    }),
  "badge.failed": async (context) =>
    each(await members(context, roleIds.admin), {
      title: `A badge could not be awarded: ${context.title}`,
      lines: [`The badge service refused the badge of ${context.personName} for “${context.title}”.`],
      link: paths.credentialApplicants(idIn(context.event, "cred_id")),
      label: "See why",
    }),
  "badge.given-up": async (context) =>
    each(await members(context, roleIds.admin), {
      title: `A badge is not awarded: ${context.title}`,
      lines: [`The badge of ${context.personName} for “${context.title}” is tried no more.`],
      link: paths.credentialApplicants(idIn(context.event, "cred_id")),
      label: "See why",
    }),
};
