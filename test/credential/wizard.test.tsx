import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { beforeAll, describe, expect, test } from "vitest";
import { contract } from "../../shared/contract.ts";
import type { Credential } from "../../shared/credential/credential.ts";
import * as paths from "../../shared/platform/paths.ts";
import { answered } from "../support/fixtures/answered.ts";
import { criteria, writeDraft } from "../support/fixtures/credential.ts";
import { acceptedReviewer } from "../support/fixtures/reviewer.ts";
import type { Organization } from "../support/organization.ts";
import type { Person } from "../support/people.ts";
import {
  answerInstead,
  ask,
  closeWindow,
  labelled,
  open,
  press,
  said,
  toasts,
  type,
  typedIn,
} from "../support/portal.tsx";
import { world } from "../support/world.ts";

const pollLong = { timeout: 60_000 };
let school: Organization;
let ivan: Person;
let rita: Person;
beforeAll(async () => {
  school = await world.newOrganization("Wizard School");
  ivan = school.as("Ivan");
  rita = await acceptedReviewer(school, "Rita");
});

const openStep = (draft: Credential, step: number, author = ivan) =>
  open(paths.editCredentialStep(school.organization_id, draft.cred_id, step), author);
const read = async ({ cred_id }: Credential) =>
  answered(await ivan.call(contract.credential.read, { credential_id: cred_id }));

/** The steps as the list at the left names them. */
const steps = () =>
  within(screen.getAllByRole("navigation", { name: "Steps" })[0]!)
    .getAllByRole("button")
    .map((each) => each.getAttribute("aria-label") ?? "");

describe("step 0", () => {
  const openNew = async () => {
    await open("/credential/create/0", ivan);
    await screen.findByLabelText("Title");
  };

  test("wants title and texts, and cuts the title at a hundred characters", async () => {
    await openNew();
    press("Save and Continue");
    for (const sentence of [
      "Title is required",
      "Description is required",
      "Score Description is required",
      "Upload Description is required",
    ])
      await said(sentence);
    type("Title", "T".repeat(120));
    expect(typedIn("Title")).toBe("T".repeat(100));
  });

  test("wants a day after today and some hours where it expires and gives credit, at most two digits of them", async () => {
    await openNew();
    fireEvent.click(screen.getByRole("checkbox", { name: "This credential expires" }));
    fireEvent.click(screen.getByRole("checkbox", { name: /SCECH/ }));
    const today = new Intl.DateTimeFormat("en-CA", { timeZone: "America/New_York" }).format(Date.now());
    const [year, month, day] = today.split("-");
    type("Expiration date", `${month}/${day}/${year}`);
    await screen.findByLabelText("Credit hours");
    type("Credit hours", "123");
    expect(typedIn("Credit hours")).toBe("12");
    type("Credit hours", "");
    press("Save and Continue");
    await said("Invalid Date");
    await said("Invalid SCECH");
    expect(typedIn("Expiration date")).toBe(`${month}/${day}/${year}`);
  });
});

describe("step 1", () => {
  test("says everything that a section lacks, and then what its table lacks", async () => {
    await openStep(await writeDraft(ivan, [], { upTo: 0 }), 1);
    await screen.findByLabelText("Title");
    fireEvent.click(labelled("Text"));
    press("Save and Continue");
    for (const sentence of [
      "Title field cannot be empty",
      "Minutes field cannot be empty",
      "Description Text field cannot be empty",
      "Rubric cannot be empty",
      "Select a response type",
    ])
      await said(sentence);
    press("Criteria table");
    await screen.findByLabelText("Criteria, row 1");
    press("Save and Continue");
    for (const sentence of [
      "Missing Criteria In table",
      "Missing Achieved condition In table",
      "Missing Not Achived condition In table",
    ])
      await said(sentence);
    type("Criteria, row 1", "G".repeat(131));
    await said("title should not exceed 130 characters");
    expect(typedIn("Criteria, row 1")).toHaveLength(131);
    type("Criteria, row 1", "Goals");
    type("Achieved, row 1", "Named");
    type("Not achieved, row 1", "Missing");
    type(/^Score, row 1/, "7");
    press("Save and Continue");
    await said("Please set the progress status minimum points");
  });

  test("asks before a rubric is cleared for one of the other kind", async () => {
    const draft = await writeDraft(ivan, [], { upTo: 1 });
    await openStep(draft, 1);
    await screen.findByLabelText("Criteria, row 1");
    const asText = () => fireEvent.click(screen.getAllByRole("button", { name: "Text" }).at(-1)!);
    asText();
    fireEvent.click(within(await screen.findByRole("dialog")).getByRole("button", { name: "Keep rubric" }));
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(typedIn("Criteria, row 1")).toBe("Goals");
    asText();
    const question = await screen.findByRole("dialog", { name: /^Switch “.+” to a text rubric\?$/ });
    fireEvent.click(within(question).getByRole("button", { name: "Clear the table" }));
    await waitFor(() => expect(screen.queryByLabelText("Criteria, row 1")).toBeNull());
  });

  test("sets the minimums back to 0 when a score changes, and works them out anew when a criterion goes", async () => {
    await openStep(await writeDraft(ivan, [], { upTo: 1 }), 1);
    await screen.findByLabelText("Criteria, row 1");
    const minimums = () => [typedIn("Making Progress at"), typedIn("Completed at")];
    expect(minimums()).toEqual(["10", "20"]);
    press("Remove row 2");
    await said("You removed a criterion, so we recalculated the minimums.");
    expect(Number(minimums()[1])).toBeLessThanOrEqual(10);
    expect(Number(minimums()[1])).toBeGreaterThan(0);
    type(/^Score, row 1/, "7");
    await said("You changed a score, so we reset the minimums to 0. Set them again.");
    expect(minimums()).toEqual(["0", "0"]);
    type(/^Score, row 1/, "9");
    await said("You changed a score, so we reset the minimums to 0. Set them again.");
    expect(minimums()).toEqual(["0", "0"]);
  });

  test("says of a score or a minimum that is too long that the rest of its digits was left out", async () => {
    await openStep(await writeDraft(ivan, [], { upTo: 1 }), 1);
    await screen.findByLabelText("Criteria, row 1");
    type("Completed at", "12345");
    await said("Up to 4 digits fit. The rest was left out.");
    type(/^Score, row 1/, "150");
    await said(/^Up to 2 digits fit\. The rest was left out\. You changed a score/);
  });
});

test("says before an organization’s first credential what has to be there to publish it, and no more after", async () => {
  const newSchool = await world.newOrganization("First Steps School");
  const author = newSchool.as("Ivan");
  await open("/credential/create/0", author);
  await said("Before you publish your first credential");
  closeWindow();
  await writeDraft(author, [], { upTo: 0 });
  await open("/credential/create/0", author);
  await screen.findByLabelText(/^Title/);
  expect(screen.queryByText("Before you publish your first credential")).toBeNull();
  closeWindow();
});

describe("step 2", () => {
  test("keeps what a first credential does without closed, until something of it is chosen or wrong", async () => {
    const draft = await writeDraft(ivan, [rita]);
    await openStep(draft, 2);
    const advanced = () => screen.getByRole("button", { name: /^Advanced/ }).getAttribute("aria-expanded");
    await screen.findAllByLabelText(/^Hourly rate/);
    expect(advanced()).toBe("false");
    fireEvent.click(labelled(/^Let learners appeal/));
    type(/^Working days for an appeal/, "61");
    press("Save and Continue");
    await waitFor(() => expect(advanced()).toBe("true"));
    type(/^Working days for an appeal/, "9");
    press("Save and Continue");
    await waitFor(async () => expect((await read(draft)).reviewer_criteria?.appeals).toMatchObject({ days: 9 }));
    await openStep(draft, 2);
    await screen.findAllByLabelText(/^Hourly rate/);
    expect(advanced()).toBe("true");
    closeWindow();
  });

  test("lets learners appeal, for free or for a fee", async () => {
    const draft = await writeDraft(ivan, [rita]);
    await openStep(draft, 2);
    await screen.findAllByLabelText(/^Hourly rate/);
    fireEvent.click(labelled(/^Let learners appeal/));
    await waitFor(() => expect(labelled(/^Your organization/).checked).toBe(true));
    fireEvent.click(labelled(/^The learner, by a fee/));
    press("Save and Continue");
    await waitFor(async () =>
      expect((await read(draft)).reviewer_criteria?.appeals).toEqual({ fee: "reviewerPay", days: 10 }),
    );
  });

  test("keeps what AI tools may be used for while another rule is looked at", async () => {
    const draft = await writeDraft(ivan, [rita]);
    await openStep(draft, 2);
    fireEvent.click((await screen.findAllByLabelText(/^Allowed in parts, and declared/)).at(-1)!);
    type(/^What learners may use them for/, "Language and layout");
    fireEvent.click(labelled(/^Not allowed/));
    fireEvent.click(labelled(/^Allowed in parts, and declared/));
    await waitFor(() => expect(typedIn(/^What learners may use them for/)).toBe("Language and layout"));
    closeWindow();
  });

  test("saves the days of second, third and appeal decisions, and says at each field when they are none", async () => {
    const draft = await writeDraft(ivan, [rita]);
    await openStep(draft, 2);
    await screen.findAllByLabelText(/^Hourly rate/);
    fireEvent.click(labelled(/^Have some submissions reviewed a second time/));
    fireEvent.click(labelled(/^Let learners appeal/));
    const fields = [
      /^Working days for the second review/,
      /^Working days for the third review/,
      /^Working days for an appeal/,
    ];
    await waitFor(() => expect(fields.map(typedIn)).toEqual(["4", "4", "10"]));
    for (const [at, text] of ["0", "", "61"].entries()) type(fields[at]!, text);
    press("Save and Continue");
    const refused = () => screen.getAllByText("Enter a whole number from 1 to 60.");
    await waitFor(() => expect(refused()).toHaveLength(6)); // three at their fields, three in the summary
    expect((await read(draft)).reviewer_criteria).toMatchObject({ second_review: null, appeals: null });
    for (const [at, text] of ["2", "1", "5"].entries()) type(fields[at]!, text);
    fireEvent.click(labelled(/^Show learners how often/));
    fireEvent.click(labelled(/^The learner, by a fee/));
    press("Save and Continue");
    const settings = {
      second_review: { share_percent: 20, show_agreement: true, second_days: 2, third_days: 1 },
      appeals: { fee: "reviewerPay", days: 5 },
    };
    await waitFor(async () => expect((await read(draft)).reviewer_criteria).toMatchObject(settings));
    closeWindow();
    await openStep(draft, 2);
    await waitFor(() => expect(fields.map(typedIn)).toEqual(["2", "1", "5"]));
    closeWindow();
    await open(paths.credentialDetails(school.organization_id, draft.cred_id), ivan);
    await said("Within 2 working days, a third review within 1");
    await said("Decided within 5 working days");
  });

  test("keeps what was typed when it is refused, the reason at each field", async () => {
    const draft = await writeDraft(ivan, [], { upTo: 1 });
    await openStep(draft, 2);
    await screen.findAllByLabelText(/^Hourly rate/);
    type(/^Hourly rate/, "-5");
    type(/^Support link/, "somewhere");
    press("Save and Continue");
    for (const sentence of [
      "Category is required",
      "Skills are required",
      "Description is required",
      "Notes is required",
      "Minimum value is 0",
      "Invalid support link",
    ])
      await said(sentence);
    expect([typedIn(/^Hourly rate/), typedIn(/^Support link/)]).toEqual(["-5", "somewhere"]);
    fireEvent.click(screen.getByRole("checkbox", { name: /None/ }));
    expect(typedIn(/^Hourly rate/)).toBe("0");
    expect((await read(draft)).reviewer_criteria).toBeNull();
  });

  test("takes a support attachment by one rule: in its field's words, where it is chosen, and where it is received", async () => {
    const { cred_id: credential_id, version } = await writeDraft(ivan, [], { upTo: 1 });
    await open(paths.editCredentialStep(school.organization_id, credential_id, 2), ivan);
    await screen.findByText("PDF, Word, Excel, PowerPoint, PNG, JPG, or plain text, up to 2 MB.");
    const megabytes = 1024 * 1024;
    for (const [name, size, words] of [
      ["Guide.exe", 10, "You can upload PDF, Word, Excel, PowerPoint, PNG, JPG, or plain text."],
      ["Guide.txt", 0, "This file is empty."],
      ["Guide.txt", 2 * megabytes + 1, "The file must be smaller than 2 MB."],
      ["Guide.txt", 2.5 * megabytes, "The file must be smaller than 2 MB."],
      ["Guide.txt", 2 * megabytes, undefined],
    ] as const) {
      const bytes = Buffer.alloc(size, "x");
      const chosen = new File([bytes], name);
      fireEvent.change(document.querySelector("input[type=file]")!, { target: { files: [chosen] } });
      await said(words ?? name);
      const support_attachment = { attach_name: name, attach_type: "text/plain", value: bytes.toString("base64") };
      const reviewer_criteria = { ...criteria, support_attachment };
      const sent = await ivan.call(contract.credential.update, { credential_id, version, step: 2, reviewer_criteria });
      const uploaded = await ivan.call(contract.file.upload, { name, size, folder: "support" });
      expect([name, size, Object.values(sent.body.error?.fields ?? {})]).toEqual([name, size, words ? [words] : []]);
      expect([name, size, uploaded.body.error?.message]).toEqual([name, size, words]);
    }
  });
});

describe("step 3", () => {
  test("shows twelve reviewers a page, each with their profile, and wants one of them", async () => {
    const asked: Record<string, string>[] = [];
    const card = (at: number) => ({
      user_id: `usr_${at}`,
      first_name: `Reviewer ${at}`,
      last_name: "Banks",
      title: "Coach",
      skills_ext: [
        { skill_id: 1009, name: "Something else" },
        { skill_id: 1001, name: "Lesson planning" },
      ],
      matching_skills: 1,
      own_organization: true,
      assigned: false,
    });
    const draft = await writeDraft(ivan, [rita], { upTo: 2 });
    const wanted = { credential_id: draft.cred_id, limit: 100 };
    const { body } = await ivan.call(contract.credential.listPotentialReviewers, wanted);
    const own = body.data.data.filter(({ user_id }: { user_id: string }) => user_id === rita.user_id);
    const all = [...own, ...Array.from({ length: 13 }, (_, at) => card(at))];
    answerInstead(["GET /credential/potential/reviewers"], ({ request }) => {
      const query = new URL(request.url).searchParams;
      const { offset, limit, cursor } = Object.fromEntries(query);
      asked.push({ limit: limit!, ...(cursor ? { cursor } : { offset: offset! }) });
      const rows = cursor ? all.slice(12) : all.slice(0, 12);
      return Response.json({ data: { data: rows, total: all.length, ...(cursor ? {} : { cursor: "after 12" }) } });
    });
    await openStep(draft, 3);
    const cards = () => screen.getAllByRole("checkbox", { name: /^Select / });
    await screen.findByRole("checkbox", { name: "Select Rita Rivers" });
    expect(cards()).toHaveLength(12);
    const shown = cards()[1]!.closest("li")!.textContent!; // what the work asks for comes first
    expect(shown.indexOf("Lesson planning")).toBeLessThan(shown.indexOf("Something else"));
    expect(shown).toContain("Something else");
    press("View Profile of Rita Rivers");
    const dialog = within(await screen.findByRole("dialog"));
    await dialog.findByText("Twenty years in classrooms.");
    await dialog.findByText("Verified");
    fireEvent.click(dialog.getByRole("button", { name: "Close" }));
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    press("Save and Continue");
    await said("Please select at least one reviewer to review this credential");
    press("Page 2");
    await waitFor(() => expect(cards()).toHaveLength(2));
    expect(asked).toEqual([
      { limit: "12", offset: "0" },
      { limit: "12", cursor: "after 12" },
    ]);
  });
});

describe("step 4", () => {
  test("wants a price that covers the reviewer's pay, at most six characters, or none", async () => {
    const draft = await writeDraft(ivan, [rita], { upTo: 3 });
    await openStep(draft, 4);
    await screen.findAllByLabelText("Price (USD)");
    type("Price (USD)", "1234567");
    expect(typedIn("Price (USD)")).toBe("123456");
    type("Price (USD)", "-1");
    press("Save and Continue");
    await said("Minimum price is 0");
    type("Price (USD)", "11");
    press("Save and Continue");
    await said("The price must be 0 or at least $11.67, the reviewer’s pay.");
    expect(typedIn("Price (USD)")).toBe("11");
    expect((await read(draft)).price).toBeNull();
    fireEvent.click(screen.getByRole("checkbox", { name: /None/ }));
    expect(typedIn("Price (USD)")).toBe("0");
    press("Save and Exit");
    await expect.poll(async () => (await read(draft)).price, { timeout: 60_000 }).toBe(0);
  });
});

const keptOf = async ({ cred_id }: Credential, author = ivan) =>
  answered(await author.call(contract.credential.readUnfinished, { credential_id: cred_id })).steps;

describe("an unfinished step", () => {
  test("is left by Save and Exit, found again on another machine, and keeps the credential from being published", async () => {
    const draft = await writeDraft(ivan, [rita]);
    const portal = await openStep(draft, 1);
    await screen.findAllByLabelText("Title");
    type("Title", "");
    press("Save and Exit");
    await waitFor(() => expect(portal.path()).toBe("/"));
    expect(toasts()).toContain("“Scores and Submissions” was saved as a draft.");
    expect((await read(draft)).scores_and_submissions.sections[0]!.title).toBe("Plan");
    closeWindow();

    const preview = await openStep(draft, 5);
    await screen.findByRole("tab", { name: "Job Post" });
    expect(steps()[1]).toBe("Step 2 · Unfinished: Scores and Submissions");
    expect(screen.getByRole("button", { name: "Publish" }).getAttribute("aria-disabled")).toBe("true");
    expect(toasts()).toContain("We restored your unsaved changes.");
    press("Save and Exit");
    await waitFor(() => expect(preview.path()).toBe("/"));
    await waitFor(() => expect(screen.queryByRole("tab", { name: "Job Post" })).toBeNull());
    expect(toasts()).not.toContain("We restored your unsaved changes.");
    closeWindow();

    await openStep(draft, 1);
    await waitFor(() => expect(typedIn("Title")).toBe(""));
    await said(/^Saved as draft/);
    press("Save and Continue");
    await said("Title field cannot be empty");
    type("Title", "Aims");
    press("Save and Continue");
    await waitFor(async () => expect((await read(draft)).scores_and_submissions.sections[0]!.title).toBe("Aims"));
    expect(await keptOf(draft)).toEqual([]);
  });

  test("is kept by itself when typing rests, and when the step is left", async () => {
    const draft = await writeDraft(ivan, [], { upTo: 1 });
    const portal = await openStep(draft, 2);
    await screen.findAllByLabelText(/^Hourly rate/);
    type(/^Hourly rate/, "12");
    await said("Not saved yet");
    await said(/^Saved as draft/);
    expect(await keptOf(draft)).toMatchObject([{ step: 2, reviewer_criteria: { hourly_rate: 12 } }]);
    type(/^Hourly rate/, "13");
    press("Go Back");
    await waitFor(() => expect(portal.path()).toMatch(/1$/));
    await expect.poll(async () => (await keptOf(draft))[0]?.reviewer_criteria?.hourly_rate, pollLong).toBe(13);
    expect(screen.queryByRole("dialog")).toBeNull();
  });

  test("that another window keeps too is asked about, and both ways are open", async () => {
    const draft = await writeDraft(ivan, [rita], { upTo: 3 });
    await openStep(draft, 4);
    await screen.findAllByLabelText("Price (USD)");
    const there = { credential_id: draft.cred_id, step: 4 as const, version: 0, price: 77 };
    answered(await ivan.call(contract.credential.saveUnfinished, there));
    type("Price (USD)", "5");
    await said("You also edited this step in another window");
    press("Keep my edits here");
    await expect.poll(async () => (await keptOf(draft))[0]?.price, pollLong).toBe(5);
    answered(await ivan.call(contract.credential.saveUnfinished, { ...there, version: 2, price: 78 }));
    type("Price (USD)", "6");
    await said("You also edited this step in another window");
    press("Load the other version");
    await waitFor(() => expect(typedIn("Price (USD)")).toBe("78"));
  });
});

describe("Cancel", () => {
  const discard = async () => {
    const question = within(await screen.findByRole("dialog", { name: "Discard your changes?" }));
    fireEvent.click(question.getByRole("button", { name: "Discard" }));
    return question;
  };

  test("asks, then throws away what was not saved, also what is being kept just then", async () => {
    const draft = await writeDraft(ivan, [rita]);
    const price = { credential_id: draft.cred_id, step: 4 as const, version: 0, price: 77 };
    answered(await ivan.call(contract.credential.saveUnfinished, price));
    const portal = await openStep(draft, 0);
    await screen.findByLabelText("Title");
    const [held, release] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    let asked = 0;
    const overtaken = Promise.withResolvers<void>();
    const mend = answerInstead(["PUT /credential/unfinished"], async ({ request }) => {
      if (++asked === 1) {
        held.resolve();
        await release.promise;
        return ask(request);
      }
      return ask(request).finally(overtaken.resolve);
    });
    type("Title", "Thrown away");
    await held.promise;
    press("Cancel");
    const question = within(await screen.findByRole("dialog", { name: "Discard your changes?" }));
    question.getByText("Your unsaved changes in Get Started, Pricing will be lost.");
    fireEvent.click(question.getByRole("button", { name: "Keep editing" }));
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(typedIn("Title")).toBe("Thrown away");
    press("Cancel");
    await discard();
    await Promise.race([overtaken.promise, new Promise((done) => setTimeout(done, 1000))]); // nothing may overtake it
    release.resolve();
    await waitFor(() => expect(portal.path()).toBe("/"));
    expect(await keptOf(draft)).toEqual([]);
    expect(JSON.stringify([{ ...sessionStorage }, { ...localStorage }])).not.toContain("Thrown away");
    mend();
    closeWindow();

    await openStep(draft, 5);
    await screen.findByRole("tab", { name: "Job Post" });
    expect(steps().filter((name) => name.includes("Unfinished"))).toEqual([]);
    expect(screen.getByRole("button", { name: "Publish" }).getAttribute("aria-disabled")).toBeNull();
    closeWindow();
    const again = await openStep(draft, 0);
    await waitFor(() => expect(typedIn("Title")).toBe(draft.title));
    press("Cancel");
    await waitFor(() => expect(again.path()).toBe("/"));
  });

  test("loses nothing while it cannot be done, and then also what was kept without an answer", async () => {
    const draft = await writeDraft(ivan, [], { upTo: 0 });
    const portal = await openStep(draft, 0);
    await screen.findByLabelText("Title");
    let asked = 0;
    answerInstead(["PUT /credential/unfinished"], async ({ request }) => {
      if (++asked === 2) return Response.error();
      const answer = await ask(request);
      return asked > 2 ? answer : Response.error();
    });
    type("Title", "Kept unheard");
    await said(/^Not saved: /);
    expect(await keptOf(draft)).toMatchObject([{ step: 0, version: 1 }]);
    press("Cancel");
    const question = await discard();
    await question.findByText(/connection/i);
    expect([portal.path().at(-1), typedIn("Title")]).toEqual(["0", "Kept unheard"]);
    fireEvent.click(question.getByRole("button", { name: "Discard" }));
    await waitFor(() => expect(portal.path()).toBe("/"));
    expect(await keptOf(draft)).toEqual([]);
  });

  test("leaves what another window keeps meanwhile", async () => {
    const ada = school.as("Ada");
    const draft = await writeDraft(ada, [rita]);
    const there = { credential_id: draft.cred_id, step: 4 as const, version: 0, price: 77 };
    answered(await ada.call(contract.credential.saveUnfinished, there));
    const portal = await openStep(draft, 0, ada);
    await screen.findByLabelText("Title");
    answered(await ada.call(contract.credential.saveUnfinished, { ...there, version: 1, price: 78 }));
    type("Title", "Thrown away");
    press("Cancel");
    await discard();
    await waitFor(() => expect(portal.path()).toBe("/credentials"));
    expect(await keptOf(draft, ada)).toMatchObject([{ step: 4, version: 2, price: 78 }]);
  });
});

describe("the steps", () => {
  test("are ticked once they are saved, and marked while something in them is wrong", async () => {
    const draft = await writeDraft(ivan, [], { upTo: 1 });
    await openStep(draft, 2);
    await screen.findAllByLabelText(/^Hourly rate/);
    expect(steps()).toEqual([
      "Step 1 · Done: Get Started",
      "Step 2 · Done: Scores and Submissions",
      "Step 3: Reviewers",
      "Step 4: Visibility",
      "Step 5: Pricing",
      "Step 6: Preview and Post",
    ]);
    press("Save and Continue");
    await said("Category is required");
    await waitFor(() => expect(steps()[2]).toBe("Step 3 · Has errors: Reviewers"));
    closeWindow();

    const whole = await writeDraft(ivan, [rita]);
    const expired = { ...whole.credential_details, expiration_date: "2020-02-20T00:00:00Z" };
    const lacking = { ...whole, credential_details: expired, assigned_reviewers: [] };
    answerInstead(["GET /credential/details"], () => Response.json({ data: lacking }));
    await openStep(whole, 5);
    await screen.findByRole("tab", { name: "Job Post" });
    const marks = steps().map((name) => /· (.*):/.exec(name)?.[1]);
    expect(marks).toEqual(["Has errors", "Done", "Done", "Has errors", "Done", undefined]);
    expect(screen.getAllByRole("listitem").map(({ textContent }) => textContent)).toEqual(
      expect.arrayContaining([
        "Get Started: Choose an expiration date that’s still ahead.",
        "Visibility: Choose at least one reviewer.",
      ]),
    );
  });

  test("name the credential and its state on each of them", async () => {
    await open("/credential/create/0", ivan);
    await screen.findByLabelText("Title");
    const head = () => document.querySelector(".wizard-head")?.textContent ?? "";
    expect(head()).toMatch(/^New credential.*Not saved yet$/);
    type("Title", "Number Talks");
    await waitFor(() => expect(head()).toMatch(/^Number Talks/));
    closeWindow();
    const draft = await writeDraft(ivan, [rita]);
    for (const step of [0, 1, 4, 5]) {
      await openStep(draft, step);
      await waitFor(() => expect(head()).toMatch(new RegExp(`^${draft.title}.*Draft$`)));
      closeWindow();
    }
  });
});

describe("two windows with one draft", () => {
  test("tell the slower one, whose typing stays", async () => {
    const draft = await writeDraft(ivan, [rita], { upTo: 4 });
    await openStep(draft, 4);
    await screen.findAllByLabelText("Price (USD)");
    const { cred_id: credential_id, version } = draft;
    answered(await ivan.call(contract.credential.update, { credential_id, version, step: 4, price: 99 }));
    type("Price (USD)", "45");
    press("Save and Continue");
    await said("Failed to update credential !");
    expect(typedIn("Price (USD)")).toBe("45");
    press("Load newer version");
    await waitFor(() => expect(typedIn("Price (USD)")).toBe("99"));
  });
});

describe("step 5", () => {
  test("shows the pages that learners and reviewers will get, to be tried without anything being kept", async () => {
    const ai_policy = { rule: "parts", parts: "Language and layout" };
    const draft = await writeDraft(ivan, [rita], { criteria: { ...criteria, ai_policy } });
    const sent: string[] = [];
    answerInstead(
      [
        "PUT /user/section",
        "POST /user/section",
        "PUT /user/updatesubmission",
        "PUT /user/section/accept",
        "POST /credential/apply",
      ],
      () => {
        sent.push("something");
        return Response.json({ data: {} });
      },
    );
    const kept = () => JSON.stringify([{ ...sessionStorage }, { ...localStorage }]);
    await openStep(draft, 5);
    await screen.findByText("What you’ll do");
    expect(screen.getByText(/^Updated on/)).toBeDefined();
    expect(screen.queryByText(/^Posted on/)).toBeNull();
    expect(screen.getByRole("button", { name: "Apply" }).getAttribute("aria-disabled")).toBe("true");
    press("When they submit work");
    await screen.findByText("Section 1 of 2");
    await screen.findByText("Plan", { selector: "h2" });
    press("Add link");
    type("Link 1", "https://example.org/what-i-tried");
    expect(screen.getByRole("button", { name: "Save as draft" }).getAttribute("aria-disabled")).toBe("true");
    press("Next section");
    await screen.findByText("Evidence", { selector: "h2" });
    press("Review and submit");
    await screen.findByText("Review and submit", { selector: "h2" });
    await said("2 sections need a response before you can submit.");
    fireEvent.click(within(screen.getByRole("group", { name: /^Did you use AI tools/ })).getByLabelText("Yes"));
    type("Tools", "what-i-tried");
    fireEvent.click(screen.getByRole("checkbox", { name: /^Show review results/ }));
    const submit = screen.getByRole("button", { name: "Submit Application" });
    expect(submit.getAttribute("aria-disabled")).toBe("true");
    expect(submit.parentElement!.textContent).toContain("Learners submit here.");
    fireEvent.click(submit);
    press("Edit Plan");
    await screen.findByText("Plan", { selector: "h2" });
    fireEvent.click(screen.getByRole("tab", { name: "Job Post" }));
    await screen.findByText("Method components");
    await screen.findByText("Rita Rivers");
    press("When they review");
    await screen.findByText("The learner’s work appears here.");
    fireEvent.click(screen.getByRole("button", { name: /^2\. Evidence/ }));
    fireEvent.click((await screen.findAllByRole("radio", { name: /^Passing/ }))[0]!);
    await said(/10 of 30 points/);
    type("Grade", "what-i-tried");
    for (const name of [/^Approve/, /^Reject/])
      expect(screen.getByRole("button", { name }).getAttribute("aria-disabled")).toBe("true");
    closeWindow();
    expect(kept()).not.toContain("what-i-tried");
    expect(sent).toEqual([]);
  });

  test("is blocked with a message once the expiration date has passed", async () => {
    const draft = await writeDraft(ivan, [rita]);
    const whole = await read(draft);
    const expired = { ...whole.credential_details, expiration_date: "2020-02-20T00:00:00Z" };
    answerInstead(["GET /credential/details"], () =>
      Response.json({ data: { ...whole, credential_details: expired } }),
    );
    await openStep(draft, 5);
    await screen.findByRole("tab", { name: "Job Post" });
    press("Publish");
    await waitFor(() => expect(toasts()).toEqual(["Please select a valid Expiration date!"]));
    expect((await read(draft)).status).toBe("draft");
  });

  test("sends an issuer's credential for approval, and leads them to their start, as Cancel of a new one does", async () => {
    const portal = await openStep(await writeDraft(ivan, [rita]), 5);
    await screen.findByRole("tab", { name: "Job Post" });
    press("Publish");
    await waitFor(() => expect(portal.path()).toBe("/"));
    expect(toasts()).toContain("Sent for approval.");
    closeWindow();
    const issuers = await open("/credential/create/0", ivan);
    await screen.findByLabelText("Title");
    press("Cancel");
    await waitFor(() => expect(issuers.path()).toBe("/"));
    fireEvent.click(await screen.findByRole("button", { name: "Jobs" }));
    await waitFor(() => expect(issuers.path()).toBe("/jobs"));
    closeWindow();
    const admins = await open("/credential/create/0", school.as("Ada"));
    await screen.findByLabelText("Title");
    press("Cancel");
    await waitFor(() => expect(admins.path()).toBe("/credentials"));
  });

  test("keeps what a rejection asked for beside the fields, and shows what was mended to who decides again", async () => {
    const ada = school.as("Ada");
    const draft = await writeDraft(ivan, [rita]);
    const { credential_id } = draft;
    answered(await ivan.call(contract.credential.publish, { credential_id }));
    const feedback = "<p>Ask for less money.</p>";
    answered(await ada.call(contract.credential.reject, { credential_id, feedback }));

    const portal = await open(`/credential/details/${school.organization_id}/${credential_id}`, ivan);
    await screen.findByRole("button", { name: "Edit and publish again" });
    let clicks = 0;
    const click = (name: string | RegExp) => {
      clicks++;
      fireEvent.click(screen.getAllByRole("button", { name })[0]!);
    };
    const reason = async () => {
      const aside = await screen.findByRole("complementary", { name: "Reason for rejection" });
      expect(aside.textContent).toContain("Ask for less money.");
    };
    click("Edit and publish again");
    await screen.findByLabelText("Title");
    await reason();
    click("Step 5 · Done: Pricing");
    await screen.findAllByLabelText("Price (USD)");
    await reason();
    type("Price (USD)", "21");
    click("Save and Continue");
    await screen.findByRole("tab", { name: "Job Post" });
    await reason();
    const publish = screen.getByRole("button", { name: "Publish" });
    expect(document.getElementById(publish.getAttribute("aria-describedby") ?? "")?.textContent).toBe(
      "An admin approves it before learners see it.",
    );
    click("Publish");
    await waitFor(() => expect(portal.path()).toBe("/"));
    expect(clicks).toBeLessThanOrEqual(5);

    closeWindow();
    await open(`/credential/details/${school.organization_id}/${credential_id}`, ada);
    await screen.findByRole("heading", { name: "Since it was rejected" });
    screen.getByText("Ask for less money.");
    const marked = [...document.querySelectorAll("ins, del")].map(({ textContent }) => textContent);
    expect(marked).toEqual(["$25.00", "$21.00"]);
    expect(screen.getByRole("region", { name: "Price" }).textContent).toBe("Price$25.00$21.00");
  });

  test("goes out again from the step that was mended, and says on its preview which step is not saved", async () => {
    const ada = school.as("Ada");
    const { credential_id } = await writeDraft(ivan, [rita]);
    answered(await ivan.call(contract.credential.publish, { credential_id }));
    answered(await ada.call(contract.credential.reject, { credential_id, feedback: "<p>Ask for less money.</p>" }));
    const portal = await open(`/credential/edit/${school.organization_id}/${credential_id}/4`, ivan);
    await screen.findAllByLabelText("Price (USD)");
    type("Price (USD)", "1");
    press("Save and Publish");
    await screen.findAllByText(/^The price must be 0 or at least/);
    type("Price (USD)", "21");
    fireEvent.click(screen.getAllByRole("button", { name: "Step 6: Preview and Post" })[0]!);
    const warning = (await screen.findByText("Before you can publish")).closest("div")!.parentElement!;
    expect(warning.textContent).toContain("Pricing: Save your changes. They aren’t in this preview yet.");
    fireEvent.click(within(warning).getByRole("link", { name: "Pricing" }));
    await screen.findAllByLabelText("Price (USD)");
    press("Save and Publish");
    await waitFor(() => expect(portal.path()).toBe("/"));
    const { status, price } = answered(
      await ada.call(contract.credential.read, { organization_id: school.organization_id, credential_id }),
    );
    expect([status, price]).toEqual(["submitted", 21]);
  });

  test("says nothing of an admin's approval to an admin, who publishes", async () => {
    const ada = school.as("Ada");
    await openStep(await writeDraft(ada, [rita]), 5, ada);
    await screen.findByRole("tab", { name: "Job Post" });
    expect(screen.getByRole("button", { name: "Publish" }).getAttribute("aria-describedby")).toBeNull();
    expect(screen.queryByText(/approves it before learners/)).toBeNull();
  });
});
