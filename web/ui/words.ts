import { waitInWords } from "../../shared/http/text.ts";
import { ApiError } from "../api/api-error.ts";

/** Sentences of our own for codes whose server text is for developers. All others show the server's own. */
const words: Readonly<Record<string, string>> = {
  "network.lost": "We could not reach Laurel. Check your connection and try again; what you typed is still here.",
  "access.no-token": "Your session has ended. Sign in again to go on; what you typed is still here.",
  "access.denied": "Your role does not allow this. Ask an admin of your organization if you need it.",
  "request.blocked":
    "The firewall in front of Laurel took this for an attack and did not let it through. Try again with other words.",
  "resource.not-found": "It may have been removed, or it is not yours to see.",
  "input.invalid": "Some fields need another look.",
  "input.not-json": "Something went wrong while sending. Try again.",
  "input.too-large": "That is too large to send. Choose a smaller file or shorten the text.",
  "server.failed": "Something went wrong on our side. Try again in a moment.",
  "server.busy": "We are busy just now. Try again in a moment.",
  "file.not-stored": "The file could not be stored. Try again, or choose another.",
};

/** The sentence for a failure. Whatever is not a refusal of ours gets the general one. */
export function wordsFor(error: unknown): string {
  if (!(error instanceof ApiError)) return "Something went wrong on this page. Try again.";
  if (error.code === "rate.exceeded")
    return `Too many attempts. Try again in ${waitInWords(error.retryAfterSeconds ?? 60)}.`;
  const sentence = words[error.code] ?? (error.message || "Something went wrong on our side. Try again in a moment.");
  const asked = error.code === "request.blocked" && error.reference;
  return asked ? `${sentence} If that does not help, tell us this number: ${error.reference}` : sentence;
}
