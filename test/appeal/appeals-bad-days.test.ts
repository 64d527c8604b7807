import { afterAll, describe, expect, test } from "vitest";
import { handler as fileAppeal } from "../../functions/appeal/file.ts";
import { handler as withdrawAppeal } from "../../functions/appeal/withdraw.ts";
import { credentialKeys } from "../../functions/data/keys/credential.ts";
import { organizationKeys } from "../../functions/data/keys/organization.ts";
import { paymentKeys } from "../../functions/data/keys/payment.ts";
import { submissionKeys } from "../../functions/data/keys/submission.ts";
import { handler as refund } from "../../functions/payment/refund.ts";
import { handler as acceptSection } from "../../functions/review/accept-section.ts";
import { handler as submit } from "../../functions/submission/submit.ts";
import { contract } from "../../shared/contract.ts";
import { cards, decideDispute, disputeAbout } from "../support/fixtures/payment.ts";
import { acceptedReviewer } from "../support/fixtures/reviewer.ts";
import { appealOf, seatsIn, seatsOf } from "../support/fixtures/seats.ts";
import { marks, type Submitted } from "../support/fixtures/work.ts";
import { expectInvariants } from "../support/invariants.ts";
import { lentWorld } from "../support/lent-world.ts";
import { raceHarness } from "../support/race.ts";
import { slowness } from "../support/slowness.ts";

const { organization, payment, user, review, appeal } = contract;
const dayMs = 86_400_000;
const world = await lentWorld();
const { academy, reviewers, seats } = await seatsOf(world, "Weather Academy");
const [rita, ray] = reviewers;
const ada = academy.as("Ada");
const no = { accepts: false, marks: [false, false] as [boolean, boolean] };

afterAll(async () => {
  await expectInvariants(world, academy);
  await world.stop();
});

const withdraw = ({ learner, application_id }: Submitted) => learner.call(appeal.withdraw, { application_id });

describe("what else may happen while an appeal waits", async () => {
  test.each([
    [
      "a refund",
      undefined,
      async (work: Submitted) => {
        const { application_id } = work;
        expect((await ada.call(payment.refund, { application_id, reason: "Cancelled" })).status).toBe(200);
      },
    ],
    [
      "a dispute that is lost",
      cards.disputed,
      async (work: Submitted) => {
        const paid = await world.control.item(paymentKeys.payment(work.application_id).pk, "META");
        await decideDispute(world, await disputeAbout(world, paid?.stripe_payment_id), "losing_evidence");
        await expect.poll(async () => (await seats.shown(work)).status, { timeout: 20_000 * slowness }).toBe("closed");
      },
    ],
  ] as const)("%s closes it with its seat, and what was decided is paid", async (_, card, happen) => {
    const { work, seat } = await seats.appealed({ price: 50, ...(card && { card }) }, card ? "Liv" : "Leo");
    await happen(work);
    expect((await seats.jobItem(seat)).status).toBe("withdrawn");
    expect(await seats.shown(work)).toMatchObject({ status: "closed", appeal: { status: "closed" } });
    expect((await seats.says(ray, work, seat, { at: 1 })).status).toBe(409);
    expect((await withdraw(work)).status).toBe(409);
    await seats.clock();
    await expectInvariants(world, academy);
  });

  test("sixty days do not end the revision, which has its sixty days once it is answered", async () => {
    const { work, seat } = await seats.appealed({}, "Leo");
    for (let run = 0; run < 2; run += 1) await world.control.runSchedule("release-idle-jobs", 61 * dayMs);
    expect((await seats.shown(work)).status).toBe("revisionNeeded");
    const { status } = await seats.jobItem(seat);
    if (status === "open") {
      await seats.offers();
      expect((await ray.call(review.accept, { credential_job_id: seat })).status).toBe(200);
    }
    expect((await seats.says(ray, work, seat, { at: 1, ...no })).status).toBe(200);
    const { deadlines } = (await world.control.item(submissionKeys.application(work.application_id).pk, "META"))!;
    expect(JSON.stringify(deadlines ?? {})).not.toContain("null");
    await seats.clock();
    await expectInvariants(world, academy);
  });

  test("a learner who closes their account leaves a seat that can be ended, and no word of theirs", async () => {
    const place = await world.newOrganization("Leaving Academy");
    const people = [await acceptedReviewer(place, "Rita"), await acceptedReviewer(place, "Ray")] as const;
    const on = seatsIn(world, place, [...people, await acceptedReviewer(place, "Rob")]);
    const { work, seat } = await on.appealed();
    const { learner } = work;
    expect((await learner.call(user.remove, { user_id: learner.user_id, email: learner.email })).status).toBe(200);
    await world.settle();
    expect((await on.says(people[1], work, seat, { at: 1 })).status).toBe(200);
    await on.clock();
    await world.control.runSchedule("erase-people", dayMs);
    const { pk, sk } = submissionKeys.appeal(work.application_id);
    expect(await world.control.item(pk, sk)).toMatchObject({ status: "overturned", text: "" });
    await expectInvariants(world, place);
  });

  test("an archive lets it be answered for ninety days, and then closes it with its seat, of which what was decided is paid", async () => {
    const place = await world.newOrganization("Closing Academy");
    const [one, two, three] = [
      await acceptedReviewer(place, "Rita"),
      await acceptedReviewer(place, "Ray"),
      await acceptedReviewer(place, "Rob"),
    ];
    const on = seatsIn(world, place, [one, two, three]);
    /** An appeal against both sections, whose seat is open. */
    const filed = async (price: number) => {
      const work = await on.begun({ price, criteria: { second_review: null, appeals: { fee: "none" } } });
      for (const at of [0, 1])
        expect((await on.says(one, work, work.credential_job_id, { at, ...no })).status).toBe(200);
      expect((await work.learner.call(appeal.file, appealOf(work, [...work.section_ids]))).status).toBe(200);
      await on.offers();
      return { work, seat: await on.seatOf(work, "appeal") };
    };
    /** The second reviewer has its seat, and has decided one section of 20 minutes. */
    const inHand = async (price: number) => {
      const { work, seat } = await filed(price);
      expect((await two.call(review.accept, { credential_job_id: seat })).status).toBe(200);
      expect((await on.says(two, work, seat, { at: 0 })).status).toBe(200);
      return { work, seat };
    };
    const answered = await inHand(0);
    const open = [await filed(0), await filed(50)];
    const halfDecided = [await inHand(0), await inHand(50)];
    const { organization_id: id } = place;
    expect((await world.as("Sam").call(organization.archive, { id, archiveStatus: true })).status).toBe(200);
    const last = await on.says(two, answered.work, answered.seat, { at: 1 });
    expect(last.body.data.submission_status).toBe("completed");
    for (let run = 0; run < 2; run += 1) {
      await world.control.runSchedule("unlist-archived", 91 * dayMs);
      await world.settle();
    }
    for (const { work, seat } of [...open, ...halfDecided]) {
      expect((await on.jobItem(seat)).status).toBe("withdrawn");
      expect((await on.jobItem(work.credential_job_id)).status).toBe("withdrawn");
      expect(await on.shown(work)).toMatchObject({ status: "closed", appeal: { status: "closed" } });
      expect((await on.says(two, work, seat, { at: 1 })).status).not.toBe(200);
      expect((await withdraw(work)).status).not.toBe(200);
    }
    await on.clock(91 * dayMs);
    await world.settle();
    const { payments } = (await two.call(review.payments, {})).body.data;
    const minutesPaid = ({ seat }: { seat: string }) =>
      payments.flatMap((each) => (each.credential_job_id === seat ? [each.review_time] : []));
    expect(minutesPaid(answered)).toEqual([35]);
    expect(open.map(minutesPaid)).toEqual([[], []]);
    expect(halfDecided.map(minutesPaid)).toEqual([[20], [20]]);
    await expectInvariants(world, place);
  });

  const harness = await raceHarness(world.control);
  afterAll(() => harness.stop());

  /** What the racing calls read and write. */
  const partitionsOf = async (work: Submitted, seat?: string) =>
    [
      ...[
        submissionKeys.application(work.application_id),
        submissionKeys.job(work.credential_job_id),
        paymentKeys.payment(work.application_id),
      ],
      ...(seat ? [submissionKeys.job(seat)] : []),
      credentialKeys.credential(work.credential_id),
      organizationKeys.organization(academy.organization_id),
      paymentKeys.billing(work.learner.user_id, ""),
      paymentKeys.creditEntry(work.learner.user_id, ""),
      ...[ada, rita, ray, work.learner].map(({ user_id }) => organizationKeys.user(user_id)),
    ].map(({ pk }) => pk);

  test.each([
    [
      "another appeal from a second tab",
      (work: Submitted) => ({
        handler: fileAppeal,
        person: work.learner,
        input: { ...appealOf(work), grounds: "procedure" },
      }),
    ],
    [
      "the revision handed in",
      (work: Submitted) => ({
        handler: submit,
        person: work.learner,
        input: {
          application_id: work.application_id,
          credential_id: work.credential_id,
          sections: [{ section_id: work.section_ids[1]!, response: "<p>Better.</p>" }],
        },
      }),
    ],
    [
      "a refund",
      (work: Submitted) => ({
        handler: refund,
        person: ada,
        input: { application_id: work.application_id, reason: "Cancelled" },
      }),
    ],
  ])("of it and %s in the same moment one is done", async (_, other) => {
    const work = await seats.rejected({ price: 50 });
    const partitions = await partitionsOf(work);
    const racers = [{ handler: fileAppeal, person: work.learner, input: appealOf(work) }, other(work)];
    for (const order of [racers, racers.toReversed()])
      expect(await (await harness.copy(partitions)).race(order)).toEqual([200, 409]);
    const unguarded = partitions.slice(0, 3);
    expect(await (await harness.copy(partitions)).race(racers, { unguarded })).toEqual([200, 200]); // the race is one
  });

  test("of its last verdict and its withdrawal in the same moment one is done", async () => {
    const { work, seat } = await seats.appealed();
    const { application_id, section_ids } = work;
    const partitions = await partitionsOf(work, seat);
    const verdict = {
      credential_job_id: seat,
      credential_section_id: section_ids[1]!,
      grade: "B",
      feedback: "",
      section_rubric: marks(true, true),
    };
    const racers = [
      { handler: withdrawAppeal, person: work.learner, input: { application_id } },
      { handler: acceptSection, person: ray, input: verdict },
    ];
    for (const order of [racers, racers.toReversed()])
      expect(await (await harness.copy(partitions)).race(order)).toEqual([200, 409]);
    const unguarded = partitions.slice(0, 4);
    expect(await (await harness.copy(partitions)).race(racers, { unguarded })).toEqual([200, 200]); // the race is one
  });
});
