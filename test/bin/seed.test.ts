import { readFileSync } from "node:fs";
import { afterAll, describe, expect, test } from "vitest";
import { conferencesTitle } from "../../bin/seed/appeals.ts";
import { feedbackTitle } from "../../bin/seed/calibration.ts";
import { seedCredentials } from "../../bin/seed/credentials.ts";
import { seedKey, seedOrganizations, seedPeople } from "../../bin/seed/people.ts";
import { observationTitle } from "../../bin/seed/second-reviews.ts";
import { checkInvariants } from "../../functions/platform/model/invariants/check.ts";
import { needs } from "../../lib/needs.ts";
import { type CallName, callsOf, contract } from "../../shared/contract.ts";
import { selectorOf } from "../../shared/http/call.ts";
import { everyCredential } from "../certificate/every-credential.ts";
import { ownWorld } from "../support/own-world.ts";
import { operate } from "../support/program.ts";
import { unhurried } from "../support/unhurried.ts";
import { type RequestCounts, writes } from "../support/world/request-counts.ts";

const { certificate, credential, organization, payment, reviewer, submission, calibration, review, appeal, quality } =
  contract;
const world = await ownWorld({ content: true, anew: true });
afterAll(() => world.stop());
/** What the calls that made the content have asked of AWS. */
const making = await world.control.spending();

test("Northwind has its credentials in every state, and its reviewers", async () => {
  const { body } = await world.as("Ada").call(credential.list, { limit: 100 });
  expect(body.data.totals).toEqual({ all: 12, draft: 2, submitted: 1, rejected: 1, published: 7, closed: 1 });
  const wanted = seedCredentials.filter((each) => each.organization === "northwind").map(({ title }) => title);
  expect(body.data.credentials.map(({ title }) => title).toReversed()).toEqual(wanted);
  const applications = await world.as("Ada").call(reviewer.listApplications, {});
  const statuses = applications.body.data.applications.map(({ first_name, status }) => [first_name, status]);
  expect(Object.fromEntries(statuses)).toEqual({ Rita: "accepted", Ray: "accepted", Rob: "active" });
});

test("Northwind's key is the one that the README calls with, and its line answers as it stands", async () => {
  const line = /^curl -H '(.*?): (.*?)' http:\/\/localhost:3000(\S+)$/m.exec(readFileSync("README.md", "utf8"))!;
  const [, name, value, path] = line;
  expect(value).toBe(`Bearer ${seedKey.text}`);
  const reply = await world.anyone.send("GET", path!, { headers: { [name!]: value! } });
  expect(reply).toMatchObject({ status: 200, body: { data: { totals: { all: 12 } } } });
});

test("Leo holds two certificates, Lena has work of three kinds under way, one of them an open job", async () => {
  const earned = await world.as("Leo").call(certificate.listOwn, {});
  expect(earned.body.data.credentials.map(({ title }) => title)).toEqual([seedCredentials[0]!.title, observationTitle]);
  const { body } = await world.as("Lena").call(submission.listOwn, {});
  expect(body.data.submissions.map(({ status }) => status).toSorted()).toEqual([
    "draft",
    "revisionNeeded",
    "submitted",
  ]);
  expect((await world.as("Ray").call(review.list, {})).body.data.total).toBe(5);
});

test("what followed from the work of months ago is as old as it, and nobody's session is", async () => {
  const notices = (await world.control.everything()).filter(({ sk }) => `${sk}`.startsWith("NOTICE#"));
  const daysOld = notices.map(({ created_on }) => Math.round((Date.now() - Date.parse(`${created_on}`)) / 86_400_000));
  expect(daysOld.filter((days) => days > 30).length).toBeGreaterThan(50);
  const [, claims = ""] = (await world.as("Lena").token()).split(".");
  const { iat } = JSON.parse(Buffer.from(claims, "base64url").toString()) as { iat: number };
  expect(Math.abs(Date.now() - iat * 1000)).toBeLessThan(600_000);
});

test("one credential's reviewers are calibrated: Rita is, and Ray finds a job that asks for it", async () => {
  const { credentials } = (await world.as("Ada").call(credential.list, { limit: 100 })).body.data;
  const { credential_id } = credentials.find(({ title }) => title === feedbackTitle)!;
  const { body } = await world.as("Ada").call(calibration.list, { credential_id });
  const standings = body.data.reviewers.map(({ first_name, standing }) => [first_name, standing.status]);
  expect(Object.fromEntries(standings)).toEqual({ Rita: "passed", Ray: "none", Ron: "passed" });
  const { jobs } = (await world.as("Ray").call(review.list, {})).body.data;
  expect(jobs.filter((each) => each.practice_first).map(({ title }) => title)).toEqual([feedbackTitle, feedbackTitle]);
});

test("the calibrated credential's rounds are reviewed a second time: its figures speak, and work waits at each seat", async () => {
  const { credentials } = (await world.as("Ada").call(credential.list, { limit: 100 })).body.data;
  const { credential_id } = credentials.find(({ title }) => title === feedbackTitle)!;
  const { body } = await world.as("Ada").call(quality.readCredential, { credential_id });
  expect(body.data.totals).toMatchObject({ double_reviews: 5, marks: { decisions: 50, agreed: 45 } });
  expect(body.data.totals.marks.observed).toBeDefined();
  const waiting = (await world.control.everything()).filter(
    ({ sk, seat, cred_id, status }) =>
      sk === "META" && seat && cred_id === credential_id && (status === "open" || status === "accepted"),
  );
  expect(waiting.map(({ seat, status }) => `${seat} ${status}`).toSorted()).toEqual([
    "first open",
    "second accepted",
    "third open",
  ]);
});

test("Mia has her appeal's fee back as credit, and Olu's paid appeal waits for a reviewer", async () => {
  const appealOf = async (name: "Mia" | "Olu") => {
    const { submissions } = (await world.as(name).call(submission.listOwn, {})).body.data;
    const { application_id } = submissions.find(({ title }) => title === conferencesTitle)!;
    return (await world.as(name).call(submission.read, { application_id })).body.data.appeal;
  };
  expect(await appealOf("Mia")).toMatchObject({ status: "overturned", fee: 10, fee_credited: 10 });
  expect((await world.as("Mia").call(payment.readCredit, {})).body.data.balance).toBe(10);
  expect(await appealOf("Olu")).toMatchObject({ status: "filed", fee: 10 });
  const { appeals } = (await world.as("Ada").call(appeal.list, {})).body.data;
  expect(appeals.map(({ title }) => title)).toEqual([conferencesTitle]);
  const { totals } = (await world.as("Ada").call(quality.read, {})).body.data;
  expect(totals.appeals_overturned).toEqual({ count: 1, of: 1 });
});

test("Rita has a decision to make in some days, Ray a late one, and Northwind has closing days", async () => {
  const inHand = async (name: "Rita" | "Ray") =>
    (await world.as(name).call(review.listAssigned, { status: "accepted", sort: "due" })).body.data.jobs.flatMap(
      ({ decision }) => (decision ? [decision.late] : []), // nothing is due of what waits for a result
    );
  expect([await inHand("Rita"), await inHand("Ray")]).toEqual([[false], [true]]);
  const { body } = await world.as("Ada").call(organization.readCalendar, {});
  expect(body.data).toMatchObject({ version: 1, closing_days: { length: 4 } });
});

test("Leo's certificate says what the review found, Mia's does not, Olu's is hidden and Tess's revoked", async () => {
  const own = async (name: "Leo" | "Mia" | "Olu" | "Tess") => {
    const person = world.as(name);
    const { credentials } = (await person.call(certificate.listOwn, {})).body.data;
    const { body } = await person.call(certificate.read, { certificate_id: credentials[0]!.certificate_id! });
    const { status, visibility, with_findings } = body.data;
    return [status, visibility, with_findings];
  };
  expect(await Promise.all((["Leo", "Mia", "Olu", "Tess"] as const).map(own))).toEqual([
    ["active", "shown", true],
    ["active", "shown", false],
    ["active", "hidden", false],
    ["revoked", "shown", false],
  ]);
});

test("Mia waits for a corrected name, which Ada finds", async () => {
  const { body } = await world.as("Ada").call(certificate.list, { status: "nameAsked" });
  expect(body.data).toMatchObject({ total: 1, certificates: [{ correction: { last_name: "Castellanos-Lind" } }] });
});

test("every credential of the seed follows the Open Badges schema, and verifies or is revoked as stored", async () => {
  const { count, unsigned, faults } = await everyCredential(world.origin, await world.control.everything());
  expect(faults).toEqual([]);
  expect(unsigned).toEqual([]);
  expect(count).toBe(20); // of twenty-one; Olu's is hidden
});

test("Lakeshore is archived, and Lou's certificate still stands", async () => {
  const { body } = await world.as("Sam").call(organization.search, { query: "lakes", isArchive: "true" });
  expect(body.data.organizations[0]).toMatchObject({ name: seedOrganizations.lakeshore.name, archived: true });
  const earned = await world.as("Lou").call(certificate.listOwn, {});
  const { organization_id: org_id, user_id, cred_id } = earned.body.data.credentials[0]!;
  const page = await world.anyone.call(certificate.readOwn, { org_id, user_id, cred_id });
  expect(page.body.data).toMatchObject({ first_name: "Lou", verified: true });
});

test("everything that happened is counted and marked for as long as a queue may repeat it, whenever it is said to be", async () => {
  const everything = await world.control.everything();
  const now = Date.now();
  const findings = await checkInvariants(everything, { nowMs: now + 3_600_000 });
  expect(findings.flatMap(({ id, violations }) => violations.map((each) => `${id} ${each}`))).toEqual([]);
  for (const parts of [7, 64])
    expect(await checkInvariants(everything, { nowMs: now + 3_600_000 }, { parts, itemsAtOnce: 1000 })).toEqual(
      findings,
    );
  const recent = new Set(
    everything
      .filter(({ pk, at }) => `${pk}`.startsWith("AUDIT#") && Date.parse(`${at}`) > now - 30 * 86_400_000)
      .map(({ event_id }) => `EVENT#${event_id}`),
  );
  const marks = everything.filter(({ pk }) => recent.has(`${pk}`));
  expect(marks.length).toBeGreaterThan(10);
  expect(marks.filter(({ ttl }) => Number(ttl) * 1000 < now + 14 * 86_400_000)).toEqual([]);
});

test("people are found by the beginnings of their names", async () => {
  const { body } = await world.as("Ada").call(organization.listUsers, { q: "march" });
  expect(body.data.users).toMatchObject([{ first_name: "Leo" }]);
});

test("Northwind's analytics have a past, and agree with its payment history", async () => {
  const { body } = await world.as("Ada").call(organization.readAnalytics, {});
  const { totals, months, credentials } = body.data;
  expect(totals).toMatchObject({ learners: 9, applications: 35, completions: 20 });
  expect(months.filter(({ applications }) => applications > 0).length).toBeGreaterThan(4);
  const history = await world.as("Ada").call(organization.listBillingHistory, { limit: 1 });
  const { price, reviewer_pay, issuer_share, platform_share, organization_share } = history.body.data.totals!;
  expect(totals).toMatchObject({ revenue: price, reviewer_pay, issuer_share, platform_share, organization_share });
  expect(credentials.reduce((sum, { revenue }) => sum + revenue, 0)).toBe(price);
});

describe("the repair of counted numbers", () => {
  const repair = (...words: string[]) => operate(world, "repair", ...words);

  async function spoil({ pk, sk }: { pk: string; sk: string }, name: string, value: number): Promise<void> {
    await world.control.put([{ ...(await world.control.item(pk, sk)), [name]: value }]);
  }

  test("finds nothing wrong with what the calls have written", async () => {
    expect(await repair()).toEqual({ code: 0, said: "Every number is right.\n" });
  });

  test("counts the shards of a number with it, and puts them right together", async () => {
    const { organization_id } = seedOrganizations.northwind;
    const total = { pk: `COUNT#ORG#${organization_id}#credentials`, sk: "TOTAL" };
    const kept = await world.control.item(total.pk, total.sk);
    const shard = { pk: `${total.pk}#shards`, sk: `${total.sk}#3`, count: 5 };
    await world.control.put([{ ...kept, sharded: true, count: Number(kept!.count) - 5 }, shard]);
    expect((await repair()).said).toBe("Every number is right.\n");
    await world.control.put([{ ...shard, count: 7 }]);
    expect((await repair()).said).toContain(`${total.pk} TOTAL count: 14, should be 12 (found)`);
    expect((await repair("--write")).code).toBe(0);
    expect((await repair()).said).toBe("Every number is right.\n");
    expect((await world.as("Ada").call(credential.list, { limit: 1 })).body.data.total).toBe(12);
    await world.control.put([{ ...kept }, { ...shard, count: 0 }]);
  });

  test("says what is wrong, and puts it right when asked to", async () => {
    const { organization_id } = seedOrganizations.northwind;
    const month = new Date().toISOString().slice(0, 7);
    await spoil({ pk: `COUNT#ORG#${organization_id}#credentials`, sk: "TOTAL" }, "count", 99);
    await spoil({ pk: `FIGURES#${organization_id}`, sk: month }, "applications", 99);
    const told = await repair();
    expect(told.code).toBe(1);
    expect(told.said).toContain(`COUNT#ORG#${organization_id}#credentials TOTAL count: 99, should be 12 (found)`);
    expect(told.said).toContain("2 numbers were wrong.");
    expect(await repair("--write")).toMatchObject({ code: 0, said: expect.stringContaining("(repaired)") });
    expect((await repair()).said).toBe("Every number is right.\n");
    const { body } = await world.as("Ada").call(organization.readAnalytics, {});
    expect(body.data.totals.applications).toBe(35);
  });
});

describe("what a call asks of AWS besides the one read that authorizes it", () => {
  /** Reads one after another, and transactions. Each exception says why. */
  const budget = {
    reading: { depth: 1, transactions: 0 },
    /** The rows of a list lead to what it shows. */
    listing: { depth: 2, transactions: 0 },
    writing: { depth: 1, transactions: 1 },
  };
  const lists: readonly string[] = [
    "user/search",
    "organization/search",
    "organization/list-users",
    "organization/list-billing-history",
    "organization/list-exports",
    "organization/read-analytics",
    "credential/list-applicants",
    "reviewer/list-applications",
    "reviewer/list-active",
    "reviewer/list-organization",
    "reviewer/list-organization-qualified",
    "review/list-assigned",
    "review/payments",
    "review/list-adjudications",
    "quality/read-queue",
    "quality/list-reviewers",
    "submission/list",
    "submission/list-own",
    "payment/list-purchases",
    "certificate/list",
  ];
  const exceptions: Record<string, { depth: number; transactions: number }> = {
    // Nothing authorizes it: the pool says who it is, then the person is read, and the organizations.
    "auth/login": { depth: 2, transactions: 1 },
    // The head is read before the parts, so that a write under its version fails where the parts are later.
    "credential/save-sections": { depth: 2, transactions: 1 },
    "credential/reject": { depth: 2, transactions: 1 },
    "credential/close": { depth: 2, transactions: 1 },
    "credential/apply": { depth: 2, transactions: 1 },
    // After these two, who may review: their applications and places, then the organizations these are of.
    "credential/update": { depth: 4, transactions: 1 },
    "credential/publish": { depth: 4, transactions: 1 },
    "credential/approve": { depth: 4, transactions: 1 },
    "review/accept": { depth: 4, transactions: 1 },
    // The anchors' set is read before them, so that a write under its version fails where an anchor is later; of the reads
    // beside these the first may be answered before the last is sent.
    "calibration/save-anchor": { depth: 3, transactions: 1 },
    "calibration/save-anchor-key": { depth: 3, transactions: 1 },
    "calibration/freeze-anchors": { depth: 3, transactions: 1 },
    "calibration/start": { depth: 3, transactions: 1 },
    "calibration/mark-anchor": { depth: 3, transactions: 1 },
    "calibration/finish": { depth: 3, transactions: 1 },
    // Rows lead to a reviewer's jobs; which they may accept is told by their applications, and the organizations these name.
    "review/list": { depth: 4, transactions: 0 },
    // The last verdict of a later seat reads the first seat, which lists the others, and then these; one that opens
    // another seat then reads when it is due, and the acceptance that completes the work draws its certificate's place.
    "review/accept-section": { depth: 4, transactions: 1 },
    "review/reject-section": { depth: 4, transactions: 1 },
    // The credential says who may review it, and only then is it known whose ties to its learner count; the work's
    // organization may be another than the caller's.
    "submission/submit": { depth: 3, transactions: 1 },
    // The pointer says which certificate it is.
    "certificate/hide": { depth: 2, transactions: 1 },
    // The seats there were say who may not have the next one; the appeal's list says whether somebody has it.
    "appeal/file": { depth: 2, transactions: 1 },
    "appeal/list": { depth: 3, transactions: 0 },
    // The fee of an appeal is due while that can be filed, which its sections say, by their round; then the organization
    // has to be active, and once paid the seats there were say who may not have the next one.
    "payment/save-billing": { depth: 4, transactions: 2 }, // under a key its answer is kept after the payment
    "payment/read-card-secret": { depth: 4, transactions: 1 },
    "payment/charge": { depth: 4, transactions: 1 },
    "payment/stripe-webhook": { depth: 4, transactions: 1 },
    // A certificate's address is told once it is signed.
    "certificate/list-own": { depth: 3, transactions: 0 },
    // Rows say where the reader's own application stands, and who wrote a credential; a reviewer's are narrowed before.
    "credential/list": { depth: 4, transactions: 0 },
    "credential/list-open": { depth: 3, transactions: 0 },
    // An issuer's credentials are listed before what is kept of them, whose titles are read for a page.
    "quality/read": { depth: 3, transactions: 0 },
    // The reviewer's jobs say which rounds there were, and these whose words are compared; of the many that are asked for
    // at once the first may be answered before the last is sent.
    "quality/read-own": { depth: 5, transactions: 0 },
    // An address leads to its account, and that to where they are a member.
    "user/find": { depth: 3, transactions: 0 },
    // A notice tells of somebody by the name they have now, so that it holds none.
    "user/list-notices": { depth: 3, transactions: 0 },
    // Nothing authorizes it: the pointer says which certificate it is.
    "certificate/read-own": { depth: 2, transactions: 0 },
    // Those who are accepted are found before their cards; of a credential's, the credential and where they stand before.
    "reviewer/list-qualified": { depth: 4, transactions: 0 },
    "reviewer/list-qualified-organization-first": { depth: 3, transactions: 0 },
    "reviewer/list-non-qualified": { depth: 3, transactions: 0 },
    "credential/list-potential-reviewers": { depth: 4, transactions: 0 },
    // One whom another organization accepted is found by the organizations they are in.
    "reviewer/read-info": { depth: 3, transactions: 0 },
    // Whether an offered job may be accepted, the reviewer's organizations say, which their applications name.
    "review/read": { depth: 3, transactions: 0 },
    // Reviews under way are narrowed by who wrote their credentials before a page of them is read.
    "review/list-reviews": { depth: 4, transactions: 0 },
    // A list of keys says whose names, and whose calls, are read beside them.
    "key/list": { depth: 3, transactions: 0 },
    // Its rows lead to what happened, which says who did it.
    "key/list-history": { depth: 3, transactions: 0 },
    // The job says whose ties count.
    "tie/list": { depth: 2, transactions: 0 },
    // The job leads to its application, that to the seats of its review, these to what was said, and that to the work as it
    // was handed in, whose reading is written down.
    "review/read-adjudication": { depth: 9, transactions: 1 },
    // What was said when it was rejected names the copy of it as it was then.
    "credential/read": { depth: 2, transactions: 0 },
    // A credential's head is read before its content, and after both the reviewers that its list names.
    "calibration/list-anchors": { depth: 2, transactions: 0 },
    "calibration/read": { depth: 2, transactions: 0 },
    "calibration/list": { depth: 3, transactions: 0 },
    // The seed looks back on nobody: what is read is the reviewer, and then whether they have decided on anything.
    "quality/read-look-back": { depth: 2, transactions: 0 },
    // What is kept of reviewers says whose names are read.
    "quality/read-credential": { depth: 2, transactions: 0 },
    // The certificate's content says what was handed in, and that which files.
    "certificate/read-evidence": { depth: 4, transactions: 0 },
    // The application leads to its review, which is read with its money as of one moment.
    "payment/read-receipt": { depth: 3, transactions: 0 },
    // The same, and whether its learner still has an account to spend credit from.
    "payment/preview-refund": { depth: 4, transactions: 0 },
    // Whose work an upload is in is looked for from the learner's submissions to their jobs and their seats; what was
    // handed in for a seat's round is read after the present work.
    "file/download": { depth: 7, transactions: 0 },
  };
  /** Documents are written page by page, as long as they are. */
  const calls = callsOf()
    .filter(({ call }) => call.answers === undefined)
    .map(({ domain, name, file, call }) => {
      const { table } = needs[`${domain}.${name}` as CallName] ?? {};
      return { name: `${domain}/${file}`, call, writing: table ? table === "write" : writes(call) };
    });
  const excess = (spent: Record<string, RequestCounts>, spareOf = (_: RequestCounts | undefined) => 0) =>
    calls.flatMap(({ name, writing }) => {
      const reading = lists.includes(name) ? budget.listing : budget.reading;
      const allowed = exceptions[name] ?? (writing ? budget.writing : reading);
      const { depth, transactions } = spent[name] ?? { depth: 0, transactions: 0 };
      const isDeep = depth > allowed.depth + spareOf(spent[name]);
      return isDeep || transactions > allowed.transactions ? [{ name, depth, transactions }] : [];
    });

  test("stays within its budget while the content is made", () => {
    expect(Object.keys(making).length).toBeGreaterThan(20);
    // of reads sent together a busy machine may answer one before the next is sent, and what is made once is not asked again
    const seldom = (spent: RequestCounts | undefined) => (spent && spent.calls < 3 ? 1 : 0);
    expect(excess(making, seldom)).toEqual([]);
  });

  /**
   * What calls spend beyond their budget when they are asked for. Those found are asked for again: of reads that are sent
   * together a busy machine answers one before the next is sent, which looks like a depth that is none.
   */
  async function excessAsking(ask: (names: readonly string[]) => Promise<void>) {
    await world.control.spending();
    await ask(calls.map(({ name }) => name));
    const first = await world.control.spending();
    let found = excess(first);
    for (let again = 0; again < 3 && found.length > 0; again++) {
      await ask(found.map(({ name }) => name));
      found = excess(await world.control.spending());
    }
    return { asked: Object.keys(first).length, found };
  }

  test("stays within its budget when lists and pages are read", async () => {
    const { organization_id } = seedOrganizations.northwind;
    const { asked, found } = await excessAsking(async (names) => {
      for (const { name, call, writing } of calls) {
        if (!names.includes(name) || writing || call.route.includes("{") || !call.input.safeParse({}).success) continue;
        const named = selectorOf(call);
        for (const person of ["Ada", "Ivan", "Ray", "Leo", "Ada", "Ivan", "Ray", "Leo"] as const)
          await unhurried(() => world.as(person).call(call, named ? { [named]: organization_id } : {}));
      }
    });
    expect(asked).toBeGreaterThan(20);
    expect(found).toEqual([]);
  });

  /** What names something of Northwind's in the input of a call, and words to search for. */
  async function namedThings(): Promise<object[]> {
    const everything = await world.control.everything();
    const { organization_id } = seedOrganizations.northwind;
    const own = (partition: string) =>
      everything.filter(
        (item) => `${item.pk}`.startsWith(partition) && item.sk === "META" && item.organization_id === organization_id,
      );
    const files = everything.filter(({ pk, sk }) => `${pk}`.startsWith("FILE#") && sk === "META");
    return [
      ...own("CREDENTIAL#").flatMap(({ cred_id }) => [{ credential_id: cred_id }, { cred_id }]),
      ...own("APPLICATION#").map(({ application_id }) => ({ application_id })),
      ...own("JOB#").map(({ credential_job_id }) => ({ credential_job_id })),
      ...own("ISSUED#").flatMap(({ certificate_id, user_id, cred_id }) => [
        { certificate_id },
        { org_id: organization_id, user_id, cred_id },
      ]),
      ...Object.values(seedPeople).map(({ user_id }) => ({ user_id })),
      ...files.map(({ key }) => ({ key })),
      ...[
        { category: 1 },
        { job_id: 1 },
        { q: "march" },
        { query: "north" },
        { emails: seedPeople.Rita.email },
        { email: seedPeople.Lena.email },
      ],
      ...["open", "inprogress", "completed"].map((type) => ({ type })),
    ];
  }

  /** Reads that nobody is answered: the seed has nothing of the kind, or a mail alone tells what they ask for. */
  const unanswered = [
    "auth/validate-password-reset",
    "auth/validate-signup",
    "file/sign-parts",
    "roster/list-faults",
    "roster/read",
    "calibration/read-consented-work",
    "quality/read-look-back",
    "webhook/list-deliveries",
    "webhook/read-delivery",
  ];

  test("stays within its budget when a thing is read that the call names", async () => {
    const { organization_id } = seedOrganizations.northwind;
    const things = await namedThings();
    const answered = new Set<string>();
    const wanting = calls.filter(({ call, writing }) => !writing && !call.input.safeParse({}).success);
    const { found } = await excessAsking(async (names) => {
      for (const { name, call } of calls.filter(({ writing, ...each }) => !writing && names.includes(each.name))) {
        const selector = selectorOf(call);
        const inputs = things
          .filter((thing) => Object.keys(thing).every((field) => field in call.input.shape))
          .map((thing) => ({ ...thing, ...(selector && { [selector]: organization_id }) }))
          .filter((input) => call.input.safeParse(input).success);
        const isPlatforms = typeof call.allow === "object" && call.allow.within === "platform";
        for (const person of isPlatforms ? (["Sam"] as const) : (["Ada", "Rita", "Leo", "Lena"] as const)) {
          for (const input of inputs) {
            const { status } = await unhurried(() => world.as(person).call(call, { ...input }));
            if (status === 403) break; // theirs is no such call
            if (status === 200) answered.add(name);
          }
        }
      }
    });
    expect(wanting.flatMap(({ name }) => (answered.has(name) ? [] : [name]))).toEqual(unanswered);
    expect(found).toEqual([]);
  });
});
