import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { credentialKeys } from "../../functions/data/keys/credential.ts";
import { metricsKeys } from "../../functions/data/keys/metrics.ts";
import { organizationKeys } from "../../functions/data/keys/organization.ts";
import { paymentKeys } from "../../functions/data/keys/payment.ts";
import { counterOf } from "../../functions/data/keys/platform.ts";
import { qualityKeys } from "../../functions/data/keys/quality.ts";
import { submissionKeys, submissionViews } from "../../functions/data/keys/submission.ts";
import { handler as acceptSection } from "../../functions/review/accept-section.ts";
import { handler as rejectSection } from "../../functions/review/reject-section.ts";
import { isSeedPassed, seedFlagOf } from "../../shared/calibration/seeded-anchor.ts";
import { contract } from "../../shared/contract.ts";
import { FirstJob, Job } from "../../shared/review/job.ts";
import { answersOf as allAnswers, type Bystander, differing } from "../review/same-answers.ts";
import { anchoredCredential, keyed, marked, triedAnchors } from "../support/fixtures/anchors.ts";
import { answered } from "../support/fixtures/answered.ts";
import { acceptedReviewer } from "../support/fixtures/reviewer.ts";
import {
  anchorJobsOf,
  finishedBefore,
  opposite,
  says,
  seeded,
  seededAnchorsOf,
  shownBy,
} from "../support/fixtures/seeded-anchors.ts";
import { submitted } from "../support/fixtures/work.ts";
import { expectInvariants } from "../support/invariants.ts";
import { lentWorld } from "../support/lent-world.ts";
import type { Organization } from "../support/organization.ts";
import type { Person } from "../support/people.ts";
import { raceHarness } from "../support/race.ts";

const { credential, organization, reviewer, submission, user, calibration, review, quality } = contract;
const world = await lentWorld(); // moves what an organization has
const { control } = world;
const dayMs = 86_400_000;
let academy: Organization;
let ada: Person;
let rita: Person;
let ray: Person;
let rob: Person;

beforeAll(async () => {
  academy = await world.newOrganization("Seeded Academy");
  ada = academy.as("Ada");
  [rita, ray, rob] = [
    await acceptedReviewer(academy, "Rita"),
    await acceptedReviewer(academy, "Ray"),
    await acceptedReviewer(academy, "Rob"),
  ];
});
afterAll(async () => {
  await expectInvariants(world, academy);
  await world.stop();
});

/** A credential with seeded anchors, whose reviewers are calibrated. */
async function seededCredential(reviewers: readonly Person[], title: string, criteria: object = {}) {
  const draft = await anchoredCredential(academy, reviewers, title, { seeded_anchors: true, ...criteria });
  for (const each of reviewers) await triedAnchors(each, draft.credential_id);
  const of = { cred_id: draft.credential_id, organization_id: academy.organization_id };
  return { ...draft, ...of };
}

const stored = async (id: string) => Job.parse(await control.item(submissionKeys.job(id).pk, "META"));
const open = async (person: Person) =>
  answered(await person.call(review.list, {})).jobs.map(({ credential_job_id }) => credential_job_id);
const accept = (person: Person, credential_job_id: string) => person.call(review.accept, { credential_job_id });
const typesOf = async (subject_id: string) =>
  (await control.items(`AUDIT#${subject_id}`)).map(({ type }) => String(type));
const listed = async (part: string) => {
  const { key, name } = counterOf(submissionViews.reviewerJobs(rita.user_id, part));
  return Number((await control.item(key.pk, key.sk))?.[name] ?? 0);
};
const paid = async (person: Person, id: string) =>
  answered(await person.call(review.payments, {})).payments.filter((each) => each.credential_job_id === id);
const calibrated = async (credential_id: string, { user_id }: Person) =>
  answered(await ada.call(calibration.list, { credential_id })).reviewers.find((each) => each.user_id === user_id)!;

describe("the twentieth job of a calibrated reviewer", () => {
  test("is an anchor once nineteen are finished, at a moment that is drawn, and the count begins anew", async () => {
    const of = await seededCredential([rita], "Counted");
    await finishedBefore(control, rita, { ...of, finished: 17 });
    for (const [name, finished] of [
      ["Lena", 18],
      ["Leo", 19],
    ] as const) {
      const { credential_job_id } = await submitted(academy.as(name), of.cred_id);
      await accept(rita, credential_job_id);
      expect((await says(rita, credential_job_id, { ...of, achieved: "abcdefgh" })).status).toBe(200);
      expect((await seededAnchorsOf(control, rita, of.cred_id)).finished).toBe(finished);
      await control.runSchedule("offer-open-jobs");
      expect(await anchorJobsOf(control, of.organization_id)).toEqual([]);
    }
    await control.runSchedule("offer-open-jobs", 2 * dayMs);
    const [anchor, ...others] = await anchorJobsOf(control, of.organization_id);
    expect([anchor, others]).toMatchObject([{ seat: "anchor", reviewers: [rita.user_id] }, []]);
    const { finished, seeds } = await seededAnchorsOf(control, rita, of.cred_id);
    expect([finished, seeds]).toMatchObject([0, [{ form: "B", credential_job_id: anchor!.credential_job_id }]]);
    await control.runSchedule("offer-open-jobs", 2 * dayMs);
    expect(await anchorJobsOf(control, of.organization_id)).toHaveLength(1);
    await accept(rita, anchor!.credential_job_id);
    await says(rita, anchor!.credential_job_id, { ...of, achieved: await shownBy(control, anchor!) });
    expect((await seededAnchorsOf(control, rita, of.cred_id)).finished).toBe(0);
  });

  test("is none where the author has not said so, where nobody is calibrated, or where files are handed in", async () => {
    const off = await anchoredCredential(academy, [rita], "Off");
    await triedAnchors(rita, off.credential_id);
    const uncalibrated = await anchoredCredential(academy, [rita], "Uncalibrated", { seeded_anchors: true });
    for (const { credential_id: cred_id } of [off, uncalibrated]) {
      await finishedBefore(control, rita, { cred_id, organization_id: academy.organization_id });
      await control.runSchedule("offer-open-jobs");
      expect((await seededAnchorsOf(control, rita, cred_id)).seeds).toEqual([]);
    }
    const { credential_job_id } = await submitted(academy.as("Lena"), off.credential_id);
    await accept(rita, credential_job_id);
    await says(rita, credential_job_id, { section_id: off.section_id, achieved: "abcdefgh" });
    expect((await seededAnchorsOf(control, rita, off.credential_id)).finished).toBe(19);
    const { body } = await ada.call(credential.read, { credential_id: off.credential_id });
    expect(body.data.reviewer_criteria).toMatchObject({ calibration: "required", seeded_anchors: false });
  });

  test("is none of an older key that accepts a section short of its minimum, as no reviewer may", async () => {
    const of = await seededCredential([ray], "Older keys");
    const partition = credentialKeys.credential(of.cred_id).pk;
    const anchors = (await control.items(partition)).filter(({ sk }) => `${sk}`.startsWith("ANCHOR#"));
    expect(anchors).toHaveLength(8);
    const accepting = keyed(of.section_id, "a").map((each) => ({ ...each, status: "accepted" }));
    for (const anchor of anchors) {
      const written = (anchor.keys as object[]).map((key) => ({ ...key, sections: accepting }));
      await control.put([{ ...anchor, keys: written } as never]);
    }
    await finishedBefore(control, ray, of);
    await control.runSchedule("offer-open-jobs");
    expect((await seededAnchorsOf(control, ray, of.cred_id)).seeds).toEqual([]);
  });

  test("is one, however many runs of the clock look at once, and the next is counted from it", async () => {
    const of = await seededCredential([ray], "Looked at twice");
    await finishedBefore(control, ray, of);
    await Promise.all(Array.from({ length: 4 }, () => control.runSchedule("offer-open-jobs")));
    const { finished, seeds } = await seededAnchorsOf(control, ray, of.cred_id);
    expect([finished, seeds.length]).toEqual([0, 1]);
    const open = (await anchorJobsOf(control, of.organization_id)).filter(({ cred_id }) => cred_id === of.cred_id);
    expect(open).toHaveLength(1);
  });

  test("is never one they had as a job, and of the form they know last", async () => {
    const of = await seededCredential([rita], "Fresh");
    const forms: string[] = [];
    for (let time = 0; time < 5; time++) {
      const anchor = await seeded(control, rita, of);
      forms.push((await seededAnchorsOf(control, rita, of.cred_id)).seeds.at(-1)!.form);
      await rita.call(review.decline, { credential_job_id: anchor.credential_job_id, reason: "time" });
      await control.runSchedule("offer-open-jobs");
    }
    const { seeds } = await seededAnchorsOf(control, rita, of.cred_id);
    expect(new Set(seeds.map(({ anchor_id }) => anchor_id)).size).toBe(5);
    expect(forms).toEqual(["B", "B", "B", "B", "A"]);
  });
});

/** An answer without what differs between any two jobs: ids, minutes, and what was handed in. */
const shapeOf = (answer: unknown): unknown =>
  JSON.parse(
    JSON.stringify(answer)
      .replace(/\b(usr|org|crd|sec|app|job)_[0-9A-Za-z]+/g, "$1_id")
      .replace(/"\d{4}-\d\d-\d\dT\d\d:\d\d:00\.000Z"/g, '"minute"')
      .replace(/"response":"[^"]*"/g, '"response":"work"')
      .replace(/"open_minutes":\d+/g, '"open_minutes":0'),
  );

/** Everything that its reviewer is answered of a job from its offer to its end. */
async function answersOf(who: Person, id: string, of: { section_id: string; achieved: string }): Promise<unknown[]> {
  const seen: unknown[] = [];
  const find = (rows: readonly { credential_job_id?: string | undefined }[]) =>
    rows.find(({ credential_job_id }) => credential_job_id === id);
  const look = async (status: "open" | "accepted" | "all") => {
    seen.push(answered(await who.call(review.read, { credential_job_id: id })));
    const listed = status === "open" ? who.call(review.list, {}) : who.call(review.listAssigned, { status: "all" });
    seen.push(find(answered(await listed).jobs));
    const type = status === "open" ? "open" : status === "accepted" ? "inprogress" : "completed";
    seen.push(find(answered(await who.call(submission.list, { type, limit: 100 })).submissions));
  };
  await look("open");
  seen.push((await accept(who, id)).body);
  await look("accepted");
  seen.push((await who.call(review.extend, { credential_job_id: id })).body);
  seen.push((await who.call(review.release, { credential_job_id: id })).body);
  await control.runSchedule("offer-open-jobs", 61_000);
  await look("open");
  seen.push((await accept(who, id)).body);
  seen.push((await says(who, id, { ...of, achieved: of.achieved.slice(0, 3) })).body);
  const { application_id, learner_id } = await stored(id);
  for (const hidden of [application_id, learner_id]) expect(JSON.stringify(seen)).not.toContain(hidden);
  return seen;
}

describe("what its reviewer is answered of it", () => {
  test("is, field by field, what they are answered of any first seat that ends with a revision", async () => {
    const of = await seededCredential([rita], "Alike");
    const ordinary = await submitted(academy.as("Lena"), of.cred_id);
    await control.runSchedule("offer-open-jobs");
    const anchor = await seeded(control, rita, of);
    const [one, other] = [ordinary.credential_job_id, anchor.credential_job_id];
    const look = async (id: string) => shapeOf(await answersOf(rita, id, { ...of, achieved: "abc" }));
    expect(await look(other)).toEqual(await look(one));
    const ended = async (id: string) =>
      shapeOf([
        answered(await rita.call(review.read, { credential_job_id: id })),
        answered(await rita.call(review.listAssigned, {})).jobs.find((each) => each.credential_job_id === id),
        await paid(rita, id),
      ]);
    expect(await ended(other)).toEqual(await ended(one));
    expect((await stored(other)).status).toBe("revisionNeeded");
  });

  test("is, field by field, what they are answered of any first seat that completes the submission", async () => {
    const of = await seededCredential([rita], "Alike once more");
    const { credential_job_id: one } = await submitted(academy.as("Leo"), of.cred_id);
    await control.runSchedule("offer-open-jobs");
    const { credential_job_id: other } = await seeded(control, rita, of);
    const look = async (id: string) => {
      await accept(rita, id);
      return shapeOf([
        (await says(rita, id, { ...of, achieved: "abcdefgh" })).body,
        (await says(rita, id, { ...of, achieved: "abcdefgh" })).body,
        answered(await rita.call(review.read, { credential_job_id: id })),
        answered(await rita.call(review.listAssigned, {})).jobs.find((each) => each.credential_job_id === id),
        await paid(rita, id),
      ]);
    };
    expect(await look(other)).toEqual(await look(one));
  });

  test("is, field by field, what they are answered of any later seat where rounds are reviewed twice", async () => {
    const terms = { second_review: { share_percent: 100, second_days: 2 } };
    const of = await seededCredential([rita, ray, rob], "Twice alike", terms);
    const { credential_job_id: first } = await submitted(academy.as("Lena"), of.cred_id);
    await accept(rita, first);
    await says(rita, first, { ...of, achieved: "abc" });
    await control.runSchedule("offer-open-jobs", 61_000);
    const one = FirstJob.parse(await stored(first)).later_seats![0]!.job_id;
    const { credential_job_id: other } = await seeded(control, ray, of);
    for (const id of [one, other]) expect((await stored(id)).due?.business_days).toBe(2);
    const metrics = async () => answered(await ray.call(quality.readOwn, {}));
    const before = await metrics();
    const look = async (id: string) => {
      const seen = await answersOf(ray, id, { ...of, achieved: "abc" });
      await control.runSchedule("release-idle-jobs", 61_000);
      return shapeOf([...seen, answered(await ray.call(review.read, { credential_job_id: id })), await paid(ray, id)]);
    };
    expect(await look(other)).toEqual(await look(one));
    await control.settle();
    expect(await metrics()).toEqual(before); // by neither of the two
  });

  test("tells them by the same mail and notice of it", async () => {
    const of = await seededCredential([rob], "Told alike");
    await submitted(academy.as("Lena"), of.cred_id);
    await seeded(control, rob, of);
    await control.settle();
    const notices = answered(await rob.call(user.listNotices, { limit: 50 })).notices.filter(({ title }) =>
      title.includes("Told alike"),
    );
    expect(notices).toHaveLength(2);
    const [one, other] = notices.map(({ notice_id: _, created_on: __, link: ___, ...said }) => said);
    expect(one).toEqual(other);
    const mails = (await control.mailsTo(rob.email)).filter(({ subject }) => subject.includes("Told alike"));
    expect(mails).toHaveLength(2);
    const [first, second] = mails.map(({ text = "" }) => text.replace(/job_[0-9A-Za-z]+/g, "job"));
    expect(first).toBe(second);
  });

  test("brings the same reminder by chance that staff ask for of others, in hand and on offer, once a day at most", async () => {
    const criteria = { clock: { first_days: 20, revision_days: 5, reviewer_days: 20 } };
    const of = await seededCredential([rob], "Recalled alike", criteria);
    const { credential_job_id: one } = await submitted(academy.as("Leo"), of.cred_id);
    const anchors: string[] = [];
    for (let time = 0; time < 4; time++) anchors.push((await seeded(control, rob, of)).credential_job_id);
    for (const id of [one, ...anchors]) expect((await accept(rob, id)).status).toBe(200);
    const told = async (title: string) => {
      await control.settle();
      const { notices } = answered(await rob.call(user.listNotices, { limit: 100 }));
      const own = notices.filter((each) => each.title.startsWith(title) && each.title.endsWith("Recalled alike"));
      const mails = (await control.mailsTo(rob.email)).filter(
        ({ subject }) => subject.startsWith(title) && subject.endsWith("Recalled alike"),
      );
      expect(mails.length).toBe(own.length);
      return {
        of: (id: string) => own.filter(({ link }) => link?.includes(id)).length,
        kinds: new Set([
          ...own.map(({ notice_id: _, created_on: __, ...said }) => JSON.stringify(shapeOf(said))),
          ...mails.map(({ text = "" }) => text.replace(/job_[0-9A-Za-z]+/g, "job")),
        ]),
      };
    };
    const pass = async (days: number) => {
      const runs = days % 4 === 0 ? [1, 2] : [1];
      await Promise.all(runs.map(() => control.runSchedule("release-idle-jobs", days * dayMs)));
    };
    expect((await ada.call(review.remind, { credential_job_id: one })).status).toBe(200);
    expect((await told("Decision due")).of(one)).toBe(0); // not at a moment of its own
    for (let day = 1; day <= 13; day++) await pass(day);
    const inHand = await told("Decision due");
    expect([inHand.of(one), inHand.kinds.size]).toEqual([1, 2]); // one notice and one mail, whichever job it is
    expect(anchors.some((id) => inHand.of(id) > 0)).toBe(true);
    for (let day = 14; day <= 16; day++) await pass(day); // each goes back
    await control.runSchedule("offer-open-jobs", 16 * dayMs);
    expect((await ada.later({ days: 16 }).call(review.remind, { credential_job_id: one })).status).toBe(200);
    for (let day = 17; day <= 26; day++) await pass(day);
    const onOffer = await told("Still waiting for a reviewer");
    expect([onOffer.of(one), onOffer.kinds.size]).toEqual([1, 2]);
    expect(anchors.some((id) => onOffer.of(id) > 0)).toBe(true);
    for (const id of anchors) {
      const days = (await control.items(`AUDIT#${id}`))
        .filter(({ type }) => type === "job.due-reminded" || type === "job.offer-reminded")
        .map(({ at }) => String(at).slice(0, 10));
      expect(days).toEqual([...new Set(days)]);
    }
  });

  test("moves its day with that of any other job when the working days change", async () => {
    const of = await seededCredential([rita], "Moved alike");
    const { credential_job_id: one } = await submitted(academy.as("Lena"), of.cred_id);
    const { credential_job_id: other } = await seeded(control, rita, of);
    for (const id of [one, other]) await accept(rita, id);
    await rita.call(review.extend, { credential_job_id: one });
    await rita.call(review.extend, { credential_job_id: other });
    const dueOn = async () => [(await stored(one)).due!.due_on, (await stored(other)).due!.due_on];
    const before = await dueOn();
    const { timezone } = (await stored(one)).due!;
    const day = new Intl.DateTimeFormat("en-CA", { timeZone: timezone }).format(new Date(before[0]!));
    const calendar = answered(await ada.call(organization.readCalendar));
    const saved = { ...calendar, closing_days: [day], move_due_dates: true };
    expect((await ada.call(organization.saveCalendar, saved)).status).toBe(200);
    await control.runSchedule("release-idle-jobs");
    const after = await dueOn();
    expect(after[0]! > before[0]!).toBe(true);
    expect([before[1], after[1]]).toEqual([before[0], after[0]]);
  });

  test("is nothing for anybody else: no other reviewer, no staff and no list of theirs has it", async () => {
    const of = await seededCredential([rita, ray], "Alone");
    const { credential_job_id } = await seeded(control, rita, of);
    expect(await open(rita)).toContain(credential_job_id);
    expect(await open(ray)).not.toContain(credential_job_id);
    expect((await accept(ray, credential_job_id)).status).toBe(404);
    for (const person of [ray, ada, academy.as("Ivan")])
      expect((await person.call(review.read, { credential_job_id })).status).toBe(404);
    for (const person of [ada, academy.as("Ivan")])
      expect((await person.call(review.list, { limit: 100 })).text).not.toContain(credential_job_id);
  });

  test("leaves all that other reviewers and issuers may read as it was, open and decided, and an admin's until it is", async () => {
    const of = await seededCredential([rita, ray], "Unseen");
    const work = await submitted(academy.as("Lena"), of.cred_id);
    await control.runSchedule("offer-open-jobs");
    expect((await accept(ray, work.credential_job_id)).status).toBe(200);
    const others: Bystander[] = [
      { name: "Ray", person: ray, tries: ["grade"] },
      { name: "Ivan", person: academy.as("Ivan"), tries: ["accept", "decide"] },
    ];
    const look = async (people: readonly Bystander[]) => {
      await world.settle();
      return allAnswers(world, people, { ...work, credential_id: of.cred_id }, academy.organization_id);
    };
    const everybody: Bystander[] = [...others, { name: "Ada", person: ada, tries: ["accept", "decide"] }];
    const before = await look(everybody);
    const { credential_job_id } = await seeded(control, rita, of);
    await accept(rita, credential_job_id);
    const inHand = await look(everybody);
    await says(rita, credential_job_id, { ...of, achieved: "abcdefg" });
    const decided = await look(others);
    expect(differing(before, inHand, ["Ray", "Ivan", "Ada"])).toEqual([]);
    expect(differing(inHand, decided, ["Ray", "Ivan"])).toEqual([]);
    console.info(`${inHand.size + decided.size} answers compared while an anchor came and went`);
    expect(before.size).toBeGreaterThan(100);
  });
});

describe("a finished anchor", () => {
  test("is compared with its key, paid once by the organization, and in no figure but that", async () => {
    const of = await seededCredential([rita], "Judged");
    const amounts = async () => ({
      credential: await control.item(
        metricsKeys.credentialMetrics(of.organization_id, of.cred_id).pk,
        metricsKeys.credentialMetrics(of.organization_id, of.cred_id).sk,
      ),
      quality: await control.items(qualityKeys.quality(of.organization_id, "").pk),
      queue: answered(await ada.call(quality.readQueue, {})),
      applicants: answered(await ada.call(credential.listApplicants, { cred_id: of.cred_id })),
      reviews: (await listed("completed")) - (await listed("anchors")), // which a certificate says of its reviewer
    });
    await control.settle();
    const before = await amounts();
    const anchor = await seeded(control, rita, of);
    const { credential_job_id } = anchor;
    await accept(rita, credential_job_id);
    expect(await calibrated(of.cred_id, rita)).not.toHaveProperty("seeded");
    const shown = "abcdefgh";
    expect((await says(rita, credential_job_id, { ...of, achieved: shown })).body.data).toMatchObject({
      job_status: "completed",
      submission_status: "completed",
    });
    for (let time = 0; time < 2; time++) await control.runSchedule("release-idle-jobs");
    await control.settle();
    expect(await paid(rita, credential_job_id)).toMatchObject([{ amount: 6.67, review_time: 20 }]);
    const billed = (await control.items(paymentKeys.billing(rita.user_id, "").pk)).filter(
      (line) => line.credential_job_id === credential_job_id,
    );
    expect(billed).toMatchObject([{ kind: "pay", reviewer_pay_cents: 667, price_cents: 0 }]);
    const { seeded: outcome } = await calibrated(of.cred_id, rita);
    expect(outcome).toMatchObject({ finished: 1, latest: { score: { achieved: {}, not_achieved: {} } } });
    expect(await amounts()).toEqual(before);
    await expectInvariants(world, academy);
  });

  test("counts among its reviewer's own seats, in time or late and by active time, as any review does", async () => {
    const criteria = { clock: { first_days: 2, revision_days: 1 } };
    const of = await seededCredential([rob], "Counted", criteria);
    const { credential_job_id: one } = await submitted(academy.as("Leo"), of.cred_id);
    const { credential_job_id: other } = await seeded(control, rob, of);
    // what is said minutes ahead may be of the next month
    const [from, to] = [0, 3_600_000].map((ms) => new Date(Date.now() + ms).toISOString().slice(0, 7));
    const metrics = async () => answered(await rob.later({ days: 62 }).call(quality.readOwn, { from, to })).totals;
    const added = async (id: string) => {
      const before = await metrics();
      await accept(rob, id);
      const said = await says(rob.later({ minutes: 9 }), id, { ...of, achieved: "abcdefgh", active_seconds: 500 });
      expect(said.status).toBe(200);
      await control.settle();
      const { seats, in_time, active_time } = await metrics();
      return [seats - before.seats, in_time.of - before.in_time.of, active_time.reviews - before.active_time.reviews];
    };
    expect(await added(one)).toEqual([1, 1, 1]);
    expect(await added(other)).toEqual([1, 1, 1]);
  });

  test("that was marked badly suggests a look, one that was marked well takes that back, and nothing else follows", async () => {
    const of = await seededCredential([ray], "Flagged");
    const flags: (string | undefined)[] = [];
    for (const marks of [opposite, opposite, (shown: string) => shown]) {
      const anchor = await seeded(control, ray, of);
      await accept(ray, anchor.credential_job_id);
      await says(ray, anchor.credential_job_id, { ...of, achieved: marks(await shownBy(control, anchor)) });
      flags.push((await calibrated(of.cred_id, ray)).seeded?.flag);
    }
    expect(flags).toEqual(["watch", "probation", undefined]);
    const { seeded: outcome, standing } = await calibrated(of.cred_id, ray);
    expect([outcome, standing]).toMatchObject([
      { finished: 3, failed: 2, latest: { passed: true } },
      { status: "passed" },
    ]);
  });

  test("badly marked twice in a row has its reviewer's rounds reviewed a second time, until one is marked well", async () => {
    const of = await seededCredential([ray, rita, rob], "On probation", { second_review: { share_percent: 1 } });
    const reasons: boolean[] = [];
    for (const [name, marks] of [
      ["Lena", opposite],
      ["Leo", opposite],
      ["Liv", (shown: string) => shown],
    ] as const) {
      const anchor = await seeded(control, ray, of);
      await accept(ray, anchor.credential_job_id);
      await says(ray, anchor.credential_job_id, { ...of, achieved: marks(await shownBy(control, anchor)) });
      const { credential_job_id } = await submitted(academy.as(name), of.cred_id);
      await accept(ray, credential_job_id);
      expect((await says(ray, credential_job_id, { ...of, achieved: "abcdefgh" })).status).toBe(200);
      reasons.push(FirstJob.parse(await stored(credential_job_id)).second_review!.reasons.includes("probation"));
    }
    expect(reasons).toEqual([false, true, false]);
  });

  test("is judged by its verdict and the classes it has, and the latest two decide what is suggested", () => {
    const score = (right: number, wrong: number, verdicts_wrong = 0) => ({
      achieved: { right, of: 5 },
      not_achieved: { right: wrong, of: 5 },
      verdicts_wrong,
    });
    expect([score(5, 3), score(4, 4), score(3, 5), score(5, 5, 1)].map(isSeedPassed)).toEqual([
      false,
      true,
      false,
      false,
    ]);
    expect(isSeedPassed({ ...score(5, 0), not_achieved: { right: 0, of: 0 } })).toBe(true);
    const seed = (finished_on: string, passed: boolean) => ({ finished_on, passed });
    expect(seedFlagOf([seed("2026-02", false), seed("2026-01", true)])).toBe("watch");
    expect(seedFlagOf([{}, seed("2026-02", false), seed("2026-01", false)])).toBe("probation");
    expect(seedFlagOf([])).toBeUndefined();
  });

  test("whose revision never comes is paid after sixty days, as any review is", async () => {
    const of = await seededCredential([rob], "Revised never");
    const { credential_job_id } = await seeded(control, rob, of);
    await accept(rob, credential_job_id);
    await says(rob, credential_job_id, { ...of, achieved: "abc" });
    await control.runSchedule("release-idle-jobs", 59 * dayMs);
    expect([(await stored(credential_job_id)).status, await paid(rob, credential_job_id)]).toEqual([
      "revisionNeeded",
      [],
    ]);
    for (let time = 0; time < 2; time++) await control.runSchedule("release-idle-jobs", 61 * dayMs);
    expect((await stored(credential_job_id)).status).toBe("completed");
    expect(await paid(rob, credential_job_id)).toHaveLength(1);
  });

  test("whose last verdict is given in two tabs at once is judged and paid once", async () => {
    const of = await seededCredential([rita], "Raced");
    const anchor = await seeded(control, rita, of);
    const { credential_job_id } = anchor;
    await accept(rita, credential_job_id);
    const [{ marks }] = marked(of.section_id, "abcdefgh") as [ReturnType<typeof marked>[number]];
    const said = {
      credential_job_id,
      credential_section_id: of.section_id,
      grade: "A",
      feedback: "<p>Fine.</p>",
      section_rubric: marks,
    };
    const racers = [
      { handler: acceptSection, person: rita, input: said },
      { handler: rejectSection, person: rita, input: { ...said, confirmed: true } },
    ];
    const partitions = [
      submissionKeys.job(credential_job_id).pk,
      credentialKeys.credential(of.cred_id).pk,
      organizationKeys.organization(of.organization_id).pk,
      organizationKeys.user(rita.user_id).pk,
    ];
    const harness = await raceHarness(control);
    const finishedIn = async (items: readonly Record<string, unknown>[]) =>
      items.filter(({ type }) => type === "seeded-anchor.finished").length;
    const guarded = await harness.copy(partitions);
    expect((await guarded.race(racers)).toSorted()).toEqual([200, 409]);
    expect(await finishedIn(await guarded.written())).toBe(1);
    const unguarded = [
      submissionKeys.job(credential_job_id).pk,
      organizationKeys.user(rita.user_id).pk,
      paymentKeys.payout(credential_job_id).pk,
    ];
    const without = await harness.copy(partitions);
    await without.race(racers, { unguarded });
    expect(await finishedIn(await without.written())).toBe(2);
    await harness.stop();
  });
});

describe("an anchor is taken back", () => {
  const isGone = async (who: Person, id: string) => {
    expect((await stored(id)).status).toBe("withdrawn");
    expect(await open(who)).not.toContain(id);
    expect((await accept(who, id)).body.data?.status).not.toBe("accepted");
    expect(await typesOf(id)).toContain("seeded-anchor.withdrawn");
  };
  const offers = () => control.runSchedule("offer-open-jobs", 61_000);
  /** What its reviewer is told of an end, as of any seat's: by which events, and of which pages. */
  const told = async (who: Person, title: string) => {
    await world.settle();
    const { notices } = answered(await who.call(user.listNotices, { limit: 100 }));
    const mails = (await control.mailsTo(who.email)).filter(({ subject }) => subject.startsWith(title));
    const found = notices.filter((each) => each.title.startsWith(title)).map(({ type, link }) => [type, link]);
    expect(mails).toHaveLength(found.length);
    return found;
  };

  test("when its reviewer declines it", async () => {
    const of = await seededCredential([rita], "Declined");
    const { credential_job_id } = await seeded(control, rita, of);
    expect((await rita.call(review.decline, { credential_job_id, reason: "time" })).status).toBe(200);
    await offers();
    await isGone(rita, credential_job_id);
    expect(await told(rita, "Review closed: Declined")).toEqual([]); // it was never in hand
  });

  test("when nobody takes it until it is due, or gives it back and leaves it", async () => {
    const of = await seededCredential([rita], "Late");
    const { credential_job_id } = await seeded(control, rita, of);
    await accept(rita, credential_job_id);
    await rita.call(review.release, { credential_job_id });
    await offers();
    expect(await open(rita)).toContain(credential_job_id);
    for (let days = 1; days <= 14; days++) await control.runSchedule("release-idle-jobs", days * dayMs);
    await isGone(rita, credential_job_id);
    const undated = await seededCredential([rita], "No day", { clock: null });
    const { credential_job_id: other, due } = await seeded(control, rita, undated);
    expect(due).toBeUndefined();
    await control.runSchedule("release-idle-jobs", 13 * dayMs);
    expect((await stored(other)).status).toBe("open");
    await control.runSchedule("release-idle-jobs", 15 * dayMs);
    await isGone(rita, other);
  });

  test("when its reviewer leaves the list, also while they have it in hand, and nothing undecided is paid", async () => {
    const of = await seededCredential([rita, ray], "Left");
    const { credential_job_id } = await seeded(control, rita, of);
    await accept(rita, credential_job_id);
    const { version } = answered(await ada.call(credential.read, { credential_id: of.cred_id }));
    const left = { credential_id: of.cred_id, version, step: 3 as const, assigned_reviewers: [ray.user_id] };
    expect((await ada.call(credential.update, left)).status).toBe(200);
    await offers();
    await isGone(rita, credential_job_id);
    expect(await told(rita, "Review closed: Left")).toEqual([["job.withdrawn", "/completedJobs"]]);
    await control.runSchedule("release-idle-jobs", 61_000);
    expect(await paid(rita, credential_job_id)).toEqual([]);
  });

  test("when its reviewer is suspended", async () => {
    const of = await seededCredential([rita, rob], "Suspended");
    const { credential_job_id } = await seeded(control, rob, of);
    const decision = { user_id: rob.user_id, status: "suspended" as const, reason: "Because." };
    expect((await ada.call(reviewer.decideApplication, decision)).status).toBe(200);
    await offers();
    await offers();
    expect((await stored(credential_job_id)).status).toBe("withdrawn");
  });

  test("when its credential is closed, and when its organization is archived", async () => {
    const closed = await seededCredential([rita], "Closed");
    const one = await seeded(control, rita, closed);
    const archived = await seededCredential([rita], "Archived");
    const other = await seeded(control, rita, archived);
    const revised = await seededCredential([rita], "Waits");
    const waits = (await seeded(control, rita, revised)).credential_job_id;
    await accept(rita, waits);
    await says(rita, waits, { ...revised, achieved: "abc" });
    const { version } = answered(await ada.call(credential.read, { credential_id: closed.cred_id }));
    expect((await ada.call(credential.close, { credential_id: closed.cred_id, version })).status).toBe(200);
    await offers();
    await isGone(rita, one.credential_job_id);
    const id = academy.organization_id;
    expect((await world.as("Sam").call(organization.archive, { id, archiveStatus: true })).status).toBe(200);
    await Promise.all([1, 2].map(() => control.runSchedule("unlist-archived")));
    await control.runSchedule("unlist-archived");
    await isGone(rita, other.credential_job_id);
    expect((await stored(waits)).status).toBe("revisionNeeded");
    const page = `/acceptedJobs/submissions/${waits}`;
    expect(await told(rita, "Finish your review of “Waits”")).toEqual([["job.archive-told", page]]);
    expect((await world.as("Sam").call(organization.archive, { id, archiveStatus: false })).status).toBe(200);
    await control.runSchedule("unlist-archived");
  });
});
