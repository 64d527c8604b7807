import { listApplicants } from "../../shared/credential/applicant-calls.ts";
import { Problem } from "../../shared/http/problem.ts";
import { Application } from "../../shared/submission/submission.ts";
import { applicantOf } from "../badgr/model/applicant.ts";
import { implement } from "../chain/implement.ts";
import { certificateKeys } from "../data/keys/certificate.ts";
import { credentialKeys } from "../data/keys/credential.ts";
import { idOf } from "../data/keys/key.ts";
import { organizationKeys } from "../data/keys/organization.ts";
import { submissionIndexes, submissionViews } from "../data/keys/submission.ts";
import { inOrder, listReferences, type ReferencePage } from "../data/list.ts";
import { inPeriod, periodOf, withinPeriod } from "../data/period.ts";
import { findReferences } from "../data/search.ts";
import { batchGet, get } from "../data/table.ts";
import { isWithinReach } from "./model/guards.ts";
import { StoredCredential } from "./model/record.ts";

/** Lists who applied for a credential. The rows' sort keys name the learners, so that they are read beside. */
export const handler = implement(
  listApplicants,
  async ({ cred_id, year, month, search, sort, ...paging }, { actor }) => {
    const period = periodOf({ year, month });
    const asked = { ...paging, ...inOrder(sort) };
    const reading: Promise<ReferencePage> = search
      ? findReferences({
          ...asked,
          space: submissionIndexes.applicants(cred_id),
          text: search,
          where: withinPeriod(period),
        })
      : listReferences({ ...asked, ...inPeriod((month) => submissionViews.applicants(cred_id, month), "app", period) });
    const [credential, { references, sorts, ...page }] = await Promise.all([
      get(StoredCredential, credentialKeys.credential(cred_id)),
      reading,
    ]);
    if (!credential || !isWithinReach(actor, credential)) throw new Problem("resource.not-found");
    const [applications, awards, learners] = await Promise.all([
      batchGet(references),
      batchGet(references.map(({ pk }) => certificateKeys.badgeAward(idOf(pk)))),
      batchGet(sorts.map((sort) => organizationKeys.user(idOf(sort)))),
    ]);
    return {
      data: {
        ...page,
        applicants: applications.map((item, index) =>
          applicantOf(Application.parse(item), credential, { learner: learners[index], award: awards[index] }),
        ),
      },
    };
  },
);
