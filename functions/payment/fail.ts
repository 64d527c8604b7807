import type { Problem } from "../../shared/http/problems.ts";
import type { Payment } from "../../shared/payment/payment.ts";
import { audit } from "../data/audit.ts";
import { now } from "../data/ids.ts";
import type { Step } from "../data/table.ts";
import { holdCredit } from "./credit.ts";
import { writePayment } from "./ledger.ts";

/** The steps that give an open payment up: its credit is free again, and it may be started anew. */
export function failSteps(payment: Payment, comment: string, otherwise: Problem): Step[] {
  const { user_id, credit_cents } = payment;
  return [
    ...writePayment({ ...payment, status: "failed", comment, updated_on: now() }, payment, otherwise),
    ...holdCredit(user_id, -credit_cents, otherwise),
    failedAudit(payment),
  ];
}

/** The audit row of a payment that was given up. */
export const failedAudit = ({ application_id, organization_id, cred_id, user_id }: Payment): Step =>
  audit("payment.failed", {
    organization_id,
    actor_id: "system",
    subject_id: application_id,
    application_id,
    cred_id,
    user_id,
    from: "open",
    to: "failed",
  });
