import { Link } from "react-router";
import * as paths from "../../shared/platform/paths.ts";
import { useSession } from "../app/session.tsx";
import { Questions, type Subject } from "./questions.tsx";
import { accountQuestions } from "./shared-questions.tsx";

const learner: readonly Subject[] = [
  {
    title: "Applying and paying",
    questions: [
      {
        question: "How do I earn a credential?",
        answer: (
          <ol>
            <li>
              Find one under <Link to={paths.home}>Browse credentials</Link> and read what you will do and how it is
              judged.
            </li>
            <li>Choose Apply, and pay if it has a price.</li>
            <li>Hand in your work section by section, and submit it.</li>
            <li>A reviewer of your field judges it. Once every section has passed, your certificate is ready.</li>
          </ol>
        ),
      },
      {
        question: "Why can I not choose Apply?",
        answer: (
          <p>
            The reason stands under the button: you have applied or earned it already, applications have ended, or the
            credential was closed.
          </p>
        ),
      },
      {
        question: "How can I pay, and can I get my money back?",
        answer: (
          <p>
            By card or PayPal. All sales are final. Refunds are issued as product credit, which is used first the next
            time you pay.
          </p>
        ),
      },
    ],
  },
  {
    title: "Your work",
    questions: [
      {
        question: "What can I hand in?",
        answer: (
          <p>
            Each section says how it is answered: text and links, files, or a choice. Remove the names of students from
            everything you upload.
          </p>
        ),
      },
      {
        question: "Can I stop and go on later?",
        answer: (
          <p>
            Yes. Save as draft, and find it again under <Link to={paths.mySubmissions}>My submissions</Link>.
          </p>
        ),
      },
      {
        question: "When do I get my results?",
        answer: (
          <p>
            All at once: while a reviewer has your work it is under review, and your results are sent together when
            every section is decided. You are told by mail. Most credentials name the day by which that happens: My
            submissions shows it while you wait, in the working days of the organization. If it gets late, you are told;
            there is nothing you have to do.
          </p>
        ),
      },
      {
        question: "A section needs revision. What now?",
        answer: (
          <p>
            Read the reviewer’s feedback in My submissions, change that section only, and submit again. It goes back to
            the same reviewer. Sections that have passed stay passed.
          </p>
        ),
      },
      {
        question: "Who sees my name?",
        answer: (
          <p>
            Before a reviewer has taken your work, none of them does. After that the reviewer sees your first name and
            the initial of your last name, never your address.
          </p>
        ),
      },
    ],
  },
  {
    title: "Certificates",
    questions: [
      {
        question: "Where is my certificate, and how do I share it?",
        answer: (
          <p>
            Under <Link to={paths.myCredentials}>My credentials</Link>. You can print it, copy its link or add it to
            your LinkedIn profile. Anybody with the link can see who issued it and when it was verified. You may hide it
            at any time.
          </p>
        ),
      },
      {
        question: "What is SCECH?",
        answer: (
          <p>
            State continuing-education clock hours. Some credentials give them; filter for “Gives SCECH”. Keep your name
            and PIC number in your <Link to={paths.scechProfile}>SCECH profile</Link>, so that the hours can be
            reported.
          </p>
        ),
      },
    ],
  },
];

const reviewer: readonly Subject[] = [
  {
    title: "Becoming a reviewer",
    questions: [
      {
        question: "How long does my application take?",
        answer: (
          <p>
            You have a decision within 24 hours, and a mail when it is there. If it is a no, the reason is given, and
            you may apply once more.
          </p>
        ),
      },
      {
        question: "How do I change my skills or my documents?",
        answer: (
          <p>
            Under <Link to={paths.editReviewerProfile}>your reviewer profile</Link>, which your picture at the top right
            leads to as well. Your category and skills decide for which credentials you are suggested.
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
            Submissions to the credentials you were chosen for; they are listed under{" "}
            <Link to={paths.assignedCredentials}>Assigned credentials</Link>. Waiting ones are under{" "}
            <Link to={paths.openJobs}>Open jobs</Link>; whoever accepts first has the job. You never judge your own
            work.
          </p>
        ),
      },
      {
        question: "How do I judge a section?",
        answer: (
          <p>
            Read the work beside the rubric, mark each criterion as passing or not, and write feedback. A section passes
            when its points reach the Completed minimum. A section that does not pass goes back to the learner with your
            feedback. Nobody else sees a verdict, and you may change it, until every section is decided: then the
            learner gets all results together.
          </p>
        ),
      },
      {
        question: "By when must I decide?",
        answer: (
          <p>
            By the end of the day that the job shows under Decision due; that day is in time. You are reminded before,
            and the learner is told once it is late. A job that is due and not begun goes back to the others. Add to
            calendar, on the page of an accepted job, puts the day into your own calendar.
          </p>
        ),
      },
      {
        question: "I cannot finish a job. What do I do?",
        answer: (
          <p>
            Until its round is decided you can release it, and another reviewer takes it: sections you decided stay
            decided, and you are paid for them. A job untouched for 14 days is released by itself; you are reminded on
            day 7.
          </p>
        ),
      },
    ],
  },
  {
    title: "Pay",
    questions: [
      {
        question: "How is my pay worked out?",
        answer: (
          <p>
            The hourly rate for the estimated minutes of all sections, as they were when the learner applied. Each job
            shows its pay before you accept it.
          </p>
        ),
      },
      {
        question: "Where do I see what I have earned?",
        answer: (
          <p>
            Under <Link to={paths.payments}>Payments</Link>: earned, due and paid.
          </p>
        ),
      },
    ],
  },
];

const author: readonly Subject[] = [
  {
    title: "Writing a credential",
    questions: [
      {
        question: "What do I need for a credential?",
        answer: (
          <ol>
            <li>What it is about, how it is scored, and what learners need to know about uploads.</li>
            <li>One to ten sections with a rubric each: a text, or a table of criteria with points.</li>
            <li>What reviewers should know, their skills and their hourly rate.</li>
            <li>At least one reviewer.</li>
            <li>A price, or none.</li>
          </ol>
        ),
      },
      {
        question: "Is my work lost when I close the browser?",
        answer: (
          <p>
            No. Each step is saved when you continue. Find the draft under{" "}
            <Link to={`${paths.credentials}?tab=draft`}>Credentials, Draft</Link>.
          </p>
        ),
      },
      {
        question: "When does my credential go live?",
        answer: (
          <p>
            An issuer’s credential is Pending until an admin approves it; a publisher’s goes live at once. If it is
            rejected, you find the admin’s feedback on its page: mend it and publish it again.
          </p>
        ),
      },
      {
        question: "Can I change it afterwards?",
        answer: <p>Its price and its reviewers. Learners who have applied keep the terms they applied with.</p>,
      },
    ],
  },
  {
    title: "Price and pay",
    questions: [
      {
        question: "How is the price divided?",
        answer: (
          <p>
            The reviewer’s pay comes first. Of what is left, the issuer gets 50 %, the platform 30 % and the
            organization 20 %.
          </p>
        ),
      },
      {
        question: "Why is my price refused?",
        answer: (
          <p>
            A price is either none at all or at least the reviewer’s pay for one submission; the message names the
            amount.
          </p>
        ),
      },
    ],
  },
  {
    title: "Reviewers",
    questions: [
      {
        question: "Whom can I choose?",
        answer: (
          <p>
            Reviewers accepted in your organization whose category fits. Those with most of the skills you asked for
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
      ? [learner, "Answers about applying, handing in work and certificates."]
      : role === "reviewer"
        ? [reviewer, "Answers about reviewing and pay."]
        : [author, "Answers about writing credentials and having them reviewed."];
  return <Questions description={description} subjects={[...subjects, accountQuestions]} />;
}
