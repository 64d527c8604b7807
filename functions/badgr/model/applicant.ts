import type * as z from "zod";
import type { Applicant } from "../../../shared/credential/applicant-calls.ts";
import { dollars } from "../../../shared/platform/money.ts";
import { firstJobOf } from "../../../shared/review/rules.ts";
import type { Application } from "../../../shared/submission/submission.ts";
import type { StoredCredential } from "../../credential/model/record.ts";
import type { Item } from "../../data/table.ts";
import { shownPerson } from "../../user/model/shown-person.ts";
import { awardShown } from "./record.ts";

/** What is read beside an application: its learner, and how far its badge is. */
interface AlsoRead {
  readonly learner: Item | undefined;
  readonly award: Item | undefined;
}

/** Who applied, as the organization sees them and where their application stands. */
export function applicantOf(
  application: Application,
  credential: StoredCredential,
  { learner, award }: AlsoRead,
): z.input<typeof Applicant> {
  const { first_name, last_name, email } = shownPerson(learner);
  return {
    application_id: application.application_id,
    credential_job_id: firstJobOf(application),
    user_id: application.user_id,
    first_name,
    last_name,
    email,
    status: application.status,
    applied_on: application.created_on,
    submitted_on: application.submitted_on,
    completed_on: application.completed_on,
    completed_in: application.completed_in,
    price: dollars(application.price_cents),
    badge: awardShown(application, credential, award),
  };
}
