import { Payment } from "../../shared/payment/payment.ts";
import { Application } from "../../shared/submission/submission.ts";
import { type Deadline, drop } from "../data/deadlines.ts";
import { now } from "../data/ids.ts";
import { idOf, keys } from "../data/keys.ts";
import { batchGet, remove, transact } from "../data/table.ts";
import { transition } from "../data/transition.ts";
import { checkPayment } from "../payment/payment-entity.ts";
import { applicationEntity, deadlinesOf } from "../submission/application-entity.ts";
import { scheduled } from "./scheduled.ts";

/** Closes applications that were not paid for in time; the learner may apply anew. */
export const handler = scheduled({ "unpaid-end": lapse });

async function lapse(deadline: Deadline): Promise<void> {
  const application_id = idOf(deadline.reference.pk);
  const [item, begun] = await batchGet([keys.application(application_id), keys.payment(application_id)]);
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
    remove(keys.applied(application.user_id, application.cred_id), { where: { application_id } }),
  ]);
}
