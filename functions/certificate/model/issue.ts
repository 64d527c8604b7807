import type { StatusPlace } from "../../../shared/certificate/status-list.ts";
import { monthsAfter } from "../../../shared/platform/months.ts";
import { type Application, Applied } from "../../../shared/submission/submission.ts";
import { now } from "../../data/ids.ts";
import { submissionKeys } from "../../data/keys/submission.ts";
import { change, type Step } from "../../data/steps.ts";
import { get } from "../../data/table.ts";
import type { Transition } from "../../data/transition.ts";
import { readTimezone } from "../../organization/model/timezone.ts";
import { type Issuing, issueSteps } from "./entity.ts";
import { drawPlace, newCertificateId } from "./ids.ts";

/** What completed work is issued a certificate with; `set` is what its application keeps of that. */
interface Issuance {
  readonly set: { readonly certificate_id: string; readonly completed_in: string };
  readonly place: StatusPlace;
  /** The certificate that the learner's pointer leads to: revoked, or there would have been no other application. */
  readonly former: string | undefined;
}

/** Reads what the certificate of an application that is about to be completed takes. */
export async function readIssuance({ organization_id, user_id, cred_id }: Application): Promise<Issuance> {
  const [completed_in, place, pointed] = await Promise.all([
    readTimezone(organization_id),
    drawPlace(organization_id),
    get(Applied, submissionKeys.applied(user_id, cred_id)),
  ]);
  return { set: { certificate_id: newCertificateId(), completed_in }, place, former: pointed?.certificate_id };
}

/**
 * Issues the certificate of completed work under the name its learner has now. Their pointer leads to it from now on, and is
 * what keeps it the only one that is good per credential and learner.
 */
export function issueCertificate(
  completed: Transition<Application, "submission.completed">,
  { first_name, last_name }: Pick<Issuing, "first_name" | "last_name">,
  { set: { certificate_id, completed_in: earned_in }, place, former }: Issuance,
): Step[] {
  const { organization_id, cred_id, revision, user_id, application_id, title, issuer_name, ...application } =
    completed.after;
  const { completed_on: earned_on = now(), with_findings = false, validity_months } = application;
  const ids = { certificate_id, organization_id, cred_id, revision, user_id, application_id };
  return [
    ...issueSteps(
      {
        ...{ ...ids, first_name, last_name, title, issuer_name, earned_on, earned_in, with_findings },
        ...(validity_months !== undefined && { valid_until: monthsAfter(earned_on, validity_months) }),
      },
      place,
      completed,
    ),
    change(
      submissionKeys.applied(user_id, cred_id),
      { set: { certificate_id } },
      { where: { certificate_id: former ?? { absent: true } } },
    ),
  ];
}
