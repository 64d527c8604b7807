import { ulid } from "ulid";
import { afterAll, expect, test } from "vitest";
import { counterOf } from "../../functions/data/keys/platform.ts";
import { submissionKeys, submissionViews } from "../../functions/data/keys/submission.ts";
import { acceptedReviewer } from "../support/fixtures/reviewer.ts";
import { seatsIn } from "../support/fixtures/seats.ts";
import { lentWorld } from "../support/lent-world.ts";

const world = await lentWorld(); // what is written past the API stays in it
afterAll(() => world.stop());

test.each([
  [5, false],
  [4, true],
])(
  "a reviewer with %i reviews of a credential, and a hundred newer ones elsewhere, is among its first five: %s",
  async (own, isAmong) => {
    const academy = await world.newOrganization(`Busy Academy ${own}`);
    const [rita, ray, rob] = [
      await acceptedReviewer(academy, "Rita"),
      await acceptedReviewer(academy, "Ray"),
      await acceptedReviewer(academy, "Rob"),
    ];
    const { begun, says, firstItem } = seatsIn(world, academy, [rita, ray, rob]);
    const work = await begun({ share_percent: 1 });
    const like = await world.control.item(submissionKeys.job(work.credential_job_id).pk, "META");
    const view = submissionViews.reviewerJobs(rita.user_id, "completed");
    const ids = Array.from({ length: own + 120 }, (_, at) => `job_${ulid(Date.now() - 86_400_000 + at * 1000)}`);
    const finished = ids.map((credential_job_id, at) => ({
      ...like,
      ...submissionKeys.job(credential_job_id),
      credential_job_id,
      status: "completed",
      cred_id: at < own ? work.credential_id : "crd_elsewhere",
    }));
    const listed = ids.map((id) => ({
      pk: view,
      sk: id,
      ref_pk: submissionKeys.job(id).pk,
      ref_sk: submissionKeys.job(id).sk,
    }));
    const { key, name } = counterOf(view);
    const counted = { ...(await world.control.item(key.pk, key.sk)), ...key, [name]: ids.length };
    await world.control.put([...finished, ...listed, counted]);
    const no = { accepts: false, marks: [false, false] } as const;
    for (const at of [0, 1])
      expect((await says(rita, work, work.credential_job_id, { at, ...no, marks: [false, false] })).status).toBe(200);
    const { second_review } = await firstItem(work);
    expect(second_review!.reasons.includes("firstReviews")).toBe(isAmong);
  },
);
