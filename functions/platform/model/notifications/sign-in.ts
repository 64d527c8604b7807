import { fullName } from "../../../../shared/platform/full-name.ts";
import * as paths from "../../../../shared/platform/paths.ts";
import { idIn } from "../../../chain/event.ts";
import { organizationKeys } from "../../../data/keys/organization.ts";
import { get } from "../../../data/table.ts";
import { UserRecord } from "../../../user/model/record.ts";
import type { EventContext } from "../event-context.ts";
import type { Notification, NotificationRule, NotificationRules } from "./notification.ts";

const notMe = "If this wasn’t you, reset your password now, then check Sign-in and security.";

const told =
  (title: string, ...lines: string[]): NotificationRule =>
  ({ event }) => [
    {
      user_id: idIn(event, "user_id"),
      title,
      lines: [...lines, notMe],
      link: paths.security,
      label: "Open Sign-in and security",
    },
  ];

type Words = Pick<Notification, "title" | "lines">;

/** Tells the person, unless it is them who did it. */
const toPerson = ({ event }: EventContext, words: Words): Notification[] =>
  event.actor_id === idIn(event, "user_id")
    ? []
    : [{ ...words, user_id: idIn(event, "user_id"), link: paths.security, label: "Open Sign-in and security" }];

/** Tells who asked for the reset, unless it is them who did it; a super administrator finds the person by address. */
const toAsker = ({ event }: EventContext, words: Words): Notification[] =>
  event.actor_id === idIn(event, "asker_id")
    ? []
    : [
        {
          ...words,
          user_id: idIn(event, "asker_id"),
          ...(event.organization_id === ""
            ? { link: paths.people, label: "Find the user" }
            : { link: paths.editUser(idIn(event, "user_id")), label: "View user" }),
        },
      ];

/** Not for a notice's first line: notices keep no names. */
async function nameOf(user_id: string): Promise<string> {
  const user = await get(UserRecord, organizationKeys.user(user_id));
  return user ? fullName(user) : "Someone";
}

/** What happens to somebody's two-step sign-in: they hear of it, whoever did it. */
export const signInNotifications: NotificationRules = {
  "user.factor-on": told(
    "Two-step sign-in is on",
    "From now on, we ask for a code from your authenticator app when you sign in.",
    "We signed you out everywhere else.",
    "Keep your recovery codes where you find them without your phone.",
  ),
  "user.factor-off": told("Two-step sign-in is off", "Your password alone signs you in now."),
  "user.factor-reset-asked": async ({ event, turnsOffAt }) => [
    {
      user_id: idIn(event, "user_id"),
      title: "Your two-step sign-in will be turned off",
      lines: [
        `We’ll turn it off on ${turnsOffAt}, so you can sign in with your password alone.`,
        `${await nameOf(event.actor_id)} asked us to, because you lost your phone and your recovery codes.`,
        "If you didn’t want this, stop it under Sign-in and security, and reset your password. Signing in with a code from your app stops it, too.",
      ],
      link: paths.security,
      label: "Stop this",
    },
  ],
  "user.factor-reset-stopped": (context) => [
    ...toPerson(context, {
      title: "Your two-step sign-in stays on",
      lines: ["It was about to be turned off, and that was stopped."],
    }),
    ...toAsker(context, {
      title: `${context.personName} keeps two-step sign-in`,
      lines: [
        context.event.actor_id === idIn(context.event, "user_id")
          ? `${context.personName} stopped what you asked for, or has used a code of their app.`
          : "What you asked for was stopped.",
      ],
    }),
  ],
  "user.factor-reset-done": (context) => [
    ...toPerson(context, {
      title: "Two-step sign-in is off",
      lines: [
        "We turned it off, as you were told a day ago. Your password alone signs you in now.",
        "We signed you out everywhere.",
        "Set up two-step sign-in again as soon as you have an authenticator app.",
        notMe,
      ],
    }),
    ...toAsker(context, {
      title: `Two-step sign-in of ${context.personName} is off`,
      lines: [`${context.personName} signs in with a password alone now, and can set it up again.`],
    }),
  ],
  "user.recovery-code-used": told(
    "A recovery code was used",
    "One of your recovery codes was just used. It can’t be used again.",
    "Sign-in and security shows how many you have left.",
  ),
  "user.recovery-codes-renewed": told(
    "Your recovery codes were replaced",
    "You have ten new recovery codes. The ones before don’t work anymore.",
  ),
  "user.device-remembered": told(
    "We’ll remember a device of yours",
    "For 30 days, we don’t ask for a code when you sign in there.",
    "You can remove it under Sign-in and security.",
  ),
};
