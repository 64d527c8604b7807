import { cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { contract } from "../../shared/contract.ts";
import * as paths from "../../shared/platform/paths.ts";
import { queries } from "../../web/api/queries.ts";
import { publishedCredential } from "../support/fixtures/credential.ts";
import { acceptedReviewer } from "../support/fixtures/reviewer.ts";
import { seatsIn } from "../support/fixtures/seats.ts";
import { accepted, marks, submitted, verdict } from "../support/fixtures/work.ts";
import { left, open, press, said, type, typedIn } from "../support/portal.tsx";
import { slowness } from "../support/slowness.ts";
import { world } from "../support/world.ts";

const round = () =>
  [...screen.getByRole("dialog").querySelectorAll(".round-summary li")].map((li) =>
    li.textContent?.replaceAll(/\s+/g, " "),
  );

test("a verdict is taken back with what was given, and the deciding one is confirmed on a summary of all", async () => {
  const school = await world.newOrganization("Second Thoughts School");
  const rita = await acceptedReviewer(school, "Rita");
  const work = await accepted(school.as("Lena"), await publishedCredential(school, [rita]), rita);
  const { credential_job_id } = work;
  const of = async () => (await rita.call(contract.review.read, { credential_job_id })).body.data;
  const first = () => screen.getByRole("button", { name: /^1\. Lesson plan/ });
  await open(paths.acceptedJob(credential_job_id), rita);
  await said("My work.");
  await screen.findByLabelText("Grade");
  type("Grade", "B");
  press("Approve");
  await said("Section 1 approved, grade B");
  fireEvent.click(first());
  await screen.findByRole("heading", { name: /Your review/ });
  press("Undo");
  await waitFor(() => expect(typedIn("Grade")).toBe("B"));
  expect((await of()).sections[0]).toMatchObject({ status: "submitted", undoable: false });
  type("Grade", "A-");
  press("Approve");
  await said("Section 1 approved, grade A-");
  await screen.findByRole("radio", { name: /Clear/ });
  for (const name of [/Clear/, /Missing/]) fireEvent.click(screen.getAllByRole("radio", { name }).at(-1)!);
  type("Grade", "A");
  press("Approve");
  await screen.findByRole("button", { name: "Approve and award" });
  expect(round()).toEqual(["1. Lesson plan ApprovedGrade A-Change", "2. Reflection ApprovedGrade A, 10 of 15 points"]);
  press("Change Lesson plan");
  await screen.findByRole("button", { name: "Undo" });
  expect((await of()).status).toBe("reviewing");
  cleanup();

  await rita.call(contract.review.rejectSection, verdict(work, 0));
  await open(paths.acceptedJob(credential_job_id), rita);
  await waitFor(() => expect(typedIn("Grade")).toBe("A"));
  press("Approve");
  await screen.findByRole("button", { name: "Approve and send back" });
  expect(screen.getByRole("dialog", { name: /^Send “.+” back for revision\?$/ }).textContent).toMatch(
    /Lena .\. gets your/,
  );
  expect(round()[0]).toBe("1. Lesson plan RejectedGrade AChange");
  press("Approve and send back");
  await said("Sent back for revision");
  expect(screen.queryByRole("button", { name: "Undo" })).toBeNull();
});

test("a criterion is commented by key, what is too long is told and kept, and the learner reads the comment beside it", async () => {
  const school = await world.newOrganization("Comment School");
  const rita = await acceptedReviewer(school, "Rita");
  const lena = school.as("Lena");
  const work = await accepted(lena, await publishedCredential(school, [rita]), rita);
  expect((await rita.call(contract.review.acceptSection, verdict(work, 0))).status).toBe(200);
  await open(paths.acceptedJob(work.credential_job_id), rita);
  const proof = (await screen.findAllByRole("group", { name: /points?$/ }))[1]!;
  fireEvent.click(within(proof).getByRole("radio", { name: /Missing/ }));
  fireEvent.keyDown(document.body, { key: "c" });
  const comment = within(proof).getByLabelText<HTMLTextAreaElement>("Comment");
  expect(document.activeElement).toBe(comment);
  fireEvent.change(comment, { target: { value: "x".repeat(501) } });
  expect(within(proof).getByRole("alert").textContent).toBe("At most 500 characters.");
  fireEvent.click(within(screen.getAllByRole("group", { name: /points?$/ })[0]!).getByRole("radio", { name: /Clear/ }));
  type("Grade", "B");
  press("Approve");
  await waitFor(() => expect(document.activeElement).toBe(comment));
  expect(comment.value).toHaveLength(501);
  fireEvent.change(comment, { target: { value: "Name the page." } });

  fireEvent.click(within(proof).getByRole("button", { name: "Your comments" }));
  await said(/You haven’t kept any comments/);
  press("Keep what you wrote");
  await screen.findByRole("button", { name: "Insert" });
  expect(screen.queryByRole("button", { name: "Keep what you wrote" })).toBeNull();
  expect((await rita.call(contract.review.listComments, {})).body.data.comments).toMatchObject([
    { text: "<p>Name the page.</p>" },
  ]);
  const search = screen.getByLabelText("Search your comments");
  fireEvent.change(search, { target: { value: "line" } });
  await said("No comment has these words.");
  fireEvent.change(search, { target: { value: "PAGE name" } });
  press("Insert");
  expect(comment.value).toBe("Name the page.\nName the page.");
  fireEvent.change(comment, { target: { value: "Name the page." } });
  fireEvent.click(screen.getAllByRole("button", { name: "Your comments" }).at(-1)!);
  fireEvent.click(await screen.findByRole("button", { name: "Insert" }));
  press("Approve");
  await screen.findByRole("button", { name: "Approve and award" });
  press("Approve and award");
  await said("Every section is approved");
  cleanup();
  await open(paths.mySubmission(work.application_id), lena);
  await screen.findAllByText("Name the page.");
  const { sections } = (await lena.call(contract.submission.read, { application_id: work.application_id })).body.data;
  expect(sections[1]).toMatchObject({
    feedback: "<p>Name the page.</p>",
    section_rubric: { marks: [{}, { comment: "Name the page." }] },
  });
});

test("a section short of its points can’t be approved, which is said before the click, and one with enough is rejected once confirmed", async () => {
  const school = await world.newOrganization("Marking School");
  const rita = await acceptedReviewer(school, "Rita");
  const work = await accepted(school.as("Lena"), await publishedCredential(school, [rita]), rita);
  const { credential_job_id } = work;
  const given = verdict(work, 1, { section_rubric: marks(true, false), confirmed: true });
  expect((await rita.call(contract.review.rejectSection, given)).status).toBe(200);
  const status = async () =>
    (await rita.call(contract.review.read, { credential_job_id })).body.data.sections[1]?.status;
  const takeBack = async () => {
    fireEvent.click(await screen.findByRole("button", { name: /^2\. Reflection/ }));
    await screen.findByRole("heading", { name: /Your review/ });
    press("Undo");
    await said("10 of 15 points");
    await waitFor(() => expect(typedIn("Grade")).toBe("A"));
  };
  const mark = (aim: RegExp, proof: RegExp) => {
    for (const [at, name] of [aim, proof].entries())
      fireEvent.click(within(screen.getAllByRole("group", { name: /points?$/ })[at]!).getByRole("radio", { name }));
  };
  const approve = () => screen.getByRole("button", { name: /^Approve/ });
  const reasonOf = (button: HTMLElement) =>
    document.getElementById(button.getAttribute("aria-describedby") ?? "")?.textContent;
  await open(paths.acceptedJob(credential_job_id), rita);
  await takeBack();
  mark(/Missing/, /Shown/);
  await said("5 of 15 points");
  expect(approve().getAttribute("aria-disabled")).toBe("true");
  expect(reasonOf(approve())).toBe(
    "This section has 5 of 15 points and needs 10 to be approved. Change your marks or reject it.",
  );
  fireEvent.keyDown(document.body, { key: "a" });
  expect(document.activeElement).toBe(approve()); // the key leads to what it says
  fireEvent.click(approve());
  expect(screen.queryByRole("dialog")).toBeNull();

  mark(/Clear/, /Missing/);
  await said("10 of 15 points");
  expect(reasonOf(approve())).toBeUndefined();
  press(/^Reject/);
  await screen.findByRole("dialog", { name: "Reject “Reflection” anyway?" });
  await said("This section has 10 of 15 points, and 10 are enough to approve it.");
  expect(await status()).toBe("submitted");
  press("Reject anyway");
  await said("Section rejected.");
  expect(await status()).toBe("rejected");

  await takeBack();
  expect((await rita.call(contract.review.acceptSection, verdict(work, 0))).status).toBe(200);
  press(/^Reject/);
  await screen.findByRole("button", { name: "Reject and send back" });
  await said("This section has 10 of 15 points, and 10 are enough to approve it.");
  press("Reject and send back");
  await said("Sent back for revision");
});

test("a job in work is given to another reviewer by an admin, with a reason, and not by another's issuer", async () => {
  const school = await world.newOrganization("Helping Hands School");
  const [rita, ray] = [await acceptedReviewer(school, "Rita"), await acceptedReviewer(school, "Ray")];
  const credential_id = await publishedCredential(school, [rita, ray]);
  const { credential_job_id } = await accepted(school.as("Lena"), credential_id, rita);
  const status = async () => (await school.as("Ada").call(contract.review.list, {})).body.data.jobs[0]?.status;
  const give = async (menu: RegExp) => {
    fireEvent.click(await screen.findByRole("button", { name: menu }));
    fireEvent.click(await screen.findByRole("menuitem", { name: "Reassign" }));
    await screen.findByText("We’ll email this to the reviewer.");
    const [send] = screen.getAllByRole("button", { name: "Reassign" }).slice(-1);
    fireEvent.click(send!);
    await said("Give a reason. The reviewer sees it.");
    type("Reason", "On leave.");
    fireEvent.click(send!);
    await expect.poll(status, { timeout: 60_000 * slowness }).toBe("open");
  };
  await open(paths.credentialApplicants(credential_id), school.as("Ada"));
  await give(/Actions for Lena/);
  cleanup();

  expect(await ray.call(contract.review.accept, { credential_job_id })).toMatchObject({ status: 200 });
  await open(paths.jobs, school.as("Ivan")); // the credential is another's
  await said("Classroom reading");
  expect(screen.queryByRole("button", { name: /Actions for/ })).toBeNull();
});

test("a job is given back from the list until its round is decided, also half graded", async () => {
  const school = await world.newOrganization("Giving Back School");
  const rita = await acceptedReviewer(school, "Rita");
  const work = await accepted(school.as("Lena"), await publishedCredential(school, [rita]), rita);
  await rita.call(contract.review.acceptSection, verdict(work, 0));
  await open(paths.acceptedJobs, rita);
  fireEvent.click(await screen.findByRole("button", { name: "Actions for Classroom reading" }));
  fireEvent.click(await screen.findByRole("menuitem", { name: "Release job" }));
  await said(/You’re paid for those that stand/);
  press("Release job");
  await said("Nothing to review");
});

test("a section is graded with a grade, rejected with feedback, and a mark is wanted for each criterion", async () => {
  const school = await world.newOrganization("Grading School");
  const rita = await acceptedReviewer(school, "Rita");
  const work = await submitted(school.as("Lena"), await publishedCredential(school, [rita]));
  const portal = await open(paths.openJob(work.credential_job_id), rita);
  await screen.findByRole("button", { name: "Accept" });
  const headings = screen.getAllByRole("heading", { level: 2 }).map(({ textContent }) => textContent);
  expect(headings.slice(0, 4)).toEqual([
    "Job description",
    "Notes for reviewers",
    "Key method",
    "Method components (2)",
  ]);
  expect(screen.queryByText("My work.")).toBeNull();
  press("Accept");
  await waitFor(() => expect(portal.path()).toBe("/acceptedJobs"));
  await screen.findByRole("button", { name: "All submissions" });
  fireEvent.click(await screen.findByRole("link", { name: "Classroom reading" }));
  await said("My work.");
  expect(portal.path()).toBe(paths.acceptedJob(work.credential_job_id));
  expect(screen.queryByRole("button", { name: "Accept" })).toBeNull();
  for (const part of ["Prompt", "Response", "Notes for reviewers", "Key method", "Method components", "History"])
    expect(screen.getAllByText(part)).not.toEqual([]);
  expect(screen.getByText("Accepted by you")).toBeTruthy();
  press("Approve");
  await said("Grade required");
  type("Grade", "B");
  press("Reject");
  await said("Feedback required");
  press("Approve");
  await screen.findByRole("radio", { name: /Clear/ });
  press("Approve");
  await said("Grade required");
  for (const name of [/Clear/, /Shown/]) fireEvent.click(screen.getByRole("radio", { name }));
  await said("Section 1 approved, grade B");
  await said("15 of 15 points");
  type("Grade", "A");
  cleanup();
  await open(paths.acceptedJob(work.credential_job_id), rita);
  await waitFor(() => expect(typedIn("Grade")).toBe("A")); // what was not decided outlives a reload
  press("Approve");
  await screen.findByRole("button", { name: "Approve and award" });
  press("Approve and award");
  await expect
    .poll(
      async () =>
        (await rita.call(contract.review.read, { credential_job_id: work.credential_job_id })).body.data?.status,
      { timeout: 60_000 * slowness },
    )
    .toBe("completed");

  await world.settle();
  cleanup();
  await open("/certificate", school.as("Lena"));
  await waitFor(() => expect(left.at(-1)).toMatch(/\/c\/crt_/)); // the certificate's own page
});

test("a job that another reviewer was faster to accept says so where it is read, and stays readable", async () => {
  const school = await world.newOrganization("Racing School");
  const [rita, ray] = [await acceptedReviewer(school, "Rita"), await acceptedReviewer(school, "Ray")];
  const { credential_job_id } = await submitted(school.as("Lena"), await publishedCredential(school, [rita, ray]));
  await open(paths.openJob(credential_job_id), ray);
  await screen.findByRole("button", { name: "Accept" });
  expect(await rita.call(contract.review.accept, { credential_job_id })).toMatchObject({ status: 200 });
  const asked = vi.spyOn(globalThis, "fetch");
  press("Accept");
  await waitFor(() => expect(asked.mock.calls.map(([, options]) => options?.method)).toEqual(["PUT", "GET"]));
  await waitFor(() => expect(queries.isFetching()).toBe(0)); // it is not to be found any more
  await said("Another reviewer accepted it first.");
  expect(screen.getByRole("heading", { level: 1, name: "Classroom reading" })).toBeTruthy();
});

test("a job that waits for its result is to be seen in its reviewer's list, not to be reviewed or released", async () => {
  const school = await world.newOrganization("Patient School");
  const rita = await acceptedReviewer(school, "Rita");
  const others = [await acceptedReviewer(school, "Ray"), await acceptedReviewer(school, "Rob")] as const;
  await seatsIn(world, school, [rita, ...others]).drawn();
  await open(paths.acceptedJobs, rita);
  await said("Waiting for the result");
  expect(screen.queryByText("To review")).toBeNull();
  fireEvent.click(screen.getByRole("button", { name: /^Actions for/ }));
  await screen.findByText("View review");
  expect(screen.queryByText("Release job")).toBeNull();
  cleanup();
});

test("after the last decision the focus is at what became of the job, with the one that is due next", async () => {
  const school = await world.newOrganization("Brisk School");
  const rita = await acceptedReviewer(school, "Rita");
  const dated = (title: string, reviewer_days: number) =>
    publishedCredential(school, [rita], {
      title,
      criteria: { clock: { first_days: 9, revision_days: 4, reviewer_days } },
    });
  await accepted(school.as("Lena"), await dated("Last", 8), rita);
  const work = await accepted(school.as("Lena"), await dated("First", 3), rita);
  await accepted(school.as("Lena"), await dated("Second", 5), rita);
  await rita.call(contract.review.acceptSection, verdict(work, 0));
  await open(paths.acceptedJob(work.credential_job_id), rita);
  await screen.findByRole("radio", { name: /Clear/ });
  for (const name of [/Clear/, /Missing/]) fireEvent.click(screen.getAllByRole("radio", { name }).at(-1)!);
  type("Grade", "A");
  press("Approve");
  await screen.findByRole("button", { name: "Approve and award" });
  press("Approve and award");
  const next = await screen.findByRole("link", { name: "Next job: Second" });
  await waitFor(() => expect(document.activeElement?.contains(next)).toBe(true));
  expect(document.activeElement?.textContent).toMatch(/^Every section is approved/);
});

test("a reviewer takes two more days once, and finds the jobs in the order of their days", async () => {
  const school = await world.newOrganization("Unhurried School");
  const rita = await acceptedReviewer(school, "Rita");
  const dated = (title: string, reviewer_days: number) =>
    publishedCredential(school, [rita], {
      title,
      criteria: { clock: { first_days: 9, revision_days: 4, reviewer_days } },
    });
  const soon = await accepted(school.as("Lena"), await dated("Soon", 3), rita);
  await accepted(school.as("Lena"), await dated("Later", 6), rita);
  await open(paths.acceptedJobs, rita);
  await said("Later");
  const titles = () => screen.getAllByRole("link", { name: /^(?:Soon|Later)$/ }).map((link) => link.textContent);
  expect(titles()).toEqual(["Soon", "Later"]);
  cleanup();

  const { decision } = (await rita.call(contract.review.read, { credential_job_id: soon.credential_job_id })).body.data;
  await open(paths.acceptedJob(soon.credential_job_id), rita);
  await said("Take two more days");
  press("Take two more days");
  await screen.findByRole("dialog", { name: "Take two more days for “Soon”?" });
  await said(/two working days later/);
  fireEvent.click(screen.getAllByRole("button", { name: "Take two more days" }).at(-1)!);
  await waitFor(() => expect(screen.queryByRole("button", { name: "Take two more days" })).toBeNull());
  const after = (await rita.call(contract.review.read, { credential_job_id: soon.credential_job_id })).body.data;
  expect(after).toMatchObject({ extendable: false, decision: { business_days: 5 } });
  expect(after.decision!.due_on > decision!.due_on).toBe(true);
});
