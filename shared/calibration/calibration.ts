import { progressOf } from "../credential/rubric.ts";
import { monthsAfter } from "../platform/months.ts";

/*
 * Whether a reviewer marks as the credential's authors would, from work whose right marks are known:
 * shared/calibration/README.md, "Calibration".
 */

/** The two sets of anchors of a credential. A second try is on the other one. */
export const anchorForms = ["A", "B"] as const;
export type AnchorForm = (typeof anchorForms)[number];

/** What a set of anchors has to hold to say something of whoever marks it. */
export const anchorSetLimits = {
  anchorsMin: 4,
  decisionsMin: 40,
  notAchievedPercentMin: 35,
  notAchievedPercentMax: 65,
} as const;

/** What is enough for a pass. */
export const passLimits = { agreementPercentMin: 80, recallPercentMin: 70, verdictsWrongMax: 1 } as const;

/** Tries in a row that fail until there is a pause, the days it lasts, and the months that a pass counts. */
export const tryLimits = { triesMax: 2, pauseDays: 30, validMonths: 12 } as const;

/** What a section's rubric asks, as far as it matters for its marks. */
export interface JudgedSection {
  readonly section_id: string;
  readonly criteria: readonly {
    readonly criteria_id: string;
    readonly criteria: string;
    readonly achieved: string;
    readonly notachieved: string;
    readonly score: number;
  }[];
  readonly making_progress: number;
  readonly completed: number;
}

/** What somebody says of one section: the right answer, or a try at it. */
export interface SectionMarks {
  readonly section_id: string;
  readonly status: "accepted" | "rejected";
  readonly marks: readonly { readonly criteria_id: string; readonly achieved: boolean }[];
}

/** What somebody says of one anchor. */
export type AnchorMarks = readonly SectionMarks[];

/** How often something was right, of how many. */
export interface Hits {
  readonly right: number;
  readonly of: number;
}

/** What a try came to: its counts, from which every figure follows. */
export interface Score {
  /** Criteria that the key calls achieved. */
  readonly achieved: Hits;
  /** Criteria that the key calls not achieved. */
  readonly not_achieved: Hits;
  readonly verdicts_wrong: number;
}

/** A share in percent, exact; nothing where there is nothing to divide. */
export const percentOf = ({ right, of }: Hits): number | null => (of === 0 ? null : (right * 100) / of);

/** Both classes together. */
export const agreementOf = ({ achieved, not_achieved }: Score): Hits => ({
  right: achieved.right + not_achieved.right,
  of: achieved.of + not_achieved.of,
});

/** The rubric in a form of which a digest is made: a key holds for exactly what it was written for. */
export const rubricText = (sections: readonly JudgedSection[]): string =>
  JSON.stringify(
    sections.map(({ section_id, criteria, making_progress, completed }) => [
      section_id,
      making_progress,
      completed,
      criteria.map(({ criteria_id, criteria: text, achieved, notachieved, score }) => [
        criteria_id,
        text,
        achieved,
        notachieved,
        score,
      ]),
    ]),
  );

/** Whether two people say the same of an anchor. */
export const sameMarks = (one: AnchorMarks, other: AnchorMarks): boolean => differencesOf(one, other).length === 0;

/** Where two people differ on an anchor: the section, and the criterion where it is not the verdict. */
export interface Difference {
  readonly section_id: string;
  readonly criteria_id?: string;
}

/** Where two people differ on an anchor, in the order of the first. */
export const differencesOf = (one: AnchorMarks, other: AnchorMarks): Difference[] =>
  one.flatMap(({ section_id, status, marks }) => {
    const said = other.find((each) => each.section_id === section_id);
    const verdict: Difference[] = said?.status === status ? [] : [{ section_id }];
    const criteria = marks.filter(
      (mark) => !said?.marks.some((each) => each.criteria_id === mark.criteria_id && each.achieved === mark.achieved),
    );
    return [...verdict, ...criteria.map(({ criteria_id }) => ({ section_id, criteria_id }))];
  });

/** Whether marks are about all of a rubric and nothing else. */
export const isComplete = (sections: readonly JudgedSection[], said: AnchorMarks): boolean => {
  const idsOf = (all: readonly { section_id: string; ids: readonly string[] }[]): string =>
    all
      .flatMap(({ section_id, ids }) => [section_id, ...ids.map((id) => `${section_id} ${id}`)])
      .sort()
      .join("\n");
  return (
    idsOf(said.map(({ section_id, marks }) => ({ section_id, ids: marks.map(({ criteria_id }) => criteria_id) }))) ===
    idsOf(
      sections.map(({ section_id, criteria }) => ({ section_id, ids: criteria.map(({ criteria_id }) => criteria_id) })),
    )
  );
};

/** Whether a key rejects a section where one criterion more would have completed it. */
export const isNarrowFail = (sections: readonly JudgedSection[], key: AnchorMarks): boolean =>
  key.some(({ section_id, status, marks }) => {
    const section = sections.find((each) => each.section_id === section_id);
    if (status !== "rejected" || section === undefined) return false;
    const isAchieved = ({ criteria_id }: { criteria_id: string }) =>
      marks.some((mark) => mark.criteria_id === criteria_id && mark.achieved);
    const earned = section.criteria.reduce((sum, each) => sum + (isAchieved(each) ? each.score : 0), 0);
    const missed = section.criteria.filter((each) => !isAchieved(each)).map(({ score }) => score);
    if (missed.length === 0 || progressOf({ ...section, criteria: [...section.criteria] }, earned) === "completed")
      return false;
    return earned + Math.max(...missed) >= section.completed;
  });

/** What a set lacks to be published. */
export type SetFault = "anchors" | "decisions" | "tooFewNotAchieved" | "tooManyNotAchieved" | "narrowFail";

/** All that a set of anchors lacks to be published; nothing where it may be. */
export function setFaults(sections: readonly JudgedSection[], keys: readonly AnchorMarks[]): SetFault[] {
  const marks = keys.flatMap((key) => key.flatMap((section) => section.marks));
  const notAchieved = marks.filter(({ achieved }) => !achieved).length * 100;
  const { anchorsMin, decisionsMin, notAchievedPercentMin, notAchievedPercentMax } = anchorSetLimits;
  const lacks: Record<SetFault, boolean> = {
    anchors: keys.length < anchorsMin,
    decisions: marks.length < decisionsMin,
    tooFewNotAchieved: notAchieved < marks.length * notAchievedPercentMin,
    tooManyNotAchieved: notAchieved > marks.length * notAchievedPercentMax,
    narrowFail: !keys.some((key) => isNarrowFail(sections, key)),
  };
  return (Object.keys(lacks) as SetFault[]).filter((fault) => lacks[fault]);
}

/** What a try at a set comes to. What was not marked is wrong. */
export function scoreOf(keys: readonly AnchorMarks[], said: readonly AnchorMarks[]): Score {
  const hits = { achieved: { right: 0, of: 0 }, not_achieved: { right: 0, of: 0 } };
  let verdicts_wrong = 0;
  for (const [at, key] of keys.entries()) {
    const wrong = differencesOf(key, said[at] ?? []);
    verdicts_wrong += wrong.filter(({ criteria_id }) => criteria_id === undefined).length;
    for (const { section_id, marks } of key)
      for (const { criteria_id, achieved } of marks) {
        const ofClass = hits[achieved ? "achieved" : "not_achieved"];
        const missed = wrong.some((each) => each.section_id === section_id && each.criteria_id === criteria_id);
        ofClass.of += 1;
        ofClass.right += missed ? 0 : 1;
      }
  }
  return { ...hits, verdicts_wrong };
}

const reaches = ({ right, of }: Hits, percentMin: number): boolean => of > 0 && right * 100 >= of * percentMin;

/** Whether a try is a pass. A class without a criterion says nothing, so it is none. */
export const isPass = (score: Score): boolean =>
  reaches(agreementOf(score), passLimits.agreementPercentMin) &&
  reaches(score.achieved, passLimits.recallPercentMin) &&
  reaches(score.not_achieved, passLimits.recallPercentMin) &&
  score.verdicts_wrong <= passLimits.verdictsWrongMax;

/** A criterion of a rubric. */
export type CriterionOf = Required<Difference>;

/** The criteria that a try got wrong at least once, of whatever anchor, the weakest first. */
export function weakCriteria(keys: readonly AnchorMarks[], said: readonly AnchorMarks[]): CriterionOf[] {
  const wrong = new Map<string, { criterion: CriterionOf; times: number }>();
  for (const [at, key] of keys.entries())
    for (const { section_id, criteria_id } of differencesOf(key, said[at] ?? [])) {
      if (criteria_id === undefined) continue;
      const name = `${section_id} ${criteria_id}`;
      const times = (wrong.get(name)?.times ?? 0) + 1;
      wrong.set(name, { criterion: { section_id, criteria_id }, times });
    }
  return [...wrong.values()].toSorted((one, other) => other.times - one.times).map(({ criterion }) => criterion);
}

/** A try at a set, finished or not. */
export interface Try {
  readonly form: AnchorForm;
  readonly finished_on?: string | undefined;
  readonly passed?: boolean | undefined;
}

/** Where a reviewer stands with a credential's criteria. */
export type CalibrationStanding =
  | { readonly status: "none"; readonly next: AnchorForm }
  | { readonly status: "inProgress"; readonly form: AnchorForm }
  | { readonly status: "passed"; readonly expires_on: string }
  | { readonly status: "failed"; readonly next: AnchorForm }
  | { readonly status: "paused"; readonly next: AnchorForm; readonly retry_on: string };

/** The moment so many days after another. */
const daysAfter = (moment: string, days: number): string =>
  new Date(Date.parse(moment) + days * 86_400_000).toISOString();

/** Until when a pass counts. */
export const expiryOf = (finished_on: string): string => monthsAfter(finished_on, tryLimits.validMonths);

/** Where a reviewer stands at a moment, from their tries at the same criteria, the earliest first. */
export function standingOf(tries: readonly Try[], at: string): CalibrationStanding {
  const latest = tries.at(-1);
  if (latest === undefined) return { status: "none", next: "A" };
  if (latest.finished_on === undefined) return { status: "inProgress", form: latest.form };
  const next = latest.form === "A" ? "B" : "A";
  if (latest.passed) {
    const expires_on = expiryOf(latest.finished_on);
    return at < expires_on ? { status: "passed", expires_on } : { status: "none", next };
  }
  const failed = tries.length - 1 - tries.findLastIndex(({ passed }) => passed);
  const retry_on = daysAfter(latest.finished_on, tryLimits.pauseDays);
  return failed % tryLimits.triesMax === 0 && at < retry_on
    ? { status: "paused", next, retry_on }
    : { status: "failed", next };
}
