import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { offerOpened } from "../../bin/seed/client.ts";
import { contract } from "../../shared/contract.ts";
import { publishedCredential } from "../support/fixtures/credential.ts";
import { applied, paidPurchase, secretFor } from "../support/fixtures/payment.ts";
import { acceptedReviewer } from "../support/fixtures/reviewer.ts";
import { submitted, verdict } from "../support/fixtures/work.ts";
import { expectInvariants } from "../support/invariants.ts";
import { lentWorld } from "../support/lent-world.ts";
import type { Organization } from "../support/organization.ts";
import type { Person } from "../support/people.ts";

const { organization, payment, reviewer, submission, review } = contract;
const world = await lentWorld();
const days = (count: number) => count * 86_400_000;
const run = async (after = 0) => {
  await world.control.runSchedule("unlist-archived", after);
  await world.settle();
};
const archive = async ({ organization_id: id }: Organization, archiveStatus = true) =>
  expect((await world.as("Sam").call(organization.archive, { id, archiveStatus })).status).toBe(200);
const subjects = async ({ email }: Person) => (await world.mails.to(email)).map(({ subject }) => subject);

let academy: Organization;
let rita: Person;
beforeAll(async () => {
  academy = await world.newOrganization("Sunset Academy");
  rita = await acceptedReviewer(academy, "Rita");
});
afterAll(async () => {
  await expectInvariants(world, academy);
  await world.stop();
});

describe("when an organization is archived", () => {
  let paid: string;
  let begun: string;
  let free: string;
  let paidJob: string;

  beforeAll(async () => {
    const dear = await publishedCredential(academy, [rita], { price: 25 });
    const [lena, leo, liv] = [academy.as("Lena"), academy.as("Leo"), academy.as("Liv")];
    paid = await paidPurchase(lena, dear, world.origin);
    const { sections } = (await lena.call(submission.read, { application_id: paid })).body.data;
    const section_ids = sections.map(({ section_id }) => section_id);
    const work = section_ids.map((section_id) => ({ section_id, response: "<p>My work.</p>" }));
    const sent = await lena.call(submission.submit, { application_id: paid, credential_id: dear, sections: work });
    paidJob = sent.body.data.credential_job_id!;
    await offerOpened(lena);
    expect((await rita.call(review.accept, { credential_job_id: paidJob })).status).toBe(200);
    const handed = {
      learner: lena,
      credential_id: dear,
      application_id: paid,
      credential_job_id: paidJob,
      section_ids,
    };
    expect((await rita.call(review.acceptSection, verdict(handed, 0))).status).toBe(200);
    begun = await paidPurchase(leo, dear, world.origin);
    await applied(liv, dear);
    await secretFor(liv, dear);
    free = (await submitted(liv, await publishedCredential(academy, [rita]))).application_id;
    await academy.as("Ada").token();
    await archive(academy);
    await Promise.all([run(), run()]);
    await run();
  });

  test("its staff, and the learners and reviewers of work under way, are told once what can be finished until when", async () => {
    expect(await subjects(academy.as("Ada"))).toContain(`${academy.name} was archived`);
    for (const person of [academy.as("Lena"), academy.as("Leo"), academy.as("Liv")]) {
      const told = (await subjects(person)).filter((subject) => subject.startsWith("Finish “Classroom reading” by"));
      expect(told).toHaveLength(1);
    }
    const [mail] = (await world.mails.to(academy.as("Lena").email)).filter(({ subject }) =>
      subject.startsWith("Finish"),
    );
    expect(mail!.text).toContain("as product credit");
    const reviewing = (await subjects(rita)).filter((subject) => subject.startsWith("Finish your review"));
    expect(reviewing).toHaveLength(1);
  });

  test("its pages say until when, and a payment is refused before a card is typed", async () => {
    const read = (await academy.as("Lena").call(submission.read, { application_id: paid })).body.data;
    expect(Date.parse(read.archived_until!) - Date.now()).toBeGreaterThan(days(89));
    const credential_id = (await academy.as("Liv").call(submission.listOwn, { status: "Draft" })).body.data
      .submissions[0]!.credential_id;
    const unpaid = await academy.as("Liv").call(payment.readCardSecret, { credential_id });
    expect(unpaid).toMatchObject({ status: 403, body: { error: { code: "organization.archived" } } });
    expect((await rita.call(reviewer.readInfo, {})).status).toBe(200);
    expect((await rita.call(review.listAssigned, { status: "accepted" })).body.data.total).toBe(1);
    expect((await rita.later({ days: 200 }).call(reviewer.listBanks, {})).status).toBe(200);
  });

  test("what is not completed by then is closed: the price becomes credit, and decided sections are paid", async () => {
    await run(days(89));
    expect((await academy.as("Lena").call(submission.read, { application_id: paid })).body.data.status).toBe(
      "reviewing",
    );
    await Promise.all([run(days(91)), run(days(91))]);
    await run(days(91));
    const later = (person: Person) => person.later({ days: 91 });
    for (const [person, application_id] of [
      [academy.as("Lena"), paid],
      [academy.as("Leo"), begun],
    ] as const) {
      const { data } = (await later(person).call(submission.read, { application_id })).body;
      expect(data).toMatchObject({ status: "closed", closed: { because: "archive", credited: 25, returned: 0 } });
      expect((await later(person).call(payment.readCredit, {})).body.data.balance).toBe(25);
    }
    const unpaid = (await later(academy.as("Liv")).call(submission.read, { application_id: free })).body.data;
    expect(unpaid).toMatchObject({ status: "closed", closed: { because: "archive", credited: 0 } });
    expect(await world.control.item(`JOB#${paidJob}`, "META")).toMatchObject({ status: "withdrawn" });
    const { earned } = (await rita.call(review.payments, {})).body.data;
    expect(earned).toBe(6.67); // 20 of 35 minutes of $11.67
    expect(await subjects(rita)).toContain("Review closed: Classroom reading");
    const under = await world.control.item(`COUNT#ORG#${academy.organization_id}#underway`, "TOTAL");
    expect(under).toMatchObject({ count: 0 });
  });
});

test("credentials of an organization that was archived a moment ago are neither shown nor counted", async () => {
  const [open, ending] = [await world.newOrganization("Noon School"), await world.newOrganization("Dusk School")];
  for (const school of [open, ending]) await publishedCredential(school, [await acceptedReviewer(school, "Rob")]);
  const browse = async () => (await open.as("Lena").call(contract.credential.listOpen, { limit: 50 })).body.data;
  const before = await browse();
  expect(before.total).toBe(before.credentials.length);
  await archive(ending);
  const after = await browse();
  expect([after.total, after.credentials.length]).toEqual([before.total - 1, before.credentials.length - 1]);
});

test("an organization that is open again ends nothing", async () => {
  const school = await world.newOrganization("Sunrise Academy");
  const ray = await acceptedReviewer(school, "Ray");
  const credential_id = await publishedCredential(school, [ray], { price: 25 });
  const application_id = await paidPurchase(school.as("Lena"), credential_id, world.origin);
  await school.as("Ada").token();
  await archive(school);
  await archive(school, false);
  await run(days(91));
  const { data } = (await school.as("Lena").call(submission.read, { application_id })).body;
  expect(data.status).toBe("ready");
  expect(data.archived_until).toBeUndefined();
  expect(await subjects(school.as("Ada"))).toContain(`${school.name} is open again`);
  await expectInvariants(world, school);
});

test("an organization that an earlier release archived with work under way is brought along, once", async () => {
  const school = await world.newOrganization("Dusk Academy");
  const ray = await acceptedReviewer(school, "Ray");
  const credential_id = await publishedCredential(school, [ray], { price: 25 });
  const application_id = await paidPurchase(school.as("Lena"), credential_id, world.origin);
  const item = (await world.control.item(`ORG#${school.organization_id}`, "META"))!;
  const archived_at = new Date(Date.now() - days(30)).toISOString();
  await world.control.put([{ ...item, status: "archived", archived_at }]); // as it was written then: nothing is due
  await run(days(100));
  expect(
    (await school.as("Lena").later({ days: 100 }).call(submission.read, { application_id })).body.data.status,
  ).toBe("ready");
  const names = ["TABLE_NAME", "AWS_REGION", "AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY", "AWS_ENDPOINT_URL_DYNAMODB"];
  const migrate = async () => {
    const env = { PATH: process.env.PATH, ...(await world.control.settings(names)) };
    const program = join(import.meta.dirname, "../../bin/operate/migrate.ts");
    return (await promisify(execFile)(process.execPath, [program, "--write"], { env })).stdout;
  };
  expect(await migrate()).toMatch(/^1 items/);
  expect(await migrate()).toMatch(/^0 items/);
  await run();
  expect((await subjects(school.as("Lena"))).filter((subject) => subject.startsWith("Finish"))).toHaveLength(1);
  await run(days(100));
  const { data } = (await school.as("Lena").later({ days: 100 }).call(submission.read, { application_id })).body;
  expect(data).toMatchObject({ status: "closed", closed: { because: "archive", credited: 25 } });
});
