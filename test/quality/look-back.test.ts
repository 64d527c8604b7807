import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { organizationKeys } from "../../functions/data/keys/organization.ts";
import { platformKeys } from "../../functions/data/keys/platform.ts";
import { callsOf, contract } from "../../shared/contract.ts";
import { wire } from "../../shared/http/call.ts";
import { lookBackLimits } from "../../shared/quality/look-back.ts";
import { anchoredCredential, triedAnchors } from "../support/fixtures/anchors.ts";
import { answered } from "../support/fixtures/answered.ts";
import { publishedCredential, textSection } from "../support/fixtures/credential.ts";
import { acceptedReviewer } from "../support/fixtures/reviewer.ts";
import { seatsIn } from "../support/fixtures/seats.ts";
import { says as marksAnchor, seeded, shownBy } from "../support/fixtures/seeded-anchors.ts";
import { accepted, type Submitted, verdict } from "../support/fixtures/work.ts";
import { expectInvariants } from "../support/invariants.ts";
import { lentWorld } from "../support/lent-world.ts";
import type { Person } from "../support/people.ts";

const { submission, user, review, quality } = contract;
const world = await lentWorld();
const { control } = world;
const dayMs = 86_400_000;
const finding = "Heron: too lenient with the table.";

const academy = await world.newOrganization("Second Glance Academy");
const [ada, abe] = [academy.as("Ada"), academy.as("Abe")];
const rita = await acceptedReviewer(academy, "Rita");
const ray = await acceptedReviewer(academy, "Ray");
const rob = await acceptedReviewer(academy, "Rob");
const { begun, drawn, rejected, appealed, taken, says, firstItem } = seatsIn(world, academy, [rita, ray, rob]);

const opens = (who: Person, { user_id }: Person, words = finding) =>
  who.call(quality.openLookBack, { user_id, finding: words });
const read = async ({ user_id }: Person, page: object = {}) =>
  answered(await ada.call(quality.readLookBack, { user_id, ...page }));
const concludes = (
  who: Person,
  { user_id }: Person,
  credential_job_id: string,
  said: { conclusion: "stands" | "concern"; note?: string },
) => who.call(quality.judgeLookBackJob, { user_id, credential_job_id, ...said });
const closes = (who: Person, { user_id }: Person, summary = "Egret: two of three stand.") =>
  who.call(quality.closeLookBack, { user_id, summary });
const codeOf = ({ status, body }: { status: number; body: { error?: { code: string } } }) => [status, body.error?.code];
const written = async ({ user_id }: Person) =>
  (await control.items(organizationKeys.user(user_id).pk)).filter(({ sk }) => String(sk).startsWith("LOOKBACK#"));

/** A reviewer of their own who has finished one review. */
async function reviewedBy(name: "Rob" | "Ruth", school = academy) {
  const reviewer = school === academy && name === "Rob" ? rob : await acceptedReviewer(school, name);
  const credential_id = await publishedCredential(school, [reviewer], { sections: [textSection] });
  const work = await accepted(school.as("Lena"), credential_id, reviewer);
  expect((await reviewer.call(review.acceptSection, verdict(work, 0))).status).toBe(200);
  await world.settle();
  return { reviewer, work };
}

let sentBack: Submitted;
let overturned: Submitted;
let appealSeat: string;
let twice: Submitted;
beforeAll(async () => {
  sentBack = await rejected({}, "Lena");
  const { work, seat } = await appealed({}, "Leo");
  [overturned, appealSeat] = [work, seat];
  expect((await says(ray, work, seat, { at: 1, words: "Zebra" })).status).toBe(200);
  const { work: reviewedTwice, second } = await taken({}, "Liv");
  twice = reviewedTwice;
  for (const at of [0, 1]) expect((await says(ray, twice, second, { at, words: "Zebra" })).status).toBe(200);
  await begun({}, "Lena");
  await world.settle();
});
afterAll(async () => {
  await expectInvariants(world, academy);
  await world.stop();
});

describe("before there is a look-back", () => {
  test("an admin reads the reviewer's name, and that there is none", async () => {
    expect(await read(rita)).toEqual({
      user_id: rita.user_id,
      first_name: "Rita",
      last_name: "Rivers",
      former: [],
      jobs: [],
      total: 0,
    });
    expect(codeOf(await concludes(ada, rita, sentBack.credential_job_id, { conclusion: "stands" }))).toEqual([
      409,
      "job.look-back-not-open",
    ]);
    expect(codeOf(await closes(ada, rita))).toEqual([409, "job.look-back-not-open"]);
  });

  test("whoever never reviewed in the organization is not found, nor is anybody of another one", async () => {
    const other = await world.newOrganization("Other Academy");
    const { reviewer } = await reviewedBy("Ruth", other);
    for (const unknown of [rob, academy.as("Lena"), reviewer]) {
      expect(codeOf(await opens(ada, unknown))).toEqual([404, "resource.not-found"]);
      expect(codeOf(await ada.call(quality.readLookBack, { user_id: unknown.user_id }))).toEqual([
        404,
        "resource.not-found",
      ]);
    }
    expect(codeOf(await opens(other.as("Ada"), rita))).toEqual([404, "resource.not-found"]);
  });

  test("nobody but an admin opens or reads one, and nobody one on themselves", async () => {
    for (const who of [academy.as("Ivan"), academy.as("Pia"), rita]) {
      expect(codeOf(await opens(who, ray))).toEqual([403, "access.denied"]);
      expect(codeOf(await who.call(quality.readLookBack, { user_id: ray.user_id }))).toEqual([403, "access.denied"]);
    }
    expect(codeOf(await opens(ada, ada))).toEqual([403, "user.not-oneself"]);
  });
});

describe("a finding against a reviewer", () => {
  test("of two admins at once opens one look-back, and sent again is answered as done", async () => {
    const both = await Promise.all([opens(ada, rita), opens(abe, rita, "Stork: another thing.")]);
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    const { look_back } = await read(rita);
    const [winner, loser] = look_back!.finding === finding ? [ada, abe] : [abe, ada];
    expect(look_back).toMatchObject({ status: "open", opened_by: winner === ada ? "Ada Rivers" : "Abe Rivers" });
    expect(answered(await opens(loser, rita, look_back!.finding)).opened_on).toBe(look_back!.opened_on);
    expect(codeOf(await opens(winner, rita, "Stork: a third thing."))).toEqual([409, "job.look-back-open"]);
    const rows = await control.items(platformKeys.audit(rita.user_id, "").pk);
    expect(rows.filter(({ type }) => String(type).startsWith("look-back."))).toMatchObject([
      { type: "look-back.opened", from: "none", to: "open", actor_id: winner.user_id, reviewer_id: rita.user_id },
    ]);
    expect(JSON.stringify(rows)).not.toMatch(/Heron|Stork/);
  });

  test("wants words", async () => {
    expect(codeOf(await opens(ada, ray, "  "))).toEqual([400, "input.invalid"]);
    expect(codeOf(await opens(ada, ray, "x".repeat(501)))).toEqual([400, "input.invalid"]);
  });
});

describe("the jobs of a look-back", () => {
  test("are those whose results were finalized, the latest first, as staff see them", async () => {
    const { jobs, total } = await read(rita);
    expect([jobs.map(({ credential_job_id }) => credential_job_id), total]).toEqual([
      [twice, overturned, sentBack].map(({ credential_job_id }) => credential_job_id),
      3,
    ]);
    expect(jobs).toMatchObject([
      { seat: "first", double_reviewed: true, sections_accepted: 2, sections_total: 2 },
      { seat: "first", double_reviewed: false, appeal: "overturned", sections_accepted: 2 },
      { seat: "first", first_job_id: sentBack.credential_job_id, sections_accepted: 1 },
    ]);
    expect(jobs.map(({ certificate_id }) => certificate_id?.slice(0, 4))).toEqual(["crt_", "crt_", undefined]);
    expect(JSON.stringify(jobs)).not.toMatch(/Lena|Leo|Liv|learner/);
    const first = await read(rita, { limit: 2 });
    expect([first.jobs.length, (await read(rita, { limit: 2, cursor: first.cursor })).jobs]).toEqual([2, [jobs[2]]]);
  });

  test("have appeals among them, which lead to the job that staff may read, and no second seat", async () => {
    expect((await opens(ada, ray)).status).toBe(200);
    expect((await read(ray)).jobs).toMatchObject([
      {
        credential_job_id: appealSeat,
        seat: "appeal",
        first_job_id: overturned.credential_job_id,
        appeal: "overturned",
      },
    ]);
  });

  test("are none that is older than twelve months", async () => {
    const { reviewer } = await reviewedBy("Rob");
    const later = ada.later({ days: lookBackLimits.days + 1 });
    expect((await opens(later, reviewer)).status).toBe(200);
    expect(await read(reviewer)).toMatchObject({ look_back: { jobs_total: 0 }, jobs: [] });
    expect((await closes(later, reviewer)).status).toBe(200);
  });

  test("are never an anchor", async () => {
    const ruth = await acceptedReviewer(academy, "Ruth");
    const { credential_id, section_id } = await anchoredCredential(academy, [ruth], "Watched", {
      seeded_anchors: true,
    });
    await triedAnchors(ruth, credential_id);
    const of = { cred_id: credential_id, organization_id: academy.organization_id };
    const anchor = await seeded(control, ruth, of);
    expect((await ruth.call(review.accept, { credential_job_id: anchor.credential_job_id })).status).toBe(200);
    const said = { section_id, achieved: "abcdefgh" };
    expect((await marksAnchor(ruth, anchor.credential_job_id, said)).status).toBe(200);
    expect(await shownBy(control, anchor)).not.toBe("");
    await world.settle();
    expect(codeOf(await opens(ada, ruth))).toEqual([404, "resource.not-found"]);
    const work = await accepted(academy.as("Lena"), await publishedCredential(academy, [ruth]), ruth);
    for (const at of [0, 1] as const)
      expect((await ruth.call(review.acceptSection, verdict(work, at))).status).toBe(200);
    expect((await opens(ada, ruth)).status).toBe(200);
    expect((await read(ruth)).jobs.map(({ credential_job_id }) => credential_job_id)).toEqual([work.credential_job_id]);
    const refused = await concludes(ada, ruth, anchor.credential_job_id, { conclusion: "stands" });
    expect(codeOf(refused)).toEqual([404, "resource.not-found"]);
  });
});

describe("what is concluded of a job", () => {
  test("may be changed, is answered as done when sent again, and wants a note where it is a concern", async () => {
    const { credential_job_id } = sentBack;
    expect(codeOf(await concludes(ada, rita, credential_job_id, { conclusion: "concern" }))).toEqual([
      400,
      "input.invalid",
    ]);
    const concern = { conclusion: "concern", note: "Ibis: the proof is missing." } as const;
    for (const who of [ada, abe]) expect((await concludes(who, rita, credential_job_id, concern)).status).toBe(200);
    const { look_back, jobs } = await read(rita);
    expect(look_back).toMatchObject({ jobs_total: 3, looked_at: 1, concerns: 1 });
    expect(jobs[2]!.conclusion).toMatchObject({ ...concern, given_by: "Ada Rivers" });
    expect((await concludes(abe, rita, credential_job_id, { conclusion: "stands" })).status).toBe(200);
    const after = await read(rita);
    expect(after.look_back).toMatchObject({ looked_at: 1, concerns: 0 });
    expect(after.jobs[2]!.conclusion).toMatchObject({ conclusion: "stands", note: "", given_by: "Abe Rivers" });
    const unknown = await concludes(ada, rita, appealSeat, { conclusion: "stands" });
    expect(codeOf(unknown)).toEqual([404, "resource.not-found"]);
  });

  test("by two admins at once is kept of each job, and of one job once", async () => {
    const on = ({ credential_job_id }: Submitted, who: Person, note: string) =>
      concludes(who, rita, credential_job_id, { conclusion: "concern", note });
    const apart = await Promise.all([on(twice, ada, "One."), on(overturned, abe, "Two.")]);
    expect(apart.map(({ status }) => status)).toEqual([200, 200]);
    const before = (await written(rita)).find(
      ({ credential_job_id }) => credential_job_id === twice.credential_job_id,
    )!;
    const same = await Promise.all([on(twice, ada, "Three."), on(twice, abe, "Four.")]);
    const { version } = (await written(rita)).find(
      ({ credential_job_id }) => credential_job_id === twice.credential_job_id,
    )!;
    expect(Number(version) - Number(before.version)).toBe(same.filter(({ status }) => status === 200).length);
    expect((await read(rita)).look_back).toMatchObject({ looked_at: 3, concerns: 2 });
  });

  test("changes nothing else: no pay, offer, count or result, and tells nobody", async () => {
    const kinds = /^(AUDIT|USER#usr_[0-9A-Za-z]+ LOOKBACK|IDEMP|RATE|CALLS|EVENT)/;
    const others = async () =>
      (await control.everything())
        .map((item) => [`${item.pk} ${item.sk}`, item] as const)
        .filter(([key, { ttl }]) => ttl === undefined && !kinds.test(key))
        .toSorted(([one], [other]) => (one < other ? -1 : 1));
    const before = await others();
    const concern = { conclusion: "concern", note: "Ibis." } as const;
    expect((await concludes(ada, rita, overturned.credential_job_id, concern)).status).toBe(200);
    expect((await closes(ada, rita)).status).toBe(200);
    expect((await opens(ada, rita, "Crane: once more.")).status).toBe(200);
    await world.settle();
    expect(await others()).toEqual(before);
  });
});

test("a closed look-back says what it came to, stays as it is, and another may be opened after it", async () => {
  const { look_back, former } = await read(rita);
  expect(look_back).toMatchObject({ status: "open", finding: "Crane: once more.", jobs_total: 3, looked_at: 0 });
  expect(former).toMatchObject([{ status: "closed", summary: "Egret: two of three stand." }]);
  expect((await closes(ada, rita, "Nothing more.")).status).toBe(200);
  const closed = await read(rita);
  expect(closed.look_back).toMatchObject({ status: "closed", summary: "Nothing more.", closed_by: "Ada Rivers" });
  expect(answered(await closes(abe, rita, "Nothing more.")).closed_on).toBe(closed.look_back!.closed_on);
  expect(codeOf(await closes(abe, rita, "Something."))).toEqual([409, "job.look-back-not-open"]);
  const { credential_job_id } = twice;
  expect(codeOf(await concludes(ada, rita, credential_job_id, { conclusion: "stands" }))).toEqual([
    409,
    "job.look-back-not-open",
  ]);
  const mended = [{ section_id: sentBack.section_ids[1]!, response: "<p>Mended.</p>" }];
  const revised = { application_id: sentBack.application_id, credential_id: sentBack.credential_id, sections: mended };
  expect((await sentBack.learner.call(submission.submit, revised)).status).toBe(200);
  expect((await opens(abe, rita, "Gull: and again.")).status).toBe(200);
  const anew = await read(rita);
  // the round under review is not decided, the one before is
  expect(anew.jobs.map((each) => each.credential_job_id)).toContain(sentBack.credential_job_id);
  expect(anew.look_back).toMatchObject({ status: "open", opened_by: "Abe Rivers" });
  expect(anew.look_back).not.toHaveProperty("summary");
  expect(anew.former.map(({ finding: words }) => words)).toHaveLength(2);
});

test("while one is open the reviewer's rounds are reviewed a second time, where the credential has that", async () => {
  if ((await read(rita)).look_back?.status !== "open") expect((await opens(ada, rita)).status).toBe(200);
  const reasons = async () => {
    return (await firstItem(await drawn({ share_percent: 1 }, "Leo"))).second_review!.reasons.includes("probation");
  };
  expect(await reasons()).toBe(true);
  expect((await closes(ada, rita)).status).toBe(200);
  expect(await reasons()).toBe(false);
});

test("nothing that the reviewer may read tells of a look-back", async () => {
  const { reviewer, work } = await reviewedBy("Rob");
  const { application_id, credential_id, credential_job_id } = work;
  const ids = { user_id: reviewer.user_id, application_id, credential_id, cred_id: credential_id, credential_job_id };
  const readsAll = async () => {
    const said: [string, string][] = [];
    for (const { call } of callsOf()) {
      const { method } = wire(call);
      if (method !== "GET" || call.allow === "anyone" || call.answers !== undefined) continue;
      const named = Object.entries(ids).filter(([name]) => name in call.input.shape);
      said.push([call.route, (await reviewer.call(call, Object.fromEntries(named))).text]);
    }
    return said;
  };
  await world.settle();
  const before = await readsAll();
  expect(before.filter(([, text]) => text.startsWith('{"data"')).length).toBeGreaterThan(10);
  expect((await opens(ada, reviewer)).status).toBe(200);
  const concern = { conclusion: "concern", note: "Ibis: the proof is missing." } as const;
  expect((await concludes(ada, reviewer, credential_job_id, concern)).status).toBe(200);
  await world.settle();
  expect(await readsAll()).toEqual(before);
  expect((await closes(ada, reviewer)).status).toBe(200);
  await world.settle();
  const after = await readsAll();
  expect(after).toEqual(before);
  const traces = /heron|ibis|egret|look-?back/i;
  expect(after.filter(([, text]) => traces.test(text))).toEqual([]);
});

test("all that is written of a reviewer goes with their account, and nothing is written after that", async () => {
  const { reviewer, work } = await reviewedBy("Rob");
  expect((await opens(ada, reviewer, "Toucan: once.")).status).toBe(200);
  const concern = { conclusion: "concern", note: "Toucan: the proof is missing." } as const;
  expect((await concludes(ada, reviewer, work.credential_job_id, concern)).status).toBe(200);
  expect((await closes(ada, reviewer, "Toucan: one concern.")).status).toBe(200);
  expect((await opens(ada, reviewer, "Toucan: twice.")).status).toBe(200);
  const gone = { user_id: reviewer.user_id, email: reviewer.email };
  expect((await reviewer.call(user.remove, gone)).status).toBe(200);
  const late = await concludes(ada, reviewer, work.credential_job_id, { conclusion: "stands" });
  expect(codeOf(late)).toEqual([404, "resource.not-found"]);
  for (const _ of [1, 2]) await control.runSchedule("erase-people", dayMs);
  await world.settle();
  expect(await written(reviewer)).toEqual([]);
  expect(codeOf(await opens(ada, reviewer, "Toucan: thrice."))).toEqual([404, "resource.not-found"]);
  const { status } = await ada.call(quality.readLookBack, { user_id: reviewer.user_id });
  expect(status).toBe(404);
  const kept = (await control.everything()).filter(
    (item) => item.ttl === undefined && /toucan/i.test(JSON.stringify(item)),
  );
  expect(kept).toEqual([]);
});
