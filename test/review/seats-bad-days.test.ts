import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Caller } from "../../bin/seed/client.ts";
import { paymentKeys } from "../../functions/data/keys/payment.ts";
import { submissionKeys } from "../../functions/data/keys/submission.ts";
import { drawOf } from "../../functions/review/model/draw.ts";
import { issuerProfilePath } from "../../shared/certificate/addresses.ts";
import { contract } from "../../shared/contract.ts";
import { SecondReview } from "../../shared/submission/submission.ts";
import { answersFor } from "../former/crawl.ts";
import { criteria, tableSection, textSection } from "../support/fixtures/credential.ts";
import { uploaded } from "../support/fixtures/file.ts";
import { cards, decideDispute, disputeAbout } from "../support/fixtures/payment.ts";
import { acceptedReviewer } from "../support/fixtures/reviewer.ts";
import { appealOf, type Seats, seatsIn, type Terms } from "../support/fixtures/seats.ts";
import { marks, type Submitted } from "../support/fixtures/work.ts";
import { expectInvariants } from "../support/invariants.ts";
import { lentWorld } from "../support/lent-world.ts";
import type { MemberName, Organization } from "../support/organization.ts";
import type { Person } from "../support/people.ts";
import { slowness } from "../support/slowness.ts";
import { type Answers, answersOf, type Bystander, differing } from "./same-answers.ts";

const { credential, organization, payment, reviewer, submission, user, review, appeal } = contract;
const days = (count: number) => count * 86_400_000;
const world = await lentWorld();
const academy = await world.newOrganization("Weather Academy");
const [rita, ray, rob, ruth] = [
  await acceptedReviewer(academy, "Rita"),
  await acceptedReviewer(academy, "Ray"),
  await acceptedReviewer(academy, "Rob"),
  await acceptedReviewer(academy, "Ruth"),
];
const seats = seatsIn(world, academy, [rita, ray, rob]);
const ada = academy.as("Ada");

afterAll(async () => {
  await expectInvariants(world, academy);
  await world.stop();
});

let bodies = 0;

/** Somebody with an account, or a visitor without one. */
type Reader = readonly [name: string, reader: Caller & Partial<Pick<Person, "user_id" | "email">>];
type May = (name: string, call: string) => boolean;

/** All that some people are answered, shown and mailed: the bodies in which any trace stands that is not theirs. */
async function leaks(
  { organization_id }: Organization,
  work: Submitted,
  traces: readonly string[],
  readers: readonly Reader[],
  may: May = () => false,
): Promise<string[]> {
  await world.settle();
  const { application_id, credential_id, credential_job_id, section_ids, learner } = work;
  const found: string[] = [];
  for (const [name, reader] of readers) {
    const { user_id = learner.user_id, email } = reader;
    const ids = { organization_id, user_id, application_id, credential_job_id, credential_id };
    const answers = await answersFor(reader, name, { ...ids, section_id: section_ids[0] });
    const seen = email === undefined ? await pagesOf(reader, ids) : await mailsTo(email);
    for (const { call, body } of [...answers, ...seen]) {
      bodies += 1;
      const text = JSON.stringify(body);
      for (const trace of traces)
        if (text.includes(trace) && !may(name, call)) found.push(`${name} reads ${trace} in ${call}: ${text}`);
    }
  }
  return found;
}

const mailsTo = async (email: string) =>
  (await world.mails.to(email)).map((mail) => ({ call: "mail", body: mail as unknown }));

/** What is served of an organization to whoever opens its address. */
async function pagesOf(visitor: Caller, { organization_id = "" }: Readonly<Record<string, string>>) {
  const call = issuerProfilePath(organization_id);
  return [{ call, body: (await visitor.send("GET", call)).text as unknown }];
}

/** What tells of a later seat: its id, and its times but for whole minutes, which many things share. */
const tracesOf = async (on: Seats, id: string): Promise<string[]> => {
  const { created_on, accepted_on, graded_on } = await on.jobItem(id);
  const times = [created_on, accepted_on, graded_on].flatMap((each) => each ?? []);
  return [id, ...times.filter((time) => !time.endsWith(":00.000Z"))];
};

/** Learners and staff, who have no seat. */
const bystanders = (place: Organization): Reader[] =>
  (["Lena", "Leo", "Ada", "Ivan", "Pia", "Cy"] as const).map((name) => [name, place.as(name)] as const);

/** The platform's super administrator, and a visitor who has not signed in. */
const outsiders: readonly Reader[] = [
  ["Sam", world.as("Sam")],
  ["a visitor", world.anyone],
];

/** Where a round may stand when something happens to it. */
const stages: Readonly<
  Record<string, (on: Seats, by: Person, terms: Terms, learner?: MemberName) => Promise<Submitted>>
> = {
  "the second seat is open": (on, _, terms, learner) => on.drawn(terms, learner),
  "the second seat is half decided": async (on, by, terms, learner) => {
    const { work, second } = await on.taken(terms, learner);
    expect((await on.says(by, work, second, { at: 0, words: "Zebra" })).status).toBe(200);
    return work;
  },
  "the third seat is in hand": async (on, _, terms, learner) => (await on.disputed(terms, learner)).work,
};
const decided = async (on: Seats, third: Person, terms: Terms, learner?: MemberName): Promise<Submitted> => {
  const { work, third: seat } = await on.disputed(terms, learner);
  const said = await on.says(third, work, seat, { at: 1, accepts: false, marks: [true, false], confirmed: true });
  expect(said.body.data.job_status).toBe("awaitingResult");
  return work;
};

/** No seat of a round is left that somebody could go on with. */
async function expectEnded(on: Seats, work: Submitted): Promise<void> {
  const first = await on.firstItem(work);
  const all = [first, ...(await Promise.all((first.later_seats ?? []).map(({ job_id }) => on.jobItem(job_id))))];
  expect(all.map(({ status }) => status)).toEqual(all.map(() => "withdrawn"));
}

const learners = ["Lena", "Leo", "Liv"] as const;

describe.each(Object.keys(stages).map((stage, at) => [stage, learners[at]!] as const))("while %s", (stage, learner) => {
  const reach = (terms: Terms, learner?: MemberName) => stages[stage]!(seats, ray, terms, learner);

  test("a dispute that is lost ends every seat, and what was decided is paid", async () => {
    const work = await reach({ price: 50, card: cards.disputed }, learner);
    const paid = await world.control.item(paymentKeys.payment(work.application_id).pk, "META");
    await decideDispute(world, await disputeAbout(world, paid?.stripe_payment_id), "losing_evidence");
    await expect.poll(async () => (await seats.shown(work)).status, { timeout: 20_000 * slowness }).toBe("closed");
    await expectEnded(seats, work);
    await seats.clock();
    await expectInvariants(world, academy);
  });

  test("a refund ends every seat, and what was decided is paid", async () => {
    const work = await reach({ price: 50 }, learner);
    const { application_id } = work;
    expect((await ada.call(payment.refund, { application_id, reason: "Cancelled" })).status).toBe(200);
    await expectEnded(seats, work);
    await seats.clock();
    await expectInvariants(world, academy);
  });
});

describe("a reviewer who cannot go on", () => {
  test("releases the second seat: who takes it decides the rest, and each is paid for their part", async () => {
    const { work, second } = await seats.taken();
    expect((await seats.says(ray, work, second, { at: 0 })).status).toBe(200);
    expect((await ray.call(review.release, { credential_job_id: second })).status).toBe(200);
    await seats.offers();
    expect((await rita.call(review.accept, { credential_job_id: second })).status).toBe(404);
    expect((await rob.call(review.accept, { credential_job_id: second })).status).toBe(200);
    expect((await seats.says(rob, work, second, { at: 1 })).body.data.submission_status).toBe("completed");
    await seats.clock();
    const paid = async (who: Person) =>
      (await who.call(review.payments, {})).body.data.payments.filter((each) => each.credential_job_id === second);
    expect([await paid(ray), await paid(rob)]).toMatchObject([[{ review_time: 20 }], [{ review_time: 15 }]]);
    await expectInvariants(world, academy);
  });

  test("is disabled at the third seat: it goes to another who had none, never to those who had one", async () => {
    const others = seatsIn(world, academy, [rita, ray, ruth, rob]);
    const { work, third } = await others.disputed();
    expect((await world.as("Sam").call(user.setStatus, { user_id: ruth.user_id, status: "disabled" })).status).toBe(
      200,
    );
    await world.settle();
    await expect
      .poll(
        async () => {
          await seats.clock(120_000);
          return (await seats.jobItem(third)).status;
        },
        { timeout: 20_000 * slowness },
      )
      .toBe("open");
    await seats.offers();
    for (const who of [rita, ray])
      expect((await who.call(review.accept, { credential_job_id: third })).status).toBe(404);
    expect((await rob.call(review.accept, { credential_job_id: third })).status).toBe(200);
    expect((await seats.says(rob, work, third, { at: 1 })).body.data.submission_status).toBe("completed");
    await seats.clock();
    await expectInvariants(world, academy);
  });

  test("cannot close their account with a later seat in hand, and can once it is given back", async () => {
    const { work, second } = await seats.taken();
    const own = { user_id: ray.user_id, email: ray.email };
    expect((await ray.call(user.remove, own)).body).toMatchObject({ error: { code: "user.has-open-jobs" } });
    expect((await ray.call(review.release, { credential_job_id: second })).status).toBe(200);
    await seats.offers();
    expect((await rob.call(review.accept, { credential_job_id: second })).status).toBe(200);
    for (const at of [0, 1]) expect((await seats.says(rob, work, second, { at })).status).toBe(200);
    expect((await seats.shown(work)).status).toBe("completed");
  });
});

describe("an admin who suspends reviewers, gives them another role or removes them", async () => {
  test("is not refused by a later seat in hand, of which they are not to know; the clock gives it to somebody else", async () => {
    const [house, on, two] = await elsewhere("Unknown Seats Academy");
    const head = house.as("Ada");
    const { second } = await on.taken();
    const suspended = { user_id: two.user_id, status: "suspended" } as const;
    expect((await head.call(user.setStatus, suspended)).status).toBe(200);
    expect((await head.call(user.setStatus, { ...suspended, status: "active" })).status).toBe(200);
    expect((await head.call(user.update, { user_id: two.user_id, role: 4 })).status).toBe(200);
    expect((await head.call(user.remove, { user_id: two.user_id, email: two.email })).status).toBe(200);
    const due = (await on.jobItem(second)).due!.steps.at(-1)!.on;
    for (let run = 0; run < 4; run++)
      await world.control.runSchedule("release-idle-jobs", Date.parse(due) - Date.now() + 60_000);
    expect((await on.jobItem(second)).acceptor).toBeUndefined();
    await expectInvariants(world, house);
  });
});

describe("a reviewer who is taken off the credential's list", async () => {
  const place = await world.newOrganization("Shrinking Academy");
  const [one, two, three, four] = [
    await acceptedReviewer(place, "Rita"),
    await acceptedReviewer(place, "Ray"),
    await acceptedReviewer(place, "Rob"),
    await acceptedReviewer(place, "Ruth"),
  ];
  const on = seatsIn(world, place, [one, two, three, four]);
  afterAll(() => expectInvariants(world, place));

  const takenOff = async ({ credential_id }: Submitted, { user_id }: Person) => {
    const removed = await place.as("Ada").call(credential.assignReviewers, { credential_id, remove: [user_id] });
    expect(removed.body.data.assigned_reviewers).not.toContain(user_id);
    await world.settle();
    await on.clock();
    await on.offers();
  };
  const paidFor = async (who: Person, seat: string) =>
    (await who.call(review.payments, {})).body.data.payments.filter((each) => each.credential_job_id === seat);

  test.each(["second", "third"] as const)(
    "finishes the %s seat they have in hand, and nobody else learns of it",
    async (name) => {
      const { work, ...later } = name === "second" ? await on.taken() : await on.disputed();
      const seat = await on.seatOf(work, name);
      const who = name === "second" ? two : three;
      if (name === "second") expect((await on.says(two, work, seat, { at: 0, words: "Zebra" })).status).toBe(200);
      await takenOff(work, who);
      expect((await on.jobItem(seat)).acceptor).toBe(who.user_id);
      expect((await four.call(review.accept, { credential_job_id: seat })).status).not.toBe(200);
      const traces = [...(await tracesOf(on, seat)), ...Object.values(later), "Zebra"];
      const staff = (["Ada", "Ivan"] as const).map((each) => [each, place.as(each)] as const);
      expect(await leaks(place, work, traces, [["Lena", work.learner], ...staff, ["Rita", one]])).toEqual([]);
      expect(await leaks(place, work, ["Zebra"], [["Ruth", four]])).toEqual([]);
      expect((await on.says(who, work, seat, { at: 1 })).body.data.submission_status).toBe("completed");
      await on.clock();
      expect(await paidFor(who, seat)).toHaveLength(1);
    },
  );

  test("does not get a later seat again that they give back, which somebody else finishes", async () => {
    const { work, second } = await on.taken();
    expect((await on.says(two, work, second, { at: 0 })).status).toBe(200);
    await takenOff(work, two);
    expect((await two.call(review.release, { credential_job_id: second })).status).toBe(200);
    await world.settle();
    await on.clock();
    await on.offers();
    expect((await two.call(review.accept, { credential_job_id: second })).status).not.toBe(200);
    expect((await four.call(review.accept, { credential_job_id: second })).status).toBe(200);
    expect((await on.says(four, work, second, { at: 1 })).body.data.submission_status).toBe("completed");
    await on.clock();
    expect([await paidFor(two, second), await paidFor(four, second)]).toMatchObject([
      [{ review_time: 20 }],
      [{ review_time: 15 }],
    ]);
  });
});

describe("a round", () => {
  test("ends once when the last two verdicts of its last seat are given in the same moment", async () => {
    const { work, second } = await seats.taken();
    const given = await Promise.all([0, 1].map((at) => seats.says(ray, work, second, { at })));
    expect(given.map(({ status }) => status)).toEqual([200, 200]);
    expect(given.filter(({ body }) => body.data.submission_status === "completed")).toHaveLength(1);
    const rows = (await world.control.everything()).filter(
      ({ type, application_id }) => type === "round.finalized" && application_id === work.application_id,
    );
    expect(rows).toHaveLength(1);
    await seats.clock();
    await expectInvariants(world, academy);
  });

  test("draws its own number, and its setting is the revision's: a published credential keeps it", async () => {
    const work = await seats.begun({ share_percent: 1 });
    const { application_id, credential_id, credential_job_id, section_ids, learner } = work;
    const { second_review } = (await world.control.item(submissionKeys.application(application_id).pk, "META"))!;
    const { draw_key } = SecondReview.parse(second_review);
    const drawn = async () => (await seats.firstItem(work)).second_review?.draw;
    const before = await drawn();
    expect(before).toBe(drawOf(draw_key, { application_id, round: 1 }));
    const { version } = (await ada.call(credential.read, { credential_id })).body.data;
    const off = { ...criteria, second_review: null };
    const edit = await ada.call(credential.update, { credential_id, version, step: 2, reviewer_criteria: off });
    expect(edit.status).toBe(409);
    const no = { accepts: false, marks: [false, false] as [boolean, boolean] };
    for (const at of [0, 1]) await seats.says(rita, work, credential_job_id, { at, ...no });
    if ((await seats.shown(work)).status === "reviewing") {
      await seats.offers();
      const second = await seats.seatOf(work, "second");
      await ray.call(review.accept, { credential_job_id: second });
      for (const at of [0, 1]) await seats.says(ray, work, second, { at, ...no });
    }
    expect((await seats.shown(work)).status).toBe("revisionNeeded");
    const sections = section_ids.map((section_id) => ({ section_id, response: "<p>Better.</p>" }));
    expect((await learner.call(submission.submit, { application_id, credential_id, sections })).status).toBe(200);
    expect(await drawn()).toBe(drawOf(draw_key, { application_id, round: 2 }));
    expect(await drawn()).not.toBe(before);
  });

  test("of ten sections and three seats is released in one transaction", async () => {
    const sections = Array.from({ length: 10 }, (_, at) => ({ ...tableSection, title: `Reflection ${at + 1}` }));
    const work = await seats.begun({ sections });
    const { credential_job_id } = work;
    const say = (who: Person, id: string, at: number, pass: boolean) =>
      who.call(pass ? review.acceptSection : review.rejectSection, {
        credential_job_id: id,
        credential_section_id: work.section_ids[at]!,
        grade: "A",
        feedback: "<p>Said.</p>",
        section_rubric: marks(pass, pass),
      });
    for (const at of sections.keys()) expect((await say(rita, credential_job_id, at, true)).status).toBe(200);
    await seats.offers();
    const second = await seats.seatOf(work, "second");
    await ray.call(review.accept, { credential_job_id: second });
    for (const at of sections.keys()) expect((await say(ray, second, at, false)).status).toBe(200);
    await seats.offers();
    const third = await seats.seatOf(work, "third");
    await rob.call(review.accept, { credential_job_id: third });
    for (const at of sections.keys()) expect((await say(rob, third, at, true)).status).toBe(200);
    expect((await seats.shown(work)).status).toBe("completed");
    await seats.clock();
    await expectInvariants(world, academy);
  });
});

/** Another organization with seats of its own; and its second and third reviewer. */
const elsewhere = async (name: string): Promise<[Organization, Seats, Person, Person]> => {
  const place = await world.newOrganization(name);
  const own = [
    await acceptedReviewer(place, "Rita"),
    await acceptedReviewer(place, "Ray"),
    await acceptedReviewer(place, "Rob"),
  ] as const;
  return [place, seatsIn(world, place, own), own[1], own[2]];
};

describe("a later seat", () => {
  test("keeps its reviewer when they are suspended with it in hand, who takes no other", async () => {
    const [place, on, two] = await elsewhere("Suspending Academy");
    const { work, second } = await on.taken();
    const next = await on.drawn({}, "Leo");
    const said = { user_id: two.user_id, status: "suspended" as const, reason: "Under inquiry." };
    expect((await place.as("Ada").call(reviewer.decideApplication, said)).status).toBe(200);
    await on.offers();
    expect((await two.call(review.accept, { credential_job_id: await on.seatOf(next, "second") })).status).not.toBe(
      200,
    );
    for (const at of [0, 1]) expect((await on.says(two, work, second, { at })).status).toBe(200);
    expect((await on.shown(work)).status).toBe("completed");
    await on.clock();
    const { payments } = (await two.call(review.payments, {})).body.data;
    expect(payments.filter((each) => each.credential_job_id === second)).toHaveLength(1);
    await expectInvariants(world, place);
  });

  test("has its day moved with the organization's, and nobody but its reviewer is told", async () => {
    const [place, on, two] = await elsewhere("Closing Days Academy");
    const clock = { first_days: 9, revision_days: 5 };
    const { work, second } = await on.taken({ criteria: { clock } });
    const dayOf = (at: string) =>
      new Intl.DateTimeFormat("en-CA", { timeZone: "America/New_York" }).format(new Date(at));
    const before = (await on.jobItem(second)).due!;
    const calendar = { weekdays: [1, 2, 3, 4, 5], federal_holidays: true, closing_days: [dayOf(before.due_on)] };
    const saved = { ...calendar, version: 0, move_due_dates: true };
    expect((await place.as("Ada").call(organization.saveCalendar, saved)).status).toBe(200);
    await on.clock();
    await on.clock();
    await world.settle();
    expect((await on.jobItem(second)).due!.due_on > before.due_on).toBe(true);
    const toldOfSeat = async (who: Person) =>
      JSON.stringify((await who.call(user.listNotices, {})).body).includes(second);
    expect(await toldOfSeat(two)).toBe(true);
    for (const who of [place.as("Rita"), place.as("Ada"), work.learner]) expect(await toldOfSeat(who)).toBe(false);
    for (const at of [0, 1]) expect((await on.says(two, work, second, { at })).status).toBe(200);
    await on.clock();
    await expectInvariants(world, place);
  });
});

describe("people who go", () => {
  test("a learner who closes their account leaves rounds that can be ended, at every seat", async () => {
    const [place, on, two, three] = await elsewhere("Leaving Academy");
    const works: Submitted[] = [];
    for (const reach of Object.values(stages)) works.push(await reach(on, two, {}, "Lena"));
    const waits = await decided(on, three, {}, "Lena");
    const lena = place.as("Lena");
    expect((await lena.call(user.remove, { user_id: lena.user_id, email: lena.email })).status).toBe(200);
    await world.settle();
    await on.offers();
    const [open, half, third] = works as [Submitted, Submitted, Submitted];
    const [one, other] = [await on.seatOf(open, "second"), await on.seatOf(half, "second")];
    expect((await two.call(review.accept, { credential_job_id: one })).status).toBe(200);
    for (const at of [0, 1]) expect((await on.says(two, open, one, { at })).status).toBe(200);
    expect((await on.says(two, half, other, { at: 1 })).status).toBe(200);
    expect((await on.says(three, third, await on.seatOf(third, "third"), { at: 1 })).status).toBe(200);
    const verdicts = [{ section_id: waits.section_ids[1]!, status: "accepted" as const }];
    const { credential_job_id } = waits;
    const ruled = await place.as("Ada").call(review.adjudicate, { credential_job_id, verdicts, reason: "Marks." });
    expect(ruled.status).toBe(200);
    for (const work of [...works, waits]) expect((await on.jobItem(work.credential_job_id)).status).toBe("completed");
    await on.clock();
    await expectInvariants(world, place);
  });

  test("an archive of ninety days ends every seat; what was decided is paid, and billed in the order shown", async () => {
    const [place, on, two, three] = await elsewhere("Closing Academy");
    const works: Submitted[] = [];
    works.push(await decided(on, three, { price: 50 }));
    await on.clock(); // pays its later seats before the round ends
    for (const reach of Object.values(stages)) works.push(await reach(on, two, { price: 50 }));
    const { organization_id: id } = place;
    expect((await world.as("Sam").call(organization.archive, { id, archiveStatus: true })).status).toBe(200);
    for (let run = 0; run < 2; run += 1) {
      await world.control.runSchedule("unlist-archived", days(91));
      await world.settle();
    }
    for (const work of works) await expectEnded(on, work);
    await on.clock(days(91));
    await expectInvariants(world, place);
    const asked = { organization_id: id, limit: 100 };
    const { history } = (await place.as("Ada").call(organization.listBillingHistory, asked)).body.data;
    const shown = history.map(({ at }) => at);
    expect(new Set(shown.map((at) => at.slice(0, 10))).size).toBeGreaterThan(1);
    expect(shown).toEqual(shown.toSorted().toReversed());
  });
});

describe("work whose first seat waits for the others", () => {
  /** What was counted of its credential, and of its first seat's pay whether that still waits for the round. */
  async function countedOf(place: Organization, { credential_id, credential_job_id }: Submitted) {
    await world.settle();
    const to = new Date(Date.now() + days(91)).toISOString().slice(0, 7);
    const asked = { organization_id: place.organization_id, to };
    const { credentials } = (await place.as("Ada").call(organization.readAnalytics, asked)).body.data;
    const { pk, sk } = paymentKeys.payout(credential_job_id);
    const payout = await world.control.item(pk, sk);
    const { reviewer_hours, reviewer_pay } = credentials.find((each) => each.credential_id === credential_id)!;
    return { reviewer_hours, reviewer_pay, minutes: payout?.review_minutes, waits: payout?.awaits_round };
  }
  const minutes = 35;
  /** Of a sale, whose own split has the pay, what was earned of it; of free work what the organization owes. */
  const counted = { reviewer_hours: 0.58, reviewer_pay: 11.67, minutes, waits: undefined };
  const ends: Readonly<Record<string, { terms: Terms; end: (place: Organization, work: Submitted) => Promise<void> }>> =
    {
      "a refund": {
        terms: { price: 50 },
        async end(place, { application_id }) {
          const refund = { application_id, reason: "Cancelled" };
          expect((await place.as("Ada").call(payment.refund, refund)).status).toBe(200);
        },
      },
      "a lost dispute": {
        terms: { price: 50, card: cards.disputed },
        async end(_, { application_id }) {
          const paid = await world.control.item(paymentKeys.payment(application_id).pk, "META");
          await decideDispute(world, await disputeAbout(world, paid?.stripe_payment_id), "losing_evidence");
        },
      },
      "an archive, of free work,": {
        terms: {},
        async end({ organization_id: id }) {
          const archive = (archiveStatus: boolean) => world.as("Sam").call(organization.archive, { id, archiveStatus });
          expect((await archive(true)).status).toBe(200);
          await world.control.runSchedule("unlist-archived", days(91));
          expect((await archive(false)).status).toBe(200); // its figures are read again
        },
      },
    };

  test.each(Object.keys(ends))("and that %s ends counts in the figures as it is paid", async (name) => {
    const [place, on] = await elsewhere(`Figures Academy of ${name.split(" ")[1]}`);
    const { terms, end } = ends[name]!;
    const work = await on.drawn(terms);
    expect((await on.jobItem(work.credential_job_id)).status).toBe("awaitingResult");
    expect(await countedOf(place, work)).toMatchObject({ reviewer_hours: 0, minutes: undefined });
    await end(place, work);
    await expect.poll(async () => (await on.shown(work)).status, { timeout: 20_000 * slowness }).toBe("closed");
    expect(await countedOf(place, work)).toEqual(counted);
    await on.clock(days(91));
    expect(await countedOf(place, work)).toEqual(counted); // and once
    await expectInvariants(world, place);
  });
});

describe("what is sent of a round under review", () => {
  let place: Organization;
  let on: Seats;
  let [one, two, three]: Person[] = [];
  beforeAll(async () => {
    [place, on, two, three] = await elsewhere("Discreet Academy");
    one = place.as("Rita");
  });

  test("has no trace of another seat for anybody, at the second, the third and before the admin's decision", async () => {
    const clock = { first_days: 9, revision_days: 5 };
    const { work, second } = await on.taken({ criteria: { clock }, words: "Ocelot" });
    expect((await on.says(two!, work, second, { at: 0, words: "Zebrawood" })).status).toBe(200);
    const item = await world.control.item(submissionKeys.application(work.application_id).pk, "META");
    const key = SecondReview.parse(item?.second_review).draw_key;
    const ofSecond = [...(await tracesOf(on, second)), "Zebrawood", key];
    const ofFirst = ["Ocelot"];
    expect(await leaks(place, work, [...ofSecond, ...ofFirst], bystanders(place))).toEqual([]);
    expect(await leaks(place, work, ofSecond, [["Rita", one!]])).toEqual([]);
    expect(
      await leaks(place, work, ofFirst, [
        ["Ray", two!],
        ["Rob", three!],
      ]),
    ).toEqual([]);

    const no = { at: 1, accepts: false, marks: [false, false] as [boolean, boolean], words: "Zebrawood" };
    expect((await on.says(two!, work, second, no)).status).toBe(200);
    await on.clock(); // pays the second seat
    await on.offers();
    const third = await on.seatOf(work, "third");
    expect((await three!.call(review.accept, { credential_job_id: third })).status).toBe(200);
    const ofBoth = [...(await tracesOf(on, second)), "Zebrawood", key];
    const ofThird = await tracesOf(on, third);
    expect(await leaks(place, work, [...ofBoth, ...ofThird], [...bystanders(place), ["Rita", one!]])).toEqual([]);
    expect(await leaks(place, work, [...ofThird, ...ofFirst], [["Ray", two!]])).toEqual([]);
    expect(await leaks(place, work, ["Ocelot", "Zebrawood", key], [["Rob", three!]])).toEqual([]);

    const against = { accepts: false, marks: [true, false] as [boolean, boolean], confirmed: true };
    const last = await on.says(three!, work, third, { at: 1, ...against, words: "Yakisugi" });
    expect(last.body.data.job_status).toBe("awaitingResult");
    const all = [...ofBoth, ...(await tracesOf(on, third)), "Yakisugi"];
    const mayDecide = (name: string, call: string) =>
      name === "Ada" && (call === "review/read-adjudication" || call === "review/list-adjudications");
    expect(await leaks(place, work, all, [...bystanders(place), ["Rita", one!]], mayDecide)).toEqual([]);
    expect(await leaks(place, work, [...all, ...ofFirst], outsiders)).toEqual([]);
    expect(await leaks(place, work, ["Ocelot", "Yakisugi", ...ofThird], [["Ray", two!]])).toEqual([]);
    expect(
      await leaks(
        place,
        work,
        ["Ocelot", "Zebrawood"],
        [
          ["Rob", three!],
          ["Ruth", ruth],
        ],
      ),
    ).toEqual([]);
    console.info(`${bodies} bodies scanned for traces of other seats`);
    expect(bodies).toBeGreaterThan(1000);
  });

  test("is, asked and tried by who must not know of another seat, the same at every stage of one", async () => {
    const work = await on.begun();
    const { organization_id } = place;
    const staff = ["open", "accept", "release", "undo", "grade"] as const;
    const learner = ["open", "save", "submit", "appeal", "withdrawAppeal"] as const;
    const reviewer = ["accept", "decline", "release", "extend", "undo", "grade"] as const;
    const everybody: Bystander[] = [
      { name: "Lena", person: work.learner, tries: learner },
      { name: "Ada", person: place.as("Ada"), tries: staff, told: ["reassignable"] }, // that the round is decided
      { name: "Ivan", person: place.as("Ivan"), tries: [...staff, "reassign", "decide"] },
      { name: "Pia", person: place.as("Pia"), tries: [...staff, "reassign", "decide"] },
    ];
    const rita: Bystander = { name: "Rita", person: one!, tries: reviewer };
    const look = async (bystanders: readonly Bystander[]) => {
      await world.settle();
      return answersOf(world, bystanders, work, organization_id);
    };
    const found: string[] = [];
    let compared = 0;
    const compare = (
      what: string,
      before: Answers,
      after: Answers,
      names: readonly string[],
      told?: readonly string[],
    ) => {
      compared += after.size;
      found.push(...differing(before, after, names, told).map((each) => `${what}: ${each}`));
    };
    const others = ["Lena", "Ada", "Ivan", "Pia"];

    await Promise.all([place.as("Ivan").token(), place.as("Pia").token(), place.as("Cy").token()]);
    expect((await on.says(one!, work, work.credential_job_id, { at: 0 })).status).toBe(200);
    const underReview = await look(everybody);
    expect((await on.says(one!, work, work.credential_job_id, { at: 1 })).status).toBe(200);
    const opened = await look([...everybody, rita]);
    const lastDecision = ["updated_on", "due_on"]; // the first reviewer's: their day counts from it
    compare("the second is open", underReview, opened, others, lastDecision);
    await on.offers();
    const second = await on.seatOf(work, "second");
    expect((await two!.call(review.accept, { credential_job_id: second })).status).toBe(200);
    expect((await on.says(two!, work, second, { at: 0 })).status).toBe(200);
    const halfway = await look([...everybody, rita]);
    compare("the second is half decided", opened, halfway, [...others, "Rita"]);
    const no = { at: 1, accepts: false, marks: [false, false] as [boolean, boolean] };
    expect((await on.says(two!, work, second, no)).status).toBe(200);
    await on.clock(); // pays the second seat
    const ray: Bystander = { name: "Ray", person: two!, tries: reviewer, seat: second };
    const third = await look([...everybody, rita, ray]);
    compare("the third is open", halfway, third, [...others, "Rita"]);
    await on.offers();
    const seat = await on.seatOf(work, "third");
    expect((await three!.call(review.accept, { credential_job_id: seat })).status).toBe(200);
    const inHand = await look([...everybody, rita, ray]);
    compare("the third is in hand", third, inHand, [...others, "Rita", "Ray"]);
    const against = { accepts: false, marks: [true, false] as [boolean, boolean], confirmed: true };
    const last = await on.says(three!, work, seat, { at: 1, ...against });
    expect(last.body.data.job_status).toBe("awaitingResult");
    compare("an admin decides", inHand, await look([...everybody, rita, ray]), ["Lena", "Ivan", "Pia", "Rita", "Ray"]);
    expect(found).toEqual([]);
    console.info(`${compared} answers compared while other seats came and went`);
    expect(compared).toBeGreaterThan(300);
  }, 300_000);

  test("is the same at every stage of an appeal to its first reviewer, to issuers and to other learners", async () => {
    const work = await on.rejected();
    await place.as("Leo").token();
    const staff = ["open", "accept", "release", "undo", "grade", "reassign", "decide"] as const;
    const reviewer = ["accept", "decline", "release", "extend", "undo", "grade"] as const;
    const bystanders: Bystander[] = [
      { name: "Leo", person: place.as("Leo"), tries: ["save", "submit", "appeal", "withdrawAppeal"] },
      { name: "Ivan", person: place.as("Ivan"), tries: staff },
      { name: "Pia", person: place.as("Pia"), tries: staff },
      { name: "Rita", person: one!, tries: reviewer },
    ];
    const look = async () => {
      await world.settle();
      return answersOf(world, bystanders, work, place.organization_id);
    };
    const found: string[] = [];
    const rejected = await look();
    expect((await work.learner.call(appeal.file, appealOf(work, [...work.section_ids.slice(1)]))).status).toBe(200);
    const names = bystanders.map(({ name }) => name);
    found.push(...differing(rejected, await look(), names));
    await on.offers();
    const seat = await on.seatOf(work, "appeal");
    expect((await two!.call(review.accept, { credential_job_id: seat })).status).toBe(200);
    found.push(...differing(rejected, await look(), names));
    expect(found).toEqual([]);
  }, 300_000);

  test("has no trace of what its learner begins to revise for anybody else, whatever seat they had", async () => {
    const sections = [textSection, { ...tableSection, response_type: "0,1" }];
    const { work, third } = await on.disputed({ sections });
    const rejects = { at: 1, accepts: false, marks: [false, false] as [boolean, boolean] };
    expect((await on.says(three!, work, third, rejects)).body.data.submission_status).toBe("revisionNeeded");
    const key = await uploaded(work.learner, "submissions", "tamarind.pdf");
    const draft = { response: "<p>Jacaranda</p>", attachments: [{ key, name: "tamarind.pdf" }] };
    const { application_id, section_ids } = work;
    const section_id = section_ids[1]!;
    expect((await work.learner.call(submission.saveSection, { application_id, section_id, ...draft })).status).toBe(
      200,
    );
    const readers: Reader[] = [...bystanders(place), ...outsiders, ["Rita", one!], ["Ray", two!], ["Rob", three!]];
    const others = readers.filter(([name]) => name !== "Lena");
    expect(await leaks(place, work, ["Jacaranda", "tamarind", key], others)).toEqual([]);
  });

  test("has no trace of an appeal's seat, nor of who decides it, for anybody else while it is in hand", async () => {
    const appealable = { second_review: null, appeals: { fee: "none" } };
    const work = await on.begun({ criteria: appealable });
    const no = { accepts: false, marks: [false, false] as [boolean, boolean] };
    for (const at of [0, 1]) await on.says(one!, work, work.credential_job_id, { at, ...no });
    expect((await work.learner.call(appeal.file, appealOf(work, [...work.section_ids]))).status).toBe(200);
    await on.offers();
    const seat = await on.seatOf(work, "appeal");
    expect((await two!.call(review.accept, { credential_job_id: seat })).status).toBe(200);
    expect((await on.says(two!, work, seat, { at: 0, words: "Bubinga" })).status).toBe(200);
    const { accepted_on, created_on } = await on.jobItem(seat);
    const traces = [...(await tracesOf(on, seat)), "Bubinga"];
    const [readers, reviewer]: [Reader[], string] = [
      [...bystanders(place), ...outsiders, ["Rita", one!]],
      two!.user_id,
    ];
    const found = await leaks(place, work, [...traces, reviewer], readers);
    // its learner and admins know when it was filed, admins since when somebody has it; that somebody reviews here is no
    // secret, but that they have this
    const isTold = (each: string) =>
      each.startsWith(`Lena reads ${created_on} in `) ||
      each.startsWith(`Ada reads ${created_on} in appeal/list`) ||
      (each.startsWith(`Ada reads ${accepted_on} in appeal/list`) && !each.includes(seat)) ||
      (each.includes(`reads ${reviewer} in`) && ![work.application_id, seat].some((id) => each.includes(id)));
    expect(found.filter((each) => !isTold(each))).toEqual([]);
    expect(await leaks(place, work, ["Bubinga"], [["Rob", three!]])).toEqual([]);
  });
});
