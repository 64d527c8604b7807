import { createHash } from "node:crypto";
import { Problem } from "../../../shared/http/problem.ts";
import { certificateMachine } from "../../../shared/submission/states.ts";
import { type Application, Applied, type Certificate } from "../../../shared/submission/submission.ts";
import { now } from "../../data/ids.ts";
import { keys } from "../../data/keys.ts";
import { change, create, get, type Step } from "../../data/table.ts";
import { entity, type Transition } from "../../data/transition.ts";
import { identifyByApplication } from "../../submission/model/identify.ts";
import { issueSteps } from "./entity.ts";
import { drawPlace, newCertificateId } from "./ids.ts";

/** What a certificate says, without the proof that it still says so. */
export type CertificateText = Omit<Certificate, "checksum">;

/** SHA-256 (hex) over everything a certificate says, in a fixed order. */
export function checksumOf(text: CertificateText): string {
  const { organization_id, cred_id, revision, user_id, application_id, first_name, last_name } = text;
  const { title, issuer_name, earned_on, verified_on } = text;
  const said = [organization_id, cred_id, revision, user_id, application_id, first_name, last_name];
  const earned = [title, issuer_name, earned_on, verified_on];
  return createHash("sha256")
    .update(JSON.stringify([...said, ...earned]))
    .digest("hex");
}

/** Whether a certificate is shown: the certificate itself never changes, its learner's pointer to it says so. */
interface ShownCertificate {
  readonly status: "shown" | "hidden";
  readonly organization_id: string;
  readonly application_id: string;
  readonly cred_id: string;
  readonly user_id: string;
}

/** A learner's certificate. Its own item says what was earned and is written once. */
export const certificateEntity = entity<ShownCertificate>()({
  machine: certificateMachine,
  identify: identifyByApplication,
  records: { issue: { recordedBy: ["submission.completed"] }, hide: "certificate.hidden", show: "certificate.shown" },
});

/**
 * Issues the certificate of completed work: one that is good per organization, credential and learner, never written again,
 * and under an id of its own what becomes a signed credential. The learner's pointer leads to it from now on.
 */
export async function issueCertificate(
  completed: Transition<Application, "submission.completed">,
  { first_name, last_name }: Pick<Certificate, "first_name" | "last_name">,
): Promise<Step[]> {
  const { organization_id, cred_id, revision, user_id, application_id, title, issuer_name, ...application } =
    completed.after;
  const { completed_on: at = now(), certificate_id = newCertificateId(), with_findings = false } = application;
  const dates = { earned_on: at, verified_on: at };
  const ids = { organization_id, cred_id, revision, user_id, application_id };
  const text: CertificateText = { ...ids, title, issuer_name, first_name, last_name, ...dates };
  const { verified_on: _, ...said } = text;
  const pointer = keys.applied(user_id, cred_id);
  const [place, pointed] = await Promise.all([drawPlace(organization_id), get(Applied, pointer)]);
  const former = pointed?.certificate_id; // revoked: or there would have been no other application
  return [
    ...issueSteps({ certificate_id, with_findings, ...said }, place, completed),
    change(
      pointer,
      { set: { certificate_id, certificate_hidden: undefined } },
      { where: { certificate_id: former ?? { absent: true } } },
    ),
    create(
      keys.certificate(organization_id, cred_id, user_id, former && application_id),
      { ...text, checksum: checksumOf(text) },
      { otherwise: new Problem("state.changed") },
    ),
  ];
}
