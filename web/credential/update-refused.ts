import type { ApiError } from "../api/api-error.ts";
import { flash } from "../app/flash.ts";
import { queries } from "../app/queries.ts";
import { wordsFor } from "../ui/words.ts";

const title = "Failed to update credential !";

/**
 * Tells why a credential could not be saved. When somebody else was faster the page loads that state,
 * so that what is typed can be compared and saved again. Answers the reason.
 */
export function updateRefused(error: ApiError): string {
  const changed = error.code === "credential.changed";
  if (changed) void queries.invalidateQueries({ queryKey: ["credential"] });
  const reason = changed
    ? "Somebody else changed it in the meantime. What you typed is still here; save again to keep it."
    : (Object.values(error.fields)[0] ?? wordsFor(error));
  flash("error", `${title} ${reason}`);
  return reason;
}
