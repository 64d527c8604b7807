import { ApiError, lostConnection } from "./api-error.ts";

/** A card as typed into the sandbox's form. No such card is real. */
export interface SandboxCard {
  readonly number: string;
  readonly exp_month: number;
  readonly exp_year: number;
  readonly cvc: string;
}

/**
 * Confirms a payment at the sandbox as the provider's own form would. Where the card's bank asks its holder, answers the
 * page where it does; from there they come back to `return_url`.
 * Throws an `ApiError` with the provider's code (`card_declined`, `payment_intent_unexpected_state`) and words.
 */
export async function confirmSandboxCard(
  { stripe_id, client_secret }: { readonly stripe_id: string; readonly client_secret: string },
  card: SandboxCard,
  return_url: string,
): Promise<string | undefined> {
  const response = await fetch(`/sandbox/stripe/payment_intents/${stripe_id}/confirm`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ client_secret, return_url, ...card }),
  }).catch(() => Promise.reject(lostConnection()));
  if (response.ok) {
    const { next_action } = (await response.json()) as { next_action: { redirect_to_url: { url: string } } | null };
    return next_action?.redirect_to_url.url;
  }
  const answer = (await response.json().catch(() => ({}))) as { error?: { message?: string; code?: string } };
  const { code = "card_declined", message = "Your card was declined. Try another card." } = answer.error ?? {};
  throw new ApiError(code, message, response.status);
}
