import { brand } from "../../shared/platform/brand.ts";
import { type LegalSection, LegalText } from "./legal-text.tsx";

const { product, company, supportEmail } = brand;

const sections: readonly LegalSection[] = [
  {
    title: "1. Acceptance",
    paragraphs: [
      `These terms are an agreement between you and ${company} (“we”) about your use of ${product}. By creating an account or using ${product} in any other way, you accept them. If you’re acting for an organization, you accept them on its behalf and confirm that you’re authorized to.`,
      "If you don’t agree, don’t use the service. We’ll email you at least 30 days before any change to these terms that affects you. If you keep using the service after that, you accept the change.",
    ],
  },
  {
    title: "2. Grant of rights",
    paragraphs: [
      `We grant you a personal right to use ${product} to offer credentials, earn them, and review submitted work. You can’t transfer this right. It ends when your account or your organization’s account ends.`,
      "You may not copy, sell, or lend the service, circumvent its protections, collect data from it by automated means other than our documented interfaces, or use it to build a competing service.",
    ],
  },
  {
    title: "3. Registration",
    paragraphs: [
      "You sign up by invitation or, where an organization allows it, on your own. Keep your information accurate and up to date. Your account is for you alone. Keep your password secret, and tell us right away if someone else may know it.",
      "You must be at least 16 years old, or older if the law where you live requires it for agreements like this one. Organizations assign their members’ roles and may end a membership. You keep your account and the credentials you’ve earned.",
    ],
  },
  {
    title: "4. Issuing and receiving credentials",
    paragraphs: [
      "An organization that issues a credential is responsible for what it promises, how work is reviewed, and what it costs. It must use clear and honest criteria and may not issue a credential for skills that haven’t been demonstrated.",
      "If you apply for a credential, submit your own work. If you submit other people’s work without disclosing it, or against the issuer’s rules, the issuer may reject your submission or revoke a credential already issued.",
      "Prices are in US dollars. All sales are final. The organization that made the sale issues any refund as product credit and gives a reason. Product credit applies to your next purchase in any organization. It can’t be paid out and doesn’t expire. Extra payments for the same purchase also become product credit. Reviewers are paid for their time at the rate shown before they accept a job.",
      "An organization may have some submissions reviewed by more than one reviewer. Reviewers aren’t told which, and don’t see each other’s marks. Each is paid for the sections they decide, whatever the others decide. An organization may let learners appeal a rejection once. A reviewer who hasn’t seen the work decides the appeal and is paid the same way. An organization may ask its reviewers to pass an unpaid practice before they accept jobs. About every twentieth job after that may be sample work whose right marks are known. Reviewers aren’t told which, and are paid for it like any other job. While a reviewer grades, the page measures their active time, and they can pause it. The organization sees it as a share of the estimate.",
      "Anyone with the link can see a certificate page. It shows the issuer, your full name, the title, the date, the description, and when the work was verified. You can hide it at any time.",
    ],
  },
  {
    title: "5. Verified accounts",
    paragraphs: [
      `Organizations vet the reviewers who apply to them based on the education, licenses, and certificates they provide. “Verified” means that the organization approved the reviewer. It isn’t our endorsement.`,
      "Documents you send for verification must be genuine and your own. We and the organization may ask for more proof and may withdraw verification for good reason.",
    ],
  },
  {
    title: "6. Responsibility for content",
    paragraphs: [
      "You’re responsible for what you upload, write, or link to. It may not be unlawful, harm others, invade their privacy, violate their rights, or contain malware. Reviewers must keep submitted work confidential and use it only for review.",
      "We don’t review content before it’s published. When we learn of content that breaks the law or these terms, we remove it. We may suspend accounts that do this repeatedly.",
    ],
  },
  {
    title: "7. Rights to content and service",
    paragraphs: [
      "You own what you create. You allow us to store, copy, and show it as needed to run the service. We show submitted work to its reviewer and organization, and published credentials and certificates to the public.",
      `The service, including its design, name, and software, belongs to us or our licensors. We provide it as is. We’re liable only for damage we cause intentionally or through gross negligence, or where the law doesn’t allow us to limit liability. For questions about these terms, email ${supportEmail}.`,
    ],
  },
];

/** The terms of service in their seven sections. */
export function Page() {
  return <LegalText title="Terms of Service" sections={sections} />;
}
