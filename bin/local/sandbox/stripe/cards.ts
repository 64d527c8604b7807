import * as z from "zod";

/** What Stripe says about a card it does not charge. */
export interface CardFault {
  readonly code: string;
  readonly message: string;
  readonly decline_code?: string;
  readonly param?: string;
}

/** A card as somebody types it. */
export interface TypedCard {
  readonly number: string;
  readonly exp_month: number;
  readonly exp_year: number;
  readonly cvc: string;
}

/** Stripe's test card whose payments are disputed as soon as they are made. */
export const disputedCard = "4000000000000259";

/** Stripe's test card whose bank asks its holder each time: 3-D Secure. */
export const authenticatedCard = "4000002760003184";

const good = [
  "4242424242424242",
  "4000056655665556",
  "5555555555554444",
  "378282246310005",
  disputedCard,
  authenticatedCard,
];

const refused: Record<string, CardFault> = {
  "4000000000000002": declined("generic_decline"),
  "4000000000009995": { ...declined("insufficient_funds"), message: "Your card has insufficient funds." },
  "4000000000000069": { code: "expired_card", message: "Your card has expired.", param: "exp_month" },
  "4000000000000127": { code: "incorrect_cvc", message: "Your card's security code is incorrect.", param: "cvc" },
};

/** Stripe's ready-made payment methods for tests. */
const methods: Record<string, CardFault | undefined> = {
  pm_card_visa: undefined,
  pm_card_mastercard: undefined,
  pm_card_chargeDeclined: refused["4000000000000002"],
  pm_card_chargeDeclinedInsufficientFunds: refused["4000000000009995"],
  pm_card_chargeDeclinedExpiredCard: refused["4000000000000069"],
  pm_card_chargeDeclinedIncorrectCvc: refused["4000000000000127"],
};

function declined(decline_code: string): CardFault {
  return { code: "card_declined", decline_code, message: "Your card was declined." };
}

/** Why a typed card is not charged; undefined when it is. `now` is in milliseconds. */
export function faultOfCard(card: TypedCard, now: number): CardFault | undefined {
  const number = card.number.replace(/[\s-]/g, "");
  if (!/^\d{13,19}$/.test(number) || !passesLuhn(number)) {
    return { code: "incorrect_number", message: "Your card number is incorrect.", param: "number" };
  }
  if (!(card.exp_month >= 1 && card.exp_month <= 12)) {
    return { code: "invalid_expiry_month", message: "Your card's expiration month is invalid.", param: "exp_month" };
  }
  const year = card.exp_year < 100 ? 2000 + card.exp_year : card.exp_year;
  const endsAt = Date.UTC(year, card.exp_month, 1);
  if (!(endsAt > now)) {
    return { code: "invalid_expiry_year", message: "Your card's expiration year is invalid.", param: "exp_year" };
  }
  if (!/^\d{3,4}$/.test(card.cvc)) {
    return { code: "invalid_cvc", message: "Your card's security code is invalid.", param: "cvc" };
  }
  if (good.includes(number)) return undefined;
  const message =
    "Your card was declined. Your request was in test mode, but used a non test card. For a list of valid test cards, visit: https://stripe.com/docs/testing.";
  return refused[number] ?? { ...declined("test_mode_live_card"), message };
}

/** What Stripe says when the holder did not prove to be themselves. */
export const notAuthenticated: CardFault = {
  code: "payment_intent_authentication_failure",
  message: "We are unable to authenticate your payment method. Please choose a different payment method and try again.",
};

/** Whether a payment method of this name exists, and why it is not charged. */
export function findMethod(name: string): { fault: CardFault | undefined } | undefined {
  return Object.hasOwn(methods, name) ? { fault: methods[name] } : undefined;
}

function passesLuhn(number: string): boolean {
  const digits = [...number].reverse().map(Number);
  const sum = digits.reduce(
    (total, digit, index) => total + (index % 2 === 0 ? digit : digit * 2 - (digit > 4 ? 9 : 0)),
    0,
  );
  return sum % 10 === 0;
}

/** What the card form sends. */
export const TypedCard = z.object({
  client_secret: z.string(),
  number: z.string(),
  exp_month: z.coerce.number().int(),
  exp_year: z.coerce.number().int(),
  cvc: z.string(),
  /** Where the holder comes back to when their bank has asked them. */
  return_url: z.url().optional(),
});
