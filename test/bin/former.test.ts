import { spawn } from "node:child_process";
import { once } from "node:events";
import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type SeedName, type SeedPerson, seedOrganizations, seedPeople } from "../../bin/seed/people.ts";
import { minuteOf } from "../../functions/data/ids.ts";
import type { Key } from "../../functions/data/keys/key.ts";
import { countedView, isFormerCount, isFormerRow, isOf, kinds } from "../../functions/data/keys/kinds.ts";
import { paymentViews } from "../../functions/data/keys/payment.ts";
import { counterOf, countersOf, platformKeys } from "../../functions/data/keys/platform.ts";
import { submissionViews } from "../../functions/data/keys/submission.ts";
import { referenceOf } from "../../functions/data/list.ts";
import { everyShardOf, unsharded } from "../../functions/data/shards.ts";
import type { Item } from "../../functions/data/table.ts";
import { checkInvariants } from "../../functions/platform/model/invariants/check.ts";
import { callsOf, contract } from "../../shared/contract.ts";
import { Job } from "../../shared/review/job.ts";
import { submissionTabs } from "../../shared/submission/rules.ts";
import { startMeter } from "../bench/growth/meter.ts";
import { everyCredential } from "../certificate/every-credential.ts";
import type { Answer } from "../former/crawl.ts";
import { formerWorld } from "../former/restore.ts";
import { undocumented } from "../support/api-document.ts";
import { ownWorld } from "../support/own-world.ts";
import { operate, settingsOf } from "../support/program.ts";
import { slowness } from "../support/slowness.ts";
import { unhurried } from "../support/unhurried.ts";

const { certificate, organization, payment, submission, review } = contract;
const folder = join(import.meta.dirname, "../former");
const names = readdirSync(folder).filter((name) => statSync(join(folder, name)).isDirectory());
const calls = new Map(callsOf().map(({ domain, file, call }) => [`${domain}/${file}`, call]));

describe.each(names)("the world that the release of %s made", (name) => {
  const { answers, keptAtMs } = formerWorld(name);
  let world: Awaited<ReturnType<typeof ownWorld>>;
  beforeAll(async () => {
    world = await ownWorld({ former: name });
    await shard(platformKeys.total(paymentViews.billing(seedOrganizations.northwind.organization_id)));
    expect(await migrate("--write")).toMatch(/^[1-9]\d* items were brought up to date/);
    expect(await migrate()).toBe("0 items are of an earlier shape.\n");
  });
  afterAll(() => world?.stop());

  /** Has some of a count in shards, as if many had added to it at once. */
  async function shard(total: Key): Promise<void> {
    const kept = await world.control.item(total.pk, total.sk);
    const shards = everyShardOf(total).slice(3, 5);
    const rest = { ...kept, ...total, sharded: true, count: Number(kept!.count) - shards.length };
    await world.control.put([rest, ...shards.map((key) => ({ ...key, count: 1 }))]);
  }

  const migrate = async (...words: string[]) =>
    (await operate(world, "migrate", "--units-per-second", "5000", ...words)).said;

  test("passes every invariant, and every job says which seat it is", async () => {
    const everything = await world.control.everything();
    expect(everything.filter((item) => isOf(kinds.job, item as never) && item.seat === undefined)).toEqual([]);
    const findings = await checkInvariants(everything);
    expect(findings.flatMap(({ id, violations }) => violations.map((each) => `${id} ${each}`))).toEqual([]);
  });

  test("has how long is what each reviewer has in hand, and when they last accepted a job", async () => {
    const everything = (await world.control.everything()) as unknown as Item[];
    const jobs = new Map(everything.filter((item) => isOf(kinds.job, item)).map((job) => [job.pk, Job.parse(job)]));
    const accepted = [...jobs.values()].filter(({ acceptor, accepted_on }) => acceptor && accepted_on);
    let inHand = 0;
    for (const [reviewer_id, own] of Map.groupBy(accepted, ({ acceptor }) => acceptor!)) {
      const kept = (part: string) => {
        const { key } = counterOf(submissionViews.reviewerJobs(reviewer_id, part));
        return everything.find(({ pk, sk }) => pk === key.pk && sk === key.sk);
      };
      const view = submissionViews.reviewerJobs(reviewer_id, "type=inprogress");
      const listed = everything.filter(({ pk }) => pk === view).map((row) => jobs.get(referenceOf(row).pk)!);
      const minutes = listed.reduce((sum, { review_minutes }) => sum + review_minutes, 0);
      expect(kept("type=inprogress")?.open_minutes ?? 0).toBe(minutes);
      expect(kept("all")?.last_accepted_on).toBe(
        own
          .map(({ accepted_on }) => accepted_on!)
          .sort()
          .at(-1),
      );
      inHand += listed.length;
    }
    expect(inHand).toBeGreaterThan(0);
  });

  test("has what anybody earned or was paid in its month, and no row of a list of a year or month", async () => {
    const everything = (await world.control.everything()) as unknown as Key[];
    const isElsewhere = (item: Key) =>
      isOf(kinds.total, unsharded(item)) && countersOf(countedView(unsharded(item))).length > 1;
    const former = (item: Key) => isFormerRow(item) || isFormerCount(item) || isElsewhere(item);
    expect(everything.filter(former)).toEqual([]);
    const months = new Map<string, number>();
    for (const person of ["Ada", "Ray", "Rita"] as const)
      for (const period of [
        { year: 2026 },
        ...Array.from({ length: 12 }, (_, at) => ({ year: 2026, month: at + 1 })),
      ]) {
        const asked = await world.as(person).call(organization.listBillingHistory, { ...period, limit: 100 });
        if (asked.status === 403) continue;
        const { history, total, totals } = asked.body.data;
        const name = `2026-${"month" in period ? String(period.month).padStart(2, "0") : ""}`;
        expect(history.map(({ at }) => at.slice(0, name.length))).toEqual(history.map(() => name));
        expect(total).toBe(history.length);
        const pay = history.reduce((sum, each) => sum + Math.round(each.reviewer_pay * 100), 0);
        expect(Math.round(totals!.reviewer_pay * 100)).toBe(pay);
        months.set(`${person} ${name}`, total);
      }
    expect([...months].filter(([, total]) => total > 0).length).toBeGreaterThan(4);
  });

  test("has every certificate found by its credential", async () => {
    const listed = async (asked: object) =>
      (await world.as("Ada").call(certificate.list, { limit: 100, ...asked })).body.data.certificates;
    const byCredential = Map.groupBy(await listed({}), ({ cred_id }) => cred_id);
    expect(byCredential.size).toBeGreaterThan(1);
    for (const [credential_id, all] of byCredential) expect(await listed({ credential_id })).toEqual(all);
  });

  test("has every certificate signed by sign-certificates, in one run, and each verifies", async () => {
    const held = async () => {
      const everything = await world.control.everything();
      const now = new Date(keptAtMs + 3_600_000); // the world's clock goes on from when it was kept: lists end a week later
      const { unsigned, ...examined } = await everyCredential(world.origin, everything, now);
      const all = everything.filter((item) => isOf(kinds.certificate, item as never));
      const hidden = everything.filter(
        (item) => isOf(kinds.certificate, item as never) && item.visibility === "hidden",
      );
      return { ...examined, unsigned: unsigned.length, all: all.length, hidden: hidden.length };
    };
    const before = await held();
    expect(before).toMatchObject({ count: 0, faults: [], unsigned: before.all });
    expect(before.all).toBeGreaterThanOrEqual(10);
    const sign = () => operate(world, "sign-certificates", "--stage", "local");
    expect(await sign()).toMatchObject({ code: 0, said: `${before.all} certificates and 0 lists are on their way.\n` });
    await world.settle();
    const after = await held();
    console.log(`${name}: ${after.count} of ${after.all} certificates are signed and served, ${after.hidden} hidden`);
    expect(after).toMatchObject({ count: before.all - before.hidden, faults: [], unsigned: 0 });
    expect((await sign()).said).toBe("0 certificates and 0 lists are on their way.\n");
  });

  const people = [...new Set(answers.map(({ person }) => person))];
  test.each(people)("%s reads what they read then, as the API document says", async (person) => {
    const own = answers.filter((answer) => answer.person === person);
    expect(own.length).toBeGreaterThan(5);
    const different: unknown[] = [];
    for (const { call, input, status, body } of own) {
      const reply = await unhurried(() => world.as(person as SeedName).call(calls.get(call)!, input));
      const fault = undocumented(calls.get(call)!, reply);
      if (fault) different.push(`${call} ${JSON.stringify(input)}: ${fault}`);
      try {
        const today = { status: reply.status, body: reply.body ?? reply.text };
        const compared = ofOrganizationsDays.has(call) ? undated : unworded;
        expect(compared(today)).toMatchObject(compared(present({ person, call, input, status, body })));
      } catch (error) {
        different.push(`${call} ${JSON.stringify(input)}: ${(error as Error).message}`);
      }
    }
    expect(different.slice(0, 5)).toEqual([]);
  });
});

describe.each(names)("the world that the release of %s made, on the day this one is deployed", (name) => {
  let world: Awaited<ReturnType<typeof ownWorld>>;
  beforeAll(async () => {
    world = await ownWorld({ former: name });
  });
  afterAll(() => world?.stop());

  test("lets people go on with what they had begun before anything is migrated", async () => {
    const [lena, ada, ray] = [world.as("Lena"), world.as("Ada"), world.as("Ray")];
    const { submissions } = (await lena.call(submission.listOwn, { status: "RevisionNeeded" })).body.data;
    const { application_id, credential_id } = submissions[0]!;
    const before = (await lena.call(submission.read, { application_id })).body.data.credential_job_id;
    const revised = await lena.call(submission.submit, { application_id, credential_id });
    expect(revised).toMatchObject({ status: 200, body: { data: { status: "reviewing", credential_job_id: before } } });
    const refunded = await ada.call(payment.refund, { application_id, reason: "It came too late." });
    expect(refunded).toMatchObject({ status: 200 });
    expect((await lena.call(submission.read, { application_id })).body.data.status).toBe("closed");
    const [open] = (await ray.call(review.list, {})).body.data.jobs;
    const { credential_job_id } = open!;
    expect((await ray.call(review.accept, { credential_job_id })).status).toBe(200);
    await world.settle();
    for (const status of submissionTabs) {
      const { submissions, total, totals } = (await lena.call(submission.listOwn, { status, limit: 100 })).body.data;
      expect([status, total, totals[status]]).toEqual([status, submissions.length, submissions.length]);
    }
    const findings = await checkInvariants(await world.control.everything());
    expect(findings.find(({ id }) => id === "I22")?.violations).toEqual([]);
  });

  test("is migrated within the units it is given, and by a run that goes on where another was killed", async () => {
    const known = await settingsOf(world);
    const items = (await world.control.everything()).length;
    const meter = await startMeter(known.AWS_ENDPOINT_URL_DYNAMODB!);
    const env = { PATH: process.env.PATH, ...known, AWS_ENDPOINT_URL_DYNAMODB: meter.url };
    const run = (unitsPerSecond: number) =>
      spawn(process.execPath, ["bin/operate/migrate.ts", "--units-per-second", `${unitsPerSecond}`, "--write"], {
        env,
        stdio: ["ignore", "pipe", "inherit"],
      });
    const progress = () => world.control.item("MIGRATION", "PROGRESS");
    try {
      const first = run(100);
      const killed = await meter.during(async () => {
        const began = performance.now();
        await expect.poll(meter.soFar, { timeout: 120_000 * slowness, interval: 100 }).toBeGreaterThan(items / 3);
        first.kill("SIGKILL");
        await once(first, "exit");
        return (performance.now() - began) / 1000;
      });
      expect(await progress()).not.toBeNull();
      const { capacity } = killed.metered;
      console.log(`${Math.round(capacity)} units in ${killed.result.toFixed(1)} s of 100 units a second`);
      expect(capacity).toBeLessThan(100 * (killed.result + 1));
      const second = run(5000);
      const { result, metered } = await meter.during(() => text(second.stdout));
      expect(result).toMatch(
        /^A run was stopped: this one goes on where it was\.\n[1-9]\d* items were brought up to date/,
      );
      expect(metered.items).toBeLessThan(items);
      expect(await progress()).toBeNull();
    } finally {
      meter.stop();
    }
    expect((await operate(world, "migrate", "--units-per-second", "5000")).said).toBe(
      "0 items are of an earlier shape.\n",
    );
    const findings = await checkInvariants(await world.control.everything());
    expect(findings.flatMap(({ id, violations }) => violations.map((each) => `${id} ${each}`))).toEqual([]);
  });
});

/** An answer of then as it reads today: what changed on the wire since by decision, and nothing else. */
function present({ person, call, input, status, body }: Answer): Pick<Answer, "status" | "body"> {
  const text = JSON.stringify(body)
    .replaceAll('"thing.not-found"', '"resource.not-found"')
    .replaceAll("Waits for payment", "Waiting for payment") // in sheets
    .replaceAll("Has not begun", "Not started");
  const ofBilling = call.startsWith("organization/export-billing"); // numbers of receipts are the ends of ids
  const renamed = JSON.parse(ofBilling ? text.replace(/\bapp_\w{16}(\w{5})(\w{5})\b/g, "$1-$2") : text);
  for (const payment of renamed?.data?.payments ?? [])
    if (payment.amount === 0) Object.assign(payment, { status: "paid", paid_on: payment.due_on }); // nothing is paid at once
  for (const row of renamed?.data?.credentials ?? [])
    if (row.submission_status === "applied") delete row.submission_status; // now says where the application stands
  if (call === "credential/list-potential-reviewers") renamed?.data?.data?.sort(bestFirst); // those chosen before, too
  const isReviewers = (seedPeople[person as SeedName] as Partial<SeedPerson>).role === "reviewer";
  if (isReviewers && call === "organization/list-billing-history") delete renamed?.data?.cursor; // they stand by time
  if (ofJobs.has(call) || (isReviewers && ofReviewers.has(call)))
    return { status, body: ofMinutes(renamed, isReviewers) };
  // a custom role's list has all that it may read: what is published in its organization, too
  if (person === "Cy" && call === "credential/list") return { status, body: {} };
  const { credentials: rows, cursor, offset = 0 } = { ...renamed?.data, ...input };
  const browses = ["credential/list", "credential/list-open"].includes(call);
  if (browses && rows && !cursor && offset === 0) {
    const { limit = Number.POSITIVE_INFINITY } = input as { limit?: number };
    if (rows.length < limit) renamed.data.total = rows.length; // what is left out of the rows is not counted any more
  }
  return { status, body: renamed };
}

/** Sheets whose days are the organization's, and were Greenwich's. */
const ofOrganizationsDays = new Set(["credential/export-applicants"]);
const undated = (answer: Pick<Answer, "status" | "body">): object =>
  JSON.parse(JSON.stringify(unworded(answer)).replace(/\b\d{4}-\d\d-\d\d\b/g, "day"));

/** What answers rows of jobs, and what else does to reviewers alone. */
const ofJobs = new Set(["review/list", "review/list-assigned", "review/read", "review/payments", "quality/read-own"]);
const ofReviewers = new Set(["submission/list", "organization/list-billing-history"]);

/**
 * Jobs as they are answered: in whole minutes but for the days that are promised, to reviewers without what names the
 * submission, its files by keys of the seat.
 */
const ofMinutes = (body: unknown, isReviewers: boolean): unknown =>
  JSON.parse(JSON.stringify(body), (_, value) => {
    const { business_days, credential_job_id, submitted_on } = Object(value);
    if (Object(value) !== value || Array.isArray(value) || business_days !== undefined) return value;
    const rounded = Object.entries(value).map(([name, each]) => [name, isMoment(each) ? minuteOf(each) : each]);
    const row = Object.fromEntries(rounded);
    if (isReviewers && credential_job_id && row.application_id) row.application_id = credential_job_id;
    if (isReviewers && credential_job_id && submitted_on) row.created_on = row.submitted_on;
    if (isReviewers && String(row.key).startsWith("submissions/")) delete row.key; // known by one of the seat's
    return row;
  });
const isMoment = (value: unknown): value is string => typeof value === "string" && /^\d{4}-\d\d-\d\dT.*Z$/.test(value);

/** Reviewers as they are ranked: most matching skills, then the own organization. */
const bestFirst = (
  one: { matching_skills: number; own_organization: boolean; user_id: string },
  other: { matching_skills: number; own_organization: boolean; user_id: string },
): number =>
  other.matching_skills - one.matching_skills ||
  Number(other.own_organization) - Number(one.own_organization) ||
  one.user_id.localeCompare(other.user_id);

/** An answer without the sentences that people read: those may be said better, codes and fields stay. */
function unworded(answer: Pick<Answer, "status" | "body">): Pick<Answer, "status" | "body"> {
  const { status, body } = withoutPorts(answer) as { status: number; body: Answer["body"] };
  const { error, data } = (body ?? {}) as {
    error?: { code: string; fields?: object };
    data?: { permissions?: { action: string }[] };
  };
  if (error) return { status, body: { error: { code: error.code, fields: Object.keys(error.fields ?? {}) } } };
  if (data?.permissions)
    return { status, body: { data: { permissions: data.permissions.map(({ action }) => action) } } };
  return { status, body };
}

/** An answer without what each start and each asking chooses anew: ports, names of buckets, signatures of addresses. */
const withoutPorts = (answer: unknown): object =>
  JSON.parse(
    JSON.stringify(answer)
      .replace(/(http:\/\/)(localhost|127\.0\.0\.1):\d+(\/laurel-[^/"]+)?/g, "$1")
      .replace(/\?X-Amz-[^"\\]*/g, ""),
  );
