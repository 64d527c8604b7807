import type * as z from "zod";
import { Problem } from "../../shared/http/problem.ts";

/** The refusal of an input that has these unknown fields and these issues. Loaded when there are any. */
export function inputRefused(unknown: readonly string[], issues: readonly z.core.$ZodIssue[] = []): Problem {
  const fields: Record<string, string> = {};
  for (const name of unknown) fields[name] = "We don’t recognize this field.";
  for (const issue of issues) {
    if (issue.code !== "unrecognized_keys") fields[issue.path.join(".")] ??= issue.message;
  }
  const messages = Object.values(fields);
  return new Problem("input.invalid", { fields, ...(messages.length === 1 && { message: messages[0] }) });
}
