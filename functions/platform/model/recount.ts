import { Job } from "../../../shared/review/job.ts";
import { Application } from "../../../shared/submission/submission.ts";
import { idOf, type Key } from "../../data/keys/key.ts";
import { isFormerRow, isOf, kinds } from "../../data/keys/kinds.ts";
import { organizationKeys, organizationViews } from "../../data/keys/organization.ts";
import { counterOf, isCounted, platformKeys } from "../../data/keys/platform.ts";
import { submissionViews } from "../../data/keys/submission.ts";
import { BillingRecord, billingViewsOf, sumsOf } from "../../payment/model/billing.ts";
import { payoutViewsOf } from "../../payment/model/earned-pay.ts";
import { jobEntity } from "../../review/model/entity.ts";
import { applicationEntity } from "../../submission/model/application-entity.ts";
import { isActingAdmin } from "../../user/model/record.ts";
import type { Item } from "./invariants/item.ts";

/** Numbers, and the item that keeps them. */
export interface Numbers {
  readonly key: Key;
  readonly values: Readonly<Record<string, number>>;
}

/** Rows that point to things as those of lists do, but whose number is asked by nobody or kept elsewhere. */
const isUncounted = (row: Item): boolean =>
  !isCounted(row.pk) ||
  isFormerRow(row) ||
  [kinds.searchWord, kinds.deadline, kinds.billingOfKind].some((kind) => isOf(kind, row));

/** What an item counts for, and where that is kept. */
export function countsOf(item: Item): Numbers[] {
  if ("ref_pk" in item) return isUncounted(item) ? [] : [counting(item.pk)];
  if (isOf(kinds.application, item)) return (applicationEntity.counted?.(Application.parse(item)) ?? []).map(counting);
  if (isOf(kinds.job, item))
    return (jobEntity.sums?.(Job.parse(item)) ?? []).flatMap(({ view, amounts }) =>
      amounts ? [{ key: counterOf(view).key, values: amounts }] : [],
    );
  if (isOf(kinds.notice, item)) return [counting(organizationViews.notices(idOf(item.pk)))];
  if (isOf(kinds.billing, item)) return billed(item);
  if (isOf(kinds.payout, item)) return paidOut(item);
  if (isOf(kinds.membership, item)) return heldBy(item, idOf(item.sk));
  if (isOf(kinds.invitation, item) && item.status === "pending") return heldBy(item, String(item.organization_id));
  return [];
}

function counting(view: string): Numbers {
  const { key, name } = counterOf(view);
  return { key, values: { [name]: 1 } };
}

function billed(item: Item): Numbers[] {
  const line = BillingRecord.parse(item);
  const views = billingViewsOf(line);
  return [counting(views[1]), ...views.map((view) => ({ key: platformKeys.amounts(view), values: sumsOf(line) }))];
}

function paidOut(item: Item): Numbers[] {
  const [user_id, organization_id] = [String(item.user_id), String(item.organization_id)];
  const pay_cents = Number(item.pay_cents);
  const values = { pay_cents, paid_cents: item.status === "paid" ? pay_cents : 0 };
  const [all, month] = payoutViewsOf({ user_id, organization_id, due_on: String(item.due_on) });
  return [
    counting(month),
    ...[all, month, submissionViews.reviewerJobs(user_id, "completed")].map((view) => ({
      key: platformKeys.amounts(view),
      values,
    })),
  ];
}

/** An admin who can act is one of their organization's; whoever holds a custom role, or is invited into it, holds it. */
function heldBy(item: Item, organization_id: string): Numbers[] {
  const { role_id } = item;
  return [
    ...(isActingAdmin(item) ? [{ key: organizationKeys.admins(organization_id), values: { count: 1 } }] : []),
    ...(role_id ? [{ key: organizationKeys.roleHolders(organization_id, String(role_id)), values: { count: 1 } }] : []),
  ];
}
