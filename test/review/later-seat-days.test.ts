import { afterAll, describe, expect, test } from "vitest";
import { credentialKeys } from "../../functions/data/keys/credential.ts";
import { submissionKeys } from "../../functions/data/keys/submission.ts";
import { contract } from "../../shared/contract.ts";
import { laterSeatDays, promisedDays } from "../../shared/credential/decision-days.ts";
import { type BusinessCalendar, defaultCalendar } from "../../shared/organization/calendar.ts";
import { businessDaysAfter, extraDays } from "../../shared/review/clock.ts";
import { answered } from "../support/fixtures/answered.ts";
import { criteria } from "../support/fixtures/credential.ts";
import { acceptedReviewer } from "../support/fixtures/reviewer.ts";
import { appealOf, seatsIn } from "../support/fixtures/seats.ts";
import { expectInvariants } from "../support/invariants.ts";
import { lentWorld } from "../support/lent-world.ts";
import type { Person } from "../support/people.ts";

const { credential, organization, review, appeal, submission } = contract;
const world = await lentWorld(); // runs the clock's work as if minutes later
const second_review = { share_percent: 100, second_days: 2, third_days: 1 };
const appeals = { fee: "none", days: 5 } as const;

async function newPlace(name: string) {
  const academy = await world.newOrganization(name);
  const reviewers = [
    await acceptedReviewer(academy, "Rita"),
    await acceptedReviewer(academy, "Ray"),
    await acceptedReviewer(academy, "Rob"),
  ] as const;
  return { academy, ray: reviewers[1], seats: seatsIn(world, academy, reviewers) };
}
const { academy, ray, seats } = await newPlace("Own Days Academy");
const ada = academy.as("Ada");

afterAll(async () => {
  await expectInvariants(world, academy);
  await world.stop();
});

/** The end of so many business days after something was opened, where the tests' organizations are. */
const endOf = (at: string, days: number, calendar: BusinessCalendar = defaultCalendar) =>
  businessDaysAfter(at, days, { calendar, pauses: [], timezone: "America/New_York" });
/** When a seat is due, taken or not, and when it would be with so many business days. */
async function dueOf(seat: string, days: number) {
  const { due, seat_due = due, submitted_on } = await seats.jobItem(seat);
  return [seat_due, { business_days: days, due_on: endOf(submitted_on, days) }] as const;
}

describe("the days of later seats", () => {
  test("are those of the credential applied for, of a second and a third seat", async () => {
    const { second, third } = await seats.disputed({ criteria: { second_review } });
    for (const [due, own] of [await dueOf(second, 2), await dueOf(third, 1)]) expect(due).toMatchObject(own);
  });

  test("are those of the credential applied for, of the seat that decides an appeal, for its learner too", async () => {
    const { work, seat } = await seats.appealed({ criteria: { appeals } });
    const [due, own] = await dueOf(seat, 5);
    expect(due).toMatchObject(own);
    expect((await seats.shown(work)).appeal?.decision).toMatchObject(own);
  });

  test("make the longest way of the terms the day that the learner is promised", async () => {
    const clock = { first_days: 7, revision_days: 4 };
    const work = await seats.begun({ criteria: { clock, second_review } });
    expect((await seats.shown(work)).decision?.business_days).toBe(10);
  });

  test("end for a second and a third seat when only their reviewer's days are left, after one at least", async () => {
    const long = { ...second_review, second_days: 6, third_days: 2 };
    const { second, third } = await seats.disputed({ criteria: { second_review: long } });
    for (const [seat, days] of [
      [second, 3],
      [third, 1],
    ] as const) {
      const { seat_due, submitted_on } = await seats.jobItem(seat);
      expect(seat_due!.steps).toEqual([{ step: "late", on: endOf(submitted_on, days) }]);
    }
  });

  test("stay what they were applied for under, whatever the credential says afterwards", async () => {
    const later = {
      second_review: { ...second_review, second_days: 30, third_days: 30 },
      appeals: { ...appeals, days: 30 },
    };
    /** Changes the setting of a published credential: past the API, which refuses it. */
    async function change(credential_id: string) {
      const { version } = answered(await ada.call(credential.read, { credential_id }));
      const reviewer_criteria = { ...criteria, ...later };
      const edit = await ada.call(credential.update, { credential_id, version, step: 2, reviewer_criteria });
      expect(edit.status).toBe(409);
      const { pk, sk } = credentialKeys.credentialCriteria(credential_id);
      await world.control.put([{ ...(await world.control.item(pk, sk)), ...later }]);
    }
    const twice = await seats.begun({ criteria: { second_review } }, "Leo");
    await change(twice.credential_id);
    for (const at of [0, 1]) await seats.says(academy.as("Rita"), twice, twice.credential_job_id, { at });
    await seats.offers();
    const second = await seats.seatOf(twice, "second");
    await ray.call(review.accept, { credential_job_id: second });
    await seats.says(ray, twice, second, { at: 0 });
    await seats.says(ray, twice, second, { at: 1, accepts: false, marks: [false, false] });
    const appealed = await seats.rejected({ criteria: { appeals } }, "Leo");
    await change(appealed.credential_id);
    expect((await appealed.learner.call(appeal.file, appealOf(appealed))).status).toBe(200);
    const [third, appealSeat] = [await seats.seatOf(twice, "third"), await seats.seatOf(appealed, "appeal")];
    for (const [due, own] of [await dueOf(second, 2), await dueOf(third, 1), await dueOf(appealSeat, 5)])
      expect(due).toMatchObject(own);
  });

  test("are the usual 4, 4 and 10 where the terms are older than the setting", async () => {
    const work = await seats.begun({}, "Liv");
    const { pk, sk } = submissionKeys.application(work.application_id);
    const { second_review: written, ...stored } = (await world.control.item(pk, sk))!;
    const { second_days: _, third_days: __, ...older } = written as Record<string, unknown>;
    await world.control.put([{ ...stored, second_review: older }]);
    for (const at of [0, 1]) await seats.says(academy.as("Rita"), work, work.credential_job_id, { at });
    const [due, own] = await dueOf(await seats.seatOf(work, "second"), 4);
    expect(due).toMatchObject(own);
    expect(laterSeatDays({ second_review: {}, appeals: {} })).toEqual({ second: 4, third: 4, appeal: 10 });
    expect([promisedDays(7, {}), promisedDays(7, null)]).toEqual([15, 7]);
  });

  test("are counted again when the organization's working days move, with what its reviewer took more", async () => {
    const place = await newPlace("Moved Days Academy");
    const { work, second } = await place.seats.taken({ criteria: { second_review } });
    const { seat } = await place.seats.appealed({ criteria: { appeals } }, "Leo");
    expect((await place.ray.call(review.extend, { credential_job_id: second })).status).toBe(200);
    const { accepted_on = "", due } = await place.seats.jobItem(second);
    const closed = new Intl.DateTimeFormat("en-CA", { timeZone: "America/New_York" }).format(
      new Date(endOf(accepted_on, 2)),
    );
    const calendar = { ...defaultCalendar, closing_days: [closed] };
    const saved = { ...calendar, version: 0, move_due_dates: true };
    expect((await place.academy.as("Ada").call(organization.saveCalendar, saved)).status).toBe(200);
    await place.seats.clock();
    await place.seats.clock();
    const [moved, answer] = [await place.seats.jobItem(second), await place.seats.jobItem(seat)];
    const extended = endOf(endOf(accepted_on, 3, calendar), extraDays, calendar);
    expect(moved.due).toMatchObject({ business_days: 3 + extraDays, due_on: extended, taken: true });
    expect(extended > due!.due_on).toBe(true);
    expect(moved.seat_due).toMatchObject({ business_days: 2, due_on: endOf(moved.submitted_on, 2, calendar) });
    expect(answer.seat_due).toMatchObject({ business_days: 5, due_on: endOf(answer.submitted_on, 5, calendar) });
    await expectInvariants(world, place.academy);
    expect((await place.seats.shown(work)).status).toBe("reviewing");
  });
});

describe("the days of whoever accepts a seat", () => {
  /** What somebody reads of the day of a job, in the lists it is in and on its page. */
  async function read(who: Person, credential_job_id: string) {
    const { body } = await who.call(review.read, { credential_job_id });
    const { jobs } = (await who.call(body.data.accepted_by_me ? review.listAssigned : review.list, {})).body.data;
    const row = jobs.find((each) => each.credential_job_id === credential_job_id)!;
    const type = body.data.accepted_by_me ? "inprogress" : "open";
    const { submissions } = (await who.call(submission.list, { type } as never)).body.data;
    const submitted = submissions.find((each) => each.credential_job_id === credential_job_id)!;
    return [body.data, row, submitted].map(({ decision }) => decision);
  }
  const none = [undefined, undefined, undefined];

  test("are three from accepting on, whichever seat it is, and nobody is told of any before", async () => {
    const place = await newPlace("One Time Academy");
    const rita = place.academy.as("Rita");
    const clock = { first_days: 9, revision_days: 5 };
    const terms = { criteria: { clock, second_review } };
    const silent = await place.seats.begun({ criteria: { clock: null, second_review } }, "Liv");
    const { work, second } = await place.seats.taken(terms);
    const { seat } = await place.seats.appealed({ criteria: { clock, appeals } }, "Leo");
    const first = await place.seats.begun(terms, "Lena");
    for (const [who, job_id] of [
      [rita, silent.credential_job_id],
      [rita, first.credential_job_id],
      [place.ray, second],
      [place.ray, seat],
    ] as const) {
      const { accepted_on = "" } = await place.seats.jobItem(job_id);
      const day = { due_on: endOf(accepted_on, 3), business_days: 3, timezone: "America/New_York", late: false };
      expect(await read(who, job_id)).toEqual([day, day, day]);
      expect((await who.call(review.release, { credential_job_id: job_id })).status).toBe(200);
      expect(await read(who, job_id)).toEqual(none);
    }
    await world.settle();
    const offers = (await world.mails.to(place.ray.email)).filter(({ subject }) =>
      subject.startsWith("New review job"),
    );
    expect(offers.length).toBeGreaterThan(2);
    expect(offers.filter(({ text = "" }) => text.includes("due"))).toEqual([]);
    expect((await place.seats.shown(work)).decision?.business_days).toBe(12);
    await expectInvariants(world, place.academy);
  });

  test("take a job back at six fifths where none of its sections is decided, whichever seat it is", async () => {
    const place = await newPlace("Six Fifths Academy");
    const rita = place.academy.as("Rita");
    const terms = { criteria: { second_review: { ...second_review, second_days: 30 } } };
    const jobs: string[] = [];
    for (const [learner, isDecided] of [
      ["Lena", false],
      ["Leo", true],
    ] as const) {
      const { work, second } = await place.seats.taken(terms, learner);
      const first = await place.seats.begun(terms, learner);
      if (isDecided) {
        await place.seats.says(rita, first, first.credential_job_id, { at: 0 });
        await place.seats.says(place.ray, work, second, { at: 0 });
      }
      jobs.push(first.credential_job_id, second);
    }
    const statuses = () => Promise.all(jobs.map(async (id) => (await place.seats.jobItem(id)).status));
    const { due } = await place.seats.jobItem(jobs[3]!);
    const until = (on: string) => Date.parse(on) - Date.now() + 60_000;
    for (let run = 0; run < 4; run++) await world.control.runSchedule("release-idle-jobs", until(due!.due_on));
    expect(await statuses()).toEqual(["accepted", "accepted", "reviewing", "reviewing"]);
    for (let run = 0; run < 2; run++)
      await world.control.runSchedule("release-idle-jobs", until(due!.steps.at(-1)!.on));
    expect(await statuses()).toEqual(["open", "open", "reviewing", "reviewing"]);
    await expectInvariants(world, place.academy);
  });

  test("leave those of the seat as they were, for whoever comes after them", async () => {
    const { second } = await seats.taken({ criteria: { second_review: { ...second_review, second_days: 9 } } });
    const { seat_due } = await seats.jobItem(second);
    expect((await ray.call(review.extend, { credential_job_id: second })).status).toBe(200);
    expect((await ray.call(review.release, { credential_job_id: second })).status).toBe(200);
    const { due, seat_due: left } = await seats.jobItem(second);
    expect([due, left]).toEqual([seat_due, undefined]);
  });

  test("are as many as the credential says", async () => {
    const clock = { first_days: 9, revision_days: 5, reviewer_days: 6 };
    const work = await seats.begun({ criteria: { clock, second_review: null } }, "Leo");
    const { due, accepted_on = "" } = await seats.jobItem(work.credential_job_id);
    expect(due).toMatchObject({ business_days: 6, due_on: endOf(accepted_on, 6) });
  });
});
