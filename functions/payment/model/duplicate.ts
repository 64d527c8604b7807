import type { Payment } from "../../../shared/payment/payment.ts";
import { duplicateEntry } from "../../../shared/payment/rules.ts";
import { audit } from "../../data/audit.ts";
import { now } from "../../data/ids.ts";
import type { Step } from "../../data/steps.ts";
import { giveCredit } from "./credit.ts";
import { post, postFee } from "./ledger.ts";

/** A second payment for what was paid (or given up) already becomes product credit, once per payment object. */
export function duplicateSteps(
  payment: Payment,
  {
    mark,
    cents,
    fee_cents,
    title,
    releasedCents,
  }: { mark: Step; cents: number; fee_cents?: number; title: string; releasedCents?: number },
): Step[] {
  const { application_id, organization_id, cred_id, user_id, purchase } = payment;
  const at = now();
  const ids = { application_id, cred_id, user_id, ...(purchase && { purchase }) };
  return [
    mark,
    ...giveCredit(user_id, { kind: "duplicate", cents, reason: title, application_id, at }, releasedCents),
    ...post(duplicateEntry(cents), { organization_id, event: "duplicate", at, ...ids }),
    ...postFee(fee_cents, { organization_id, at, ...ids }),
    audit("payment.duplicate", {
      organization_id,
      actor_id: "system",
      subject_id: application_id,
      ...ids,
      cents,
      from: payment.status,
      to: payment.status,
    }),
  ];
}
