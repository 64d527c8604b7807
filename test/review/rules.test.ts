import { describe, expect, it } from "vitest";
import { nextState } from "../../shared/platform/machine.ts";
import { type JobStatus, jobStatuses } from "../../shared/review/job.ts";
import { acceptFault, countsFor, learnerName, mayGrade, mayRelease } from "../../shared/review/rules.ts";
import { type JobEvent, jobMachine } from "../../shared/review/states.ts";

describe("a job's states", () => {
  const events: JobEvent[] = ["accept", "grade", "release", "allAccepted", "someRejected", "resubmit", "reassign"];
  const allowed: Record<string, JobStatus> = {
    "open accept": "accepted",
    "accepted grade": "reviewing",
    "accepted release": "open",
    "accepted allAccepted": "completed",
    "accepted someRejected": "revisionNeeded",
    "reviewing grade": "reviewing",
    "reviewing release": "open",
    "accepted reassign": "open",
    "reviewing reassign": "open",
    "reviewing allAccepted": "completed",
    "reviewing someRejected": "revisionNeeded",
    "awaitingResult allAccepted": "completed",
    "awaitingResult someRejected": "revisionNeeded",
    "revisionNeeded resubmit": "reviewing",
    "revisionNeeded allAccepted": "completed", // by an appeal
  };
  const attempts = jobStatuses.flatMap((status) => events.map((event) => ({ status, event })));

  it.each(attempts)("$status, then $event", ({ status, event }) => {
    expect(nextState(jobMachine, status, event)).toBe(allowed[`${status} ${event}`]);
  });
});

describe("accepting", () => {
  const open = { status: "open", reviewers: ["usr_rita", "usr_ray"], learner_id: "usr_lena" } as const;
  const job = { ...open, reviewers: [...open.reviewers] };

  it("is for the credential's reviewers, never for the learner", () => {
    expect(acceptFault(job, "usr_rita")).toBeUndefined();
    expect(acceptFault(job, "usr_rob")).toBe("resource.not-found");
    expect(acceptFault({ ...job, reviewers: ["usr_lena"] }, "usr_lena")).toBe("resource.not-found");
  });

  it("finds a taken job taken, whatever came of it", () => {
    for (const status of jobStatuses.filter((each) => each !== "open")) {
      expect(acceptFault({ ...job, status, acceptor: "usr_ray" }, "usr_rita")).toBe("job.already-taken");
    }
  });
});

describe("giving back", () => {
  it("is possible until the round is decided", () => {
    expect(jobStatuses.filter((status) => mayRelease({ status }))).toEqual(["accepted", "reviewing"]);
  });
});

describe("a verdict", () => {
  const section = { section_id: "sec_1", status: "submitted" } as const;
  const given = { section_id: "sec_1", status: "accepted", decided_by: "usr_rita" } as const;

  it("is given on what was handed in, and changes or is taken back until the round is decided", () => {
    const waiting = { status: "reviewing", verdicts: [] } as const;
    const decided = { status: "reviewing", verdicts: [given] } as const;
    const may = (job: typeof waiting | { status: "reviewing" | "completed"; verdicts: (typeof given)[] }) =>
      (["accept", "reject", "reopen"] as const).map((event) =>
        mayGrade(event, { ...job, verdicts: [...job.verdicts] }, section),
      );
    expect(may(waiting)).toEqual([true, true, false]);
    expect(may({ ...decided, verdicts: [given] })).toEqual([true, true, true]);
    expect(may({ status: "completed", verdicts: [] })).toEqual([false, false, false]);
  });

  it("is given on nothing that an earlier round has decided, or that was not handed in", () => {
    for (const status of ["accepted", "rejected", "draft", "notSubmitted"] as const)
      expect(mayGrade("accept", { status: "reviewing", verdicts: [] }, { ...section, status })).toBe(false);
  });

  it("is counted for its reviewer alone; who may take the job learns how many there are", () => {
    const job = { status: "reviewing" as const, reviewers: ["usr_rita", "usr_ray"], verdicts: [given] };
    const counted = { ...job, acceptor: "usr_rita", sections_graded: 2, sections_accepted: 1 };
    expect(countsFor("usr_rita", counted)).toEqual({ sections_graded: 3, sections_accepted: 2 });
    for (const other of ["usr_ray", "usr_ada"])
      expect(countsFor(other, counted)).toEqual({ sections_graded: 2, sections_accepted: 1 });
    const open = { ...counted, status: "open" as const, acceptor: undefined };
    expect(countsFor("usr_ray", open)).toEqual({ sections_graded: 3, sections_accepted: 1 });
    expect(countsFor("usr_ada", open)).toEqual({ sections_graded: 2, sections_accepted: 1 });
  });
});

describe("names", () => {
  it("shows reviewers the first name and the last initial, never more", () => {
    expect(learnerName({ first_name: "Lena", last_name: "lindqvist" })).toBe("Lena L.");
    expect(learnerName({ first_name: "Lena", last_name: " " })).toBe("Lena");
    expect(learnerName({ first_name: "Ö", last_name: "𝒵ed" })).toBe("Ö 𝒵.");
  });
});
