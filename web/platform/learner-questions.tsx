import { Link } from "react-router";
import * as paths from "../../shared/platform/paths.ts";
import type { Subject } from "./questions.tsx";

/** What learners ask. */
export const learnerSubjects: readonly Subject[] = [
  {
    title: "Applying and paying",
    questions: [
      {
        question: "How do I earn a credential?",
        answer: (
          <ol>
            <li>
              Find one under <Link to={paths.home}>Browse credentials</Link> and read what you’ll do and how it’s
              reviewed.
            </li>
            <li>Choose Apply, then pay if it has a price.</li>
            <li>Complete your work section by section, then submit it.</li>
            <li>A reviewer in your field reviews it. Once every section is approved, your certificate is ready.</li>
          </ol>
        ),
      },
      {
        question: "Why can’t I apply?",
        answer: (
          <p>
            The reason is under the Apply button. You may have already applied for or earned the credential,
            applications may have ended, or it may be closed.
          </p>
        ),
      },
      {
        question: "How can I pay, and can I get a refund?",
        answer: (
          <p>
            You can pay by card or PayPal. All sales are final. Refunds are issued as product credit, which applies to
            your next purchase.
          </p>
        ),
      },
    ],
  },
  {
    title: "Your work",
    questions: [
      {
        question: "What can I submit?",
        answer: (
          <p>
            Each section tells you what to submit: text and links, files, or a choice. Remove students’ names from
            everything you upload.
          </p>
        ),
      },
      {
        question: "Can I stop and continue later?",
        answer: (
          <p>
            Yes. Save it as a draft and find it in <Link to={paths.mySubmissions}>My submissions</Link>.
          </p>
        ),
      },
      {
        question: "May I use AI tools?",
        answer: (
          <p>
            See AI tools at the top of the credential. If it asks you to declare them, say when you submit which tools
            you used, where, and what you changed. Your reviewer sees it next to your work.
          </p>
        ),
      },
      {
        question: "When do I get my results?",
        answer: (
          <p>
            You get all your results together, once your reviewer has decided every section. We’ll email you. If the
            credential has a decision date, My submissions shows it while you wait. If the decision is late, we’ll tell
            you. You don’t need to do anything.
          </p>
        ),
      },
      {
        question: "Is my work reviewed more than once?",
        answer: (
          <p>
            If the credential says Reviewed twice, a second reviewer may look at your work without seeing what the first
            one decided. If they disagree, a third one decides. If a decision doesn’t match its marks, the issuer
            decides and tells you why. You get one result, and your decision date includes the time for all of it.
          </p>
        ),
      },
      {
        question: "What if I think the decision is wrong?",
        answer: (
          <p>
            If the credential has appeals, open your submission within 14 days of the decision and choose Appeal. A
            reviewer who hasn’t seen your work makes a new decision on the sections you choose. It can’t make your
            result worse, and you can do it once. You can’t revise while your appeal is open. Some credentials charge a
            fee. You get it back as product credit if any of those sections is approved.
          </p>
        ),
      },
      {
        question: "What if a section needs revision?",
        answer: (
          <p>
            Read the reviewer’s feedback in My submissions, revise that section, and submit again. It goes back to the
            same reviewer. Approved sections stay approved.
          </p>
        ),
      },
      {
        question: "Who sees my name?",
        answer: (
          <p>
            No reviewer sees your name until one accepts your submission. That reviewer then sees your first name and
            last initial, never your email.
          </p>
        ),
      },
      {
        question: "Can my work help reviewers practice?",
        answer: (
          <p>
            Only if you share it. Once you’ve earned a credential, you’ll find Share for practice on its submission. The
            organization may then use your text, without your name. You can stop at any time on the same page. Deleting
            your account stops it, too.
          </p>
        ),
      },
    ],
  },
  {
    title: "Certificates",
    questions: [
      {
        question: "Where’s my certificate, and how do I share it?",
        answer: (
          <p>
            Go to <Link to={paths.myCredentials}>My credentials</Link>. You can print it, copy its link, or add it to
            your LinkedIn profile. Anyone with the link can see what you earned, who issued it, and when. You can hide
            it anytime.
          </p>
        ),
      },
      {
        question: "How can someone verify my certificate?",
        answer: (
          <p>
            They open its link, and their browser checks the signature. Or they drop your badge image on the{" "}
            <a href={paths.verify}>verification page</a>, or scan the code on a printout there. They don’t need an
            account. Other Open Badges verifiers work, too.
          </p>
        ),
      },
      {
        question: "What can I download?",
        answer: (
          <ul>
            <li>
              <b>Badge image</b>: an image that contains the credential. Send it as a file. Photo apps and social
              networks often strip what’s inside.
            </li>
            <li>
              <b>Credential (JSON)</b>: for wallets and other systems.
            </li>
            <li>
              <b>Verification package</b>: everything needed to verify the credential, even without Laurel. Keep it
              somewhere safe.
            </li>
          </ul>
        ),
      },
      {
        question: "Can I show my review results?",
        answer: (
          <p>
            Yes. Choose Certificate details in its menu and turn on the review results. Your certificate then lists the
            criteria you met and your points. The credential that can be downloaded also lists the ones you didn’t meet.
            You can turn them off again, but copies that were downloaded keep them.
          </p>
        ),
      },
      {
        question: "Can I show the work itself?",
        answer: (
          <p>
            Yes. Choose Publish evidence in the certificate’s menu, pick answers and files, and set a last day. Visitors
            can compare them with what was reviewed, and you see how often they were opened. Leave out students’ names
            and photos. You can stop sharing anytime, but you can’t take back what someone has downloaded.
          </p>
        ),
      },
      {
        question: "The name on my certificate is wrong. What can I do?",
        answer: (
          <p>
            Ask an admin of the organization that issued it. They can reissue it with the right name. It gets a new
            link, so share that one from then on.
          </p>
        ),
      },
      {
        question: "My certificate was revoked. What now?",
        answer: (
          <p>
            You’ll find the reason in your email and under Certificate details. Anyone who verifies the certificate sees
            that it was revoked, and when. You can earn the credential again: open it, choose Apply, and submit your
            work.
          </p>
        ),
      },
      {
        question: "What is SCECH?",
        answer: (
          <p>
            State Continuing Education Clock Hours. Some credentials offer them. To find those, use the “Offers SCECH”
            filter. Keep your name and PIC number up to date in your <Link to={paths.scechProfile}>SCECH profile</Link>{" "}
            so your hours can be reported.
          </p>
        ),
      },
    ],
  },
];
