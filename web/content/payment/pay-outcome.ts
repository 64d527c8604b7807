import type { Billing, PurchaseName } from "../../../shared/payment/payment.ts";
import type { Submission } from "../../../shared/submission/submission-views.ts";
import { ApiError } from "../../api/api-error.ts";
import { wordsFor } from "../../ui/words.ts";
import { CardDeclined, type PayFault } from "./pay-card.ts";

const declined = (error: unknown) =>
  error instanceof CardDeclined || (error instanceof ApiError && error.code === "payment.declined");

/** Nothing was charged, for a reason that is no error. */
export class NotPaid extends Error {
  readonly title: string;
  constructor(title: string, text: string) {
    super(text);
    this.title = title;
  }
}

/**
 * What is paid already is as good as paid now; nothing is due for a submission that was closed meanwhile either, nor for an
 * appeal that can be filed no more. `read` reads the submission as it is by then.
 */
export async function outcomeOf(
  error: unknown,
  { purchase }: { readonly purchase: PurchaseName },
  read: () => Promise<Pick<Submission, "status">>,
): Promise<"paid"> {
  const code = error instanceof ApiError ? error.code : "";
  if (code !== "payment.already-paid" && code !== "payment.nothing-due") throw error;
  if (purchase === "appeal" && code === "payment.nothing-due")
    throw new NotPaid("This appeal can no longer be filed", "You weren’t charged. Go back to your submission.");
  if (purchase !== "appeal" && (await read()).status === "closed")
    throw new NotPaid("This submission is closed", "You weren’t charged.");
  return "paid";
}

/** Money that came for an appeal which could not be filed any more is credit by now. */
export function requirePaid({ status }: Billing, { purchase }: { readonly purchase: PurchaseName }): void {
  if (purchase === "appeal" && status !== "paid" && status !== "disputed")
    throw new NotPaid("Your appeal couldn’t be filed", "What you paid is now product credit.");
}

/** Without an answer nobody knows yet whether the card was charged; asking again finds out and never charges twice. */
export function faultOf(error: unknown): PayFault {
  if (error instanceof NotPaid) return { title: error.title, text: error.message };
  if (declined(error))
    return { title: "You weren’t charged", text: `${(error as Error).message} Use another card, or ask your bank.` };
  const unknown = !(error instanceof ApiError) || error.status === 0 || error.status >= 500;
  return {
    title: unknown ? "We couldn’t complete your payment" : "Something went wrong",
    text: unknown ? `${wordsFor(error)} Try again. You won’t be charged twice.` : wordsFor(error),
  };
}
