import { describe, expect, it } from "vitest";
import { type JobStatus, jobStatuses } from "../../shared/job/job.ts";
import { acceptFault, isFinal, learnerName, mayRelease } from "../../shared/job/rules.ts";
import { type JobEvent, jobMachine } from "../../shared/job/states.ts";
import { nextState } from "../../shared/platform/machine.ts";

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
  it("is possible until the round is decided", () => {
    expect(jobStatuses.filter((status) => mayRelease({ status }))).toEqual(["accepted", "reviewing"]);
  });
});

describe("a verdict", () => {
  const accepted = (decided_round?: number) => ({ status: "accepted" as const, decided_round });

  it("of an earlier round stays, one of the present round may change", () => {
    expect(isFinal(accepted(1), { round: 1 })).toBe(false);
    expect(isFinal(accepted(1), { round: 2 })).toBe(true);
    expect(isFinal(accepted(2), { round: 2 })).toBe(false);
    expect(isFinal({ status: "rejected", decided_round: 1 }, { round: 2 })).toBe(false);
  });

  it("from before rounds were kept stays once there was a revision", () => {
    expect([isFinal(accepted(), { round: 1 }), isFinal(accepted(), { round: 2 })]).toEqual([false, true]);
  });
});

describe("names", () => {
  it("shows reviewers the first name and the last initial, never more", () => {
    expect(learnerName({ first_name: "Lena", last_name: "lindqvist" })).toBe("Lena L.");
    expect(learnerName({ first_name: "Lena", last_name: " " })).toBe("Lena");
    expect(learnerName({ first_name: "Ö", last_name: "𝒵ed" })).toBe("Ö 𝒵.");
  });
});
