import { afterAll, describe, expect, test } from "vitest";
import { handler as withdrawAppeal } from "../../functions/appeal/withdraw.ts";
import { credentialKeys } from "../../functions/data/keys/credential.ts";
import { organizationKeys } from "../../functions/data/keys/organization.ts";
import { submissionKeys } from "../../functions/data/keys/submission.ts";
import { handler as acceptSection } from "../../functions/review/accept-section.ts";
import { handler as adjudicate } from "../../functions/review/adjudicate.ts";
import type { OpenBadgeCredential } from "../../shared/certificate/credential.ts";
import { findingsOf } from "../../shared/certificate/findings.ts";
import { contract } from "../../shared/contract.ts";
import { roleIds } from "../../shared/permissions.ts";
import { Round } from "../../shared/review/job.ts";
import { tableSection, textSection } from "../support/fixtures/credential.ts";
import { uploaded } from "../support/fixtures/file.ts";
import { acceptedReviewer } from "../support/fixtures/reviewer.ts";
import { appealOf, type Says, type Seats, seatsIn } from "../support/fixtures/seats.ts";
import { marks, type Submitted } from "../support/fixtures/work.ts";
import { expectInvariants } from "../support/invariants.ts";
import { lentWorld } from "../support/lent-world.ts";
import type { MemberName } from "../support/organization.ts";
import type { Person } from "../support/people.ts";
import { raceHarness } from "../support/race.ts";

const { user, payment, review, submission } = contract;
const dayMs = 86_400_000;
const world = await lentWorld();
const academy = await world.newOrganization("Decision Academy");
const rita = await acceptedReviewer(academy, "Rita");
const ray = await acceptedReviewer(academy, "Ray");
const rob = await acceptedReviewer(academy, "Rob");
const seats = seatsIn(world, academy, [rita, ray, rob]);
const ada = academy.as("Ada");
const reason = "The evidence is named in the second part.";

const harness = await raceHarness(world.control); // the handlers keep the client of the first
afterAll(async () => {
  await harness.stop();
  await expectInvariants(world, academy);
  await world.stop();
});

/** Two of three reject the table, and its marks come to Completed all the same. */
async function contradicted(terms = {}): Promise<Submitted> {
  const { work, third } = await seats.disputed(terms);
  const against = { accepts: false, marks: [true, false] as [boolean, boolean], confirmed: true };
  const ended = await seats.says(rob, work, third, { at: 1, ...against, words: "Yak" });
  expect(ended.body.data).toMatchObject({ job_status: "awaitingResult", submission_status: "reviewing" });
  return work;
}

/** Two of three approve a table of which each criterion is enough, each for another: two of three find neither met. */
async function approvedShort(): Promise<Submitted> {
  const criteria = tableSection.rubric_ext.criteria.map((criterion) => ({ ...criterion, score: 10 }));
  const enough = { ...tableSection, rubric_ext: { ...tableSection.rubric_ext, criteria } };
  const work = await seats.begun({ sections: [textSection, enough] });
  const at = async (who: Person, credential_job_id: string, said: Omit<Says, "at">) => {
    await who.call(review.accept, { credential_job_id });
    return seats.says(who, work, credential_job_id, { at: 1, ...said });
  };
  await seats.says(rita, work, work.credential_job_id, { at: 0 });
  await at(rita, work.credential_job_id, { marks: [true, false] });
  await seats.offers();
  const second = await seats.seatOf(work, "second");
  await at(ray, second, { accepts: false, words: "Zebra" });
  await seats.says(ray, work, second, { at: 0 });
  await seats.offers();
  const ended = await at(rob, await seats.seatOf(work, "third"), { marks: [false, true], words: "Yak" });
  expect(ended.body.data).toMatchObject({ job_status: "awaitingResult", submission_status: "reviewing" });
  return work;
}

/** Nobody takes the third seat until it is over. */
async function withoutThird(): Promise<{ work: Submitted; third: string }> {
  const { work, second } = await seats.taken();
  expect((await seats.says(ray, work, second, { at: 0, words: "Zebra" })).status).toBe(200);
  const no = { at: 1, accepts: false, words: "Zebra" };
  expect((await seats.says(ray, work, second, { ...no, marks: [false, false] })).status).toBe(200);
  await seats.offers();
  const third = await seats.seatOf(work, "third");
  const late = (await seats.jobItem(third)).due!.steps.find(({ step }) => step === "late")!;
  const until = Date.parse(late.on) - Date.now();
  for (let run = 0; run < 4; run += 1) await seats.clock(until + 60_000);
  return { work, third };
}

const read = async (work: Submitted) =>
  (await ada.call(review.readAdjudication, { credential_job_id: work.credential_job_id })).body.data;
const waiting = async () =>
  (await ada.call(review.listAdjudications, {})).body.data.jobs.map((each) => each.credential_job_id);
const roundOf = async ({ application_id }: Submitted) => {
  const { pk, sk } = submissionKeys.round(application_id, 1);
  const item = await world.control.item(pk, sk);
  return item && Round.parse(item);
};

/** The appeal's reviewer rejects the table, whose marks come to Completed all the same. */
async function contradictedAppeal(terms = {}, learner?: MemberName): Promise<{ work: Submitted; seat: string }> {
  const { work, seat } = await seats.appealed(terms, learner);
  await contradicts(work, seat);
  return { work, seat };
}
async function contradicts(work: Submitted, seat: string): Promise<void> {
  const against = { accepts: false, marks: [true, false] as [boolean, boolean], confirmed: true };
  const ended = await seats.says(ray, work, seat, { at: 1, ...against, words: "Ocelot" });
  expect(ended.body.data).toMatchObject({ status: "rejected", job_status: "awaitingResult" });
}
/** An admin gives the table a verdict, with a reason that its learner reads. */
const rulingOn = ({ credential_job_id, section_ids }: Submitted, status: "accepted" | "rejected") => ({
  credential_job_id,
  verdicts: [{ section_id: section_ids[1]!, status }],
  reason,
  reason_told: true as const,
});
/** What the certificate that it ended in says of each section, with findings. */
async function certifiedOf({ learner, credential_id }: Submitted): Promise<(string | undefined)[]> {
  await world.settle();
  const { credentials } = (await learner.call(contract.certificate.listOwn, {})).body.data;
  const { certificate_id, address } = credentials.find((each) => each.credential_id === credential_id)!;
  await learner.call(contract.certificate.chooseContents, { certificate_id: certificate_id!, with_findings: true });
  await world.settle();
  const [page, json] = await Promise.all(
    [address!, `${address}.json`].map(async (path) => (await fetch(new URL(path, world.origin))).text()),
  );
  const credential = JSON.parse(json!) as OpenBadgeCredential;
  const { sections } = findingsOf(credential)!;
  expect(page!.includes("Decided by the issuer")).toBe(sections.some(({ decided }) => decided !== undefined));
  return sections.map(({ decided }) => decided);
}

describe("a round whose majority contradicts its own marks", () => {
  test("waits for an admin, who confirms it with a reason, once", async () => {
    const work = await contradicted();
    const { credential_job_id, section_ids } = work;
    expect(await waiting()).toContain(credential_job_id);
    expect(await seats.shown(work)).toMatchObject({ status: "reviewing" });
    await world.settle();
    const notices = (await ada.call(user.listNotices, {})).body.data.notices;
    expect(notices.map(({ title }) => title)).toContain("Decide a review: Classroom reading");
    const asked = await read(work);
    expect(asked).toMatchObject({
      because: "contradiction",
      sections: [
        {
          section_id: section_ids[1],
          opinions: [
            { seat: "first", status: "accepted", grade: "Quokka" },
            { seat: "second", status: "rejected", grade: "Zebra" },
            { seat: "third", status: "rejected", grade: "Yak" },
          ],
          majority: { status: "rejected", section_rubric: { progress: "completed" } },
        },
      ],
    });
    const verdicts = [{ section_id: section_ids[1]!, status: "rejected" as const }];
    const decision = { credential_job_id, verdicts, reason };
    expect(await ada.call(review.adjudicate, decision)).toMatchObject({
      status: 200,
      body: { data: { status: "revisionNeeded" } },
    });
    expect((await ada.call(review.adjudicate, decision)).status).toBe(200);
    const other = { ...decision, verdicts: [{ section_id: section_ids[1]!, status: "accepted" as const }] };
    expect((await ada.call(review.adjudicate, other)).body).toMatchObject({ error: { code: "job.not-undecided" } });
    const told = await seats.shown(work);
    expect(told).toMatchObject({ status: "revisionNeeded", sections: [{}, { grade: "Yak", issuer_decision: {} }] });
    expect(JSON.stringify(told)).not.toContain(reason); // it was not said that the learner reads it
    expect((await roundOf(work))?.ruling).toMatchObject({ because: "contradiction", reason, given_by: ada.user_id });
    const rows = (await world.control.everything()).filter(({ type }) => type === "job.adjudicated");
    expect(rows).toMatchObject([{ subject_id: credential_job_id, actor_id: ada.user_id, round: 1 }]);
    expect(await waiting()).not.toContain(credential_job_id);
    expect((await read(work)).sections).toEqual([]);
    await seats.clock();
    await expectInvariants(world, academy);
  });

  test("takes the other verdict in the words of a reviewer who gave it", async () => {
    const work = await contradicted();
    expect((await ada.call(review.adjudicate, rulingOn(work, "accepted"))).status).toBe(200);
    expect(await seats.shown(work)).toMatchObject({
      status: "completed",
      sections: [{}, { grade: "Quokka", issuer_decision: { reason } }],
    });
    expect((await seats.shown(work)).sections[0]).not.toHaveProperty("issuer_decision");
    expect(await certifiedOf(work)).toEqual([undefined, "Decided by the issuer"]);
    await seats.clock();
    await expectInvariants(world, academy);
  });

  test("wants a decision on each section it asks about, and words for a rejection that nobody gave", async () => {
    const work = await approvedShort();
    const { credential_job_id, section_ids } = work;
    expect((await read(work)).sections).toMatchObject([
      { majority: { status: "accepted", section_rubric: { earned: 0, progress: "not_yet" } } },
    ]);
    const send = (sent: object) => ada.call(review.adjudicate, { credential_job_id, reason, ...sent });
    const table = { section_id: section_ids[1]!, status: "rejected" as const };
    for (const sent of [
      {},
      { seat: "first" },
      { verdicts: [] },
      { verdicts: [table, { ...table, section_id: section_ids[0]! }] },
    ])
      expect((await send(sent)).body).toMatchObject({ error: { fields: { verdicts: "Decide every section." } } });
    expect(
      (await ada.call(review.adjudicate, { credential_job_id, reason: " ", verdicts: [table] })).body,
    ).toMatchObject({
      error: { fields: { reason: "Give a reason." } },
    });
    expect((await send({ verdicts: [table] })).status).toBe(200); // the second seat rejected it
    expect(await seats.shown(work)).toMatchObject({ status: "revisionNeeded", sections: [{}, { grade: "Zebra" }] });
  });

  test("is decided by an admin of its organization alone", async () => {
    const work = await contradicted();
    const { credential_job_id } = work;
    const stranger = (await world.newOrganization("Elsewhere")).as("Ada");
    const decision = { credential_job_id, seat: "first" as const, reason };
    for (const person of [academy.as("Ivan"), academy.as("Pia"), academy.as("Lena"), rita]) {
      expect((await person.call(review.listAdjudications, {})).status).toBe(403);
      expect((await person.call(review.readAdjudication, { credential_job_id })).status).toBe(403);
      expect((await person.call(review.adjudicate, decision)).status).toBe(403);
    }
    expect((await stranger.call(review.readAdjudication, { credential_job_id })).status).toBe(404);
    expect((await stranger.call(review.adjudicate, decision)).status).toBe(404);
    const third = await seats.seatOf(work, "third");
    expect((await ada.call(review.readAdjudication, { credential_job_id: third })).status).toBe(404);
  });

  test("leaves the queue with a refund, and every finished seat is paid", async () => {
    const work = await contradicted({ price: 50 });
    const { application_id, credential_job_id } = work;
    expect((await ada.call(payment.refund, { application_id, reason: "Cancelled" })).status).toBe(200);
    expect(await waiting()).not.toContain(credential_job_id);
    const verdicts = [{ section_id: work.section_ids[1]!, status: "accepted" as const }];
    expect((await ada.call(review.adjudicate, { credential_job_id, verdicts, reason })).status).toBe(409);
    await seats.clock();
    await expectInvariants(world, academy);
  });
});

describe("the work that an admin decides on", () => {
  const download = async (who: Person, key: string) => (await who.call(contract.file.download, { key })).status;
  const readings = async ({ credential_job_id }: Submitted) =>
    (await world.control.everything())
      .filter(({ type, subject_id }) => type === "job.disputed-work-read" && subject_id === credential_job_id)
      .map(({ actor_id, round }) => [actor_id, round]);
  const filesOf = async () => {
    const names = ["first-page.pdf", "lesson-plan.pdf"];
    return Promise.all(names.map((name) => uploaded(academy.as("Lena"), "submissions", name)));
  };

  test("is read as it was handed in, with its files, until it is decided, and that it was read is audited", async () => {
    const files = await filesOf();
    const work = await contradicted({ files });
    const { credential_job_id, section_ids } = work;
    expect(await readings(work)).toEqual([]);
    const { sections } = await read(work);
    expect(sections).toMatchObject([
      {
        section_id: section_ids[1],
        description: expect.stringContaining("<p>"),
        work: { response: "<p>My work.</p>", attachments: [{ name: "lesson-plan.pdf" }], links: [], options: [] },
      },
    ]);
    expect(await readings(work)).toEqual([[ada.user_id, 1]]);
    const { key } = sections[0]!.work!.attachments[0]!;
    expect(key).toMatch(new RegExp(`^seats/${credential_job_id}/[0-9a-f]{16}-lesson-plan\\.pdf$`));
    expect(JSON.stringify(sections)).not.toMatch(new RegExp([work.learner.user_id, ...files].join("|")));
    const others = [academy.as("Ivan"), academy.as("Pia"), academy.as("Leo"), ray];
    expect(await Promise.all([ada, ...others].map((who) => download(who, key)))).toEqual([200, 404, 404, 404, 404]);
    const first = (await rita.call(review.read, { credential_job_id })).body.data.sections[0]!;
    expect(await download(ada, first.work!.attachments[0]!.key)).toBe(404); // nobody disputes this section
    expect(await download(ada, files[1]!)).toBe(404);

    const shown = await ada.call(review.read, { credential_job_id });
    expect(shown.body.data).toMatchObject({ status: "reviewing" });
    expect(shown.body.data).not.toHaveProperty("reviewer");
    expect((await academy.as("Ivan").call(review.read, { credential_job_id })).body.data).toHaveProperty("reviewer");
    const tied = (await ada.call(contract.tie.list, { credential_job_id })).body.data.reviewers;
    expect(tied.filter(({ accepted }) => accepted)).toEqual([]);

    expect((await ada.call(review.adjudicate, rulingOn(work, "accepted"))).status).toBe(200);
    expect(await read(work)).toEqual({ sections: [] });
    expect(await readings(work)).toHaveLength(1);
    expect(await download(ada, key)).toBe(404);
    expect((await ada.call(review.read, { credential_job_id })).body.data).toHaveProperty("reviewer");
  });

  test("is, of an appeal, what the appealed round judged, under a key of the first seat", async () => {
    const files = await filesOf();
    const work = await seats.rejected({ files });
    const { application_id, credential_job_id, learner, section_ids } = work;
    const draft = { application_id, section_id: section_ids[1]!, response: "<p>Narwhal.</p>" };
    expect((await learner.call(contract.submission.saveSection, draft)).status).toBe(200);
    expect((await learner.call(contract.appeal.file, appealOf(work))).status).toBe(200);
    await seats.offers();
    const seat = await seats.seatOf(work, "appeal");
    expect((await ray.call(review.accept, { credential_job_id: seat })).status).toBe(200);
    await contradicts(work, seat);
    const { sections } = await read(work);
    expect(sections).toMatchObject([{ section_id: section_ids[1], work: { response: "<p>My work.</p>" } }]);
    const { key } = sections[0]!.work!.attachments[0]!;
    expect(key.startsWith(`seats/${credential_job_id}/`)).toBe(true);
    expect(await download(ada, key)).toBe(200);
    expect(JSON.stringify(sections)).not.toContain(seat);
  });

  test("is not for an admin who had a seat on it or handed it in", async () => {
    const work = await contradicted();
    const { credential_job_id } = work;
    const { pk, sk } = submissionKeys.job(credential_job_id);
    const item = (await world.control.item(pk, sk))!;
    await world.control.put([{ ...item, acceptor: ada.user_id }]);
    expect((await ada.call(review.readAdjudication, { credential_job_id })).status).toBe(403);
    expect(await readings(work)).toEqual([]);
    await world.control.put([item]);
    expect((await ada.call(review.readAdjudication, { credential_job_id })).status).toBe(200);
  });
});

describe("an admin who once had a seat on the work", () => {
  /** Who had a seat and is an admin now neither reads nor decides it, and another admin does. */
  async function refusesFormerHolder(
    name: string,
    make: (its: Seats, people: readonly Person[]) => Promise<Submitted>,
  ): Promise<void> {
    const school = await world.newOrganization(name);
    const people: Person[] = [];
    for (const who of ["Rita", "Ray", "Rob", "Ruth"] as const) people.push(await acceptedReviewer(school, who));
    const [first, holder, ...others] = people as [Person, Person, Person, Person];
    const work = await make(seatsIn(world, school, [first, holder, ...others]), people);
    const [head, { credential_job_id }] = [school.as("Ada"), work];
    const promoted = await head.call(user.update, { user_id: holder.user_id, role: roleIds.admin });
    expect(promoted.status).toBe(200);
    expect((await holder.call(review.listAdjudications, {})).body.data.jobs).toMatchObject([{ credential_job_id }]);
    const decision = rulingOn(work, "accepted");
    for (const refused of [
      await holder.call(review.readAdjudication, { credential_job_id }),
      await holder.call(review.adjudicate, decision),
    ])
      expect(refused).toMatchObject({
        status: 403,
        body: { error: { code: "access.denied", message: "Your role doesn’t allow this." } },
      });
    expect((await head.call(review.readAdjudication, { credential_job_id })).body.data.sections).toHaveLength(1);
    expect((await head.call(review.adjudicate, decision)).status).toBe(200);
    await expectInvariants(world, school);
  }
  const against = { at: 1, accepts: false, marks: [true, false] as [boolean, boolean], confirmed: true };
  const rejects = { at: 1, accepts: false, marks: [false, false] as [boolean, boolean] };
  const takes = async (who: Person, its: Seats, work: Submitted, seat: "second" | "third" | "appeal") => {
    await its.offers();
    const credential_job_id = await its.seatOf(work, seat);
    expect((await who.call(review.accept, { credential_job_id })).status).toBe(200);
    return credential_job_id;
  };
  /** The others decide its round so that the majority contradicts its own marks. */
  const contradict = async (its: Seats, work: Submitted, [second, third]: readonly [Person, Person]) => {
    const job = await takes(second, its, work, "second");
    if (work.section_ids.length === (await its.jobItem(job)).sections_total)
      await its.says(second, work, job, { at: 0 });
    expect((await its.says(second, work, job, rejects)).status).toBe(200);
    const ended = await its.says(third, work, await takes(third, its, work, "third"), against);
    expect(ended.body.data).toMatchObject({ job_status: "awaitingResult" });
  };

  test("decides nothing after giving it back with a verdict on it", () =>
    refusesFormerHolder("Handing Back Academy", async (its, [, ray, rob, ruth]) => {
      const { work, second } = await its.taken();
      expect((await its.says(ray!, work, second, { at: 0, words: "Zebra" })).status).toBe(200);
      expect((await ray!.call(review.release, { credential_job_id: second })).status).toBe(200);
      await contradict(its, work, [rob!, ruth!]);
      return work;
    }));

  test("decides nothing of a round that came after theirs", () =>
    refusesFormerHolder("Later Round Academy", async (its, [rita, ray, rob, ruth]) => {
      const work = await its.begun();
      const { application_id, credential_id, credential_job_id, learner, section_ids } = work;
      await its.says(rita!, work, credential_job_id, { at: 0 });
      await its.says(rita!, work, credential_job_id, rejects);
      const second = await takes(ray!, its, work, "second");
      await its.says(ray!, work, second, { at: 0 });
      expect((await its.says(ray!, work, second, rejects)).body.data).toMatchObject({ job_status: "completed" });
      const sections = [{ section_id: section_ids[1]!, response: "<p>My better work.</p>" }];
      expect((await learner.call(submission.submit, { application_id, credential_id, sections })).status).toBe(200);
      expect((await its.says(rita!, work, credential_job_id, { at: 1 })).status).toBe(200);
      await contradict(its, work, [rob!, ruth!]);
      return work;
    }));

  test("decides nothing of an appeal against a round that they judged", () =>
    refusesFormerHolder("Appealed Round Academy", async (its, [, ray, rob]) => {
      const work = await its.rejected({ criteria: { second_review: { share_percent: 100 } } });
      const second = await takes(ray!, its, work, "second");
      await its.says(ray!, work, second, { at: 0 });
      expect((await its.says(ray!, work, second, rejects)).body.data).toMatchObject({ job_status: "completed" });
      expect((await work.learner.call(contract.appeal.file, appealOf(work))).status).toBe(200);
      const ended = await its.says(rob!, work, await takes(rob!, its, work, "appeal"), against);
      expect(ended.body.data).toMatchObject({ job_status: "awaitingResult" });
      return work;
    }));
});

describe("an appeal whose verdict contradicts its marks", () => {
  test("waits for an admin, who confirms it: the learner reads why, and the revision goes on", async () => {
    const { work, seat } = await contradictedAppeal();
    const { credential_job_id, section_ids } = work;
    expect(await waiting()).toContain(credential_job_id);
    expect(await waiting()).not.toContain(seat);
    expect(await seats.shown(work)).toMatchObject({ status: "revisionNeeded", appeal: { status: "filed" } });
    expect((await ada.call(review.readAdjudication, { credential_job_id: seat })).status).toBe(404);
    const asked = await read(work);
    expect(asked).toMatchObject({
      because: "contradiction",
      sections: [
        {
          section_id: section_ids[1],
          opinions: [{ seat: "appeal", status: "rejected", grade: "Ocelot", section_rubric: { earned: 10 } }],
        },
      ],
    });
    expect(asked.sections[0]).not.toHaveProperty("majority");
    const decision = rulingOn(work, "rejected");
    for (const _ of [1, 2])
      expect(await ada.call(review.adjudicate, decision)).toMatchObject({
        status: 200,
        body: { data: { credential_job_id, status: "revisionNeeded" } },
      });
    const other = await ada.call(review.adjudicate, rulingOn(work, "accepted"));
    expect(other.body).toMatchObject({ error: { code: "job.not-undecided" } });
    const told = await seats.shown(work);
    expect(told.appeal).toMatchObject({
      status: "upheld",
      answers: [{ status: "rejected", grade: "Ocelot", issuer_decision: { reason } }],
    });
    expect(told.appeal).not.toHaveProperty("ruling");
    expect(told.sections[1]).toMatchObject({ status: "rejected", grade: "Quokka" }); // what the round said stays
    expect(await waiting()).not.toContain(credential_job_id);
    await seats.clock();
    expect((await seats.jobItem(seat)).status).toBe("completed");
    await expectInvariants(world, academy);
  });

  test("is granted by the admin: the certificate says, with findings, that the issuer decided it", async () => {
    const { work } = await contradictedAppeal();
    expect(await ada.call(review.adjudicate, rulingOn(work, "accepted"))).toMatchObject({
      status: 200,
      body: { data: { status: "completed" } },
    });
    expect(await seats.shown(work)).toMatchObject({
      status: "completed",
      appeal: { status: "overturned", answers: [{ status: "accepted", issuer_decision: { reason } }] },
      sections: [{}, { status: "accepted", issuer_decision: { reason } }],
    });
    expect(await certifiedOf(work)).toEqual([undefined, "Decided by the issuer"]);
    await seats.clock();
    await expectInvariants(world, academy);
  });

  test("leaves the queue with its withdrawal and with a refund, and what was decided there is paid", async () => {
    const { work, seat } = await contradictedAppeal();
    const { application_id, credential_job_id, learner } = work;
    expect((await learner.call(contract.appeal.withdraw, { application_id })).status).toBe(200);
    const sold = await contradictedAppeal({ price: 50 }, "Leo"); // who has no product credit
    const refund = { application_id: sold.work.application_id, reason: "Cancelled" };
    expect((await ada.call(payment.refund, refund)).status).toBe(200);
    const queue = await waiting();
    for (const ended of [work, sold.work]) {
      expect(queue).not.toContain(ended.credential_job_id);
      const late = await ada.call(review.adjudicate, rulingOn(ended, "accepted"));
      expect(late.body).toMatchObject({ error: { code: "job.not-undecided" } });
    }
    expect((await seats.jobItem(seat)).status).toBe("withdrawn");
    expect(await read(work)).toEqual({ sections: [] });
    expect((await seats.jobItem(credential_job_id)).status).toBe("revisionNeeded");
    await seats.clock();
    await expectInvariants(world, academy);
  });

  test("is decided once when two admins do so, or one and the learner who withdraws, in the same moment", async () => {
    const { work, seat } = await contradictedAppeal();
    const { application_id, credential_job_id, learner } = work;
    const partitions = [
      submissionKeys.application(application_id),
      ...[credential_job_id, seat].map(submissionKeys.job),
      credentialKeys.credential(work.credential_id),
      organizationKeys.organization(academy.organization_id),
      ...[ada, ray, rita, learner].map(({ user_id }) => organizationKeys.user(user_id)),
    ].map(({ pk }) => pk);
    const granting = { handler: adjudicate, person: ada, input: rulingOn(work, "accepted") };
    const refusing = { handler: adjudicate, person: ada, input: rulingOn(work, "rejected") };
    const withdrawing = { handler: withdrawAppeal, person: learner, input: { application_id } };
    for (const racers of [
      [granting, refusing],
      [withdrawing, granting],
      [granting, withdrawing],
    ])
      expect(await (await harness.copy(partitions)).race(racers)).toEqual([200, 409]);
    const unguarded = partitions.slice(0, 3);
    expect(await (await harness.copy(partitions)).race([granting, refusing], { unguarded })).toEqual([200, 200]);
  });
});

describe("a round whose third seat nobody took in time", () => {
  test("waits for an admin, who chooses whose results count", async () => {
    const { work, third } = await withoutThird();
    const { credential_job_id } = work;
    expect((await seats.jobItem(third)).status).toBe("open");
    expect(await read(work)).toMatchObject({
      because: "noThirdReviewer",
      sections: [{ section_id: work.section_ids[1] }],
    });
    const refused = await ada.call(review.adjudicate, { credential_job_id, reason });
    expect(refused.body).toMatchObject({ error: { fields: { seat: "Choose whose results count." } } });
    expect((await ada.call(review.adjudicate, { credential_job_id, seat: "second", reason })).status).toBe(200);
    expect((await seats.jobItem(third)).status).toBe("withdrawn");
    expect(await seats.shown(work)).toMatchObject({
      status: "revisionNeeded",
      sections: [{ grade: "Quokka" }, { grade: "Zebra" }],
    });
    await seats.clock();
    await expectInvariants(world, academy);
  });

  test("is released by a third reviewer who comes after all", async () => {
    const { work, third } = await withoutThird();
    expect((await rob.call(review.accept, { credential_job_id: third })).status).toBe(200);
    const ended = await seats.says(rob, work, third, { at: 1, words: "Yak" });
    expect(ended.body.data).toMatchObject({ job_status: "completed", submission_status: "completed" });
    expect(await waiting()).not.toContain(work.credential_job_id);
    const late = await ada.call(review.adjudicate, {
      credential_job_id: work.credential_job_id,
      seat: "first",
      reason,
    });
    expect(late.body).toMatchObject({ error: { code: "job.not-undecided" } });
    await seats.clock();
    await expectInvariants(world, academy);
  });

  test("is decided once when the admin and the third reviewer do so in the same moment", async () => {
    const { work, third } = await withoutThird();
    expect((await rob.call(review.accept, { credential_job_id: third })).status).toBe(200);
    const { application_id, credential_job_id, section_ids } = work;
    const partitions = [
      submissionKeys.application(application_id),
      ...[credential_job_id, third, await seats.seatOf(work, "second")].map(submissionKeys.job),
      credentialKeys.credential(work.credential_id),
      organizationKeys.organization(academy.organization_id),
      ...[ada, rob, rita, ray, work.learner].map(({ user_id }) => organizationKeys.user(user_id)),
    ].map(({ pk }) => pk);
    const verdict = {
      credential_section_id: section_ids[1]!,
      grade: "B",
      feedback: "",
      section_rubric: marks(true, true),
    };
    const racers = [
      { handler: adjudicate, person: ada, input: { credential_job_id, seat: "second", reason } },
      { handler: acceptSection, person: rob, input: { credential_job_id: third, ...verdict } },
    ];
    expect(await (await harness.copy(partitions)).race(racers)).toEqual([200, 409]);
    expect(await (await harness.copy(partitions)).race(racers.toReversed())).toEqual([200, 409]);
    const unguarded = partitions.slice(0, 4);
    expect(await (await harness.copy(partitions)).race(racers, { unguarded })).toEqual([200, 200]); // the race is one
  });
});

describe("the list of reviews under way", () => {
  const ivan = academy.as("Ivan");
  const clock = { first_days: 2, revision_days: 1 };
  const listed = async (who: Person, asked: object = {}) =>
    (await who.call(review.listReviews, { limit: 100, ...asked })).body.data;
  const rowOf = async (who: Person, { credential_job_id }: Submitted, asked: object = {}) =>
    (await listed(who, asked)).reviews.find((each) => each.credential_job_id === credential_job_id);
  const noticesTo = async (who: Person) => {
    await world.settle();
    return (await who.call(user.listNotices, { limit: 100 })).body.data.notices;
  };
  /** What each of some people is told of a piece of work. */
  const told = async (people: readonly Person[], work: () => Promise<unknown>) => {
    const before = (await Promise.all(people.map(noticesTo))).flat().map(({ notice_id }) => notice_id);
    await work();
    const after = await Promise.all(people.map(noticesTo));
    return after.map((each) => each.filter(({ notice_id }) => !before.includes(notice_id)).map(({ title }) => title));
  };

  test("has submissions by what they wait for, by credential, reviewer and day, and names no reviewer of what an admin decides", async () => {
    const work = await seats.begun({ criteria: { clock } });
    const { credential_id: id, credential_job_id } = work;
    const before = await listed(ada, { credential_id: id });
    expect(before).toMatchObject({
      total: 1,
      counts: { all: 1, waiting: 0, underReview: 1, late: 0, toDecide: 0 },
      reviews: [
        {
          credential_job_id,
          state: "underReview",
          round: 1,
          reviewer: { user_id: rita.user_id, first_name: "Rita" },
          promised: { late: false },
          remindable: true,
          reassignable: true,
        },
      ],
    });
    const { promised } = before.reviews[0]!;
    expect(promised?.due_on).toBe((await seats.shown(work)).decision?.due_on); // the learner's day
    const later = await listed(ada.later({ days: 60 }), { credential_id: id, part: "late" });
    expect(later).toMatchObject({ total: 1, reviews: [{ promised: { late: true } }] });
    const all = await listed(ada);
    expect(all.credentials.map(({ credential_id }) => credential_id)).toContain(id);
    expect(all.reviewers.map(({ user_id }) => user_id)).toContain(rita.user_id);
    expect(await rowOf(ada, work, { reviewer_id: rita.user_id })).toBeDefined();
    expect(await rowOf(ada, work, { reviewer_id: ray.user_id })).toBeUndefined();
    const day = new Date(Date.now() - 3 * dayMs).toISOString().slice(0, 10);
    expect(await rowOf(ada, work, { from: day })).toBeDefined();
    expect(await rowOf(ada, work, { to: day })).toBeUndefined();
    expect((await ada.call(review.listReviews, { from: "yesterday" })).status).toBe(400);
    expect((await ivan.call(review.listReviews, {})).body.data).toMatchObject({ total: 0, credentials: [] }); // Ada's own
    for (const person of [academy.as("Pia"), academy.as("Lena"), rita])
      expect((await person.call(review.listReviews, {})).status).toBe(403);

    const disputed = await contradicted();
    const row = await rowOf(ada, disputed, { part: "toDecide" });
    expect(row).toMatchObject({ state: "toDecide", remindable: false, reassignable: false });
    expect(row).not.toHaveProperty("reviewer");
    expect(await rowOf(ada, disputed, { reviewer_id: rita.user_id })).toBeUndefined();
    expect(await rowOf(ada, disputed, { part: "underReview" })).toMatchObject({ state: "toDecide" });
    const { work: appealed } = await contradictedAppeal();
    expect(await rowOf(ada, appealed)).toMatchObject({ state: "toDecide", remindable: false });
    expect((await rita.call(review.release, { credential_job_id })).status).toBe(200);
    expect(await listed(ada, { credential_id: id, part: "waiting" })).toMatchObject({ total: 1 });
    const pages = [await listed(ada, { limit: 1 })];
    for (let { cursor } = pages[0]!; cursor !== undefined; cursor = pages.at(-1)!.cursor)
      pages.push(await listed(ada, { limit: 1, cursor }));
    expect(pages.map(({ reviews }) => reviews[0]!.credential_job_id)).toEqual(
      (await listed(ada)).reviews.map((each) => each.credential_job_id),
    );
  });

  test("reminds whoever has the turn, at whatever seat, with the clock and once, and answers the same", async () => {
    const ample = { criteria: { clock: { first_days: 20, revision_days: 5, reviewer_days: 10 } } };
    const { work, second } = await seats.taken(ample);
    const { credential_job_id } = work;
    const remind = async () => (await ada.call(review.remind, { credential_job_id })).body;
    const answers: unknown[] = [];
    const people = [ray, rita, rob];
    expect(await told(people, async () => answers.push(await remind(), await remind()))).toEqual([[], [], []]);
    const [answer] = answers as Awaited<ReturnType<typeof remind>>[];
    expect(answers[1]).toEqual(answer);
    expect(answer!.data).toEqual({ credential_job_id, reminded_on: expect.stringMatching(/:00\.000Z$/) });
    expect(await rowOf(ada, work)).toMatchObject({ state: "underReview", reminded_on: answer!.data.reminded_on });
    const ofSecond = async () => (await world.control.items(`AUDIT#${second}`)).map(({ type }) => type);
    const types = await ofSecond();
    const passes = async () => {
      for (let day = 1; day <= 6; day += 1) await Promise.all([1, 2].map(() => seats.clock(day * dayMs)));
    };
    await passes();
    expect((await ofSecond()).slice(types.length)).toEqual(["job.due-reminded"]); // Ray's, as the clock tells of a day
    expect(await told(people, passes)).toEqual([[], [], []]);
    const asked = { credential_job_id };
    expect((await ada.call(review.remind, { credential_job_id: second })).status).toBe(404);
    for (const person of [ivan, academy.as("Pia"), rita])
      expect((await person.call(review.remind, asked)).status).toBe(person === ivan ? 404 : 403);
  });

  test("reminds nobody who is at work, before they left it alone for two business days", async () => {
    const work = await seats.begun({ criteria: { clock: { first_days: 20, revision_days: 5, reviewer_days: 20 } } });
    const { credential_job_id } = work;
    const heard = async () =>
      (await world.control.items(`AUDIT#${credential_job_id}`)).filter(({ type }) => type === "job.due-reminded")
        .length;
    expect((await ada.later({ days: 7 }).call(review.remind, { credential_job_id })).status).toBe(200);
    const { status } = await seats.says(rita.later({ days: 7 }), work, credential_job_id, { at: 0 });
    expect(status).toBe(200);
    const day = async (count: number) => {
      await seats.clock(count * dayMs);
      return heard();
    };
    expect([await day(7), await day(8)]).toEqual([0, 0]);
    for (let count = 9; count < 13; count += 1) await day(count);
    expect(await day(13)).toBe(1);
  });

  test("reminds admins of what waits for them, and nobody of what is decided", async () => {
    const undecided = await contradicted();
    const { credential_job_id } = undecided;
    const remind = async (days: number) => (await ada.later({ days }).call(review.remind, { credential_job_id })).body;
    const pass = async () => {
      await remind(0);
      for (let day = 1; day <= 4; day += 1) await seats.clock(day * dayMs);
    };
    const heard = (await told([ada, ray], pass)).map((titles) => titles.filter((title) => title.startsWith("Decide")));
    expect(heard).toEqual([["Decide a review: Classroom reading"], []]);
    expect((await ada.call(review.adjudicate, rulingOn(undecided, "accepted"))).status).toBe(200);
    expect(await remind(2)).toMatchObject({ error: { code: "state.changed" } });
  });
});

describe("the learner's day", () => {
  test("is the same whether a round has one seat or three, and a reviewer's is nearer, the same of each", async () => {
    const clock = { first_days: 7, revision_days: 4 };
    const once = await seats.begun({ share_percent: 1, criteria: { clock } });
    const { work, second } = await seats.taken({ criteria: { clock } });
    const [one, other] = [(await seats.shown(once)).decision, (await seats.shown(work)).decision];
    expect([one?.business_days, other?.business_days, other?.due_on]).toEqual([15, 15, one?.due_on]);
    const due = async (id: string) => (await seats.jobItem(id)).due;
    expect((await due(once.credential_job_id))?.business_days).toBe(3);
    expect((await due(second))?.business_days).toBe(3);
    const first = await due(work.credential_job_id);
    expect(first?.steps.filter(({ step }) => step === "promised")).toEqual([{ step: "promised", on: one?.due_on }]);
    const told = async () => {
      await world.settle();
      const { notices } = (await work.learner.call(user.listNotices, {})).body.data;
      return notices.filter(({ title }) => title.startsWith("Late")).length;
    };
    const before = await told();
    const lateMs = Date.parse(first!.due_on) - Date.now();
    await seats.clock(lateMs + 2 * dayMs);
    expect(await told()).toBe(before);
  });
});
