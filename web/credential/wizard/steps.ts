import type { CredentialPart } from "../../../shared/credential/rules.ts";

/** The wizard's steps by name, with the part of the credential each one saves. */
export const wizardSteps: readonly {
  readonly title: string;
  readonly about: string;
  readonly part?: CredentialPart;
}[] = [
  {
    title: "Get Started",
    about: "What the credential is, how it’s scored, and what learners need.",
    part: "details",
  },
  {
    title: "Scores and Submissions",
    about: "What learners submit, section by section, and the rubric for each.",
    part: "sections",
  },
  {
    title: "Reviewers",
    about: "Who can review this work, what they should know, and what they earn.",
    part: "criteria",
  },
  { title: "Visibility", about: "Choose which reviewers see submissions for this credential.", part: "reviewers" },
  { title: "Pricing", about: "What learners pay and how it’s split.", part: "price" },
  { title: "Preview and Post", about: "Check what learners and reviewers will see, then publish." },
];

/** The last step, Preview and Post. */
export const lastStep = wizardSteps.length - 1;

/** How far a step is: saved and complete, wanting another look, or typed and not saved. Undefined before it is reached. */
export type StepMark = "done" | "faulty" | "unfinished";

/** Each mark in words, beside the step's number. */
export const markWords: Readonly<Record<StepMark, string>> = {
  done: "Done",
  faulty: "Has errors",
  unfinished: "Unfinished",
};

/** What the steps are marked by. */
export interface Progress {
  /** The open step. */
  readonly open: number;
  /** The last step that was saved; undefined before the first. */
  readonly saved: number | undefined;
  /** It waits for approval, or was published. */
  readonly isPosted: boolean;
  /** The steps with something that keeps the credential from being published, and those whose save was refused. */
  readonly faulty: ReadonlySet<number>;
  readonly refused: ReadonlySet<number>;
  /** The steps with typing that is not saved. */
  readonly unsaved: ReadonlySet<number>;
}

/** How far a step is. */
export function markOf(
  step: number,
  { open, saved = -1, isPosted, faulty, refused, unsaved }: Progress,
): StepMark | undefined {
  if (refused.has(step)) return "faulty";
  if (unsaved.has(step)) return "unfinished";
  if (isPosted) return "done";
  if (faulty.has(step) && step < Math.max(open, saved + 1)) return "faulty";
  return step <= saved && step !== lastStep ? "done" : undefined;
}

/** A step's number from an address; undefined when there is no such step. */
export const stepOf = (text: string | undefined): number | undefined =>
  text !== undefined && /^[0-5]$/.test(text) ? Number(text) : undefined;
