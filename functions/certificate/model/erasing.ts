import type { IssuedCertificate } from "../../../shared/certificate/certificate.ts";
import { Application, Applied, Certificate } from "../../../shared/submission/submission.ts";
import { eraseObjects, holdsObject, keepObject } from "../../clients/signed-objects.ts";
import { audit } from "../../data/audit.ts";
import { type Deadline, dueSoon, finish } from "../../data/deadlines.ts";
import { idOf, keys } from "../../data/keys.ts";
import { batchGet, change, type Item, put, remove, type Step, transact } from "../../data/table.ts";
import { amend } from "../../data/transition.ts";
import { deletedName } from "../../user/model/pseudonym.ts";
import { checksumOf } from "./certificate.ts";
import { issuedCertificateEntity } from "./entity.ts";
import { withheldPath } from "./withheld.ts";

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
export async function eraseCertificate(certificate: IssuedCertificate, actor_id: string): Promise<void> {
  const { certificate_id, application_id, visibility } = certificate;
  if (visibility === "erased") return;
  const [found] = await batchGet([keys.application(application_id)]);
  const application = found && Application.parse(found);
  const isLast = application?.certificate_id === certificate_id;
  await keepTombstone(certificate_id);
  if (isLast) await keepTombstone(application_id);
  await transact([
    ...amend(issuedCertificateEntity, {
      before: certificate,
      set: {
        ...deletedName,
        visibility: "erased",
        revoked_because: undefined,
        hashed_email: undefined,
        published_evidence: undefined,
      },
    }).steps,
    remove(keys.certificateContent(certificate_id)),
    remove(keys.evidenceOpenings(certificate_id)),
    dueSoon("certificate-erasure", keys.issuedCertificate(certificate_id)),
    audit("certificate.erased", { ...issuedCertificateEntity.identify(certificate), actor_id }),
    ...(isLast ? await withoutName(application) : []),
  ]);
}

/** The steps by which what an application ended in loses its name, and is shown nowhere. */
export async function withoutName({ application_id, ...ids }: Application): Promise<Step[]> {
  const { organization_id, cred_id, user_id, certificate_id } = ids;
  const places = [undefined, application_id].map((each) => keys.certificate(organization_id, cred_id, user_id, each));
  const pointer = keys.applied(user_id, cred_id);
  const [pointed, ...texts] = await batchGet([pointer, ...places]);
  const leads = pointed && Applied.parse(pointed).certificate_id === certificate_id;
  const set = { certificate_hidden: true };
  return [
    change(keys.application(application_id), { set }),
    ...(leads ? [change(pointer, { set }, { where: { certificate_id: certificate_id ?? { absent: true } } })] : []),
    ...texts.flatMap((item) => (item?.application_id === application_id ? [namelessStep(item)] : [])),
  ];
}

/** The step by which the stored text of a certificate loses its name. */
export function namelessStep(item: Item): Step {
  const { checksum: _, ...said } = Certificate.parse(item);
  const text = { ...said, ...deletedName };
  return put(item, { ...text, checksum: checksumOf(text), version: 1 });
}

/** Erases what was served of an erased certificate, every version of it. */
export async function eraseServed(deadline: Deadline): Promise<void> {
  const certificate_id = idOf(deadline.reference.pk);
  for (const path of [`/c/${certificate_id}`, withheldPath(`/c/${certificate_id}`)]) await eraseObjects(path);
  await transact([finish(deadline)]);
}
