import { Application } from "../../shared/submission/submission.ts";
import { settleCertificates } from "../certificate/model/account-deletion.ts";
import { publishChange, publishDueList } from "../certificate/model/due-lists.ts";
import { publishChangedIssuer } from "../certificate/model/issuer.ts";
import { publishCertificate } from "../certificate/model/publish.ts";
import { idIn, worker } from "../chain/event.ts";
import { submissionKeys } from "../data/keys/submission.ts";
import { get } from "../data/table.ts";

/**
 * Signs what an event concerns: a certificate that was earned, hidden, revoked, changed or erased, or a list that is due;
 * the certificates of somebody who is gone are taken leave of, and a changed organization says anew who it is.
 */
export const handler = worker("signatures", async (event) => {
  if (event.type === "status-list.due") return publishDueList(event.subject_id);
  if (event.type === "user.deleted") return settleCertificates(event.subject_id);
  if (event.type === "organization.changed") return publishChangedIssuer(event.organization_id);
  const certificate_id = idIn(event, "certificate_id") || (await certificateOf(event));
  if (certificate_id === undefined) return;
  const replacement_id = idIn(event, "replacement_id");
  if (replacement_id) await publishCertificate(replacement_id); // first, as the notice leads there
  if (event.type === "certificate.revoked" || event.type === "certificate.replaced")
    await publishChange(certificate_id);
  await publishCertificate(certificate_id);
});

/** The certificate of an event that speaks of an application; none for one of before certificates were signed. */
async function certificateOf(event: { readonly [field: string]: unknown }): Promise<string | undefined> {
  const { application_id } = event;
  if (typeof application_id !== "string") return undefined;
  return (await get(Application, submissionKeys.application(application_id)))?.certificate_id;
}
