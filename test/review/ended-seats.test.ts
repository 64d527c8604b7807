import { afterAll, describe, expect, test } from "vitest";
import { paymentKeys } from "../../functions/data/keys/payment.ts";
import { submissionKeys } from "../../functions/data/keys/submission.ts";
import { contract } from "../../shared/contract.ts";
import { cards, decideDispute, disputeAbout } from "../support/fixtures/payment.ts";
import { seatsOf } from "../support/fixtures/seats.ts";
import type { Submitted } from "../support/fixtures/work.ts";
import { expectInvariants } from "../support/invariants.ts";
import { lentWorld } from "../support/lent-world.ts";
import type { Organization } from "../support/organization.ts";
import type { Person } from "../support/people.ts";
import { slowness } from "../support/slowness.ts";

const { appeal, organization, payment, review, user } = contract;
const dayMs = 86_400_000;
const world = await lentWorld();
const { academy, reviewers, seats } = await seatsOf(world, "Ending Academy");
const [rita, ray, rob] = reviewers;
const ada = academy.as("Ada");

afterAll(async () => {
  await expectInvariants(world, academy);
  await world.stop();
});

/** The notices of reviews that end, or have to; nothing in them but the link tells one from another. */
async function toldTo(person: Person, start: string): Promise<{ link: string; words: string }[]> {
  await world.settle();
  const { notices } = (await person.call(user.listNotices, { limit: 100 })).body.data;
  return notices
    .filter(({ title }) => title.startsWith(start))
    .map(({ link = "", title, text, type }) => ({ link, words: [type, title, text].join("\n") }));
}
const mailsTo = async ({ email }: Person, start: string) =>
  (await world.mails.to(email)).filter(({ subject }) => subject.startsWith(start));
const linksOf = (told: readonly { link: string }[]) => told.map(({ link }) => link).toSorted();
const wordsOf = (...told: readonly { words: string }[][]) => [...new Set(told.flat().map(({ words }) => words))];
const closed = "Review closed: Classroom reading";
/** How many more of each person's reviews were closed by a piece of work, each told by notice and mail in the same words. */
async function closedBy(people: readonly Person[], work: () => Promise<unknown>): Promise<number[]> {
  const counts = () =>
    Promise.all(
      people.map(async (each) => [(await toldTo(each, closed)).length, (await mailsTo(each, closed)).length]),
    );
  const before = await counts();
  await work();
  const after = await counts();
  const told = await Promise.all(people.map((each) => toldTo(each, closed)));
  expect(wordsOf(...told).length).toBeLessThanOrEqual(1);
  expect(linksOf(told.flat()).every((link) => link === "/completedJobs")).toBe(true);
  return after.map(([notices = 0, mails = 0], at) => {
    expect(mails - before[at]![1]!).toBe(notices - before[at]![0]!);
    return notices - before[at]![0]!;
  });
}

describe("when an organization is archived", () => {
  const finish = "Finish your review of “Classroom reading” by";
  const archive = async ({ organization_id: id }: Organization) =>
    expect((await world.as("Sam").call(organization.archive, { id, archiveStatus: true })).status).toBe(200);
  const run = async (after = 0) => {
    await world.control.runSchedule("unlist-archived", after);
    await world.settle();
  };

  test("everybody with a seat in hand is told alike until when to finish and that it was closed, and nobody who is done", async () => {
    const { academy: school, reviewers: people, seats: its } = await seatsOf(world, "Sundown Academy");
    const [one, two, three] = people;
    const { work: disputed, second: done, third } = await its.disputed({}, "Lena");
    const { second } = await its.taken({ price: 50 }, "Leo");
    const { credential_job_id: first } = await its.begun({}, "Liv");
    const { work: appealed, seat } = await its.appealed({}, "Liv");
    await archive(school);
    await Promise.all([run(), run()]);
    await run();

    const pages = (...ids: string[]) => ids.map((id) => `/acceptedJobs/submissions/${id}`).toSorted();
    const told = await Promise.all(people.map((each) => toldTo(each, finish)));
    expect(told.map(linksOf)).toEqual([pages(first, appealed.credential_job_id), pages(second, seat), pages(third)]);
    expect(wordsOf(...told)).toHaveLength(1);
    for (const [at, each] of people.entries()) {
      const mails = await mailsTo(each, finish);
      expect(mails).toHaveLength(told[at]!.length);
      for (const { link } of told[at]!) expect(mails.filter(({ text }) => text?.includes(link))).toHaveLength(1);
    }
    const leaning = JSON.stringify([
      await disputed.learner.call(user.listNotices, { limit: 100 }),
      await world.mails.to(disputed.learner.email),
    ]);
    for (const id of [disputed.credential_job_id, done, third]) expect(leaning).not.toContain(id);

    const ends = async () => {
      await Promise.all([run(91 * dayMs), run(91 * dayMs)]);
      await run(91 * dayMs);
    };
    expect(await closedBy([one, two, three], ends)).toEqual([4, 2, 1]);
    expect((await its.jobItem(third)).status).toBe("withdrawn");
    await expectInvariants(world, school);
  });
});

describe("a review that is closed", () => {
  test("with a refund is told to whoever has a seat in hand, and not to who has finished a later one", async () => {
    const { work } = await seats.disputed({ price: 50 }, "Lena");
    const { application_id } = work;
    const refund = async () =>
      expect((await ada.call(payment.refund, { application_id, reason: "Cancelled" })).status).toBe(200);
    expect(await closedBy([rita, ray, rob], refund)).toEqual([1, 0, 1]);
  });

  test("with a lost dispute is told to whoever has a seat in hand, and to nobody a seat is offered to", async () => {
    const { work } = await seats.taken({ price: 50, card: cards.disputed }, "Leo");
    const loss = async () => {
      const paid = await world.control.item(paymentKeys.payment(work.application_id).pk, "META");
      await decideDispute(world, await disputeAbout(world, paid?.stripe_payment_id), "losing_evidence");
      await expect.poll(async () => (await seats.shown(work)).status, { timeout: 20_000 * slowness }).toBe("closed");
    };
    expect(await closedBy([rita, ray, rob], loss)).toEqual([1, 1, 0]);
  });

  test("with its appeal is told to the appeal’s reviewer, unless they were done", async () => {
    const { work } = await seats.appealed({}, "Liv");
    const withdraw = async ({ learner, application_id }: Submitted) =>
      expect((await learner.call(appeal.withdraw, { application_id })).status).toBe(200);
    expect(await closedBy([rita, ray], () => withdraw(work))).toEqual([0, 1]);
    const { work: judged, seat } = await seats.appealed({}, "Liv");
    const against = { at: 1, accepts: false, marks: [true, false] as [boolean, boolean], confirmed: true };
    expect((await seats.says(ray, judged, seat, against)).body.data).toMatchObject({ job_status: "awaitingResult" });
    expect(await closedBy([rita, ray], () => withdraw(judged))).toEqual([0, 0]);
  });

  test("by an admin who did not wait for a third reviewer is told to that one", async () => {
    const { work, third } = await seats.disputed({}, "Liv");
    const late = (await seats.jobItem(third)).seat_due!.steps.find(({ step }) => step === "late")!;
    const until = Date.parse(late.on) - Date.now();
    expect((await rob.call(review.release, { credential_job_id: third })).status).toBe(200);
    for (let each = 0; each < 4; each += 1) await seats.clock(until + 60_000);
    expect((await rob.call(review.accept, { credential_job_id: third })).status).toBe(200);
    const { credential_job_id } = work;
    const decision = { credential_job_id, seat: "second" as const, reason: "It names its evidence." };
    const decide = async () => expect((await ada.call(review.adjudicate, decision)).status).toBe(200);
    expect(await closedBy([rita, ray, rob], decide)).toEqual([0, 0, 1]);
    expect((await seats.jobItem(third)).status).toBe("withdrawn");
  });

  test("by an event from before seats had events of their own is told to its first reviewer, once", async () => {
    const { academy: school, reviewers: people, seats: its } = await seatsOf(world, "Former Academy");
    const { application_id, credential_id, credential_job_id, learner } = await its.begun({}, "Liv");
    const { pk, sk } = submissionKeys.job(credential_job_id);
    await world.control.put([{ ...(await world.control.item(pk, sk))!, status: "withdrawn" }]);
    const event = {
      event_id: "evt_01FORMERREFUND",
      type: "payment.credited",
      at: new Date().toISOString(),
      subject_id: application_id,
      organization_id: school.organization_id,
      actor_id: school.as("Ada").user_id,
      application_id,
      cred_id: credential_id,
      user_id: learner.user_id,
      price_cents: 5000,
    };
    const arrives = async (arriving: object) => {
      for (const name of ["deliver-mail", "write-notices", "deliver-mail", "write-notices"])
        await world.control.invoke(`platform/${name}`, {
          Records: [{ messageId: "1", body: JSON.stringify(arriving) }],
        });
    };
    const heard = async () => [(await toldTo(people[0], closed)).length, (await mailsTo(people[0], closed)).length];
    await arrives({ ...event, event_id: "evt_01LATERREFUND", credential_job_id });
    expect(await heard()).toEqual([0, 0]);
    await arrives(event);
    expect(await heard()).toEqual([1, 1]);
  });
});
