import { Link } from "react-router";
import { brand } from "../../shared/platform/brand.ts";
import * as paths from "../../shared/platform/paths.ts";
import type { Subject } from "./questions.tsx";

/** What everybody asks, whatever the role. */
export const accountQuestions: Subject = {
  title: "Your account",
  questions: [
    {
      question: "How do I change my name, photo, or phone number?",
      answer: (
        <p>
          Open your account menu at the top right, choose <Link to={paths.profile}>Profile</Link> , then Edit. Photos
          must be JPG or PNG files under 2 MB.
        </p>
      ),
    },
    {
      question: "How do I change my password?",
      answer: (
        <p>
          Go to <Link to={paths.security}>Sign-in and security</Link>. Passwords need at least 8 characters. If you
          forgot yours, sign out and choose “Forgot password?” on the sign-in page. The link we email you expires in 10
          minutes.
        </p>
      ),
    },
    {
      question: "How do I protect my account with a second step?",
      answer: (
        <p>
          Go to <Link to={paths.security}>Sign-in and security</Link> and turn on two-step sign-in. You need an
          authenticator app on your phone. Save your recovery codes. Each signs you in once when you don’t have your
          phone.
        </p>
      ),
    },
    {
      question: "What if I lose my phone and my recovery codes?",
      answer: (
        <p>
          Ask an admin of your organization. They can have two-step sign-in turned off in 24 hours, and we email you
          when they do. If you belong to more than one organization, email {brand.supportEmail}.
        </p>
      ),
    },
    {
      question: "Why am I asked to confirm that it’s me?",
      answer: (
        <p>
          We ask before anything serious, such as new bank details, a new admin or a revoked certificate, when you last
          confirmed more than ten minutes ago. Enter your password. With two-step sign-in, enter a code instead, even on
          a remembered device.
        </p>
      ),
    },
    {
      question: "How do I switch between organizations?",
      answer: (
        <p>
          Choose the organization’s name in the top bar. Everything you see belongs to the organization shown there.
        </p>
      ),
    },
    {
      question: "How do I change the theme or use dark mode?",
      answer: (
        <p>
          Use the theme menu in the top bar. Choose from eight themes, including high contrast, each in light and dark.
          We remember your choice on this device.
        </p>
      ),
    },
    {
      question: "Where do I find my notifications?",
      answer: (
        <p>
          The bell shows how many are unread. <Link to={paths.notifications}>Notifications</Link> lists them all. Open
          one to go to its page.
        </p>
      ),
    },
  ],
};
