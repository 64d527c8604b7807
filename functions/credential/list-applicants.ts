import { listApplicants } from "../../shared/credential/calls.ts";
import { dollars } from "../../shared/credential/money.ts";
import { Problem } from "../../shared/http/problem.ts";
import { Application } from "../../shared/submission/submission.ts";
import { awardShown } from "../badgr/record.ts";
import { idOf, keys, views } from "../data/keys.ts";
import { listReferences } from "../data/list.ts";
import { periodOf } from "../data/period.ts";
import { batchGet, get } from "../data/table.ts";
import { implement } from "../runtime/implement.ts";
import { shownPerson } from "../user/shown-person.ts";
import { isWithinReach } from "./guards.ts";
import { StoredCredential } from "./record.ts";

/** Lists who applied for a credential, newest first. The rows' sort keys name the learners, so that they are read beside. */
export const handler = implement(listApplicants, async ({ cred_id, year, month, ...paging }, { actor }) => {
  const [credential, { references, sorts, ...page }] = await Promise.all([
    get(StoredCredential, keys.credential(cred_id)),
    listReferences({ ...paging, view: views.applicants(cred_id, periodOf({ year, month })) }),
  ]);
  if (!credential || !isWithinReach(actor, credential)) throw new Problem("resource.not-found");
  const [applications, awards, learners] = await Promise.all([
    batchGet(references),
    batchGet(references.map(({ pk }) => keys.badgeAward(idOf(pk)))),
    batchGet(sorts.map((sort) => keys.user(idOf(sort)))),
  ]);
  return {
    data: {
      ...page,
      applicants: applications.map((item, index) => {
        const application = Application.parse(item);
        const { first_name, last_name, email } = shownPerson(learners[index]);
        return {
          application_id: application.application_id,
          user_id: application.user_id,
          first_name,
          last_name,
          email,
          status: application.status,
          applied_on: application.created_on,
          submitted_on: application.submitted_on,
          completed_on: application.completed_on,
          price: dollars(application.price_cents),
          badge: awardShown(application, credential, awards[index]),
        };
      }),
    },
  };
});
