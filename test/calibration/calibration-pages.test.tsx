import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { beforeAll, expect, test } from "vitest";
import { contract } from "../../shared/contract.ts";
import {
  anchoredCredential,
  anchorOf,
  draftWithCalibration,
  keyed,
  letters,
  markedTry,
  secret,
  triedAnchors,
  writtenAnchors,
} from "../support/fixtures/anchors.ts";
import { answered } from "../support/fixtures/answered.ts";
import { publishedCredential, textSection } from "../support/fixtures/credential.ts";
import { acceptedReviewer } from "../support/fixtures/reviewer.ts";
import { says, seeded } from "../support/fixtures/seeded-anchors.ts";
import { earned, submitted } from "../support/fixtures/work.ts";
import type { Organization } from "../support/organization.ts";
import type { Person } from "../support/people.ts";
import { closeWindow, open, openWindow, press, said, toasts, type } from "../support/portal.tsx";
import { world } from "../support/world.ts";

const { credential, calibration, review } = contract;
let academy: Organization;
let ada: Person;
let ivan: Person;
let rita: Person;

beforeAll(async () => {
  academy = await world.newOrganization("Practice Academy");
  [ada, ivan] = [academy.as("Ada"), academy.as("Ivan")];
  rita = await acceptedReviewer(academy, "Rita");
});

const told = (text: string) => waitFor(() => expect(toasts()).toContain(text));
const main = () => document.querySelector("main")!.textContent;
/** Another window. */
const anew = () => {
  closeWindow();
  openWindow();
};
/** Marks every criterion on the page: these letters pass. */
const markAll = (achieved: string) => {
  for (const letter of letters) {
    const criterion = screen.getByRole("group", { name: new RegExp(`^Criterion ${letter}`) });
    fireEvent.click(within(criterion).getByRole("radio", { name: achieved.includes(letter) ? /^Passing/ : /^Not/ }));
  }
};

test("an author writes an anchor, and what is missing stands at its field", async () => {
  const { credential_id } = await draftWithCalibration(academy, [rita], "Written on pages");
  const portal = await open(`/credential/${credential_id}/anchors`, ada);
  await said("At least 40 marks across all anchors (0 so far)");
  press("Write an anchor for form B");
  await screen.findByRole("heading", { name: "Write an anchor", level: 1 });
  expect(screen.getByRole<HTMLInputElement>("radio", { name: "Form B" }).checked).toBe(true);
  press("Save anchor");
  await said("Give it a name.");
  await said("Write an answer.");
  type("Name", "Half there");
  type("Response to “Field notes”", "Shows abc");
  press("Save anchor");
  await told("Anchor saved.");
  await screen.findByRole("heading", { name: "Half there" });
  expect(portal.path()).toMatch(/anchors\/anc_/);
});

test("an author writes a key with a reason for each mark, sees the other’s once both are written, and they agree", async () => {
  const draft = await draftWithCalibration(academy, [rita], "Keyed on pages");
  const { credential_id, section_id } = draft;
  const anchor_id = await anchorOf(ada, draft, "A", "abc");
  const sections = keyed(section_id, "abd");
  answered(await ivan.call(calibration.saveAnchorKey, { credential_id, anchor_id, sections, version: 0 }));
  await open(`/credential/${credential_id}/anchors/${anchor_id}`, ada);
  await said("Write what’s right");
  expect(main()).not.toContain(secret);
  press("Save key");
  await screen.findAllByText("Mark every criterion.");
  await said("Choose a decision.");
  expect(screen.getAllByText("Say why.")).toHaveLength(letters.length);
  markAll("abc");
  for (const letter of letters) type(`Why, for “Criterion ${letter}”`, "It is so.");
  fireEvent.click(screen.getByRole("radio", { name: "Reject" }));
  press("Save key");
  await told("Your key is saved.");
  await said("You differ on 2 marks");
  expect(document.querySelectorAll(".anchor-differs")).toHaveLength(2);
  expect(main()).toContain(secret);
  markAll("abd");
  press("Save key");
  await said("Your keys agree");
});

test("anchors that are complete are published, taken back, and their keys can’t change meanwhile", async () => {
  const draft = await draftWithCalibration(academy, [rita], "Published on pages");
  await writtenAnchors(academy, draft);
  await open(`/credential/${draft.credential_id}/anchors`, ada);
  await said("Form A");
  press("Publish anchors");
  await told("Anchors published.");
  await screen.findByRole("heading", { name: "Published" });
  fireEvent.click(screen.getByRole("link", { name: "A shows abc" }));
  await said("These anchors are published and can’t be changed.");
  expect(screen.queryByRole("button", { name: "Save key" })).toBeNull();
  await screen.findByRole("region", { name: "Field notes, key" });
  fireEvent.click(screen.getByRole("link", { name: "← Anchors" }));
  fireEvent.click(await screen.findByRole("button", { name: "Unpublish anchors" }));
  await told("Anchors unpublished.");
});

test("a reviewer who may not accept a job yet is led to practice, marks every sample, finishes, and reads why", async () => {
  const { credential_id } = await anchoredCredential(academy, [rita], "Practiced on pages");
  const work = await submitted(academy.as("Lena"), credential_id);
  await open(`/openJobs/jobDetails/${work.credential_job_id}`, rita);
  expect(screen.queryByRole("button", { name: "Accept" })).toBeNull();
  fireEvent.click(await screen.findByRole("button", { name: "Practice" }));
  fireEvent.click(await screen.findByRole("button", { name: "Start practice" }));
  for (let sample = 1; sample <= 4; sample++) {
    await screen.findByRole("heading", { name: `Sample ${sample} of 4` });
    if (sample === 1) {
      press("Save and continue");
      await screen.findAllByText("Mark every criterion.");
    }
    const shows = /Shows ([a-j]+)/.exec(main()!)![1]!;
    markAll(shows);
    fireEvent.click(screen.getByRole("radio", { name: shows.length >= 7 ? "Approve" : "Reject" }));
    expect(main()).not.toContain(secret);
    press("Save and continue");
  }
  fireEvent.click(await screen.findByRole("button", { name: "Finish practice" }));
  await screen.findByRole("dialog", { name: /^Finish practice for “.+”\?$/ });
  fireEvent.click(await screen.findByRole("button", { name: "Finish" }));
  await said(/^You passed/);
  await said("40 of 40");
  expect(main()).toContain(secret);
  const [table] = screen.getAllByRole("table");
  const heads = within(table!).getAllByRole("columnheader");
  expect(heads.map(({ textContent }) => textContent)).toEqual(["Criterion", "You", "Correct", "Why"]);
});

test("a learner shares earned work, an author makes an anchor of its text, and it goes when the learner stops", async () => {
  const lena = academy.as("Lena");
  const application_id = await earned(
    lena,
    await publishedCredential(academy, [rita], { sections: [textSection] }),
    rita,
  );
  const { credential_id } = await draftWithCalibration(academy, [rita], "From shared work");
  await open(`/mySubmissions/${application_id}/details`, lena);
  fireEvent.click(await screen.findByRole("button", { name: "Share for practice" }));
  await screen.findByRole("button", { name: "Stop sharing" });
  anew();
  await open(`/credential/${credential_id}/anchors`, ada);
  fireEvent.click(await screen.findByRole("link", { name: /^Use the work for .* in form B$/ }));
  await said("Read it through before you save");
  expect(screen.getByRole<HTMLTextAreaElement>("textbox", { name: /^Response to/ }).value).toBe("My work.");
  type("Name", "As shared");
  press("Save anchor");
  await screen.findByRole("heading", { name: "As shared", level: 1 });
  anew();
  await open(`/credential/${credential_id}/anchors`, ada);
  await said("From a learner’s work");
  anew();
  await open(`/mySubmissions/${application_id}/details`, lena);
  fireEvent.click(await screen.findByRole("button", { name: "Stop sharing" }));
  await screen.findByRole("button", { name: "Share for practice" });
  expect(answered(await ada.call(calibration.listAnchors, { credential_id })).anchors).toEqual([]);
});

test("a sample is marked by single keys, which move from criterion to criterion and from sample to sample", async () => {
  const { credential_id } = await anchoredCredential(academy, [rita], "Practiced by keys");
  answered(await rita.call(calibration.start, { credential_id }));
  await open(`/practice/${credential_id}`, rita);
  await screen.findByRole("heading", { name: "Sample 1 of 4" });
  const key = (name: string) => fireEvent.keyDown(document.activeElement ?? document.body, { key: name });
  const inHand = () => document.activeElement!.closest("fieldset")?.querySelector("legend")?.textContent;
  const isMarked = (letter: string, side: RegExp) =>
    within(screen.getByRole("group", { name: new RegExp(`^Criterion ${letter}`) })).getByRole<HTMLInputElement>(
      "radio",
      {
        name: side,
      },
    ).checked;
  key("j");
  expect(inHand()).toMatch(/^Criterion a/);
  key("p");
  expect(inHand()).toMatch(/^Criterion b/);
  key("n");
  key("j");
  expect(inHand()).toMatch(/^Criterion d/);
  key("k");
  key("k");
  expect(inHand()).toMatch(/^Criterion b/);
  expect([isMarked("a", /^Passing/), isMarked("b", /^Not/), isMarked("c", /^Passing/)]).toEqual([true, true, false]);
  key("]");
  await screen.findByRole("heading", { name: "Sample 2 of 4" });
  key("[");
  await screen.findByRole("heading", { name: "Sample 1 of 4" });
  await waitFor(() => expect([isMarked("a", /^Passing/), isMarked("b", /^Not/)]).toEqual([true, true]));
});

test("a try that failed names the criteria alone and offers the next; after the second there is a day to wait for", async () => {
  const { credential_id } = await anchoredCredential(academy, [rita], "Failed on pages");
  await triedAnchors(rita, credential_id, () => letters);
  await open(`/practice/${credential_id}`, rita);
  await said("You didn’t pass this time");
  await said("Criteria to look at again");
  expect(main()).not.toContain(secret);
  const version = await markedTry(rita, credential_id, () => letters);
  answered(await rita.call(calibration.finish, { credential_id, version }));
  press("Try again");
  await said(/^You can try again on/);
  expect(screen.queryByRole("button", { name: "Try again" })).toBeNull();
});

test("an admin reads which reviewers are calibrated", async () => {
  const ray = await acceptedReviewer(academy, "Ray");
  const { credential_id } = await anchoredCredential(academy, [rita, ray], "Listed on pages");
  await triedAnchors(rita, credential_id);
  await open(`/credential/${credential_id}/anchors`, ada);
  const table = await screen.findByRole("region", { name: "Calibrated reviewers, table" });
  expect(within(table).getByText("Rita Rivers").closest("tr")!.textContent).toMatch(/Calibrated until .*140 of 40/);
  expect(within(table).getByText("Ray Rivers").closest("tr")!.textContent).toContain("Not calibrated");
});

test("an author has sample work mixed into the jobs of those who practiced, and an admin reads how it was marked", async () => {
  const { credential_id } = await draftWithCalibration(academy, [rita], "Mixed in on pages");
  await open(`/credential/edit/${academy.organization_id}/${credential_id}/2`, ada);
  const box = () => screen.findByRole<HTMLInputElement>("checkbox", { name: /^Mix sample work into their jobs/ });
  expect((await box()).checked).toBe(false);
  fireEvent.click(await box());
  press("Save and Continue");
  await waitFor(async () => {
    const { body } = await ada.call(credential.read, { credential_id });
    expect(body.data.reviewer_criteria).toMatchObject({ calibration: "required", seeded_anchors: true });
  });
  anew();
  await open(`/credential/edit/${academy.organization_id}/${credential_id}/2`, ada);
  fireEvent.click(await screen.findByRole("checkbox", { name: /^Have reviewers practice first/ }));
  expect(screen.queryByRole("checkbox", { name: /^Mix sample work/ })).toBeNull();
  anew();
  const { credential_id: cred_id, section_id } = await anchoredCredential(academy, [rita], "Marked on pages", {
    seeded_anchors: true,
  });
  await triedAnchors(rita, cred_id);
  const { organization_id } = academy;
  const { credential_job_id } = await seeded(world.control, rita, { cred_id, organization_id });
  answered(await rita.call(review.accept, { credential_job_id }));
  expect((await says(rita, credential_job_id, { section_id, achieved: "" })).status).toBe(200);
  await open(`/credential/${cred_id}/anchors`, ada);
  const table = await screen.findByRole("region", { name: "Calibrated reviewers, table" });
  expect(within(table).getByText("Rita Rivers").closest("tr")!.textContent).toMatch(
    /0 of 1 marked well, latest \d of 10 marks right.*Worth a look/,
  );
});

test("an author asks for practice in the wizard’s Reviewers step, and finds the anchors beside", async () => {
  const { credential_id } = await draftWithCalibration(academy, [rita], "Asked for on pages");
  await open(`/credential/edit/${academy.organization_id}/${credential_id}/2`, ada);
  const box = await screen.findByRole<HTMLInputElement>("checkbox", { name: /^Have reviewers practice first/ });
  expect(box.checked).toBe(true);
  const link = screen.getByRole("link", { name: "Write the sample work (anchors)" });
  expect(link.getAttribute("href")).toBe(`/credential/${credential_id}/anchors`);
});
