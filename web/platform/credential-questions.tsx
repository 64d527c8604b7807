import { Link } from "react-router";
import * as paths from "../../shared/platform/paths.ts";
import type { Subject } from "./questions.tsx";

/** What admins ask about credentials. */
export const credentialQuestions: Subject = {
  title: "Credentials",
  questions: [
    {
      question: "Who can publish a credential?",
      answer: (
        <p>
          An issuer’s credential is Pending until an admin, or someone whose role can approve, approves it. Credentials
          created by an admin or a publisher go live when published. No one can approve their own submitted credential.
        </p>
      ),
    },
    {
      question: "How do I approve or reject a credential?",
      answer: (
        <p>
          Open <Link to={`${paths.credentials}?tab=pending`}>Credentials, Pending</Link>. You’ll find Approve and Reject
          in each row’s menu and at the top of the credential’s page. To reject, add feedback. The issuer can then edit
          the credential and publish it again.
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
          Learners can no longer apply, and you can’t reopen it. Work in progress can be finished, and certificates stay
          valid.
        </p>
      ),
    },
    {
      question: "When do learners get a decision?",
      answer: (
        <p>
          Each credential sets it in its Reviewers step, in working days. Choose your working days under{" "}
          <Link to={paths.organizationDetails}>Organization details</Link>. Existing decision dates stay the same unless
          you choose to move them when you save. If you do, we’ll tell the learners and reviewers.
        </p>
      ),
    },
    {
      question: "Which reviewers is a job offered to?",
      answer: (
        <p>
          To three of the credential’s reviewers first, to five more after four working hours, and to everyone after
          eight. We choose by skills, workload, decisions on time, and how long each has waited for a job, never by how
          strict or fast they are. The job’s page shows you the order, and who declined and why.
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
          Open <Link to={`${paths.quality}?by=reviewer`}>Quality, By reviewer</Link>, choose Look-back in the reviewer’s
          row, and record what you found. You can then go through the reviewer’s decisions of the last twelve months and
          note which ones stand. The reviewer isn’t told, and no result changes until you act on it. Until you close it,
          their new reviews are reviewed a second time if the credential uses second reviews.
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
};

/** What admins ask about certificates. */
export const certificateQuestions: Subject = {
  title: "Certificates",
  questions: [
    {
      question: "Where do I find the certificates we’ve issued?",
      answer: (
        <p>
          Go to <Link to={paths.certificates}>Certificates</Link>. Search by learner or credential, or choose a status.
          Export CSV downloads what the list shows.
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
          Choose Revoke in its row. Pick a reason, which anyone who verifies it sees, and describe what happened, which
          only the learner reads. You can’t undo this. The learner may apply again.
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
};
