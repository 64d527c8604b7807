import { certificatePath } from "../../shared/certificate/addresses.ts";
import { IssuedCertificate } from "../../shared/certificate/certificate.ts";
import { readOwn } from "../../shared/certificate/own-calls.ts";
import { Problem } from "../../shared/http/problem.ts";
import { Applied, Certificate } from "../../shared/submission/submission.ts";
import { implement } from "../chain/implement.ts";
import { readRevision } from "../credential/model/revision.ts";
import { keys } from "../data/keys.ts";
import { batchGet, get } from "../data/table.ts";
import { OrganizationRecord } from "../organization/model/record.ts";
import { checksumOf } from "./model/certificate.ts";
import { signatureOf } from "./model/signature.ts";

/** Public: everything that is not to be seen, whatever the reason, is the same not-found. */
export const handler = implement(readOwn, async ({ org_id, user_id, cred_id }) => {
  const [of, pointer, issuer] = await batchGet([
    keys.certificate(org_id, cred_id, user_id),
    keys.applied(user_id, cred_id),
    keys.organization(org_id),
  ]);
  const applied = pointer && Applied.parse(pointer);
  if (!of || !applied || applied.certificate_hidden) throw new Problem("resource.not-found");
  const { application_id, certificate_id = "" } = applied;
  const [[issuedItem, later], pointed] = await Promise.all([
    batchGet([keys.issuedCertificate(certificate_id), keys.certificate(org_id, cred_id, user_id, application_id)]),
    readRevision(cred_id, applied.revision),
  ]);
  const issued = issuedItem && IssuedCertificate.parse(issuedItem);
  const first = Certificate.parse(of);
  const wanted = issued ?? first;
  // one that was revoked stays shown while its learner works on another application, to which the pointer leads then
  const [certificate, revision] = await Promise.all([
    wanted.application_id === first.application_id
      ? first
      : wanted.application_id === application_id
        ? later && Certificate.parse(later)
        : get(Certificate, keys.certificate(org_id, cred_id, user_id, wanted.application_id)),
    wanted.revision === applied.revision ? pointed : readRevision(cred_id, wanted.revision),
  ]);
  if (!certificate || issued?.visibility === "erased") throw new Problem("resource.not-found");
  const { logo, colour } = issuer ? OrganizationRecord.parse(issuer) : {};
  const badge = revision?.badge;
  return {
    data: {
      // one that was replaced says the corrected name
      first_name: issued ? issued.first_name : certificate.first_name,
      last_name: issued ? issued.last_name : certificate.last_name,
      credential: {
        org_id: certificate.organization_id,
        title: certificate.title,
        created_on: certificate.earned_on,
        description: revision?.details.description ?? "",
      },
      issuer_name: certificate.issuer_name,
      ...(logo && { logo }),
      ...(colour && { colour }),
      ...(badge && { badge }),
      verified_on: certificate.verified_on,
      verified: checksumOf(certificate) === certificate.checksum && issued?.status !== "revoked",
      signature: signatureOf(issued),
      ...(issued?.signed && { address: certificatePath(issued.certificate_id) }),
    },
  };
});
