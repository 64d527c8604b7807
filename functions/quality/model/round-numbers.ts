import { reviewMinutes } from "../../../shared/platform/money.ts";
import { activeTimeName } from "../../../shared/quality/active-time.ts";
import { agreementKinds, type QualityCounts } from "../../../shared/quality/quality.ts";
import type { Round, SectionResult } from "../../../shared/review/job.ts";
import { agree, settle } from "../../../shared/review/second-review.ts";
import type { Application, ApplicationSection } from "../../../shared/submission/submission.ts";
import type { Key } from "../../data/keys/key.ts";
import { qualityKeys } from "../../data/keys/quality.ts";

/*
 * What a finalized round adds to the figures of quality: shared/quality/README.md, "Quality". Only what reviewers decided
 * without seeing each other is compared, so the third seat is in no comparison.
 */

/** A finalized round with what each of its seats said, in the round's order. */
export interface SaidRound {
  readonly round: Round;
  /** The submission's sections, for their terms. */
  readonly sections: readonly ApplicationSection[];
  readonly said: readonly (readonly SectionResult[])[];
}

/** Numbers to be added to an item. */
export interface Numbers {
  readonly key: Key;
  readonly values: Readonly<Record<string, number>>;
}

type Two = readonly [number, number];

/** A section that two reviewers decided, each without knowing the other. */
interface Pair {
  readonly section_id: string;
  readonly reviewers: readonly [string, string];
  readonly verdict: Two;
  readonly progress: readonly Two[];
  readonly marks: readonly { readonly criteria_id: string; readonly achieved: Two }[];
  readonly isDisputed: boolean;
  /** Of each, whether the round came to another verdict. */
  readonly overturned: Two;
}

const progressLevels = ["not_yet", "making_progress", "completed"] as const;

/** What a round adds to every item that keeps figures of quality; nothing where it ended before they were kept. */
export function numbersOfRound(decided: SaidRound): Numbers[] {
  const { round, said } = decided;
  if (round.seats.some(({ reviewer }) => reviewer === undefined)) return [];
  const { organization_id, cred_id } = round;
  const month = round.finalized_on.slice(0, 7);
  const pairs = pairsOf(decided);
  const seats = round.seats.map((seat, at) => ({ ...seat, active_time: activeTimeOf(decided, at) }));
  const everybody = countsOf(pairs, seats);
  const reviewers = new Set([
    ...round.seats.flatMap(({ reviewer }) => reviewer ?? []),
    ...pairs.flatMap((pair) => pair.reviewers),
  ]);
  return [
    { key: qualityKeys.quality(organization_id, month), values: everybody },
    { key: qualityKeys.credentialQuality(organization_id, cred_id), values: inMonth(month, everybody) },
    ...[...reviewers].map((reviewer) => ({
      key: qualityKeys.reviewerQuality(organization_id, reviewer),
      values: inMonth(
        month,
        countsOf(
          pairs.flatMap((pair) => seenBy(reviewer, pair)),
          seats.filter((seat) => seat.reviewer === reviewer),
        ),
      ),
    })),
    ...criteriaOf(round, pairs),
    ...marksOf(round, said),
  ];
}

/** Rounds with what lies beside them, out of all there is; `applications` by their ids. */
export function saidRounds({
  rounds,
  results,
  applications,
}: {
  readonly rounds: readonly Round[];
  readonly results: readonly SectionResult[];
  readonly applications: ReadonlyMap<string, Pick<Application, "sections">>;
}): SaidRound[] {
  const said = Map.groupBy(results, ({ credential_job_id, round }) => `${credential_job_id} ${round}`);
  return rounds.map((round) => ({
    round,
    sections: applications.get(round.application_id)?.sections ?? [],
    said: round.seats.map(({ job_id }) => said.get(`${job_id} ${round.round}`) ?? []),
  }));
}

/** Counts under the month they are of. */
export const inMonth = (month: string, counts: QualityCounts): Record<string, number> =>
  Object.fromEntries(Object.entries(counts).map(([name, value]) => [`${month}.${name}`, value]));

/** A pair with a reviewer as the one, whichever seat they had; nothing where they had none. */
function seenBy(reviewer: string, pair: Pair): Pair[] {
  const [one, other] = pair.reviewers;
  if (reviewer === one) return [pair];
  if (reviewer !== other) return [];
  const turned = ([first, second]: Two): Two => [second, first];
  return [
    {
      ...pair,
      reviewers: [other, one],
      verdict: turned(pair.verdict),
      progress: pair.progress.map(turned),
      marks: pair.marks.map((each) => ({ ...each, achieved: turned(each.achieved) })),
      overturned: turned(pair.overturned),
    },
  ];
}

function pairsOf({ round, sections, said }: SaidRound): Pair[] {
  const at = round.seats.findIndex(({ seat }) => seat === "second");
  const [first = [], second = []] = [said[0], said[at]];
  const settled = settle(sections, said, round.ruling);
  return first.flatMap((one): Pair[] => {
    const isThis = ({ section_id }: { section_id: string }) => section_id === one.section_id;
    const [other, result] = [second.find(isThis), settled.find(isThis)];
    if (!other || !result) return [];
    const [rubric, others] = [one.section_rubric, other.section_rubric];
    return [
      {
        section_id: one.section_id,
        reviewers: [one.decided_by, other.decided_by],
        verdict: [Number(one.status === "accepted"), Number(other.status === "accepted")],
        progress:
          rubric && others ? [[progressLevels.indexOf(rubric.progress), progressLevels.indexOf(others.progress)]] : [],
        marks: (rubric?.marks ?? []).flatMap(({ criteria_id, achieved }) => {
          const mark = others?.marks.find((each) => each.criteria_id === criteria_id);
          return mark ? [{ criteria_id, achieved: [Number(achieved), Number(mark.achieved)] as const }] : [];
        }),
        isDisputed: !agree(one, other),
        overturned: [Number(one.status !== result.status), Number(other.status !== result.status)],
      },
    ];
  });
}

/**
 * The name under which a seat's active time is counted. Nothing where it was not measured, where several people had the
 * seat, and of a revision's round, which has no estimate of its own.
 */
function activeTimeOf({ round, sections, said }: SaidRound, at: number): string | undefined {
  const results = said[at] ?? [];
  const isRevision = round.seats[at]!.seat === "first" && round.round > 1;
  const isShared = new Set(results.map(({ decided_by }) => decided_by)).size > 1;
  const seconds = Math.max(...results.map(({ active_seconds = 0 }) => active_seconds));
  if (isRevision || isShared || !(seconds > 0)) return undefined;
  const judged = sections.filter(({ section_id }) => results.some((each) => each.section_id === section_id));
  return activeTimeName(seconds, reviewMinutes(judged));
}

interface EndedSeat {
  readonly in_time?: boolean | undefined;
  readonly active_time: string | undefined;
}

/** A round's seats and pairs as counts. */
function countsOf(pairs: readonly Pair[], seats: readonly EndedSeat[]): QualityCounts {
  const counts: Record<string, number> = {};
  const add = (name: string, by: number) => {
    if (by !== 0) counts[name] = (counts[name] ?? 0) + by;
  };
  add("seats", seats.length);
  add("in_time", seats.filter(({ in_time }) => in_time === true).length);
  add("late", seats.filter(({ in_time }) => in_time === false).length);
  for (const { active_time } of seats) if (active_time !== undefined) add(active_time, 1);
  if (pairs.length === 0) return counts;
  add("double_reviews", 1);
  add("disputed", pairs.filter(({ isDisputed }) => isDisputed).length);
  add("overturned", pairs.filter(({ overturned }) => overturned[0] === 1).length);
  const decided = {
    verdict: pairs.map(({ verdict }) => verdict),
    mark: pairs.flatMap(({ marks }) => marks.map(({ achieved }) => achieved)),
    progress: pairs.flatMap(({ progress }) => progress),
  };
  for (const kind of agreementKinds) {
    const decisions = decided[kind];
    if (decisions.length === 0) continue;
    for (const [one, other] of decisions) add(`${kind}_${one}${other}`, 1);
    const agreed = decisions.filter(([one, other]) => one === other).length;
    add(`${kind}_submissions`, 1);
    add(`${kind}_agreed_squares`, agreed ** 2);
    add(`${kind}_products`, agreed * decisions.length);
    add(`${kind}_decision_squares`, decisions.length ** 2);
  }
  return counts;
}

/** Of every criterion that two reviewers marked, who said what. */
const criteriaOf = ({ organization_id, cred_id }: Round, pairs: readonly Pair[]): Numbers[] =>
  pairs
    .filter(({ marks }) => marks.length > 0)
    .map(({ section_id, marks }) => ({
      key: qualityKeys.criterionQuality(organization_id, cred_id, section_id),
      values: Object.fromEntries(
        marks.map(({ criteria_id, achieved: [one, other] }) => [`${criteria_id}.${one}${other}`, 1]),
      ),
    }));

/** What each reviewer of the first and the second seat marked, for how strict they are. */
function marksOf({ organization_id, cred_id, seats }: Round, said: SaidRound["said"]): Numbers[] {
  const results = said.flatMap((each, at) => (seats[at]?.seat === "third" ? [] : each));
  return [...Map.groupBy(results, ({ decided_by }) => decided_by)].flatMap(([reviewer, own]) => {
    const marks = own.flatMap(({ section_id, section_rubric }) =>
      (section_rubric?.marks ?? []).map(
        ({ criteria_id, achieved }) => `${section_id}.${criteria_id}.${Number(achieved)}` as const,
      ),
    );
    if (marks.length === 0) return [];
    return [
      {
        key: qualityKeys.reviewerMarks(organization_id, cred_id, reviewer),
        values: Object.fromEntries(marks.map((name) => [name, 1])),
      },
    ];
  });
}
