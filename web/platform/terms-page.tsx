import { brand } from "../../shared/platform/brand.ts";
import { type LegalSection, LegalText } from "./legal-text.tsx";

const { product, company, supportEmail } = brand;

const sections: readonly LegalSection[] = [
  {
    title: "1. Acceptance",
    paragraphs: [
      `These terms are an agreement between you and ${company} ("we") about the use of ${product}. By making an account, or by using ${product} in any other way, you accept them. If you act for an organization, you accept them for that organization and confirm that you may.`,
      "If you do not agree, do not use the service. When we change these terms in a way that matters to you, we tell you by email at least 30 days before; whoever goes on using the service afterwards accepts the change.",
    ],
  },
  {
    title: "2. Grant of rights",
    paragraphs: [
      `We give you a personal right to use ${product} for the purposes it is made for: to offer credentials, to earn them, and to review submitted work. The right cannot be passed on, and it ends with your account or your organization's.`,
      "You may not copy, sell or lend the service, look for ways around its protections, read it out with automatic means beyond the interfaces we document, or use it to build a competing service.",
    ],
  },
  {
    title: "3. Registration",
    paragraphs: [
      "You sign up by an invitation or, where an organization allows it, by yourself. What you tell us must be true and kept up to date, and the account is yours alone. Keep your password to yourself and tell us at once when somebody else may know it.",
      "You must be at least 16 years old, or as old as the law where you live asks for such agreements. Organizations decide about the roles of their members and may end a membership; your account and the credentials you have earned stay yours.",
    ],
  },
  {
    title: "4. Issuing and receiving credentials",
    paragraphs: [
      "An organization that issues a credential is responsible for it: for what it promises, how work is judged, and what it costs. It must keep open and honest criteria and may not issue credentials for what has not been shown.",
      "Whoever applies for a credential submits their own work. Work of others, undisclosed or against the issuer's rules, may lead to refusal, and to withdrawal of a credential already issued.",
      "Prices are in US dollars. All sales are final; refunds are issued as product credit, with a reason, by the organization that sold. Product credit is spent first with the next purchase in whatever organization; it is not paid out and does not expire. A second payment for one purchase becomes product credit too. Reviewers are paid for their time at the rate shown before they accept a job.",
      "A certificate page is public for everyone who has its address. It shows the issuer, your full name, the title, the date, the description and when the work was verified. You may hide it at any time.",
    ],
  },
  {
    title: "5. Verified accounts",
    paragraphs: [
      `Reviewers are checked by the organization they apply to, on the ground of the education, licenses and certificates they show. "Verified" means that this organization has accepted them; it is no judgement of ours about a person.`,
      "Documents sent for verification must be genuine and your own. We and the organization may ask for further proof and may take verification back when there is reason to.",
    ],
  },
  {
    title: "6. Responsibility for content",
    paragraphs: [
      "You are responsible for what you upload, write or link to. It may not be unlawful, harm others, invade their privacy, break their rights, or contain harmful programs. Reviewers keep what they read confidential and use it only to review.",
      "We do not check content before it is published. We remove what breaks the law or these terms when we learn of it, and may suspend accounts that do so repeatedly.",
    ],
  },
  {
    title: "7. Rights to content and service",
    paragraphs: [
      "What you make stays yours. You allow us to store, copy and show it as far as running the service needs: submitted work to the reviewer and the organization concerned, published credentials and certificates to the public.",
      `The service itself, its design, its name and its programs are ours or our licensors'. The service comes as it is; we answer for damage only where we caused it on purpose or by gross negligence, or where the law does not allow otherwise. Questions about these terms reach us at ${supportEmail}.`,
    ],
  },
];

/** The terms of service in their seven sections. */
export function Page() {
  return <LegalText title="Terms of Service" sections={sections} />;
}
