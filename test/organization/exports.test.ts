import { beforeAll, describe, expect, test } from "vitest";
import { paymentKeys, paymentViews } from "../../functions/data/keys/payment.ts";
import { countIn, relist } from "../../functions/data/relist.ts";
import { put } from "../../functions/data/steps.ts";
import { transact } from "../../functions/data/table.ts";
import { lineSort } from "../../functions/payment/model/billing.ts";
import { contract } from "../../shared/contract.ts";
import { dayIn } from "../../shared/organization/timezone.ts";
import { receiptNumber } from "../../shared/payment/rules.ts";
import { calendarDate } from "../../web/ui/look/format.ts";
import { recordsOf } from "../support/csv.ts";
import { environmentOfFile } from "../support/environment.ts";
import { publishedCredential, textSection } from "../support/fixtures/credential.ts";
import { applied, secretFor, typeCard } from "../support/fixtures/payment.ts";
import { acceptedReviewer } from "../support/fixtures/reviewer.ts";
import { earned } from "../support/fixtures/work.ts";
import type { Organization } from "../support/organization.ts";
import type { Person } from "../support/people.ts";
import { world } from "../support/world.ts";
import { markWrittenByHand } from "../support/written-by-hand.ts";

const { organization, credential, payment, user, certificate } = contract;
const month = new Date().toISOString().slice(0, 7);
const [year, monthNumber] = month.split("-").map(Number) as [number, number];
const names = ["AWS_REGION", "AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY", "AWS_ENDPOINT_URL_DYNAMODB", "TABLE_NAME"];
environmentOfFile(() => world.control.settings(names));
let academy: Organization;
let rita: Person;

beforeAll(async () => {
  academy = await world.newOrganization("Ledger Academy");
  rita = await acceptedReviewer(academy, "Rita");
});

/** The lines of a file, once another's parser has read as many records in it. */
function linesOf(text: string): string[] {
  const lines = text.replace("\uFEFF", "").trimEnd().split("\r\n");
  expect(recordsOf(text)).toHaveLength(lines.length);
  return lines;
}

/** Lets an organization have `count` charges this month, as the ledger writes them. */
async function charges(organization_id: string, count: number): Promise<void> {
  const { user_id } = academy.as("Leo");
  const owners = new Set([organization_id, academy.organization_id]); // Leo is of the academy
  await transact([...owners].map(markWrittenByHand));
  for (let from = 0; from < count; from += 20) {
    const steps = Array.from({ length: Math.min(20, count - from) }, (_, index) => {
      const entry_id = `pay_${String(from + index).padStart(26, "0")}`;
      const key = paymentKeys.billing(user_id, `${organization_id}${entry_id}`);
      const cents = { price_cents: 2500, card_cents: 2500, credit_cents: 0, reviewer_pay_cents: 1167 };
      const shares = { issuer_share_cents: 666, platform_share_cents: 400, organization_share_cents: 267 };
      const row = {
        entry_id,
        at: `${month}-01T10:00:00.000Z`,
        kind: "charge",
        organization_id,
        cred_id: "crd_1",
        user_id,
      };
      return [
        put(key, { ...row, ...cents, ...shares, application_id: `app_${from + index}`, title: "Reading, writing" }),
        ...relist(key, lineSort(row), [], [paymentViews.billing(organization_id)]),
        countIn(paymentViews.billing(organization_id, month), 1),
      ];
    });
    await transact(steps.flat());
  }
}

const exportsOf = async (person: Person) => {
  const { body } = await person.call(organization.listExports, { limit: 100 });
  return body.data.exports;
};

describe("a short billing history", () => {
  test("is answered at once as CSV and as a page for print, safe against formulas and scripts", async () => {
    const lena = academy.as("Lena");
    await lena.call(user.update, { first_name: "=cmd|'/c calc'", last_name: "<b>Rivers</b>" });
    const credential_id = await publishedCredential(academy, [rita], { price: 25, rate: 20 });
    await applied(lena, credential_id);
    const secret = await secretFor(lena, credential_id);
    await typeCard(world.origin, secret);
    expect((await lena.call(payment.charge, { credential_id, stripe_id: secret.stripe_id })).status).toBe(200);

    const ada = academy.as("Ada");
    const csv = await ada.call(organization.exportBillingCsv, { year, month: monthNumber, page: 0 });
    expect(csv.status).toBe(200);
    expect(csv.headers).toMatchObject({
      "content-type": "text/csv; charset=utf-8",
      "content-disposition": `attachment; filename="billing-history-${month}.csv"`,
      "x-content-type-options": "nosniff",
    });
    const [heading, row, ...more] = linesOf(csv.text);
    expect(heading).toBe(
      "Date,Kind,Who,Credential,Learner paid,By card,With credit,Reviewer,Issuer,Platform,Organization,Receipt number",
    );
    expect(row).toMatch(
      /^\d{4}-\d\d-\d\d,Charge,'=cmd\|'\/c calc' <b>Rivers<\/b>,Classroom reading,25.00,25.00,0.00,11.67,6.66,4.00,2.67,\w{5}-\w{5}$/,
    );
    expect(more).toEqual([]);

    const page = await ada.call(organization.exportBillingHtml, {});
    expect(page.headers["content-security-policy"]).toContain("sandbox");
    expect(page.text).toContain("&#60;b&#62;Rivers&#60;/b&#62;");
    expect(page.text).toContain("<dd>$25.00</dd>");
    expect(linesOf((await ada.call(organization.exportBillingCsv, { year: year - 1 })).text)).toHaveLength(1);
  });

  test("is an admin's to take, and of the own organization alone", async () => {
    for (const name of ["Ivan", "Pia", "Rita", "Lena"] as const) {
      expect((await academy.as(name).call(organization.exportBillingCsv, {})).status).toBe(403);
      expect((await academy.as(name).call(organization.listExports, {})).status).toBe(403);
    }
    const { organization_id } = academy;
    expect((await world.as("Abe").call(organization.exportBillingCsv, { organization_id })).status).toBe(403);
    const monthAlone = await academy.as("Ada").call(organization.exportBillingCsv, { month: 3 });
    expect(monthAlone.body.error.fields).toEqual({ year: "Choose a year for the month." });
  });
});

describe("a long billing history", () => {
  let long: Organization;
  beforeAll(async () => {
    long = await world.newOrganization("Long Academy");
    await academy.as("Leo").token();
    await charges(long.organization_id, 1001);
  });

  test("becomes a background export, listed with its progress, then downloaded by a link of a minute", async () => {
    const ada = long.as("Ada");
    const asked = await ada.call(organization.exportBillingCsv, { page: 0, limit: 10_000_000 });
    expect(asked.status).toBe(202);
    const { export_id } = JSON.parse(asked.text).data;
    expect(await exportsOf(ada)).toMatchObject([{ export_id, scheduled: false, rows_total: 1001 }]);
    await world.settle();
    const [done] = await exportsOf(ada);
    expect(done).toMatchObject({ export_id, status: "done", rows_done: 1001, file_name: "billing-history.csv" });
    expect(new URL(done!.url!).searchParams.get("X-Amz-Expires")).toBe("60");
    const file = await fetch(done!.url!);
    expect(file.headers.get("content-disposition")).toBe('attachment; filename="billing-history.csv"');
    const bytes = await file.arrayBuffer();
    expect(bytes.byteLength).toBe(done!.size_bytes);
    const text = new TextDecoder().decode(bytes);
    const lines = linesOf(text);
    expect(lines).toHaveLength(1002);
    expect(new Set(lines).size).toBe(1002);
    expect(lines[1]).toContain(',Charge,Leo Rivers,"Reading, writing",25.00,');
    expect((await fetch(done!.url!.split("?")[0]!)).status).toBe(403);

    // told again, it is written no second time
    const event = { event_id: "evt_again", type: "export.asked", at: done!.asked_on, actor_id: "system", export_id };
    const { organization_id } = long;
    const body = JSON.stringify({ ...event, organization_id, subject_id: export_id });
    const attributes = { ApproximateReceiveCount: "1" };
    await world.control.invoke("platform/write-exports", { Records: [{ messageId: "1", body, attributes }] });
    expect(await exportsOf(ada)).toMatchObject([{ export_id, done_on: done!.done_on }]);
  });

  test("is answered by page, and as a list all at once up to a thousand rows", async () => {
    const ada = long.as("Ada");
    const second = await ada.call(organization.exportBillingCsv, { page: 2, limit: 10 });
    expect(linesOf(second.text)).toHaveLength(11);
    expect(second.text).toContain(`${receiptNumber({ application_id: "app_990" })}\r\n`);
    expect(second.text).not.toContain(`${receiptNumber({ application_id: "app_991" })}\r\n`);
    const all = await ada.call(organization.listBillingHistory, { page: 0, limit: 10_000_000 });
    expect(all.body.data).toMatchObject({ total: 1001, cursor: expect.any(String) });
    expect(all.body.data.history).toHaveLength(1000);
    const last = await ada.call(organization.listBillingHistory, { page: 101, limit: 10 });
    expect(last.body.data.history).toHaveLength(1);
  });

  test("is refused when background exports are asked for too often", async () => {
    const ada = long.as("Ada");
    const asked = Array.from({ length: 8 }, () => ada.call(organization.exportBillingHtml, {})); // more than two windows take
    expect((await Promise.all(asked)).map(({ status }) => status)).toContain(429);
  });

  test("is refused when small ones are asked for too often, and says when to come back", async () => {
    const quick = await world.newOrganization("Hasty Academy");
    let last = await quick.as("Ada").call(organization.exportBillingCsv, {});
    for (let asked = 1; asked <= 60 && last.status === 200; asked++) {
      last = await quick.as("Ada").call(organization.exportBillingCsv, {}); // more than two windows take
    }
    expect(last.status).toBe(429);
    expect(Number(last.headers["retry-after"])).toBeLessThanOrEqual(60);
  });

  test("of the month before is made once for each organization that had any, whatever the clock repeats", async () => {
    const days = 32 - new Date().getUTCDate();
    const nextMonthMs = days * 86_400_000;
    for (let times = 0; times < 2; times++) {
      await world.control.runSchedule("start-monthly-exports", nextMonthMs);
      await world.settle();
    }
    const monthly = (await exportsOf(long.as("Ada"))).filter(({ scheduled }) => scheduled);
    expect(monthly).toMatchObject([
      {
        export_id: `exp_monthly${month.replace("-", "")}`,
        status: "done",
        rows_done: 1001,
        file_name: `billing-history-${month}.csv`,
      },
    ]);
    const empty = await world.newOrganization("Quiet Academy");
    expect(await exportsOf(empty.as("Ada"))).toEqual([]);
  });
});

describe("lists of learners", () => {
  test("as CSV: who applied, and who may get continuing-education hours", async () => {
    const ada = academy.as("Ada");
    const [leo, liv] = [academy.as("Leo"), academy.as("Liv")];
    const timezone = new Date().getUTCHours() < 11 ? "Pacific/Pago_Pago" : "Pacific/Kiritimati"; // another day than UTC
    const zoned = await ada.call(organization.update, { name: academy.name, description: "Far away.", timezone });
    expect(zoned).toMatchObject({ status: 200 });
    const credential_id = await publishedCredential(academy, [rita], {
      rate: 0,
      sections: [textSection],
      details: { scech: 5 },
    });
    const profile = { full_name: "Leo Rivers", email: "leo@home.test", pic: "123456", phone: "+15551234567" };
    await liv.call(user.update, { last_name: 'Rivers, "Jr"' });
    const today = new Intl.DateTimeFormat("en-CA", { timeZone: timezone, dateStyle: "short" }).format();
    for (const learner of [leo, liv]) await earned(learner, credential_id, rita);
    expect((await leo.call(user.saveScech, profile)).status).toBe(200);

    const applicants = await ada.call(credential.exportApplicants, { cred_id: credential_id });
    expect(linesOf(applicants.text)).toMatchObject([
      "First name,Last name,Email,Status,Applied on,Submitted on,Completed on,Price,Application",
      expect.stringMatching(`^Liv,"Rivers, ""Jr""",liv@[^,]+,Completed(?:,${today}){3},`),
      expect.stringMatching(`^Leo,Rivers,leo@[^,]+,Completed(?:,${today}){3},`),
    ]);

    await world.settle();
    const found = await ada.call(credential.exportApplicants, { cred_id: credential_id, search: "leo" });
    expect(linesOf(found.text).slice(1)).toEqual([expect.stringMatching(/^Leo,Rivers,/)]);
    const none = await ada.call(credential.exportApplicants, { cred_id: credential_id, search: "leo", year: 2001 });
    expect(linesOf(none.text).slice(1)).toEqual([]);

    const scech = await ada.call(user.exportScech, { credential_id });
    expect(linesOf(scech.text)).toEqual([
      "Name,PIC,Email,Phone,Hours,Date",
      `Leo Rivers,"=""123456""",leo@home.test,"=""+15551234567""",5.00,${today}`,
    ]);
    const chosen = await ada.call(user.exportScech, { credential_id, columns: "pic,hours" });
    expect(linesOf(chosen.text)).toEqual(["PIC,Hours", `"=""123456""",5.00`]);
    for (const columns of ["pic,pic", "password", ""]) {
      expect((await ada.call(user.exportScech, { credential_id, columns })).status).toBe(400);
    }

    const { credentials } = (await leo.call(certificate.listOwn, {})).body.data;
    const { address, earned_on, earned_in } = credentials[0]!;
    expect([earned_in, dayIn(timezone, earned_on)]).toEqual([timezone, today]);
    const document = await (await fetch(`${world.origin}${address}.json`)).json();
    expect([document.validFrom, document.awardedDate]).toEqual([
      expect.stringMatching(`^${today}T`),
      expect.stringMatching(`^${today}T`),
    ]);
    const page = await (await fetch(`${world.origin}${address}`)).text();
    expect(page).toContain(calendarDate(today).replace(" 0", " "));
    // it stays the day it was, wherever the organization goes
    const moved = { name: academy.name, description: "At home again.", timezone: "America/New_York" };
    expect(await ada.call(organization.update, moved)).toMatchObject({ status: 200 });
    const lines = linesOf((await ada.call(user.exportScech, { credential_id, columns: "date" })).text);
    const certificates = linesOf((await ada.call(certificate.exportList, { search: "leo" })).text);
    expect([lines[1], certificates[1]?.split(",")[3]]).toEqual([today, today]);

    const stranger = world.as("Abe");
    expect((await stranger.call(user.exportScech, { credential_id })).status).toBe(404);
    expect((await stranger.call(credential.exportApplicants, { cred_id: credential_id })).status).toBe(404);
  });
});
