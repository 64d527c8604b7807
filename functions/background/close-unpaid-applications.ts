import { Payment } from "../../shared/payment/payment.ts";
import { Application } from "../../shared/submission/submission.ts";
import { audit } from "../data/audit.ts";
import { type Duty, drop, idOf } from "../data/duties.ts";
import { keys } from "../data/keys.ts";
import { getMany, remove, together } from "../data/table.ts";
import { checkPayment } from "../payment/ledger.ts";
import { duesOf, moveApplication } from "../submission/application.ts";
import { clockwork } from "./clockwork.ts";

/** Closes applications that were not paid for in time; the learner may apply anew. */
export const handler = clockwork({ "unpaid-end": lapse });

async function lapse(duty: Duty): Promise<void> {
  const application_id = idOf(duty);
  const [item, begun] = await getMany([keys.application(application_id), keys.payment(application_id)]);
  const application = item && Application.parse(item);
  if (!application || duesOf(application)["unpaid-end"] !== duty.at) return drop(duty);
  const payment = begun && Payment.parse(begun);
  if (payment?.status === "open") return; // money may be on its way; within a day it is known
  const { organization_id, cred_id, user_id, status } = application;
  await together([
    ...moveApplication(application, "lapse"),
    checkPayment(application_id, payment),
    remove(keys.applied(user_id, cred_id), { where: { application_id } }),
    audit({
      ...{ type: "application.lapsed", organization_id, actor_id: "system", subject_id: application_id },
      ...{ application_id, cred_id, user_id, from: status, to: "closed" },
    }),
  ]);
}
