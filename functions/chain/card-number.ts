import { Problem } from "../../shared/http/problem.ts";
import { mayHoldCardNumber } from "./request.ts";

/** Digits as a card has them: in one, or in the groups they are printed in. Within an address or a code they are none. */
const candidates =
  /(?<![\w.\-/=#&:?%])(?:[3-6]\d{12,18}|2[2-7]\d{14}|(?:2[2-7]|[3-6]\d)\d\d[ .-]\d{4}[ .-]\d{4}[ .-]\d{4}(?:[ .-]\d{3})?|3\d{3}[ .-]\d{6}[ .-]\d{5})(?![\w\-/=%])/g;

/** Tags that end a line: what stands on both sides is not read as one number. */
const lines = /<\/?(?:p|br|li|ul|ol|h[1-4]|blockquote|pre)\b[^<>]*>/gi;

/** A text as it is read: without the tags within a line and without what nobody sees, all spaces, dashes and digits of one kind. */
const asRead = (text: string): string =>
  text
    .replace(lines, "\n")
    .replace(/<[^<>]*>/g, "")
    .replace(/&(?:nbsp|#160|#x0*a0|ensp|emsp|thinsp);/gi, " ")
    .replace(/&(?:shy|zwj|zwnj|#(?:173|820[3-7])|#x0*(?:ad|200[b-f]));/gi, "")
    .normalize("NFKC")
    .replace(/\p{Default_Ignorable_Code_Point}/gu, "")
    .replace(/\p{Pd}/gu, "-")
    .replace(/[^\S\n]/g, " ");

/** Fields that hold long numbers of their own, or nothing that is shown to anybody. */
const otherNumbers = ["account_number", "phone", "password", "token"];

/** Luhn's check sum: every second digit from the right counts twice. */
function passes(digits: string): boolean {
  const sum = [...digits].reverse().reduce((all, digit, index) => {
    const value = Number(digit) * (index % 2 === 0 ? 1 : 2);
    return all + (value > 9 ? value - 9 : value);
  }, 0);
  return sum % 10 === 0;
}

/** The path of the first text of an input that holds the number of a payment card; undefined when there is none. */
export function cardNumberIn(input: unknown, path: readonly string[] = []): string | undefined {
  if (typeof input === "string") {
    if (otherNumbers.includes(path.at(-1) ?? "") || !mayHoldCardNumber(input)) return undefined;
    const found = (asRead(input).match(candidates) ?? []).some((text) => passes(text.replace(/\D/g, "")));
    return found ? path.join(".") : undefined;
  }
  if (typeof input !== "object" || input === null) return undefined;
  for (const [name, value] of Object.entries(input)) {
    const found = cardNumberIn(value, [...path, name]);
    if (found !== undefined) return found;
  }
  return undefined;
}

const message = "This looks like the number of a payment card. Remove it. Enter card numbers only in the payment form.";

/**
 * Refuses an input with the number of a payment card in one of its texts: cards are typed into the provider's own fields
 * and must stand nowhere with us.
 */
export function refuseCardNumber(input: unknown): void {
  const holder = cardNumberIn(input);
  if (holder !== undefined) throw new Problem("input.invalid", { message, fields: { [holder]: message } });
}
