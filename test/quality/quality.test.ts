import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { platformKeys } from "../../functions/data/keys/platform.ts";
import { qualityKeys } from "../../functions/data/keys/quality.ts";
import { checkInvariants } from "../../functions/platform/model/invariants/check.ts";
import { itemsOf } from "../../functions/platform/model/invariants/table.ts";
import { contract } from "../../shared/contract.ts";
import { monthAfter } from "../../shared/organization/analytics.ts";
import { publish, textSection } from "../support/fixtures/credential.ts";
import { acceptedReviewer } from "../support/fixtures/reviewer.ts";
import { seatsIn } from "../support/fixtures/seats.ts";
import { accepted, type Submitted, verdict } from "../support/fixtures/work.ts";
import { expectInvariants } from "../support/invariants.ts";
import { lentWorld } from "../support/lent-world.ts";
import type { Person } from "../support/people.ts";

const { review, quality } = contract;
const world = await lentWorld();
const thisMonth = new Date().toISOString().slice(0, 7);

const academy = await world.newOrganization("Quality Academy");
const rita = await acceptedReviewer(academy, "Rita");
const ray = await acceptedReviewer(academy, "Ray");
const rob = await acceptedReviewer(academy, "Rob");
const { begun, taken, disputed, drawn, says, jobItem } = seatsIn(world, academy, [rita, ray, rob]);
const ada = academy.as("Ada");

afterAll(async () => {
  await expectInvariants(world, academy);
  await world.stop();
});

/** One round on which both agree, one that goes to a third, and one under way. */
let agreed: Submitted;
let differed: Submitted;

beforeAll(async () => {
  const one = await taken();
  agreed = one.work;
  for (const at of [0, 1]) expect((await says(ray, agreed, one.second, { at, words: "Zebra" })).status).toBe(200);
  const two = await disputed({}, "Leo");
  differed = two.work;
  expect(
    (await says(rob, differed, two.third, { at: 1, accepts: false, marks: [false, true], words: "Yak" })).status,
  ).toBe(200);
  await drawn({}, "Liv");
  await world.settle();
});

const metrics = async (who = ada, input: object = {}) => (await who.call(quality.read, input)).body.data;

describe("the figures of quality", () => {
  test("count double reviews that were finalized, by verdict, by mark and by progress, without the third seat", async () => {
    const { totals, months, from, to } = await metrics();
    expect([from < to, to]).toEqual([true, thisMonth]);
    expect(months).toHaveLength(12);
    expect(months.at(-1)).toEqual({ month: thisMonth, ...totals });
    expect(totals).toMatchObject({
      seats: 5,
      double_reviews: 2,
      verdicts: {
        double_reviews: 2,
        decisions: 4,
        agreed: 3,
        counts: [
          [0, 0],
          [1, 3],
        ],
        no_variation: false,
      },
      marks: {
        double_reviews: 2,
        decisions: 4,
        agreed: 2,
        counts: [
          [0, 0],
          [2, 2],
        ],
      },
      progress: { double_reviews: 2, decisions: 2, agreed: 1 },
      disputed: { count: 1, of: 4 },
      overturned: { count: 1, of: 4 },
      in_time: { count: 5, of: 5, share: { value: 1, high: 1 } },
    });
    expect(totals.verdicts).not.toHaveProperty("observed");
    expect(totals.disputed).not.toHaveProperty("share");
  });

  test("leave out what lies outside the months", async () => {
    const { totals } = await metrics(ada, { from: "2026-01", to: "2026-02" });
    expect(totals).toMatchObject({ seats: 0, double_reviews: 0, verdicts: { decisions: 0, no_variation: false } });
  });

  test("show every credential and every reviewer, each from the reviewer's own side", async () => {
    const { credentials } = await metrics();
    expect(credentials.map((each) => [each.credential_id, each.double_reviews])).toEqual([
      [differed.credential_id, 1],
      [agreed.credential_id, 1],
    ]);
    const { body } = await ada.call(quality.listReviewers, {});
    const of = (user_id: string) => body.data.reviewers.find((each) => each.user_id === user_id)!;
    expect(of(rita.user_id)).toMatchObject({
      seats: 2,
      verdicts: {
        counts: [
          [0, 0],
          [1, 3],
        ],
      },
      overturned: { count: 1, of: 4 },
    });
    expect(of(ray.user_id)).toMatchObject({
      seats: 2,
      verdicts: {
        counts: [
          [0, 1],
          [0, 3],
        ],
      },
      overturned: { count: 0, of: 4 },
    });
    expect(of(rob.user_id)).toMatchObject({ seats: 1, double_reviews: 0, verdicts: { decisions: 0 } });
    const page = await ada.call(quality.listReviewers, { limit: 1 });
    const next = await ada.call(quality.listReviewers, { limit: 2, cursor: page.body.data.cursor });
    expect([...page.body.data.reviewers, ...next.body.data.reviewers].map((each) => each.user_id)).toEqual(
      body.data.reviewers.map((each) => each.user_id),
    );
  });

  test("show a credential by criterion, and admins how strict each reviewer is, from few marks on counts alone", async () => {
    const { credential_id } = differed;
    const { data } = (await ada.call(quality.readCredential, { credential_id })).body;
    expect(data).toMatchObject({ credential_id, second_review: true, totals: { double_reviews: 1 } });
    expect(data.sections).toHaveLength(1);
    expect(data.sections[0]!.criteria.map((each) => [each.criteria_id, each.agreement.counts])).toEqual([
      [
        "aim",
        [
          [0, 0],
          [1, 0],
        ],
      ],
      [
        "proof",
        [
          [0, 0],
          [1, 0],
        ],
      ],
    ]);
    const strict = data.reviewers.find(({ user_id }) => user_id === ray.user_id)!;
    expect(strict).toMatchObject({ marks: 2, achieved: 0, expected: 2, worth_a_look: false, first_name: "Ray" });
    expect(strict).not.toHaveProperty("p");
    expect(data.reviewers.map(({ user_id }) => user_id)).not.toContain(rob.user_id);
  });

  test("are an issuer's for what they created alone, without how strict anybody is", async () => {
    const ivan = academy.as("Ivan");
    expect(await metrics(ivan)).toMatchObject({ totals: { seats: 0 }, credentials: [] });
    expect((await ivan.call(quality.readCredential, { credential_id: agreed.credential_id })).status).toBe(404);
    expect((await ivan.call(quality.listReviewers, {})).status).toBe(403);
    const { cred_id: credential_id } = await publish(ivan, [rita, ray], { price: 0, sections: [textSection] });
    expect((await ada.call(contract.credential.approve, { credential_id })).status).toBe(200);
    const work = await accepted(academy.as("Lena"), credential_id, rita);
    expect((await rita.call(review.acceptSection, verdict(work, 0))).status).toBe(200);
    await world.settle();
    expect(await metrics(ivan)).toMatchObject({ totals: { seats: 1 }, credentials: [{ credential_id, seats: 1 }] });
    const { data } = (await ivan.call(quality.readCredential, { credential_id })).body;
    expect(data).toMatchObject({ totals: { seats: 1, double_reviews: 0 }, second_review: false, reviewers: [] });
    expect((await metrics()).totals.seats).toBe(6);
  });

  test("are a reviewer's own, with what was marked differently once the round is finalized, and nobody's name", async () => {
    const own = (await ray.call(quality.readOwn, {})).body.data;
    expect(own.double_reviews.map(({ sections }) => sections)).toEqual([
      [
        {
          section_id: differed.section_ids[1],
          title: expect.any(String),
          own: "rejected",
          other: "accepted",
          result: "rejected",
          own_progress: "not_yet",
          other_progress: "completed",
          criteria: [
            { criteria: expect.any(String), own: false, result: false },
            { criteria: expect.any(String), own: false, result: true },
          ],
        },
      ],
    ]);
    const text = JSON.stringify(own);
    for (const { user_id } of [rita, rob]) expect(text).not.toContain(user_id);
    for (const name of ["Rita", "Rob", "Quokka", "Yak"]) expect(text).not.toContain(name);
    expect((await rob.call(quality.readOwn, {})).body.data.double_reviews).toEqual([]);
  });

  test("are a reviewer's own of months that have ended: what is finished moves none of them before", async () => {
    const lastMonth = monthAfter(thisMonth, -1);
    const ended = async (who: Person, input: object = {}) => (await who.call(quality.readOwn, input)).body;
    const { totals, months, to } = (await ended(ray)).data;
    expect([to, months.length, totals]).toMatchObject([lastMonth, 12, { seats: 0, in_time: { of: 0 } }]);
    const refused = await ray.call(quality.readOwn, { to: thisMonth });
    expect(refused.body).toMatchObject({ error: { fields: { to: "Choose a month that has ended." } } });
    const before = await ended(rita);
    const { credential_job_id, ...work } = await begun({ criteria: { second_review: null } }, "Leo");
    for (const at of [0, 1])
      expect((await says(rita, { ...work, credential_job_id }, credential_job_id, { at })).status).toBe(200);
    await world.settle();
    expect(await ended(rita)).toEqual(before);
    const later = (await ended(ray.later({ days: 31 }), { to: thisMonth })).data;
    expect(later.totals).toMatchObject({ seats: 2, double_reviews: 2, in_time: { of: 2 } });
    expect(later.months.at(-1)).toMatchObject({ month: thisMonth, seats: 2 });
  });

  test("say nothing of a round before it is finalized", async () => {
    const before = (await ray.call(quality.readOwn, {})).body.data;
    const { work, second } = await taken({}, "Liv");
    for (const at of [0]) expect((await says(ray, work, second, { at, words: "Zebra" })).status).toBe(200);
    await world.settle();
    expect((await ray.call(quality.readOwn, {})).body.data).toEqual(before);
  });
});

test("the queue says what waits for a reviewer and with one, since when, and what is late", async () => {
  const before = (await ada.call(quality.readQueue, {})).body.data;
  const work = await begun({ criteria: { clock: { first_days: 2, revision_days: 1 } } }, "Lena");
  await world.settle();
  const now = (await ada.call(quality.readQueue, {})).body.data;
  expect(now).toMatchObject({ open: before.open, under_review: before.under_review + 1 });
  expect(now.late).toEqual({ count: 0, of: before.late.of + 1 });
  expect((now.waiting_since ?? "") <= (await jobItem(work.credential_job_id)).submitted_on).toBe(true);
  expect((await rita.call(review.release, { credential_job_id: work.credential_job_id })).status).toBe(200);
  await world.settle();
  const later = (await ada.later({ days: 60 }).call(quality.readQueue, {})).body.data;
  expect(later).toMatchObject({ open: before.open + 1, under_review: before.under_review });
  expect(later.late).toEqual({ count: before.late.of + 1, of: before.late.of + 1 });
  expect((await academy.as("Ivan").call(quality.readQueue, {})).status).toBe(403);
});

describe("the counts", () => {
  test("are the same when an event comes twice", async () => {
    const before = await metrics();
    const { pk } = platformKeys.audit(agreed.application_id, "");
    const rows = await world.control.items(pk);
    const event = rows.find(({ type }) => type === "submission.completed")!;
    const Records = [{ messageId: "again", body: JSON.stringify(event) }];
    expect(await world.control.invoke("platform/count-analytics", { Records })).toEqual({ batchItemFailures: [] });
    expect(await metrics()).toEqual(before);
  });

  test("that are wrong are found by a recount (I30)", async () => {
    await world.settle();
    const items = itemsOf(await world.control.everything(), academy.organization_id);
    const wrong = async (all: typeof items) =>
      (await checkInvariants(all)).flatMap(({ id, violations }) => violations.map((each) => `${id} ${each}`));
    expect(await wrong(items)).toEqual([]);
    const month = qualityKeys.quality(academy.organization_id, thisMonth);
    const damaged = items.map((item) => (item.pk === month.pk ? { ...item, verdict_11: 9 } : item));
    expect(await wrong(damaged)).toEqual([`I30 ${month.pk} ${month.sk}: verdict_11 is 9, recounted 3`]);
    const without = items.filter(({ pk }) => pk !== month.pk);
    expect(await wrong(without)).toContain(`I30 ${month.pk} ${month.sk}: double_reviews is 0, recounted 2`);
  });
});
