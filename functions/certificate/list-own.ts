import { certificatePath } from "../../shared/certificate/addresses.ts";
import { Certificate } from "../../shared/certificate/certificate.ts";
import { listOwn } from "../../shared/certificate/own-calls.ts";
import { Application } from "../../shared/submission/submission.ts";
import { implement } from "../chain/implement.ts";
import { certificateKeys } from "../data/keys/certificate.ts";
import { submissionViews } from "../data/keys/submission.ts";
import { listPage } from "../data/list.ts";
import { batchGet } from "../data/table.ts";
import { signatureOf } from "./model/signature.ts";

/** What one earned: the completed applications, with the address of each certificate that is signed. */
export const handler = implement(listOwn, async ({ offset, limit, cursor }, { actor }) => {
  const view = submissionViews.submissions(actor.user_id, "Completed");
  const page = await listPage({ view, offset, limit, cursor });
  const applications = page.items.map((item) => Application.parse(item));
  const ids = applications.flatMap(({ certificate_id }) => (certificate_id ? [certificate_id] : []));
  const issued = (await batchGet(ids.map(certificateKeys.certificate))).flatMap((item) =>
    item ? [Certificate.parse(item)] : [],
  );
  const known = new Map(issued.map((each) => [each.certificate_id, each]));
  const credentials = applications.map((application) => {
    const certificate = application.certificate_id ? known.get(application.certificate_id) : undefined;
    const { application_id, cred_id, organization_id, user_id, title, issuer_name, badge, certificate_id } =
      application;
    return {
      application_id,
      cred_id,
      credential_id: cred_id,
      organization_id,
      user_id,
      title,
      issuer_name,
      ...(badge && { badge }),
      earned_on: application.completed_on ?? application.updated_on,
      earned_in: application.completed_in,
      ...(certificate_id && { certificate_id }),
      ...(certificate && { certificate_status: certificate.status }),
      ...(certificate?.valid_until && { valid_until: certificate.valid_until }),
      signature: signatureOf(certificate),
      ...(certificate?.signed && { address: certificatePath(certificate.certificate_id) }),
      certificate_hidden: certificate !== undefined && certificate.visibility !== "shown",
    };
  });
  return { data: { credentials, total: page.total, cursor: page.cursor } };
});
