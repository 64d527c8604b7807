import { cleanup, fireEvent, screen, waitFor } from "@testing-library/react";
import { beforeAll, describe, expect, test } from "vitest";
import { offerOpened } from "../../bin/seed/client.ts";
import { contract } from "../../shared/contract.ts";
import { queries } from "../../web/api/queries.ts";
import { weekday } from "../../web/ui/look/format.ts";
import { publishedCredential, textSection } from "../support/fixtures/credential.ts";
import { acceptedReviewer } from "../support/fixtures/reviewer.ts";
import { accepted, begun, rejection, verdict } from "../support/fixtures/work.ts";
import type { Organization } from "../support/organization.ts";
import type { Person } from "../support/people.ts";
import { answerInstead, closeWindow, open, press, said, toasts, type, typedIn } from "../support/portal.tsx";
import { world } from "../support/world.ts";

const { submission } = contract;
let school: Organization;
let rita: Person;
beforeAll(async () => {
  school = await world.newOrganization("Submitting School");
  rita = await acceptedReviewer(school, "Rita");
});

const detailsOf = (credential_id: string) => `/credential/details/${school.organization_id}/${credential_id}`;

test("applying leads to the payment, whose card wants every field, and is not possible twice", async () => {
  const credential_id = await publishedCredential(school, [rita], { price: 25 });
  const portal = await open(detailsOf(credential_id), school.as("Lena"));
  await screen.findByRole("button", { name: "Apply" });
  press("Apply");
  await said("Sandbox: no money moves");
  expect(portal.path()).toBe(`/paymentInformation/${credential_id}`);
  press("Pay $25.00");
  for (const field of ["Card number", "Expiry month", "Expiry year", "Security code"])
    await said(`${field} is required`);

  closeWindow();
  await open(detailsOf(credential_id), school.as("Lena"));
  await said("You’ve applied for this credential. Payment is due.");
  expect(screen.queryByRole("button", { name: "Apply" })).toBeNull();
  expect(screen.getByRole("link", { name: "Pay now" }).getAttribute("href")).toBe(
    `/paymentInformation/${credential_id}`,
  );
});

test("work is handed in once every section has a response", async () => {
  const sections = [
    { ...textSection, response_type: "1" },
    { ...textSection, title: "Reflection" },
  ];
  const { credential_id } = await begun(school.as("Leo"), await publishedCredential(school, [rita], { sections }));
  await open(`/credential/${credential_id}/submit?section=summary`, school.as("Leo"));
  await screen.findByRole("button", { name: "Submit Application" });
  press("Submit Application");
  await said("2 sections need a response before you can submit.");
  await said("Please upload the required document");
  await said("A response is required");
  expect(screen.queryByText("Submission Sent!")).toBeNull();
});

test("work that is handed in says so, and by when it is decided; what does not get through is kept", async () => {
  const liv = school.as("Liv");
  const { credential_id, application_id, section_ids } = await begun(liv, await publishedCredential(school, [rita]));
  const sections = section_ids.map((section_id) => ({ section_id, response: "<p>My work.</p>" }));
  await liv.call(submission.submit, { application_id, credential_id, sections, is_draft: true });
  await open(`/credential/${credential_id}/submit`, liv);
  await said("Every section is complete.");
  const mend = answerInstead(["PUT /user/updatesubmission"], () => Response.json({}, { status: 500 }));
  press("Submit Application");
  await waitFor(() => expect(toasts()).toContain("Failed to submit your application"));
  await said("We couldn’t submit your work");
  mend();
  press("Submit Application");
  await said("Submission Sent!");
  const { due_on, timezone } = (await liv.call(submission.read, { application_id })).body.data.decision!;
  await said(new RegExp(`when it’s decided\\. Decision by ${weekday(due_on, { timeZone: timezone })}\\.$`));
});

describe("what a tab kept of a section that another window has saved since", () => {
  const resting = () => new Promise((resolve) => setTimeout(resolve, 5000)); // longer than typing rests before it is saved
  async function leftTab() {
    const lena = school.as("Lena");
    const { credential_id, application_id, section_ids } = await begun(lena, await publishedCredential(school, [rita]));
    const [section_id] = section_ids;
    const stored = async () =>
      (await lena.call(submission.read, { application_id })).body.data.sections[0]!.work.links.map(String);
    const save = async (link: string) => {
      const { version } = (await lena.call(submission.read, { application_id })).body.data;
      await lena.call(submission.saveSection, { application_id, section_id: section_id!, links: [link], version });
    };
    const here = () => open(`/credential/${credential_id}/submit?section=1`, lena);
    await here();
    await screen.findByRole("button", { name: "Add link" });
    press("Add link");
    type("Link 1", "https://example.org/typed-here");
    cleanup(); // the tab is left before the typing rests
    await save("https://example.org/saved-elsewhere");
    queries.clear();
    await here();
    await said("You edited your work in another window");
    expect(typedIn("Link 1")).toBe("https://example.org/typed-here");
    return { here, stored };
  }

  test("is not saved over it, and gone where the learner chooses the other version", async () => {
    const { here, stored } = await leftTab();
    await resting();
    expect(await stored()).toEqual(["https://example.org/saved-elsewhere"]);
    press("Use other version");
    await waitFor(() => expect(typedIn("Link 1")).toBe("https://example.org/saved-elsewhere"));
    await resting();
    cleanup();
    queries.clear();
    await here();
    await screen.findByLabelText("Link 1");
    expect(typedIn("Link 1")).toBe("https://example.org/saved-elsewhere");
    expect(screen.queryByText("You edited your work in another window")).toBeNull();
    expect(await stored()).toEqual(["https://example.org/saved-elsewhere"]);
  });

  test("is saved where the learner keeps it", async () => {
    const { stored } = await leftTab();
    press("Keep this version");
    await expect.poll(stored).toEqual(["https://example.org/typed-here"]);
    await waitFor(() => expect(screen.queryByText("You edited your work in another window")).toBeNull());
  });
});

test("whether AI tools were used is declared before work is submitted, and read beside it", async () => {
  const lena = school.as("Lena");
  const criteria = { ai_policy: { rule: "parts", parts: "Language and layout" } };
  const { credential_id, application_id, section_ids } = await begun(
    lena,
    await publishedCredential(school, [rita], { criteria, title: "Candid writing" }),
  );
  const sections = section_ids.map((section_id) => ({ section_id, response: "<p>My work.</p>" }));
  await lena.call(submission.submit, { application_id, credential_id, sections, is_draft: true });
  await open(`/credential/${credential_id}/submit?section=summary`, lena);
  await said(/You may use AI tools for: Language and layout/);
  press("Submit Application");
  await waitFor(() => expect(document.activeElement?.id).toBe("summary-declaration"));
  await said("Say whether you used AI tools.");
  fireEvent.click(screen.getByRole("radio", { name: "Yes" }));
  await said("Name the tools you used.");
  const answers = { Tools: "A writing aid", "Parts of the work": "Section 2", "What you changed": "All examples" };
  for (const [label, value] of Object.entries(answers))
    fireEvent.change(screen.getByRole("textbox", { name: label }), { target: { value } });
  press("Submit Application");
  await said("Submission Sent!");
  const { body } = await lena.call(submission.read, { application_id });
  expect(body.data.declaration).toMatchObject({ used: true, tools: "A writing aid", changes: "All examples" });

  closeWindow();
  const credential_job_id = body.data.credential_job_id!;
  await offerOpened(lena);
  await rita.call(contract.review.accept, { credential_job_id });
  await open(`/acceptedJobs/submissions/${credential_job_id}`, rita);
  for (const words of Object.values(answers)) await said(words);
});

test("with a revision a learner says what they changed, and its reviewer reads it beside the work", async () => {
  const leo = school.as("Leo");
  const credential_id = await publishedCredential(school, [rita], { title: "Revised writing" });
  const work = await accepted(leo, credential_id, rita);
  await rita.call(contract.review.acceptSection, verdict(work, 0));
  await rita.call(contract.review.rejectSection, rejection(work, 1));
  const { application_id, section_ids } = work;
  const section_id = section_ids[1]!;
  await leo.call(submission.saveSection, { application_id, section_id, response: "<p>My better work.</p>" });
  await open(`/credential/${credential_id}/submit?section=summary`, leo);
  const note = { target: { value: "I added a second lesson." } };
  fireEvent.change(await screen.findByRole("textbox", { name: "What did you change? (optional)" }), note);
  press("Submit Application");
  await said("Submission Sent!");
  closeWindow();
  await open(`/mySubmissions/${application_id}/details`, leo);
  await said(note.target.value);
  closeWindow();
  await open(`/acceptedJobs/submissions/${work.credential_job_id}`, rita);
  await screen.findByRole("heading", { name: "What the learner changed" });
  await said(note.target.value);
});
