import * as z from "zod";
import { AccountType, type BankAccount } from "../../../shared/reviewer/bank.ts";
import { clock } from "../../runtime/clock.ts";
import { banks } from "./banks.ts";

/** A reviewer's account as stored: what may be shown in plain, numbers and address in one ciphertext of its owner. */
export const BankRecord = z.object({
  user_id: z.string(),
  bank_id: z.number(),
  account_holder: z.string(),
  account_type: AccountType,
  last4: z.string(),
  /** {@link AccountSecret} as JSON, encrypted for the purpose `bank` and this person. */
  sealed: z.string(),
  updated_on: z.string(),
  held_until: z.string().optional(),
  version: z.number(),
});
export type BankRecord = z.infer<typeof BankRecord>;

/** What of an account nobody is shown. */
export const AccountSecret = z.object({ aba: z.string(), account_number: z.string(), address: z.string() });
export type AccountSecret = z.infer<typeof AccountSecret>;

/** The name of a bank; undefined when it is none of ours. */
export const bankName = (bank_id: number): string | undefined => banks.find(([id]) => id === bank_id)?.[1];

/** Whether an account was changed so lately that nothing is paid to it yet. */
export const isHeld = ({ held_until }: Pick<BankRecord, "held_until">): boolean =>
  held_until !== undefined && Date.parse(held_until) > clock.now();

/** An account as its owner sees it. */
export const accountOf = ({ sealed: _, version: __, held_until, ...record }: BankRecord): BankAccount => ({
  ...record,
  bank_name: bankName(record.bank_id) ?? "",
  ...(isHeld({ held_until }) && { held_until }),
});
