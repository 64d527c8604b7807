import { Payment } from "../../shared/payment/payment.ts";
import { audit } from "../data/audit.ts";
import { type Deadline, drop, finish } from "../data/deadlines.ts";
import { idOf, keys } from "../data/keys.ts";
import { check, get, transact } from "../data/table.ts";
import { evidenceDeadlines, paymentEntity } from "../payment/payment-entity.ts";
import { scheduled } from "./scheduled.ts";

/** Reminds admins, before the day it is due, that evidence for a disputed payment is wanted. */
export const handler = scheduled({ "evidence-reminder": remind });

async function remind(deadline: Deadline): Promise<void> {
  const payment = await get(Payment, keys.payment(idOf(deadline.reference.pk)));
  if (!payment || evidenceDeadlines(payment)["evidence-reminder"] !== deadline.at) return drop(deadline);
  const { application_id, price_cents, version } = payment;
  await transact([
    finish(deadline),
    check(keys.payment(application_id), { where: { version } }),
    audit("payment.evidence-reminded", { ...paymentEntity.identify(payment), actor_id: "system", price_cents }),
  ]);
}
