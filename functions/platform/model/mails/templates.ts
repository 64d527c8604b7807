import { roleInWords } from "../../../../shared/organization/role-words.ts";
import { brand } from "../../../../shared/platform/brand.ts";
import * as paths from "../../../../shared/platform/paths.ts";
import { environment } from "../../../runtime/environment.ts";
import type { EventContext } from "../event-context.ts";
import type { Notification } from "../notifications/notification.ts";
import type { MailContent } from "./layout.ts";

/** An address of the portal. */
const portal = (path: string): string => new URL(path, environment("PORTAL_ORIGIN")).href;

/** The mail of an invitation, or of a visitor's own wish to sign up (`self`). The token appears nowhere else. */
export function invitationMail(options: {
  readonly email: string;
  readonly role: number;
  readonly self: boolean;
  readonly token: string;
  readonly organizationName: string;
  /** What the organization calls a custom role. */
  readonly roleName?: string | undefined;
  readonly inviterName?: string | undefined;
  /** Of the credential that they are invited to. */
  readonly title?: string | undefined;
}): MailContent {
  const { email, role, self, token, organizationName, roleName, inviterName, title } = options;
  const page = paths.signUpWith({ role: String(role), email, ...(self && { selfSignUp: "true" }), t: token });
  const where = organizationName === "" ? brand.product : organizationName;
  const who = inviterName ?? where;
  const into = who === where || where === brand.product ? brand.product : `${where} on ${brand.product}`;
  return {
    subject: self ? `Sign up for ${where}` : `You’re invited to ${where}`,
    lines: self
      ? [`You asked to sign up for ${where}. Follow the link to choose your password and get started.`]
      : [
          `${who} invited you to join ${into} as ${roleInWords(role, roleName)}.`,
          ...(title ? [`They’d like you to earn “${title}”. You get to it once you’ve joined.`] : []),
          "Follow the link to create your account. If you already have one, sign in with it there.",
        ],
    button: { label: self ? "Sign up" : "Accept the invitation", url: portal(page) },
    footnote: self
      ? "This link expires in 7 days. If you didn’t request it, you can ignore this email."
      : "This invitation expires in 7 days. A newer invitation replaces it.",
    ...(organizationName && { organizationName }),
  };
}

/** The mail with the link that sets a new password. */
export const resetMail = (email: string, token: string): MailContent => ({
  subject: "Reset your password",
  lines: ["Someone, probably you, asked to reset the password for your account."],
  button: {
    label: "Set a new password",
    url: portal(paths.resetPasswordWith(email, token)),
  },
  footnote: "This link expires in 10 minutes and works once. If you didn’t request it, you can ignore this email.",
});

/** The mail of what a person is told. */
export const notificationMail = (
  notification: Notification,
  firstName: string,
  { organizationName, badge }: Pick<EventContext, "organizationName" | "badge">,
): MailContent => ({
  subject: notification.title,
  ...(firstName && { greeting: `Hi ${firstName},` }),
  lines: notification.lines,
  button: { label: notification.label, url: portal(notification.link) },
  ...(badge && { picture: portal(badge) }),
  ...(organizationName && { organizationName }),
});
