import { DynamoDBDocumentClient, TransactWriteCommand } from "@aws-sdk/lib-dynamodb";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { offerOpened } from "../../bin/seed/client.ts";
import { credentialKeys } from "../../functions/data/keys/credential.ts";
import { organizationKeys } from "../../functions/data/keys/organization.ts";
import { submissionKeys } from "../../functions/data/keys/submission.ts";
import { handler as acceptSection } from "../../functions/review/accept-section.ts";
import { handler as payAll } from "../../functions/review/release-idle-jobs.ts";
import { contract } from "../../shared/contract.ts";
import type { Job } from "../../shared/review/job.ts";
import { answersFor } from "../former/crawl.ts";
import { publishedCredential, tableSection, textSection } from "../support/fixtures/credential.ts";
import { paidPurchase } from "../support/fixtures/payment.ts";
import { acceptedReviewer } from "../support/fixtures/reviewer.ts";
import { accepted, jobOf, marks, type Submitted, verdict } from "../support/fixtures/work.ts";
import { expectInvariants } from "../support/invariants.ts";
import { lentWorld } from "../support/lent-world.ts";
import type { Organization } from "../support/organization.ts";
import type { Person } from "../support/people.ts";
import { operate } from "../support/program.ts";
import { type RaceHarness, raceHarness } from "../support/race.ts";

const { submission, review } = contract;
const world = await lentWorld(); // what others write meanwhile would be seen in its answers
const third = { ...textSection, title: "Reflect" };
let academy: Organization;
let rita: Person;
let ray: Person;
let lena: Person;
let credential_id: string;

beforeAll(async () => {
  academy = await world.newOrganization("Rounds Academy");
  [rita, ray, lena] = [
    await acceptedReviewer(academy, "Rita"),
    await acceptedReviewer(academy, "Ray"),
    academy.as("Lena"),
  ];
  credential_id = await publishedCredential(academy, [rita, ray], { sections: [textSection, tableSection, third] });
});
afterAll(async () => {
  await expectInvariants(world, academy);
  await world.stop();
});

const verdictOn = (work: Submitted, at: number, given: object = {}) => ({
  ...verdict(work, 0),
  credential_section_id: work.section_ids[at]!,
  section_rubric: at === 1 ? marks(true, true) : [],
  ...given,
});
/** A learner pays for a credential, does all the work and submits it; Rita accepts the job. */
async function paidAndAccepted(learner: Person, credential_id: string): Promise<Submitted> {
  const application_id = await paidPurchase(learner, credential_id, world.origin);
  const { body } = await learner.call(submission.read, { application_id });
  const section_ids = body.data.sections.map(({ section_id }) => section_id);
  const sections = section_ids.map((section_id) => ({ section_id, response: "<p>My work.</p>" }));
  expect((await learner.call(submission.submit, { application_id, credential_id, sections })).status).toBe(200);
  await offerOpened(learner);
  const credential_job_id = await jobOf(learner, application_id);
  expect((await rita.call(review.accept, { credential_job_id })).status).toBe(200);
  return { learner, credential_id, application_id, credential_job_id, section_ids };
}
/** What the learner sees of each section. */
const shown = async ({ learner, application_id }: Submitted) =>
  (await learner.call(submission.read, { application_id })).body.data;

describe("the results of a round", () => {
  const said = { grade: "Zebrawood", feedback: "<p>Quokkas graze here.</p>" };
  const words = ["Zebrawood", "Quokkas"];
  let work: Submitted;
  let snapshots: { name: string; before: string[]; after: string[] }[];

  beforeAll(async () => {
    work = await accepted(lena, credential_id, rita);
    const { credential_job_id, application_id, section_ids } = work;
    const first = verdictOn(work, 0);
    await rita.call(review.acceptSection, first); // begun, and taken back: that its reviewer is at work is no secret
    await rita.call(review.undoSection, { credential_job_id, credential_section_id: first.credential_section_id });
    const { organization_id } = academy;
    const people: [string, Person][] = (["Lena", "Leo", "Ada", "Ivan", "Pia", "Cy"] as const).map((name) => [
      name,
      academy.as(name),
    ]);
    const others: [string, Person][] = [...people, ["Ray", ray], ["Sam", world.as("Sam")]];
    /** Without what says that the reviewer is at work, and what each asking makes anew. */
    const asked = async ([name, person]: [string, Person]) => {
      const ids = { organization_id, user_id: person.user_id, application_id, credential_job_id, credential_id };
      const answers = await answersFor(person, name, { ...ids, section_id: section_ids[0] });
      return answers
        .map(({ call, input, status, body }) => JSON.stringify({ call, input, status, body }))
        .map((text) => text.replace(/"(?:updated_on|due_on)":"[^"]*"/g, "").replace(/\?X-Amz-[^"\\]*/g, ""));
    };
    for (const [, person] of others) await person.token();
    await world.settle();
    const before: string[][] = [];
    for (const other of others) before.push(await asked(other));
    await rita.call(review.acceptSection, verdictOn(work, 0, said));
    await rita.call(review.rejectSection, verdictOn(work, 1, { ...said, section_rubric: marks(false, true) }));
    await world.settle();
    const after: string[][] = [];
    for (const other of others) after.push(await asked(other));
    snapshots = others.map(([name], at) => ({ name, before: before[at]!, after: after[at]! }));
  }, 600_000);

  test("are in no answer to anybody but their reviewer before the round is decided: neither words nor counts", () => {
    for (const { name, before, after } of snapshots) {
      expect(after.length, name).toBeGreaterThan(3);
      expect(
        after.filter((text) => words.some((word) => text.includes(word))),
        name,
      ).toEqual([]);
      expect(
        after.filter((text) => !before.includes(text)),
        name,
      ).toEqual([]);
    }
    expect(snapshots.find(({ name }) => name === "Lena")!.after.join()).toContain(work.application_id);
    expect(snapshots.find(({ name }) => name === "Ada")!.after.join()).toContain(work.credential_job_id);
  });

  test("are shown to their reviewer, who may change them", async () => {
    const { body } = await rita.call(review.read, { credential_job_id: work.credential_job_id });
    expect(body.data).toMatchObject({ status: "reviewing", sections_graded: 2, sections_accepted: 1 });
    expect(body.data.sections).toMatchObject([
      { status: "accepted", undoable: true, ...said },
      { status: "rejected", undoable: true, ...said, section_rubric: { earned: 5 } },
      { status: "submitted", undoable: false },
    ]);
  });

  test("reach learner and staff together, with the last verdict and once", async () => {
    const { application_id, credential_job_id } = work;
    expect(await shown(work)).toMatchObject({ status: "reviewing", sections_accepted: 0 });
    const last = verdictOn(work, 2);
    const answers = [await rita.call(review.acceptSection, last), await rita.call(review.acceptSection, last)];
    for (const { status, body } of answers)
      expect([status, body.data.status, body.data.submission_status]).toEqual([200, "accepted", "revisionNeeded"]);
    const learners = await shown(work);
    expect(learners).toMatchObject({
      status: "revisionNeeded",
      sections_accepted: 2,
      sections: [
        { status: "accepted", ...said },
        { status: "rejected", ...said },
        { status: "accepted", grade: "A" },
      ],
    });
    expect(new Set(learners.sections.map(({ reviewed_on }) => reviewed_on)).size).toBe(1); // no section's own time
    const staffs = (await academy.as("Ada").call(review.read, { credential_job_id })).body.data;
    expect(staffs).toMatchObject({ sections_graded: 3, sections_accepted: 2, sections: [said, said, { grade: "A" }] });
    const round = await world.control.item(`APPLICATION#${application_id}`, "ROUND#000001");
    expect(round).toMatchObject({
      status: "finalized",
      round: 1,
      seats: [{ seat: "first", job_id: credential_job_id }],
    });
    const rows = await world.control.items(`AUDIT#${application_id}`);
    const finalized = rows.filter(({ type }) => type === "round.finalized");
    const [{ digest }] = round!.seats as [{ digest: string }];
    expect(finalized).toMatchObject([{ round: 1, seat_digests: `${credential_job_id} ${digest}` }]);
  });

  test("of a revision leave those of the round before as they are, and are a release of their own", async () => {
    const { application_id, section_ids, credential_job_id } = work;
    const sections = [{ section_id: section_ids[1]!, response: "<p>Mended.</p>" }];
    expect((await lena.call(submission.submit, { application_id, credential_id, sections })).status).toBe(200);
    const kept = await rita.call(review.rejectSection, verdictOn(work, 0));
    expect(kept).toMatchObject({ status: 409, body: { error: { code: "section.already-graded" } } });
    expect(await rita.call(review.acceptSection, verdictOn(work, 1))).toMatchObject({
      status: 200,
      body: { data: { job_status: "completed", submission_status: "completed" } },
    });
    expect((await shown(work)).sections).toMatchObject([said, { grade: "A", status: "accepted" }, {}]);
    const rounds = (await world.control.items(`APPLICATION#${application_id}`)).filter(({ sk }) =>
      `${sk}`.startsWith("ROUND#"),
    );
    expect(rounds).toHaveLength(2);
    expect(await world.control.item(`PAYOUT#${credential_job_id}`, "META")).toMatchObject({ status: "due" });
  });
});

test("a submission that is refunded while its round is under review pays what was decided, and tells nothing of it", async () => {
  const dear = await publishedCredential(academy, [rita], { price: 25 });
  const leo = academy.as("Leo");
  const work = await paidAndAccepted(leo, dear);
  const { application_id, credential_job_id } = work;
  expect((await rita.call(review.acceptSection, verdict(work, 0))).status).toBe(200);
  const refunded = await academy.as("Ada").call(contract.payment.refund, { application_id, reason: "Cancelled" });
  expect(refunded.status).toBe(200);
  expect(await shown(work)).toMatchObject({ status: "closed", sections: [{ status: "submitted" }, {}] });
  expect((await shown(work)).sections[0]!.grade).toBeUndefined();
  expect(await world.control.item(`PAYOUT#${credential_job_id}`, "META")).toMatchObject({ user_id: rita.user_id });
  expect(await rita.call(review.acceptSection, verdict(work, 1))).toMatchObject({ status: 409 });
});

test("a round that was under review when this release came is its reviewer's alone again, and goes on", async () => {
  const work = await accepted(academy.as("Liv"), credential_id, rita);
  const { application_id, credential_job_id, section_ids } = work;
  await rita.call(review.acceptSection, verdictOn(work, 0));
  await rita.call(review.undoSection, { credential_job_id, credential_section_id: section_ids[0]! });
  const [applicationKey, jobKey] = [`APPLICATION#${application_id}`, `JOB#${credential_job_id}`];
  const [application, task] = [
    await world.control.item(applicationKey, "META"),
    await world.control.item(jobKey, "META"),
  ];
  const graded = { grade: "B", feedback: "<p>Sent at once.</p>", reviewed_on: "2026-11-01T10:00:00.000Z" };
  const decided = { status: "rejected", decided_by: rita.user_id, decided_round: 1 };
  const { seats: _, ...former } = application as { seats: unknown; sections: object[] };
  const { verdicts: __, seat: ___, ...formerJob } = task as { verdicts: unknown; seat: unknown };
  await world.control.put([
    { ...former, sections: former.sections.map((each, at) => (at === 0 ? { ...each, ...decided } : each)) } as never,
    { ...formerJob, sections_graded: 1 } as never,
    { ...(await world.control.item(applicationKey, `WORK#${section_ids[0]}`)), ...graded } as never,
  ]);
  expect((await rita.call(review.read, { credential_job_id })).status).toBe(200);
  expect((await operate(world, "migrate", "--write")).code).toBe(0);
  expect(await world.control.item(jobKey, "META")).toMatchObject({ seat: "first" });
  expect(await shown(work)).toMatchObject({ credential_job_id, sections: [{ status: "submitted" }, {}, {}] });
  expect(JSON.stringify(await shown(work))).not.toContain("Sent at once.");
  const read = await rita.call(review.read, { credential_job_id });
  expect(read.body.data).toMatchObject({
    sections_graded: 1,
    sections: [{ status: "rejected", ...graded, undoable: true }, {}, {}],
  });
  expect((await rita.call(review.acceptSection, verdictOn(work, 0))).status).toBe(200);
  for (const at of [1, 2]) expect((await rita.call(review.acceptSection, verdictOn(work, at))).status).toBe(200);
  expect(await shown(work)).toMatchObject({ status: "completed" });
});

test("what an earlier release kept of the round before is read as it was, and gets an item of its own", async () => {
  const credential_id = await publishedCredential(academy, [rita, ray], {
    sections: [textSection, tableSection, third],
  });
  const work = await accepted(academy.as("Liv"), credential_id, rita);
  const { application_id, credential_job_id, section_ids, learner } = work;
  for (const at of [0, 1, 2])
    expect((await rita.call(review.rejectSection, { ...verdictOn(work, at), confirmed: true })).status).toBe(200);
  const save = (at: number, response: string) =>
    learner.call(submission.saveSection, { application_id, section_id: section_ids[at]!, response });
  const read = async () => (await rita.call(review.read, { credential_job_id })).body.data.sections;
  const judged = await read();
  expect(judged).toMatchObject([0, 1, 2].map(() => ({ status: "rejected", work: { response: "<p>My work.</p>" } })));
  const partition = `APPLICATION#${application_id}`;
  for (const section_id of section_ids.slice(0, 2)) {
    const { round: _, ...stored } = (await world.control.item(partition, `WORK#${section_id}`))!;
    const { response, links, attachments, options } = stored;
    const former = { response, links, attachments, options };
    await world.control.put([{ ...stored, response: "<p>Secret draft.</p>", former }]);
  }
  const { sections, ...application } = (await world.control.item(partition, "META")) as { sections: object[] };
  const drafted = sections.map((section, at) => ({ ...section, ...(at < 2 && { status: "draft" }) }));
  await world.control.put([{ ...application, sections: drafted }]);
  expect(await read()).toEqual(judged);
  expect((await save(1, "<p>Another draft.</p>")).status).toBe(200);
  expect(await read()).toEqual(judged);
  expect((await operate(world, "migrate", "--write")).code).toBe(0);
  expect(await read()).toEqual(judged);
  const items = (await world.control.items(partition)).filter(({ former }) => former !== undefined);
  expect(items).toEqual([]);
  expect((await learner.call(submission.submit, { application_id, credential_id })).status).toBe(200);
  const [one, other, same] = await read();
  expect([one, other]).toMatchObject(
    ["Secret", "Another"].map((word) => ({
      work: { response: `<p>${word} draft.</p>` },
      former: { response: "<p>My work.</p>" },
    })),
  );
  expect(same).toMatchObject({ status: "submitted", work: { response: "<p>My work.</p>" } });
  expect(same).not.toHaveProperty("former");
});

describe("the largest round", () => {
  const ten = Array.from({ length: 10 }, (_, at) => ({ ...tableSection, title: `Part ${at + 1}` }));
  let harness: RaceHarness;
  beforeAll(async () => {
    harness = await raceHarness(world.control);
  });
  afterAll(() => harness.stop());

  /** Ten sections of which all but the last are decided. */
  async function nearlyDecided(price: number): Promise<Submitted> {
    const credential_id = await publishedCredential(academy, [rita], { sections: ten, price });
    const learner = academy.as("Leo");
    const work =
      price === 0 ? await accepted(learner, credential_id, rita) : await paidAndAccepted(learner, credential_id);
    for (let at = 0; at < 9; at += 1)
      expect(
        (await rita.call(review.acceptSection, verdictOn(work, at, { section_rubric: marks(true, true) }))).status,
      ).toBe(200);
    return work;
  }

  test.each([
    { what: "free", price: 0 },
    { what: "sold", price: 50 },
  ])(
    "of ten sections of $what work is one transaction, and pays each reviewer who decided for it once",
    async ({ price }) => {
      const work = await nearlyDecided(price);
      const { credential_job_id, application_id, credential_id, learner } = work;
      const of = [
        submissionKeys.application(application_id),
        submissionKeys.job(credential_job_id),
        credentialKeys.credential(credential_id),
      ];
      const people = [rita, learner].map(({ user_id }) => organizationKeys.user(user_id));
      const partitions = [...of, ...people, organizationKeys.organization(academy.organization_id)].map(({ pk }) => pk);
      const input = verdictOn(work, 9, { section_rubric: marks(true, true) });
      const sent = vi.spyOn(DynamoDBDocumentClient.prototype, "send");
      const largest: number[] = [];
      for (const reviewers of [1, 2, 9]) {
        const copy = await harness.copy(partitions);
        const items = await copy.items(submissionKeys.job(credential_job_id).pk);
        const by = (at: number) => (at % reviewers === 0 ? rita.user_id : `usr_OTHER${at % reviewers}`);
        const verdicts = (items[0] as unknown as Job).verdicts.map((each, at) => ({ ...each, decided_by: by(at) }));
        for (const [at, item] of items.entries())
          await copy.put(at === 0 ? { ...item, verdicts } : { ...item, decided_by: by(at - 1) });
        sent.mockClear();
        const answer = await copy.ask({ handler: acceptSection, person: rita, input });
        expect(answer).toMatchObject({ status: 200, body: { data: { submission_status: "completed" } } });
        largest.push(Math.max(...sizesOf(sent.mock.calls)));
        for (const _ of [1, 2]) await copy.call({ handler: payingByTheClock, person: rita, input: {} });
        const payouts = await copy.items(`PAYOUT#${credential_job_id}`);
        expect(new Set(payouts.map(({ user_id }) => user_id)).size).toBe(reviewers);
        expect(payouts).toHaveLength(reviewers);
        const paid = payouts.reduce((sum, { pay_cents }) => sum + Number(pay_cents), 0);
        expect(paid).toBe((items[0] as unknown as Job).reviewer_pay_cents);
        expect(await copy.items("DUE#job-pay")).toEqual([]);
      }
      sent.mockRestore();
      expect(largest).toEqual(price === 0 ? [61, 62, 62] : [55, 56, 56]); // of at most 100
    },
  );
});

/** How many items each transaction writes. */
const sizesOf = (calls: readonly (readonly unknown[])[]): number[] =>
  calls.flatMap(([command]) => (command instanceof TransactWriteCommand ? [command.input.TransactItems!.length] : []));

/** The clock's run as a race may run it. */
const payingByTheClock = Object.assign(
  async (_: never, context: never) => {
    await payAll({}, context);
    return { statusCode: 200, body: "{}" };
  },
  { call: acceptSection.call },
);
