import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { keys } from "../../functions/data/keys.ts";
import { handler as accept } from "../../functions/job/accept.ts";
import { contract } from "../../shared/contract.ts";
import type { Job } from "../../shared/job/job.ts";
import { answersFor } from "../former/crawl.ts";
import { publishedCredential, tableSection, textSection } from "../support/fixtures/credential.ts";
import { paidPurchase } from "../support/fixtures/payment.ts";
import { acceptedReviewer } from "../support/fixtures/reviewer.ts";
import { marks, type Submitted } from "../support/fixtures/work.ts";
import { expectInvariants } from "../support/invariants.ts";
import type { Organization } from "../support/organization.ts";
import { ownWorld } from "../support/own-world.ts";
import type { Person } from "../support/people.ts";
import { raceHarness } from "../support/race.ts";

const { job, submission, credential, payment } = contract;
const world = await ownWorld();
const dayMs = 86_400_000;
let academy: Organization;
let [rita, ray, rob]: Person[] = [];
let credential_id: string;

beforeAll(async () => {
  academy = await world.newOrganization("Seats Academy");
  [rita, ray, rob] = [
    await acceptedReviewer(academy, "Rita"),
    await acceptedReviewer(academy, "Ray"),
    await acceptedReviewer(academy, "Rob" as never),
  ];
});
afterAll(async () => {
  await expectInvariants(world, academy);
  await world.stop();
});

/** A learner hands in free or paid work of a credential whose every round is reviewed twice; Rita accepts it. */
async function begun(price = 0): Promise<Submitted> {
  credential_id = await publishedCredential(academy, [rita!, ray!, rob!], {
    sections: [textSection, tableSection],
    price,
  });
  const learner = academy.as("Lena");
  const application_id =
    price === 0
      ? (await learner.call(credential.apply, { credential_id })).body.data.application_id
      : await paidPurchase(learner, credential_id, world.origin);
  const stored = await world.control.item(keys.application(application_id).pk, "META");
  await world.control.put([{ ...stored, second_review: { share_percent: 100, draw_key: "key" } } as never]);
  const { body } = await learner.call(submission.read, { application_id });
  const section_ids = body.data.sections.map(({ section_id }) => section_id);
  const sections = section_ids.map((section_id) => ({ section_id, response: "<p>My work.</p>" }));
  const sent = await learner.call(submission.submit, { application_id, credential_id, sections });
  const credential_job_id = sent.body.data.credential_job_id!;
  expect((await rita!.call(job.accept, { credential_job_id })).status).toBe(200);
  return { learner, credential_id, application_id, credential_job_id, section_ids };
}

const jobItem = async (job_id: string) => (await world.control.item(keys.job(job_id).pk, "META")) as unknown as Job;
const seatOf = async ({ credential_job_id }: Submitted, seat: string): Promise<string> =>
  (await jobItem(credential_job_id)).later_seats!.find((each) => each.seat === seat)!.job_id;
const offers = () => world.control.runSchedule("offer-open-jobs", 61_000);
const pays = () => world.control.runSchedule("release-idle-jobs");

interface Says {
  readonly at: number;
  readonly accepts?: boolean;
  readonly marks?: [boolean, boolean];
  readonly words?: string;
}
/** A reviewer gives a verdict on one of the sections at a seat. */
function says(who: Person, work: Submitted, credential_job_id: string, { at, accepts = true, ...given }: Says) {
  return who.call(accepts ? job.acceptSection : job.rejectSection, {
    credential_job_id,
    credential_section_id: work.section_ids[at]!,
    grade: given.words ?? "A",
    feedback: `<p>${given.words ?? "Fine."}</p>`,
    section_rubric: at === 1 ? marks(...(given.marks ?? [true, true])) : [],
  });
}
/** The first seat accepts everything; the second is open. */
async function drawn(price = 0): Promise<Submitted> {
  const work = await begun(price);
  for (const at of [0, 1])
    expect((await says(rita!, work, work.credential_job_id, { at, words: "Quokka" })).status).toBe(200);
  return work;
}
/** Ray takes the second seat. */
async function taken(price = 0): Promise<{ work: Submitted; second: string }> {
  const work = await drawn(price);
  await offers();
  const second = await seatOf(work, "second");
  expect((await ray!.call(job.accept, { credential_job_id: second })).status).toBe(200);
  return { work, second };
}
const shown = async ({ learner, application_id }: Submitted) =>
  (await learner.call(submission.read, { application_id })).body.data;

describe("a round that is reviewed a second time", () => {
  test("is released with the first's words when both agree, and each seat is paid once", async () => {
    const work = await begun();
    expect((await says(rita!, work, work.credential_job_id, { at: 0, words: "Quokka" })).status).toBe(200);
    const before = await shown(work);
    const last = await says(rita!, work, work.credential_job_id, { at: 1, words: "Quokka" });
    expect(last.body.data).toMatchObject({ job_status: "awaitingResult", submission_status: "reviewing" });
    expect(await shown(work)).toEqual(before);
    await offers();
    const second = await seatOf(work, "second");
    const open = async (who: Person) =>
      (await who.call(job.list, {})).body.data.jobs.map((each) => each.credential_job_id);
    expect(await open(rita!)).not.toContain(second);
    expect(await open(ray!)).toContain(second);
    expect((await rita!.call(job.accept, { credential_job_id: second })).status).toBe(404);
    expect((await ray!.call(job.accept, { credential_job_id: second })).status).toBe(200);
    expect((await rob!.call(job.accept, { credential_job_id: second })).status).toBe(409);
    expect((await says(ray!, work, second, { at: 0, words: "Zebra" })).body.data.job_status).toBe("reviewing");
    expect(await shown(work)).toEqual(before);
    const ended = await says(ray!, work, second, { at: 1, words: "Zebra" });
    expect(ended.body.data).toMatchObject({ job_status: "completed", submission_status: "completed" });
    const { status, sections } = await shown(work);
    expect([status, sections.map(({ grade }) => grade)]).toEqual(["completed", ["Quokka", "Quokka"]]);
    await pays();
    const paid = async (who: Person, id: string) =>
      (await who.call(job.payments, {})).body.data.payments.filter((each) => each.credential_job_id === id);
    expect(await paid(rita!, work.credential_job_id)).toHaveLength(1);
    expect(await paid(ray!, second)).toMatchObject([{ amount: 11.67, review_time: 35 }]);
    await pays();
    expect(await paid(ray!, second)).toHaveLength(1);
    await expectInvariants(world, academy);
  });

  test("goes to a third seat for what the two dispute alone, and is released as two of three say", async () => {
    const { work, second } = await taken();
    expect((await says(ray!, work, second, { at: 0, words: "Zebra" })).status).toBe(200);
    const differs = await says(ray!, work, second, { at: 1, accepts: false, marks: [false, false], words: "Zebra" });
    expect(differs.body.data).toMatchObject({ job_status: "awaitingResult", submission_status: "reviewing" });
    await offers();
    const third = await seatOf(work, "third");
    for (const who of [rita!, ray!])
      expect((await who.call(job.accept, { credential_job_id: third })).status).toBe(404);
    expect((await rob!.call(job.accept, { credential_job_id: third })).status).toBe(200);
    const { sections } = (await rob!.call(job.read, { credential_job_id: third })).body.data;
    expect(sections.map(({ credential_section_id }) => credential_section_id)).toEqual([work.section_ids[1]]);
    expect((await says(rob!, work, third, { at: 0 })).status).toBe(404);
    await pays();
    expect((await ray!.call(job.payments, {})).body.data.payments.map((each) => each.credential_job_id)).toContain(
      second,
    );
    const ended = await says(rob!, work, third, { at: 1, accepts: false, marks: [true, false], words: "Yak" });
    expect(ended.body.data).toMatchObject({ job_status: "completed", submission_status: "revisionNeeded" });
    const after = await shown(work);
    expect(after).toMatchObject({ status: "revisionNeeded", sections: [{ grade: "Quokka" }, { grade: "Yak" }] });
    expect(after.sections[1]!.section_rubric!.marks.map(({ achieved }) => achieved)).toEqual([true, false]);
    await pays();
    await expectInvariants(world, academy);
    const first = await jobItem(work.credential_job_id);
    expect(first.status).toBe("revisionNeeded");
    expect(first.reviewers).toEqual([rita!.user_id]);
  });

  test("keeps the first result when nobody takes the second seat in time", async () => {
    const work = await drawn();
    const second = await seatOf(work, "second");
    const late = (await jobItem(second)).due!.steps.find(({ step }) => step === "late")!;
    const until = Date.parse(late.on) - Date.now();
    await world.control.runSchedule("release-idle-jobs", until - dayMs);
    expect((await jobItem(second)).status).toBe("open");
    for (let run = 0; run < 4; run += 1) await world.control.runSchedule("release-idle-jobs", until + 60_000);
    expect((await jobItem(second)).status).toBe("withdrawn");
    expect(await shown(work)).toMatchObject({
      status: "completed",
      sections: [{ grade: "Quokka" }, { grade: "Quokka" }],
    });
    await pays();
    await expectInvariants(world, academy);
  });

  test("shows nobody but its reviewer that there is a later seat", async () => {
    const { work, second } = await taken();
    expect((await says(ray!, work, second, { at: 0, words: "Zebrawood" })).status).toBe(200);
    const { created_on } = await jobItem(second);
    const { application_id, credential_job_id, section_ids } = work;
    const { organization_id } = academy;
    const people = (["Lena", "Leo", "Ada", "Ivan", "Pia"] as const).map((name) => [name, academy.as(name)] as const);
    const answers: string[] = [];
    for (const [name, person] of [...people, ["Rita", rita!] as const]) {
      const ids = { organization_id, user_id: person.user_id, application_id, credential_job_id, credential_id };
      for (const { call, body } of await answersFor(person, name, { ...ids, section_id: section_ids[0] }))
        answers.push(JSON.stringify({ name, call, body }));
    }
    const traces = [second, "Zebrawood", created_on];
    expect(answers.length).toBeGreaterThan(100);
    expect(answers.filter((text) => traces.some((trace) => text.includes(trace)))).toEqual([]);
    expect(answers.filter((text) => text.includes("awaitingResult") && !text.includes('"name":"Rita"'))).toEqual([]);
    for (const person of [academy.as("Ada"), academy.as("Ivan"), rob!, academy.as("Lena")])
      expect((await person.call(job.read, { credential_job_id: second })).status).not.toBe(200);
    const own = JSON.stringify((await ray!.call(job.read, { credential_job_id: second })).body);
    expect(own).not.toContain("Quokka");
    expect(own).not.toContain(credential_job_id);
  });

  test("has one reviewer at its second seat, however many take it in the same moment", async () => {
    const work = await drawn();
    await offers();
    const second = await seatOf(work, "second");
    const partitions = [
      keys.application(work.application_id),
      keys.job(second),
      keys.credential(work.credential_id),
      keys.organization(academy.organization_id),
      ...[ray!, rob!].map(({ user_id }) => keys.user(user_id)),
    ].map(({ pk }) => pk);
    const harness = await raceHarness(world.control);
    const input = { credential_job_id: second };
    const racers = [ray!, rob!].map((person) => ({ handler: accept, person, input }));
    const guarded = await harness.copy(partitions);
    expect(await guarded.race(racers)).toEqual([200, 409]);
    const open = await harness.copy(partitions);
    expect(await open.race(racers, { unguarded: [keys.job(second).pk] })).toEqual([200, 200]); // the race is one
    await harness.stop();
  });

  test("ends with its sale: what the later seat decided is paid, and told to nobody", async () => {
    const { work, second } = await taken(50);
    expect((await says(ray!, work, second, { at: 0, words: "Zebra" })).status).toBe(200);
    const { application_id } = work;
    const refunded = await academy.as("Ada").call(payment.refund, { application_id, reason: "Cancelled" });
    expect(refunded.status).toBe(200);
    expect((await jobItem(second)).status).toBe("withdrawn");
    expect((await says(ray!, work, second, { at: 1 })).status).toBe(409);
    await pays();
    const rows = (await ray!.call(job.payments, {})).body.data.payments.filter(
      (each) => each.credential_job_id === second,
    );
    expect(rows).toMatchObject([{ review_time: 20 }]);
    await expectInvariants(world, academy);
  });
});
