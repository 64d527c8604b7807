import { appealDays } from "../../../../shared/credential/rules.ts";
import { roleIds } from "../../../../shared/permissions.ts";
import * as paths from "../../../../shared/platform/paths.ts";
import { idIn } from "../../../chain/event.ts";
import { each, members, type NotificationRules, submissionPage } from "./notification.ts";

/** What becomes of appeals. */
export const appealNotifications: NotificationRules = {
  "appeal.filed": async (context) =>
    each(await members(context, roleIds.admin), {
      title: `Appeal filed: ${context.title}`,
      lines: [
        `A learner appealed the decision on their submission for “${context.title}”.`,
        "A reviewer who hasn’t seen the submission decides. You can follow it in the list of appeals.",
      ],
      link: paths.appeals,
      label: "View appeals",
    }),
  "appeal.lapsed": (context) => [
    {
      user_id: idIn(context.event, "user_id"),
      title: `Appeal not filed: ${context.title}`,
      lines: [
        `You didn’t pay the fee for your appeal on “${context.title}” in time, so it wasn’t filed.`,
        `You weren’t charged. You can appeal again until ${appealDays} days after the decision.`,
      ],
      link: submissionPage(context),
      label: "View submission",
    },
  ],
  "appeal.upheld": (context) => [
    {
      user_id: idIn(context.event, "user_id"),
      title: `Appeal decided: ${context.title}`,
      lines: [
        `Another reviewer reviewed your submission for “${context.title}” and came to the same decision.`,
        "Read their feedback, then continue your revision. Your time to revise starts over.",
      ],
      link: submissionPage(context),
      label: "Read the decision",
    },
  ],
  "appeal.overturned": (context) => [
    {
      user_id: idIn(context.event, "user_id"),
      title: `Appeal granted: ${context.title}`,
      lines: [
        `Another reviewer reviewed your submission for “${context.title}” and approved at least one section you appealed.`,
        "See which sections were approved, and read their feedback.",
      ],
      link: submissionPage(context),
      label: "Read the decision",
    },
  ],
  "appeal.late": async (context) => [
    {
      user_id: idIn(context.event, "user_id"),
      title: `Appeal is late: ${context.title}`,
      lines: [
        `We’re sorry. The decision on your appeal for “${context.title}” is late. You don’t need to do anything.`,
        "You’ll hear from us as soon as it’s made.",
      ],
      link: submissionPage(context),
      label: "View submission",
    },
    ...each(await members(context, roleIds.admin), {
      title: `Appeal is late: ${context.title}`,
      lines: [
        `The decision on an appeal for “${context.title}” is late.`,
        "If no one has accepted it, add a reviewer who hasn’t seen the submission.",
      ],
      link: paths.appeals,
      label: "View appeals",
    }),
  ],
};
