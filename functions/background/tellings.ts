import { dollars } from "../../shared/credential/money.ts";
import { jobOf, leaseDays } from "../../shared/job/rules.ts";
import { roleIds } from "../../shared/permissions.ts";
import type { EventName } from "../../shared/platform/events.ts";
import { bankHoldHours } from "../../shared/reviewer/bank.ts";
import { revisionDays, unpaidDays } from "../../shared/submission/rules.ts";
import { views } from "../data/keys.ts";
import { listReferences } from "../data/list.ts";
import { idIn, type Message } from "./event.ts";
import { type Facts, readFacts } from "./facts.ts";

const PEOPLE_MAX = 100;

/** What a person is told of an event: by mail, as a notice, or both. */
export interface Telling {
  readonly user_id: string;
  /** The mail's subject and the notice's title. */
  readonly title: string;
  /** Plain sentences; the first is the notice's text. */
  readonly lines: readonly string[];
  /** A path of the portal, and what its button says. */
  readonly link: string;
  readonly label: string;
}

type Tell = (facts: Facts) => readonly Telling[] | Promise<readonly Telling[]>;

/** Active members of the event's organization in one of the roles. */
async function members({ event }: Facts, ...roles: number[]): Promise<string[]> {
  const lists = await Promise.all(
    roles.map((role) =>
      listReferences({
        view: views.organizationUsers(event.organization_id, { status: "active", role }),
        limit: PEOPLE_MAX,
      }),
    ),
  );
  return lists.flatMap(({ references }) => references.map(({ pk }) => pk.slice("USER#".length)));
}

const each = (people: readonly string[], telling: Omit<Telling, "user_id">): Telling[] =>
  people.map((user_id) => ({ ...telling, user_id }));

const money = (cents: unknown) =>
  new Intl.NumberFormat("en-US", { style: "currency", currency: "USD" }).format(dollars(Number(cents)));

const credentialPage = ({ event }: Facts) =>
  `/credential/details/${event.organization_id}/${idIn(event, "cred_id") || event.subject_id}`;
const submissionPage = ({ event }: Facts) => `/mySubmissions/${idIn(event, "application_id")}/details`;
const jobId = (event: Message) => idIn(event, "credential_job_id") || jobOf(idIn(event, "application_id"));

const reviewerApplied =
  (again: boolean): Tell =>
  async (facts) =>
    each(await members(facts, roleIds.admin, roleIds.issuer), {
      title: `${facts.personName} ${again ? "applied again" : "applied"} as a reviewer`,
      lines: [
        `${facts.personName} would like to review submissions for ${facts.organizationName}.`,
        "A decision is promised within 24 hours.",
      ],
      link: `/reviewerApplicationsDetails?user_id=${idIn(facts.event, "user_id")}`,
      label: "Read the application",
    });

const revisionWaits =
  (daysLeft: number): Tell =>
  (facts) => [
    {
      user_id: idIn(facts.event, "user_id"),
      title: `Your revision waits: ${facts.title}`,
      lines: [
        `Your reviewer asked for a revision of “${facts.title}”. Submit it within ${daysLeft} days.`,
        "After that the submission is closed, and what was paid for it is spent.",
      ],
      link: submissionPage(facts),
      label: "Go on with your revision",
    },
  ];

/** Who is told what, by type of event. A type that is not here tells nobody. */
const tellings: Partial<Record<EventName, Tell>> = {
  "user.password-reset": passwordChanged,
  "user.password-changed": passwordChanged,

  "user.created": (facts) => [
    {
      user_id: idIn(facts.event, "user_id"),
      title: `An account was made for you at ${facts.organizationName}`,
      lines: [
        `${facts.organizationName} made an account for you. Choose a password, then sign in with this e-mail address.`,
      ],
      link: "/forgotpassword",
      label: "Choose a password",
    },
  ],
  "member.joined": (facts) => [
    {
      user_id: idIn(facts.event, "user_id"),
      title: `Welcome to ${facts.organizationName}`,
      lines: [`You are now a member of ${facts.organizationName}.`],
      link: "/",
      label: "Open",
    },
  ],

  "payout.sent": ({ event }) => [
    {
      user_id: idIn(event, "user_id"),
      title: `${money(event.cents)} is on its way to your bank account`,
      lines: ["What was due for your reviews was paid out. Banks take one to three working days to book it."],
      link: "/payments",
      label: "See your payments",
    },
  ],
  "bank.saved": bankAccount(false),
  "bank.changed": bankAccount(true),

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

  "invitation.expired": ({ event }) => [
    {
      user_id: idIn(event, "inviter_id"),
      title: "An invitation has expired",
      lines: ["Nobody accepted one of your invitations within 7 days. You can send it again from the list of users."],
      link: "/users",
      label: "See the users",
    },
  ],

  "reviewer.submitted": reviewerApplied(false),
  "reviewer.resubmitted": reviewerApplied(true),
  "reviewer.accepted": (facts) => [
    {
      user_id: idIn(facts.event, "user_id"),
      title: `You are a reviewer for ${facts.organizationName}`,
      lines: [
        `${facts.organizationName} accepted your application. Your profile is now marked Verified.`,
        "Review jobs that fit you appear under Open jobs.",
      ],
      link: "/openJobs",
      label: "See open jobs",
    },
  ],
  "reviewer.rejected": (facts) => [
    {
      user_id: idIn(facts.event, "user_id"),
      title: `About your application to ${facts.organizationName}`,
      lines: [`${facts.organizationName} did not accept your reviewer application.`, ...facts.feedback],
      link: "/approvalRejected",
      label: "See what you can do",
    },
  ],
  "reviewer.late": async (facts) =>
    each(await members(facts, roleIds.admin, roleIds.issuer), {
      title: `A decision is late: ${facts.personName}`,
      lines: [
        `${facts.personName} has waited more than 24 hours for a decision on the reviewer application to ${facts.organizationName}.`,
      ],
      link: `/reviewerApplicationsDetails?user_id=${idIn(facts.event, "user_id")}`,
      label: "Decide now",
    }),
  "reviewer.suspended": (facts) => [
    {
      user_id: idIn(facts.event, "user_id"),
      title: `${facts.organizationName} paused your reviews`,
      lines: [`You cannot accept new review jobs of ${facts.organizationName} for now.`, ...facts.feedback],
      link: "/acceptedJobs",
      label: "See your accepted jobs",
    },
  ],

  "application.created": (facts) => [
    {
      user_id: idIn(facts.event, "user_id"),
      title: `You applied for ${facts.title}`,
      lines: [
        facts.event.to === "applied"
          ? `Pay for “${facts.title}” to begin your submission.`
          : `You can begin your submission for “${facts.title}” now.`,
      ],
      link: submissionPage(facts),
      label: "Open your submission",
    },
  ],
  "submission.submitted": (facts) =>
    each(facts.reviewers, {
      title: `A review job is open: ${facts.title}`,
      lines: [
        `A submission for “${facts.title}” waits for a reviewer. The job pays ${money(facts.payCents)}.`,
        "The first reviewer who accepts it gets it.",
      ],
      link: `/openJobs/jobDetails/${jobId(facts.event)}`,
      label: "See the job",
    }),
  "submission.resubmitted": (facts) =>
    each(facts.acceptor ? [facts.acceptor] : [], {
      title: `Revised work to review: ${facts.title}`,
      lines: [`The learner revised the sections of “${facts.title}” that you sent back.`],
      link: `/acceptedJobs/submissions/${jobId(facts.event)}`,
      label: "Review the revision",
    }),
  "submission.revision-needed": (facts) => [
    {
      user_id: idIn(facts.event, "user_id"),
      title: `Your reviewer asks for a revision: ${facts.title}`,
      lines: [
        `Some sections of your submission for “${facts.title}” need another try.`,
        "Read the feedback, revise those sections and submit again. What was accepted stays accepted.",
      ],
      link: submissionPage(facts),
      label: "Read the feedback",
    },
  ],
  "submission.completed": (facts) => [
    {
      user_id: idIn(facts.event, "user_id"),
      title: `You earned ${facts.title}`,
      lines: [
        `Congratulations! Every section of your submission was accepted, and “${facts.title}” is yours.`,
        "Your certificate has a page of its own that you can share.",
      ],
      link: `/Certificate?${new URLSearchParams({
        org_id: facts.event.organization_id,
        cred_id: idIn(facts.event, "cred_id"),
        user_id: idIn(facts.event, "user_id"),
      })}`,
      label: "See your certificate",
    },
  ],
  "submission.revision-reminded": revisionWaits(revisionDays.end - revisionDays.reminder),
  "submission.revision-last-call": revisionWaits(revisionDays.end - revisionDays.lastCall),
  "submission.closed": (facts) => [
    {
      user_id: idIn(facts.event, "user_id"),
      title: `Your submission was closed: ${facts.title}`,
      lines: [`“${facts.title}” waited ${revisionDays.end} days for a revision and is now closed.`],
      link: submissionPage(facts),
      label: "See your submission",
    },
  ],
  "application.lapsed": (facts) => [
    {
      user_id: idIn(facts.event, "user_id"),
      title: `Your application has lapsed: ${facts.title}`,
      lines: [
        `“${facts.title}” was not paid for within ${unpaidDays} days. You can apply again while it takes applications.`,
      ],
      link: `/credential/details/${facts.event.organization_id}/${idIn(facts.event, "cred_id")}`,
      label: "See the credential",
    },
  ],
  "job.reminded": (facts) => [
    {
      user_id: idIn(facts.event, "reviewer_id"),
      title: `A review waits for you: ${facts.title}`,
      lines: [
        `You accepted a review job for “${facts.title}” ${leaseDays.notice} days ago and have graded nothing yet.`,
        `In ${leaseDays.release - leaseDays.notice} days it goes back to the other reviewers.`,
      ],
      link: `/acceptedJobs/submissions/${jobId(facts.event)}`,
      label: "Review the submission",
    },
  ],
  "job.offered": (facts) =>
    each([idIn(facts.event, "reviewer_id")], {
      title: `A review job is open: ${facts.title}`,
      lines: [`A submission for “${facts.title}” waits for a reviewer. The job pays ${money(facts.payCents)}.`],
      link: `/openJobs/jobDetails/${jobId(facts.event)}`,
      label: "See the job",
    }),
  "job.released": (facts) =>
    each(facts.reviewers, {
      title: `A review job is open again: ${facts.title}`,
      lines: [`A submission for “${facts.title}” waits for a reviewer.`],
      link: `/openJobs/jobDetails/${jobId(facts.event)}`,
      label: "See the job",
    }),

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

  "payment.paid": (facts) => {
    const { price_cents, due_cents, credit_cents, method } = facts.event;
    const credit = Number(credit_cents) > 0 ? [`Product credit: ${money(credit_cents)}`] : [];
    return [
      {
        user_id: idIn(facts.event, "user_id"),
        title: `Receipt: ${facts.title}`,
        lines: [
          `Your payment of ${money(price_cents)} for “${facts.title}” arrived. You can begin your submission.`,
          ...credit,
          ...(Number(due_cents) > 0 ? [`${method === "paypal" ? "PayPal" : "Card"}: ${money(due_cents)}`] : []),
          `Receipt number: ${idIn(facts.event, "application_id")}`,
          "All sales are final; refunds are issued as product credit.",
        ],
        link: `/credential/${idIn(facts.event, "cred_id")}/submit`,
        label: "Begin your submission",
      },
    ];
  },
  "payment.credited": (facts) => [
    {
      user_id: idIn(facts.event, "user_id"),
      title: `Your payment became product credit: ${facts.title}`,
      lines: [
        `${facts.organizationName} refunded ${money(facts.event.price_cents)} for “${facts.title}” as product credit.`,
        "Credit is spent first with your next purchase, in whatever organization.",
      ],
      link: "/",
      label: "Browse credentials",
    },
  ],
  "payment.duplicate": (facts) => [
    {
      user_id: idIn(facts.event, "user_id"),
      title: `A second payment became product credit: ${facts.title}`,
      lines: [
        `A payment of ${money(facts.event.cents)} for “${facts.title}” reached us although nothing was due. It is now your product credit.`,
        "Credit is spent first with your next purchase.",
      ],
      link: "/",
      label: "Browse credentials",
    },
  ],
  "payment.payable": (facts) => [
    {
      user_id: idIn(facts.event, "reviewer_id"),
      title: `You earned ${money(facts.event.pay_cents)}`,
      lines: [`Your review of a submission for “${facts.title}” is complete, and your pay is due.`],
      link: "/payments",
      label: "See your payments",
    },
  ],
};

function bankAccount(changed: boolean): Tell {
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
      link: "/payments/edit",
      label: "See your bank account",
    },
  ];
}

function passwordChanged({ event }: Facts): Telling[] {
  return [
    {
      user_id: idIn(event, "user_id"),
      title: "Your password was changed",
      lines: [
        "The password of your account was changed just now, and you were signed out everywhere else.",
        "If that was not you, set a new password at once.",
      ],
      link: "/forgotpassword",
      label: "Set a new password",
    },
  ];
}

/** Who is told what of an event; nobody when its things are gone. */
export async function tellingsOf(event: Message): Promise<{ facts: Facts; tellings: readonly Telling[] }> {
  const facts = await readFacts(event);
  const tell = tellings[event.type as EventName];
  return { facts, tellings: tell === undefined ? [] : await tell(facts) };
}
