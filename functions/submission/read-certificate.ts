import { Problem } from "../../shared/http/problem.ts";
import { readCertificate } from "../../shared/submission/calls.ts";
import { Applied, Certificate } from "../../shared/submission/submission.ts";
import { readRevision } from "../credential/revision.ts";
import { keys } from "../data/keys.ts";
import { batchGet } from "../data/table.ts";
import { implement } from "../runtime/implement.ts";
import { checksumOf } from "./certificate.ts";

/** Public: everything that is not to be seen, whatever the reason, is the same not-found. */
export const handler = implement(readCertificate, async ({ org_id, user_id, cred_id }) => {
  const [item, pointer] = await batchGet([keys.certificate(org_id, cred_id, user_id), keys.applied(user_id, cred_id)]);
  if (!item || !pointer || Applied.parse(pointer).certificate_hidden) throw new Problem("resource.not-found");
  const certificate = Certificate.parse(item);
  const revision = await readRevision(cred_id, certificate.revision);
  return {
    data: {
      first_name: certificate.first_name,
      last_name: certificate.last_name,
      credential: {
        org_id: certificate.organization_id,
        title: certificate.title,
        created_on: certificate.earned_on,
        description: revision?.details.description ?? "",
      },
      issuer_name: certificate.issuer_name,
      verified_on: certificate.verified_on,
      verified: checksumOf(certificate) === certificate.checksum,
    },
  };
});
