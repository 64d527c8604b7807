import { Payment } from "../../shared/payment/payment.ts";
import { scheduled } from "../chain/scheduled.ts";
import { audit } from "../data/audit.ts";
import { type Deadline, drop, finish } from "../data/deadlines.ts";
import { check } from "../data/steps.ts";
import { get, transact } from "../data/table.ts";
import { evidenceDeadlines, paymentEntity } from "./model/payment-entity.ts";

/** Reminds admins, before the day it is due, that evidence for a disputed payment is wanted. */
export const handler = scheduled({ "evidence-reminder": remind });

async function remind(deadline: Deadline): Promise<void> {
  const payment = await get(Payment, deadline.reference);
  if (!payment || evidenceDeadlines(payment)["evidence-reminder"] !== deadline.at) return drop(deadline);
  const { price_cents, version } = payment;
  await transact([
    finish(deadline),
    check(deadline.reference, { where: { version } }),
    audit("payment.evidence-reminded", { ...paymentEntity.auditIds(payment), actor_id: "system", price_cents }),
  ]);
}
