import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { reviewerKeys } from "../../functions/data/keys/reviewer.ts";
import { submissionKeys } from "../../functions/data/keys/submission.ts";
import { rateKey } from "../../functions/data/rate.ts";
import { checkInvariants } from "../../functions/platform/model/invariants/check.ts";
import { itemsOf } from "../../functions/platform/model/invariants/table.ts";
import { contract } from "../../shared/contract.ts";
import type { TieKind } from "../../shared/tie/declared-ties.ts";
import { conflictsOf, type Declarant, isInForce, isTied } from "../../shared/tie/ties.ts";
import { answered } from "../support/fixtures/answered.ts";
import { publishedCredential } from "../support/fixtures/credential.ts";
import { invitedAs } from "../support/fixtures/invitation.ts";
import { acceptedReviewer, profile } from "../support/fixtures/reviewer.ts";
import { seatsIn } from "../support/fixtures/seats.ts";
import { accepted, submitted, verdict } from "../support/fixtures/work.ts";
import { expectInvariants } from "../support/invariants.ts";
import { lentWorld } from "../support/lent-world.ts";
import type { Organization } from "../support/organization.ts";
import type { Person } from "../support/people.ts";
import { world } from "../support/world.ts";

const { reviewer, submission, user, tie, review } = contract;

describe("what stands between a reviewer and a learner", () => {
  const today = "2026-11-22";
  const work = { organization_name: "Field Academy", created_by: "usr_author" };
  const person = (user_id: string, email: string, ties: Partial<NonNullable<Declarant["ties"]>> = {}): Declarant => ({
    user_id,
    email,
    ties: { employers: [], people: [], ...ties },
  });
  const named = (email: string, kind: TieKind, ended_on?: string) => ({ people: [{ email, kind, ended_on }] });
  const at = (name: string, ended_on?: string) => ({ employers: [{ name, ended_on }] });
  const [rita, lena] = ["rita@gmail.com", "lena@school.test"];
  const reasons = (
    of: Partial<NonNullable<Declarant["ties"]>>,
    ofLearner: Partial<NonNullable<Declarant["ties"]>> = {},
  ) =>
    conflictsOf(person("usr_r", rita, of), person("usr_l", lena, ofLearner), work, today).map(
      ({ reason, hard }) => `${reason} ${hard ? "hard" : "soft"}`,
    );

  test.each([
    ["nothing declared", {}, {}, []],
    ["family, by the reviewer", named(lena, "family"), {}, ["family hard"]],
    ["family, by the learner", {}, named(rita, "family"), ["family hard"]],
    ["by both, once", named(lena, "family"), named(rita, "family"), ["family hard"]],
    ["family that ended long ago", named(lena, "family", "1990-01-01"), {}, ["family hard"]],
    ["business partners for life", named(lena, "business", "1990-01-01"), {}, ["business hard"]],
    ["a supervisor", named(lena, "supervisor"), {}, ["supervisor hard"]],
    ["a supervisor, three years after to the day", named(lena, "supervisor", "2023-11-22"), {}, ["supervisor hard"]],
    ["a supervisor, a day more", named(lena, "supervisor", "2023-11-21"), {}, []],
    ["a co-author until next year", named(lena, "coauthor", "2027-01-01"), {}, ["coauthor hard"]],
    ["somebody else", named("leo@school.test", "family"), {}, []],
    ["the same employer, by its look", at("Lansing  SCHOOLS"), at("lansing schools"), ["employer hard"]],
    ["an employer of one of them", at("Lansing Schools"), {}, []],
    ["an employer left a year ago", at("Lansing Schools", "2025-11-22"), at("Lansing Schools"), ["employer hard"]],
    ["an employer left longer ago", at("Lansing Schools", "2025-11-21"), at("Lansing Schools"), []],
    ["own staff", at("Field Academy"), at("field academy"), ["ownStaff soft"]],
    ["several", { ...named(lena, "coauthor"), ...at("X") }, at("X"), ["coauthor hard", "employer hard"]],
  ])("%s", (_, of, ofLearner, expected) => expect(reasons(of, ofLearner)).toEqual(expected));

  test.each([
    ["a@school.test", "b@school.test", ["emailDomain soft"]],
    ["a@gmail.com", "b@gmail.com", []],
    ["a@school.test", "b@other.test", []],
    ["", "", []],
  ])("addresses %s and %s", (one, other, expected) => {
    const found = conflictsOf(person("usr_r", one), person("usr_l", other), work, today);
    expect(found.map(({ reason, hard }) => `${reason} ${hard ? "hard" : "soft"}`)).toEqual(expected);
  });

  test("an address that is empty, as of a deleted account, is nobody's", () => {
    const learner = person("usr_l", "");
    expect(conflictsOf(person("usr_r", rita, named("", "family")), learner, work, today)).toEqual([]);
  });

  test("the credential's author is to be known, nobody judges their own work", () => {
    const author = person("usr_author", rita);
    expect(conflictsOf(author, person("usr_l", lena), work, today)).toEqual([{ reason: "creator", hard: false }]);
    const own = conflictsOf(person("usr_l", lena), person("usr_l", lena), work, today);
    expect(own[0]).toEqual({ reason: "self", hard: true });
    expect(isTied(own, true)).toBe(true);
  });

  test("an exchange counts for a year after the learner decided on the reviewer's work", () => {
    const found = (reviewed_on: string) =>
      conflictsOf({ ...person("usr_r", rita), reviewed_on }, person("usr_l", lena), work, today);
    expect(found("2025-11-22T00:00:00.000Z")).toEqual([{ reason: "exchange", hard: false }]);
    expect(found("2025-11-21T23:59:59.000Z")).toEqual([]);
  });

  test("a waiver lifts hard ties to its last second, soft ones keep nobody", () => {
    const hard = [{ reason: "family", hard: true } as const];
    expect([isTied(hard, false), isTied(hard, true)]).toEqual([true, false]);
    expect(isTied([{ reason: "creator", hard: false }], false)).toBe(false);
    const waiver = { ends_on: "2026-11-22T22:59:59.000Z" };
    expect(isInForce(waiver, "2026-11-22T22:59:59.000Z")).toBe(true);
    expect(isInForce(waiver, "2026-11-22T23:00:00.000Z")).toBe(false);
    expect(isInForce(undefined, "2026-11-22T23:00:00.000Z")).toBe(false);
  });
});

describe("declared ties", () => {
  const words = "none of their business";
  let world: Awaited<ReturnType<typeof lentWorld>>; // runs the clock's work as if days later
  let academy: Organization;
  let ada: Person;
  let rita: Person;
  let ray: Person;
  beforeAll(async () => {
    world = await lentWorld();
    academy = await world.newOrganization("Fair Academy");
    ada = academy.as("Ada");
    rita = await acceptedReviewer(academy, "Rita");
    ray = await acceptedReviewer(academy, "Ray");
  });
  afterAll(async () => {
    await expectInvariants(world, academy);
    await world.stop();
  });

  const offering = (title: string, by: readonly Person[] = [rita, ray]) => publishedCredential(academy, by, { title });
  const declare = async (person: Person, people: readonly { email: string; kind: TieKind }[]) => {
    const { version } = (await person.call(tie.read, {})).body.data;
    const saved = await person.call(tie.save, { employers: [], people, version });
    expect(saved.status).toBe(200);
  };
  const tiesItem = async ({ user_id }: Person) => {
    const { pk, sk } = reviewerKeys.ties(user_id);
    return (await world.control.item(pk, sk))!;
  };
  /** As if somebody had declared it weeks ago, and nothing since. */
  const declaredBefore = async (person: Person, people: readonly { email: string; kind: TieKind }[]) => {
    await declare(person, people);
    const { taken_back: _, ...item } = await tiesItem(person);
    const counts_from = new Date(Date.now() - 40 * 86_400_000).toISOString();
    await world.control.put([
      { ...item, people: people.map((each) => ({ ...each, counts_from })) },
      { ...changesToday(person), used: 0 },
    ]);
  };
  const changesToday = ({ user_id }: Person) => rateKey("tieChangesPerUser", user_id);
  const strangers = (count: number, beginning = "stranger") =>
    Array.from({ length: count }, (_, at) => ({ email: `${beginning}${at}@elsewhere.test`, kind: "family" as const }));
  const family = ({ email }: Person) => [{ email, kind: "family" as const }];
  const follow = async (days = 1) => {
    for (let run = 0; run < 2; run++) await world.control.runSchedule("offer-open-jobs", days * 86_400_000); // what the first makes due
  };
  const offered = async (person: Person) =>
    (await person.call(review.list, {})).body.data.jobs.map(({ credential_job_id }) => credential_job_id);
  const same = { reason: "emailDomain", hard: false }; // all of a test are at one domain
  const tiesOf = async ({ credential_job_id }: { credential_job_id: string }, { user_id }: Person) =>
    (await ada.call(tie.list, { credential_job_id })).body.data.reviewers.find((each) => each.user_id === user_id)!;
  const waive = (credential_job_id: string, { user_id }: Person, last_day = "2099-01-01") =>
    ada.call(tie.waive, { credential_job_id, reviewer_id: user_id, reason: words, last_day });
  const dayMs = 86_400_000;
  const dayFromNow = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
  const subjectsTo = async ({ email }: Person) => {
    await world.settle();
    return (await world.mails.to(email)).map(({ subject }) => subject);
  };

  test("are kept from a form that was opened before, and a repeat is answered as done", async () => {
    const leo = academy.as("Leo");
    expect((await leo.call(tie.read, {})).body.data).toEqual({ employers: [], people: [], version: 0 });
    const first = { employers: [{ name: "Mill School", ended_on: "2026-01-31" }], people: [], version: 0 };
    const saved = await leo.call(tie.save, first);
    expect(saved.body.data).toMatchObject({ ...first, version: 1 });
    expect((await leo.call(tie.save, first)).body).toEqual(saved.body);
    const stale = await leo.call(tie.save, { ...first, employers: [] });
    expect(stale).toMatchObject({ status: 409, body: { error: { code: "state.changed" } } });
    const bad = { employers: [{ name: "" }], people: [{ email: "nobody", kind: "family" }], version: 1 };
    expect((await leo.call(tie.save, bad)).body.error.fields).toMatchObject({
      "employers.0.name": "Enter the employer’s name.",
      "people.0.email": "Enter a valid email",
    });
    expect((await leo.call(tie.read, {})).body).toEqual(saved.body);
  });

  test("are changed by ten people at a time, and five times a day; what was declared before that stays", async () => {
    const liv = academy.as("Liv");
    const save = async (people: readonly { email: string; kind: TieKind }[]) => {
      const { version } = answered(await liv.call(tie.read, {}));
      return liv.call(tie.save, { employers: [], people: [...people], version });
    };
    const fieldsOf = async (people: readonly { email: string; kind: TieKind }[]) =>
      (await save(people)).body.error?.fields;
    expect(await fieldsOf(strangers(12))).toEqual({ people: "Add at most 10 people at a time. These are 12." });
    expect((await save(strangers(10))).status).toBe(200);
    const many = strangers(45);
    await world.control.put([{ ...(await tiesItem(liv)), people: many }]); // declared when there was no such limit
    expect(await fieldsOf([])).toEqual({ people: "Remove at most 10 people at a time. These are 45." });
    expect((await save(many)).status).toBe(200);
    const full = await fieldsOf([...many.slice(10), ...strangers(10, "new")]);
    expect(full).toEqual({ people: "At most 50 people, including those you removed that still count." });
    for (const at of [1, 2, 3]) expect((await save(many.slice(at))).status).toBe(200);
    const sixth = await save(many.slice(4));
    expect(sixth).toMatchObject({ status: 429, body: { error: { code: "rate.exceeded" } } });
    expect(Number(sixth.headers["retry-after"])).toBeGreaterThan(0);
    expect(answered(await liv.call(tie.read, {})).people).toHaveLength(42);
    const { taken_back: _, ...item } = await tiesItem(liv);
    await world.control.put([
      { ...item, people: [] },
      { ...changesToday(liv), used: 0 },
    ]);
  });

  test("count from the next midnight for thirty days at least, also when they are taken back, and say so", async () => {
    const lena = academy.as("Lena");
    await declaredBefore(lena, []);
    const [first] = family(rita);
    await declare(lena, [first!]);
    const midnight = new Date((Math.floor(Date.now() / dayMs) + 1) * dayMs).toISOString();
    const read = async () => answered(await lena.call(tie.read, {}));
    expect((await read()).people).toEqual([{ ...first, counts_from: midnight }]);
    expect((await read()).taken_back).toBeUndefined();
    await declare(lena, []);
    const ends_on = new Date(Date.parse(midnight) + 30 * dayMs).toISOString();
    const people = [{ ...first, counts_from: midnight, ends_on }];
    expect(await read()).toMatchObject({ people: [], taken_back: { employers: [], people } });
    const before = { ...(await tiesItem(lena)) };
    const counts_from = new Date(Date.now() - dayMs).toISOString();
    await world.control.put([{ ...before, taken_back: { employers: [], people: [{ ...people[0], counts_from }] } }]);
    const { credential_job_id } = await submitted(lena, await offering("Taken back"));
    expect([await offered(rita), await offered(ray)].map((ids) => ids.includes(credential_job_id))).toEqual([
      false,
      true,
    ]);
    await declare(lena, [first!]);
    expect((await read()).people).toEqual([{ ...first, counts_from }]);
    const over = {
      ...(await tiesItem(lena)),
      people: [],
      taken_back: { employers: [], people: [{ ...people[0], ends_on: counts_from }] },
    };
    await world.control.put([over]);
    expect((await read()).taken_back).toBeUndefined();
    await follow();
    expect(await offered(rita)).toContain(credential_job_id);
    await declaredBefore(lena, []);
  });

  test("of either side keep a reviewer from the offer, and say nothing to anybody", async () => {
    const lena = academy.as("Lena");
    await declaredBefore(lena, family(rita));
    const work = await submitted(lena, await offering("Kept"));
    const { credential_job_id, application_id } = work;
    expect(await offered(rita)).not.toContain(credential_job_id);
    expect(await offered(ray)).toContain(credential_job_id);
    const unknown = await rita.call(review.accept, { credential_job_id: "job_0" });
    for (const call of [review.accept, review.read] as const) {
      const refused = await rita.call(call, { credential_job_id });
      expect(refused.status).toBe(404);
      expect(refused.body.error.message).toBe(unknown.body.error.message);
    }
    const seen = await lena.call(submission.read, { application_id });
    const shown = await ray.call(review.read, { credential_job_id });
    expect(seen.text + shown.text).not.toMatch(/family|conflict|waive|"tie/i);
    expect((await rita.call(tie.list, { credential_job_id })).status).toBe(403);
    expect(await tiesOf(work, rita)).toMatchObject({ tied: true, conflicts: [{ reason: "family", hard: true }, same] });
    expect(await tiesOf(work, ray)).toMatchObject({ tied: false, conflicts: [same] });
    await declare(lena, []);
    await follow(0);
    expect(await offered(rita)).not.toContain(credential_job_id);
    await follow(2); // past the midnight: it has stood for thirty days
    expect(await offered(rita)).toContain(credential_job_id);
    await declaredBefore(lena, []);
  });

  test("change nothing of an offer that is open: whoever tries addresses gets the same answers for each", async () => {
    const [tied, other] = [academy.as("Leo"), academy.as("Lena")];
    const title = "Tried";
    const credential_id = await offering(title);
    const jobs = [];
    for (const learner of [tied, other]) jobs.push((await submitted(learner, credential_id)).credential_job_id);
    const declined = [];
    for (const learner of [tied, other])
      declined.push((await submitted(learner, await offering("Not wanted"))).credential_job_id);
    const seen = async (id: string) => {
      const read = await rita.call(review.read, { credential_job_id: id });
      return [read.status, read.body.data?.acceptable, (await offered(rita)).includes(id)];
    };
    const asBefore = [200, true, true];
    for (const people of [strangers(9), [...strangers(9), ...family(tied)]]) {
      await declare(rita, people);
      for (const id of [...jobs, ...declined]) expect(await seen(id)).toEqual(asBefore);
    }
    await follow(0);
    await follow(2); // it counts now
    await declaredBefore(rita, [...strangers(9), ...family(tied)]);
    for (const id of [...jobs, ...declined]) expect(await seen(id)).toEqual(asBefore);
    for (const id of declined)
      expect((await rita.call(review.decline, { credential_job_id: id, reason: "time" })).status).toBe(200);
    for (const id of jobs)
      expect((await rita.call(review.accept, { credential_job_id: id, no_other_ties: true })).status).toBe(200);
    const [ofTied, ofOther] = await Promise.all(jobs.map((id) => world.control.items(`AUDIT#${id}`)));
    const told = (rows: readonly Record<string, unknown>[]) => rows.filter(({ type }) => type === "job.tied").length;
    expect([told(ofTied!), told(ofOther!)]).toEqual([1, 0]);
    expect((await subjectsTo(ada)).filter((subject) => subject === `Check a reviewer: ${title}`)).toHaveLength(1);
    expect((await ada.call(review.reassign, { credential_job_id: jobs[0]!, reason: "Away" })).status).toBe(200);
    const { credential_job_id } = await submitted(tied, await offering("Later"));
    expect((await rita.call(review.read, { credential_job_id })).status).toBe(404);
    expect(await offered(rita)).not.toContain(credential_job_id);
    await declaredBefore(rita, []);
  });

  test("that do not count yet are told to the admins when the job is accepted", async () => {
    const learner = academy.as("Lena");
    const { credential_job_id } = await submitted(learner, await offering("Not yet"));
    await declare(rita, family(learner));
    expect((await rita.call(review.accept, { credential_job_id })).status).toBe(200);
    await follow();
    expect((await subjectsTo(ada)).filter((subject) => subject === "Check a reviewer: Not yet")).toHaveLength(1);
    expect(await tiesOf({ credential_job_id }, rita)).toMatchObject({
      conflicts: [{ reason: "family", hard: true }, same],
    });
    await declaredBefore(rita, []);
  });

  test("can be waived by an admin to the end of a day: the job is offered, and after it not any more", async () => {
    const learner = academy.as("Liv");
    await declaredBefore(learner, family(rita));
    const work = await submitted(learner, await offering("Waived"));
    const { credential_job_id } = work;
    const past = await waive(credential_job_id, rita, "2020-01-01");
    expect(past.body).toMatchObject({ error: { fields: { last_day: "Choose today or a later day." } } });
    expect((await waive(credential_job_id, ray)).body).toMatchObject({ error: { code: "job.no-tie" } });
    const given = await waive(credential_job_id, rita, dayFromNow(3));
    expect(given.status).toBe(200);
    expect((await waive(credential_job_id, rita, dayFromNow(3))).body).toEqual(given.body);
    await follow(0);
    expect(await offered(rita)).toContain(credential_job_id);
    expect((await rita.call(review.read, { credential_job_id })).text).not.toContain(words);
    const { pk, sk } = submissionKeys.waiver(work.application_id, rita.user_id);
    const waiver = (await world.control.item(pk, sk))!;
    await world.control.put([{ ...waiver, ends_on: new Date(Date.now() - 1000).toISOString() }]); // ends while it is offered
    expect((await rita.call(review.read, { credential_job_id })).status).toBe(404);
    expect((await rita.call(review.decline, { credential_job_id, reason: "time" })).status).toBe(404);
    expect((await rita.call(review.accept, { credential_job_id })).status).toBe(404);
    await world.control.put([waiver]);
    await follow(5);
    expect(await offered(rita)).not.toContain(credential_job_id);
    const rows = await world.control.items(`AUDIT#${credential_job_id}`);
    expect(rows.filter(({ type }) => type === "job.tie-waived")).toMatchObject([
      { actor_id: ada.user_id, reviewer_id: rita.user_id, waiver_version: 1 },
    ]);
    expect(JSON.stringify(rows)).not.toContain(words);
    await ray.call(review.accept, { credential_job_id });
    for (const section of [0, 1] as const) await ray.call(review.acceptSection, verdict(work, section));
  });

  test("of a learner that leave fewer than two reviewers are told to the admins, again for more of them; a reviewer's are not", async () => {
    const [learner, other] = [academy.as("Leo"), academy.as("Lena")];
    const told = async (title: string) =>
      (await subjectsTo(ada)).filter((subject) => subject === `Few reviewers left: ${title}`).length;
    await declaredBefore(learner, family(rita));
    await declaredBefore(rita, family(other));
    const rob = await acceptedReviewer(academy, "Rob");
    await submitted(learner, await offering("Two left", [rita, ray, rob]));
    await submitted(other, await offering("By the reviewer"));
    await submitted(learner, await offering("Shut out"));
    await follow();
    expect(await Promise.all(["Two left", "By the reviewer", "Shut out"].map(told))).toEqual([0, 0, 1]);
    await declaredBefore(learner, [...family(rita), ...family(ray)]);
    await follow();
    await follow();
    expect(await Promise.all(["Two left", "Shut out"].map(told))).toEqual([1, 2]);
    await declaredBefore(learner, []);
    await declaredBefore(rita, []);
  });

  test("that are waived let a reviewer accept, who keeps the job when the waiver ends", async () => {
    const learner = academy.as("Lena");
    await declaredBefore(rita, family(learner));
    const work = await submitted(learner, await offering("Ended"));
    const { credential_job_id } = work;
    expect((await waive(credential_job_id, rita, dayFromNow(2))).status).toBe(200);
    await follow(0);
    expect((await rita.call(review.accept, { credential_job_id })).status).toBe(200);
    const ended = itemsOf(await world.control.everything(), academy.organization_id).map((item) =>
      item.type === "job.tie-waived" && item.reviewer_id === rita.user_id
        ? { ...item, waiver_ends_on: new Date(0).toISOString() }
        : item,
    );
    const broken = (await checkInvariants(ended)).filter(({ violations }) => violations.length > 0);
    expect(broken.map(({ id, violations }) => `${id} ${violations}`)).toEqual([
      `I29 ${credential_job_id}: ${rita.user_id} was tied to its learner`,
    ]);
    await follow(5);
    expect((await rita.call(review.acceptSection, verdict(work, 0))).status).toBe(200);
    await declaredBefore(rita, []);
  });

  test("that come while the reviewer has the job are told to the admins alone, and the review goes on", async () => {
    const learner = academy.as("Leo");
    const work = await accepted(learner, await offering("Running", [rita]), rita);
    await declare(learner, family(rita));
    await follow();
    expect(await subjectsTo(ada)).toContain("Check a reviewer: Running");
    expect([...(await subjectsTo(rita)), ...(await subjectsTo(learner))].join()).not.toContain("Check a reviewer");
    expect(await tiesOf(work, rita)).toMatchObject({ accepted: true, conflicts: [{ reason: "family" }, same] });
    expect((await rita.call(review.acceptSection, verdict(work, 0))).status).toBe(200);
  });

  test("to who has a later seat are told to the admins once its round is decided, under the first, and no call of theirs takes its id", async () => {
    const twice = await world.newOrganization("Twice Academy");
    const admin = twice.as("Ada");
    const [one, two, three] = [
      await acceptedReviewer(twice, "Rita"),
      await acceptedReviewer(twice, "Ray"),
      await acceptedReviewer(twice, "Rob"),
    ];
    const seats = seatsIn(world, twice, [one, two, three]);
    const { work, second } = await seats.taken();
    const { credential_job_id } = work;
    await declare(work.learner, family(two));
    await follow();
    const told = async () => {
      await world.settle();
      const { notices } = (await admin.call(user.listNotices, {})).body.data;
      return { notices, ofTies: notices.filter(({ title }) => title.startsWith("Check a reviewer")) };
    };
    expect((await told()).ofTies).toEqual([]);
    const waiver = { reviewer_id: two.user_id, reason: words, last_day: "2099-01-01" };
    expect((await admin.call(tie.list, { credential_job_id })).status).toBe(200);
    expect((await admin.call(tie.list, { credential_job_id: second })).status).toBe(404);
    expect((await admin.call(tie.waive, { credential_job_id: second, ...waiver })).status).toBe(404);
    expect((await admin.call(review.reassign, { credential_job_id: second, reason: "Away." })).status).toBe(404);
    for (const at of [0, 1]) expect((await seats.says(two, work, second, { at })).status).toBe(200);
    await seats.clock();
    const { notices, ofTies } = await told();
    expect(ofTies).toHaveLength(1);
    expect(ofTies[0]!.link).toContain(credential_job_id);
    expect(JSON.stringify(notices)).not.toContain(second);
    await expectInvariants(world, twice);
  });

  test("of a learner who deletes their account count until their work is erased", async () => {
    const learner = academy.as("Liv");
    await declaredBefore(rita, family(learner));
    await declaredBefore(learner, family(ray));
    const work = await submitted(learner, await offering("Erased"));
    const { credential_job_id, application_id } = work;
    expect((await waive(credential_job_id, rita)).status).toBe(200);
    const { user_id, email } = learner;
    expect((await learner.call(user.remove, { user_id, email })).status).toBe(200);
    const erase = () => world.control.runSchedule("erase-people", 86_400_000);
    await erase();
    expect(await tiesOf(work, ray)).toMatchObject({ tied: true });
    expect(await tiesOf(work, rita)).toMatchObject({ tied: false, conflicts: [{ reason: "family" }, same] });
    expect((await ray.call(review.accept, { credential_job_id })).status).toBe(404);
    await follow(0);
    expect((await rita.call(review.accept, { credential_job_id })).status).toBe(200);
    for (const section of [0, 1] as const) await rita.call(review.acceptSection, verdict(work, section));
    await erase();
    expect(await world.control.item(`USER#${user_id}`, "TIES")).toBe(null);
    const left = await world.control.items(`APPLICATION#${application_id}`);
    expect(left.filter(({ sk }) => String(sk).startsWith("WAIVER#"))).toEqual([]);
  });
});

test("an exchange within a year is known to admins, and keeps nobody from the work", async () => {
  const [academy, guild] = [await world.newOrganization("Fair Academy"), await world.newOrganization("Fair Guild")];
  const [rita, lena] = [await acceptedReviewer(academy, "Rita"), academy.as("Lena")];
  const ritas = await invitedAs(guild, { role: 5, email: rita.email });
  expect((await rita.call(user.joinOrganization, { token: ritas.token })).status).toBe(200);
  const lenas = await invitedAs(guild, { role: 4, email: lena.email });
  expect((await lena.call(user.joinOrganization, { token: lenas.token })).status).toBe(200);
  const within = ({ organization_id }: Organization, person: Person): Person => ({
    ...person,
    call: (call, input, options) => person.call(call, { ...input, organization_id }, options),
  });
  const decides = within(guild, lena);
  expect((await decides.call(reviewer.create, profile)).status).toBe(200);
  expect((await decides.call(reviewer.submit, {})).status).toBe(200);
  const decision = { user_id: lena.user_id, status: "accepted" as const };
  expect((await guild.as("Ada").call(reviewer.decideApplication, decision)).status).toBe(200);

  const given = await submitted(within(guild, rita), await publishedCredential(guild, [lena], { title: "Given" }));
  expect((await decides.call(review.accept, { credential_job_id: given.credential_job_id })).status).toBe(200);
  const asked = await submitted(within(academy, lena), await publishedCredential(academy, [rita], { title: "Asked" }));
  const { credential_job_id } = asked;
  const tiesOfRita = async () => (await academy.as("Ada").call(tie.list, { credential_job_id })).body.data.reviewers[0];
  const same = { reason: "emailDomain", hard: false }; // all of a test are at one domain
  expect(await tiesOfRita()).toMatchObject({ conflicts: [same] });
  for (const section of [0, 1] as const)
    expect((await decides.call(review.acceptSection, verdict(given, section))).status).toBe(200);
  expect(await tiesOfRita()).toMatchObject({ tied: false, conflicts: [same, { reason: "exchange", hard: false }] });
  expect((await within(academy, rita).call(review.accept, { credential_job_id })).status).toBe(200);
  const kept = await world.control.item(`USER#${rita.user_id}`, `REVIEWEDBY#${lena.user_id}`);
  const keptSeconds = Number(kept?.ttl) - Date.parse(String(kept?.reviewed_on)) / 1000;
  expect(Math.round(keptSeconds / 86_400)).toBe(366);
});
