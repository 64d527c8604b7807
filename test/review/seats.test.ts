import { setTimeout } from "node:timers/promises";
import { decodeTime } from "ulid";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { credentialKeys } from "../../functions/data/keys/credential.ts";
import { organizationKeys } from "../../functions/data/keys/organization.ts";
import { submissionKeys } from "../../functions/data/keys/submission.ts";
import { handler as accept } from "../../functions/review/accept.ts";
import { contract } from "../../shared/contract.ts";
import { positionOf } from "../../shared/http/cursor.ts";
import { answersFor } from "../former/crawl.ts";
import { criteria, publish, tableSection, textSection } from "../support/fixtures/credential.ts";
import { pdf, uploaded } from "../support/fixtures/file.ts";
import { acceptedReviewer } from "../support/fixtures/reviewer.ts";
import { appealOf, seatsIn } from "../support/fixtures/seats.ts";
import { accepted, type Submitted } from "../support/fixtures/work.ts";
import { expectInvariants } from "../support/invariants.ts";
import { lentWorld } from "../support/lent-world.ts";
import type { Person } from "../support/people.ts";
import { raceHarness } from "../support/race.ts";

const { credential, file, organization, payment, submission, user, review, appeal, quality } = contract;
const world = await lentWorld();
const dayMs = 86_400_000;

const academy = await world.newOrganization("Seats Academy");
const rita = await acceptedReviewer(academy, "Rita");
const ray = await acceptedReviewer(academy, "Ray");
const rob = await acceptedReviewer(academy, "Rob");
const seats = seatsIn(world, academy, [rita, ray, rob]);

afterAll(async () => {
  await expectInvariants(world, academy);
  await world.stop();
});

const { begun, drawn, taken, disputed, says, jobItem, seatOf, offers, clock: pays, shown } = seats;

/** The names that an answer has at every depth, those of all entries of a list as one. */
function namesIn(answer: unknown, path = ""): string[] {
  if (Array.isArray(answer)) return answer.flatMap((each) => namesIn(each, `${path}[]`));
  if (typeof answer !== "object" || answer === null) return [];
  return Object.entries(answer).flatMap(([name, value]) => [`${path}.${name}`, ...namesIn(value, `${path}.${name}`)]);
}

describe("what a reviewer is answered of a seat, whichever it is,", () => {
  const find = <Row extends { credential_job_id?: string | undefined }>(rows: readonly Row[], id: string) =>
    rows.find(({ credential_job_id }) => credential_job_id === id)!;

  /** All of it, as long as nothing is decided there. */
  async function answersOf(who: Person, id: string, isOpen: boolean) {
    const type = isOpen ? "open" : "inprogress";
    const jobs = isOpen
      ? await who.call(review.list, { limit: 100 })
      : await who.call(review.listAssigned, { limit: 100 });
    const { submissions } = (await who.call(submission.list, { type, limit: 100 })).body.data;
    const { notices } = (await who.call(user.listNotices, { limit: 100 })).body.data;
    const { reviewer_criteria: _, ...read } = (await who.call(review.read, { credential_job_id: id })).body.data; // the terms
    return {
      read,
      row: find(jobs.body.data.jobs, id),
      submission: find(submissions, id),
      notice: notices.find(({ link, type: told }) => told === "job.offered" && link?.endsWith(id))!,
    };
  }

  const opened: { seat: string; who: Person; id: string; work: { application_id: string; learner: Person } }[] = [];
  const seen: Record<string, Awaited<ReturnType<typeof answersOf>>[]> = {};

  async function look(seat: string, who: Person, id: string, work: (typeof opened)[number]["work"]) {
    await world.settle();
    const offered = await answersOf(who, id, true);
    expect((await who.call(review.accept, { credential_job_id: id })).status).toBe(200);
    seen[seat] = [offered, await answersOf(who, id, false)];
    opened.push({ seat, who, id, work });
  }

  beforeAll(async () => {
    const work = await begun({}, "Leo");
    const { credential_job_id: first } = work;
    expect((await rita.call(review.release, { credential_job_id: first })).status).toBe(200);
    await offers();
    await look("first", rita, first, work);
    for (const at of [0, 1]) await says(rita, work, first, { at });
    await offers();
    const second = await seatOf(work, "second");
    await look("second", ray, second, work);
    await says(ray, work, second, { at: 0 });
    await says(ray, work, second, { at: 1, accepts: false, marks: [false, false] });
    await offers();
    const third = await seatOf(work, "third");
    await look("third", rob, third, work);
    await says(rob, work, third, { at: 1 });
    const contested = await seats.rejected({}, "Liv");
    expect((await contested.learner.call(appeal.file, appealOf(contested))).status).toBe(200);
    await offers();
    await look("appeal", ray, await seatOf(contested, "appeal"), contested);
    await says(ray, contested, await seatOf(contested, "appeal"), { at: 1 });
    await pays();
  });

  test("has the same names", () => {
    const names = (seat: string) => seen[seat]!.map((answers) => [...new Set(namesIn(answers))].toSorted());
    for (const seat of ["second", "third", "appeal"]) expect([seat, names(seat)]).toEqual([seat, names("first")]);
  });

  test("has whole minutes for dates, of which none is before the job is there", () => {
    for (const { seat, id } of opened)
      for (const { read, row, submission: submitted, notice } of seen[seat]!) {
        const ofDay = /"due_on":"[^"]*"(?=,"business_days")/g; // the end of a day
        const said = JSON.stringify([read, row, submitted, notice]).replace(ofDay, "");
        expect(said.match(/\d{4}-\d\d-\d\dT[^"]*/g)!.filter((at) => !at.endsWith(":00.000Z"))).toEqual([]);
        for (const each of [read, row, submitted]) {
          expect([seat, each.created_on]).toEqual([seat, each.submitted_on]);
          expect(each.updated_on >= each.created_on).toBe(true);
        }
        expect(notice.notice_id).not.toContain(id.slice(4, 14));
      }
  });

  test("names neither the submission nor its learner, and has an id in which no moment can be read", async () => {
    for (const { seat, who, id, work } of opened) {
      expect(id).toMatch(/^job_[8-9A-Z][0-9A-Z]{25}$/); // a ulid begins with 0 to 7
      const told = [
        seen[seat],
        (await who.call(submission.list, { type: "completed", limit: 100 })).body.data,
        (await who.call(review.listAssigned, { status: "all", limit: 100 })).body.data,
        (await who.call(review.payments, { limit: 100 })).body.data,
        (await who.call(organization.listBillingHistory, { limit: 100 })).body.data,
      ];
      expect(JSON.stringify(told)).toContain(id);
      expect(JSON.stringify(told)).not.toContain(work.application_id.slice(4));
      expect(JSON.stringify(told)).not.toContain(work.learner.user_id);
    }
  });

  test("has whole minutes in what was earned and in the own figures", async () => {
    for (const who of [rita, ray, rob]) {
      const { payments } = (await who.call(review.payments, { limit: 100 })).body.data;
      const { history } = (await who.call(organization.listBillingHistory, { limit: 100 })).body.data;
      const { double_reviews } = (await who.call(quality.readOwn, {})).body.data;
      const moments = [
        ...payments.map(({ due_on }) => due_on),
        ...history.map(({ at }) => at),
        ...double_reviews.map(({ finalized_on }) => finalized_on),
      ];
      expect(moments.length).toBeGreaterThan(1);
      expect(moments.filter((at) => !at.endsWith(":00.000Z"))).toEqual([]);
    }
  });

  test("stands in lists in the order of its minute, whose cursors have nothing but that and the id", async () => {
    const { jobs } = (await ray.call(review.listAssigned, { status: "all", limit: 100 })).body.data;
    const minutes = jobs.map(({ submitted_on }) => submitted_on);
    expect(minutes).toEqual(minutes.toSorted().toReversed());
    const { body } = await ray.call(review.listAssigned, { status: "all", limit: 1 });
    const [{ credential_job_id, submitted_on }] = body.data.jobs as [(typeof jobs)[number]];
    const [beginning, id] = positionOf(body.data.cursor!)!.split("#");
    expect([decodeTime(beginning!.slice(4).padEnd(26, "0")), id]).toEqual([
      Date.parse(submitted_on),
      credential_job_id,
    ]);
    const next = await ray.call(review.listAssigned, { status: "all", limit: 1, cursor: body.data.cursor! });
    expect(next.body.data.jobs[0]!.credential_job_id).toBe(jobs[1]!.credential_job_id);
  });
});

describe("a round that is reviewed a second time", () => {
  test("is released with the first's words when both agree, and each seat is paid once", async () => {
    const work = await begun();
    expect((await says(rita, work, work.credential_job_id, { at: 0, words: "Quokka" })).status).toBe(200);
    const before = await shown(work);
    const last = await says(rita, work, work.credential_job_id, { at: 1, words: "Quokka" });
    expect(last.body.data).toMatchObject({ job_status: "awaitingResult", submission_status: "reviewing" });
    expect(await shown(work)).toEqual(before);
    await offers();
    const second = await seatOf(work, "second");
    const open = async (who: Person) =>
      (await who.call(review.list, {})).body.data.jobs.map((each) => each.credential_job_id);
    expect(await open(rita)).not.toContain(second);
    expect(await open(ray)).toContain(second);
    expect((await rita.call(review.accept, { credential_job_id: second })).status).toBe(404);
    expect((await ray.call(review.accept, { credential_job_id: second })).status).toBe(200);
    expect((await rob.call(review.accept, { credential_job_id: second })).status).toBe(409);
    expect((await says(ray, work, second, { at: 0, words: "Zebra" })).body.data.job_status).toBe("reviewing");
    expect(await shown(work)).toEqual(before);
    const ended = await says(ray, work, second, { at: 1, words: "Zebra" });
    expect(ended.body.data).toMatchObject({ job_status: "completed", submission_status: "completed" });
    const { status, sections } = await shown(work);
    expect([status, sections.map(({ grade }) => grade)]).toEqual(["completed", ["Quokka", "Quokka"]]);
    await pays();
    const paid = async (who: Person, id: string) =>
      (await who.call(review.payments, {})).body.data.payments.filter((each) => each.credential_job_id === id);
    expect(await paid(rita, work.credential_job_id)).toHaveLength(1);
    expect(await paid(ray, second)).toMatchObject([{ amount: 11.67, review_time: 35 }]);
    await pays();
    expect(await paid(ray, second)).toHaveLength(1);
    await expectInvariants(world, academy);
  });

  test("goes to a third seat for what the two dispute alone, and is released as two of three say", async () => {
    const { work, second } = await taken();
    expect((await says(ray, work, second, { at: 0, words: "Zebra" })).status).toBe(200);
    const differs = await says(ray, work, second, { at: 1, accepts: false, marks: [false, false], words: "Zebra" });
    expect(differs.body.data).toMatchObject({ job_status: "awaitingResult", submission_status: "reviewing" });
    await offers();
    const third = await seatOf(work, "third");
    for (const who of [rita, ray])
      expect((await who.call(review.accept, { credential_job_id: third })).status).toBe(404);
    expect((await rob.call(review.accept, { credential_job_id: third })).status).toBe(200);
    const { sections } = (await rob.call(review.read, { credential_job_id: third })).body.data;
    expect(sections.map(({ credential_section_id }) => credential_section_id)).toEqual([work.section_ids[1]]);
    expect((await says(rob, work, third, { at: 0 })).status).toBe(404);
    await pays();
    expect((await ray.call(review.payments, {})).body.data.payments.map((each) => each.credential_job_id)).toContain(
      second,
    );
    const ended = await says(rob, work, third, { at: 1, accepts: false, marks: [false, true], words: "Yak" });
    expect(ended.body.data).toMatchObject({ job_status: "completed", submission_status: "revisionNeeded" });
    const after = await shown(work);
    expect(after).toMatchObject({ status: "revisionNeeded", sections: [{ grade: "Quokka" }, { grade: "Yak" }] });
    expect(after.sections[1]!.section_rubric!.marks.map(({ achieved }) => achieved)).toEqual([false, true]);
    await pays();
    await expectInvariants(world, academy);
    const first = await jobItem(work.credential_job_id);
    expect(first.status).toBe("revisionNeeded");
    expect(first.reviewers).toEqual([rita.user_id]);
  });

  test("has no later seat for whoever gave its first one back, nor a first one for whoever gave a later one back", async () => {
    const work = await begun();
    const { credential_job_id } = work;
    expect((await says(rita, work, credential_job_id, { at: 0, words: "Quokka" })).status).toBe(200);
    expect((await rita.call(review.release, { credential_job_id })).status).toBe(200);
    await offers();
    expect((await ray.call(review.accept, { credential_job_id })).status).toBe(200);
    for (const at of [0, 1])
      expect((await says(ray, work, credential_job_id, { at, words: "Zebra" })).status).toBe(200);
    await offers();
    const second = await seatOf(work, "second");
    expect((await jobItem(second)).reviewers).toEqual([rob.user_id]);
    expect((await rita.call(review.accept, { credential_job_id: second })).status).toBe(404);
    expect((await rob.call(review.accept, { credential_job_id: second })).status).toBe(200);
    expect((await rob.call(review.release, { credential_job_id: second })).status).toBe(200);
    const { due } = await jobItem(second);
    const late = Date.parse(due!.steps.find(({ step }) => step === "late")!.on) - Date.now() + 60_000;
    for (let run = 0; run < 4; run += 1) await pays(late);
    expect((await jobItem(second)).status).toBe("withdrawn");
    expect((await jobItem(credential_job_id)).passed_over).toContain(rob.user_id);
  });

  test("looks to staff as it did while its first seat waits: state, day, reassigning and figures tell nothing", async () => {
    const [ada, ivan, pia] = [academy.as("Ada"), academy.as("Ivan"), academy.as("Pia")];
    const second_review = { share_percent: 100 };
    const { cred_id: credential_id } = await publish(ivan, [rita, ray, rob], {
      price: 0,
      sections: [textSection, tableSection],
      criteria: { ...criteria, second_review },
    });
    expect((await ada.call(credential.approve, { credential_id })).status).toBe(200);
    const work = await accepted(academy.as("Lena"), credential_id, rita);
    const { credential_job_id, application_id } = work;
    const reassigned = async (who: Person) =>
      (await who.call(review.reassign, { credential_job_id, reason: "Away." })).body.error?.code;
    const seen = async () => ({
      state: await Promise.all(
        [ada, ivan, pia].map(async (who) => (await who.call(review.create, { application_id })).body.data.status),
      ),
      reassigned: await reassigned(ivan),
      underWay: await Promise.all(
        [ada, ivan].map(async (who) => {
          const { reviews, counts } = (await who.call(review.listReviews, { limit: 100 })).body.data;
          const row = reviews.find((each) => each.credential_job_id === credential_job_id)!;
          return { ...row, counts, ...(who === ada && { reassignable: "told" }) };
        }),
      ),
      rows: await Promise.all(
        [ada, ivan].map(async (who) => {
          const { jobs } = (await who.call(review.list, { limit: 100 })).body.data;
          const row = jobs.find((each) => each.credential_job_id === credential_job_id)!;
          return [row, (await who.call(review.read, { credential_job_id })).body.data].map(
            ({ due_on = "", updated_on, reassignable, ...rest }) => ({
              ...rest,
              ...(who === ivan && { reassignable }),
              daysLeft: (Date.parse(due_on) - Date.parse(updated_on)) / dayMs, // both go by the last verdict
            }),
          );
        }),
      ),
    });
    const hours = async () => {
      await pays();
      await world.settle();
      const { credentials } = (await ada.call(organization.readAnalytics, {})).body.data;
      return credentials.find((each) => each.credential_id === credential_id)!.reviewer_hours;
    };
    const given = async () =>
      (await Promise.all([ada, ivan].map((who) => who.call(review.read, { credential_job_id })))).map(
        ({ body }) => body.data.reassignable,
      );
    expect(await given()).toEqual([true, true]);
    expect((await says(rita, work, credential_job_id, { at: 0 })).status).toBe(200);
    expect(await given()).toEqual([true, false]);
    const reviewing = await seen();
    expect(reviewing).toMatchObject({
      state: ["reviewing", "reviewing", "reviewing"],
      reassigned: "job.under-review",
      rows: [{}, { 0: { status: "reviewing", daysLeft: 14 } }],
    });
    expect((await says(rita, work, credential_job_id, { at: 1 })).body.data.job_status).toBe("awaitingResult");
    expect(await seen()).toEqual(reviewing);
    expect([await given(), await reassigned(ada)]).toEqual([[false, false], "job.already-graded"]);
    await offers();
    const second = await seatOf(work, "second");
    expect((await ray.call(review.accept, { credential_job_id: second })).status).toBe(200);
    expect((await says(ray, work, second, { at: 0 })).status).toBe(200);
    const no = { at: 1, accepts: false, marks: [false, false] } as const;
    expect((await says(ray, work, second, { ...no, marks: [false, false] })).status).toBe(200);
    expect(await hours()).toBe(0);
    expect(await seen()).toEqual(reviewing);
    await offers();
    const third = await seatOf(work, "third");
    expect((await rob.call(review.accept, { credential_job_id: third })).status).toBe(200);
    expect((await says(rob, work, third, { at: 1 })).body.data.submission_status).toBe("completed");
    expect(await hours()).toBeCloseTo((35 + 35 + 15) / 60, 1);
    expect(await hours()).toBeCloseTo((35 + 35 + 15) / 60, 1);
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
    expect((await says(ray, work, second, { at: 0, words: "Zebrawood" })).status).toBe(200);
    const { created_on } = await jobItem(second);
    const { application_id, credential_id, credential_job_id, section_ids } = work;
    const { organization_id } = academy;
    const people = (["Lena", "Leo", "Ada", "Ivan", "Pia"] as const).map((name) => [name, academy.as(name)] as const);
    const answers: string[] = [];
    for (const [name, person] of [...people, ["Rita", rita] as const]) {
      const ids = { organization_id, user_id: person.user_id, application_id, credential_job_id, credential_id };
      for (const { call, body } of await answersFor(person, name, { ...ids, section_id: section_ids[0] }))
        answers.push(JSON.stringify({ name, call, body }));
    }
    const traces = [second, "Zebrawood", created_on];
    expect(answers.length).toBeGreaterThan(100);
    expect(answers.filter((text) => traces.some((trace) => text.includes(trace)))).toEqual([]);
    expect(answers.filter((text) => text.includes("awaitingResult") && !text.includes('"name":"Rita"'))).toEqual([]);
    for (const person of [academy.as("Ada"), academy.as("Ivan"), rob, academy.as("Lena")])
      expect((await person.call(review.read, { credential_job_id: second })).status).not.toBe(200);
    const own = JSON.stringify((await ray.call(review.read, { credential_job_id: second })).body);
    expect(own).not.toContain("Quokka");
    expect(own).not.toContain(credential_job_id);
  });

  test("has one reviewer at its second seat, however many take it in the same moment", async () => {
    const work = await drawn();
    await offers();
    const second = await seatOf(work, "second");
    const partitions = [
      submissionKeys.application(work.application_id),
      submissionKeys.job(second),
      credentialKeys.credential(work.credential_id),
      organizationKeys.organization(academy.organization_id),
      ...[ray, rob].map(({ user_id }) => organizationKeys.user(user_id)),
    ].map(({ pk }) => pk);
    const harness = await raceHarness(world.control);
    const input = { credential_job_id: second };
    const racers = [ray, rob].map((person) => ({ handler: accept, person, input }));
    const guarded = await harness.copy(partitions);
    expect(await guarded.race(racers)).toEqual([200, 409]);
    const open = await harness.copy(partitions);
    expect(await open.race(racers, { unguarded: [submissionKeys.job(second).pk] })).toEqual([200, 200]); // the race is one
    await harness.stop();
  });

  test("ends with its sale: what the later seat decided is paid, and told to nobody", async () => {
    const { work, second } = await taken({ price: 50 });
    expect((await says(ray, work, second, { at: 0, words: "Zebra" })).status).toBe(200);
    const { application_id } = work;
    const refunded = await academy.as("Ada").call(payment.refund, { application_id, reason: "Cancelled" });
    expect(refunded.status).toBe(200);
    expect((await jobItem(second)).status).toBe("withdrawn");
    expect((await says(ray, work, second, { at: 1 })).status).toBe(409);
    await pays();
    const rows = (await ray.call(review.payments, {})).body.data.payments.filter(
      (each) => each.credential_job_id === second,
    );
    expect(rows).toMatchObject([{ review_time: 20 }]);
    await expectInvariants(world, academy);
  });
});

describe("the work that a reviewer reads", () => {
  const no = { at: 1, accepts: false, marks: [false, false] as [boolean, boolean] };
  const filesOf = async ({ learner, section_ids }: Submitted, name: string) => {
    const key = await uploaded(learner, "submissions", `${name}.pdf`);
    return { key, section: { section_id: section_ids[1]!, response: `<p>${name}</p>`, attachments: [{ key, name }] } };
  };
  /** All that somebody is answered of their jobs, and of one of them in particular. */
  const readBy = async (who: Person, credential_job_id: string) => [
    (await who.call(review.read, { credential_job_id })).body,
    (await who.call(review.listAssigned, { limit: 100 })).body,
    ...(await Promise.all(
      (["inprogress", "completed"] as const).map(async (type) => (await who.call(submission.list, { type })).body),
    )),
  ];
  const sectionOf = async (who: Person, credential_job_id: string, at = 1) =>
    (await who.call(review.read, { credential_job_id })).body.data.sections.at(at);
  const statusOf = async (who: Person, key: string) => (await who.call(file.download, { key })).status;
  /** By which keys a reviewer knows the files of their seat. */
  const keysOf = async (who: Person, credential_job_id: string) =>
    (await who.call(review.read, { credential_job_id })).body.data.sections.flatMap(({ work, former }) =>
      [...(work?.attachments ?? []), ...(former?.attachments ?? [])].map(({ key }) => key),
    );

  test("is what was handed in for their own round: no draft, and of a later round nothing to who judged a former one", async () => {
    const [lena, sections] = [academy.as("Lena"), [textSection, { ...tableSection, response_type: "0,1" }]];
    const files = [await uploaded(lena, "submissions", "first.pdf"), await uploaded(lena, "submissions", "other.pdf")];
    const clock = { first_days: 9, revision_days: 5 };
    const criteria = { clock, ai_policy: { rule: "declared", parts: "" } };
    const declaration = { used: false, tools: "", parts: "", changes: "" };
    const { work, second, third } = await disputed({ sections, files, criteria, declaration });
    const { application_id, credential_id, credential_job_id, learner } = work;
    const declared = async () => (await rob.call(review.read, { credential_job_id: third })).body.data.declaration;
    expect(await declared()).toEqual(declaration);
    expect((await says(rob, work, third, no)).body.data.submission_status).toBe("revisionNeeded");
    expect(await declared()).toBeUndefined();
    await pays();
    const seatOfEach = [
      [rita, credential_job_id],
      [ray, second],
      [rob, third],
    ] as const;
    const all = () => Promise.all(seatOfEach.map(([who, id]) => readBy(who, id)));
    const formerOnes = () => Promise.all(seatOfEach.slice(1).map(([who, id]) => readBy(who, id)));
    const probe = async () => (await says(rita, work, credential_job_id, { ...no, words: "Other" })).body.error?.code;
    const judged = [await all(), await probe()];
    expect(await sectionOf(rob, third, 0)).toMatchObject({ work: { response: "<p>My work.</p>" } });

    const draft = await filesOf(work, "Secret draft");
    const saved = await learner.call(submission.saveSection, { application_id, ...draft.section });
    expect(saved.status).toBe(200);
    expect([await all(), await probe()]).toEqual(judged);
    expect(await sectionOf(academy.as("Ada"), credential_job_id)).toMatchObject({ status: "rejected" });
    for (const who of [rita, ray, rob]) expect(await statusOf(who, draft.key)).toBe(404);
    expect(await statusOf(learner, draft.key)).toBe(200);
    const before = await formerOnes();

    const revision = await filesOf(work, "Second try");
    const aided = { used: true, tools: "A helper", parts: "All", changes: "None" };
    const handIn = { application_id, credential_id, sections: [revision.section], declaration: aided };
    expect((await learner.call(submission.submit, handIn)).status).toBe(200);
    expect(await sectionOf(rita, credential_job_id)).toMatchObject({
      work: { response: "<p>Second try</p>" },
      former: { response: "<p>My work.</p>" },
    });
    expect(await formerOnes()).toEqual(before);
    const again = await says(ray, work, second, { ...no, words: "Zebra" });
    expect(again.body.data).toMatchObject({ job_status: "completed", submission_status: "revisionNeeded" });

    expect((await says(rita, work, credential_job_id, no)).body.data.job_status).toBe("awaitingResult");
    const next = await jobItem(await seatOf(work, "second"));
    const late = Date.parse(next.due!.steps.find(({ step }) => step === "late")!.on) - Date.now() + 60_000;
    for (let run = 0; run < 4; run += 1) await pays(late);
    expect((await shown(work)).status).toBe("revisionNeeded");
    const decided = await all();
    const last = await filesOf(work, "Third try");
    expect((await learner.call(submission.saveSection, { application_id, ...last.section })).status).toBe(200);
    expect(await all()).toEqual(decided);
    const [bySecond, byThird] = await Promise.all(seatOfEach.slice(1).map(([who, id]) => sectionOf(who, id, -1)));
    for (const section of [bySecond, byThird])
      expect(section?.work).toMatchObject({ response: "<p>My work.</p>", attachments: [{ name: "other.pdf" }] });
    expect((await learner.call(submission.submit, { ...handIn, sections: [last.section] })).status).toBe(200);
    const third_round = { work: { response: "<p>Third try</p>" }, former: { response: "<p>Second try</p>" } };
    expect(await sectionOf(rita, credential_job_id)).toMatchObject(third_round);
    const known = await keysOf(rita, credential_job_id);
    const names = await Promise.all(known.map(async (key) => (await rita.call(file.download, { key })).body.data.name));
    expect(names).toEqual(["first.pdf", "Third try.pdf", "Second try.pdf"]);
    const readable = async (who: Person) =>
      Promise.all([...files, draft.key, revision.key, last.key].map((key) => statusOf(who, key)));
    expect(await readable(rita)).toEqual([200, 404, 404, 200, 200]);
    expect(await readable(ray)).toEqual([200, 200, 404, 404, 404]);
    expect(await readable(rob)).toEqual([404, 200, 404, 404, 404]);
    await expectInvariants(world, academy);
  });

  test("has files by keys of their seat and as copies, which name neither the learner nor when they came", async () => {
    const sections = [textSection, { ...tableSection, response_type: "0,1" }];
    const filesBy = (name: "Lena" | "Liv") =>
      Promise.all(["essay.pdf", "proof.pdf"].map((each) => uploaded(academy.as(name), "submissions", each)));
    const files = await filesBy("Lena");
    const { work, second, third } = await disputed({ sections, files });
    const contested = await seats.appealed({ sections, files: await filesBy("Liv") }, "Liv");
    const opened = async (who: Person, key: string) => fetch((await who.call(file.download, { key })).body.data.url);
    const came = new Set<string | null>();
    for (const key of files) came.add((await opened(work.learner, key)).headers.get("last-modified"));
    await setTimeout(1_100 - (Date.now() % 1000)); // it has whole seconds
    const known: string[] = [];
    for (const [who, id, { learner }] of [
      [rita, work.credential_job_id, work],
      [ray, second, work],
      [rob, third, work],
      [ray, contested.seat, contested.work],
    ] as const) {
      const told = JSON.stringify(await readBy(who, id));
      expect(told).not.toContain(learner.user_id);
      expect(told).not.toMatch(/fil_|\d{8}T\d{6}|submissions\//);
      const keys = await keysOf(who, id);
      expect(keys.length).toBeGreaterThan(0);
      for (const key of keys) {
        expect(key).toMatch(new RegExp(`^seats/${id}/[\\da-f]{16}-(essay|proof)\\.pdf$`));
        const { url, name } = (await who.call(file.download, { key })).body.data;
        expect(new URL(url).pathname).toMatch(/\/seats\/[\da-f-]{36}$/);
        expect(url).not.toContain(learner.user_id);
        const copy = await fetch(url);
        expect(copy.headers.get("content-disposition")).toContain(`filename="${name}"`);
        expect(copy.headers.get("content-type")).toBe("application/pdf");
        expect(Buffer.from(await copy.arrayBuffer()).equals(pdf)).toBe(true);
        expect([...came]).not.toContain(copy.headers.get("last-modified"));
      }
      known.push(...keys);
    }
    expect(new Set(known).size).toBe(known.length);
    const reach = async (who: Person) =>
      (await Promise.all(known.map((key) => statusOf(who, key)))).map((at) => at === 200);
    expect(await reach(rita)).toEqual([true, true, false, false, false, false]);
    expect(await reach(rob)).toEqual([false, false, false, false, true, false]);
    for (const who of [work.learner, academy.as("Ada"), academy.as("Ivan")])
      expect(await reach(who)).not.toContain(true);
    const none = known[0]!.replace(/\/[\da-f]{16}-/, `/${"0".repeat(16)}-`);
    expect(await statusOf(rita, none)).toBe(404);
    expect((await opened(rita, files[0]!)).url).toContain("/seats/"); // as a page asks that was opened before
  });

  test("is nothing any more once they gave the job back or it was taken from them", async () => {
    const key = await uploaded(academy.as("Leo"), "submissions", "work.pdf");
    const { credential_job_id } = await begun({ files: [key] }, "Leo");
    const [ritas = ""] = await keysOf(rita, credential_job_id);
    expect([await statusOf(rita, key), await statusOf(ray, key)]).toEqual([200, 404]);
    expect([await statusOf(rita, ritas), await statusOf(ray, ritas)]).toEqual([200, 404]);
    expect((await rita.call(review.release, { credential_job_id })).status).toBe(200);
    await offers();
    expect(await sectionOf(rita, credential_job_id, 0)).not.toHaveProperty("work"); // as anybody it is offered to
    expect([await statusOf(rita, key), await statusOf(rita, ritas)]).toEqual([404, 404]);
    expect((await ray.call(review.accept, { credential_job_id })).status).toBe(200);
    expect([await statusOf(rita, key), await statusOf(ray, key)]).toEqual([404, 200]);
    const taken = await academy.as("Ada").call(review.reassign, { credential_job_id, reason: "Away." });
    expect(taken.status).toBe(200);
    expect((await ray.call(review.read, { credential_job_id })).status).toBe(404);
    expect(await statusOf(ray, key)).toBe(404);
  });

  test("is nothing of the round before for who takes a revision over, and both for who judged that", async () => {
    const { credential_job_id, ...rest } = await begun({ criteria: { second_review: null } }, "Leo");
    const work = { ...rest, credential_job_id };
    const no = { accepts: false, marks: [false, false] as [boolean, boolean], words: "Kestrel" };
    for (const at of [0, 1]) expect((await says(rita, work, credential_job_id, { at, ...no })).status).toBe(200);
    const { learner, application_id, credential_id, section_ids } = rest;
    const sections = section_ids.map((section_id) => ({ section_id, response: "<p>Once more.</p>" }));
    const again = { application_id, credential_id, sections, revision_note: " A third reading,\nwith her words. " };
    for (const _ of ["sent", "its answer was lost"]) {
      expect(await learner.call(submission.submit, again)).toMatchObject({ status: 200 });
    }
    const note = "A third reading,\nwith her words.";
    const noteOf = async (who: Person) => (await who.call(review.read, { credential_job_id })).body.data.revision_note;
    expect((await learner.call(submission.read, { application_id })).body.data.revision_note).toBe(note);
    expect([await noteOf(rita), await noteOf(academy.as("Ada"))]).toEqual([note, undefined]);
    const before = await sectionOf(rita, credential_job_id, 0);
    expect(before).toMatchObject({
      former: { response: "<p>My work.</p>" },
      feedback: expect.stringContaining("Kestrel"),
    });
    expect((await rita.call(review.release, { credential_job_id })).status).toBe(200);
    await offers();
    expect((await ray.call(review.accept, { credential_job_id })).status).toBe(200);
    const after = await sectionOf(ray, credential_job_id, 0);
    expect(after).toMatchObject({ work: { response: "<p>Once more.</p>" } });
    for (const name of ["former", "grade", "feedback", "section_rubric"]) expect(after).not.toHaveProperty(name);
    expect(await noteOf(ray)).toBeUndefined();
  });

  test("is, of a seat that ended with its sale, what they have decided of it", async () => {
    const liv = academy.as("Liv");
    const files = [await uploaded(liv, "submissions", "one.pdf"), await uploaded(liv, "submissions", "two.pdf")];
    const sections = [textSection, { ...tableSection, response_type: "0,1" }];
    const { work, second } = await taken({ price: 50, sections, files }, "Liv");
    expect((await says(ray, work, second, { at: 0 })).status).toBe(200);
    const readable = async (who: Person) => Promise.all(files.map((key) => statusOf(who, key)));
    const known = await keysOf(ray, second);
    const byOwnKeys = () => Promise.all(known.map((key) => statusOf(ray, key)));
    expect([await readable(ray), await byOwnKeys()]).toEqual([
      [200, 200],
      [200, 200],
    ]);
    const { application_id, credential_job_id } = work;
    const refunded = await academy.as("Ada").call(payment.refund, { application_id, reason: "Cancelled" });
    expect(refunded.status).toBe(200);
    expect([await readable(rita), await readable(ray)]).toEqual([
      [200, 200],
      [200, 404],
    ]);
    expect(await byOwnKeys()).toEqual([200, 404]);
    const { sections: seen, submission_status } = (await ray.call(review.read, { credential_job_id: second })).body
      .data;
    expect([submission_status, seen.map((each) => each.work?.response)]).toEqual([
      "closed",
      ["<p>My work.</p>", undefined],
    ]);
    expect((await sectionOf(rita, credential_job_id))?.work).toMatchObject({ response: "<p>My work.</p>" });
  });
});
