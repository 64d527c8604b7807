import { waitInWords } from "../../shared/http/wait.ts";
import { ApiError } from "../api/api-error.ts";

/** Sentences of our own for codes whose server text is for developers. All others show the server's own. */
const words: Readonly<Record<string, string>> = {
  "network.lost": "We couldn’t reach Laurel. Check your connection and try again. Your changes are still here.",
  "access.no-token": "Your session has ended. Sign in, then try again. Your changes are still here.",
  "access.denied": "Your role doesn’t allow this. Ask an admin if you need access.",
  "request.blocked": "Our firewall blocked this request. Rephrase it and try again.",
  "resource.not-found": "It may have been removed, or you don’t have access.",
  "input.invalid": "Some fields need another look.",
  "input.not-json": "We couldn’t send this. Try again.",
  "input.too-large": "This is too large to send. Choose a smaller file or shorten the text.",
  "server.failed": "Something went wrong on our side. Try again in a moment.",
  "server.busy": "We’re busy right now. Try again in a moment.",
  "file.not-stored": "We couldn’t save the file. Try again, or choose another.",
};

/** The sentence for a failure. Whatever is not a refusal of ours gets the general one. */
export function wordsFor(error: unknown): string {
  if (!(error instanceof ApiError)) return "Something went wrong on this page. Try again.";
  if (error.code === "rate.exceeded")
    return `Too many attempts. Try again in ${waitInWords(error.retryAfterSeconds ?? 60)}.`;
  const sentence = words[error.code] ?? (error.message || "Something went wrong on our side. Try again in a moment.");
  const asked = error.code === "request.blocked" && error.reference;
  return asked ? `${sentence} If that doesn’t help, contact us with this number: ${error.reference}` : sentence;
}
