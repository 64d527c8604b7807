import { describe, expect, test } from "vitest";
import type { Credential, RejectedCredential, Section } from "../../shared/credential/credential.ts";
import { changesSince } from "../../web/credential/detail/changes-since.ts";

const section = (id: string, over: Partial<Section> = {}): Section => ({
  section_id: id,
  cred_id: "crd_1",
  credential_id: "crd_1",
  organization_id: "org_1",
  title: id,
  description: "<p>Write.</p>",
  rubric: "<p>Pass.</p>",
  rubric_ext: null,
  response_type: "0",
  options: [],
  options_multiple: false,
  review_estimate: 20,
  time_req_unit: "minutes",
  ...over,
});
const details = { description: "<p>Learn <b>this</b>.</p>", score_description: "", credential_resources: "" };
const criteria = { cred_id: "crd_1" as const, category: 1, skills: [], skills_ext: "Reading", hourly_rate: 20 };
const whole = {
  title: "Coach",
  price: 25,
  credential_details: { ...details, attachments: [], expiration_date: null, scech: 0 },
  reviewer_criteria: { ...criteria, clock: { first_days: 7, revision_days: 4 }, second_review: null },
  assigned_reviewers: ["usr_1", "usr_2"],
} as unknown as Omit<RejectedCredential, "on" | "sections">;

/** What is told of a credential that was rejected as the one and is the other now. */
const told = (
  before: Partial<RejectedCredential>,
  now: Partial<RejectedCredential>,
  sections = [section("One"), section("Two")],
) => {
  const { sections: present = sections, ...rest } = now;
  const credential = { ...whole, ...rest, scores_and_submissions: { sections: present } } as unknown as Credential;
  const changes = changesSince({ ...whole, on: "", sections, ...before }, credential);
  return changes.map((change) => [change.label, change.before, change.now]);
};

describe("what changed in a credential since it was rejected", () => {
  test("is nothing where only the markup is another one", () => {
    const credential_details = { ...whole.credential_details, description: "<p>Learn this.</p>" };
    expect(told({}, { credential_details })).toEqual([]);
  });

  test("is each field under its name, in the order of the page", () => {
    const reviewer_criteria = {
      ...criteria,
      clock: { first_days: 9, revision_days: 4, reviewer_days: 2 },
      second_review: { share_percent: 20 },
      ai_policy: { rule: "allowed" as const, parts: "" },
    };
    expect(told({}, { title: "Reading Coach", price: null, reviewer_criteria })).toEqual([
      ["Title", "Coach", "Reading Coach"],
      [
        "Decision date",
        "7 working days, 4 working days for a revision, 3 working days for the reviewer",
        "9 working days, 4 working days for a revision, 2 working days for the reviewer",
      ],
      ["Use of AI", "", "You may use AI tools."],
      ["Second review", "", "20%, 4 working days, third review 4 working days"],
      ["Price", "$25.00", ""],
    ]);
  });

  test("is told of sections one by one: new, removed, moved, and what is another in those that stay", () => {
    const rubric_ext = {
      criteria: [{ criteria_id: "c", criteria: "Goals", achieved: "Named", notachieved: "Missing", score: 1 }],
      making_progress: 0,
      completed: 1,
    } as unknown as Section["rubric_ext"];
    const sections = [
      section("Two", { rubric: "", rubric_ext }),
      section("One"),
      section("Three", { response_type: "2", options: [{ option_id: "o", name: "Yes" }] as Section["options"] }),
    ];
    expect(told({}, { sections }, [section("One"), section("Two"), section("Old")])).toEqual([
      [
        "Section “Two”, rubric",
        "Pass.",
        "Goals (1 point)\nPassing: Named\nNot passing: Missing\nCompleted at 1, Making Progress at 0",
      ],
      ["Section “Three”, new", "", expect.stringMatching(/^Three\nWrite\.\nAnswer with a choice\nYes\n/)],
      ["Section “Old”, removed", expect.stringMatching(/^Old\nWrite\./), ""],
      ["Order of sections", "One\nTwo\nOld", "Two\nOne\nThree"],
    ]);
  });

  test("is told of reviewers by number", () => {
    expect(told({}, { assigned_reviewers: ["usr_2", "usr_3", "usr_4"] })).toEqual([
      ["Reviewers", "2 reviewers", "3 reviewers (2 added, 1 removed)"],
    ]);
  });
});
