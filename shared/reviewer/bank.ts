import * as z from "zod";
import { multiLine, singleLine, Timestamp, UserId } from "../http/fields.ts";

/** Digits a US account number may have. */
export const accountDigits = { min: 4, max: 17 } as const;
/** Digits of an ABA routing number. */
export const abaDigits = 9;
/** Hours that a changed account waits, so that its owner can object: shared/reviewer/README.md, "Bank account". */
export const bankHoldHours = 72;

const abaWeights = [3, 7, 1] as const;

/** Whether a text is an ABA routing number: nine digits, not all zero, whose weighted sum (3, 7, 1) divides by ten. */
export function isAba(text: string): boolean {
  if (!/^\d{9}$/.test(text) || Number(text) === 0) return false;
  return [...text].reduce((sum, digit, index) => sum + Number(digit) * abaWeights[index % 3]!, 0) % 10 === 0;
}

/** What kind of account it is, as the bank books a payment to it. */
export const AccountType = z.enum(["checking", "savings"]);
export type AccountType = z.infer<typeof AccountType>;

/** Letters and signs that no normal form takes apart, as banks write them. */
const latin: Readonly<Record<string, string>> = {
  ...{ Ł: "L", ł: "l", Ø: "O", ø: "o", Đ: "D", đ: "d", Ð: "D", ð: "d", Þ: "Th", þ: "th", ẞ: "SS", ß: "ss" },
  ...{ Æ: "AE", æ: "ae", Œ: "OE", œ: "oe", Ħ: "H", ħ: "h", ı: "i", Ŧ: "T", ŧ: "t", Ŋ: "N", ŋ: "n", Ə: "E", ə: "e" },
  ...{ "’": "'", "‘": "'", ʼ: "'", "–": "-", "—": "-", "‐": "-", "‑": "-" },
};

/** A name in the letters that bank files take: accents fall off, joined letters are written out, what has none goes. */
export const inLatin = (text: string): string =>
  text
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .replace(/[^\x20-\x7e]/g, (sign) => latin[sign] ?? " ")
    .replace(/ +/g, " ")
    .trim();

const required = "This field is required, can't be blank";

/** What a reviewer writes on the bank form. The account number is never answered again, its last four are. */
export const bankFields = {
  bank_id: z.number("Bank Required").int("Bank Required").min(1, "Bank Required"),
  account_holder: singleLine(required)
    .min(1, required)
    .max(100, "At most 100 characters.")
    .refine(
      (name) => name === "" || /[A-Za-z]{2}/.test(inLatin(name)),
      "Write the name in Latin letters, as your bank does.",
    ),
  account_type: AccountType.default("checking"),
  /** 4 to 17 digits. */
  account_number: z
    .string("Account Number Required")
    .trim()
    .min(1, { error: "Account Number Required", abort: true })
    .regex(/^\d{4,17}$/, "Enter 4 to 17 digits."),
  /** The ABA routing number: nine digits. */
  aba: z
    .string("ABA Number Required")
    .trim()
    .min(1, { error: "ABA Number Required", abort: true })
    .refine(isAba, "Enter a valid ABA number: the nine digits at the lower left of a check."),
  address: multiLine(required).min(1, required).max(300, "At most 300 characters."),
};

/** A bank to choose from. */
export const Bank = z.object({ bank_id: z.number().int(), name: z.string() });
export type Bank = z.infer<typeof Bank>;

/** A reviewer's own account as far as it is ever shown. */
export const BankAccount = z.object({
  bank_id: z.number().int(),
  bank_name: z.string(),
  user_id: UserId,
  account_holder: z.string(),
  account_type: AccountType,
  /** The last four digits of the account number. */
  last4: z.string(),
  updated_on: Timestamp,
  /** Until then nothing is paid to it, because it was changed. */
  held_until: Timestamp.optional(),
});
export type BankAccount = z.infer<typeof BankAccount>;
