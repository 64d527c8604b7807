import { roleInWords } from "../../../../shared/organization/role-words.ts";
import { roleIds } from "../../../../shared/permissions.ts";
import { brand } from "../../../../shared/platform/brand.ts";
import * as paths from "../../../../shared/platform/paths.ts";
import { bankHoldHours } from "../../../../shared/reviewer/bank.ts";
import { idIn } from "../../../chain/event.ts";
import type { EventContext } from "../event-context.ts";
import { each, members, type Notification, type NotificationRule, type NotificationRules } from "./notification.ts";

const staff = [roleIds.admin, roleIds.issuer, roleIds.publisher, roleIds.custom];

const reviewerApplied =
  (again: boolean): NotificationRule =>
  async (context) =>
    each(await members(context, roleIds.admin, roleIds.issuer), {
      title: `${context.personName} ${again ? "applied again" : "applied"} as a reviewer`,
      lines: [
        `${context.personName} wants to review submissions for ${context.organizationName}.`,
        "Reviewers expect a decision within 24 hours.",
      ],
      link: paths.reviewerApplicationOf(idIn(context.event, "user_id")),
      label: "View application",
    });

/** What happens to accounts, memberships, invitations, reviewers and what people upload. */
export const peopleNotifications: NotificationRules = {
  "user.password-reset": passwordChanged,
  "user.password-changed": passwordChanged,
  "user.created": (context) => [
    {
      user_id: idIn(context.event, "user_id"),
      title: `${context.organizationName} created an account for you`,
      lines: [`Choose a password, then sign in with this email address.`],
      link: paths.forgotPassword,
      label: "Choose a password",
    },
  ],
  "import.finished": ({ event, organizationName }) => [
    {
      user_id: idIn(event, "user_id"),
      title: "The invitations of your file are sent",
      lines: [
        `We’re done with the file that you imported into ${organizationName}: everyone in it who could be invited is.`,
        "On the import’s page you find what each row has come to, and can take back what no one has accepted.",
      ],
      link: paths.importOf(idIn(event, "import_id")),
      label: "View import",
    },
  ],
  "member.joined": (context) => [
    {
      user_id: idIn(context.event, "user_id"),
      title: `Welcome to ${context.organizationName}`,
      lines: [
        `You’re now a member of ${context.organizationName}.`,
        ...(context.isOpen ? [`You’re invited to earn “${context.title}”.`] : []),
      ],
      ...(context.isOpen
        ? {
            link: paths.credentialDetails(context.event.organization_id, idIn(context.event, "cred_id")),
            label: "View credential",
          }
        : { link: paths.home, label: "Open" }),
    },
  ],
  "member.changed": (context) => [
    {
      user_id: idIn(context.event, "user_id"),
      title: `Your role at ${context.organizationName} changed`,
      lines: [
        `${context.organizationName} made you ${roleInWords(Number(context.event.to))}${roleIds.custom === Number(context.event.to) ? " with permissions of its own" : ""}. It applies right away.`,
      ],
      link: paths.home,
      label: "Open",
    },
  ],
  "member.removed": ({ event, organizationName }) =>
    event.actor_id === idIn(event, "user_id")
      ? []
      : [
          {
            user_id: idIn(event, "user_id"),
            title: `You’re no longer a member of ${organizationName}`,
            lines: [
              `${organizationName} ended your membership. You keep your account and everything you’ve earned.`,
              "If you think this is a mistake, contact one of its admins.",
            ],
            link: paths.home,
            label: "Open Laurel",
          },
        ],
  "user.disabled": ({ event }) => [
    {
      user_id: idIn(event, "user_id"),
      title: "Your account is disabled",
      lines: [
        "You’re signed out, and can’t sign in for now. Nothing of yours is lost.",
        `If you think this is a mistake, email ${brand.supportEmail}.`,
      ],
      link: paths.home,
      label: "Open Laurel",
    },
  ],
  "user.enabled": ({ event }) => [
    {
      user_id: idIn(event, "user_id"),
      title: "Your account is enabled again",
      lines: ["You can sign in with your email and password, as before."],
      link: paths.signIn,
      label: "Sign in",
    },
  ],
  "member.suspended": (context) => [
    {
      user_id: idIn(context.event, "user_id"),
      title: `${context.organizationName} suspended your access`,
      lines: [
        `You can’t access ${context.organizationName} for now. You keep your account and everything you’ve earned.`,
        "If you think this is a mistake, contact one of its admins.",
      ],
      link: paths.home,
      label: "Open Laurel",
    },
  ],
  "member.restored": (context) => [
    {
      user_id: idIn(context.event, "user_id"),
      title: `${context.organizationName} restored your access`,
      lines: [`You’re a member of ${context.organizationName} again.`],
      link: paths.home,
      label: "Open",
    },
  ],
  "file.recording-refused": ({ event, day }) => [
    {
      user_id: idIn(event, "user_id"),
      title: "We can’t use one of your recordings",
      lines: [
        `A recording you uploaded on ${day} can’t be submitted. Your submission says why. Remove it there and choose another.`,
      ],
      link: paths.mySubmissions,
      label: "Open your submissions",
    },
  ],
  "file.infected": ({ event, day }) => [
    {
      user_id: idIn(event, "user_id"),
      title: "One of your files didn’t pass our checks",
      lines: [`We found malware in a file you uploaded on ${day}, so no one can open it. Upload a clean copy instead.`],
      link: paths.home,
      label: "Open",
    },
  ],
  "file.locked": ({ event, day }) => [
    {
      user_id: idIn(event, "user_id"),
      title: "We can’t check one of your files",
      lines: [`A file you uploaded on ${day} may have a password, so upload a copy without one.`],
      link: paths.home,
      label: "Open",
    },
  ],
  "file.not-scanned": ({ event, day }) => [
    {
      user_id: idIn(event, "user_id"),
      title: "We couldn’t check one of your files",
      lines: [`We couldn’t check a file you uploaded on ${day}. Upload it again.`],
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
        `${context.organizationName} was archived. Nothing new can start there, and its credentials are no longer listed.`,
        `Paid or submitted work can be finished until ${context.finishBy}. We’ve told its learners and reviewers.`,
        "Anything unfinished is then closed. Learners get what they paid as product credit, and reviewers are paid for the sections they decided.",
        "Certificates stay valid, and you keep access to billing history and exports.",
      ],
      link: paths.home,
      label: "See what’s still open",
    }),
  "organization.restored": async (context) =>
    each(await members(context, ...staff), {
      title: `${context.organizationName} is open again`,
      lines: [`${context.organizationName} is no longer archived. Everything works as before.`],
      link: paths.home,
      label: "Open",
    }),
  "invitation.expired": ({ event }) => [
    {
      user_id: idIn(event, "inviter_id"),
      title: "An invitation has expired",
      lines: ["One of your invitations wasn’t accepted within 7 days. You can resend it from the Users list."],
      link: paths.users,
      label: "View users",
    },
  ],
  "reviewer.submitted": reviewerApplied(false),
  "reviewer.resubmitted": reviewerApplied(true),
  "reviewer.accepted": (context) => [
    {
      user_id: idIn(context.event, "user_id"),
      title: `You’re a reviewer for ${context.organizationName}`,
      lines: [
        `${context.organizationName} approved your application. Your profile now shows Verified.`,
        "Matching review jobs appear in Open jobs.",
      ],
      link: paths.openJobs,
      label: "View open jobs",
    },
  ],
  "reviewer.rejected": (context) => [
    {
      user_id: idIn(context.event, "user_id"),
      title: `About your application to ${context.organizationName}`,
      lines: [`${context.organizationName} didn’t approve your reviewer application.`, ...context.feedback],
      link: paths.approvalRejected,
      label: "See your options",
    },
  ],
  "reviewer.late": async (context) =>
    each(await members(context, roleIds.admin, roleIds.issuer), {
      title: `Decision overdue: ${context.personName}`,
      lines: [
        `${context.personName} has waited more than 24 hours for a decision on their application to review for ${context.organizationName}.`,
      ],
      link: paths.reviewerApplicationOf(idIn(context.event, "user_id")),
      label: "Decide now",
    }),
  "reviewer.reinstated": (context) => [
    {
      user_id: idIn(context.event, "user_id"),
      title: `You can review for ${context.organizationName} again`,
      lines: [
        `${context.organizationName} reinstated you as a reviewer. Once you’re added to its credentials, you can accept their jobs.`,
      ],
      link: paths.openJobs,
      label: "View open jobs",
    },
  ],
  "reviewer.suspended": (context) => [
    {
      user_id: idIn(context.event, "user_id"),
      title: `${context.organizationName} paused your reviews`,
      lines: [`You can’t accept new review jobs from ${context.organizationName} for now.`, ...context.feedback],
      link: paths.acceptedJobs,
      label: "View accepted jobs",
    },
  ],
};

function bankAccount(changed: boolean): NotificationRule {
  return ({ event }) => [
    {
      user_id: idIn(event, "user_id"),
      title: changed ? "Your bank account was changed" : "Your bank account was added",
      lines: [
        changed
          ? `You just changed the bank account for your pay. For security, we won’t pay into it for ${bankHoldHours} hours.`
          : "You just added a bank account for your pay.",
        "If this wasn’t you, reset your password now and correct the account.",
      ],
      link: paths.bankAccount,
      label: "View bank account",
    },
  ];
}

function passwordChanged({ event }: EventContext): Notification[] {
  return [
    {
      user_id: idIn(event, "user_id"),
      title: "Your password was changed",
      lines: [
        "Your password was just changed, and you were signed out everywhere else.",
        "If this wasn’t you, reset your password now.",
      ],
      link: paths.forgotPassword,
      label: "Set a new password",
    },
  ];
}
