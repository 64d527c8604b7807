import type { ApiError } from "../api/api-error.ts";
import { flash } from "../ui/dialogs/flash.ts";
import { wordsFor } from "../ui/words.ts";

/** What is said above every refused change of a credential. */
export const refusedTitle = "Failed to update credential !";

/** What is wrong with a change of a credential: at its first refused field, or as a whole. */
export const refusalOf = (error: ApiError): string => Object.values(error.fields)[0] ?? wordsFor(error);

/** Shows for a while that a change was refused, and why. */
export function flashRefusal(reason: string): void {
  flash("error", reason === refusedTitle ? refusedTitle : `${refusedTitle} ${reason}`);
}

/** Why a credential could not be saved where it stands. The page loads what somebody else has saved meanwhile. */
const reasonOf = (error: ApiError): string =>
  error.code === "credential.changed"
    ? "Someone else changed this credential. Your edits are still here. Save again to keep them."
    : refusalOf(error);

/** How the forms on a credential's page tell of a refusal: at its field or above the form, and in a message. */
export const updateRefusal = {
  explain: reasonOf,
  onRefused(error: ApiError): undefined {
    flashRefusal(reasonOf(error));
  },
};
