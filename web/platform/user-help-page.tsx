import { Link } from "react-router";
import * as paths from "../../shared/platform/paths.ts";
import { useSession } from "../session/session.tsx";
import { learnerSubjects } from "./learner-questions.tsx";
import { Questions, type Subject } from "./questions.tsx";
import { accountQuestions } from "./shared-questions.tsx";

const reviewer: readonly Subject[] = [
  {
    title: "Becoming a reviewer",
    questions: [
      {
        question: "How long does my application take?",
        answer: (
          <p>
            You’ll get a decision by email within 24 hours. If you’re not approved, we’ll tell you why, and you can
            apply once more.
          </p>
        ),
      },
      {
        question: "How do I change my skills or my documents?",
        answer: (
          <p>
            Edit <Link to={paths.editReviewerProfile}>your reviewer profile</Link>, also in your account menu at the top
            right. Your category and skills determine which credentials you’re matched with.
          </p>
        ),
      },
    ],
  },
  {
    title: "Jobs",
    questions: [
      {
        question: "Which jobs can I accept?",
        answer: (
          <p>
            Submissions for the credentials listed in <Link to={paths.assignedCredentials}>Assigned credentials</Link>.
            Find the ones waiting for a reviewer in <Link to={paths.openJobs}>Open jobs</Link>. A job is offered to a
            few reviewers first, by skills, workload, and how long they’ve waited for one, and to more if they leave it.
            The first of them to accept gets it. You can’t review your own work.
          </p>
        ),
      },
      {
        question: "What if I don’t want a job?",
        answer: (
          <p>
            Choose Decline on its page and give a reason. You won’t be offered it again, and it changes nothing else:
            neither your other offers nor your pay.
          </p>
        ),
      },
      {
        question: "How do I review a section?",
        answer: (
          <p>
            Read the work next to the rubric, mark each criterion as passing or not passing, and write feedback. A
            section passes when its points reach the Completed minimum. You can’t approve it with fewer, and we ask you
            to confirm if you reject it with enough. If it doesn’t pass, it goes back to the learner with your feedback.
            Your decisions stay private and you can change them until every section is decided. Then the learner gets
            all results together.
          </p>
        ),
      },
      {
        question: "When is a decision due?",
        answer: (
          <p>
            By the end of the day shown under Decision due. We’ll remind you before, and tell the learner if it’s late.
            If you need longer, you can take two more working days once per round, before that day is over. If it’s late
            and you haven’t decided a section, the job opens to other reviewers again. On an accepted job, choose Add to
            calendar to save the date to your own calendar.
          </p>
        ),
      },
      {
        question: "Does anyone else review the same work?",
        answer: (
          <p>
            Maybe. If the credential says Reviewed twice, some submissions have a second and, where the two disagree, a
            third reviewer. None of them sees the others’ marks. Each is paid for the sections they decide, whatever the
            others say. A job that says Waiting for the result is finished on your side.
          </p>
        ),
      },
      {
        question: "Why do I have to practice first?",
        answer: (
          <p>
            Some organizations want all reviewers to mark the same way. You mark sample work until most of your marks
            are right, and see why once you pass. Practice is unpaid, and a pass is valid for 12 months. If you don’t
            pass in two tries, you can try again after 30 days. Jobs for these credentials don’t show the learner’s
            name.
          </p>
        ),
      },
      {
        question: "Is every job a learner’s work?",
        answer: (
          <p>
            Not always. Where you had to practice first, about one job in 20 may be sample work. It looks and pays like
            any other job, and you aren’t told which it is. Admins see how well you marked it. Your pay, your offers,
            and learners’ results don’t depend on it.
          </p>
        ),
      },
      {
        question: "Why does the page measure my time?",
        answer: (
          <p>
            You’re paid by the estimate, so your organization should know if it’s too low. The timer runs only while you
            work on the page, and you can pause it. Admins see the typical share of the estimate, yours included. Your
            pay and your offers don’t depend on it.
          </p>
        ),
      },
      {
        question: "What if I know a learner?",
        answer: (
          <p>
            Add family, business partners, supervisors, and co-authors to <Link to={paths.ties}>your ties</Link>, and
            where you work. You won’t be offered their work. Reviewers and learners never see each other’s lists, and no
            one is told why a job isn’t offered. If you recognize a learner after accepting, release the job.
          </p>
        ),
      },
      {
        question: "What if I can’t finish a job?",
        answer: (
          <p>
            Release it before the round is decided so another reviewer can accept it. Your section decisions stand, and
            you’re paid for them. A job you haven’t started is released after 14 days. We’ll remind you on day 7.
          </p>
        ),
      },
    ],
  },
  {
    title: "Pay",
    questions: [
      {
        question: "How is my pay calculated?",
        answer: (
          <p>
            You’re paid the hourly rate for the estimated minutes of all sections, as set when the learner applied.
            You’ll see the pay before you accept a job.
          </p>
        ),
      },
      {
        question: "Where do I see what I have earned?",
        answer: (
          <p>
            Go to <Link to={paths.payments}>Payments</Link> to see what you’ve earned, what’s due, and what’s been paid.
          </p>
        ),
      },
    ],
  },
];

const author: readonly Subject[] = [
  {
    title: "Creating a credential",
    questions: [
      {
        question: "What do I need for a credential?",
        answer: (
          <ol>
            <li>What it’s about, how it’s scored, and what learners need to upload.</li>
            <li>One to ten sections, each with a text rubric or a table of criteria with points.</li>
            <li>What reviewers should know, their skills, and their hourly rate.</li>
            <li>At least one reviewer.</li>
            <li>A price, or none.</li>
          </ol>
        ),
      },
      {
        question: "Will I lose my work if I close the browser?",
        answer: (
          <p>
            No. We save each step as you go. Find your draft in{" "}
            <Link to={`${paths.credentials}?tab=draft`}>Credentials, Draft</Link>.
          </p>
        ),
      },
      {
        question: "When does my credential go live?",
        answer: (
          <p>
            An issuer’s credential is Pending until an admin approves it. A publisher’s goes live right away. If it’s
            rejected, read the admin’s feedback on its page, edit it, and publish it again.
          </p>
        ),
      },
      {
        question: "Can I change it afterward?",
        answer: (
          <p>You can change its price and its reviewers. Learners who have applied keep the terms they applied with.</p>
        ),
      },
    ],
  },
  {
    title: "Price and pay",
    questions: [
      {
        question: "How is the price split?",
        answer: (
          <p>
            The reviewer is paid first. The rest is split 50% to the issuer, 30% to the platform, and 20% to the
            organization.
          </p>
        ),
      },
      {
        question: "Why is my price rejected?",
        answer: (
          <p>A price must be None or at least the reviewer’s pay for one submission. The error shows the amount.</p>
        ),
      },
    ],
  },
  {
    title: "Reviewers",
    questions: [
      {
        question: "What is a second review?",
        answer: (
          <p>
            In the Reviewers step, you can have a share of submissions reviewed a second time. The two reviewers don’t
            see each other’s marks. If they agree, the first one’s results count. If not, a third reviews what they
            disagree on, and the majority decides. You need at least three reviewers, and four if learners can appeal.
            Your organization pays for each extra review.
          </p>
        ),
      },
      {
        question: "Can reviewers practice first?",
        answer: (
          <p>
            Turn it on in the Reviewers step, then write anchors: sample work with agreed marks. You need two forms with
            at least four anchors each. Two people write the right marks for each anchor without seeing each other’s,
            then settle their differences. Reviewers practice before they accept jobs, and again after 12 months. They
            don’t see learners’ names. You can also mix sample work into their jobs, about one in 20, and see under
            Calibrated reviewers whether they still mark as you would. Your organization pays for these jobs.
          </p>
        ),
      },
      {
        question: "What is an appeal?",
        answer: (
          <p>
            If you let learners appeal in the Reviewers step, they can have a rejection reviewed once more by someone
            who hasn’t seen their work. That reviewer can only improve the result, and learns that it was an appeal
            after deciding. Your organization pays for that review, or the learner pays a fee and gets it back as
            product credit if any section is approved. You need at least two reviewers.
          </p>
        ),
      },
      {
        question: "Which reviewers can I choose?",
        answer: (
          <p>
            You can choose reviewers approved by your organization in the credential’s category. The best skill matches
            come first.
          </p>
        ),
      },
    ],
  },
];

/** `/UserHelp`: what learners, reviewers and those who write credentials ask, each their own. */
export function Page() {
  const { role } = useSession();
  const [subjects, description] =
    role === "learner"
      ? [learnerSubjects, "Answers about applying, submitting work, and certificates."]
      : role === "reviewer"
        ? [reviewer, "Answers about reviewing and pay."]
        : [author, "Answers about creating credentials and getting them reviewed."];
  return <Questions description={description} subjects={[...subjects, accountQuestions]} />;
}
