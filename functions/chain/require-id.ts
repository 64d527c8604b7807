import { Problem } from "../../shared/http/problem.ts";

/** Refuses an id that is sent along and has to be one of those that are `meant`: another must not be ignored in silence. */
export function requireId(field: string, sent: string | undefined, ...meant: readonly string[]): void {
  if (sent === undefined || meant.includes(sent)) return;
  const message = "This ID belongs to something else.";
  throw new Problem("input.invalid", { message, fields: { [field]: message } });
}
