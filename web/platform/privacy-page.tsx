import { brand } from "../../shared/platform/brand.ts";
import { type LegalSection, LegalText } from "./legal-text.tsx";

const { product, company, supportEmail } = brand;

const sections: readonly LegalSection[] = [
  {
    title: "What we collect",
    paragraphs: [
      "We collect the name, email, photo, and phone number you give us, your organizations and roles, the credentials you create or apply for, the work you submit, the reviews you write or receive, how long you work on a review, and your payments.",
      "Reviewers also give us their education, licenses, and bank details. We encrypt bank details and only show the last four digits. Card numbers go straight to the payment provider and never reach us.",
    ],
  },
  {
    title: "How we use it",
    paragraphs: [
      `We use your data to run ${product}. We sign you in, show your work to its reviewers, issue and verify credentials, pay reviewers, send emails, and keep the service safe. We don’t sell your data or show ads.`,
    ],
  },
  {
    title: "Who sees it",
    paragraphs: [
      "Your organization’s admins see its members and their activity. After accepting a job, a reviewer sees your first name, last initial, and work. Anyone with the link can see your certificate page until you hide it, and any work you publish with it until the end date you choose. We count how often published work is opened, but not by whom.",
      "If your organization connects a badge service, we send your earned badges there with your email. Payment providers and our hosting provider process data on our behalf.",
    ],
  },
  {
    title: "On your device",
    paragraphs: [
      "We store your session, your theme and table preferences, and which certificates are yours in your browser, plus one cookie that keeps you signed in and one that recognizes this device, so that other people can’t lock you out here. We don’t track you.",
    ],
  },
  {
    title: "Retention and your rights",
    paragraphs: [
      "We keep your data while you have an account, and payment records as long as the law requires. You can view and correct your data in your profile and delete your account in Sign-in and security. Credentials you’ve earned can be verified for as long as their issuer keeps them.",
      "When you delete your account, you choose whether each certificate stays public, becomes private, or is revoked. Private and revoked certificates are erased with your name within a day. We keep an entry without your name in the issuer’s status list, so anyone with a copy can check whether it’s still valid, and a record of its number, so it’s never reused. Locked backups keep erased data for up to 35 days.",
      `For a copy of your data or any questions, email ${company} at ${supportEmail}.`,
    ],
  },
];

/** What is kept about people, what for, and who sees it. */
export function Page() {
  return <LegalText title="Privacy Policy" sections={sections} />;
}
