import { fireEvent, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { contract } from "../../shared/contract.ts";
import { paths } from "../../web/app/paths.ts";
import { open, press, said, type } from "../support/portal.tsx";
import { world } from "../support/world.ts";
import { accepted, acceptedReviewer, publishedCredential } from "./scene.ts";

test("a section is graded with a grade, rejected with feedback, and a mark is wanted for each criterion", async () => {
  const school = await world.newOrganization("Grading School");
  const rita = await acceptedReviewer(school, "Rita");
  const work = await accepted(school.as("Lena"), await publishedCredential(school, [rita]), rita);
  await open(paths.acceptedJob(work.credential_job_id), rita);
  await said("My work.");
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
  await said("15 of 15 points");
  type("Grade", "A");
  press("Approve");
  press("Approve and award");
  await expect
    .poll(
      async () => (await rita.call(contract.job.read, { credential_job_id: work.credential_job_id })).body.data?.status,
      { timeout: 60_000 },
    )
    .toBe("completed");
});
