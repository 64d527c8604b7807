import { Link } from "react-router";
import { brand } from "../../shared/platform/brand.ts";
import * as paths from "../../shared/platform/paths.ts";
import { certificateQuestions, credentialQuestions } from "./credential-questions.tsx";
import { Questions, type Subject } from "./questions.tsx";
import { accountQuestions } from "./shared-questions.tsx";

const subjects: readonly Subject[] = [
  credentialQuestions,
  certificateQuestions,
  {
    title: "Users and roles",
    questions: [
      {
        question: "How do I invite people?",
        answer: (
          <p>
            Go to <Link to={paths.users}>Users</Link> and choose Invite people. You can paste several email addresses at
            once. Each link works once and expires in 7 days. Resending an invitation creates a new link and cancels the
            old one.
          </p>
        ),
      },
      {
        question: "How do I invite a whole class at once?",
        answer: (
          <p>
            Go to <Link to={paths.imports}>Import people</Link> and choose a CSV file with the columns Email and Role.
            The columns Employer and Credential are optional: the employer of a learner or reviewer becomes one of their
            ties, and a learner who joins gets to the credential, named by its exact title or its ID. We check every row
            and show you what is wrong before anyone is invited. You can send the invitations later, and take back those
            that no one has accepted.
          </p>
        ),
      },
      {
        question: "Can learners sign up on their own?",
        answer: (
          <p>
            Yes. Share this site’s address followed by <code>/login/</code> and your organization’s name, with
            underscores instead of spaces. Learners can request a sign-up link there by email.
          </p>
        ),
      },
      {
        question: "What can each role do?",
        answer: (
          <ul>
            <li>
              <b>Issuer</b>: creates credentials, submits them for approval, and approves reviewers.
            </li>
            <li>
              <b>Publisher</b>: creates credentials and publishes them directly. Invited by the platform only.
            </li>
            <li>
              <b>Reviewer</b>: reviews learners’ work, once approved.
            </li>
            <li>
              <b>Learner</b>: applies for credentials, submits work, and earns certificates.
            </li>
            <li>
              <b>Custom roles</b>: any mix of Read, Create, Update, Delete, and Approve on credentials. Without Global,
              a role only applies to the user’s own credentials.
            </li>
          </ul>
        ),
      },
      {
        question: "How do I require two-step sign-in?",
        answer: (
          <p>
            Go to <Link to={paths.organizationDetails}>Organization details</Link> and choose Edit required roles.
            Members with these roles can’t do anything here until they turn it on. Before you can require it of admins,
            turn on your own.
          </p>
        ),
      },
      {
        question: "A member lost their phone and their recovery codes. What do I do?",
        answer: (
          <p>
            Make sure that it’s really them who asks, best with a call. Then open them in{" "}
            <Link to={paths.users}>Users</Link> and choose Turn off two-step sign-in. We email them, and they have 24
            hours to stop it. If they belong to more than one organization, they email {brand.supportEmail}.
          </p>
        ),
      },
      {
        question: "What happens when I remove a user?",
        answer: (
          <p>
            They lose access to this organization right away. Their account stays, along with their decisions, payments,
            and certificates. An organization always needs at least one admin.
          </p>
        ),
      },
      {
        question: "How quickly do I need to decide on a reviewer application?",
        answer: (
          <p>
            Reviewers are promised a decision within 24 hours.{" "}
            <Link to={paths.reviewerApplications}>Reviewer applications</Link> shows when each decision is due and which
            are overdue. A rejected reviewer can apply once more.
          </p>
        ),
      },
    ],
  },
  {
    title: "Money",
    questions: [
      {
        question: "How is a credential’s price split?",
        answer: (
          <p>
            The reviewer is paid first, at the hourly rate for the estimated minutes of all sections. The rest is split
            50% to the issuer, 30% to the platform, and 20% to the organization. The platform pays the card provider’s
            fees.
          </p>
        ),
      },
      {
        question: "What if a credential is free but its reviewers are paid?",
        answer: (
          <p>Your organization owes the reviewer’s pay for each submission. Payment history shows the amounts.</p>
        ),
      },
      {
        question: "Can a learner get a refund?",
        answer: (
          <p>
            All sales are final. Refunds are issued as product credit, which applies to the learner’s next purchase.
          </p>
        ),
      },
      {
        question: "Where do I find all payments?",
        answer: (
          <p>
            Go to <Link to={paths.paymentHistory}>Payment history</Link> to see payments and totals by year and month.
          </p>
        ),
      },
    ],
  },
  {
    title: "Your organization",
    questions: [
      {
        question: "How do I change our name, logo, color, or time zone?",
        answer: (
          <p>
            Go to <Link to={paths.organizationDetails}>Organization details</Link> and choose Edit. Your logo appears on
            certificates. Use a JPG or PNG under 2 MB, ideally 512 × 512 pixels. Badges without an image use your color.
            Credentials expire at the end of the day in your time zone.
          </p>
        ),
      },
      {
        question: "How do our own programs hear what happens?",
        answer: (
          <p>
            Go to <Link to={paths.webhooks}>Connections, Webhooks</Link> and add your program’s address. Copy the secret
            we show you, which proves that a request comes from us, and choose Send test event. Each delivery shows what
            your program answered. If it doesn’t answer, we try up to ten times over three days. After five days without
            a success, we turn the endpoint off and email every admin. Your developers find the rest on the{" "}
            <a href={`${paths.developers}#webhooks`}>page for developers</a>.
          </p>
        ),
      },
      {
        question: "What happens when an organization is archived?",
        answer: (
          <p>
            Members can still sign in to view its details, their profiles, and their certificates. Admins can view
            payment history. Paid or submitted work can be finished for 90 days, and we email everyone affected.
            Anything unfinished is then closed. Learners get what they paid as product credit, and reviewers are paid
            for the sections they decided. Certificates stay valid.
          </p>
        ),
      },
    ],
  },
  accountQuestions,
];

/** `/AdminHelp`: what admins ask. */
export function Page() {
  return <Questions description="Answers for organization admins." subjects={subjects} />;
}
