import { describe, expect, it } from "vitest";
import { nextState } from "../../shared/platform/machine.ts";
import {
  answeredIn,
  gradeRubric,
  gradingProblems,
  handIn,
  isAnswered,
  mayEditSection,
  missingResponses,
  outcomeOf,
  tabOf,
  typeOf,
} from "../../shared/submission/rules.ts";
import {
  type ApplicationEvent,
  applicationMachine,
  type SectionEvent,
  sectionMachine,
} from "../../shared/submission/states.ts";
import {
  type ApplicationSection,
  type ApplicationStatus,
  applicationStatuses,
  WorkStatus,
} from "../../shared/submission/submission.ts";

const section = (given: Partial<ApplicationSection> = {}): ApplicationSection => ({
  section_id: "sec_1",
  title: "Lesson plan",
  response_type: "0",
  review_estimate: 20,
  option_ids: [],
  options_multiple: false,
  criteria: [],
  making_progress: 0,
  completed: 0,
  status: "notSubmitted",
  answered: [],
  ...given,
});

describe("an application's states", () => {
  const events: ApplicationEvent[] = [
    "pay",
    "save",
    "submit",
    "resubmit",
    "jobAccepted",
    "jobReleased",
    "allAccepted",
    "someRejected",
    "sixtyDaysPass",
  ];
  const allowed: Record<string, ApplicationStatus> = {
    "applied pay": "ready",
    "ready save": "draft",
    "ready submit": "submitted",
    "draft save": "draft",
    "draft submit": "submitted",
    "submitted jobAccepted": "reviewing",
    "reviewing jobReleased": "submitted",
    "reviewing allAccepted": "completed",
    "reviewing someRejected": "revisionNeeded",
    "revisionNeeded save": "revisionNeeded",
    "revisionNeeded resubmit": "reviewing",
    "revisionNeeded allAccepted": "completed", // by an appeal
    "revisionNeeded sixtyDaysPass": "closed",
  };
  const attempts = applicationStatuses.flatMap((status) => events.map((event) => ({ status, event })));

  it.each(attempts)("$status, then $event", ({ status, event }) => {
    expect(nextState(applicationMachine, status, event)).toBe(allowed[`${status} ${event}`]);
  });

  it("stand on one tab and one pile each", () => {
    expect(applicationStatuses.map(tabOf)).toEqual([
      "Draft",
      "Draft",
      "Draft",
      "Submitted",
      "Submitted",
      "RevisionNeeded",
      "Completed",
      undefined,
    ]);
    expect(applicationStatuses.map(typeOf)).toEqual([
      undefined,
      undefined,
      undefined,
      "open",
      "inprogress",
      "inprogress",
      "completed",
      "completed",
    ]);
  });
});

describe("a section's states", () => {
  const events: SectionEvent[] = ["save", "submit", "accept", "reject"];
  const allowed: Record<string, WorkStatus> = {
    "notSubmitted save": "draft",
    "draft save": "draft",
    "draft submit": "submitted",
    "submitted accept": "accepted",
    "submitted reject": "rejected",
    "rejected save": "draft",
    "rejected submit": "submitted",
  };
  const attempts = WorkStatus.options.flatMap((status) => events.map((event) => ({ status, event })));

  it.each(attempts)("$status, then $event", ({ status, event }) => {
    expect(nextState(sectionMachine, status, event)).toBe(allowed[`${status} ${event}`]);
  });

  it("may be edited only while the submission is the learner's and the section not accepted", () => {
    const editable = applicationStatuses.filter((status) => mayEditSection(status, section()));
    expect(editable).toEqual(["ready", "draft", "revisionNeeded"]);
    expect(mayEditSection("revisionNeeded", section({ status: "accepted" }))).toBe(false);
    expect(mayEditSection("revisionNeeded", section({ status: "rejected" }))).toBe(true);
  });
});

describe("handing in", () => {
  const nothing = { response: "<p>&nbsp;</p>", links: [], attachments: [], options: [] };

  it("knows text or a link, a file and an option as answers, and not HTML that shows nothing", () => {
    expect(answeredIn(nothing)).toEqual([]);
    expect(answeredIn({ ...nothing, response: "<p>Done</p>" })).toEqual([0]);
    expect(answeredIn({ ...nothing, links: ["https://example.test/a"] })).toEqual([0]);
    expect(answeredIn({ ...nothing, attachments: [{ key: "k", name: "a.pdf" }], options: ["o1"] })).toEqual([1, 2]);
  });

  it("wants an answer of a kind the section takes", () => {
    expect(isAnswered(section({ response_type: "0,1", answered: [1] }))).toBe(true);
    expect(isAnswered(section({ response_type: "1", answered: [0] }))).toBe(false);
  });

  it("names what is missing in the quoted words, and asks nothing of accepted sections", () => {
    const sections = [
      section({ section_id: "sec_1" }),
      section({ section_id: "sec_2", response_type: "1" }),
      section({ section_id: "sec_3", answered: [0] }),
      section({ section_id: "sec_4", status: "accepted" }),
    ];
    expect(missingResponses({ sections })).toEqual({
      sec_1: "A response is required",
      sec_2: "Please upload the required document",
    });
  });

  it("hands in everything but what is accepted", () => {
    const statuses = (["draft", "rejected", "accepted"] as const).map((status) => section({ status }));
    expect(handIn(statuses).map(({ status }) => status)).toEqual(["submitted", "submitted", "accepted"]);
  });

  it("is decided when no section is open: all accepted, or some rejected", () => {
    const outcome = (...statuses: WorkStatus[]) => outcomeOf(statuses.map((status) => ({ status })));
    expect(outcome("accepted", "submitted")).toBe("open");
    expect(outcome("rejected", "submitted")).toBe("open");
    expect(outcome("accepted", "rejected")).toBe("someRejected");
    expect(outcome("accepted", "accepted")).toBe("allAccepted");
  });
});

describe("grading", () => {
  const terms = {
    criteria: [
      { criteria_id: "a", score: 10 },
      { criteria_id: "b", score: 5 },
      { criteria_id: "c", score: 0 },
    ],
    making_progress: 5,
    completed: 12,
  };
  const mark = (criteria_id: string, achieved: boolean) => ({ criteria_id, achieved });

  it("sums the criteria's points, whatever points were sent", () => {
    const sent = [{ ...mark("a", true), score: 99 }, mark("b", false), mark("c", true)];
    expect(gradeRubric(terms, sent)).toEqual({
      marks: [
        { criteria_id: "a", score: 10, achieved: true },
        { criteria_id: "b", score: 5, achieved: false },
        { criteria_id: "c", score: 0, achieved: true },
      ],
      earned: 10,
      maximum: 15,
      progress: "making_progress",
    });
  });

  it("reaches Completed and Making Progress at their minimums, not before", () => {
    const progress = (...achieved: string[]) =>
      gradeRubric(
        terms,
        achieved.map((id) => mark(id, true)),
      ).progress;
    expect(progress("a", "b")).toBe("completed");
    expect(progress("b")).toBe("making_progress");
    expect(progress("c")).toBe("not_yet");
  });

  it("wants a grade, feedback with a rejection, and a mark for each criterion and no other", () => {
    const all = [mark("a", true), mark("b", true), mark("c", true)];
    const given = { grade: "A", feedback: "<p>Well done</p>", section_rubric: all };
    expect(gradingProblems("accept", { ...given, feedback: "" }, terms)).toEqual({});
    expect(gradingProblems("reject", { ...given, feedback: "<p> </p>", grade: " " }, terms)).toEqual({
      grade: "Grade required",
      feedback: "Feedback required",
    });
    for (const section_rubric of [all.slice(1), [...all, mark("d", true)], [...all.slice(1), mark("b", true)]]) {
      expect(gradingProblems("accept", { ...given, section_rubric }, terms)).toHaveProperty("section_rubric");
    }
    expect(gradingProblems("accept", { ...given, section_rubric: [] }, { criteria: [] })).toEqual({});
  });
});
