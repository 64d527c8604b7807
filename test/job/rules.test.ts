import { describe, expect, it } from "vitest";
import { type JobStatus, jobStatuses } from "../../shared/job/job.ts";
import { acceptFault, applicationIdOf, jobIdOf, learnerName, mayRelease } from "../../shared/job/rules.ts";
import { type JobEvent, jobMachine } from "../../shared/job/states.ts";
import { nextState } from "../../shared/platform/machine.ts";
import type { Application } from "../../shared/submission/submission.ts";

describe("a job's states", () => {
  const events: JobEvent[] = ["accept", "grade", "release", "allAccepted", "someRejected", "resubmit"];
  const allowed: Record<string, JobStatus> = {
    "open accept": "accepted",
    "accepted grade": "reviewing",
    "accepted release": "open",
    "accepted allAccepted": "completed",
    "accepted someRejected": "revisionNeeded",
    "reviewing grade": "reviewing",
    "reviewing release": "open",
    "reviewing allAccepted": "completed",
    "reviewing someRejected": "revisionNeeded",
    "revisionNeeded resubmit": "reviewing",
  };
  const cells = jobStatuses.flatMap((status) => events.map((event) => ({ status, event })));

  it.each(cells)("$status, then $event", ({ status, event }) => {
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
  const with_ = (...statuses: string[]) => statuses.map((status) => ({ status })) as Application["sections"];

  it("is possible until the first section is graded, and not in a revision", () => {
    const sections = with_("submitted", "submitted");
    expect(mayRelease({ status: "accepted" }, { sections, round: 1 })).toBe(true);
    expect(mayRelease({ status: "reviewing" }, { sections: with_("accepted", "submitted"), round: 1 })).toBe(false);
    expect(mayRelease({ status: "reviewing" }, { sections, round: 2 })).toBe(false);
    expect(mayRelease({ status: "open" }, { sections, round: 1 })).toBe(false);
    expect(mayRelease({ status: "completed" }, { sections: with_("accepted"), round: 1 })).toBe(false);
  });
});

describe("names", () => {
  it("shows reviewers the first name and the last initial, never more", () => {
    expect(learnerName({ first_name: "Lena", last_name: "lindqvist" })).toBe("Lena L.");
    expect(learnerName({ first_name: "Lena", last_name: " " })).toBe("Lena");
    expect(learnerName({ first_name: "Ö", last_name: "𝒵ed" })).toBe("Ö 𝒵.");
  });

  it("leads from a submission to its job and back by id alone", () => {
    expect(jobIdOf("app_01ABC")).toBe("job_01ABC");
    expect(applicationIdOf(jobIdOf("app_01ABC"))).toBe("app_01ABC");
  });
});
