import { createHash } from "node:crypto";
import { Problem } from "../../shared/http/problems.ts";
import type { Certificate } from "../../shared/submission/submission.ts";
import { keys } from "../data/keys.ts";
import { create, type Step } from "../data/table.ts";

/** What a certificate says, without the proof that it still says so. */
export type CertificateText = Omit<Certificate, "checksum">;

/** SHA-256 (hex) over everything a certificate says, in a fixed order. */
export function checksumOf(text: CertificateText): string {
  const { organization_id, cred_id, revision, user_id, application_id, first_name, last_name } = text;
  const { title, issuer_name, earned_on, verified_on } = text;
  const said = [organization_id, cred_id, revision, user_id, application_id, first_name, last_name];
  const earned = [title, issuer_name, earned_on, verified_on];
  return createHash("sha256")
    .update(JSON.stringify([...said, ...earned]))
    .digest("hex");
}

/** The step that issues a certificate: one per organization, credential and learner, never written again. */
export const issueCertificate = (text: CertificateText): Step =>
  create(
    keys.certificate(text.organization_id, text.cred_id, text.user_id),
    { ...text, checksum: checksumOf(text) },
    { otherwise: new Problem("state.changed") },
  );
