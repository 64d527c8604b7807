import { inLatin } from "../../../shared/reviewer/bank.ts";
/** Who sends a file of payments, as agreed with the bank that takes it in. */
export interface Originator {
  /** Routing number of the bank, nine digits, and its name. */
  readonly bankRouting: string;
  readonly bankName: string;
  /** Ten characters the bank knows the company by, usually 1 and its tax number. */
  readonly companyId: string;
  readonly companyName: string;
}

/** A payment to one account. */
export interface NachaEntry {
  readonly aba: string;
  readonly account_number: string;
  readonly account_type: "checking" | "savings";
  readonly cents: number;
  readonly holder: string;
  /** At most 15 characters by which we know the person. */
  readonly id: string;
}

const RECORD = 94;
const BLOCK = 10;
const CREDITS_ONLY = "220";
const codes = { checking: "22", savings: "32" } as const;

/** Text as the format takes it. */
const plain = (text: string) => inLatin(text).toUpperCase();
const left = (text: string, width: number) => plain(text).slice(0, width).padEnd(width);
function number(value: number | string, width: number): string {
  const text = String(value);
  if (!/^\d+$/.test(text) || text.length > width) throw new RangeError(`A number is too long for ${width} digits.`);
  return text.padStart(width, "0");
}
function record(...parts: string[]): string {
  const line = parts.join("");
  if (line.length !== RECORD) throw new RangeError(`A record has ${line.length} characters instead of ${RECORD}.`);
  return line;
}
const sixDigits = (isoDay: string) => isoDay.slice(2, 10).replaceAll("-", "");

/**
 * A NACHA file with one batch of PPD credits: header, batch, entries, control records with their totals, and lines of
 * nines up to whole blocks of ten. `made` is ISO text; `effective` the day (YYYY-MM-DD) the money is to arrive. Throws
 * RangeError for what does not fit the format.
 */
export function nachaFile(
  originator: Originator,
  entries: readonly NachaEntry[],
  {
    made,
    effective,
    modifier = "A",
  }: { readonly made: string; readonly effective: string; readonly modifier?: string },
): string {
  const { bankRouting, bankName, companyId, companyName } = originator;
  const bank = number(bankRouting, 9).slice(0, 8);
  const company = left(companyId, 10);
  const hash = entries.reduce((sum, { aba }) => sum + Number(aba.slice(0, 8)), 0) % 1e10;
  const total = entries.reduce((sum, { cents }) => sum + cents, 0);
  const time = made.slice(11, 16).replace(":", "");
  const lines = [
    record(
      ...["1", "01", ` ${number(bankRouting, 9)}`, company, sixDigits(made), time, left(modifier, 1), "094", "10", "1"],
      ...[left(bankName, 23), left(companyName, 23), " ".repeat(8)],
    ),
    record(
      ...["5", CREDITS_ONLY, left(companyName, 16), " ".repeat(20), company, "PPD", left("REVIEW PAY", 10)],
      ...[sixDigits(made), sixDigits(effective), "   ", "1", bank, number(1, 7)],
    ),
    ...entries.map(({ aba, account_number, account_type, cents, holder, id }, index) =>
      record(
        ...["6", codes[account_type], number(aba, 9), left(account_number, 17), number(cents, 10), left(id, 15)],
        ...[left(inLatin(holder) || id, 22), "  ", "0", bank, number(index + 1, 7)],
      ),
    ),
    record(
      ...["8", CREDITS_ONLY, number(entries.length, 6), number(hash, 10), number(0, 12), number(total, 12), company],
      ...[" ".repeat(25), bank, number(1, 7)],
    ),
  ];
  const blocks = Math.ceil((lines.length + 1) / BLOCK);
  lines.push(
    record(
      ...["9", number(1, 6), number(blocks, 6), number(entries.length, 8), number(hash, 10), number(0, 12)],
      ...[number(total, 12), " ".repeat(39)],
    ),
  );
  while (lines.length < blocks * BLOCK) lines.push("9".repeat(RECORD));
  return `${lines.join("\r\n")}\r\n`;
}

/** The first working day after a moment (ISO text), Saturdays and Sundays left out; bank holidays are the operator's to know. */
export function nextWorkingDay(at: string): string {
  const day = new Date(`${at.slice(0, 10)}T00:00:00Z`);
  do day.setUTCDate(day.getUTCDate() + 1);
  while (day.getUTCDay() % 6 === 0);
  return day.toISOString().slice(0, 10);
}
