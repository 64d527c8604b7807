import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { contract } from "../../shared/contract.ts";
import type { BusinessCalendar } from "../../shared/organization/calendar.ts";
import { publishedCredential } from "../support/fixtures/credential.ts";
import { acceptedReviewer } from "../support/fixtures/reviewer.ts";
import { accepted, rejection, submitted, verdict } from "../support/fixtures/work.ts";
import { expectInvariants } from "../support/invariants.ts";
import { lentWorld } from "../support/lent-world.ts";
import type { Organization } from "../support/organization.ts";
import type { Person } from "../support/people.ts";

const { credential, organization, submission, review } = contract;
const world = await lentWorld(); // runs the clock's work as if days later
const dayMs = 86_400_000;
let academy: Organization;
let ada: Person;
let rita: Person;
let ray: Person;

beforeAll(async () => {
  academy = await world.newOrganization("Punctual Academy");
  [ada, rita, ray] = [
    academy.as("Ada"),
    await acceptedReviewer(academy, "Rita"),
    await acceptedReviewer(academy, "Ray"),
  ];
});
afterAll(async () => {
  await expectInvariants(world, academy);
  await world.stop();
});

const clock = { first_days: 7, revision_days: 4, reviewer_days: 3 };
const promised = (title: string, by: readonly Person[] = [rita], days = clock) =>
  publishedCredential(academy, by, { title, criteria: { clock: days } });
const shownTo = async (person: Person, credential_job_id: string) =>
  (await person.call(review.read, { credential_job_id })).body.data;
/** Does what is due a little after a moment. */
const follow = (at: string) =>
  world.control.runSchedule("release-idle-jobs", Date.parse(at) - Date.now() + 2 * 3_600_000);
const subjectsTo = async ({ email }: Person) => {
  await world.settle();
  return (await world.mails.to(email)).map(({ subject }) => subject);
};
const stepsOf = async (credential_job_id: string) =>
  ((await world.control.item(`JOB#${credential_job_id}`, "META"))!.due as { steps: { step: string; on: string }[] })
    .steps;
const typesOf = async (credential_job_id: string) =>
  (await world.control.items(`AUDIT#${credential_job_id}`)).map(({ type }) => type);

describe("a promise of a day", () => {
  test("is made by new credentials, may be changed or left out, and stays what it was when a step is saved without it", async () => {
    const id = await publishedCredential(academy, [rita], { title: "Usual" });
    const read = async (credential_id: string) =>
      (await ada.call(credential.read, { credential_id })).body.data.reviewer_criteria!.clock;
    expect(await read(id)).toEqual(clock);
    const none = await publishedCredential(academy, [rita], { title: "Silent", criteria: { clock: null } });
    expect(await read(none)).toBeNull();
    const copied = (await ada.call(credential.copy, { credential_id: none })).body.data;
    const { reviewer_criteria } = copied;
    const { clock: _, cred_id: __, reviewer_id: ___, ...former } = reviewer_criteria!;
    const step = { credential_id: copied.cred_id, version: copied.version, step: 2 as const };
    const saved = await ada.call(credential.update, { ...step, reviewer_criteria: former as never });
    expect(saved).toMatchObject({ status: 200, body: { data: { reviewer_criteria: { clock: null } } } });
    const refused = await ada.call(credential.update, {
      ...step,
      version: saved.body.data.version,
      reviewer_criteria: { ...former, clock: { first_days: 0, revision_days: 61 } } as never,
    });
    expect(refused).toMatchObject({ status: 400 });
    expect(Object.keys(refused.body.error!.fields!)).toEqual([
      "reviewer_criteria.clock.first_days",
      "reviewer_criteria.clock.revision_days",
    ]);
  });

  test("is not made of what was published without it", async () => {
    const id = await publishedCredential(academy, [rita], { title: "No promise", criteria: { clock: null } });
    const work = await submitted(academy.as("Leo"), id);
    expect((await shownTo(rita, work.credential_job_id)).decision).toBeUndefined();
    const { body } = await work.learner.call(submission.read, { application_id: work.application_id });
    expect(body.data.decision).toBeUndefined();
    expect(await world.control.items(`DUE#job-due`)).toEqual([]);
  });

  test("gives the learner a day, and its reviewer and staff their own, in their lists too; a revision has one of its own", async () => {
    const work = await accepted(academy.as("Lena"), await promised("Seven days"), rita);
    const { credential_job_id, application_id, learner } = work;
    const asLearner = async () => (await learner.call(submission.read, { application_id })).body.data.decision;
    const promisedDay = await asLearner();
    expect(promisedDay).toEqual({
      due_on: expect.any(String),
      business_days: 7,
      timezone: "America/New_York",
      late: false,
    });
    const days = (Date.parse(promisedDay!.due_on) - Date.now()) / dayMs;
    expect(days).toBeGreaterThan(8);
    expect(days).toBeLessThan(15);
    const { decision } = await shownTo(rita, credential_job_id);
    expect(decision).toMatchObject({ business_days: 3, late: false });
    expect(decision!.due_on < promisedDay!.due_on).toBe(true);
    expect((await shownTo(ada, credential_job_id)).decision).toEqual(decision);
    const own = (await learner.call(submission.listOwn, {})).body.data.submissions;
    expect(own.find((row) => row.application_id === application_id)!.decision).toEqual(promisedDay);
    const assigned = (await rita.call(review.listAssigned, {})).body.data.jobs;
    expect(assigned.find((row) => row.credential_job_id === credential_job_id)!.decision).toEqual(decision);

    await rita.call(review.acceptSection, verdict(work, 0));
    await rita.call(review.rejectSection, rejection(work, 1));
    expect(await asLearner()).toBeUndefined(); // in a revision no clock runs
    expect(await world.control.items("DUE#job-due")).toEqual([]);
    const sections = [{ section_id: work.section_ids[1]!, response: "<p>Mended.</p>" }];
    await learner.call(submission.submit, { application_id, credential_id: work.credential_id, sections });
    expect(await asLearner()).toMatchObject({ business_days: 4, late: false });
    await world.settle();
    const mails = await world.mails.to(rita.email);
    expect(mails.find(({ subject }) => subject.startsWith("Revision to review: Seven days"))!.text).toMatch(
      /The decision is due by the end of \w+day, \w+ \d+\./,
    );
    await rita.call(review.acceptSection, verdict(work, 1));
  });
});

describe("on the way to the day", () => {
  test("a reviewer who has not begun is told at half of it, and every one at four fifths", async () => {
    const { credential_job_id, ...work } = await accepted(academy.as("Liv"), await promised("Reminded"), rita);
    const [halfway, reminder] = await stepsOf(credential_job_id);
    await follow(halfway!.on);
    const told = async () =>
      (await subjectsTo(rita)).filter((subject) => /^Decision due .*: Reminded$/.test(subject)).length;
    expect(await told()).toBe(1);
    await follow(halfway!.on);
    expect(await told()).toBe(1);
    await rita.call(review.acceptSection, verdict({ ...work, credential_job_id }, 0));
    await follow(reminder!.on);
    expect(await told()).toBe(2);
    expect((await stepsOf(credential_job_id)).map(({ step }) => step)).toEqual(["late", "overdue", "promised"]);
    await rita.call(review.acceptSection, verdict({ ...work, credential_job_id }, 1));
    expect(await world.control.items("DUE#job-due")).toEqual([]);
  });

  test("a reviewer who has begun hears nothing at half of it", async () => {
    const work = await accepted(academy.as("Leo"), await promised("Begun"), rita);
    await rita.call(review.acceptSection, verdict(work, 0));
    const [halfway] = await stepsOf(work.credential_job_id);
    await follow(halfway!.on);
    expect(await typesOf(work.credential_job_id)).not.toContain("job.due-reminded");
    await rita.call(review.acceptSection, verdict(work, 1));
  });

  test("the day itself is not late; after it its reviewer is told once, later the job is open to all, and the learner is told of theirs", async () => {
    const id = await promised("Overdue", [rita, ray]);
    const work = await submitted(academy.as("Lena"), id);
    const { credential_job_id, learner } = work;
    await rita.call(review.accept, { credential_job_id });
    const [, , late, overdue, promisedDay] = await stepsOf(credential_job_id);
    const lateMails = async (person: Person) =>
      (await subjectsTo(person)).filter((subject) => /late: Overdue$/.test(subject)).length;
    await world.control.runSchedule("release-idle-jobs", Date.parse(late!.on) - Date.now() - 60_000);
    expect([await lateMails(learner), await lateMails(rita)]).toEqual([0, 0]);
    await follow(late!.on);
    await follow(late!.on);
    expect([await lateMails(learner), await lateMails(rita), await lateMails(ray)]).toEqual([0, 1, 0]);
    expect((await world.control.item(`JOB#${credential_job_id}`, "META"))!.status).toBe("accepted");
    await follow(overdue!.on);
    expect((await world.control.item(`JOB#${credential_job_id}`, "META"))!.status).toBe("open");
    for (let run = 0; run < 6; run += 1) await follow(promisedDay!.on);
    expect([await lateMails(learner), await lateMails(rita), await lateMails(ray)]).toEqual([1, 1, 0]);
    expect(await ray.call(review.accept, { credential_job_id })).toMatchObject({ status: 200 });
    for (const index of [0, 1] as const) await ray.call(review.acceptSection, verdict(work, index));
  });
});

describe("a reviewer who needs more time", () => {
  test("takes two more days once; the learner keeps the promised day, and both are told when their own is over", async () => {
    const work = await accepted(
      academy.as("Leo"),
      await promised("More time", [rita], { ...clock, first_days: 3 }),
      rita,
    );
    const { credential_job_id, application_id, learner } = work;
    const extend = (person = rita) => person.call(review.extend, { credential_job_id });
    const { decision: before, extendable } = await shownTo(rita, credential_job_id);
    expect(extendable).toBe(true);
    expect(await extend(ray)).toMatchObject({ status: 404 });
    const extended = await extend();
    expect(extended).toMatchObject({ status: 200, body: { data: { decision: { business_days: 5, late: false } } } });
    expect(await extend()).toMatchObject({ status: 200, body: extended.body });
    const { decision: after, ...shown } = await shownTo(rita, credential_job_id);
    expect([after, shown.extendable]).toEqual([extended.body.data.decision, false]);
    expect(after!.due_on > before!.due_on).toBe(true);
    const { decision } = (await learner.call(submission.read, { application_id })).body.data;
    expect(decision).toEqual(before);
    const rows = (await world.control.items(`AUDIT#${credential_job_id}`)).filter(
      ({ type }) => type === "job.due-extended",
    );
    expect(rows).toMatchObject([{ from: "accepted", to: "accepted", actor_id: rita.user_id }]);

    const lateMails = async (person: Person) =>
      (await subjectsTo(person)).filter((subject) => /late: More time$/.test(subject)).length;
    await follow((await stepsOf(credential_job_id)).at(0)!.on);
    await follow(before!.due_on);
    await follow(before!.due_on);
    expect([await lateMails(learner), await lateMails(rita)]).toEqual([1, 0]);
    await follow(after!.due_on); // reminds
    await follow(after!.due_on);
    expect([await lateMails(learner), await lateMails(rita)]).toEqual([1, 1]);
    for (const index of [0, 1] as const) await rita.call(review.acceptSection, verdict(work, index));
    expect(await extend()).toMatchObject({ status: 200 }); // a repeat
  });

  test("takes none once the day is over, none where no day was promised, and again in the next round", async () => {
    const silent = await publishedCredential(academy, [rita], { title: "No day", criteria: { clock: null } });
    const unpromised = await accepted(academy.as("Lena"), silent, rita);
    const refused = { status: 409, body: { error: { code: "job.not-extendable" } } };
    expect(await rita.call(review.extend, unpromised)).toMatchObject({ status: 400 }); // fields it does not know
    const { credential_job_id } = unpromised;
    expect(await rita.call(review.extend, { credential_job_id })).toMatchObject(refused);

    const work = await accepted(academy.as("Liv"), await promised("Again"), rita);
    const { due_on } = (await shownTo(rita, work.credential_job_id)).decision!;
    const tooLate = rita.later({ days: Math.ceil((Date.parse(due_on) - Date.now()) / dayMs) + 1 });
    expect(await tooLate.call(review.extend, { credential_job_id: work.credential_job_id })).toMatchObject(refused);
    expect(await rita.call(review.extend, { credential_job_id: work.credential_job_id })).toMatchObject({
      status: 200,
    });
    await rita.call(review.acceptSection, verdict(work, 0));
    await rita.call(review.rejectSection, rejection(work, 1));
    const sections = [{ section_id: work.section_ids[1]!, response: "<p>Mended.</p>" }];
    const { application_id, credential_id, learner } = work;
    await learner.call(submission.submit, { application_id, credential_id, sections });
    expect(await shownTo(rita, work.credential_job_id)).toMatchObject({
      extendable: true,
      decision: { business_days: 4 },
    });
    await rita.call(review.acceptSection, verdict(work, 1));
  });

  test("keeps the two days when promised days are moved", async () => {
    const school = await world.newOrganization("Moving School");
    const reviewer = await acceptedReviewer(school, "Rita");
    const id = await publishedCredential(school, [reviewer], { title: "Both", criteria: { clock } });
    const work = await accepted(school.as("Lena"), id, reviewer);
    const { credential_job_id, application_id, learner } = work;
    await reviewer.call(review.extend, { credential_job_id });
    const days = async () => [
      (await learner.call(submission.read, { application_id })).body.data.decision!.due_on,
      (await shownTo(reviewer, credential_job_id)).decision!.due_on,
    ];
    const [promisedBefore, dueBefore] = await days();
    const closing = new Intl.DateTimeFormat("en-CA", { timeZone: "America/New_York" }).format(new Date(dueBefore!));
    const calendar = { weekdays: [1, 2, 3, 4, 5], federal_holidays: true, closing_days: [closing], version: 0 };
    expect(await school.as("Ada").call(organization.saveCalendar, { ...calendar, move_due_dates: true })).toMatchObject(
      { status: 200 },
    );
    await world.control.runSchedule("release-idle-jobs");
    const [promisedAfter, dueAfter] = await days();
    expect(promisedAfter! > promisedBefore!).toBe(true);
    expect(dueAfter! > dueBefore!).toBe(true);
    expect((await stepsOf(credential_job_id)).map(({ step }) => step)).toContain("promised");
    await expectInvariants(world, school);
  });
});

describe("a reviewer's lists", () => {
  test("stand in the order of the days they are due on, those without one last, page by page", async () => {
    const school = await world.newOrganization("Orderly School");
    const reviewer = await acceptedReviewer(school, "Rita");
    const days = { One: 9, Two: null, Three: 3, Four: 6 };
    const ids: Record<string, string> = {};
    for (const [title, first_days] of Object.entries(days)) {
      const criteria = { clock: first_days === null ? null : { ...clock, reviewer_days: first_days } };
      ids[title] = await publishedCredential(school, [reviewer], { title, criteria });
      await submitted(school.as("Lena"), ids[title]);
    }
    const titles = async (asked: object = {}) => {
      const { body } = await reviewer.call(review.list, { sort: "due", ...asked });
      return { titles: body.data.jobs.map(({ title }) => title), cursor: body.data.cursor, total: body.data.total };
    };
    const waiting = await titles({ sort: "oldest" });
    expect(await titles()).toEqual(waiting); // open ones have no day: the longest waiting first
    const first = await titles({ limit: 3 });
    expect(first).toMatchObject({ titles: waiting.titles.slice(0, 3), total: 4 });
    const rest = await titles({ limit: 3, cursor: first.cursor });
    expect(rest).toMatchObject({ titles: waiting.titles.slice(3), total: 4 });
    expect(await titles({ search: "fo" })).toMatchObject({ titles: ["Four"], total: 1 });
    for (const { credential_job_id } of (await reviewer.call(review.list, {})).body.data.jobs)
      await reviewer.call(review.accept, { credential_job_id });
    const { jobs } = (await reviewer.call(review.listAssigned, { sort: "due", status: "accepted" })).body.data;
    expect(jobs.map(({ title }) => title)).toEqual(["Three", "Four", "One", "Two"]);
    expect(await school.as("Ada").call(review.list, { sort: "due" })).toMatchObject({
      status: 400,
      body: { error: { fields: { sort: "Only reviewers sort by due date." } } },
    });
  });
});

describe("how long decisions take", () => {
  test("is counted once for each first decision, and told to who waits for one from twenty on", async () => {
    const school = await world.newOrganization("Counting School");
    const reviewer = await acceptedReviewer(school, "Rita");
    const id = await publishedCredential(school, [reviewer], { title: "Counted", criteria: { clock } });
    const work = await accepted(school.as("Lena"), id, reviewer);
    await reviewer.call(review.acceptSection, verdict(work, 0));
    await reviewer.call(review.rejectSection, rejection(work, 1));
    await world.settle();
    const counted = () => world.control.item(`FIGURES#${school.organization_id}`, "DECISIONS");
    expect(await counted()).toMatchObject({ within_0: 1 });
    const { application_id, credential_id, learner } = work;
    const sections = [{ section_id: work.section_ids[1]!, response: "<p>Mended.</p>" }];
    await learner.call(submission.submit, { application_id, credential_id, sections });
    await reviewer.call(review.acceptSection, verdict(work, 1));
    await world.settle();
    expect(await counted()).toMatchObject({ within_0: 1 }); // the second is no first decision

    const waiting = await submitted(school.as("Leo"), id);
    const told = async () =>
      (await waiting.learner.call(submission.read, { application_id: waiting.application_id })).body.data
        .nine_of_ten_days;
    expect(await told()).toBeUndefined();
    const kept = (await counted())!;
    await world.control.put([{ ...kept, within_2: 16, within_6: 2 }]);
    expect(await told()).toBeUndefined();
    await world.control.put([{ ...kept, within_2: 16, within_6: 3 }]);
    expect(await told()).toBe(6);
    await world.control.put([kept]);
    await expectInvariants(world, school);
  });
});

describe("an organization's working days", () => {
  const usual = { weekdays: [1, 2, 3, 4, 5], federal_holidays: true, closing_days: [] as string[] };
  const read = async () => (await ada.call(organization.readCalendar)).body.data;
  const save = async (different: Partial<BusinessCalendar> & { move_due_dates?: boolean } = {}) => {
    const { version } = await read();
    return ada.call(organization.saveCalendar, { ...usual, version, ...different });
  };

  test("are the usual ones until somebody says otherwise, and each version stays", async () => {
    expect(await read()).toEqual({ ...usual, version: 0 });
    expect(await save({ closing_days: ["2030-12-24", "2030-01-02"] })).toMatchObject({
      status: 200,
      body: { data: { version: 1, closing_days: ["2030-01-02", "2030-12-24"] } },
    });
    expect(await save()).toMatchObject({ status: 200, body: { data: { version: 2 } } });
    const { organization_id } = academy;
    const kept = await world.control.item(`ORG#${organization_id}`, "CALENDAR#000001");
    expect(kept).toMatchObject({ closing_days: ["2030-01-02", "2030-12-24"], organization_id });
    const audits = await world.control.items(`AUDIT#${organization_id}`);
    expect(
      audits.filter(({ type }) => type === "organization.calendar-changed").map((row) => row.calendar_version),
    ).toEqual([1, 2]);
  });

  test("of two who change them at once one is refused; a repeat is answered as before", async () => {
    const { version } = await read();
    const change = (day: string) => ada.call(organization.saveCalendar, { ...usual, closing_days: [day], version });
    const statuses = (await Promise.all([change("2031-01-02"), change("2031-01-03")])).map(({ status }) => status);
    expect(statuses.toSorted()).toEqual([200, 409]);
    const [day] = (await read()).closing_days;
    expect(await change(day!)).toMatchObject({ status: 200, body: { data: { version: version + 1 } } });
    expect(await change("2031-01-04")).toMatchObject({ status: 409 });
  });

  test("are never none", async () => {
    expect(await save({ weekdays: [] })).toMatchObject({
      status: 400,
      body: { error: { fields: { weekdays: "Choose at least one working day." } } },
    });
  });

  test("that change leave promised days as they are, unless these are moved too", async () => {
    const work = await accepted(academy.as("Liv"), await promised("Moved"), rita);
    const { credential_job_id, application_id, learner } = work;
    const decision = async () => (await learner.call(submission.read, { application_id })).body.data.decision!;
    const before = await decision();
    const own = (await shownTo(rita, credential_job_id)).decision!;
    const dueDay = new Intl.DateTimeFormat("en-CA", { timeZone: before.timezone }).format(new Date(own.due_on));
    await save({ closing_days: [dueDay] });
    await world.control.runSchedule("release-idle-jobs");
    expect(await decision()).toEqual(before);
    await save({ closing_days: [dueDay], move_due_dates: true });
    await world.control.runSchedule("release-idle-jobs");
    const moved = await decision();
    expect(moved.due_on > before.due_on).toBe(true);
    expect((await shownTo(rita, credential_job_id)).decision!.due_on > own.due_on).toBe(true);
    expect(await subjectsTo(rita)).toContain("New due date: Moved");
    expect(await subjectsTo(learner)).toContain("New decision date: Moved");
    await world.control.runSchedule("release-idle-jobs");
    expect((await typesOf(credential_job_id)).filter((type) => type === "job.due-moved")).toHaveLength(1);
    for (const index of [0, 1] as const) await rita.call(review.acceptSection, verdict(work, index));
  });

  test("nobody is told of a day while the organization is archived, and its days count for nothing afterwards", async () => {
    const school = await world.newOrganization("Resting School");
    const reviewer = await acceptedReviewer(school, "Rita");
    const id = await publishedCredential(school, [reviewer], { title: "Resting", criteria: { clock } });
    const work = await accepted(school.as("Lena"), id, reviewer);
    const before = (await shownTo(reviewer, work.credential_job_id)).decision!;
    const [halfway] = await stepsOf(work.credential_job_id);
    const archive = (by: Person, archiveStatus: boolean) =>
      by.call(organization.archive, { id: school.organization_id, archiveStatus });
    expect(await archive(world.as("Sam"), true)).toMatchObject({ status: 200 });
    await follow(halfway!.on);
    expect(await typesOf(work.credential_job_id)).not.toContain("job.due-reminded");
    expect(await archive(world.as("Sam").later({ days: 7 }), false)).toMatchObject({ status: 200 });
    await world.control.runSchedule("release-idle-jobs", 7 * dayMs + 60_000);
    const after = (await shownTo(reviewer, work.credential_job_id)).decision!;
    expect(Date.parse(after.due_on) - Date.parse(before.due_on)).toBeGreaterThanOrEqual(5 * dayMs);
    await expectInvariants(world, school);
  });
});
