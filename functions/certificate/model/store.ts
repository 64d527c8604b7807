import { certificatePath } from "../../../shared/certificate/addresses.ts";
import type { CertificateRow, OwnCertificate } from "../../../shared/certificate/calls.ts";
import { Certificate } from "../../../shared/certificate/certificate.ts";
import { Problem } from "../../../shared/http/problem.ts";
import { certificateKeys } from "../../data/keys/certificate.ts";
import { organizationKeys } from "../../data/keys/organization.ts";
import { batchGet, get } from "../../data/table.ts";
import { signatureOf } from "./signature.ts";

/** A certificate of the organization, as its admins reach it; not found otherwise. An erased one is there for nobody. */
export async function readIn(organization_id: string, certificate_id: string): Promise<Certificate> {
  const certificate = await get(Certificate, certificateKeys.certificate(certificate_id));
  if (certificate?.organization_id !== organization_id || certificate.visibility === "erased")
    throw new Problem("resource.not-found");
  return certificate;
}

/** A certificate of the person; not found otherwise. */
export async function readOwn(user_id: string, certificate_id: string): Promise<Certificate> {
  const certificate = await get(Certificate, certificateKeys.certificate(certificate_id));
  if (certificate?.user_id !== user_id || certificate.visibility === "erased") throw new Problem("resource.not-found");
  return certificate;
}

/** Whether a certificate's learner has deleted their account. */
export async function hasLeft({ user_id }: Certificate): Promise<boolean> {
  const [person] = await batchGet([organizationKeys.user(user_id)]);
  return person === undefined || person.status === "deleted";
}

/** A certificate as it stands in lists. */
export const rowOf = ({ correction, ...certificate }: Certificate): CertificateRow => ({
  ...certificate,
  address: certificatePath(certificate.certificate_id),
  ...(correction?.status === "waiting" && { correction }),
});

/** A certificate as its learner sees it. */
export function ownOf(certificate: Certificate): OwnCertificate {
  const { signed, ...said } = certificate;
  const address = certificatePath(certificate.certificate_id);
  const signature = signatureOf(certificate);
  const with_email = said.hashed_email !== undefined;
  return { ...said, address, signature, with_email, ...(signed && { signed_on: signed.on }) };
}
