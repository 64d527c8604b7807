import type { Problem } from "../../shared/http/problem.ts";
import type { Payment } from "../../shared/payment/payment.ts";
import type { Step } from "../data/table.ts";
import { transition } from "../data/transition.ts";
import { holdCredit } from "./credit.ts";
import { paymentEntity } from "./payment-entity.ts";

/** The steps that give an open payment up: its credit is free again, and it may be started anew. */
export const failSteps = (payment: Payment, comment: string, otherwise: Problem): Step[] => [
  ...transition(paymentEntity, "fail", { before: payment, set: { comment }, otherwise, actor_id: "system" }).steps,
  ...holdCredit(payment.user_id, -payment.credit_cents, otherwise),
];
