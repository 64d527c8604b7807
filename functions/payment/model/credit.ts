import * as z from "zod";
import type { Problem } from "../../../shared/http/problem.ts";
import type { Payment } from "../../../shared/payment/payment.ts";
import { newId } from "../../data/ids.ts";
import { paymentKeys, paymentViews } from "../../data/keys/payment.ts";
import { relist } from "../../data/relist.ts";
import { change, create, type Step, type Where } from "../../data/steps.ts";

/** A person's product credit as stored. Cents that may be spent, and those that open payments hold. */
export const Credit = z.object({
  user_id: z.string(),
  balance_cents: z.number().int().default(0),
  held_cents: z.number().int().default(0),
});
export type Credit = z.infer<typeof Credit>;

/** A line of credit entries as stored; `cents` is negative for what was spent. */
export const CreditRecord = z.object({
  entry_id: z.string(),
  user_id: z.string(),
  at: z.string(),
  kind: z.enum(["refund", "duplicate", "spent"]),
  cents: z.number().int(),
  reason: z.string(),
  application_id: z.string().optional(),
});

type Entering = Pick<z.infer<typeof CreditRecord>, "kind" | "cents" | "reason" | "at"> & { application_id: string };

/** A line in a person's credit entries. Their sum is balance plus what is held. */
function enter(user_id: string, entry: Entering): Step[] {
  const entry_id = newId("pay");
  const key = paymentKeys.creditEntry(user_id, entry_id);
  return [
    create(key, { ...entry, entry_id, user_id }),
    ...relist(key, entry_id, [], [paymentViews.creditEntries(user_id)]),
  ];
}

/** Gives a person product credit, with its line; `releasedCents` of what was held is free again besides. */
export const giveCredit = (
  user_id: string,
  entry: Entering & { kind: "refund" | "duplicate" },
  releasedCents = 0,
): Step[] => [
  change(
    paymentKeys.credit(user_id),
    { add: { balance_cents: entry.cents + releasedCents, held_cents: -releasedCents }, set: { user_id } },
    { orCreate: true },
  ),
  ...enter(user_id, entry),
];

/** Sets credit aside for an open payment, or (negative) gives it back. Refused when there is not as much. */
export function holdCredit(user_id: string, cents: number, otherwise: Problem): Step[] {
  if (cents === 0) return [];
  const where: Where = cents > 0 ? { balance_cents: { atLeast: cents } } : { held_cents: { atLeast: -cents } };
  return [
    change(paymentKeys.credit(user_id), { add: { balance_cents: -cents, held_cents: cents } }, { where, otherwise }),
  ];
}

/** Spends the credit of a payment: what it held, or (`held` false) what the balance has. Refused when it is not there. */
export function spendCredit(
  { user_id, credit_cents, application_id }: Payment,
  title: string,
  { held, at, otherwise }: { held: boolean; at: string; otherwise: Problem },
): Step[] {
  if (credit_cents === 0) return [];
  const from = held ? "held_cents" : "balance_cents";
  return [
    change(
      paymentKeys.credit(user_id),
      { add: { [from]: -credit_cents } },
      { where: { [from]: { atLeast: credit_cents } }, otherwise },
    ),
    ...enter(user_id, { kind: "spent", cents: -credit_cents, reason: title, application_id, at }),
  ];
}
