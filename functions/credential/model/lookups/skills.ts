import { counselorSkills } from "./counselor-skills.ts";
import { leadershipSkills } from "./leadership-skills.ts";
import { teacherSkills } from "./teacher-skills.ts";

/** A skill of a job category. */
export interface JobSkill {
  readonly skill_id: number;
  readonly name: string;
  readonly job_category_id: number;
}

const byCategory: Readonly<Record<number, readonly (readonly [number, string])[]>> = {
  1: teacherSkills,
  2: counselorSkills,
  3: leadershipSkills,
};

/** All skills of a job category (1 Teachers, 2 Counselors, 3 Leadership), in the order they are offered. */
export const skillsOf = (job_category_id: number): JobSkill[] =>
  (byCategory[job_category_id] ?? []).map(([skill_id, name]) => ({ skill_id, name, job_category_id }));

/** The skills of a category by id, with the names that belong to them; undefined when one of them is not of it. */
export function chosenSkills(job_category_id: number, ids: readonly number[]): JobSkill[] | undefined {
  const known = new Map(skillsOf(job_category_id).map((skill) => [skill.skill_id, skill]));
  const chosen = [...new Set(ids)].map((id) => known.get(id));
  return chosen.every((skill) => skill !== undefined) ? chosen : undefined;
}
