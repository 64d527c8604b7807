import { Problem } from "../../shared/http/problem.ts";
import { type AdjudicatedSection, type Opinion, readAdjudication } from "../../shared/review/adjudication-calls.ts";
import { settle } from "../../shared/review/second-review.ts";
import { implement } from "../chain/implement.ts";
import { readRevision } from "../credential/model/revision.ts";
import { readUndecided } from "./model/undecided.ts";

export const handler = implement(readAdjudication, async ({ credential_job_id }, { organization_id }) => {
  const { application, job, asked, seats } = await readUndecided(credential_job_id, organization_id);
  if (asked === undefined) return { data: { sections: [] } };
  const revision = await readRevision(job.cred_id, application.revision);
  if (!revision) throw new Problem("resource.not-found");
  const { because, section_ids } = asked.adjudication;
  const settled = settle(
    application.sections,
    seats.map(({ results }) => results),
  );
  const sections = revision.sections
    .filter(({ section_id }) => section_ids.includes(section_id))
    .map(({ section_id, title, rubric_ext }): AdjudicatedSection => {
      const isThis = (each: { section_id: string }) => each.section_id === section_id;
      const opinions = seats.flatMap(({ job: { seat }, results }): Opinion[] => {
        const said = results.find(isThis);
        if (!said || seat === "anchor") return []; // an anchor is of no round
        const { status, grade, feedback, section_rubric } = said;
        return [{ seat, status, grade, feedback, ...(section_rubric && { section_rubric }) }];
      });
      const majority = because === "contradiction" && asked === job ? settled.find(isThis) : undefined;
      return {
        section_id,
        title,
        rubric_ext,
        opinions,
        ...(majority && { majority: { status: majority.status, section_rubric: majority.section_rubric } }),
      };
    });
  return { data: { because, sections } };
});
