import { roleIds } from "../../../shared/permissions.ts";
import * as paths from "../../../shared/platform/paths.ts";
import { bankHoldHours } from "../../../shared/reviewer/bank.ts";
import { idIn } from "../event.ts";
import type { EventContext } from "../event-context.ts";
import { each, members, type Notification, type NotificationRule, type NotificationRules } from "./notification.ts";

const staff = [roleIds.admin, roleIds.issuer, roleIds.publisher, roleIds.custom];

const reviewerApplied =
  (again: boolean): NotificationRule =>
  async (context) =>
    each(await members(context, roleIds.admin, roleIds.issuer), {
      title: `${context.personName} ${again ? "applied again" : "applied"} as a reviewer`,
      lines: [
        `${context.personName} would like to review submissions for ${context.organizationName}.`,
        "A decision is promised within 24 hours.",
      ],
      link: paths.reviewerApplicationOf(idIn(context.event, "user_id")),
      label: "Read the application",
    });

/** What happens to accounts, memberships, invitations and reviewers. */
export const peopleNotifications: NotificationRules = {
  "user.password-reset": passwordChanged,
  "user.password-changed": passwordChanged,
  "user.created": (context) => [
    {
      user_id: idIn(context.event, "user_id"),
      title: `An account was made for you at ${context.organizationName}`,
      lines: [
        `${context.organizationName} made an account for you. Choose a password, then sign in with this email address.`,
      ],
      link: paths.forgotPassword,
      label: "Choose a password",
    },
  ],
  "member.joined": (context) => [
    {
      user_id: idIn(context.event, "user_id"),
      title: `Welcome to ${context.organizationName}`,
      lines: [`You are now a member of ${context.organizationName}.`],
      link: paths.home,
      label: "Open",
    },
  ],
  "member.suspended": (context) => [
    {
      user_id: idIn(context.event, "user_id"),
      title: `${context.organizationName} has suspended you`,
      lines: [
        `You have no access to ${context.organizationName} for now. Your account and what you earned stay yours.`,
        "Ask an admin there when you think that this is a mistake.",
      ],
      link: paths.home,
      label: "Open Laurel",
    },
  ],
  "member.restored": (context) => [
    {
      user_id: idIn(context.event, "user_id"),
      title: `You are a member of ${context.organizationName} again`,
      lines: [`You have access to ${context.organizationName} again.`],
      link: paths.home,
      label: "Open",
    },
  ],
  "bank.saved": bankAccount(false),
  "bank.changed": bankAccount(true),
  "organization.archived": async (context) =>
    each(await members(context, ...staff), {
      title: `${context.organizationName} was archived`,
      lines: [
        `${context.organizationName} was archived. Nothing new can be begun there, and its credentials left the lists.`,
        `Work that was paid for or handed in can be finished until ${context.finishBy}. Its learners and reviewers are told.`,
        "What is not completed by then is closed: what was paid becomes the learner's product credit, and reviewers are paid for the sections they decided.",
        "Certificates stay valid, and billing history and exports stay open.",
      ],
      link: paths.home,
      label: "See what is still open",
    }),
  "organization.restored": async (context) =>
    each(await members(context, ...staff), {
      title: `${context.organizationName} is open again`,
      lines: [`${context.organizationName} is no longer archived. Everything goes on as before.`],
      link: paths.home,
      label: "Open",
    }),
  "invitation.expired": ({ event }) => [
    {
      user_id: idIn(event, "inviter_id"),
      title: "An invitation has expired",
      lines: ["Nobody accepted one of your invitations within 7 days. You can send it again from the list of users."],
      link: paths.users,
      label: "See the users",
    },
  ],
  "reviewer.submitted": reviewerApplied(false),
  "reviewer.resubmitted": reviewerApplied(true),
  "reviewer.accepted": (context) => [
    {
      user_id: idIn(context.event, "user_id"),
      title: `You are a reviewer for ${context.organizationName}`,
      lines: [
        `${context.organizationName} accepted your application. Your profile is now marked Verified.`,
        "Review jobs that fit you appear under Open jobs.",
      ],
      link: paths.openJobs,
      label: "See open jobs",
    },
  ],
  "reviewer.rejected": (context) => [
    {
      user_id: idIn(context.event, "user_id"),
      title: `About your application to ${context.organizationName}`,
      lines: [`${context.organizationName} did not accept your reviewer application.`, ...context.feedback],
      link: paths.approvalRejected,
      label: "See what you can do",
    },
  ],
  "reviewer.late": async (context) =>
    each(await members(context, roleIds.admin, roleIds.issuer), {
      title: `A decision is late: ${context.personName}`,
      lines: [
        `${context.personName} has waited more than 24 hours for a decision on the reviewer application to ${context.organizationName}.`,
      ],
      link: paths.reviewerApplicationOf(idIn(context.event, "user_id")),
      label: "Decide now",
    }),
  "reviewer.reinstated": (context) => [
    {
      user_id: idIn(context.event, "user_id"),
      title: `You review for ${context.organizationName} again`,
      lines: [
        `${context.organizationName} has lifted your suspension. You can be chosen for its credentials, and then accept their jobs.`,
      ],
      link: paths.openJobs,
      label: "See open jobs",
    },
  ],
  "reviewer.suspended": (context) => [
    {
      user_id: idIn(context.event, "user_id"),
      title: `${context.organizationName} paused your reviews`,
      lines: [`You cannot accept new review jobs of ${context.organizationName} for now.`, ...context.feedback],
      link: paths.acceptedJobs,
      label: "See your accepted jobs",
    },
  ],
};

function bankAccount(changed: boolean): NotificationRule {
  return ({ event }) => [
    {
      user_id: idIn(event, "user_id"),
      title: changed ? "Your bank account was changed" : "Your bank account was saved",
      lines: [
        changed
          ? `The account your pay goes to was changed just now. Nothing is paid to it for ${bankHoldHours} hours.`
          : "The account your pay goes to was saved just now.",
        "If that was not you, set a new password at once and correct the account.",
      ],
      link: paths.bankAccount,
      label: "See your bank account",
    },
  ];
}

function passwordChanged({ event }: EventContext): Notification[] {
  return [
    {
      user_id: idIn(event, "user_id"),
      title: "Your password was changed",
      lines: [
        "The password of your account was changed just now, and you were signed out everywhere else.",
        "If that was not you, set a new password at once.",
      ],
      link: paths.forgotPassword,
      label: "Set a new password",
    },
  ];
}
