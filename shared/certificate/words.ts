import type { CertificateFilter, CertificateStatus } from "./certificate.ts";
import type { RevocationCode } from "./status-list.ts";

/** Where a certificate stands, in words. */
export const statusWords: Readonly<Record<CertificateStatus, string>> = {
  awaitingSignature: "Being signed",
  active: "Active",
  expired: "Expired",
  revoked: "Revoked",
  replaced: "Replaced",
};

/** Which certificates a list has, in words. */
export const filterWords: Readonly<Record<CertificateFilter, string>> = {
  all: "All certificates",
  ...statusWords,
  nameAsked: "Name to correct",
};

/** What introduces a credential's description, which its author wrote to applicants. */
export const descriptionLabel = "What this credential asks of learners";

/** Why a certificate is no longer good, in words. */
export const reasonWords: Readonly<Record<RevocationCode, string>> = {
  "issued-in-error": "Issued in error",
  "holder's-wish": "At the learner’s request",
  "rules-broken": "Earned in violation of the rules",
  replaced: "Replaced with a corrected certificate",
};
