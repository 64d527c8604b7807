import { Problem } from "../../shared/http/problem.ts";
import { type AdjudicatedSection, type Opinion, readAdjudication } from "../../shared/review/adjudication-calls.ts";
import { settle } from "../../shared/review/second-review.ts";
import { implement } from "../chain/implement.ts";
import { readRevision } from "../credential/model/revision.ts";
import { audit } from "../data/audit.ts";
import { readDisputedWork } from "./model/disputed-work.ts";
import { jobEntity } from "./model/entity.ts";
import { bySeatKeys } from "./model/seen-work.ts";
import { mayDecide, readUndecided } from "./model/undecided.ts";

/** Who decides reads the work, which no other staff does: that they did is written before they are answered. */
export const handler = implement(
  readAdjudication,
  async ({ credential_job_id }, { actor, organization_id, commit }) => {
    const found = await readUndecided(credential_job_id, organization_id);
    const { application, job, asked, seats } = found;
    if (asked === undefined) return { data: { sections: [] } };
    if (!mayDecide(found, actor.user_id)) throw new Problem("access.denied");
    const [revision, works] = await Promise.all([
      readRevision(job.cred_id, application.revision),
      readDisputedWork(found),
    ]);
    if (!revision) throw new Problem("resource.not-found");
    const { because, section_ids } = asked.adjudication;
    const settled = settle(
      application.sections,
      seats.map(({ results }) => results),
    );
    const sections = revision.sections
      .filter(({ section_id }) => section_ids.includes(section_id))
      .map(({ section_id, title, description, rubric, rubric_ext, options }): AdjudicatedSection => {
        const isThis = (each: { section_id: string }) => each.section_id === section_id;
        const opinions = seats.flatMap(({ job: { seat }, results }): Opinion[] => {
          const said = results.find(isThis);
          if (!said || seat === "anchor") return []; // an anchor is of no round
          const { status, grade, feedback, section_rubric } = said;
          return [{ seat, status, grade, feedback, ...(section_rubric && { section_rubric }) }];
        });
        const majority = because === "contradiction" && asked === job ? settled.find(isThis) : undefined;
        const work = works.get(section_id);
        return {
          section_id,
          title,
          description,
          rubric,
          rubric_ext,
          options,
          ...(work && { work: bySeatKeys(job, { work }).work }), // of the first seat, the only one that admins know
          opinions,
          ...(majority && { majority: { status: majority.status, section_rubric: majority.section_rubric } }),
        };
      });
    const ids = { ...jobEntity.auditIds(job), actor_id: actor.user_id };
    return commit([audit("job.disputed-work-read", { ...ids, round: asked.round })], { data: { because, sections } });
  },
);
