import { Problem } from "../../../shared/http/problem.ts";

const names: Readonly<Record<string, string>> = {
  "payment.provider-unavailable": "The card provider",
  "payment.paypal-unavailable": "PayPal",
};

/**
 * Throws on what went wrong after the payer had agreed. Where the provider does not answer nobody knows whether it has
 * collected, and the learner is told so: its webhook or the reconciliation finishes the purchase.
 */
export function explainUnsettled(error: unknown): never {
  if (!(error instanceof Problem)) throw error;
  const name = names[error.code];
  if (name === undefined) throw error;
  const message = `${name} isn’t responding. If you were charged, we’ll complete your purchase as soon as it does.`;
  throw new Problem(error.code, { message });
}
