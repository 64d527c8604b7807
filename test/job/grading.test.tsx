import { cleanup, fireEvent, screen, waitFor } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { contract } from "../../shared/contract.ts";
import * as paths from "../../shared/platform/paths.ts";
import { queries } from "../../web/api/queries.ts";
import { publishedCredential } from "../support/fixtures/credential.ts";
import { acceptedReviewer } from "../support/fixtures/reviewer.ts";
import { submitted } from "../support/fixtures/work.ts";
import { open, press, said, type, typedIn } from "../support/portal.tsx";
import { world } from "../support/world.ts";

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
      async () => (await rita.call(contract.job.read, { credential_job_id: work.credential_job_id })).body.data?.status,
      { timeout: 60_000 },
    )
    .toBe("completed");

  cleanup();
  await open("/certificate", school.as("Lena"));
  await said("This certificate is genuine");
  await said("Lena Rivers");
  expect(screen.getAllByText("Verified by a reviewer on")).not.toEqual([]);
  expect(screen.getByRole<HTMLAnchorElement>("link", { name: /My credentials/ }).pathname).toBe("/myCredentials");
});

test("a job that another reviewer was faster to accept says so where it is read, and stays readable", async () => {
  const school = await world.newOrganization("Racing School");
  const [rita, ray] = [await acceptedReviewer(school, "Rita"), await acceptedReviewer(school, "Ray")];
  const { credential_job_id } = await submitted(school.as("Lena"), await publishedCredential(school, [rita, ray]));
  await open(paths.openJob(credential_job_id), ray);
  await screen.findByRole("button", { name: "Accept" });
  expect(await rita.call(contract.job.accept, { credential_job_id })).toMatchObject({ status: 200 });
  const asked = vi.spyOn(globalThis, "fetch");
  press("Accept");
  await waitFor(() => expect(asked.mock.calls.map(([, options]) => options?.method)).toEqual(["PUT", "GET"]));
  await waitFor(() => expect(queries.isFetching()).toBe(0)); // it is not to be found any more
  await said("Another reviewer was faster. Nothing is asked of you.");
  expect(screen.getByRole("heading", { level: 1, name: "Classroom reading" })).toBeTruthy();
});
