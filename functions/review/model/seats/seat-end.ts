import type { Job, SectionResult, Verdict } from "../../../../shared/review/job.ts";
import type { Application } from "../../../../shared/submission/submission.ts";
import type { Step } from "../../../data/steps.ts";

/** A seat whose reviewer has decided all that it is about, with the last verdict. */
export interface FinishedSeat {
  readonly application: Application;
  /** As it was read. */
  readonly job: Job;
  readonly verdicts: readonly Verdict[];
  readonly results: readonly SectionResult[];
  readonly at: string;
  /** How the last verdict is recorded. */
  readonly by: { readonly recorded: "section.accepted" | "section.rejected" };
}

/** The steps that end a seat, with the job and what it judges as they will be. */
export interface SeatEnd {
  readonly steps: Step[];
  readonly job: Job;
  readonly application: Application;
}
