import { element } from "../ui/element.ts";

/** Puts a text onto the clipboard. Answers false where the browser does not allow it. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}

/** What LinkedIn's form is filled in with. */
export interface LinkedInTexts {
  readonly title: string;
  readonly issuer_name: string;
  readonly earned_on: string;
  readonly earned_in?: string | undefined;
  /** When it ends; absent where it holds for good. */
  readonly valid_until?: string | undefined;
  /** Names the credential among others of its kind; LinkedIn shows it. */
  readonly certificate_id?: string | undefined;
}

/** LinkedIn's form for a new certificate on one's profile, filled in. */
export function linkedInAddress(
  { title, issuer_name, earned_on, earned_in, valid_until, certificate_id }: LinkedInTexts,
  certUrl: string,
) {
  const format = new Intl.DateTimeFormat("en-US", { month: "numeric", year: "numeric", timeZone: earned_in });
  const monthOf = (moment: string) => format.format(new Date(moment)).split("/");
  const [month, year] = monthOf(earned_on);
  const [endMonth, endYear] = valid_until === undefined ? [] : monthOf(valid_until);
  return `https://www.linkedin.com/profile/add?${new URLSearchParams({
    startTask: "CERTIFICATION_NAME",
    name: title,
    organizationName: issuer_name,
    issueYear: year!,
    issueMonth: month!,
    ...(endMonth && endYear && { expirationYear: endYear, expirationMonth: endMonth }),
    certUrl,
    ...(certificate_id !== undefined && { certId: certificate_id }),
  })}`;
}

/** What is shared of a certificate: its page, and how it is called. */
interface Shared {
  readonly address: string;
  readonly title: string;
}

/** Markup for a website or a portfolio: the certificate's picture, which leads to its page. */
export function embedOf({ address, title, issuer_name }: Shared & { readonly issuer_name: string }): string {
  const picture = { src: `${address}.png`, alt: `${title} – ${issuer_name}`, width: "600", height: "315" };
  return element("a", { href: address }, element("img", picture)).outerHTML;
}

/** A mail with the certificate's link, to be addressed and sent by its owner. */
export const mailOf = ({ address, title }: Shared): string =>
  `mailto:?subject=${encodeURIComponent(`My certificate: ${title}`)}&body=${encodeURIComponent(
    `You can see and verify my certificate here:\n${address}\n`,
  )}`;
