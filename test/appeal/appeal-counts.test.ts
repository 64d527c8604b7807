import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { platformKeys } from "../../functions/data/keys/platform.ts";
import { qualityKeys } from "../../functions/data/keys/quality.ts";
import { checkInvariants } from "../../functions/platform/model/invariants/check.ts";
import { itemsOf } from "../../functions/platform/model/invariants/table.ts";
import { contract } from "../../shared/contract.ts";
import { appealOf, seatsOf } from "../support/fixtures/seats.ts";
import type { Submitted } from "../support/fixtures/work.ts";
import { expectInvariants } from "../support/invariants.ts";
import { lentWorld } from "../support/lent-world.ts";
import type { Person } from "../support/people.ts";
import { operate } from "../support/program.ts";

const { review, appeal, quality } = contract;
const world = await lentWorld();
const thisMonth = new Date().toISOString().slice(0, 7);
const { academy, reviewers, seats } = await seatsOf(world, "Counted Academy");
const [rita, ray, rob] = reviewers;
const ada = academy.as("Ada");
const no = { accepts: false, marks: [false, false] as [boolean, boolean] };

afterAll(async () => {
  await expectInvariants(world, academy);
  await world.stop();
});

/** Rita rejects both sections, or Rob the second one, and the learner appeals against both; Ray has the seat. */
async function appealedTwice(second: Person, name: "Leo" | "Liv"): Promise<{ work: Submitted; seat: string }> {
  const work = await seats.begun({ criteria: { second_review: null, appeals: { fee: "none" } } }, name);
  const { credential_job_id, section_ids, learner } = work;
  expect((await seats.says(rita, work, credential_job_id, { at: 0, ...no })).status).toBe(200);
  if (second !== rita) {
    expect((await rita.call(review.release, { credential_job_id })).status).toBe(200);
    expect((await second.call(review.accept, { credential_job_id })).status).toBe(200);
  }
  expect((await seats.says(second, work, credential_job_id, { at: 1, ...no })).status).toBe(200);
  expect((await learner.call(appeal.file, appealOf(work, [...section_ids]))).status).toBe(200);
  await seats.offers();
  const seat = await seats.seatOf(work, "appeal");
  expect((await ray.call(review.accept, { credential_job_id: seat })).status).toBe(200);
  return { work, seat };
}

/** Of the organization, and of each of the three reviewers: how many were overturned of how many. */
async function counted() {
  await world.settle();
  const { totals } = (await ada.call(quality.read, {})).body.data;
  const { reviewers } = (await ada.call(quality.listReviewers, {})).body.data;
  const of = ({ user_id }: Person) => reviewers.find((each) => each.user_id === user_id)?.appeals_overturned;
  return [totals.appeals_overturned, ...[rita, ray, rob].map(of)].map((each) => [each?.count ?? 0, each?.of ?? 0]);
}

describe("the figures of appeals", () => {
  let overturned: Submitted;
  beforeAll(async () => {
    const { work, seat } = await seats.appealed();
    overturned = work;
    await world.settle();
    expect((await seats.says(ray, work, seat, { at: 1 })).body.data.submission_status).toBe("completed");
  });

  test("count one that accepts a section, for who rejected it and not for who decided the appeal", async () => {
    expect(await counted()).toEqual([
      [1, 1],
      [1, 1],
      [0, 0],
      [0, 0],
    ]);
    const { credential_id } = overturned;
    const { totals, months } = (await ada.call(quality.readCredential, { credential_id })).body.data;
    expect(totals.appeals_overturned).toEqual({ count: 1, of: 1 });
    expect(months.at(-1)).toMatchObject({ month: thisMonth, appeals_overturned: { count: 1, of: 1 } });
    const own = (await rita.later({ days: 31 }).call(quality.readOwn, { to: thisMonth })).body.data;
    expect(own.totals.appeals_overturned).toEqual({ count: 1, of: 1 });
  });

  test("count one that is upheld, and none that waits or is withdrawn", async () => {
    const { work, seat } = await seats.appealed({}, "Leo");
    const withdrawn = await seats.rejected({}, "Liv");
    expect((await withdrawn.learner.call(appeal.file, appealOf(withdrawn))).status).toBe(200);
    const { application_id } = withdrawn;
    expect((await withdrawn.learner.call(appeal.withdraw, { application_id })).status).toBe(200);
    expect((await counted()).slice(0, 2)).toEqual([
      [1, 1],
      [1, 1],
    ]);
    expect((await seats.says(ray, work, seat, { at: 1, ...no })).status).toBe(200);
    expect((await counted()).slice(0, 3)).toEqual([
      [1, 2],
      [1, 2],
      [0, 0],
    ]);
  });

  test("count once against two sections, of two reviewers for each by what they rejected", async () => {
    const one = await appealedTwice(rita, "Leo");
    for (const at of [0, 1])
      expect((await seats.says(ray, one.work, one.seat, { at, ...(at === 1 && no) })).status).toBe(200);
    expect(await counted()).toEqual([
      [2, 3],
      [2, 3],
      [0, 0],
      [0, 0],
    ]);
    const shared = await appealedTwice(rob, "Liv");
    for (const at of [0, 1])
      expect((await seats.says(ray, shared.work, shared.seat, { at, ...(at === 0 && no) })).status).toBe(200);
    expect(await counted()).toEqual([
      [3, 4],
      [2, 4],
      [0, 0],
      [1, 1],
    ]);
  });

  test("are the same when an event comes twice", async () => {
    const before = await counted();
    const rows = await world.control.items(platformKeys.audit(overturned.application_id, "").pk);
    const event = rows.find(({ type }) => type === "appeal.overturned")!;
    const Records = [{ messageId: "again", body: JSON.stringify(event) }];
    expect(await world.control.invoke("platform/count-analytics", { Records })).toEqual({ batchItemFailures: [] });
    expect(await counted()).toEqual(before);
  });

  test("are found wrong by a recount (I30), and of appeals that were not counted npm run repair counts them", async () => {
    const before = await counted();
    const { pk, sk } = qualityKeys.quality(academy.organization_id, thisMonth);
    const item = (await world.control.item(pk, sk))!;
    const { appeals: _, appeals_overturned: __, ...uncounted } = item;
    const stored = itemsOf(await world.control.everything(), academy.organization_id);
    const wrong = await checkInvariants(stored.map((each) => (each.pk === pk ? { ...uncounted, pk, sk } : each)));
    expect(wrong.flatMap(({ id, violations }) => violations.map((each) => `${id} ${each}`)).toSorted()).toEqual([
      `I30 ${pk} ${sk}: appeals is 0, recounted 4`,
      `I30 ${pk} ${sk}: appeals_overturned is 0, recounted 3`,
    ]);
    await world.control.put([uncounted]);
    expect((await counted())[0]).toEqual([0, 0]); // kept by an earlier release
    expect((await operate(world, "repair", "--write")).said).toContain("2 numbers were wrong");
    expect(await counted()).toEqual(before);
  });
});
