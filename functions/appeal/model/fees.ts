import type { FeePurchase } from "../../payment/model/fee-purchase.ts";

/** How the fee of an appeal is paid. What files the appeal is loaded with the first such fee. */
export const appealFees: FeePurchase = {
  requireDue: async (purchase) => (await import("./appeal-fee.ts")).requireFeeDue(purchase),
  paidSteps: async (success, applying) => (await import("./appeal-fee.ts")).paidAppealSteps(success, applying),
};
