import { roleIds } from "../../../../shared/permissions.ts";
import * as paths from "../../../../shared/platform/paths.ts";
import { idIn } from "../../../chain/event.ts";
import { each, members, type NotificationRules } from "./notification.ts";

/** What becomes of certificates. */
export const certificateNotifications: NotificationRules = {
  "certificate.revoked": (context) => {
    const user_id = idIn(context.event, "user_id");
    if (context.event.actor_id === user_id) return []; // at their own wish
    return [
      {
        user_id,
        title: `Certificate revoked: ${context.title}`,
        lines: [
          `${context.organizationName} revoked your certificate for “${context.title}” on ${context.day}.`,
          ...context.feedback,
          "Anyone who verifies the certificate sees that it was revoked, when, and the type of reason. They don’t see this message.",
        ],
        link: paths.myCredentials,
        label: "View your credentials",
      },
    ];
  },
  "certificate.expiring": (context) => [
    {
      user_id: idIn(context.event, "user_id"),
      title: `Valid until ${context.validUntil}: ${context.title}`,
      lines: [
        `Your certificate for “${context.title}” is valid until ${context.validUntil}. After that, its page says it has expired.`,
        ...(context.isOpen
          ? ["You can renew it now with a new submission. Your current certificate stays valid until then."]
          : []),
      ],
      link: paths.myCredentials,
      label: context.isOpen ? "Renew it in My credentials" : "View your credentials",
    },
  ],
  "certificate.replaced": (context) => [
    {
      user_id: idIn(context.event, "user_id"),
      title: `Certificate name corrected: ${context.title}`,
      lines: [
        `${context.organizationName} replaced your certificate for “${context.title}” with one that shows your corrected name.`,
        "The old certificate is no longer valid and its page is gone. Share the new one instead.",
      ],
      link: paths.myCredentials,
      label: "View your credentials",
    },
  ],
  "certificate.correction-asked": async (context) =>
    each(await members(context, roleIds.admin), {
      title: `Name to correct: ${context.title}`,
      lines: [
        `${context.personName} asked for a corrected name on their certificate for “${context.title}”.`,
        "Correct the name or decline the request under Certificates. The learner hears of either.",
      ],
      link: paths.certificatesNameAsked,
      label: "View request",
    }),
  "certificate.correction-declined": (context) => [
    {
      user_id: idIn(context.event, "user_id"),
      title: `Request for a corrected name declined: ${context.title}`,
      lines: [
        `${context.organizationName} declined your request for a corrected name on your certificate for “${context.title}”. The certificate stays as it is.`,
        ...context.feedback,
      ],
      link: paths.myCredentials,
      label: "View your credentials",
    },
  ],
};
