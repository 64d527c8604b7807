import { type Application, Applied } from "../../../shared/submission/submission.ts";
import { now } from "../../data/ids.ts";
import { keys } from "../../data/keys.ts";
import { change, get, type Step } from "../../data/table.ts";
import type { Transition } from "../../data/transition.ts";
import { type Issuing, issueSteps } from "./entity.ts";
import { drawPlace, newCertificateId } from "./ids.ts";

/**
 * Issues the certificate of completed work under the name its learner has now. Their pointer leads to it from now on, and is
 * what keeps it the only one that is good per credential and learner.
 */
export async function issueCertificate(
  completed: Transition<Application, "submission.completed">,
  { first_name, last_name }: Pick<Issuing, "first_name" | "last_name">,
): Promise<Step[]> {
  const { organization_id, cred_id, revision, user_id, application_id, title, issuer_name, ...application } =
    completed.after;
  const { completed_on: earned_on = now(), completed_in: earned_in } = application;
  const { certificate_id = newCertificateId(), with_findings = false } = application;
  const ids = { certificate_id, organization_id, cred_id, revision, user_id, application_id };
  const pointer = keys.applied(user_id, cred_id);
  const [place, pointed] = await Promise.all([drawPlace(organization_id), get(Applied, pointer)]);
  const former = pointed?.certificate_id; // revoked: or there would have been no other application
  return [
    ...issueSteps(
      { ...ids, first_name, last_name, title, issuer_name, earned_on, earned_in, with_findings },
      place,
      completed,
    ),
    change(pointer, { set: { certificate_id } }, { where: { certificate_id: former ?? { absent: true } } }),
  ];
}
