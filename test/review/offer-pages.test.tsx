import { fireEvent, screen, within } from "@testing-library/react";
import { beforeAll, expect, test } from "vitest";
import { publishedCredential } from "../support/fixtures/credential.ts";
import { acceptedReviewer } from "../support/fixtures/reviewer.ts";
import { submitted } from "../support/fixtures/work.ts";
import type { Organization } from "../support/organization.ts";
import type { Person } from "../support/people.ts";
import { open, press, said, type } from "../support/portal.tsx";
import { world } from "../support/world.ts";

let school: Organization;
let rita: Person;
let job_id: string;

beforeAll(async () => {
  school = await world.newOrganization("Offer School");
  rita = await acceptedReviewer(school, "Rita");
  const ray = await acceptedReviewer(school, "Ray");
  const credential_id = await publishedCredential(school, [rita, ray]);
  job_id = (await submitted(school.as("Lena"), credential_id)).credential_job_id;
});

test("a reviewer reads why a job is offered to them, declines it with a reason, and it is gone", async () => {
  await open(`/openJobs/jobDetails/${job_id}`, rita);
  expect((await screen.findByText("Skills you have")).parentElement!.textContent).toBe(
    "Skills you have1 of 1You have no other review to do",
  );
  press("Decline");
  await said("Decline “Classroom reading”?");
  press("Decline job");
  await said("Choose a reason.");
  fireEvent.click(screen.getByLabelText("I don’t have time"));
  type(/^Note/, "Back in May.");
  press("Decline job");
  await said("Job declined.");
  await said("No open jobs right now");
});

test("an admin reads to whom it is offered, and who declined and why", async () => {
  await open(`/jobs/${job_id}`, school.as("Ada"));
  const table = await screen.findByRole("region", { name: "Offers, table" });
  const row = (name: string) => within(table).getByText(name).closest("tr")!.textContent;
  expect(row("Ray Rivers")).toContain("Offered, has a minor tie1 of 1 skill");
  expect(row("Rita Rivers")).toContain("Declined: I don’t have time (Back in May.)");
});
