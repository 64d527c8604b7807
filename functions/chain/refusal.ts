import { Problem } from "../../shared/http/problem.ts";
import { messageOf, statusOf } from "../../shared/http/problems.ts";
import { isUnanswered } from "../runtime/unanswered.ts";

/** When to come back where the refusal does not know: after it was too often, and while something does not answer. */
const retryAfter: Readonly<Record<number, number>> = { 429: 60, 503: 5 };

/** What an error is answered. Loaded when there is one: most answers are no refusals. */
export function refusalOf(error: unknown) {
  const problem = error instanceof Problem ? error : new Problem(isUnanswered(error) ? "server.busy" : "server.failed");
  const { code, text, field } = problem;
  const status = statusOf(code);
  const message = text ?? messageOf(code);
  const fields = problem.fields ?? (field === undefined ? undefined : { [field]: message });
  const { retryAfterSeconds = retryAfter[status] } = problem;
  const headers: Record<string, string> = retryAfterSeconds ? { "retry-after": String(retryAfterSeconds) } : {};
  return { code, status, headers, body: { error: { code, message, ...(fields && { fields }) } } };
}
