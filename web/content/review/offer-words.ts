import type { JobDetail } from "../../../shared/review/calls.ts";
import type { declineReasons } from "../../../shared/review/waves.ts";
import { duration } from "../../ui/look/format.ts";

/** Why somebody does not want a job. */
export const declineWords: Readonly<Record<(typeof declineReasons)[number], string>> = {
  tie: "I have a tie to the learner or organization",
  time: "I don’t have time",
  skills: "It doesn’t match my skills",
  other: "Another reason",
};

/** `2 of 3 skills` */
export const skillsWords = ({
  skills_matched,
  skills_total,
}: Pick<NonNullable<JobDetail["offer"]>, "skills_matched" | "skills_total">): string =>
  `${skills_matched} of ${skills_total} ${skills_total === 1 ? "skill" : "skills"}`;

/** `1 h 10 min in hand`, or `nothing in hand`. */
export const inHandWords = (minutes: number): string =>
  minutes === 0 ? "nothing in hand" : `${duration(minutes)} in hand`;
