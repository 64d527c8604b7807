import { responseTypes, responseTypesOf } from "../credential/response-types.ts";
import { maximumScore, progressOf } from "../credential/rubric.ts";
import { isBlank } from "../http/text.ts";
import { nextState } from "../platform/machine.ts";
import { applicationMachine, sectionMachine } from "./states.ts";
import type {
  Application,
  ApplicationSection,
  ApplicationStatus,
  CriterionMark,
  RubricResult,
  SectionResponse,
  WorkStatus,
  WorkTerms,
} from "./submission.ts";

/** Days an unpaid application is kept open. */
export const unpaidDays = 180;
/** Characters that a learner may say of a revision. */
export const revisionNoteMax = 500;
/** Days a revision may stay untouched: shared/submission/README.md, "Revision". */
export const revisionDays = { reminder: 30, lastCall: 53, end: 60 } as const;

/** Whether an organization has to see an application through: it is paid for or handed in, and not finished. */
export const isUnderWay = ({ status, price_cents }: Pick<Application, "status" | "price_cents">): boolean =>
  status === "submitted" ||
  status === "reviewing" ||
  status === "revisionNeeded" ||
  (price_cents > 0 && (status === "ready" || status === "draft"));

/** The tabs of a learner's own submissions. */
export const submissionTabs = ["all", "Draft", "Submitted", "RevisionNeeded", "Completed"] as const;
export type SubmissionTab = (typeof submissionTabs)[number];

const tabs: Record<ApplicationStatus, SubmissionTab | undefined> = {
  applied: "Draft",
  ready: "Draft",
  draft: "Draft",
  submitted: "Submitted",
  reviewing: "Submitted",
  revisionNeeded: "RevisionNeeded",
  completed: "Completed",
  closed: undefined,
};
/** The tab an application is listed on besides `all`; a closed one has none. */
export const tabOf = (status: ApplicationStatus): SubmissionTab | undefined => tabs[status];

/** Where a section stands for everybody but its learner: what they have saved and not handed in is theirs alone. */
export const handedInStatus = (status: WorkStatus, round: number): WorkStatus =>
  status === "draft" ? (round > 0 ? "rejected" : "notSubmitted") : status;

/** The three piles of `submissions?type`: waiting, in hands, decided. */
export const submissionTypes = ["open", "inprogress", "completed"] as const;
export type SubmissionType = (typeof submissionTypes)[number];

const types: Record<ApplicationStatus, SubmissionType | undefined> = {
  applied: undefined,
  ready: undefined,
  draft: undefined,
  submitted: "open",
  reviewing: "inprogress",
  revisionNeeded: "inprogress",
  completed: "completed",
  closed: "completed",
};
/** The pile an application lies on; one not submitted yet lies on none. */
export const typeOf = (status: ApplicationStatus): SubmissionType | undefined => types[status];

/** The kinds of response that work holds: text or a link, a file, a picked option. */
export function answeredIn({ response, links, attachments, options }: SectionResponse): number[] {
  return [
    ...(!isBlank(response) || links.length > 0 ? [responseTypes.text] : []),
    ...(attachments.length > 0 ? [responseTypes.file] : []),
    ...(options.length > 0 ? [responseTypes.option] : []),
  ];
}

/** Whether a section has a response of a kind it takes. */
export const isAnswered = (section: Pick<ApplicationSection, "response_type" | "answered">): boolean =>
  section.answered.some((kind) => responseTypesOf(section.response_type).includes(kind));

/** What keeps a submission from being handed in: the quoted message for each section that wants a response, by section id. */
export function missingResponses(application: Pick<Application, "sections">): Record<string, string> {
  const open = application.sections.filter((section) => section.status !== "accepted" && !isAnswered(section));
  return Object.fromEntries(
    open.map((section) => [
      section.section_id,
      section.response_type === String(responseTypes.file)
        ? "Please upload the required document"
        : "A response is required",
    ]),
  );
}

/** Whether a submission is in the learner's hands. */
export const mayEdit = (status: ApplicationStatus): boolean =>
  nextState(applicationMachine, status, "save") !== undefined;

/** Whether a section may be edited or emptied now: the submission is in the learner's hands and the section is not accepted. */
export const mayEditSection = (status: ApplicationStatus, section: Pick<ApplicationSection, "status">): boolean =>
  mayEdit(status) && nextState(sectionMachine, section.status, "save") !== undefined;

/** The sections a submission hands to the reviewer: all the first time, afterwards those that were rejected. */
export const handIn = (sections: readonly ApplicationSection[]): ApplicationSection[] =>
  sections.map(({ unchecked: _, ...section }) => ({ ...section, status: afterSubmit(section.status) }));

const afterSubmit = (status: WorkStatus): WorkStatus => {
  const next = nextState(sectionMachine, status, "submit");
  return next === undefined || next === "none" ? status : next;
};

/** What the grading of a section does to the whole: still open, all accepted, or some rejected and none open. */
export function outcomeOf(
  sections: readonly Pick<ApplicationSection, "status">[],
): "open" | "allAccepted" | "someRejected" {
  if (sections.some(({ status }) => status !== "accepted" && status !== "rejected")) return "open";
  return sections.every(({ status }) => status === "accepted") ? "allAccepted" : "someRejected";
}

/** Marks as the reviewer sends them; whatever points they send are not read. */
export type SentMark = Pick<CriterionMark, "criteria_id" | "achieved" | "comment">;

/**
 * What marks amount to under the terms of a section: earned is the sum of the achieved criteria's points, the maximum the
 * sum of all. A criterion without a mark counts as not achieved.
 */
export function gradeRubric(
  terms: Pick<WorkTerms, "making_progress" | "completed"> & {
    readonly criteria: readonly Readonly<WorkTerms["criteria"][number]>[];
  },
  sent: readonly SentMark[],
): RubricResult {
  const marks = terms.criteria.map(({ criteria_id, score }) => {
    const { achieved = false, comment } = sent.find((mark) => mark.criteria_id === criteria_id) ?? {};
    return { criteria_id, score, achieved, ...(comment && { comment }) };
  });
  const earned = maximumScore(marks.filter((mark) => mark.achieved));
  const maximum = maximumScore(marks);
  const progress = progressOf({ ...terms, criteria: [] }, earned);
  return { marks, earned, maximum, progress };
}

/**
 * Whether a verdict is not what its marks come to: accepted short of the points for Completed, or rejected in spite of them.
 * Where a section has no such minimum its marks decide nothing.
 */
export const isContradicted = (
  {
    status,
    section_rubric,
  }: { readonly status: WorkStatus; readonly section_rubric?: Pick<RubricResult, "earned"> | undefined },
  { completed }: Pick<WorkTerms, "completed">,
): boolean =>
  section_rubric !== undefined && completed > 0 && (status === "accepted") !== section_rubric.earned >= completed;

type Points = Pick<RubricResult, "earned" | "maximum">;

/** Why a section cannot be accepted with these points, as its reviewer is told. */
export const belowMinimum = ({ earned, maximum }: Points, { completed }: Pick<WorkTerms, "completed">): string =>
  `This section has ${earned} of ${maximum} points and needs ${completed} to be approved. Change your marks or reject it.`;

/** What speaks against rejecting a section with these points, as its reviewer is told. */
export const enoughPoints = ({ earned, maximum }: Points, { completed }: Pick<WorkTerms, "completed">): string =>
  `This section has ${earned} of ${maximum} points, and ${completed} are enough to approve it.`;

/** What is wrong with a reviewer's verdict, by field: the quoted messages, and marks that do not fit the rubric. */
export function gradingProblems(
  verdict: "accept" | "reject",
  { grade, feedback, section_rubric }: { grade: string; feedback: string; section_rubric: readonly SentMark[] },
  terms: Pick<WorkTerms, "criteria">,
): Record<string, string> {
  const problems: Record<string, string> = {};
  if (grade.trim() === "") problems.grade = "Grade required";
  if (verdict === "reject" && isBlank(feedback)) problems.feedback = "Feedback required";
  const marked = section_rubric.map((mark) => mark.criteria_id);
  const known = terms.criteria.map((criterion) => criterion.criteria_id);
  if (marked.some((id) => !known.includes(id)) || new Set(marked).size !== marked.length) {
    problems.section_rubric = "These marks don’t match the rubric. Reload the page.";
  } else if (known.some((id) => !marked.includes(id))) {
    problems.section_rubric = "Mark every criterion as passing or not passing.";
  }
  return problems;
}
