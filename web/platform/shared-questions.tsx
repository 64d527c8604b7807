import { Link } from "react-router";
import * as paths from "../../shared/platform/paths.ts";
import type { Subject } from "./questions.tsx";

/** What everybody asks, whatever the role. */
export const accountQuestions: Subject = {
  title: "Your account",
  questions: [
    {
      question: "How do I change my name, picture or phone number?",
      answer: (
        <p>
          Open your picture at the top right, choose <Link to={paths.profile}>Profile</Link> and then Edit. A picture is
          a JPG or PNG under 2 MB.
        </p>
      ),
    },
    {
      question: "How do I change my password?",
      answer: (
        <p>
          Under <Link to={paths.security}>Security and passwords</Link>. A password has at least 8 characters. If you
          have forgotten it, sign out and choose “Forgot password?” on the sign-in page; the link in the mail works for
          10 minutes.
        </p>
      ),
    },
    {
      question: "I belong to more than one organization. How do I switch?",
      answer: (
        <p>Choose the organization by its name in the top bar. Everything you see belongs to the one named there.</p>
      ),
    },
    {
      question: "How do I change the colours, or use dark mode?",
      answer: (
        <p>
          With the look menu in the top bar. There are eight colour themes, one of them with high contrast, each in
          light and dark. Your choice is remembered on this device.
        </p>
      ),
    },
    {
      question: "What does a notification mean, and where do I find old ones?",
      answer: (
        <p>
          The bell counts what you have not read. <Link to={paths.notifications}>Notifications</Link> keeps them all;
          each one leads to what it is about.
        </p>
      ),
    },
  ],
};
