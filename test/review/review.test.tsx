import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { beforeAll, expect, test } from "vitest";
import { contract } from "../../shared/contract.ts";
import { publishedCredential } from "../support/fixtures/credential.ts";
import { acceptedReviewer } from "../support/fixtures/reviewer.ts";
import { accepted, type Submitted, verdict } from "../support/fixtures/work.ts";
import type { Organization } from "../support/organization.ts";
import { answerInstead, ask, open, said, toasts } from "../support/portal.tsx";
import { world } from "../support/world.ts";

let school: Organization;
let work: Submitted;

beforeAll(async () => {
  school = await world.newOrganization("Open School");
  const rita = await acceptedReviewer(school, "Rita");
  const ray = await acceptedReviewer(school, "Ray");
  work = await accepted(school.as("Lena"), await publishedCredential(school, [rita, ray]), rita);
  expect(await rita.call(contract.review.acceptSection, verdict(work, 0))).toMatchObject({ status: 200 });
});

/** Who has it; neither the learner's work is shown nor, while its round is under review, a verdict. */
async function expectReview() {
  await said("History");
  expect(screen.getByRole<HTMLAnchorElement>("link", { name: "Rita Rivers" }).pathname).toMatch(/^\/reviewerProfile\//);
  expect(screen.getByText(/^Accepted by Rita Rivers/)).toBeTruthy();
  expect(screen.queryByText(/^Section 1 approved/)).toBeNull();
  expect(screen.queryByText("As asked.")).toBeNull();
  expect(screen.getAllByText("Shown once the round is decided.")).toHaveLength(2);
  expect(screen.queryByText("My work.")).toBeNull();
}

test("an issuer opens a job from the list of jobs: its reviewer and times, and no verdict of an open round", async () => {
  const portal = await open("/jobs", school.as("Ivan"));
  fireEvent.click(await screen.findByRole("link", { name: "Classroom reading" }));
  await expectReview();
  expect(portal.path()).toBe(`/jobs/${work.credential_job_id}`);
  expect(screen.getByRole<HTMLAnchorElement>("link", { name: "← Reviews" }).pathname).toBe("/openReviews");
});

test("an admin opens it from the applicants of its credential", async () => {
  const portal = await open(`/credential/${work.credential_id}/lerners`, school.as("Ada"));
  fireEvent.click(await screen.findByRole("button", { name: "Actions for Lena Rivers" }));
  fireEvent.click(await screen.findByText("View review"));
  await waitFor(() => expect(portal.path()).toBe(`/jobs/${work.credential_job_id}`));
  await expectReview();
});

test("another organization's job is not found", async () => {
  const other = await world.newOrganization("Closed School");
  const { credential_job_id } = work;
  expect(await other.as("Ada").call(contract.review.read, { credential_job_id })).toMatchObject({ status: 404 });
  const { body } = await school.as("Rita").call(contract.review.read, { credential_job_id });
  expect(body.data).not.toHaveProperty("reviewer");
});

test("an admin gives a job to another reviewer from its page, with a reason", async () => {
  await open(`/jobs/${work.credential_job_id}`, school.as("Ada"));
  fireEvent.click(await screen.findByRole("button", { name: "Reassign" }));
  const dialog = within(await screen.findByRole("dialog"));
  fireEvent.change(await dialog.findByLabelText(/^Reason/), { target: { value: "Rita is ill." } });
  fireEvent.click(dialog.getByRole("button", { name: "Reassign" }));
  await waitFor(() => expect(toasts()).toContain("Job reassigned. It’s open to the other reviewers."));
  await waitFor(() => expect(screen.queryByRole("button", { name: "Reassign" })).toBeNull());
});

test("an admin comes from a figure of Quality to its reviews, reminds of several and gives several to others", async () => {
  const [rita, ray, ada] = [school.as("Rita"), school.as("Ray"), school.as("Ada")];
  const credential_id = await publishedCredential(school, [rita, ray], { title: "Field notes" });
  await accepted(school.as("Leo"), credential_id, rita);
  await accepted(school.as("Liv"), credential_id, rita);
  const portal = await open("/quality", ada);
  const numbers = within((await screen.findByText("With a reviewer")).closest("div")!);
  fireEvent.click(await numbers.findByRole("link", { name: "2" }));
  await waitFor(() => expect(portal.path()).toBe("/openReviews?part=underReview"));
  await screen.findByRole("heading", { name: "Reviews (2)" });
  expect(screen.getAllByRole("link", { name: "Rita Rivers" })).toHaveLength(2);
  const chooseAll = () => {
    for (const box of screen.getAllByRole("checkbox", { name: "Select Field notes" })) fireEvent.click(box);
  };
  chooseAll();
  fireEvent.click(screen.getByRole("button", { name: "Remind 2" }));
  await waitFor(() =>
    expect(toasts()).toContain("Reminder kept for 2 reviews. It goes out at the end of a business day."),
  );
  await waitFor(() => expect(screen.getAllByText("Reminded")).toHaveLength(2));
  chooseAll();
  fireEvent.click(screen.getByRole("button", { name: "Reassign 2" }));
  const dialog = within(await screen.findByRole("dialog"));
  fireEvent.change(await dialog.findByLabelText(/^Reason/), { target: { value: "Rita is ill." } });
  fireEvent.click(dialog.getByRole("button", { name: "Reassign" }));
  await waitFor(() => expect(toasts()).toContain("2 jobs reassigned, open to the other reviewers."));
  await screen.findByText("No submission is in review");
  const { counts } = (await ada.call(contract.review.listReviews, { credential_id })).body.data;
  expect(counts).toMatchObject({ waiting: 2, underReview: 0 });
});

test("an admin finds a late review from any page and gives it to others in four clicks", async () => {
  const [rita, ray, ada, lena] = [school.as("Rita"), school.as("Ray"), school.as("Ada"), school.as("Lena")];
  const clock = { first_days: 5, revision_days: 4, reviewer_days: 3 };
  const credential_id = await publishedCredential(school, [rita, ray], { title: "Late notes", criteria: { clock } });
  await accepted(lena.later({ days: -30 }), credential_id, rita);
  const portal = await open("/quality", ada);
  const clicks = [
    () => screen.findByRole("link", { name: "Reviews" }),
    () => screen.findByRole("button", { name: "Late (1)" }),
    () => screen.findByRole("button", { name: "Reassign Late notes" }),
  ];
  for (const next of clicks) fireEvent.click(await next());
  expect(portal.path()).toBe("/openReviews?part=late");
  const dialog = within(await screen.findByRole("dialog"));
  fireEvent.change(await dialog.findByLabelText(/^Reason/), { target: { value: "Rita is away." } });
  fireEvent.click(dialog.getByRole("button", { name: "Reassign" }));
  await waitFor(() => expect(toasts()).toContain("Job reassigned. It’s open to the other reviewers."));
});

test("the list says how many newer submissions are beyond those that waited longest", async () => {
  const mend = answerInstead(["GET /job/review/list"], async ({ request }) => {
    const { data } = (await (await ask(request)).json()) as { data: object };
    return Response.json({ data: { ...data, beyond: 12 } });
  });
  await open("/openReviews", school.as("Ada"));
  await said("This list has the submissions that have waited longest. 12 newer ones will follow.");
  mend();
});

test("an admin reads the organization's jobs, as an issuer does", async () => {
  await open("/jobs", school.as("Ada"));
  await screen.findByRole("heading", { name: /^Jobs/ });
  expect((await screen.findAllByRole("link", { name: "Field notes" })).length).toBe(2);
});
