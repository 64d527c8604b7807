import { flash } from "./flash.ts";

/** Copies a text, and says of the thing that it was copied, or couldn’t be. */
export function copyText(name: string, text: string): void {
  void navigator.clipboard.writeText(text).then(
    () => flash("success", `${name} copied.`),
    () => flash("error", `We couldn’t copy the ${name.charAt(0).toLowerCase()}${name.slice(1)}.`),
  );
}
