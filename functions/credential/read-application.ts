import { readApplication } from "../../shared/credential/applicant-calls.ts";
import { Problem } from "../../shared/http/problem.ts";
import { handedInStatus } from "../../shared/submission/rules.ts";
import { Application, type ApplicationSection, type Work } from "../../shared/submission/submission.ts";
import { applicantOf } from "../badgr/model/applicant.ts";
import { implement } from "../chain/implement.ts";
import { certificateKeys } from "../data/keys/certificate.ts";
import { credentialKeys } from "../data/keys/credential.ts";
import { organizationKeys } from "../data/keys/organization.ts";
import { submissionKeys } from "../data/keys/submission.ts";
import { batchGet } from "../data/table.ts";
import { decisionOf } from "../submission/model/decision.ts";
import { namedApplication, worksOf } from "../submission/model/store.ts";
import { isWithinReach } from "./model/guards.ts";
import { StoredCredential } from "./model/record.ts";

/** Reads an application: what the list of applicants has of it, and its sections with what was decided of them. */
export const handler = implement(
  readApplication,
  async (_input, { actor, prefetched: [item] }) => {
    if (item === undefined) throw new Problem("resource.not-found");
    const application = Application.parse(item);
    const { application_id, cred_id, user_id, sections, status } = application;
    const [stored, learner, award, ...works] = await batchGet([
      credentialKeys.credential(cred_id),
      organizationKeys.user(user_id),
      certificateKeys.badgeAward(application_id),
      ...sections.map(({ section_id }) => submissionKeys.work(application_id, section_id)),
    ]);
    const credential = stored && StoredCredential.parse(stored);
    if (!credential || !isWithinReach(actor, credential)) throw new Problem("resource.not-found");
    const { round, closed_because, closed_on, certificate_id } = application;
    const reviewed = worksOf(works);
    return {
      data: {
        ...applicantOf(application, credential, { learner, award }),
        cred_id,
        round,
        ...((status === "submitted" || status === "reviewing") && decisionOf(application)),
        closed_because,
        closed_on,
        certificate_id,
        sections: sections.map((section) => ({
          ...resultOf(section, reviewed.get(section.section_id)),
          status: handedInStatus(section.status, round),
        })),
      },
    };
  },
  namedApplication,
);

/** What was decided of a section: only a finished round writes it beside the work. */
const resultOf = ({ section_id, title }: ApplicationSection, work: Work | undefined) => ({
  section_id,
  title,
  grade: work?.grade,
  earned: work?.section_rubric?.earned,
  maximum: work?.section_rubric?.maximum,
  progress: work?.section_rubric?.progress,
  reviewed_on: work?.reviewed_on,
});
