import { SeededAnchors } from "../../shared/calibration/seeded-anchor.ts";
import { Problem } from "../../shared/http/problem.ts";
import { monthAfter } from "../../shared/organization/analytics.ts";
import { type DoubleReview, readOwn } from "../../shared/quality/calls.ts";
import { type QualityCounts, sumOfCounts } from "../../shared/quality/quality.ts";
import { Job, Round, SectionResult } from "../../shared/review/job.ts";
import { settle } from "../../shared/review/second-review.ts";
import { Application } from "../../shared/submission/submission.ts";
import { implement } from "../chain/implement.ts";
import { type Revision, readRevision } from "../credential/model/revision.ts";
import { minuteOf } from "../data/ids.ts";
import { qualityKeys } from "../data/keys/quality.ts";
import { submissionKeys, submissionViews } from "../data/keys/submission.ts";
import { listPage } from "../data/list.ts";
import { batchGet, queryAll } from "../data/table.ts";
import { monthsAsked } from "../organization/model/asked-months.ts";
import { countsIn, periodOf } from "../review/model/kept-quality.ts";
import { clock } from "../runtime/clock.ts";

/** So many of the reviewer's latest jobs are looked at. */
const JOBS_MAX = 20;

/** By months that have ended and by what was marked differently: nothing moves with a single review that ends. */
export const handler = implement(readOwn, async ({ from, to }, { actor: { user_id }, organization_id }) => {
  const ended = monthAfter(clock.iso().slice(0, 7), -1);
  if (to !== undefined && to > ended)
    throw new Problem("input.invalid", { fields: { to: "Choose a month that has ended." } });
  const months = monthsAsked({ from, to: to ?? ended });
  const [[kept], seeded, { items }] = await Promise.all([
    batchGet([qualityKeys.reviewerQuality(organization_id, user_id)]),
    queryAll(qualityKeys.allSeededAnchors(user_id)),
    listPage({ view: submissionViews.reviewerJobs(user_id, "all"), offset: 0, limit: JOBS_MAX }),
  ]);
  const jobs = items
    .map((item) => Job.parse(item))
    .filter(({ organization_id: of, seat }) => of === organization_id && (seat === "first" || seat === "second"));
  const anchors = seeded
    .map((item) => SeededAnchors.parse(item))
    .flatMap((each) => (each.organization_id === organization_id ? anchorCounts(each) : []));
  const double_reviews = (await doubleReviewsOf(jobs, user_id)).filter(({ sections }) => sections.length > 0);
  return {
    data: {
      ...periodOf(
        months,
        months.map((month) =>
          sumOfCounts([
            countsIn(kept, month),
            ...anchors.filter((each) => each.month === month).map(({ counts }) => counts),
          ]),
        ),
      ),
      double_reviews: double_reviews.toSorted((one, other) => (one.finalized_on < other.finalized_on ? 1 : -1)),
    },
  };
});

/** What finished anchors add, as the reviews they looked like would: without them they could be told by what is missing. */
const anchorCounts = ({ seeds }: SeededAnchors): { month: string; counts: QualityCounts }[] =>
  seeds.flatMap(({ finished_on, in_time, active_time }) => {
    if (finished_on === undefined) return [];
    const timely = in_time === undefined ? {} : { [in_time ? "in_time" : "late"]: 1 };
    return [
      { month: finished_on.slice(0, 7), counts: { seats: 1, ...timely, ...(active_time && { [active_time]: 1 }) } },
    ];
  });

/** The rounds of jobs that are finalized and that two decided, as one of the two may see them. */
async function doubleReviewsOf(jobs: readonly Job[], user_id: string): Promise<DoubleReview[]> {
  const asked = jobs.flatMap((job) =>
    (job.seat === "first" ? Array.from({ length: job.round }, (_, at) => at + 1) : [job.round]).map((number) => ({
      job,
      key: submissionKeys.round(job.application_id, number),
    })),
  );
  const ids = [...new Set(jobs.map(({ application_id }) => application_id))];
  const found = await batchGet([...asked.map(({ key }) => key), ...ids.map(submissionKeys.application)]);
  const submissions = new Map(
    found
      .slice(asked.length)
      .flatMap((item) => (item ? [[item.application_id, Application.parse(item)] as const] : [])),
  );
  const rounds = asked.flatMap(({ job }, at) => {
    const round = found[at] && Round.parse(found[at]);
    const submission = submissions.get(job.application_id);
    return round && submission && round.seats.some(({ seat }) => seat === "second") ? [{ job, round, submission }] : [];
  });
  const nameOf = ({ cred_id, revision }: Application) => `${cred_id} ${revision}`;
  const terms = new Map(rounds.map(({ submission }) => [nameOf(submission), submission]));
  const [said, ...revisions] = await Promise.all([
    Promise.all(rounds.map(({ round }) => saidIn(round))),
    ...[...terms.values()].map(({ cred_id, revision }) => readRevision(cred_id, revision)),
  ]);
  const revisionOf = new Map([...terms.keys()].map((name, at) => [name, revisions[at]]));
  return rounds.map((each, at) =>
    doubleReviewOf({ ...each, revision: revisionOf.get(nameOf(each.submission)), said: said[at]!, user_id }),
  );
}

/** What each seat of a round said. */
async function saidIn({ seats, round }: Round): Promise<SectionResult[][]> {
  const items = await Promise.all(seats.map(({ job_id }) => queryAll(submissionKeys.results(job_id, round))));
  return items.map((each) => each.map((item) => SectionResult.parse(item)));
}

interface Decided {
  readonly job: Job;
  readonly round: Round;
  readonly submission: Application;
  readonly revision: Revision | undefined;
  /** Of each seat, the first first. */
  readonly said: readonly (readonly SectionResult[])[];
  readonly user_id: string;
}

function doubleReviewOf({ job, round, submission, revision, said, user_id }: Decided): DoubleReview {
  const [first = [], second = []] = said;
  const [own, others] = job.seat === "first" ? [first, second] : [second, first];
  const settled = settle(submission.sections, said, round.ruling);
  return {
    credential_job_id: job.credential_job_id,
    title: job.title,
    finalized_on: minuteOf(round.finalized_on),
    sections: own
      .filter(({ decided_by }) => decided_by === user_id)
      .flatMap((one) => {
        const isThis = ({ section_id }: { section_id: string }) => section_id === one.section_id;
        const [other, result] = [others.find(isThis), settled.find(isThis)];
        return other && result ? differences([one, other, result], revision) : [];
      }),
  };
}

/** What two reviewers said differently of a section; nothing where they said the same. */
function differences(
  [own, other, result]: readonly [SectionResult, SectionResult, SectionResult],
  revision: Revision | undefined,
): DoubleReview["sections"] {
  const section = revision?.sections.find(({ section_id }) => section_id === own.section_id);
  const metBy = ({ section_rubric }: SectionResult, criteria_id: string) =>
    section_rubric?.marks.some((mark) => mark.criteria_id === criteria_id && mark.achieved) === true;
  const criteria = (section?.rubric_ext?.criteria ?? []).flatMap(({ criteria_id, criteria }) =>
    metBy(own, criteria_id) === metBy(other, criteria_id)
      ? []
      : [{ criteria, own: metBy(own, criteria_id), result: metBy(result, criteria_id) }],
  );
  const [progress, others] = [own.section_rubric?.progress, other.section_rubric?.progress];
  if (criteria.length === 0 && own.status === other.status && progress === others) return [];
  return [
    {
      section_id: own.section_id,
      title: section?.title ?? "",
      own: own.status,
      other: other.status,
      result: result.status,
      ...(progress && { own_progress: progress }),
      ...(others && { other_progress: others }),
      criteria,
    },
  ];
}
