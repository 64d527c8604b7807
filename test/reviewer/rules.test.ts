import { describe, expect, it } from "vitest";
import { nextState } from "../../shared/platform/machine.ts";
import { CertificationInput, EducationInput } from "../../shared/reviewer/calls.ts";
import { reviewerStatuses } from "../../shared/reviewer/reviewer.ts";
import {
  dueOn,
  endsBeforeStart,
  hasAttemptLeft,
  isLate,
  matchingSkills,
  profileFaults,
} from "../../shared/reviewer/rules.ts";
import { type ReviewerApplicationEvent, reviewerApplicationMachine } from "../../shared/reviewer/states.ts";

describe("a reviewer application's states", () => {
  const events: ReviewerApplicationEvent[] = [
    "submit",
    "resubmit",
    "accept",
    "reject",
    "suspend",
    "reinstate",
    "withdraw",
  ];
  const allowed: Record<string, string> = {
    "none submit": "active",
    "active accept": "accepted",
    "active reject": "rejected",
    "rejected resubmit": "resubmitted",
    "resubmitted accept": "accepted",
    "resubmitted reject": "rejected",
    "accepted suspend": "suspended",
    "active withdraw": "withdrawn",
    "rejected withdraw": "withdrawn",
    "resubmitted withdraw": "withdrawn",
    "accepted withdraw": "withdrawn",
    "suspended withdraw": "withdrawn",
    "suspended reinstate": "accepted",
    "withdrawn submit": "active",
  };
  const states = ["none", ...reviewerStatuses] as const;
  const attempts = states.flatMap((status) => events.map((event) => ({ status, event })));

  it.each(attempts)("$status, then $event", ({ status, event }) => {
    expect(nextState(reviewerApplicationMachine, status, event)).toBe(allowed[`${status} ${event}`]);
  });

  it("ends for good with the second rejection", () => {
    expect(hasAttemptLeft({ attempt_count: 1 })).toBe(true);
    expect(hasAttemptLeft({ attempt_count: 2 })).toBe(false);
  });
});

describe("a reviewer application's clock", () => {
  it("promises a decision within 24 hours", () => {
    const due_on = dueOn("2026-03-01T10:00:00.000Z");
    expect(due_on).toBe("2026-03-02T10:00:00.000Z");
    expect(isLate({ status: "active", due_on }, Date.parse(due_on))).toBe(false);
    expect(isLate({ status: "resubmitted", due_on }, Date.parse(due_on) + 1)).toBe(true);
    expect(isLate({ status: "accepted", due_on }, Date.parse(due_on) + 1)).toBe(false);
  });
});

describe("a reviewer's profile", () => {
  it("wants degree, institution and start of an education, and license and date of issue", () => {
    const messages = (parsed: ReturnType<typeof EducationInput.safeParse | typeof CertificationInput.safeParse>) =>
      Object.fromEntries(parsed.error!.issues.map(({ path, message }) => [path.join("."), message]));
    const blank = "This field is required, can't be blank";
    expect(messages(EducationInput.safeParse({ institution: " " }))).toEqual({
      degree_id: blank,
      institution: blank,
      study_began: blank,
    });
    expect(messages(CertificationInput.safeParse({}))).toMatchObject({ certification_id: blank, issued_on: blank });
  });

  it("wants title, overview, category and skills, in the quoted words", () => {
    expect(profileFaults(undefined)).toEqual({
      title: "Title field cannot be empty",
      overview: "Overview field cannot be empty",
      category: "Category is required",
      skills: "Skills are required",
    });
    const skills = [{ skill_id: 1, name: "Reading" }];
    expect(profileFaults({ title: "Teacher", overview: "<p>Hello</p>", category: 1, skills })).toEqual({});
    expect(profileFaults({ title: " ", overview: "<p><br></p>", category: 1, skills: [] })).toEqual({
      title: "Title field cannot be empty",
      overview: "Overview field cannot be empty",
      skills: "Skills are required",
    });
  });

  it("lets ranges stay open, and not run backwards", () => {
    expect(endsBeforeStart("2020-09-01", undefined)).toBe(false);
    expect(endsBeforeStart("2020-09-01", "2020-09-01")).toBe(false);
    expect(endsBeforeStart("2020-09-01", "2020-08-31")).toBe(true);
  });

  it("counts matching skills", () => {
    expect(matchingSkills([1, 2], [2, 3])).toBe(1);
  });
});
