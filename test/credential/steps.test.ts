import { describe, expect, it } from "vitest";
import type * as z from "zod";
import { CriteriaStep, DetailsStep, PriceStep, ReviewersStep, SectionsStep } from "../../shared/credential/steps.ts";

/** The message at a field, or undefined when the input is taken. */
function messageAt(schema: z.ZodType, input: unknown, field: string): string | undefined {
  const parsed = schema.safeParse(input);
  return parsed.error?.issues.find((issue) => issue.path.join(".") === field)?.message;
}

const details = {
  title: "Reading coach",
  description: "<p>Coach readers.</p>",
  score_description: "<p>By rubric.</p>",
  credential_resources: "<p>Upload a plan.</p>",
};
const criterion = { criteria_id: "1", criteria: "Plan", achieved: "Has goals", notachieved: "Has none", score: 10 };
const section = {
  title: "Plan",
  description: "<p>Write a plan.</p>",
  rubric: "<p>Clear goals.</p>",
  response_type: "0",
  review_estimate: 15,
};
const table = { criteria: [criterion], making_progress: 2, completed: 5 };
const tabled = { ...section, rubric: "", rubric_ext: table };
const criteria = {
  category: 1,
  job_description: "<p>Judge plans.</p>",
  skills: [{ skill_id: 1001, name: "Lesson planning" }],
  hourly_rate: 20,
  notes: "<p>Be kind.</p>",
};

describe("step 0", () => {
  it("takes a complete step, everything optional off", () => {
    expect(DetailsStep.parse(details)).toMatchObject({
      expiration_date: null,
      scech: 0,
      badgrImage: "",
      attachments: [],
    });
  });
  it.each([
    [{ title: "  " }, "title", "Title is required"],
    [{ title: "x".repeat(101) }, "title", "Title should not exceed 100 characters"],
    [{ description: "<p><br></p>" }, "description", "Description is required"],
    [{ score_description: "&nbsp;" }, "score_description", "Score Description is required"],
    [{ credential_resources: "" }, "credential_resources", "Upload Description is required"],
    [{ description: "x".repeat(50_001) }, "description", "This text is too long. Shorten it by about 10 characters."],
    [
      { score_description: "ä".repeat(20_001) },
      "score_description",
      "This text is too long. Shorten it by about 10 characters.",
    ],
    [
      { score_description: `<p>${"讲".repeat(20_340)} &amp;</p>` },
      "score_description",
      "This text is too long. Shorten it by about 360 characters.",
    ],
    [{ expiration_date: "2027-02-30T00:00:00Z" }, "expiration_date", "Invalid Date"],
    [{ expiration_date: "2027-02-20" }, "expiration_date", "Invalid Date"],
    [{ scech: 100 }, "scech", "Invalid SCECH"],
    [{ scech: 1.5 }, "scech", "Invalid SCECH"],
    [{ scech: "12" }, "scech", "Invalid SCECH"],
  ])("step 0 refuses %j at %s: %s", (change, field, message) => {
    expect(messageAt(DetailsStep, { ...details, ...change }, field)).toBe(message);
  });
});

describe("step 1", () => {
  it("takes a text rubric and a table", () => {
    expect(SectionsStep.safeParse([section, { ...tabled, title: "Work" }]).success).toBe(true);
    expect(SectionsStep.parse([{ ...section, response_type: "1,0" }])[0]?.response_type).toBe("0,1");
  });
  it.each([
    [[{ ...section, title: " " }], "0.title", "Title field cannot be empty"],
    [[section, { ...section, title: "plan " }], "1.title", "The title of the section already exists, try another!"],
    [[{ ...section, review_estimate: undefined }], "0.review_estimate", "Minutes field cannot be empty"],
    [[{ ...section, review_estimate: 0 }], "0.review_estimate", "Minutes must be a whole number from 1 to 9999"],
    [[{ ...section, review_estimate: 10_000 }], "0.review_estimate", "Minutes must be a whole number from 1 to 9999"],
    [[{ ...section, description: "<p> </p>" }], "0.description", "Description Text field cannot be empty"],
    [[{ ...section, rubric: "<p></p>" }], "0.rubric", "Rubric cannot be empty"],
    [[{ ...tabled, rubric_ext: { ...table, criteria: [], completed: 0 } }], "0.rubric", "Rubric cannot be empty"],
    [[{ ...section, response_type: "" }], "0.response_type", "Select a response type"],
    [[{ ...section, response_type: "3" }], "0.response_type", "Select a response type"],
    [[{ ...section, response_type: "0,0" }], "0.response_type", "Select each response type once"],
    [[{ ...section, response_type: "2" }], "0.options", "Add at least two options."],
    [[], "", "Add at least one section."],
    [
      Array.from({ length: 11 }, (_, at) => ({ ...section, title: `Part ${at}` })),
      "",
      "A credential has at most 10 sections.",
    ],
  ])("step 1 refuses %j at %s: %s", (sections, field, message) => {
    expect(messageAt(SectionsStep, sections, field)).toBe(message);
  });
  it.each([
    [{ criteria: " " }, "criteria", "Missing Criteria In table"],
    [{ achieved: "" }, "achieved", "Missing Achieved condition In table"],
    [{ notachieved: "\t" }, "notachieved", "Missing Not Achived condition In table"],
    [{ criteria: "x".repeat(131) }, "criteria", "title should not exceed 130 characters"],
    [{ score: 100 }, "score", "Field error"],
    [{ score: -1 }, "score", "Field error"],
  ])("refuses a table with %j at %s: %s", (change, field, message) => {
    const rubric_ext = { ...table, criteria: [{ ...criterion, ...change }] };
    expect(messageAt(SectionsStep, [{ ...tabled, rubric_ext }], `0.rubric_ext.criteria.0.${field}`)).toBe(message);
  });
  it("wants the minimum points of a table that has points", () => {
    const at = "0.rubric_ext.completed";
    const with_ = (change: object) => [{ ...tabled, rubric_ext: { ...table, ...change } }];
    expect(messageAt(SectionsStep, with_({ completed: 0 }), at)).toBe("Please set the progress status minimum points");
    expect(messageAt(SectionsStep, with_({ making_progress: 5 }), at)).toContain("greater than the Making Progress");
    expect(messageAt(SectionsStep, with_({ completed: 11 }), at)).toContain("at most 10");
  });
  it("refuses a rubric that is text and table at once", () => {
    expect(messageAt(SectionsStep, [{ ...section, rubric_ext: table }], "0.rubric")).toContain("not both");
  });
});

describe("step 2", () => {
  it("takes a rate of 0 and no link", () => {
    expect(CriteriaStep.parse({ ...criteria, hourly_rate: 0 })).toMatchObject({
      support_link: "",
      support_attachment: null,
    });
  });
  it.each([
    [{ job_description: "<p></p>" }, "job_description", "Description is required"],
    [{ category: undefined }, "category", "Category is required"],
    [{ category: 4 }, "category", "Category is required"],
    [{ notes: "" }, "notes", "Notes is required"],
    [{ hourly_rate: undefined }, "hourly_rate", "Hourly Rate is required"],
    [{ hourly_rate: -1 }, "hourly_rate", "Minimum value is 0"],
    [{ skills: [] }, "skills", "Skills are required"],
    [{ support_link: "not a link" }, "support_link", "Invalid support link"],
    [{ support_link: "javascript:alert(1)" }, "support_link", "Invalid support link"],
  ])("step 2 refuses %j at %s: %s", (change, field, message) => {
    expect(messageAt(CriteriaStep, { ...criteria, ...change }, field)).toBe(message);
  });
  it("counts rates in whole cents", () => {
    for (const hourly_rate of [19.99, 1000.01, 2500])
      expect(CriteriaStep.safeParse({ ...criteria, hourly_rate }).success).toBe(true);
    expect(messageAt(CriteriaStep, { ...criteria, hourly_rate: 19.999 }, "hourly_rate")).toBe(
      "Enter at most two decimal places.",
    );
  });
});

it("step 3 wants a reviewer", () => {
  expect(messageAt(ReviewersStep, [], "")).toBe("Please select at least one reviewer to review this credential");
});

it("step 4 takes whole dollars from 0 to 9999", () => {
  expect(messageAt(PriceStep, -1, "")).toBe("Minimum price is 0");
  expect(messageAt(PriceStep, 10_000, "")).toBe("Maximum price is 9999");
  expect(messageAt(PriceStep, 9.5, "")).toBe("Enter whole dollars.");
  expect(PriceStep.parse(0)).toBe(0);
});
