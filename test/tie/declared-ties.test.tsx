import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeAll, expect, test } from "vitest";
import { contract } from "../../shared/contract.ts";
import { publishedCredential } from "../support/fixtures/credential.ts";
import { acceptedReviewer } from "../support/fixtures/reviewer.ts";
import { submitted } from "../support/fixtures/work.ts";
import type { Organization } from "../support/organization.ts";
import type { Person } from "../support/people.ts";
import { open, press, said, toasts, type } from "../support/portal.tsx";
import { world } from "../support/world.ts";

const { tie, review } = contract;
let school: Organization;
let rita: Person;
let ray: Person;

beforeAll(async () => {
  school = await world.newOrganization("Kinship School");
  rita = await acceptedReviewer(school, "Rita");
  ray = await acceptedReviewer(school, "Ray");
});

test("a learner declares on their profile where they work and whom they are tied to", async () => {
  const lena = school.as("Lena");
  const portal = await open("/profile", lena);
  await screen.findByRole("button", { name: "Ties" });
  press("Ties");
  await screen.findByRole("button", { name: "Add employer" });
  press("Add employer");
  press("Add person");
  press("Save");
  for (const sentence of ["Enter the employer’s name.", "Enter a valid email", "Choose how you’re tied."])
    await said(sentence);
  type("Employer", "Mill School");
  type(/^Last day/, "06/30/2026");
  type("Email", rita.email);
  const hands = userEvent.setup();
  await hands.click(screen.getByRole("button", { name: /^Tie/ }));
  await hands.click(await screen.findByRole("option", { name: "Family" }));
  press("Save");
  await waitFor(() => expect(portal.path()).toBe("/profile"));
  expect((await lena.call(tie.read, {})).body.data).toMatchObject({
    employers: [{ name: "Mill School", ended_on: "2026-06-30" }],
    people: [{ email: rita.email, kind: "family" }],
    version: 1,
  });
});

test("the page says from when a tie counts, and until when one that was removed", async () => {
  const liv = school.as("Liv");
  const people = [{ email: ray.email, kind: "family" as const }];
  expect((await liv.call(tie.save, { employers: [], people, version: 0 })).status).toBe(200);
  const portal = await open("/ties", liv);
  await said(/^Counts from .+\.$/);
  expect(screen.queryByText("Removed ties that still count")).toBeNull();
  fireEvent.click(screen.getByRole("button", { name: "Remove Person 1" }));
  press("Save");
  await waitFor(() => expect(portal.path()).toBe("/profile"));
  await open("/ties", liv);
  await said("Removed ties that still count");
  const row = screen.getByText(ray.email).closest("li")!;
  expect(row.textContent).toMatch(/, ends on .+\d{4}/);
});

test("an admin sees the tie on the job's page and waives it; the reviewer reads nothing of either", async () => {
  const leo = school.as("Leo");
  const people = [{ email: rita.email, kind: "business" as const }];
  await leo.call(tie.save, { employers: [], people, version: 0 });
  const { credential_job_id } = await submitted(leo, await publishedCredential(school, [rita, ray]));
  await open(`/jobs/${credential_job_id}`, school.as("Ada"));
  await said(/^Business partner/);
  fireEvent.click(screen.getByRole("button", { name: "Waive tie of Rita Rivers" }));
  const dialog = within(await screen.findByRole("dialog"));
  fireEvent.change(await dialog.findByLabelText(/^Reason/), { target: { value: "Nobody else teaches it." } });
  fireEvent.change(dialog.getByLabelText("Last day"), { target: { value: "12/31/2098" } });
  fireEvent.click(dialog.getByRole("button", { name: "Waive" }));
  await waitFor(() => expect(toasts()).toContain("Tie waived."));
  await said(/^Waived through .*31, 2098: Nobody else teaches it\.$/);
  expect((await rita.call(review.read, { credential_job_id })).text).not.toContain("Nobody else");
  expect((await ray.call(review.read, { credential_job_id })).text).not.toContain("Nobody else");
});

test("an admin reads why the organization’s own staff may review each other", async () => {
  const liv = school.as("Liv");
  for (const person of [liv, rita]) {
    const { version } = (await person.call(tie.read, {})).body.data;
    const employers = [{ name: school.name }];
    expect((await person.call(tie.save, { employers, people: [], version })).status).toBe(200);
  }
  const { credential_job_id } = await submitted(liv, await publishedCredential(school, [rita]));
  await open(`/jobs/${credential_job_id}`, school.as("Ada"));
  await said(/^Both work for your organization/);
  await said("Can accept");
  await said(/Working for your organization is one: its own staff may review each other\.$/);
});

test("an issuer sees nothing of ties", async () => {
  const liv = school.as("Liv");
  const { credential_job_id } = await submitted(liv, await publishedCredential(school, [rita]));
  await open(`/jobs/${credential_job_id}`, school.as("Ivan"));
  await said("History");
  expect(screen.queryByText("Ties to the learner")).toBeNull();
  expect((await school.as("Ivan").call(tie.list, { credential_job_id })).status).toBe(403);
});

test("a reviewer reads what accepting confirms, and that is kept", async () => {
  const lena = school.as("Lena");
  const { credential_job_id } = await submitted(lena, await publishedCredential(school, [ray]));
  const portal = await open(`/openJobs/jobDetails/${credential_job_id}`, ray);
  await said(/By accepting, you confirm that your list is complete\.$/);
  press("Accept");
  await waitFor(() => expect(portal.path()).toBe("/acceptedJobs"));
  const { body } = await school.as("Ada").call(tie.list, { credential_job_id });
  expect(body.data.no_other_ties).toBe(true);
});
