import { Link } from "react-router";
import { brand } from "../../shared/platform/brand.ts";
import * as paths from "../../shared/platform/paths.ts";
import { Questions, type Subject } from "./questions.tsx";
import { accountQuestions } from "./shared-questions.tsx";

const subjects: readonly Subject[] = [
  {
    title: "Credentials",
    questions: [
      {
        question: "Who can publish a credential?",
        answer: (
          <p>
            An issuer’s credential is Pending until an admin, or someone whose role can approve, approves it.
            Credentials created by an admin or a publisher go live when published. No one can approve their own
            submitted credential.
          </p>
        ),
      },
      {
        question: "How do I approve or reject a credential?",
        answer: (
          <p>
            Open <Link to={`${paths.credentials}?tab=pending`}>Credentials, Pending</Link>. You’ll find Approve and
            Reject in each row’s menu and at the top of the credential’s page. To reject, add feedback. The issuer can
            then edit the credential and publish it again.
          </p>
        ),
      },
      {
        question: "Can I change a credential after learners apply?",
        answer: (
          <p>
            You can change its price with Edit and its reviewers with Change reviewers, both on the credential’s page.
            Learners who have applied keep their sections, rubric, and price. A new price applies to new applications
            only.
          </p>
        ),
      },
      {
        question: "What happens when I close a credential?",
        answer: (
          <p>
            Learners can no longer apply, and you can’t reopen it. Work in progress can be finished, and certificates
            stay valid.
          </p>
        ),
      },
      {
        question: "When do learners get a decision?",
        answer: (
          <p>
            Each credential sets it in its Reviewers step, in working days. Choose your working days under{" "}
            <Link to={paths.organizationDetails}>Organization details</Link>. Existing decision dates stay the same
            unless you choose to move them when you save. If you do, we’ll tell the learners and reviewers.
          </p>
        ),
      },
      {
        question: "Which reviewers is a job offered to?",
        answer: (
          <p>
            To three of the credential’s reviewers first, to five more after four working hours, and to everyone after
            eight. We choose by skills, workload, decisions on time, and how long each has waited for a job, never by
            how strict or fast they are. The job’s page shows you the order, and who declined and why.
          </p>
        ),
      },
      {
        question: "Why can’t a reviewer accept a job?",
        answer: (
          <p>
            The reviewer or the learner may have declared a tie to the other, such as family or the same employer. The
            job’s page shows you the reason. Reviewers and learners never see it. If no one else can review the work,
            choose Waive there, give a reason, and choose the last day. We’ll email you when a new tie concerns a review
            in progress.
          </p>
        ),
      },
      {
        question: "A reviewer made a serious mistake. What do I do?",
        answer: (
          <p>
            Open <Link to={`${paths.quality}?by=reviewer`}>Quality, By reviewer</Link>, choose Look-back in the
            reviewer’s row, and record what you found. You can then go through the reviewer’s decisions of the last
            twelve months and note which ones stand. The reviewer isn’t told, and no result changes until you act on it.
            Until you close it, their new reviews are reviewed a second time if the credential uses second reviews.
          </p>
        ),
      },
      {
        question: "How do I see who applied for a credential?",
        answer: (
          <p>
            Choose Applicants in the credential’s row or on its page. The list shows each learner’s progress. You can
            filter it by year and month.
          </p>
        ),
      },
    ],
  },
  {
    title: "Certificates",
    questions: [
      {
        question: "Where do I find the certificates we’ve issued?",
        answer: (
          <p>
            Go to <Link to={paths.certificates}>Certificates</Link>. Search by learner or credential, or choose a
            status. Export CSV downloads what the list shows.
          </p>
        ),
      },
      {
        question: "How can anyone verify a certificate?",
        answer: (
          <p>
            They open its link, or drop the badge image on the <a href={paths.verify}>verification page</a>. They don’t
            need an account. Credentials from other Open Badges issuers can be verified there, too.
          </p>
        ),
      },
      {
        question: "How do I revoke a certificate?",
        answer: (
          <p>
            Choose Revoke in its row. Pick a reason, which anyone who verifies it sees, and describe what happened,
            which only the learner reads. You can’t undo this. The learner may apply again.
          </p>
        ),
      },
      {
        question: "The name on a certificate is wrong. What do I do?",
        answer: (
          <p>
            Choose Correct the name in its row. The certificate is reissued at a new link, and we tell the learner. The
            old one is no longer valid. Anyone who verifies a copy of it is pointed to the new one.
          </p>
        ),
      },
      {
        question: "What if a learner hides a certificate or deletes their account?",
        answer: (
          <p>
            Only the learner sees a hidden certificate. It stays in your list, and you can still revoke it. Learners who
            delete their account decide whether each certificate stays public, becomes private, or is revoked.
          </p>
        ),
      },
    ],
  },
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
