import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { beforeAll, expect, test } from "vitest";
import { contract } from "../../shared/contract.ts";
import { publishedCredential } from "../support/fixtures/credential.ts";
import { acceptedReviewer } from "../support/fixtures/reviewer.ts";
import { accepted, type Submitted, verdict } from "../support/fixtures/work.ts";
import type { Organization } from "../support/organization.ts";
import { open, said, toasts } from "../support/portal.tsx";
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
  expect(screen.getByRole<HTMLAnchorElement>("link", { name: "← Jobs" }).pathname).toBe("/jobs");
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
