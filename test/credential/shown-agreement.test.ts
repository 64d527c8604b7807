import { beforeAll, describe, expect, test } from "vitest";
import { contract } from "../../shared/contract.ts";
import { publishedCredential, tableSection, textSection } from "../support/fixtures/credential.ts";
import { acceptedReviewer } from "../support/fixtures/reviewer.ts";
import { seatsIn } from "../support/fixtures/seats.ts";
import { accepted } from "../support/fixtures/work.ts";
import type { Organization } from "../support/organization.ts";
import type { Person } from "../support/people.ts";
import { world } from "../support/world.ts";

const { credential } = contract;
let academy: Organization;
let reviewers: [Person, Person, Person];

beforeAll(async () => {
  academy = await world.newOrganization();
  reviewers = [
    await acceptedReviewer(academy, "Rita"),
    await acceptedReviewer(academy, "Ray"),
    await acceptedReviewer(academy, "Rob"),
  ];
});

/** Somebody's work is reviewed by two: they say the same of the text, and of the table unless `disputed`. */
async function reviewedTwice(learner: Person, credential_id: string, { disputed }: { disputed: boolean }) {
  const [rita, ray, rob] = reviewers;
  const seats = seatsIn(world, academy, reviewers);
  const work = await accepted(learner, credential_id, rita);
  const at = async (who: Person, job_id: string, sections: readonly number[], accepts: boolean) => {
    for (const section of sections) {
      const says = { at: section, accepts: accepts || section === 0, marks: [accepts, accepts] as [boolean, boolean] };
      expect((await seats.says(who, work, job_id, says)).status).toBe(200);
    }
  };
  const later = async (who: Person, seat: "second" | "third") => {
    await seats.offers();
    const credential_job_id = await seats.seatOf(work, seat);
    expect((await who.call(contract.review.accept, { credential_job_id })).status).toBe(200);
    return credential_job_id;
  };
  await at(rita, work.credential_job_id, [0, 1], true);
  await at(ray, await later(ray, "second"), [0, 1], !disputed);
  if (disputed) await at(rob, await later(rob, "third"), [1], true);
}

const published = (show_agreement: boolean) =>
  publishedCredential(academy, reviewers, {
    sections: [textSection, tableSection],
    criteria: { second_review: { share_percent: 100, show_agreement } },
  });
const readBy = async (who: Person, credential_id: string) =>
  (await who.call(credential.read, { credential_id })).body.data;

/** Five learners' work is reviewed twice; of the first two reviewers disagree on one section of two. */
async function fiveReviewedTwice(credential_id: string) {
  const other = await world.newOrganization();
  const learners = [academy.as("Lena"), academy.as("Leo"), academy.as("Liv"), other.as("Lena"), other.as("Leo")];
  for (const [at, learner] of learners.entries()) {
    if (at === 4) {
      await world.settle();
      expect(await readBy(learner.later(nextMonth), credential_id)).not.toHaveProperty("agreement");
    }
    await reviewedTwice(learner, credential_id, { disputed: at === 0 });
  }
  await world.settle();
}
const nextMonth = { days: 32 };

describe("how often two reviewers agree", () => {
  test("stands on the credential's page from five double reviews on, once their month has ended", async () => {
    const credential_id = await published(true);
    await fiveReviewedTwice(credential_id);
    const reader = academy.as("Liv");
    const before = await readBy(reader, credential_id);
    expect(before.title).toEqual(expect.any(String));
    expect(before).not.toHaveProperty("agreement");
    const shown = await readBy(reader.later(nextMonth), credential_id);
    expect(shown.agreement).toMatchObject({ double_reviews: 5, share: 0.9 });
    const { low, high } = shown.agreement!;
    expect([low > 0.4 && low < 0.9, high > 0.9 && high <= 1]).toEqual([true, true]);
    expect(shown).not.toHaveProperty("disputed_percent");
  });

  test("stays with staff where its author does not show it: as what a second review costs", async () => {
    const credential_id = await published(false);
    await fiveReviewedTwice(credential_id);
    expect(await readBy(academy.as("Liv").later(nextMonth), credential_id)).not.toHaveProperty("agreement");
    const seen = await academy.as("Ada").later(nextMonth).call(credential.read, { credential_id });
    expect(seen).toMatchObject({ status: 200, body: { data: { disputed_percent: 10 } } });
    expect(seen.body.data).not.toHaveProperty("agreement");
  });
});
