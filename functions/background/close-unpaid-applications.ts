import { Payment } from "../../shared/payment/payment.ts";
import { Application } from "../../shared/submission/submission.ts";
import { audit } from "../data/audit.ts";
import { type Deadline, drop, idOf } from "../data/deadlines.ts";
import { keys } from "../data/keys.ts";
import { batchGet, remove, transact } from "../data/table.ts";
import { checkPayment } from "../payment/ledger.ts";
import { deadlinesOf, moveApplication } from "../submission/application.ts";
import { scheduled } from "./scheduled.ts";

/** Closes applications that were not paid for in time; the learner may apply anew. */
export const handler = scheduled({ "unpaid-end": lapse });

async function lapse(deadline: Deadline): Promise<void> {
  const application_id = idOf(deadline);
  const [item, begun] = await batchGet([keys.application(application_id), keys.payment(application_id)]);
  const application = item && Application.parse(item);
  if (!application || deadlinesOf(application)["unpaid-end"] !== deadline.at) return drop(deadline);
  const payment = begun && Payment.parse(begun);
  if (payment?.status === "open") return; // money may be on its way; within a day it is known
  const { organization_id, cred_id, user_id, status } = application;
  await transact([
    ...moveApplication(application, "lapse"),
    checkPayment(application_id, payment),
    remove(keys.applied(user_id, cred_id), { where: { application_id } }),
    audit("application.lapsed", {
      organization_id,
      actor_id: "system",
      subject_id: application_id,
      application_id,
      cred_id,
      user_id,
      from: status,
      to: "closed",
    }),
  ]);
}
