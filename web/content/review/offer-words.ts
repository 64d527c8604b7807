import type { JobDetail } from "../../../shared/review/job-views.ts";
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

/** How much of other reviews somebody has accepted and not decided. */
export const acceptedWords = (minutes: number): string =>
  minutes === 0 ? "You have no other review to do" : `You have other reviews of ${duration(minutes)} to do`;
