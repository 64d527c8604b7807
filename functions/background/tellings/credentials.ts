import { roleIds } from "../../../shared/permissions.ts";
import { idIn } from "../event.ts";
import type { Facts } from "../facts.ts";
import { each, members, type Tellings } from "./telling.ts";

const credentialPage = ({ event }: Facts) =>
  `/credential/details/${event.organization_id}/${idIn(event, "cred_id") || event.subject_id}`;

/** What becomes of credentials and their badges. */
export const credentialTellings: Tellings = {
  "credential.submitted": async (facts) =>
    each(await members(facts, roleIds.admin), {
      title: `A credential waits for your approval: ${facts.title}`,
      lines: [
        `${facts.personName} submitted “${facts.title}” for approval.`,
        "Read it, then approve it or send it back with feedback.",
      ],
      link: credentialPage(facts),
      label: "Review the credential",
    }),
  "credential.approved": (facts) => [
    {
      user_id: idIn(facts.event, "user_id"),
      title: `Approved: ${facts.title}`,
      lines: [`“${facts.title}” was approved and is published. Learners can apply for it now.`, ...facts.feedback],
      link: credentialPage(facts),
      label: "See the credential",
    },
  ],
  "credential.rejected": (facts) => [
    {
      user_id: idIn(facts.event, "user_id"),
      title: `Changes wanted: ${facts.title}`,
      lines: [`“${facts.title}” was not approved yet. Change it and publish it again.`, ...facts.feedback],
      link: credentialPage(facts),
      label: "Edit the credential",
    },
  ],
  "credential.closed": ({ event, title, ...facts }) =>
    event.actor_id !== "system"
      ? []
      : [
          {
            user_id: idIn(event, "user_id"),
            title: `Expired: ${title}`,
            lines: [`“${title}” has reached its expiration date and takes no new applications. Running ones finish.`],
            link: credentialPage({ event, title, ...facts }),
            label: "See the credential",
          },
        ],
  "badgr.expired": async (facts) =>
    each(await members(facts, roleIds.admin), {
      title: "The badge service has to be connected again",
      lines: [
        `The connection of ${facts.organizationName} to the badge service has ended: its account no longer accepts us.`,
        "Badges that are earned meanwhile wait, and are awarded as soon as the account is connected again.",
      ],
      link: "/organizationDetails",
      label: "Connect again",
    }),
  "badge.failed": async (facts) =>
    each(await members(facts, roleIds.admin), {
      title: `A badge could not be awarded: ${facts.title}`,
      lines: [`The badge service refused the badge of ${facts.personName} for “${facts.title}”.`],
      link: `/credential/${idIn(facts.event, "cred_id")}/lerners`,
      label: "See why",
    }),
  "badge.given-up": async (facts) =>
    each(await members(facts, roleIds.admin), {
      title: `A badge is not awarded: ${facts.title}`,
      lines: [`The badge of ${facts.personName} for “${facts.title}” is tried no more.`],
      link: `/credential/${idIn(facts.event, "cred_id")}/lerners`,
      label: "See why",
    }),
};
