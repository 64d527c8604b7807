import { Payment } from "../../shared/payment/payment.ts";
import { Application, Applied } from "../../shared/submission/submission.ts";
import { scheduled } from "../chain/scheduled.ts";
import { type Deadline, drop } from "../data/deadlines.ts";
import { now } from "../data/ids.ts";
import { idOf } from "../data/keys/key.ts";
import { paymentKeys } from "../data/keys/payment.ts";
import { submissionKeys } from "../data/keys/submission.ts";
import { remove, type Step } from "../data/steps.ts";
import { batchGet, get, transact } from "../data/table.ts";
import { transition } from "../data/transition.ts";
import { applicationEntity, deadlinesOf } from "../submission/model/application-entity.ts";
import { checkPayment } from "./model/payment-entity.ts";

/** Closes applications that were not paid for in time; the learner may apply anew. */
export const handler = scheduled({ "unpaid-end": lapse });

async function lapse(deadline: Deadline): Promise<void> {
  const application_id = idOf(deadline.reference.pk);
  const [item, begun] = await batchGet([
    submissionKeys.application(application_id),
    paymentKeys.payment(application_id),
  ]);
  const application = item && Application.parse(item);
  if (!application || deadlinesOf(application)["unpaid-end"] !== deadline.at) return drop(deadline);
  const payment = begun && Payment.parse(begun);
  if (payment?.status === "open") return; // money may be on its way; within a day it is known
  await transact([
    ...transition(applicationEntity, "lapse", {
      before: application,
      set: { closed_because: "unpaid", closed_on: now() },
      actor_id: "system",
    }).steps,
    checkPayment(application_id, payment),
    ...(await pointerSteps(application)),
  ]);
}

/** The learner's pointer goes, unless it leads to a certificate of before. */
async function pointerSteps({ user_id, cred_id, application_id }: Application): Promise<Step[]> {
  const key = submissionKeys.applied(user_id, cred_id);
  const pointer = await get(Applied, key);
  if (pointer?.certificate_id !== undefined) return [];
  return [remove(key, { where: { application_id } })];
}
