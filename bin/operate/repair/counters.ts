import type { Key } from "../../../functions/data/keys/key.ts";
import { idOf } from "../../../functions/data/keys/key.ts";
import { isOf, kinds } from "../../../functions/data/keys/kinds.ts";
import { organizationKeys } from "../../../functions/data/keys/organization.ts";
import { paymentViews } from "../../../functions/data/keys/payment.ts";
import { platformKeys } from "../../../functions/data/keys/platform.ts";
import { submissionViews } from "../../../functions/data/keys/submission.ts";
import { periodsOf } from "../../../functions/data/period.ts";
import type { Item } from "../../../functions/data/table.ts";
import { BillingRecord, billingViewsOf, sumsOf } from "../../../functions/payment/model/billing.ts";
import { roleIds } from "../../../shared/permissions.ts";
import { isUnderWay } from "../../../shared/submission/rules.ts";
import { Application } from "../../../shared/submission/submission.ts";
import { compare, everyItem, type Finding } from "./table.ts";

interface Numbers {
  readonly key: Key;
  readonly values: Record<string, number>;
}

/**
 * Counts the totals of lists from their index rows, the sums of billing and pay from their lines, the admins and holders
 * of roles from memberships and invitations, and compares them with what is kept.
 */
export async function repairCounters(write: boolean): Promise<Finding[]> {
  const ought = new Map<string, Numbers>();
  const kept = new Map<string, Item>();
  const add = (key: Key, values: Readonly<Record<string, number>>) => {
    const name = `${key.pk}\n${key.sk}`;
    const counted = ought.get(name) ?? { key, values: {} };
    for (const [each, by] of Object.entries(values)) counted.values[each] = (counted.values[each] ?? 0) + by;
    ought.set(name, counted);
  };
  for await (const item of everyItem()) {
    if (isCounter(item)) {
      kept.set(`${item.pk}\n${item.sk}`, item);
      add(item, Object.fromEntries(numbersOf(item).map((name) => [name, 0])));
    }
    for (const { key, values } of countsOf(item)) add(key, values);
  }
  const findings: Finding[] = [];
  for (const [name, { key, values }] of ought) findings.push(...(await compare(key, kept.get(name), values, write)));
  return findings;
}

const isCounter = (item: Item): boolean =>
  [kinds.total, kinds.amounts, kinds.admins, kinds.roleHolders].some((kind) => isOf(kind, item));

const numbersOf = (item: Item): string[] => Object.keys(item).filter((name) => /(?:^|_)count$|_cents$/.test(name));

/** Rows that point to things as those of lists do, but whose number is asked by nobody or kept elsewhere. */
const isUncounted = (row: Item): boolean =>
  [kinds.searchWord, kinds.deadline, kinds.billingOfKind].some((kind) => isOf(kind, row));

/** What an item counts for, and where that is kept. */
function countsOf(item: Item): Numbers[] {
  if ("ref_pk" in item) return isUncounted(item) ? [] : [{ key: platformKeys.total(item.pk), values: { count: 1 } }];
  if (isOf(kinds.application, item)) {
    const application = Application.parse(item);
    if (!isUnderWay(application)) return [];
    return [{ key: platformKeys.total(submissionViews.underWay(application.organization_id)), values: { count: 1 } }];
  }
  if (isOf(kinds.billing, item)) return billed(item);
  if (isOf(kinds.payout, item)) return paidOut(item);
  if (isOf(kinds.membership, item)) return heldBy(item, idOf(item.sk));
  if (isOf(kinds.invitation, item) && item.status === "pending")
    return heldBy({ ...item, role: 0 }, String(item.organization_id));
  return [];
}

const billed = (item: Item): Numbers[] => {
  const line = BillingRecord.parse(item);
  return billingViewsOf(line).map((view) => ({ key: platformKeys.amounts(view), values: sumsOf(line) }));
};

function paidOut(item: Item): Numbers[] {
  const [user_id, organization_id] = [String(item.user_id), String(item.organization_id)];
  const pay_cents = Number(item.pay_cents);
  const values = { pay_cents, paid_cents: item.status === "paid" ? pay_cents : 0 };
  const lists = periodsOf(String(item.due_on)).map((period) => paymentViews.payouts(user_id, organization_id, period));
  return [...lists, submissionViews.reviewerJobs(user_id, "completed")].map((view) => ({
    key: platformKeys.amounts(view),
    values,
  }));
}

/** An admin is one of their organization's; whoever holds a custom role, or is invited into it, holds it. */
function heldBy({ role, role_id, status }: Readonly<Record<string, unknown>>, organization_id: string): Numbers[] {
  return [
    ...(role === roleIds.admin && status !== "suspended"
      ? [{ key: organizationKeys.admins(organization_id), values: { count: 1 } }]
      : []),
    ...(role_id ? [{ key: organizationKeys.roleHolders(organization_id, String(role_id)), values: { count: 1 } }] : []),
  ];
}
