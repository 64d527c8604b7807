import { Problem } from "../../../shared/http/problem.ts";
import type { Payment } from "../../../shared/payment/payment.ts";
import { evidenceReminderDays, isSold } from "../../../shared/payment/rules.ts";
import { paymentMachine } from "../../../shared/payment/states.ts";
import { type Deadlines, daysAfter } from "../../data/deadlines.ts";
import { paymentKeys, paymentViews } from "../../data/keys/payment.ts";
import { check, type Step } from "../../data/steps.ts";
import { entity } from "../../data/transition.ts";
import { auditIdsByApplication } from "../../submission/model/audit-ids.ts";

/** When the clock reminds of the evidence that a disputed payment wants: some days before it is due, where there are some. */
export function evidenceDeadlines({ status, disputed_on, evidence_due_on }: Payment): Deadlines {
  if (status !== "disputed" || disputed_on === undefined || evidence_due_on === undefined) return {};
  const at = daysAfter(evidence_due_on, -evidenceReminderDays);
  return at > disputed_on ? { "evidence-reminder": at } : {};
}

/** The payment of an application, or of the fee of its appeal: one record for all its attempts. */
export const paymentEntity = entity<Payment>()({
  machine: paymentMachine,
  key: ({ application_id, purchase }) => paymentKeys.payment(application_id, purchase),
  listings: (payment) => [
    {
      sort: [payment.started_on, payment.application_id, payment.purchase].filter(Boolean).join("#"),
      views: isToReconcile(payment)
        ? [paymentViews.openPayments(), paymentViews.openPayments(payment.organization_id)]
        : [],
    },
  ],
  deadlines: evidenceDeadlines,
  // how a fee goes on depends on what its appeal has spent, which an appeal's end writes at any moment
  unchanged: ({ status, attempt, spent_cents }) => ({ status, attempt, spent_cents: spent_cents ?? { absent: true } }),
  stamped: true,
  auditIds: (payment) => ({ ...auditIdsByApplication(payment), purchase: payment.purchase }),
  records: {
    start: "payment.started",
    cover: "payment.paid",
    switch: "payment.switched",
    succeed: "payment.paid",
    fail: "payment.failed",
    refund: "payment.credited",
    dispute: "payment.disputed",
    win: "payment.dispute-won",
    lose: "payment.dispute-lost",
  },
});

/** Whether the provider is to be asked about a payment: it is open, or what the provider kept is not known. */
export const isToReconcile = ({ status, due_cents, fee_cents }: Payment): boolean =>
  status === "open" || (isSold(status) && due_cents > 0 && fee_cents === undefined);

/**
 * What the next attempt sets over the record of the one before: nothing of that one stays, such as its provider's ids.
 */
export const replacing = (before: Payment | undefined, record: Payment): Partial<Payment> => ({
  ...Object.fromEntries(Object.keys(before ?? {}).map((name) => [name, undefined])),
  ...record,
});

/** The step that requires that an application's payment stands as it was read (`seen`; undefined: there is none). */
export const checkPayment = (
  application_id: string,
  seen: { readonly status: string } | undefined,
  otherwise: Problem = new Problem("state.changed"),
): Step =>
  check(paymentKeys.payment(application_id), {
    ...(seen ? { where: { status: seen.status } } : { missing: true }),
    otherwise,
  });
