import type { Certificate } from "../../../shared/certificate/certificate.ts";
import { eraseObjects } from "../../clients/erased-objects.ts";
import { holdsObject, keepObject } from "../../clients/signed-objects.ts";
import { type Deadline, dueSoon, finish } from "../../data/deadlines.ts";
import { certificateKeys } from "../../data/keys/certificate.ts";
import { idOf } from "../../data/keys/key.ts";
import { remove } from "../../data/steps.ts";
import { transact } from "../../data/table.ts";
import { amend } from "../../data/transition.ts";
import { deletedName } from "../../user/model/pseudonym.ts";
import { endCorrection } from "./correction.ts";
import { certificateEntity } from "./entity.ts";
import { hiddenPath } from "./hidden-path.ts";

/**
 * What is left of an erased certificate beside the table: an object named by its id, or by the application that ended in
 * it, which is served from nowhere. A table that is restored to a moment before learns from it what must not come back.
 */
const tombstonePath = (id: string): string => `/erased/${id}`;

/** Whether a certificate, or the one that an application ended in, was erased, whatever the table says. */
export const hasTombstone = (id: string): Promise<boolean> => holdsObject(tombstonePath(id));

const keepTombstone = (id: string): Promise<void> =>
  keepObject(tombstonePath(id), JSON.stringify({ id }), { type: "application/json", seconds: 0 });

/**
 * Erases a certificate for good: at once it is there for nobody, and a minute later every version of what was served of it
 * goes, when whoever was signing it has ended. Ids stay, and its entry of the status list. Done again it changes nothing
 * more.
 */
export async function eraseCertificate(certificate: Certificate, actor_id: string): Promise<void> {
  const { certificate_id, application_id, visibility, status } = certificate;
  if (visibility === "erased") return;
  await keepTombstone(certificate_id);
  if (status !== "replaced") await keepTombstone(application_id);
  await transact([
    ...amend(certificateEntity, {
      before: certificate,
      set: {
        ...deletedName,
        visibility: "erased",
        revoked_because: undefined,
        hashed_email: undefined,
        published_evidence: undefined,
        correction: undefined,
      },
      events: [{ type: "certificate.erased", actor_id }],
    }).steps,
    ...endCorrection(certificate, { event: "end", actor_id }).steps,
    remove(certificateKeys.certificateContent(certificate_id)),
    remove(certificateKeys.evidenceOpenings(certificate_id)),
    dueSoon("certificate-erasure", certificateKeys.certificate(certificate_id)),
  ]);
}

/** Erases what was served of an erased certificate, every version of it. */
export async function eraseServed(deadline: Deadline): Promise<void> {
  const certificate_id = idOf(deadline.reference.pk);
  for (const path of [`/c/${certificate_id}`, hiddenPath(`/c/${certificate_id}`)])
    await eraseObjects("signed", path.slice(1));
  await transact([finish(deadline)]);
}
