import { beforeAll, expect, test } from "vitest";
import { newId } from "../../functions/data/ids.ts";
import { transact } from "../../functions/data/table.ts";
import { bill } from "../../functions/payment/model/billing.ts";
import { contract } from "../../shared/contract.ts";
import { environmentOfFile } from "../support/environment.ts";
import type { Organization } from "../support/organization.ts";
import { world } from "../support/world.ts";
import { markWrittenByHand } from "../support/written-by-hand.ts";

const { organization } = contract;
const names = ["AWS_REGION", "AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY", "AWS_ENDPOINT_URL_DYNAMODB", "TABLE_NAME"];
environmentOfFile(() => world.control.settings(names));

/** What each line is from, in the order of time; a dollar each, so that sums are numbers of lines. */
const moments = [
  "2024-12-31T23:59:59.999Z",
  "2025-01-01T00:00:00.000Z",
  "2025-02-28T12:00:00.000Z",
  "2025-02-28T23:59:59.999Z",
  "2025-03-01T00:00:00.000Z",
  "2025-12-31T23:59:59.999Z",
  "2026-01-01T00:00:00.000Z",
];
let academy: Organization;

beforeAll(async () => {
  academy = await world.newOrganization("Calendar Academy");
  const { user_id } = academy.as("Leo");
  const { organization_id } = academy;
  await transact([markWrittenByHand(organization_id)]);
  const cents = { price_cents: 100, card_cents: 100, credit_cents: 0, reviewer_pay_cents: 0 };
  const shares = { issuer_share_cents: 0, platform_share_cents: 0, organization_share_cents: 100 };
  for (const [index, at] of moments.entries()) {
    const made = index === 4 ? moments[1]! : at; // what an earlier release wrote had some ids from before
    const ids = { entry_id: newId("pay", made), application_id: `app_${index}`, cred_id: "crd_1", user_id };
    const line = { ...ids, at, kind: "charge" as const, organization_id, title: "Reading", ...cents, ...shares };
    await transact(bill(line));
  }
});

const listed = async (asked: object) => {
  const { status, body } = await academy.as("Ada").call(organization.listBillingHistory, asked);
  expect(status).toBe(200);
  const { history, total, totals, cursor } = body.data;
  return { moments: history.map(({ at }) => at), total, price: totals?.price, cursor };
};

test("a period has what happened in it to the millisecond, with its number and its sums", async () => {
  const newest = moments.toReversed();
  const expected = (all: readonly string[]) => ({ moments: all, total: all.length, price: all.length });
  expect(await listed({})).toMatchObject(expected(newest));
  for (const year of [2023, 2024, 2025, 2026]) {
    expect(await listed({ year })).toMatchObject(expected(newest.filter((at) => at.startsWith(`${year}-`))));
    for (const month of [1, 2, 3, 12]) {
      const name = `${year}-${String(month).padStart(2, "0")}`;
      expect(await listed({ year, month })).toMatchObject(expected(newest.filter((at) => at.startsWith(name))));
    }
  }
});

test("a year is read page by page across its months, from either end", async () => {
  const of2025 = moments.filter((at) => at.startsWith("2025"));
  for (const sort of ["oldest", "newest"] as const) {
    const read: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await listed({ year: 2025, limit: 2, sort, ...(cursor && { cursor }) });
      expect(page).toMatchObject({ total: of2025.length, price: of2025.length });
      read.push(...page.moments);
      cursor = page.cursor;
    } while (cursor);
    expect(read).toEqual(sort === "oldest" ? of2025 : of2025.toReversed());
  }
  const { cursor } = await listed({ year: 2025, limit: 2 });
  const elsewhere = await academy.as("Ada").call(organization.listBillingHistory, { year: 2026, cursor });
  expect(elsewhere).toMatchObject({ status: 400, body: { error: { code: "input.invalid" } } });
  expect((await listed({ year: 2025, limit: 2, offset: 1 })).moments).toEqual(of2025.toReversed().slice(1, 3));
});

test("a year's sheet has its lines and their sum", async () => {
  const csv = await academy.as("Ada").call(organization.exportBillingCsv, { year: 2025 });
  expect(csv.text.match(/^2025-/gm)).toHaveLength(5);
  expect(csv.text).not.toMatch(/^202[46]-/m);
  const page = await academy.as("Ada").call(organization.exportBillingHtml, { year: 2025 });
  expect(page.text).toContain("<dd>$5.00</dd>");
});
