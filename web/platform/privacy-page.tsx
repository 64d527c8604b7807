import { brand } from "../../shared/platform/brand.ts";
import { type LegalSection, LegalText } from "./legal-text.tsx";

const { product, company, supportEmail } = brand;

const sections: readonly LegalSection[] = [
  {
    title: "What we keep",
    paragraphs: [
      "Your name, email, picture and phone number as you give them to us; your organizations and roles; the credentials you make or apply for, the work you submit, and the reviews you write or receive; what you paid or were paid.",
      "Reviewers also give us education, licenses and bank details. Bank details are stored encrypted; pages show the last four digits only. Card numbers never reach us: they go straight to the payment provider.",
    ],
  },
  {
    title: "What it is for",
    paragraphs: [
      `We use it to run ${product}: to sign you in, to show your work to the people who judge it, to issue and verify credentials, to pay reviewers, to write the mails that belong to it, and to keep the service safe. We do not sell it and show no advertising.`,
    ],
  },
  {
    title: "Who sees it",
    paragraphs: [
      "Your organization's admins see the members and what they do in it. A reviewer sees your first name and the first letter of your last name, and your work, after accepting the job. Your certificate page is public for those who have its address, until you hide it; so is work of yours that you publish beside it, until the day you chose. We count how often that is opened, and nothing of who opened it.",
      "Where an organization connects a badge service, earned badges are sent there with your email. Payment providers and our hosting provider work on our behalf.",
    ],
  },
  {
    title: "On your device",
    paragraphs: [
      "We keep your session, your theme and your table preferences in this browser, and one cookie that keeps you signed in. There is no tracking.",
    ],
  },
  {
    title: "How long, and your rights",
    paragraphs: [
      "We keep your data while you have an account, and payment records as long as the law asks. You can see and correct your data on your profile, and delete your account under Security and passwords. Credentials you have earned can be verified for as long as their issuer keeps them.",
      "When you delete your account you decide for each certificate whether it stays public, becomes private or is revoked. A private or revoked one is erased with your name, within a day. What stays is an entry without your name in its issuer's status list, which says whether the certificate is still good to whoever has a copy, and a note of its number, so that it is never issued again. Locked backups still hold what was erased, for 35 days at most; then they end.",
      `For a copy of your data, or any question, write to ${company} at ${supportEmail}.`,
    ],
  },
];

/** What is kept about people, what for, and who sees it. */
export function Page() {
  return <LegalText title="Privacy Policy" sections={sections} />;
}
