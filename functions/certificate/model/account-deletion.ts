import { Certificate } from "../../../shared/certificate/certificate.ts";
import type { CertificateDecision } from "../../../shared/certificate/decision.ts";
import { Application } from "../../../shared/submission/submission.ts";
import { certificateKeys } from "../../data/keys/certificate.ts";
import { organizationKeys } from "../../data/keys/organization.ts";
import { submissionKeys, submissionViews } from "../../data/keys/submission.ts";
import { eachListed } from "../../data/list.ts";
import { retryWhenRaced } from "../../data/retry-when-raced.ts";
import { get, transact } from "../../data/table.ts";
import { amend } from "../../data/transition.ts";
import { Erasure } from "../../user/model/record.ts";
import { endCorrection } from "./correction.ts";
import { certificateEntity } from "./entity.ts";
import { eraseCertificate } from "./erasing.ts";
import { revokeSteps } from "./revoking.ts";

/**
 * Does with the certificates of somebody who deleted their account as they decided: shared/certificate/README.md,
 * "Deleting an account". Does nothing that is done already.
 */
export async function settleCertificates(user_id: string): Promise<void> {
  const erasure = await get(Erasure, organizationKeys.erasure(user_id));
  if (erasure === undefined) return;
  await eachListed(submissionViews.submissions(user_id, "Completed"), async (item) => {
    const { application_id } = Application.parse(item);
    await retryWhenRaced(() => settle(application_id, erasure.certificates[application_id]));
  });
}

/** Undecided it stays as it is for others: public, or hidden and so private. */
async function settle(application_id: string, decision: CertificateDecision | undefined): Promise<void> {
  const application = await get(Application, submissionKeys.application(application_id));
  if (application === undefined) return;
  const { certificate_id = "", user_id } = application;
  const certificate = await get(Certificate, certificateKeys.certificate(certificate_id));
  if (certificate === undefined) return;
  const wanted = decision ?? (certificate.visibility === "hidden" ? "private" : "public");
  for (let former = certificate.replaces; former !== undefined; ) {
    const each = await get(Certificate, certificateKeys.certificate(former));
    if (each) await eraseCertificate(each, user_id);
    former = each?.replaces;
  }
  if (wanted === "public") return endWishes(certificate, user_id);
  const isOver = certificate.status === "revoked" || certificate.status === "replaced";
  if (wanted === "revoked" && !isOver) {
    const { steps, after } = revokeSteps(certificate, { code: "holder's-wish", actor_id: user_id });
    await transact(steps);
    return eraseCertificate(after, user_id);
  }
  await eraseCertificate(certificate, user_id);
}

/** Work that is erased is published no more, which its page says then; a request for a corrected name goes with its words. */
async function endWishes(certificate: Certificate, actor_id: string): Promise<void> {
  const { published_evidence, correction } = certificate;
  if (published_evidence === undefined && correction === undefined) return;
  const events = published_evidence ? [{ type: "certificate.evidence-ended" as const, actor_id }] : [];
  const set = { published_evidence: undefined, correction: undefined };
  const ended = endCorrection(certificate, { event: "end", actor_id });
  await transact([...amend(certificateEntity, { before: certificate, set, events }).steps, ...ended.steps]);
}
