import { jobOf, leaseDays } from "../../../shared/job/rules.ts";
import { revisionDays, unpaidDays } from "../../../shared/submission/rules.ts";
import { idIn, type Message } from "../event.ts";
import type { Facts } from "../facts.ts";
import { each, money, type Tell, type Tellings } from "./telling.ts";

const submissionPage = ({ event }: Facts) => `/mySubmissions/${idIn(event, "application_id")}/details`;
const jobId = (event: Message) => idIn(event, "credential_job_id") || jobOf(idIn(event, "application_id"));

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

/** What becomes of applications, submissions and the jobs of reviewing them. */
export const workTellings: Tellings = {
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
};
