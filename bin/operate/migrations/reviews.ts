import * as z from "zod";
import { idOf } from "../../../functions/data/keys/key.ts";
import { counterOf } from "../../../functions/data/keys/platform.ts";
import { submissionKeys, submissionViews } from "../../../functions/data/keys/submission.ts";
import { add, change, check, create, type Step } from "../../../functions/data/steps.ts";
import { batchGet, get, type Item, transactGet } from "../../../functions/data/table.ts";
import { jobEntity } from "../../../functions/review/model/entity.ts";
import { keepStep, versionsIn } from "../../../functions/submission/model/handed-in.ts";
import { Job, SectionResult, type Verdict } from "../../../shared/review/job.ts";
import { mayRelease } from "../../../shared/review/rules.ts";
import { Application, type Seat, Work } from "../../../shared/submission/submission.ts";

/**
 * A submission lists the job that reviews it, which keeps its id and says which seat it is, and what was decided in a round under review becomes its
 * reviewer's alone again. It is no edit: the submission's version stays, for forms that are open.
 */
export async function jobSteps({ application_id, credential_job_id: job_id }: Job): Promise<Step[]> {
  const [key, jobKey] = [submissionKeys.application(application_id), submissionKeys.job(job_id)];
  const [item, found] = await transactGet([key, jobKey]);
  if (!item || !found) return [];
  const [application, job] = [Application.parse(item), Job.parse(found)];
  const given = job.status === "open" || mayRelease(job) ? verdictsIn(application, job) : [];
  const { version: job_version, seat } = job;
  const named =
    found.seat === undefined
      ? [change(jobKey, { set: { seat }, add: { version: 0 } }, { where: { version: job_version } })]
      : [];
  if (application.seats.length > 0 && given.length === 0) return named;
  const seats: Seat[] = application.seats.length > 0 ? application.seats : [{ seat: "first", job_id, round: 1 }];
  const { version, round } = application;
  const sections = application.sections.map((section) =>
    given.some(({ section_id }) => section_id === section.section_id)
      ? { ...section, status: "submitted" as const, decided_by: undefined, decided_round: undefined }
      : section,
  );
  const listed = change(key, { set: { seats, sections }, add: { version: 0 } }, { where: { version } });
  if (given.length === 0) return [listed, ...named];
  const said = await batchGet(given.map(({ section_id }) => submissionKeys.work(application_id, section_id)));
  const accepted = sections.filter(({ status }) => status === "accepted").length;
  const counts = { sections_graded: accepted, sections_accepted: accepted };
  return [
    listed,
    change(jobKey, { set: { seat, verdicts: given, ...counts } }, { where: { version: job_version } }),
    ...given.flatMap((verdict, index): Step[] => {
      const { section_id } = verdict;
      const { grade = "", feedback = "", section_rubric, reviewed_on = job.updated_on } = Work.parse(said[index]);
      const ids = { credential_job_id: job_id, application_id, organization_id: job.organization_id };
      const result = { ...verdict, ...ids, round, grade, feedback, section_rubric, decided_on: reviewed_on };
      const unsaid = { grade: undefined, feedback: undefined, section_rubric: undefined, reviewed_on: undefined };
      return [
        create(submissionKeys.result(job_id, round, section_id), SectionResult.parse(result)),
        change(submissionKeys.work(application_id, section_id), { set: unsaid }),
      ];
    }),
  ];
}

/**
 * What a reviewer has in hand is added up in minutes, and when they last accepted a job stands beside the number of all. It
 * is no edit: the job's version stays.
 */
export async function handSteps({ credential_job_id }: Job): Promise<Step[]> {
  const key = submissionKeys.job(credential_job_id);
  const job = await get(Job, key);
  if (!job?.acceptor || !job.accepted_on) return [];
  const { acceptor, accepted_on, in_hand_minutes, review_minutes, version } = job;
  const accepted = counterOf(submissionViews.reviewerJobs(acceptor, "all")).key;
  const [kept] = await batchGet([accepted]);
  const last_accepted_on = z.string().optional().parse(kept?.last_accepted_on);
  const isLater = last_accepted_on === undefined || last_accepted_on < accepted_on;
  const where = { last_accepted_on: last_accepted_on ?? { absent: true as const } };
  const counted = jobEntity.sums?.({ ...job, in_hand_minutes: review_minutes }) ?? [];
  const added = counted.flatMap(({ view, amounts }) => (amounts ? [add(counterOf(view).key, amounts)] : []));
  const isUncounted = in_hand_minutes === undefined && added.length > 0;
  return [
    ...(isLater ? [change(accepted, { set: { last_accepted_on: accepted_on } }, { orCreate: true, where })] : []),
    ...(isUncounted
      ? [
          change(key, { set: { in_hand_minutes: review_minutes }, add: { version: 0 } }, { where: { version } }),
          ...added,
        ]
      : []),
  ];
}

/** What a section held in the round before gets an item of its own, and the work says which round it was written for. */
export async function workSteps(item: Item): Promise<Step[]> {
  if (item.former === undefined) return [];
  const of = submissionKeys.application(idOf(item.pk));
  const [found, stored] = await transactGet([of, item]);
  if (!found || stored?.former === undefined) return [];
  const application = Application.parse(found);
  const [own, ...former] = versionsIn(application, [Work.parse(stored)]);
  return [
    check(of, { where: { version: application.version } }),
    change(item, { set: { round: own!.round, former: undefined } }),
    ...former.map(keepStep),
  ];
}

/** The verdicts of a round under review that an earlier release wrote into the submission, as far as it is known by whom. */
function verdictsIn({ sections, round }: Application, { acceptor }: Job): Verdict[] {
  return sections.flatMap(({ section_id, status, decided_by = acceptor, decided_round = round > 1 ? 0 : round }) =>
    (status === "accepted" && decided_round === round) || status === "rejected"
      ? decided_by === undefined
        ? []
        : [{ section_id, status, decided_by }]
      : [],
  );
}
