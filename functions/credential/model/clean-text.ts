import { Problem } from "../../../shared/http/problem.ts";
import { isBlank } from "../../../shared/http/text.ts";
import { sanitize } from "../../chain/rich-text.ts";

/** A required rich text as it is stored; `message` at `field` when nothing of it may be shown. */
export async function cleanText(html: string, field: string, message: string): Promise<string> {
  const safe = await sanitize(html);
  if (isBlank(safe)) throw new Problem("input.invalid", { message, fields: { [field]: message } });
  return safe;
}
