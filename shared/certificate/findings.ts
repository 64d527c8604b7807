import type { ResultDescription } from "./achievement.ts";
import type { OpenBadgeCredential } from "./credential.ts";

/** What the review found on one criterion, in the rubric's words. */
export interface CriterionFinding {
  readonly name: string;
  readonly achieved: boolean;
  /** What work shows that is at this level; empty where the rubric does not say. */
  readonly level: string;
  readonly points: string;
  /** Without it the section could not be completed. */
  readonly required: boolean;
}

/** What the review found in one section. */
export interface SectionFinding {
  readonly name: string;
  /** Empty where the section is judged by a text instead of a table. */
  readonly criteria: readonly CriterionFinding[];
  /** Who decided it, where that was not its reviewers. */
  readonly decided?: string;
}

/** What the review found, as a credential carries it. */
export interface Findings {
  readonly sections: readonly SectionFinding[];
  /** Points of all sections; undefined where no section has a table. */
  readonly total?: { readonly earned: string; readonly maximum: string; readonly required: string };
}

/** The criteria of a section that were achieved. */
export const achievedOf = ({ criteria }: SectionFinding): CriterionFinding[] =>
  criteria.filter(({ achieved }) => achieved);

/** How many of a section's criteria were achieved, in words. */
export const achievedCount = (section: SectionFinding): string =>
  `${achievedOf(section).length} of ${section.criteria.length} criteria achieved`;

type Criterion = Extract<ResultDescription, { resultType: "RubricCriterionLevel" }>;

function criterionFinding(criterion: Criterion, achievedLevel: string): CriterionFinding | undefined {
  const level = criterion.rubricCriterionLevel.find(({ id }) => id === achievedLevel);
  if (level === undefined) return undefined;
  return {
    name: criterion.name,
    achieved: level.name === "Achieved",
    level: level.description ?? "",
    points: level.points,
    required: criterion.requiredLevel !== undefined,
  };
}

/** The review's findings in the achievement's order; undefined where the learner left them out. */
export function findingsOf({
  credentialSubject,
}: Pick<OpenBadgeCredential, "credentialSubject">): Findings | undefined {
  const { result, achievement } = credentialSubject;
  if (result === undefined) return undefined;
  const sections: { name: string; criteria: CriterionFinding[]; decided?: string }[] = [];
  let total: Findings["total"];
  for (const description of achievement.resultDescription) {
    const found = result.find((each) => each.resultDescription === description.id);
    if (found === undefined) continue;
    if (description.resultType === "Status") {
      const { value: decided } = found as { readonly value?: string };
      sections.push({ name: description.name, criteria: [], ...(decided !== undefined && { decided }) });
    }
    if (description.resultType === "RubricCriterionLevel" && "achievedLevel" in found) {
      const criterion = criterionFinding(description, found.achievedLevel);
      if (criterion) sections.at(-1)?.criteria.push(criterion);
    }
    if (description.resultType === "RubricScore" && "value" in found && found.value !== undefined)
      total = { earned: found.value, maximum: description.valueMax, required: description.requiredValue };
  }
  return { sections, ...(total && { total }) };
}
