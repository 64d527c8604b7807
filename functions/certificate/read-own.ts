import { certificatePath } from "../../shared/certificate/addresses.ts";
import { Certificate } from "../../shared/certificate/certificate.ts";
import { readOwn } from "../../shared/certificate/own-calls.ts";
import { hasEnded } from "../../shared/certificate/validity.ts";
import { Problem } from "../../shared/http/problem.ts";
import { Applied } from "../../shared/submission/submission.ts";
import { implement } from "../chain/implement.ts";
import { readRevision } from "../credential/model/revision.ts";
import { now } from "../data/ids.ts";
import { certificateKeys } from "../data/keys/certificate.ts";
import { organizationKeys } from "../data/keys/organization.ts";
import { submissionKeys } from "../data/keys/submission.ts";
import { batchGet } from "../data/table.ts";
import { OrganizationRecord } from "../organization/model/record.ts";
import { signatureOf } from "./model/signature.ts";

/** Public: everything that is not to be seen, whatever the reason, is the same not-found. */
export const handler = implement(readOwn, async ({ org_id, user_id, cred_id }) => {
  const [pointer, issuer] = await batchGet([
    submissionKeys.applied(user_id, cred_id),
    organizationKeys.organization(org_id),
  ]);
  const { certificate_id = "", revision = 0 } = pointer ? Applied.parse(pointer) : {};
  const [[item], pointed] = await Promise.all([
    batchGet([certificateKeys.certificate(certificate_id)]),
    readRevision(cred_id, revision),
  ]);
  const certificate = item && Certificate.parse(item);
  if (certificate?.organization_id !== org_id || certificate.visibility !== "shown")
    throw new Problem("resource.not-found");
  // one that was revoked stays shown while its learner works on another application, of another revision perhaps
  const earned = certificate.revision === revision ? pointed : await readRevision(cred_id, certificate.revision);
  const { first_name, last_name, title, earned_on, earned_in, valid_until, issuer_name, signed, status } = certificate;
  const { logo, colour } = issuer ? OrganizationRecord.parse(issuer) : {};
  const badge = earned?.badge;
  return {
    data: {
      first_name,
      last_name,
      credential: { org_id, title, created_on: earned_on, description: earned?.details.description ?? "" },
      issuer_name,
      ...(earned_in && { earned_in }),
      ...(valid_until && { valid_until }),
      ...(hasEnded(certificate, now()) && { expired: true }),
      ...(logo && { logo }),
      ...(colour && { colour }),
      ...(badge && { badge }),
      verified_on: earned_on,
      verified: status !== "revoked",
      signature: signatureOf(certificate),
      ...(signed && { address: certificatePath(certificate_id) }),
    },
  };
});
