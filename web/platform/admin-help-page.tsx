import { Link } from "react-router";
import * as paths from "../../shared/platform/paths.ts";
import { Questions, type Subject } from "./questions.tsx";
import { accountQuestions } from "./shared-questions.tsx";

const subjects: readonly Subject[] = [
  {
    title: "Credentials",
    questions: [
      {
        question: "Who may publish a credential?",
        answer: (
          <p>
            An issuer’s credential is Pending until an admin, or somebody with a role that may approve, has approved it.
            What an admin or a publisher writes goes live when it is published. Nobody decides on a credential of their
            own.
          </p>
        ),
      },
      {
        question: "How do I approve or reject a credential?",
        answer: (
          <p>
            Open <Link to={`${paths.credentials}?tab=pending`}>Credentials, Pending</Link>. Approve and Reject are in
            the menu of each row and at the top of the credential’s page. A rejection needs feedback: the issuer reads
            it, mends the credential and publishes it again.
          </p>
        ),
      },
      {
        question: "Can I change a credential that learners have applied for?",
        answer: (
          <p>
            Its price and its reviewers, both on its page: Edit at the top, and Change reviewers where the reviewers are
            listed. Every learner keeps the sections, the rubric and the price they applied with; a new price counts for
            new applications.
          </p>
        ),
      },
      {
        question: "What happens when I close a credential?",
        answer: (
          <p>
            It takes no more applications, and that cannot be undone. Work under way is finished as usual, and
            certificates stay valid.
          </p>
        ),
      },
      {
        question: "By when do learners get a decision?",
        answer: (
          <p>
            Each credential promises it in its Reviewers step, in working days. Which days those are you say under{" "}
            <Link to={paths.organizationDetails}>Organization details</Link>, Working days. Days that were promised
            already stay as they are, unless you move them when you save; then everybody concerned is told.
          </p>
        ),
      },
      {
        question: "Who has applied for a credential?",
        answer: (
          <p>
            Choose Applicants in the credential’s row or on its page. The list shows how far each learner has come and
            can be narrowed to a year or a month.
          </p>
        ),
      },
    ],
  },
  {
    title: "People and roles",
    questions: [
      {
        question: "How do I invite people?",
        answer: (
          <p>
            Under <Link to={paths.users}>Users</Link>, Invite people. You can paste many addresses at once. A link works
            for 7 days and once; sending the invitation again makes a new link and ends the old one.
          </p>
        ),
      },
      {
        question: "Can learners sign up by themselves?",
        answer: (
          <p>
            Yes. Give them the address of this portal with <code>/login/</code> and the name of your organization, with
            underscores for spaces. There they ask for a link by mail, and join as learners.
          </p>
        ),
      },
      {
        question: "What can each role do?",
        answer: (
          <ul>
            <li>
              <b>Issuer</b>: writes credentials and submits them for approval, decides on reviewers.
            </li>
            <li>
              <b>Publisher</b>: writes credentials and publishes them directly; appointed by the platform.
            </li>
            <li>
              <b>Reviewer</b>: judges the work of learners, once approved.
            </li>
            <li>
              <b>Learner</b>: applies for credentials, hands in work and earns certificates.
            </li>
            <li>
              <b>Custom roles</b>: what you give them of Read, Create, Update, Delete and Approve on credentials.
              Without Global a role acts on its holder’s own credentials only.
            </li>
          </ul>
        ),
      },
      {
        question: "What happens when I remove somebody?",
        answer: (
          <p>
            The person loses access to this organization at once. The account stays, and so does what was done:
            decisions, payments and certificates. An organization always keeps at least one admin.
          </p>
        ),
      },
      {
        question: "How soon must a reviewer application be decided?",
        answer: (
          <p>
            Applicants are promised an answer within 24 hours.{" "}
            <Link to={paths.reviewerApplications}>Reviewer applications</Link> shows when each one is due and which are
            late. A rejected reviewer may apply once more.
          </p>
        ),
      },
    ],
  },
  {
    title: "Money",
    questions: [
      {
        question: "How is the price of a credential divided?",
        answer: (
          <p>
            The reviewer’s pay comes first: the hourly rate for the estimated minutes of all sections. Of what is left,
            the issuer gets 50 %, the platform 30 % and the organization 20 %, to the cent. The fees of the card
            provider are the platform’s.
          </p>
        ),
      },
      {
        question: "What if a credential is free but its reviewers are paid?",
        answer: (
          <p>The organization then owes the reviewer’s pay for each submission. Payment history shows what is owed.</p>
        ),
      },
      {
        question: "Can a learner get money back?",
        answer: (
          <p>
            All sales are final. A refund is issued as product credit, which is used first when the learner next pays
            for a credential.
          </p>
        ),
      },
      {
        question: "Where do I find all payments?",
        answer: (
          <p>
            Under <Link to={paths.paymentHistory}>Payment history</Link>, by year and month, with totals that match the
            rows.
          </p>
        ),
      },
    ],
  },
  {
    title: "The organization",
    questions: [
      {
        question: "How do I change the name, logo, colour or time zone?",
        answer: (
          <p>
            Under <Link to={paths.organizationDetails}>Organization details</Link>, Edit. The logo is a JPG or PNG under
            2 MB, best at 512 × 512 pixels; certificates carry it. Badges without a picture of their own are drawn in
            your colour. Expiration dates of credentials end in the organization’s time zone.
          </p>
        ),
      },
      {
        question: "What does it mean when an organization is archived?",
        answer: (
          <p>
            Members can still sign in and see its details, their profile and their certificates, and admins its payment
            history. Work that was paid for or handed in can be finished for 90 days; everybody concerned is told by
            mail. What is not completed by then is closed: what was paid for it becomes the learner’s product credit,
            and reviewers are paid for the sections they decided. Certificates stay valid.
          </p>
        ),
      },
    ],
  },
  accountQuestions,
];

/** `/AdminHelp`: what admins ask. */
export function Page() {
  return <Questions description="Answers for those who look after an organization." subjects={subjects} />;
}
