import * as z from "zod";

/**
 * What becomes of a certificate whose learner deletes their account: it stays as it is; nobody sees it any more; nobody
 * sees it any more, and whoever has a copy is told that it was revoked at the learner’s request.
 */
export const CertificateDecision = z.enum(["public", "private", "revoked"]);
export type CertificateDecision = z.infer<typeof CertificateDecision>;
