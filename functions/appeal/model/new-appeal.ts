import { Appeal, appealableSections, appealableUntil } from "../../../shared/appeal/appeal.ts";
import type { Problem } from "../../../shared/http/problem.ts";
import { FirstJob, Round } from "../../../shared/review/job.ts";
import { Application, Due, type FormerWork } from "../../../shared/submission/submission.ts";
import { newJobId } from "../../data/ids.ts";
import { submissionKeys } from "../../data/keys/submission.ts";
import type { Step } from "../../data/steps.ts";
import { type Item, transactGet } from "../../data/table.ts";
import { amend, type Transition, transition } from "../../data/transition.ts";
import { jobEntity } from "../../review/model/entity.ts";
import { openSeat } from "../../review/model/seats/open-seat.ts";
import { appealEntity } from "../../submission/model/appeal-entity.ts";
import { applicationEntity } from "../../submission/model/application-entity.ts";
import { readFormer } from "../../submission/model/handed-in.ts";
import { jobKeyOf } from "../../submission/model/review.ts";
import { suspend } from "../../submission/model/suspended-revision.ts";

/** A submission with what an appeal against it changes, as of one moment. */
export interface Contested {
  readonly application: Application;
  readonly appeal: Appeal | undefined;
  readonly first: FirstJob | undefined;
  readonly works: readonly (Item | undefined)[];
  /** What was handed in and is written over. */
  readonly former: readonly FormerWork[];
  /** Until when the sections may be appealed; undefined where they may not. */
  readonly until: string | undefined;
}

/** Reads an application anew with what an appeal against some of its sections changes; undefined before it was handed in. */
export async function readContested(
  known: Application,
  section_ids: readonly string[],
): Promise<Contested | undefined> {
  const { application_id } = known;
  const jobKey = jobKeyOf(known);
  if (jobKey === undefined) return undefined;
  const [item, stored, round, firstJob, ...works] = await transactGet([
    submissionKeys.application(application_id),
    submissionKeys.appeal(application_id),
    submissionKeys.round(application_id, known.round),
    jobKey,
    ...section_ids.map((id) => submissionKeys.work(application_id, id)),
  ]);
  if (!item) return undefined;
  const application = Application.parse(item);
  const isKnown = firstJob !== undefined && application.round === known.round;
  const appealable = appealableSections(application);
  const isRevised = application.sections.some(({ status }) => status === "draft");
  const isPossible = isKnown && section_ids.every((id) => appealable.includes(id));
  return {
    application,
    appeal: stored && Appeal.parse(stored),
    first: isKnown ? FirstJob.parse(firstJob) : undefined,
    works,
    former: isRevised ? await readFormer(application.application_id) : [],
    until: isPossible ? appealableUntil(application, round && Round.parse(round).finalized_on) : undefined,
  };
}

/** A submission against which an appeal can be filed. */
type Filing = Contested & { readonly first: FirstJob };

/** An appeal before it has a state. */
export type NewAppeal = Omit<Appeal, "status" | "updated_on" | "version">;

/** An appeal as it begins: `filed_on` is when its learner sent it in. */
export function newAppeal<Grounds extends Pick<Appeal, "grounds" | "text" | "section_ids" | "fee_cents" | "filed_on">>(
  { application_id, organization_id, cred_id, user_id, title, round }: Application,
  said: Grounds,
): NewAppeal & Grounds {
  return { application_id, organization_id, cred_id, user_id, title, round, job_id: newJobId(), ...said };
}

/**
 * The transaction that files an appeal, one that was begun before or a new one: the appeal, its seat, and the submission as
 * it was judged. Whatever else happens to the submission in the same moment comes before it or after it.
 */
export async function filingSteps(
  { application, appeal: begun, first, works, former }: Filing,
  appeal: NewAppeal,
  { at, otherwise }: { readonly at: string; readonly otherwise: Problem },
): Promise<{ steps: Step[]; after: Application }> {
  const { section_ids, job_id, user_id: actor_id } = appeal;
  const opened = await openSeat(application, { seat: "appeal", like: first, first, section_ids, job_id, at });
  const opening = { due: Due.parse(opened.due), filed_on: at };
  const filed: Transition<Appeal> = begun
    ? transition(appealEntity, "pay", { before: begun, set: opening, otherwise, actor_id })
    : transition(appealEntity, "file", { set: { ...appeal, ...opening }, otherwise, actor_id });
  const { sections, steps } = suspend(application, section_ids, { works, former });
  const appealed = amend(applicationEntity, {
    before: application,
    set: { appeal: "filed", sections, updated_on: at },
    otherwise,
  });
  return {
    after: appealed.after,
    steps: [
      ...filed.steps,
      ...steps,
      ...appealed.steps,
      ...amend(jobEntity, { before: first, set: { later_seats: opened.later_seats }, otherwise }).steps,
      ...opened.steps,
    ],
  };
}
