import { maximumScore } from "../credential/rubric.ts";
import { achievementPath } from "./addresses.ts";
import { plainTextOf, shortened } from "./plain-text.ts";

/** Characters that a credential takes of long texts: all that people read of one, without letting it grow. */
const charactersMax = { description: 4000, scoring: 2000, rubric: 600 } as const;

/** A picture that is found at an address. */
export interface Picture {
  readonly id: string;
  readonly type: "Image";
}

/** One of the two levels a criterion is met at. */
export interface CriterionLevel {
  readonly id: string;
  readonly type: readonly ["RubricCriterionLevel"];
  readonly name: "Achieved" | "Not achieved";
  /** The rubric's words for it. */
  readonly description?: string;
  readonly points: string;
}

/** A result that a review comes to: a criterion's level, a section's state, or the points of all sections. */
export type ResultDescription = {
  readonly id: string;
  readonly type: readonly ["ResultDescription"];
  readonly name: string;
} & (
  | {
      readonly resultType: "RubricCriterionLevel";
      /** The level without which the section's minimum cannot be reached. */
      readonly requiredLevel?: string;
      readonly rubricCriterionLevel: readonly [notAchieved: CriterionLevel, achieved: CriterionLevel];
    }
  | { readonly resultType: "Status" }
  | {
      readonly resultType: "RubricScore";
      readonly valueMin: string;
      readonly valueMax: string;
      /** The sum of the sections' minimums. */
      readonly requiredValue: string;
    }
);

/** What is earned: the revision that the learner applied for. */
export interface Achievement {
  readonly id: string;
  readonly type: readonly ["Achievement"];
  readonly achievementType: "MicroCredential";
  readonly name: string;
  readonly description: string;
  readonly criteria: { readonly narrative: string };
  readonly version: string;
  readonly creditsAvailable?: number;
  readonly image?: Picture;
  readonly resultDescription: readonly ResultDescription[];
}

/** One line of a rubric table. */
interface CriterionDetails {
  readonly criteria_id: string;
  readonly criteria: string;
  readonly achieved: string;
  readonly notachieved: string;
  readonly score: number;
}

/** A section of a revision: its prompt and its rubric, which is rich text or a table with the points that complete it. */
export interface SectionDetails {
  readonly section_id: string;
  readonly title: string;
  /** Rich text. */
  readonly description: string;
  /** Rich text; empty where there is a table. */
  readonly rubric: string;
  readonly rubric_ext: { readonly criteria: readonly CriterionDetails[]; readonly completed: number } | null;
}

/** A published revision of a credential. */
export interface RevisionDetails {
  readonly cred_id: string;
  readonly revision: number;
  readonly title: string;
  /** Rich text. */
  readonly description: string;
  /** Rich text. */
  readonly score_description: string;
  /** Hours of credit; 0 where there are none. */
  readonly scech: number;
  /** The path of the badge's picture below the portal's origin, or empty. */
  readonly badge: string;
  readonly sections: readonly SectionDetails[];
}

/** Ids of what a review comes to: fragments of the achievement's address, counted as the revision orders them. */
export const resultIds = (origin: string, { cred_id, revision, sections }: RevisionDetails) => {
  const achievement = origin + achievementPath(cred_id, revision);
  const sectionNumber = (section_id: string) => sections.findIndex((each) => each.section_id === section_id) + 1;
  const criterion = (section: SectionDetails, criteria_id: string) => {
    const at = section.rubric_ext?.criteria.findIndex((each) => each.criteria_id === criteria_id) ?? -1;
    return `${achievement}#${sectionNumber(section.section_id)}.${at + 1}`;
  };
  return {
    achievement,
    total: `${achievement}#total`,
    section: ({ section_id }: SectionDetails) => `${achievement}#${sectionNumber(section_id)}`,
    criterion,
    level: (section: SectionDetails, criteria_id: string, achieved: boolean) =>
      `${criterion(section, criteria_id)}.${achieved ? 1 : 0}`,
  };
};

/** A name that is never empty: credentials may not hold empty names. */
const named = (text: string, otherwise: string): string => (text.trim() === "" ? otherwise : text);

/** The points that the tables of a revision give at most, and those that complete all of them. */
export const pointsOf = ({ sections }: Pick<RevisionDetails, "sections">): { maximum: number; required: number } => ({
  maximum: sections.reduce((sum, { rubric_ext }) => sum + maximumScore(rubric_ext?.criteria ?? []), 0),
  required: sections.reduce((sum, { rubric_ext }) => sum + (rubric_ext?.completed ?? 0), 0),
});

/** What a revision's work is judged by, in words: how it is scored, and each section's rubric. */
function narrativeOf({ title, score_description, sections }: RevisionDetails): string {
  const rubricOf = ({ rubric, rubric_ext }: SectionDetails) =>
    rubric_ext
      ? `${rubric_ext.criteria.map(({ criteria, score }) => `${criteria} (${score})`).join("; ")}. Completed at ${rubric_ext.completed} points.`
      : shortened(plainTextOf(rubric), charactersMax.rubric);
  const scoring = shortened(plainTextOf(score_description), charactersMax.scoring);
  const parts = [scoring, ...sections.map((section) => `${section.title}: ${rubricOf(section)}`)];
  return named(parts.filter((part) => part !== "").join("\n\n"), title);
}

/** The achievement of a revision, as it stands in credentials and at an address of its own. */
export function achievementOf(origin: string, details: RevisionDetails): Achievement {
  const ids = resultIds(origin, details);
  const { maximum, required } = pointsOf(details);
  const criterionResults = (section: SectionDetails): ResultDescription[] =>
    (section.rubric_ext?.criteria ?? []).map((criterion) => {
      const { criteria_id, criteria, score, achieved, notachieved } = criterion;
      const { completed = 0, criteria: all = [] } = section.rubric_ext ?? {};
      const level = (isAchieved: boolean, description: string): CriterionLevel => ({
        id: ids.level(section, criteria_id, isAchieved),
        type: ["RubricCriterionLevel"],
        name: isAchieved ? "Achieved" : "Not achieved",
        ...(description.trim() !== "" && { description }),
        points: String(isAchieved ? score : 0),
      });
      const isRequired = maximumScore(all) - score < completed;
      return {
        id: ids.criterion(section, criteria_id),
        type: ["ResultDescription"],
        name: named(criteria, section.title),
        resultType: "RubricCriterionLevel",
        ...(isRequired && { requiredLevel: ids.level(section, criteria_id, true) }),
        rubricCriterionLevel: [level(false, notachieved), level(true, achieved)],
      };
    });
  const sectionResult = (section: SectionDetails): ResultDescription => ({
    id: ids.section(section),
    type: ["ResultDescription"],
    name: section.title,
    resultType: "Status",
  });
  const total: ResultDescription = {
    id: ids.total,
    type: ["ResultDescription"],
    name: "Points of all sections",
    resultType: "RubricScore",
    valueMin: "0",
    valueMax: String(maximum),
    requiredValue: String(required),
  };
  return {
    id: ids.achievement,
    type: ["Achievement"],
    achievementType: "MicroCredential",
    name: details.title,
    description: named(shortened(plainTextOf(details.description), charactersMax.description), details.title),
    criteria: { narrative: narrativeOf(details) },
    version: String(details.revision),
    ...(details.scech > 0 && { creditsAvailable: details.scech }),
    ...(details.badge !== "" && { image: { id: origin + details.badge, type: "Image" as const } }),
    resultDescription: [
      ...details.sections.flatMap((section) => [sectionResult(section), ...criterionResults(section)]),
      ...(maximum > 0 ? [total] : []),
    ],
  };
}
