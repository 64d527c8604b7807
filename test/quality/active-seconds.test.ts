import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { qualityKeys } from "../../functions/data/keys/quality.ts";
import { contract } from "../../shared/contract.ts";
import { activeTimeFrom, activeTimeName, isEstimateInDoubt } from "../../shared/quality/active-time.ts";
import { publishedCredential, textSection } from "../support/fixtures/credential.ts";
import { acceptedReviewer } from "../support/fixtures/reviewer.ts";
import { accepted, rejection, verdict } from "../support/fixtures/work.ts";
import { expectInvariants } from "../support/invariants.ts";
import { lentWorld } from "../support/lent-world.ts";
import type { Organization } from "../support/organization.ts";
import type { Person } from "../support/people.ts";

const { submission, review, quality } = contract;
const world = await lentWorld(); // certificates are issued in hours to come
afterAll(() => world.stop());

/** Reviews of an estimate of 20 minutes, as they are counted. */
function counted(...minutes: readonly number[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const each of minutes) {
    const name = activeTimeName(each * 60, 20);
    counts[name] = (counts[name] ?? 0) + 1;
  }
  return counts;
}

describe("the time that reviewers are at work", () => {
  test("is told as how many reviews below five, and from there on as the median beside the estimate, with limits", () => {
    expect(activeTimeFrom(counted(20, 20, 20, 20))).toEqual({ reviews: 4 });
    const { reviews, median } = activeTimeFrom(counted(10, 14, 17, 18, 60));
    expect(reviews).toBe(5);
    expect(median!.value).toBeCloseTo(0.85, 10); // the third of five, in the middle of 80 to 90 %
    // Wilson’s limits of 2.5 of 5 are .1704 and .8296: ranks .852 and 4.148
    expect(median!.low).toBeCloseTo(0.5 + 0.1 * 0.852, 3);
    expect(median!.high).toBe(3);
  });

  test("of three times the estimate and more counts as three times", () => {
    expect(activeTimeName(59 * 60, 20)).toBe("active_time_29");
    expect([60, 600].map((minutes) => activeTimeName(minutes * 60, 20))).toEqual(["active_time_30", "active_time_30"]);
    expect(activeTimeFrom(counted(60, 70, 80, 90, 600)).median).toEqual({ value: 3, low: 3, high: 3 });
  });

  test("puts an estimate in doubt from twenty reviews on whose median is above one and a half times of it", () => {
    const of = (reviews: number, minutes: number) =>
      isEstimateInDoubt(activeTimeFrom(counted(...Array<number>(reviews).fill(minutes))));
    expect([of(19, 40), of(20, 40), of(20, 29), of(200, 20), of(0, 0)]).toEqual([false, true, false, false, false]);
  });
});

describe("what a grading page measured", () => {
  let academy: Organization;
  let rita: Person;
  let ray: Person;
  let credential_id: string;

  beforeAll(async () => {
    academy = await world.newOrganization("Timed Academy");
    [rita, ray] = [await acceptedReviewer(academy, "Rita"), await acceptedReviewer(academy, "Ray")];
    credential_id = await publishedCredential(academy, [rita, ray]); // of 20 and 15 minutes
  });

  /** Reviews with a time: of the organization and of both reviewers. Asked when all of it lies behind: it may be the
   * next month by then. */
  async function metrics() {
    await world.settle();
    const ada = academy.as("Ada").later({ hours: 4 });
    const { body } = await ada.call(quality.listReviewers, {});
    const of = ({ user_id }: Person) =>
      body.data.reviewers.find((each) => each.user_id === user_id)?.active_time.reviews ?? 0;
    const { totals } = (await ada.call(quality.read, {})).body.data;
    return [totals.active_time.reviews, of(rita), of(ray)];
  }

  test("counts once for a first round, with the last sum that was sent, and not for its revision", async () => {
    const lena = academy.as("Lena");
    const work = await accepted(lena, credential_id, rita);
    const later = rita.later({ hours: 1 });
    await later.call(review.acceptSection, verdict(work, 0, { active_seconds: 900 }));
    const sent = await later.call(review.rejectSection, rejection(work, 1, { active_seconds: 1500 }));
    expect(sent.body.data).toMatchObject({ submission_status: "revisionNeeded" });
    expect(await metrics()).toEqual([1, 1, 0]);

    const { application_id, section_ids } = work;
    const sections = [{ section_id: section_ids[1]!, response: "<p>Better.</p>" }];
    await lena.later({ hours: 1 }).call(submission.submit, { application_id, credential_id, sections });
    await rita.later({ hours: 3 }).call(review.acceptSection, verdict(work, 1, { active_seconds: 3000 }));
    expect(await metrics()).toEqual([1, 1, 0]);
  });

  test("is nobody's where two reviewers had the job, where nothing was measured, and where it is no time", async () => {
    const before = await metrics();
    const shared = await accepted(academy.as("Leo"), credential_id, rita);
    await rita.later({ hours: 1 }).call(review.acceptSection, verdict(shared, 0, { active_seconds: 600 }));
    const { credential_job_id } = shared;
    expect((await rita.later({ hours: 1 }).call(review.release, { credential_job_id })).status).toBe(200);
    expect((await ray.later({ hours: 1 }).call(review.accept, { credential_job_id })).status).toBe(200);
    await ray.later({ hours: 2 }).call(review.acceptSection, verdict(shared, 1, { active_seconds: 600 }));
    const unmeasured = await accepted(academy.as("Liv"), credential_id, ray);
    for (const at of [0, 1] as const)
      await ray.later({ hours: 1 }).call(review.acceptSection, verdict(unmeasured, at, { active_seconds: 0 }));
    expect(await metrics()).toEqual(before);
  });

  test("is never more than the reviewer has had the work in hand, and refused where it cannot be meant", async () => {
    const quick = await publishedCredential(academy, [rita, ray], { sections: [textSection] });
    const work = await accepted(academy.as("Lena"), quick, rita);
    const tooLong = await rita.call(review.acceptSection, verdict(work, 0, { active_seconds: 15 * 86_400 }));
    expect(tooLong.status).toBe(400);
    await rita.later({ minutes: 10 }).call(review.acceptSection, verdict(work, 0, { active_seconds: 86_400 }));
    await world.settle();
    const found = await academy.as("Ada").later({ hours: 1 }).call(quality.readCredential, { credential_id: quick });
    expect(found.body.data.totals.active_time).toEqual({ reviews: 1 });
    const { pk } = qualityKeys.credentialQuality(academy.organization_id, quick);
    const [kept] = (await world.control.items(pk)).filter(({ sk }) => sk === quick);
    const names = Object.keys(kept ?? {}).filter((name) => name.includes("active_time"));
    expect(names.map((name) => name.slice(8))).toEqual(["active_time_5"]); // ten of twenty minutes
  });

  test("is counted as a recount of what was said would (I30)", () => expectInvariants(world, academy));
});
