import { certificatePath } from "../../shared/certificate/addresses.ts";
import { Certificate } from "../../shared/certificate/certificate.ts";
import { listOwn } from "../../shared/certificate/own-calls.ts";
import { isRenewable } from "../../shared/certificate/validity.ts";
import { Application, Applied } from "../../shared/submission/submission.ts";
import { implement } from "../chain/implement.ts";
import { now } from "../data/ids.ts";
import { certificateKeys } from "../data/keys/certificate.ts";
import { submissionKeys, submissionViews } from "../data/keys/submission.ts";
import { listPage } from "../data/list.ts";
import { batchGet } from "../data/table.ts";
import { signatureOf } from "./model/signature.ts";

/** What one earned: the completed applications, with the address of each certificate that is signed. */
export const handler = implement(listOwn, async ({ offset, limit, cursor }, { actor }) => {
  const view = submissionViews.submissions(actor.user_id, "Completed");
  const page = await listPage({ view, offset, limit, cursor });
  const applications = page.items.map((item) => Application.parse(item));
  const ids = applications.flatMap(({ certificate_id }) => (certificate_id ? [certificate_id] : []));
  const found = await batchGet([
    ...ids.map(certificateKeys.certificate),
    ...applications.map(({ cred_id }) => submissionKeys.applied(actor.user_id, cred_id)),
  ]);
  const issued = found.slice(0, ids.length).flatMap((item) => (item ? [Certificate.parse(item)] : []));
  const pointers = found.slice(ids.length).flatMap((item) => (item ? [Applied.parse(item)] : []));
  const last = new Map(pointers.map((pointer) => [pointer.certificate_id, pointer.application_id]));
  const at = now();
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
      ...(certificate && last.get(certificate.certificate_id) === application_id && isRenewable(certificate, at)
        ? { renewable: true }
        : {}),
      ...(certificate?.correction?.status === "waiting" && { name_asked_on: certificate.correction.asked_on }),
      signature: signatureOf(certificate),
      ...(certificate?.signed && { address: certificatePath(certificate.certificate_id) }),
      certificate_hidden: certificate !== undefined && certificate.visibility !== "shown",
    };
  });
  return { data: { credentials, total: page.total, cursor: page.cursor } };
});
