import { afterAll, describe, expect, test } from "vitest";
import { credentialKeys } from "../../functions/data/keys/credential.ts";
import { organizationKeys } from "../../functions/data/keys/organization.ts";
import { counterOf } from "../../functions/data/keys/platform.ts";
import { submissionKeys, submissionViews } from "../../functions/data/keys/submission.ts";
import { handler as accept } from "../../functions/review/accept.ts";
import { handler as decline } from "../../functions/review/decline.ts";
import { contract } from "../../shared/contract.ts";
import { defaultCalendar } from "../../shared/organization/calendar.ts";
import { businessHoursAfter, type WorkingTime } from "../../shared/review/clock.ts";
import { Job } from "../../shared/review/job.ts";
import { offeredIn, type RankedReviewer, rankReviewers } from "../../shared/review/waves.ts";
import { simulateOffers } from "../bench/waves.ts";
import { publishedCredential } from "../support/fixtures/credential.ts";
import { acceptedReviewer } from "../support/fixtures/reviewer.ts";
import { handedIn, submitted } from "../support/fixtures/work.ts";
import { expectInvariants } from "../support/invariants.ts";
import { lentWorld } from "../support/lent-world.ts";
import type { MemberName } from "../support/organization.ts";
import type { Person } from "../support/people.ts";
import { type Copy, raceHarness } from "../support/race.ts";

const { user, tie, review } = contract;
const world = await lentWorld();
const academy = await world.newOrganization("Wave Academy");
const four: Person[] = [];
for (const name of ["Rita", "Ray", "Rob", "Ruth"] as const) four.push(await acceptedReviewer(academy, name));
const credential_id = await publishedCredential(academy, four);

afterAll(async () => {
  await expectInvariants(world, academy);
  await world.stop();
});

describe("business hours", () => {
  const working: WorkingTime = { calendar: defaultCalendar, pauses: [], timezone: "America/Detroit" };
  test.each([
    ["within a day", "2026-07-14T14:00:00.000Z", 4, "2026-07-14T18:00:00.000Z"],
    ["over a night", "2026-07-14T20:00:00.000Z", 4, "2026-07-15T16:00:00.000Z"],
    ["from before the day begins", "2026-07-14T05:00:00.000Z", 4, "2026-07-14T17:00:00.000Z"],
    ["over a weekend", "2026-07-17T22:00:00.000Z", 8, "2026-07-20T21:00:00.000Z"],
    ["over a holiday observed on Friday", "2026-07-02T20:00:00.000Z", 4, "2026-07-06T16:00:00.000Z"],
    ["over the change of clocks", "2026-10-30T20:00:00.000Z", 4, "2026-11-02T17:00:00.000Z"],
  ])("count from 9 to 17 on business days, %s", (_, at, hours, then) => {
    expect(businessHoursAfter(at, hours, working)).toBe(then);
  });
});

const NOW = "2026-07-14T14:00:00.000Z";
const someone = (reviewer_id: string, differs: Partial<RankedReviewer> = {}): RankedReviewer => ({
  reviewer_id,
  calibrated: true,
  soft_tie: false,
  skills_matched: 2,
  skills_total: 3,
  open_minutes: 0,
  in_time: 10,
  in_time_of: 10,
  last_job_on: "2026-07-01T14:00:00.000Z",
  ...differs,
});
const order = (reviewers: RankedReviewer[], job_id = "job_1") =>
  rankReviewers(reviewers, { job_id, nowMs: Date.parse(NOW) }).map(({ reviewer_id }) => reviewer_id);

describe("the order in which a job is offered", () => {
  test.each<[string, Partial<RankedReviewer>]>([
    ["could not accept it yet", { calibrated: false, skills_matched: 3 }],
    ["a soft tie binds to the learner", { soft_tie: true, skills_matched: 3 }],
    ["knows fewer of the skills", { skills_matched: 1, last_job_on: undefined }],
    ["has more in hand", { open_minutes: 240, last_job_on: undefined }],
    ["was late more often", { in_time: 2, last_job_on: undefined }],
    ["had a job more recently", { last_job_on: "2026-07-13T14:00:00.000Z" }],
  ])("puts behind who %s, whatever else speaks for them", (_, differs) => {
    for (const reviewers of [
      [someone("usr_a", differs), someone("usr_b")],
      [someone("usr_b"), someone("usr_a", differs)],
    ])
      expect(order(reviewers)).toEqual(["usr_b", "usr_a"]);
  });

  test("is another for each job among equals, and the same however they are listed", () => {
    const equals = ["usr_a", "usr_b", "usr_c", "usr_d"].map((id) => someone(id));
    const orders = new Set(Array.from({ length: 20 }, (_, at) => order(equals, `job_${at}`).join()));
    expect(orders.size).toBeGreaterThan(5);
    expect(order(equals.toReversed(), "job_7")).toEqual(order(equals, "job_7"));
  });

  test("has somebody who never had a job among the first three of about every fifth", () => {
    const others = ["usr_a", "usr_b", "usr_c", "usr_d"].map((id) => someone(id));
    const fresh = someone("usr_new", { skills_matched: 0, last_job_on: undefined });
    const among = Array.from({ length: 200 }, (_, at) =>
      order([...others, fresh], `job_${at}`)
        .slice(0, 3)
        .includes("usr_new"),
    ).filter(Boolean).length;
    expect(among).toBeGreaterThan(20);
    expect(among).toBeLessThan(60);
  });

  test("fills three places, then eight, then all, and takes none back; who declined has had theirs", () => {
    const ranked = Array.from({ length: 10 }, (_, at) => ({ reviewer_id: `usr_${at}` }));
    const none = { offered: [], declined: 0 };
    expect([0, 1, 2, 3].map((wave) => offeredIn(wave, ranked, none).length)).toEqual([0, 3, 8, 10]);
    expect(offeredIn(1, ranked, { offered: ["usr_9"], declined: 0 })).toEqual(["usr_0", "usr_1", "usr_9"]);
    expect(offeredIn(1, ranked, { offered: ["usr_8", "usr_9"], declined: 1 })).toEqual(["usr_8", "usr_9"]);
  });
});

test("waves spread minutes more evenly than whoever is first, and more is decided in time", () => {
  const { firstCome, waves } = simulateOffers();
  expect(waves.gini).toBeLessThan(firstCome.gini);
  expect(waves.inTime).toBeGreaterThan(firstCome.inTime);
});

describe("an open job of a credential with four reviewers", () => {
  const stored = async (id: string) => Job.parse(await world.control.item(submissionKeys.job(id).pk, "META"));
  const findsIt = async (who: Person, id: string) =>
    (await who.call(review.list, {})).body.data.jobs.some(({ credential_job_id }) => credential_job_id === id);
  const followOffers = (laterMs = 0) => world.control.runSchedule("offer-open-jobs", laterMs);
  const aWeek = 7 * 86_400_000;

  /** A job that is offered to three of the four. */
  async function offered(learner: MemberName, of = credential_id) {
    const { credential_job_id } = await handedIn(academy.as(learner), of);
    for (const reviewer of four) expect(await findsIt(reviewer, credential_job_id)).toBe(false);
    await followOffers();
    const { reviewers } = await stored(credential_job_id);
    const first = four.filter(({ user_id }) => reviewers.includes(user_id));
    const last = four.find(({ user_id }) => !reviewers.includes(user_id))!;
    expect(first).toHaveLength(3);
    return { credential_job_id, first, last };
  }

  test("is offered to three first, who read why, and to the fourth after four business hours", async () => {
    const { credential_job_id, first, last } = await offered("Lena");
    for (const reviewer of first) {
      expect(await findsIt(reviewer, credential_job_id)).toBe(true);
      const { body } = await reviewer.call(review.read, { credential_job_id });
      expect(body.data.offer).toEqual({ skills_matched: 1, skills_total: 1, open_minutes: 0 });
    }
    expect(await findsIt(last, credential_job_id)).toBe(false);
    expect((await last.call(review.read, { credential_job_id })).status).toBe(404);
    expect((await last.call(review.accept, { credential_job_id })).status).toBe(404);
    expect((await last.call(review.decline, { credential_job_id, reason: "time" })).status).toBe(404);
    await followOffers();
    expect(await findsIt(last, credential_job_id)).toBe(false);
    await followOffers(aWeek);
    expect(await findsIt(last, credential_job_id)).toBe(true);
    expect((await last.call(review.accept, { credential_job_id })).status).toBe(200);
    expect((await stored(credential_job_id)).offers).toMatchObject({ wave: 3 });
  });

  test("that the first three decline is offered to the fourth at once, and to them no more", async () => {
    const { credential_job_id, first, last } = await offered("Leo");
    for (const reviewer of first) {
      const note = `Busy until ${reviewer.user_id}.`;
      const declining = { credential_job_id, reason: "time", note } as const;
      expect((await reviewer.call(review.decline, declining)).status).toBe(200);
      expect((await reviewer.call(review.decline, declining)).status).toBe(200);
      expect(await findsIt(reviewer, credential_job_id)).toBe(false);
      expect((await reviewer.call(review.accept, { credential_job_id })).status).toBe(404);
    }
    await followOffers();
    expect(await findsIt(last, credential_job_id)).toBe(true);
    const { reviewers } = (await academy.as("Ada").call(tie.list, { credential_job_id })).body.data;
    const seen = new Map(reviewers.map((each) => [each.user_id, each]));
    for (const { user_id } of first)
      expect(seen.get(user_id)).toMatchObject({
        offered: false,
        declined: { reason: "time", note: `Busy until ${user_id}.` },
      });
    expect(seen.get(last.user_id)).toMatchObject({ offered: true, offer: { place: 1, soft_tie: true } });
    expect((await last.call(review.accept, { credential_job_id })).status).toBe(200);
    expect((await last.call(review.release, { credential_job_id })).status).toBe(200);
    await followOffers(120_000);
    expect((await stored(credential_job_id)).reviewers).toEqual([last.user_id]);
  });

  test("that is given back is offered to all four", async () => {
    const { credential_job_id, first, last } = await offered("Liv");
    expect((await first[0]!.call(review.accept, { credential_job_id })).status).toBe(200);
    await followOffers(aWeek);
    expect((await first[0]!.call(review.release, { credential_job_id })).status).toBe(200);
    await followOffers(aWeek);
    expect(await findsIt(last, credential_job_id)).toBe(true);
  });

  test("tells how long is what its reviewers have in hand, from when they accept until they give it back", async () => {
    const kept = ({ user_id }: Person, part: string) => {
      const { pk, sk } = counterOf(submissionViews.reviewerJobs(user_id, part)).key;
      return world.control.item(pk, sk);
    };
    const { credential_job_id, first } = await offered("Lena", await publishedCredential(academy, four));
    const [busy] = first as [Person, Person, Person];
    const before = await kept(busy, "type=inprogress"); // of what other tests left in their hands
    const [count, minutes] = [Number(before?.count ?? 0), Number(before?.open_minutes ?? 0)];
    expect((await busy.call(review.accept, { credential_job_id })).status).toBe(200);
    const { review_minutes = 0, accepted_on } = await stored(credential_job_id);
    const open_minutes = minutes + review_minutes;
    expect(await kept(busy, "type=inprogress")).toMatchObject({ count: count + 1, open_minutes });
    expect(await kept(busy, "all")).toMatchObject({ last_accepted_on: accepted_on });

    const another = await handedIn(academy.as("Liv"), await publishedCredential(academy, four));
    await followOffers();
    const { offers } = await stored(another.credential_job_id);
    const ranked = new Map(offers?.ranked.map((each) => [each.reviewer_id, each]));
    expect(ranked.get(busy.user_id)).toMatchObject({ open_minutes, last_job_on: accepted_on });

    expect((await busy.call(review.release, { credential_job_id })).status).toBe(200);
    expect(await kept(busy, "type=inprogress")).toMatchObject({ count, open_minutes: minutes });
    expect(await kept(busy, "all")).toMatchObject({ last_accepted_on: accepted_on });
  });

  test("that two decline in the same moment is declined by both, and what is accepted is declined no more", async () => {
    const { credential_job_id, first } = await offered("Leo", await publishedCredential(academy, four));
    const { application_id, cred_id } = await stored(credential_job_id);
    const [one, two] = first as [Person, Person, Person];
    const partitions = [
      submissionKeys.job(credential_job_id),
      submissionKeys.application(application_id),
      credentialKeys.credential(cred_id),
      organizationKeys.organization(academy.organization_id),
      ...[one, two].map(({ user_id }) => organizationKeys.user(user_id)),
    ].map(({ pk }) => pk);
    const harness = await raceHarness(world.control);
    const declining = (person: Person) => ({ handler: decline, person, input: { credential_job_id, reason: "time" } });
    const accepting = { handler: accept, person: two, input: { credential_job_id } };
    const unguarded = [submissionKeys.job(credential_job_id).pk];
    const declinedIn = async (copy: Copy) =>
      Job.parse((await copy.items(unguarded[0]!)).find(({ sk }) => sk === "META")).offers?.declined.length;

    const guarded = await harness.copy(partitions);
    expect(await guarded.race([declining(one), declining(two)])).toEqual([200, 200]);
    expect(await declinedIn(guarded)).toBe(2);
    const open = await harness.copy(partitions);
    await open.race([declining(one), declining(two)], { unguarded });
    expect(await declinedIn(open)).toBe(1); // the race is one

    expect(await (await harness.copy(partitions)).race([accepting, declining(one)])).toEqual([200, 409]);
    expect(await (await harness.copy(partitions)).race([declining(one), accepting])).toEqual([200, 200]);
    expect(await (await harness.copy(partitions)).race([accepting, declining(one)], { unguarded })).toEqual([200, 200]);
    await harness.stop();
  });

  test("tells every reviewer it is offered to by mail, and who has no offer nothing", async () => {
    const notices = async (who: Person) =>
      (await who.call(user.listNotices, {})).body.data.notices.filter(({ type }) => type === "job.offered").length;
    await followOffers(aWeek);
    await world.settle();
    const before = await Promise.all(four.map(notices));
    const another = await publishedCredential(academy, four);
    const { credential_job_id } = await submitted(academy.as("Lena"), another);
    await followOffers();
    await world.settle();
    const { reviewers } = await stored(credential_job_id);
    const after = await Promise.all(four.map(notices));
    for (const [at, { user_id }] of four.entries())
      expect(after[at]! - before[at]!).toBe(reviewers.includes(user_id) ? 1 : 0);
  });
});
