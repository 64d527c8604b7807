import type { Problem } from "../../shared/http/problem.ts";
import type { Payment } from "../../shared/payment/payment.ts";
import { Appeal } from "../../shared/submission/appeal.ts";
import { keys } from "../data/keys.ts";
import { get, type Step } from "../data/table.ts";
import { transition } from "../data/transition.ts";
import { appealEntity } from "../job/appeal-entity.ts";
import { holdCredit } from "./credit.ts";
import { paymentEntity } from "./payment-entity.ts";

/** The steps that give an open payment up: its credit is free again, and it may be started anew. */
export async function failSteps(payment: Payment, comment: string, otherwise: Problem): Promise<Step[]> {
  const { steps } = await endAttempt(payment, comment, otherwise);
  return [...steps, ...holdCredit(payment.user_id, -payment.credit_cents, otherwise)];
}

/** The steps that end an attempt to pay, without its credit. The appeal that waited for it ends with it. */
export async function endAttempt(
  payment: Payment,
  comment: string,
  otherwise: Problem,
): Promise<{ steps: Step[]; after: Payment }> {
  const failed = transition(paymentEntity, "fail", {
    before: payment,
    set: { comment },
    otherwise,
    actor_id: "system",
  });
  const appeal = payment.purchase === "appeal" ? await get(Appeal, keys.appeal(payment.application_id)) : undefined;
  if (appeal?.status !== "unpaid") return failed;
  const lapsed = transition(appealEntity, "lapse", { before: appeal, otherwise, recordedBy: failed });
  return { after: failed.after, steps: [...failed.steps, ...lapsed.steps] };
}
