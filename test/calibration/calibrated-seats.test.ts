import { expect, test } from "vitest";
import { submissionKeys } from "../../functions/data/keys/submission.ts";
import { contract } from "../../shared/contract.ts";
import { FirstJob, Job } from "../../shared/review/job.ts";
import { anchoredCredential, marked, triedAnchors } from "../support/fixtures/anchors.ts";
import { acceptedReviewer } from "../support/fixtures/reviewer.ts";
import { submitted } from "../support/fixtures/work.ts";
import { world } from "../support/world.ts";

const { review } = contract;

test("where reviewers are calibrated, none at any seat reads the learner's name, in the work nor in a list", async () => {
  const academy = await world.newOrganization();
  const [rita, ray, rob] = [
    await acceptedReviewer(academy, "Rita"),
    await acceptedReviewer(academy, "Ray"),
    await acceptedReviewer(academy, "Rob"),
  ];
  const { credential_id, section_id } = await anchoredCredential(academy, [rita, ray, rob], "Blind", {
    second_review: { share_percent: 100 },
  });
  for (const reviewer of [rita, ray]) await triedAnchors(reviewer, credential_id);
  const { credential_job_id: first } = await submitted(academy.as("Lena"), credential_id);
  const stored = async (id: string) => Job.parse(await world.control.item(submissionKeys.job(id).pk, "META"));
  const seen = async (reviewer: typeof rita, credential_job_id: string) => {
    expect((await reviewer.call(review.accept, { credential_job_id })).status).toBe(200);
    const read = await reviewer.call(review.read, { credential_job_id });
    const listed = await reviewer.call(review.listAssigned, {});
    expect(read.body.data).toMatchObject({ accepted_by_me: true });
    expect(listed.text).toContain(credential_job_id);
    return read.text + listed.text;
  };
  expect(await seen(rita, first)).not.toContain("Lena");

  const [{ marks }] = marked(section_id, "abcdefgh") as [ReturnType<typeof marked>[number]];
  const said = await rita.call(review.acceptSection, {
    credential_job_id: first,
    credential_section_id: section_id,
    grade: "A",
    feedback: "<p>Fine.</p>",
    section_rubric: marks,
  });
  expect(said.status).toBe(200);
  await world.control.runSchedule("offer-open-jobs", 61_000);
  const second = FirstJob.parse(await stored(first)).later_seats![0]!.job_id;
  expect((await stored(second)).learner.first_name).toBe("Lena");
  expect(await seen(ray, second)).not.toContain("Lena");
});
