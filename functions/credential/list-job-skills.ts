import { listJobSkills } from "../../shared/credential/lookup-calls.ts";
import { implement } from "../chain/implement.ts";
import { skillsOf } from "./model/lookups/skills.ts";

/** The first `limit` skills of a job category, and how many there are. */
export const handler = implement(listJobSkills, async ({ job_id, limit }) => {
  const skills = skillsOf(job_id);
  return { data: { skills: skills.slice(0, limit), total: skills.length } };
});
