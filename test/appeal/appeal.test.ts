import { afterAll, describe, expect, test } from "vitest";
import { submissionKeys } from "../../functions/data/keys/submission.ts";
import { contract } from "../../shared/contract.ts";
import { answersFor } from "../former/crawl.ts";
import { criteria, tableSection, textSection, writeDraft } from "../support/fixtures/credential.ts";
import { uploaded } from "../support/fixtures/file.ts";
import { acceptedReviewer } from "../support/fixtures/reviewer.ts";
import { appealOf, seatsIn, seatsOf } from "../support/fixtures/seats.ts";
import type { Submitted } from "../support/fixtures/work.ts";
import { expectInvariants } from "../support/invariants.ts";
import { lentWorld } from "../support/lent-world.ts";
import type { Person } from "../support/people.ts";

const { credential, file: files, organization, submission, review, appeal, quality } = contract;
const dayMs = 86_400_000;
const world = await lentWorld();
const { academy, reviewers, seats } = await seatsOf(world, "Weather Academy");
const [rita, ray, rob] = reviewers;
const ada = academy.as("Ada");
const no = { accepts: false, marks: [false, false] as [boolean, boolean] };

afterAll(async () => {
  await expectInvariants(world, academy);
  await world.stop();
});

const file = (work: Submitted, sections?: string[]) => work.learner.call(appeal.file, appealOf(work, sections));
const withdraw = ({ learner, application_id }: Submitted) => learner.call(appeal.withdraw, { application_id });
const saved = ({ learner, application_id, section_ids }: Submitted, at: number, response: string) =>
  learner.call(submission.saveSection, { application_id, section_id: section_ids[at]!, response });
const resubmitted = ({ learner, application_id, credential_id, section_ids }: Submitted, sections = [1]) =>
  learner.call(submission.submit, {
    application_id,
    credential_id,
    sections: sections.map((at) => ({ section_id: section_ids[at]!, response: "<p>Better.</p>" })),
  });
const paidTo = async (who: Person, ...ids: string[]) =>
  (await who.call(review.payments, {})).body.data.payments.filter((each) => ids.includes(each.credential_job_id));
const queue = async (type: "open" | "decided" = "open") =>
  (await ada.call(appeal.list, { type, limit: 100 })).body.data.appeals;
const subjectsTo = async ({ email }: Person) => {
  await world.settle();
  return (await world.mails.to(email)).map(({ subject }) => subject);
};

describe("an appeal", () => {
  test("that is overturned gives the certificate, pays both reviewers, and shows the learner both answers", async () => {
    const { work, seat } = await seats.appealed({ price: 50 });
    const { application_id, credential_job_id, section_ids, learner } = work;
    expect(await queue()).toContainEqual(
      expect.objectContaining({ application_id, status: "filed", credential_job_id }),
    );
    const waits = await seats.shown(work);
    expect(waits).toMatchObject({
      status: "revisionNeeded",
      sections: [{}, { editable: false }],
      appeal: { status: "filed" },
    });
    expect(waits.appeal?.decision?.business_days).toBe(10);
    const ended = await seats.says(ray, work, seat, { at: 1, words: "Zebra" });
    expect(ended.body.data).toMatchObject({ job_status: "completed", submission_status: "completed" });
    const shown = await seats.shown(work);
    expect(shown).toMatchObject({
      status: "completed",
      sections: [{ status: "accepted" }, { status: "accepted", grade: "Zebra" }],
      appeal: { status: "overturned", answers: [{ section_id: section_ids[1], status: "accepted", grade: "Zebra" }] },
    });
    await seats.clock();
    const [first, second] = [await paidTo(rita, credential_job_id), await paidTo(ray, seat)];
    expect([first, second]).toMatchObject([[{ review_time: 35 }], [{ review_time: 15 }]]);
    expect(await queue()).toEqual([]);
    expect(await queue("decided")).toContainEqual(expect.objectContaining({ application_id, status: "overturned" }));
    expect(await subjectsTo(learner)).toContain(`Appeal granted: ${shown.title}`);
    expect(await subjectsTo(ada)).toContain(`Appeal filed: ${shown.title}`);
    await expectInvariants(world, academy);
  });

  test("that is upheld leaves the rejection, pays its reviewer, and the revision has its full time again", async () => {
    const { work, seat } = await seats.appealed({}, "Leo");
    const { application_id, credential_job_id, section_ids } = work;
    const application = () => world.control.item(submissionKeys.application(application_id).pk, "META");
    const before = await application();
    const ended = await seats.says(ray, work, seat, { at: 1, ...no, words: "Zebra" });
    expect(ended.body.data).toMatchObject({ job_status: "completed", submission_status: "revisionNeeded" });
    expect(await seats.shown(work)).toMatchObject({
      status: "revisionNeeded",
      sections: [{ status: "accepted" }, { status: "rejected", grade: "Quokka", editable: true }],
      appeal: { status: "upheld", answers: [{ section_id: section_ids[1], status: "rejected", grade: "Zebra" }] },
    });
    expect(String((await application())!.updated_on) > String(before!.updated_on)).toBe(true);
    await seats.clock();
    expect(await paidTo(ray, seat)).toMatchObject([{ review_time: 15 }]);
    expect(await paidTo(rita, credential_job_id)).toEqual([]);
    expect((await file(work)).body).toMatchObject({ error: { code: "appeal.not-possible" } });
    expect((await resubmitted(work)).status).toBe(200);
    expect((await seats.says(rita, work, credential_job_id, { at: 1 })).body.data.submission_status).toBe("completed");
    await seats.clock();
    await expectInvariants(world, academy);
  });

  test("against two sections may win one: the other is revised, and nothing accepted is opened again", async () => {
    const { work, seat } = await seats.appealed({}, "Liv");
    expect((await seats.says(ray, work, seat, { at: 0 })).status).toBe(404); // it was accepted: nobody contests it
    expect((await seats.says(ray, work, seat, { at: 1, words: "Zebra" })).status).toBe(200);

    const both = await seats.begun({ criteria: { second_review: null, appeals: { fee: "none" } } }, "Liv");
    for (const at of [0, 1]) await seats.says(rita, both, both.credential_job_id, { at, ...no });
    expect((await file(both, [...both.section_ids])).status).toBe(200);
    await seats.offers();
    const own = await seats.seatOf(both, "appeal");
    expect((await ray.call(review.accept, { credential_job_id: own })).status).toBe(200);
    expect((await seats.says(ray, both, own, { at: 0, words: "Zebra" })).body.data.job_status).toBe("reviewing");
    expect(await seats.shown(both)).toMatchObject({ sections: [{ status: "rejected" }, { status: "rejected" }] });
    expect((await seats.says(ray, both, own, { at: 1, ...no })).body.data.submission_status).toBe("revisionNeeded");
    expect(await seats.shown(both)).toMatchObject({
      sections: [{ status: "accepted", grade: "Zebra" }, { status: "rejected" }],
      appeal: { status: "overturned" },
    });
    expect((await resubmitted(both)).status).toBe(200);
    const last = await seats.says(rita, both, both.credential_job_id, { at: 1 });
    expect(last.body.data.submission_status).toBe("completed");
    await seats.clock();
    expect(await paidTo(rita, both.credential_job_id)).toMatchObject([{ review_time: 35 }]);
    await expectInvariants(world, academy);
  });

  test("can be withdrawn: the seat ends, what was decided there is paid, and what was typed comes back", async () => {
    const work = await seats.rejected();
    const { section_ids } = work;
    expect((await saved(work, 1, "<p>Half a revision.</p>")).status).toBe(200);
    expect((await file(work)).status).toBe(200);
    const frozen = await seats.shown(work);
    expect(frozen.sections[1]).toMatchObject({
      status: "rejected",
      editable: false,
      grade: "Quokka",
      work: { response: "<p>My work.</p>" },
    });
    expect((await saved(work, 1, "<p>More.</p>")).body).toMatchObject({ error: { code: "submission.appealed" } });
    expect((await resubmitted(work)).body).toMatchObject({ error: { code: "submission.appealed" } });
    expect((await file(work)).status).toBe(200); // a repeat is answered as the first was
    await seats.offers();
    const seat = await seats.seatOf(work, "appeal");
    expect((await ray.call(review.accept, { credential_job_id: seat })).status).toBe(200);
    for (let time = 0; time < 2; time += 1) expect((await withdraw(work)).status).toBe(200);
    expect((await seats.jobItem(seat)).status).toBe("withdrawn");
    expect((await seats.says(ray, work, seat, { at: 1 })).status).toBe(409);
    const after = await seats.shown(work);
    expect(after).toMatchObject({ appeal: { status: "withdrawn" } });
    expect(after.sections[1]).toMatchObject({
      status: "draft",
      editable: true,
      work: { response: "<p>Half a revision.</p>" },
    });
    expect(after.appealable_until).toBeUndefined();
    expect((await file(work, section_ids.slice(1))).body).toMatchObject({ error: { code: "appeal.not-possible" } });
    expect((await resubmitted(work)).status).toBe(200);
    await expectInvariants(world, academy);
  });

  test("may be filed for fourteen days after the decision, and against what was rejected alone", async () => {
    const work = await seats.rejected();
    const { section_ids, application_id } = work;
    const shown = await seats.shown(work);
    expect(shown.appealable_sections).toEqual([section_ids[1]]);
    const decided = (await world.control.item(
      submissionKeys.round(application_id, 1).pk,
      submissionKeys.round(application_id, 1).sk,
    ))!;
    expect(Date.parse(shown.appealable_until!) - Date.parse(String(decided.finalized_on))).toBe(14 * dayMs);
    for (const contested of [section_ids.slice(0, 1), [...section_ids], ["sec_0"]])
      expect((await file(work, contested)).body).toMatchObject({ error: { code: "appeal.not-possible" } });
    const { text: _, ...wordless } = appealOf(work);
    const short = await work.learner.call(appeal.file, { ...wordless, text: "Unfair!" });
    expect(short.body).toMatchObject({ error: { fields: { text: "Explain in at least 50 characters." } } });
    const longAgo = new Date(Date.now() - 14 * dayMs - 60_000).toISOString();
    await world.control.put([{ ...decided, finalized_on: longAgo }]);
    expect((await seats.shown(work)).appealable_until).toBeUndefined();
    expect((await file(work)).body).toMatchObject({ error: { code: "appeal.not-possible" } });
    await world.control.put([decided]); // its figures stand in the month in which it was
  });

  test("is not to be had where the credential has none, nor after the revision was handed in", async () => {
    const without = await seats.begun({ criteria: { second_review: null } });
    for (const at of [0, 1]) await seats.says(rita, without, without.credential_job_id, { at, ...no });
    expect(await seats.shown(without)).toMatchObject({ status: "revisionNeeded" });
    expect((await seats.shown(without)).appealable_until).toBeUndefined();
    expect((await file(without)).body).toMatchObject({ error: { code: "appeal.not-possible" } });
    const revised = await seats.rejected();
    expect((await resubmitted(revised)).status).toBe(200);
    expect((await file(revised)).body).toMatchObject({ error: { code: "appeal.not-possible" } });
    const stranger = academy.as("Leo");
    expect((await stranger.call(appeal.file, appealOf(revised))).status).toBe(404);
    expect((await stranger.call(appeal.withdraw, { application_id: revised.application_id })).status).toBe(404);
    expect((await withdraw(revised)).body).toMatchObject({ error: { code: "appeal.not-open" } });
  });

  test("needs a second reviewer when its credential is published, and says so", async () => {
    const { cred_id: credential_id } = await writeDraft(ada, [rita], {
      criteria: { ...criteria, appeals: { fee: "none" } },
    });
    const refused = await ada.call(credential.publish, { credential_id });
    const message = "This credential needs 2 reviewers who can review right now. Its list has 1.";
    expect([refused.status, refused.body.error.message]).toEqual([400, message]);
    const { reviewer_criteria } = (await ada.call(credential.read, { credential_id })).body.data;
    expect(reviewer_criteria?.appeals).toEqual({ fee: "none", days: 10 });
  });
});

describe("the seat of an appeal", () => {
  test("changes nothing that the first reviewer reads, and reads itself what was judged, not what was begun since", async () => {
    const liv = academy.as("Liv");
    const sections = [textSection, { ...tableSection, response_type: "0,1" }];
    const work = await seats.rejected({ sections }, "Liv");
    const { application_id, credential_id, credential_job_id, section_ids } = work;
    const key = await uploaded(liv, "submissions", "draft.pdf");
    const draft = {
      section_id: section_ids[1]!,
      response: "<p>Marmoset.</p>",
      attachments: [{ key, name: "draft.pdf" }],
    };
    expect((await liv.call(submission.saveSection, { application_id, ...draft })).status).toBe(200);
    const { organization_id } = academy;
    const readBy = async (who: Person, id: string) => {
      const ids = { organization_id, user_id: who.user_id, application_id, credential_id, credential_job_id: id };
      return (await answersFor(who, "reviewer", { ...ids, section_id: section_ids[1] })).map((each) => ({ ...each }));
    };
    const downloadedBy = async (who: Person) => (await who.call(files.download, { key })).status;
    await world.settle();
    const before = await readBy(rita, credential_job_id);
    expect(JSON.stringify(before)).not.toContain("Marmoset");
    expect((await file(work)).status).toBe(200);
    await world.settle();
    expect(await readBy(rita, credential_job_id)).toEqual(before);
    await seats.offers();
    const seat = await seats.seatOf(work, "appeal");
    expect((await ray.call(review.accept, { credential_job_id: seat })).status).toBe(200);
    const read = async () => (await ray.call(review.read, { credential_job_id: seat })).body.data.sections[0];
    expect(await read()).toMatchObject({ status: "submitted", work: { response: "<p>My work.</p>", attachments: [] } });
    expect([await downloadedBy(ray), await downloadedBy(rita), await downloadedBy(liv)]).toEqual([404, 404, 200]);
    expect((await seats.says(ray, work, seat, { at: 1, ...no })).body.data.submission_status).toBe("revisionNeeded");
    await world.settle();
    const ended = await readBy(ray, seat);
    expect((await seats.shown(work)).sections[1]).toMatchObject({ work: { response: "<p>Marmoset.</p>" } });
    expect(JSON.stringify(await readBy(rita, credential_job_id))).not.toContain("Marmoset");
    expect((await resubmitted(work)).status).toBe(200);
    await world.settle();
    expect(await readBy(ray, seat)).toEqual(ended);
    expect((await seats.says(rita, work, credential_job_id, { at: 1 })).body.data.submission_status).toBe("completed");
    expect((await seats.says(ray, work, seat, { at: 1, ...no })).body.data.submission_status).toBe("revisionNeeded");
    expect(await read()).toMatchObject({ status: "rejected", work: { response: "<p>My work.</p>" } });
    await seats.clock();
  });

  test("tells its reviewer before it is decided neither by a verdict's answer nor by their figures that it is one", async () => {
    const place = await world.newOrganization("Twice Academy");
    const people = [await acceptedReviewer(place, "Rita"), await acceptedReviewer(place, "Ray")] as const;
    const ruth = await acceptedReviewer(place, "Ruth");
    const on = seatsIn(world, place, [...people, await acceptedReviewer(place, "Rob"), ruth]);
    const { work, third } = await on.disputed({ criteria: { appeals: { fee: "none" } } });
    const rejects = { at: 1, ...no };
    expect((await on.says(place.as("Rob"), work, third, rejects)).body.data.submission_status).toBe("revisionNeeded");
    expect((await file(work)).status).toBe(200);
    const metrics = async () => (await ruth.call(quality.readOwn, {})).body;
    const before = await metrics();
    await on.offers();
    const seat = await on.seatOf(work, "appeal");
    expect((await ruth.call(review.accept, { credential_job_id: seat })).status).toBe(200);
    expect(await metrics()).toEqual(before);
    expect((await on.says(ruth, work, seat, rejects)).status).toBe(200);
    expect(await metrics()).toEqual(before);
    await on.clock();

    const both = await seats.begun({ criteria: { second_review: null, appeals: { fee: "none" } } }, "Leo");
    for (const at of [0, 1]) await seats.says(rita, both, both.credential_job_id, { at, ...no });
    expect((await file(both, [...both.section_ids])).status).toBe(200);
    await seats.offers();
    const open = await seats.seatOf(both, "appeal");
    expect((await ray.call(review.accept, { credential_job_id: open })).status).toBe(200);
    const given = await seats.says(ray, both, open, { at: 0, ...no });
    expect(given.body.data).toMatchObject({ job_status: "reviewing", submission_status: "reviewing" });
    const undone = { credential_job_id: open, credential_section_id: both.section_ids[0]! };
    expect((await ray.call(review.undoSection, undone)).body.data.submission_status).toBe("reviewing");
    expect((await withdraw(both)).status).toBe(200);
  });

  test("is never its first reviewer's, and tells nobody what the learner wrote before it is decided", async () => {
    const work = await seats.rejected({ words: "Ocelot" }, "Leo");
    const appeal = { ...appealOf(work), grounds: "conflict", text: "Axolotl: ".padEnd(60, "they know my brother. ") };
    expect((await work.learner.call(contract.appeal.file, appeal)).status).toBe(200);
    await seats.offers();
    const seat = await seats.seatOf(work, "appeal");
    expect((await rita.call(review.accept, { credential_job_id: seat })).status).toBe(404);
    expect((await ray.call(review.accept, { credential_job_id: seat })).status).toBe(200);
    await world.settle();
    const { application_id, credential_id, section_ids, learner } = work;
    const { organization_id } = academy;
    const tracesFor = async (person: Person, name: string, traces: readonly string[]) => {
      const ids = { organization_id, user_id: person.user_id, application_id, credential_id };
      const of = { ...ids, credential_job_id: seat, section_id: section_ids[1] };
      const mails = (await world.mails.to(person.email)).map((mail) => ({ call: "mail", body: mail as unknown }));
      return [...(await answersFor(person, name, of)), ...mails].flatMap(({ call, body }) =>
        traces.filter((trace) => JSON.stringify(body).includes(trace)).map((trace) => `${name}: ${trace} in ${call}`),
      );
    };
    for (const [name, person] of [
      ["Ray", ray],
      ["Rob", rob],
      ["Rita", rita],
    ] as const)
      expect(await tracesFor(person, name, ["Axolotl", 'conflict"'])).toEqual([]);
    expect(await tracesFor(ray, "Ray", ["Ocelot"])).toEqual([]);
    expect(await tracesFor(learner, "Leo", [seat, ray.user_id])).toEqual([]);
    expect((await seats.says(ray, work, seat, { at: 1, words: "Zebra" })).status).toBe(200);
    const read = await ray.call(review.read, { credential_job_id: seat });
    expect(read.body.data.appeal).toMatchObject({ grounds: "conflict", text: expect.stringContaining("Axolotl") });
    await seats.clock();
    await expectInvariants(world, academy);
  });

  test("that nobody takes stays open when it is late, and the learner and the admins are told", async () => {
    const work = await seats.rejected({}, "Liv");
    expect((await file(work)).status).toBe(200);
    const seat = await seats.seatOf(work, "appeal");
    const { due } = await seats.jobItem(seat);
    for (let run = 0; run < 6; run += 1) await seats.clock(Date.parse(due!.due_on) - Date.now() + 2 * 3_600_000);
    expect((await seats.jobItem(seat)).status).toBe("open");
    const { title } = await seats.shown(work);
    for (const who of [work.learner, ada]) expect(await subjectsTo(who)).toContain(`Appeal is late: ${title}`);
    await seats.offers();
    expect((await rob.call(review.accept, { credential_job_id: seat })).status).toBe(200);
    expect((await seats.says(rob, work, seat, { at: 1 })).body.data.submission_status).toBe("completed");
    await seats.clock();
    await expectInvariants(world, academy);
  });

  test("has its day moved with the organization's working days, and the learner's answer with it", async () => {
    const place = await world.newOrganization("Closing Days Academy");
    const people = [await acceptedReviewer(place, "Rita"), await acceptedReviewer(place, "Ray")] as const;
    const on = seatsIn(world, place, [...people, await acceptedReviewer(place, "Rob")]);
    const { work, seat } = await on.appealed();
    const answerDay = async () => (await on.shown(work)).appeal!.decision!.due_on;
    const [before, promised] = [(await on.jobItem(seat)).due!, await answerDay()];
    const day = new Intl.DateTimeFormat("en-CA", { timeZone: before.timezone }).format(new Date(before.due_on));
    const calendar = { weekdays: [1, 2, 3, 4, 5], federal_holidays: true, closing_days: [day] };
    const saved = { ...calendar, version: 0, move_due_dates: true };
    expect((await place.as("Ada").call(organization.saveCalendar, saved)).status).toBe(200);
    await on.clock();
    await on.clock();
    const after = (await on.jobItem(seat)).due!;
    expect(after.due_on > before.due_on).toBe(true);
    expect((await answerDay()) > promised).toBe(true);
    expect(await subjectsTo(work.learner)).toContain(`New decision date: ${(await on.shown(work)).title}`);
  });
});
