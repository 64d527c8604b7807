import type { Payment } from "../../../shared/payment/payment.ts";
import type { Step } from "../../data/steps.ts";
import type { Success, saleSteps } from "./sale.ts";
import type { Purchase } from "./store.ts";

/** What the fee of an appeal wants of the appeal that it files: functions/appeal/model/fees.ts has it. */
export interface FeePurchase {
  /** Refuses to take money for an appeal that could not be filed with it. */
  requireDue(purchase: Purchase): Promise<void>;
  /** The transaction in which the fee is paid and the appeal filed; undefined where it cannot be filed any more. */
  paidSteps(
    success: Success & Pick<Purchase, "unpaid">,
    applying: Parameters<typeof saleSteps>[2],
  ): Promise<{ steps: Step[]; after: Payment } | undefined>;
}
