import type { CertificatePage } from "../../shared/submission/calls.ts";

/** Puts a text onto the clipboard. Answers false where the browser does not allow it. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}

/** LinkedIn's form for a new certificate on one's profile, filled in. */
export function linkedInAddress({ credential, issuer_name }: CertificatePage, certUrl: string): string {
  const earned = new Date(credential.created_on);
  return `https://www.linkedin.com/profile/add?${new URLSearchParams({
    startTask: "CERTIFICATION_NAME",
    name: credential.title,
    organizationName: issuer_name,
    issueYear: String(earned.getFullYear()),
    issueMonth: String(earned.getMonth() + 1),
    certUrl,
  })}`;
}
