import { Problem } from "../../../shared/http/problem.ts";
import { Payment } from "../../../shared/payment/payment.ts";
import { payAlone } from "../../../shared/platform/money.ts";
import { now } from "../../data/ids.ts";
import { paymentKeys } from "../../data/keys/payment.ts";
import { submissionKeys } from "../../data/keys/submission.ts";
import { check, type Step } from "../../data/steps.ts";
import { batchGet } from "../../data/table.ts";
import { transition } from "../../data/transition.ts";
import { Credit } from "../../payment/model/credit.ts";
import { type Success, saleSteps } from "../../payment/model/sale.ts";
import { attemptAfter, checkActive, type Purchase, startSteps } from "../../payment/model/store.ts";
import { appealEntity } from "../../submission/model/appeal-entity.ts";
import { type Contested, filingSteps, type NewAppeal, readContested } from "./new-appeal.ts";

/*
 * The fee of an appeal, a purchase of its own: shared/appeal/README.md, "Appeals", and shared/appeal/README.md, "Appeal fees".
 */

/** Whether a submission is as an appeal against it needs it, at a time. */
export const isContestable = (
  contested: Contested | undefined,
  at: string,
): contested is Contested & { readonly first: NonNullable<Contested["first"]> } =>
  contested?.first !== undefined && contested.until !== undefined && at <= contested.until;

/** The appeal that waits for its fee, with the submission, where it may still be filed. */
async function readUnpaid({ application, unpaid: appeal }: Pick<Purchase, "application" | "unpaid">) {
  if (appeal === undefined) return undefined;
  const contested = await readContested(application, appeal.section_ids);
  const isSame = contested?.appeal?.status === "unpaid" && contested.appeal.job_id === appeal.job_id;
  return isSame && isContestable(contested, now()) ? { ...contested, appeal } : undefined;
}

/** Refuses to take money for an appeal that could not be filed with it. */
export async function requireFeeDue(purchase: Purchase): Promise<void> {
  const { payment } = purchase;
  const isBegun = payment !== undefined && payment.status !== "failed";
  const isDue = isBegun && (payment.status !== "open" || (await readUnpaid(purchase)) !== undefined);
  if (!isDue) throw new Problem("payment.nothing-due");
}

/** The transaction that begins an appeal which costs something; where credit covers that it is filed at once. */
export async function beginAppeal(
  contested: Contested & { readonly first: NonNullable<Contested["first"]> },
  appeal: NewAppeal & { readonly fee_cents: number },
  { at, otherwise }: { readonly at: string; readonly otherwise: Problem },
): Promise<{ steps: Step[]; status: "unpaid" | "filed"; version: number }> {
  const { application } = contested;
  const { application_id, organization_id, user_id, version } = application;
  const [stored, held] = await batchGet([paymentKeys.payment(application_id, "appeal"), paymentKeys.credit(user_id)]);
  const before = stored && Payment.parse(stored);
  const credit = Credit.parse(held ?? { user_id });
  const asked = { application, credit, price_cents: appeal.fee_cents, method: "card" } as const;
  const payment: Payment = { ...attemptAfter(before, asked), purchase: "appeal" };
  const isOpen = checkActive(organization_id);
  if (payment.due_cents === 0) {
    const filed = await filingSteps(contested, appeal, { at, otherwise });
    const { steps } = feeSteps({ payment, before, application }, { actor_id: user_id, otherwise });
    return { steps: [isOpen, ...filed.steps, ...steps], status: "filed", version: filed.after.version };
  }
  const started = startSteps(payment, before, otherwise);
  const begun = transition(appealEntity, "begin", { set: appeal, otherwise, recordedBy: started });
  const stands = check(submissionKeys.application(application_id), { where: { version }, otherwise });
  return { steps: [isOpen, stands, ...started.steps, ...begun.steps], status: "unpaid", version };
}

const feeSteps = (success: Success, applying: Parameters<typeof saleSteps>[2]) =>
  saleSteps(success, payAlone(success.payment.price_cents), applying);

/**
 * The transaction in which an appeal's fee is paid and the appeal filed; undefined where it cannot be filed any more.
 */
export async function paidAppealSteps(
  success: Success & Pick<Purchase, "unpaid">,
  applying: Parameters<typeof saleSteps>[2],
): Promise<{ steps: Step[]; after: Payment } | undefined> {
  const unpaid = await readUnpaid(success);
  if (unpaid === undefined) return undefined;
  const { otherwise } = applying;
  const filed = await filingSteps(unpaid, unpaid.appeal, { at: now(), otherwise });
  const sold = feeSteps(success, applying);
  return { after: sold.after, steps: [...sold.steps, ...filed.steps] };
}
