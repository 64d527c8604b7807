import { reviewerPayCents } from "../platform/money.ts";
import { gradeRubric } from "../submission/rules.ts";
import type { ApplicationSection, RubricResult, WorkTerms } from "../submission/submission.ts";
import { type Ruling, type SecondReviewReason, type SectionResult, secondReviewReasons } from "./job.ts";

/*
 * When a round is reviewed a second time, and what follows from what its seats say: shared/review/second-review.md, "Second review".
 */

/** Of so many reviews of a credential that somebody finishes first, each is reviewed a second time. */
export const firstReviews = 5;
/** The least share of equal marks, in percent, with which two reviewers agree on a section. */
export const equalMarksPercentMin = 80;
/** A round without a single criterion missed, in less than this percentage of the estimated time, was reviewed in haste. */
const hastePercent = 25;
/** A draw is one of so many numbers from 0 on, so that a share counts to a hundredth of a percent. */
export const drawNumbers = 10_000;

/** A first seat that has decided its round. */
export interface FirstReview {
  /** The share of rounds that are reviewed a second time, in percent. */
  readonly share_percent: number;
  /** The round's own number, fixed when it was handed in: from 0, below {@link drawNumbers}. */
  readonly draw: number;
  readonly terms: readonly Pick<WorkTerms, "section_id" | "completed" | "review_estimate">[];
  readonly results: readonly Pick<SectionResult, "section_id" | "status" | "section_rubric">[];
  /** How many reviews of the credential the reviewer had finished before. */
  readonly finished_before: number;
  /** The latest two anchors among the reviewer's jobs of the credential failed, or a look-back on them is open. */
  readonly on_probation: boolean;
  /** Minutes that the reviewer had it in hand. */
  readonly minutes: number;
}

/** Why a round is to be reviewed a second time; nothing where it is not. The draw comes first and depends on no verdict. */
export function reasonsFor(review: FirstReview): SecondReviewReason[] {
  const { share_percent, draw, finished_before } = review;
  const holds: Record<SecondReviewReason, boolean> = {
    share: draw * 100 < share_percent * drawNumbers,
    firstReviews: finished_before < firstReviews,
    probation: review.on_probation,
    borderline: review.results.some((result) => isBorderline(result, review)),
    haste: isHasty(review),
  };
  return secondReviewReasons.filter((reason) => holds[reason]);
}

/** Rejected where one criterion more would have completed it, or accepted short of that. */
function isBorderline(
  { section_id, status, section_rubric }: FirstReview["results"][number],
  { terms }: Pick<FirstReview, "terms">,
): boolean {
  const completed = terms.find((each) => each.section_id === section_id)?.completed;
  if (section_rubric === undefined || completed === undefined) return false;
  if (status === "accepted") return section_rubric.earned < completed;
  const missed = section_rubric.marks.flatMap(({ achieved, score }) => (achieved ? [] : [score]));
  return section_rubric.earned + Math.max(0, ...missed) >= completed;
}

/** Whether nothing was found missing in a fraction of the time that finding it takes. */
function isHasty({ terms, results, minutes }: FirstReview): boolean {
  const marks = results.flatMap(({ section_rubric }) => section_rubric?.marks ?? []);
  const judged = new Set(results.map(({ section_id }) => section_id));
  const estimate = minutesOf(terms, judged);
  return marks.length > 0 && marks.every(({ achieved }) => achieved) && minutes * 100 < estimate * hastePercent;
}

const minutesOf = (
  terms: readonly Pick<WorkTerms, "section_id" | "review_estimate">[],
  sections: ReadonlySet<string>,
): number =>
  terms.reduce((sum, { section_id, review_estimate }) => sum + (sections.has(section_id) ? review_estimate : 0), 0);

/** What a seat for some of a submission's sections pays. */
export const seatPayCents = (
  rateCentsPerHour: number,
  terms: readonly Pick<WorkTerms, "section_id" | "review_estimate">[],
  sections: ReadonlySet<string>,
): number => reviewerPayCents(rateCentsPerHour, minutesOf(terms, sections));

type SectionVerdict = Pick<SectionResult, "section_id" | "status" | "section_rubric">;

/** Whether two reviewers agree on a section: on verdict and progress, and on enough of its marks. */
export function agree(one: SectionVerdict, other: SectionVerdict): boolean {
  const [marks, others] = [one.section_rubric?.marks ?? [], other.section_rubric?.marks ?? []];
  const equal = marks.filter(({ criteria_id, achieved }) =>
    others.some((each) => each.criteria_id === criteria_id && each.achieved === achieved),
  );
  return (
    one.status === other.status &&
    one.section_rubric?.progress === other.section_rubric?.progress &&
    equal.length * 100 >= marks.length * equalMarksPercentMin
  );
}

/** The sections that two reviewers do not agree on, in the first's order. */
export const disputed = (first: readonly SectionVerdict[], second: readonly SectionVerdict[]): string[] =>
  first.flatMap(({ section_id, ...said }) => {
    const other = second.find((each) => each.section_id === section_id);
    return other && !agree({ section_id, ...said }, other) ? [section_id] : [];
  });

/** The verdicts of a ruling, or the seat that it prefers. */
type Ruled = Pick<Ruling, "seat" | "verdicts"> & Partial<Pick<Ruling, "reason" | "reason_told">>;

/**
 * What follows from what a round's seats say, the first one first: its results, but of sections that three decided the
 * majority. A ruling decides what that leaves open.
 */
export const settle = (
  sections: readonly Pick<ApplicationSection, "section_id" | "criteria" | "making_progress" | "completed">[],
  [first = [], second = [], third = []]: readonly (readonly SectionResult[])[],
  ruling: Ruled = {},
): SectionResult[] =>
  first.map((result) => {
    const isThis = ({ section_id }: { section_id: string }) => section_id === result.section_id;
    const [section, two, three] = [sections.find(isThis), second.find(isThis), third.find(isThis)];
    if (ruling.seat !== undefined)
      return ruling.seat === "second" && two && !agree(result, two) ? asIn(result, two) : result;
    if (!section || !two || !three) return result;
    const verdict = ruling.verdicts?.find(isThis);
    const majority = majorityOf(section, [result, two, three]);
    return verdict ? ruled(majority, verdict, [three, result, two], ruling) : majority;
  });

/** What the seat of an appeal says; a ruling decides what its marks contradict. */
export const settleAppeal = (said: readonly SectionResult[], ruling: Ruled = {}): SectionResult[] =>
  said.map((result) => {
    const verdict = ruling.verdicts?.find(({ section_id }) => section_id === result.section_id);
    return verdict ? ruled(result, verdict, [result], ruling) : result;
  });

/** What another seat said of a section, in the first one's place: the section stays decided by its reviewer. */
function asIn({ section_rubric: _, ...first }: SectionResult, said: SectionResult): SectionResult {
  const { status, grade, feedback, section_rubric } = said;
  return { ...first, status, grade, feedback, ...(section_rubric && { section_rubric }) };
}

/** The marks with an admin's verdict, in the words of the first of the seats that gave it, or the admin's own. */
function ruled(
  marked: SectionResult,
  { status, feedback }: Pick<SectionResult, "status" | "feedback">,
  seats: readonly SectionResult[],
  { reason, reason_told }: Ruled,
): SectionResult {
  const like = seats.find((each) => each.status === status);
  const section_rubric = commentedBy(like, marked.section_rubric);
  return {
    ...marked,
    status,
    ...(section_rubric && { section_rubric }),
    ...(like ? { grade: like.grade, feedback: like.feedback } : { feedback }),
    issuer_decision: reason_told ? { reason } : {},
  };
}

/** Marks with the comments of the seat whose words are told, on those criteria that it marked the same. */
function commentedBy(
  words: Pick<SectionResult, "section_rubric"> | undefined,
  rubric: RubricResult | undefined,
): RubricResult | undefined {
  const own = words?.section_rubric?.marks ?? [];
  return (
    rubric && {
      ...rubric,
      marks: rubric.marks.map(({ comment: _, ...mark }) => {
        const same = own.find((each) => each.criteria_id === mark.criteria_id && each.achieved === mark.achieved);
        return { ...mark, ...(same?.comment && { comment: same.comment }) };
      }),
    }
  );
}

/**
 * The majority of three seats on a section they dispute, by verdict and by criterion; points and progress follow from the
 * marks. The words are the third's, or the first's where the third stands alone with its verdict. What is paid to the first
 * seat stays its reviewer's, who remains the one that decided the section.
 */
export function majorityOf(
  section: Pick<ApplicationSection, "criteria" | "making_progress" | "completed">,
  [first, second, third]: readonly [SectionResult, SectionResult, SectionResult],
): SectionResult {
  const all = [first, second, third];
  const status = all.filter((each) => each.status === "accepted").length > 1 ? "accepted" : "rejected";
  const words = third.status === status ? third : first;
  const marks = section.criteria.map(({ criteria_id }) => {
    const votes = all.filter(({ section_rubric }) =>
      section_rubric?.marks.some((mark) => mark.criteria_id === criteria_id && mark.achieved),
    );
    return { criteria_id, achieved: votes.length > 1 };
  });
  const { section_rubric: _, ...told } = first;
  const section_rubric = section.criteria.length > 0 ? commentedBy(words, gradeRubric(section, marks)) : undefined;
  return {
    ...told,
    status,
    grade: words.grade,
    feedback: words.feedback,
    ...(section_rubric && { section_rubric }),
  };
}
