import * as z from "zod";

/** An amount as PayPal writes it. */
export const Money = z.object({ currency_code: z.string(), value: z.string().regex(/^\d{1,9}(\.\d{1,2})?$/) });

/** An amount of PayPal's in cents. */
export function centsOf({ value }: z.infer<typeof Money>): number {
  const [whole = "0", part = ""] = value.split(".");
  return Number(whole) * 100 + Number(part.padEnd(2, "0"));
}
