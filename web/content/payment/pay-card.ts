import type { CardSecret } from "../../../shared/payment/payment.ts";

/** A card the provider did not charge, with its words. The purchase stays open for another. */
export class CardDeclined extends Error {}

/** Has the provider collect the amount of a secret from the card typed into the form. Throws {@link CardDeclined}. */
export type ConfirmCard = (secret: CardSecret) => Promise<void>;

/** Why a payment did not go through, and what that means for the money. */
export interface PayFault {
  readonly title: string;
  readonly text: string;
}

/** What a card form is given: `onPay` hears of it once its fields are filled in. */
export interface CardFormProps {
  /** What the button says: the amount. */
  readonly submit: string;
  readonly busy: boolean;
  /** What went wrong the last time, shown above the button. */
  readonly fault: PayFault | undefined;
  readonly onPay: (confirm: ConfirmCard) => Promise<boolean>;
}
