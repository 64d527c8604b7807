import { exportApplicants } from "../../shared/credential/applicant-calls.ts";
import { Problem } from "../../shared/http/problem.ts";
import { implement } from "../chain/implement.ts";
import { credentialKeys } from "../data/keys/credential.ts";
import { periodOf } from "../data/period.ts";
import { get } from "../data/table.ts";
import { answerSheet } from "../organization/model/exports.ts";
import { applicantsSheet } from "./model/applicants-sheet.ts";
import { isWithinReach } from "./model/guards.ts";
import { StoredCredential } from "./model/record.ts";

/** What a search finds is never more than is answered at once, so that a background export knows of no search. */
export const handler = implement(exportApplicants, async ({ cred_id, year, month, search }, { actor }) => {
  const credential = await get(StoredCredential, credentialKeys.credential(cred_id));
  if (!credential || !isWithinReach(actor, credential)) throw new Problem("resource.not-found");
  const period = periodOf({ year, month });
  const { timezone } = actor.organization!;
  return answerSheet(applicantsSheet({ ...credential, timezone }, period, search), "csv", {
    organization_id: actor.organization_id,
    actor_id: actor.user_id,
    source: { kind: "applicants", cred_id, ...(period && { period }) },
  });
});
