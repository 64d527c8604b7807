import { Problem } from "../../shared/http/problem.ts";
import { environment } from "../runtime/environment.ts";

/** Whether an address a client sent leads to this portal and nowhere else. See shared/auth/README.md, "Links in mails". */
function isPortalAddress(text: string): boolean {
  if (/[\\\s]/.test(text) || !URL.canParse(text)) return false;
  const url = new URL(text);
  return url.origin === new URL(environment("PORTAL_ORIGIN")).origin && url.username === "" && url.password === "";
}

/** Refuses an address that leads elsewhere. Mails contain links the server built, so the address itself is not used. */
export function requirePortalAddress(field: string, text: string | undefined): void {
  if (text === undefined || isPortalAddress(text)) return;
  throw new Problem("input.foreign-url", { field });
}
