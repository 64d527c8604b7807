import * as paths from "../../../../shared/platform/paths.ts";
import { idIn } from "../../../chain/event.ts";
import type { NotificationRule, NotificationRules } from "./notification.ts";

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

/** What happens to somebody's two-step sign-in: they hear of it, whoever did it. */
export const signInNotifications: NotificationRules = {
  "user.factor-on": told(
    "Two-step sign-in is on",
    "From now on, we ask for a code from your authenticator app when you sign in.",
    "We signed you out everywhere else.",
    "Keep your recovery codes where you find them without your phone.",
  ),
  "user.factor-off": told("Two-step sign-in is off", "Your password alone signs you in now."),
  "user.recovery-code-used": told(
    "You signed in with a recovery code",
    "One of your recovery codes was just used to sign in. It can’t be used again.",
    "You can replace your recovery codes under Sign-in and security.",
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
