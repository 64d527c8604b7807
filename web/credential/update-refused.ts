import type { ApiError } from "../api/api-error.ts";
import { flash } from "../ui/flash.ts";
import { wordsFor } from "../ui/words.ts";

const title = "Failed to update credential !";

/**
 * Tells why a credential could not be saved (specification, section 8). When somebody else was faster the page loads his
 * state, so that what is typed can be compared and saved again. Answers the reason.
 */
export function updateRefused(error: ApiError): string {
  const changed = error.code === "credential.changed";
  const reason = changed
    ? "Somebody else changed it in the meantime. What you typed is still here; save again to keep it."
    : (Object.values(error.fields)[0] ?? wordsFor(error));
  flash("error", `${title} ${reason}`);
  return reason;
}
