import { roleIds } from "../../../../shared/permissions.ts";
import * as paths from "../../../../shared/platform/paths.ts";
import { each, members, type NotificationRules } from "./notification.ts";

/** What joins an organization to other programs: every admin hears of it, whoever did it. */
export const connectionNotifications: NotificationRules = {
  "key.created": async (context) =>
    each(await members(context, roleIds.admin), {
      title: `New API key: ${context.keyName}`,
      lines: [
        `${context.personName} made the API key “${context.keyName}” for ${context.organizationName}. Programs that have it can call Laurel for your organization.`,
        "If you didn’t expect this, end the key. It stops working right away.",
      ],
      link: paths.apiKeys,
      label: "View API keys",
    }),
  "key.ended": async (context) =>
    each(await members(context, roleIds.admin), {
      title: `API key ended: ${context.keyName}`,
      lines: [
        `${context.personName} ended the API key “${context.keyName}” of ${context.organizationName}. Programs that use it are refused.`,
      ],
      link: paths.apiKeys,
      label: "View API keys",
    }),
};
