import { Appeal } from "../../../shared/appeal/appeal.ts";
import type { Problem } from "../../../shared/http/problem.ts";
import type { Payment } from "../../../shared/payment/payment.ts";
import { Application } from "../../../shared/submission/submission.ts";
import { submissionKeys } from "../../data/keys/submission.ts";
import type { Step } from "../../data/steps.ts";
import { batchGet } from "../../data/table.ts";
import { transition } from "../../data/transition.ts";
import { appealEntity } from "../../submission/model/appeal-entity.ts";
import { holdCredit } from "./credit.ts";
import { paymentEntity } from "./payment-entity.ts";

/** The steps that give an open payment up: its credit is free again, and it may be started anew. */
export async function failSteps(
  payment: Payment,
  comment: string,
  otherwise: Problem,
  late?: { readonly isLate: boolean },
): Promise<Step[]> {
  const { steps } = await endAttempt(payment, comment, otherwise, late);
  return [...steps, ...holdCredit(payment.user_id, -payment.credit_cents, otherwise)];
}

/** The steps that end an attempt to pay, without its credit. The appeal that waited for it ends with it. */
export async function endAttempt(
  payment: Payment,
  comment: string,
  otherwise: Problem,
  { isLate }: { readonly isLate: boolean } = { isLate: false },
): Promise<{ steps: Step[]; after: Payment }> {
  const failed = transition(paymentEntity, "fail", {
    before: payment,
    set: { comment },
    otherwise,
    actor_id: "system",
  });
  const { application_id, purchase } = payment;
  if (purchase !== "appeal") return failed;
  const [item, stored] = await batchGet([
    submissionKeys.application(application_id),
    submissionKeys.appeal(application_id),
  ]);
  const before = stored && Appeal.parse(stored);
  if (before?.status !== "unpaid") return failed;
  const isLapse = isLate && isWaitedFor(before, Application.parse(item));
  const { steps } = isLapse
    ? transition(appealEntity, "lapse", { before, otherwise, actor_id: "system" })
    : transition(appealEntity, "close", { before, otherwise, recordedBy: failed });
  return { after: failed.after, steps: [...failed.steps, ...steps] };
}

/** Whether the submission is as it was when its appeal was begun, so that its learner may count on the appeal. */
const isWaitedFor = ({ round }: Appeal, application: Application): boolean =>
  application.status === "revisionNeeded" && application.round === round;
