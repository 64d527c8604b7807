import { html } from "../../../../shared/http/html.ts";
import { type SandboxPage, sandboxPage } from "../page.ts";
import type { Intent } from "./intents.ts";

const title = "3-D Secure sandbox";

/** The page of the card's bank, where its holder proves to be themselves, or does not. */
export function authenticationPage(intent: Intent | undefined): SandboxPage {
  if (intent?.status !== "requires_action")
    return sandboxPage(title, html`<h1>Nothing waits to be confirmed here</h1><p>Go back to where you came from.</p>`, {
      status: 404,
    });
  const { amount, client_secret } = intent;
  return sandboxPage(
    title,
    html`<h1>Your bank asks whether this is you</h1>
<p>3-D Secure, as banks do it for many cards<br><span class="amount">$${(amount / 100).toFixed(2)}</span> USD</p>
<form method="post"><input type="hidden" name="client_secret" value="${client_secret}">
<button name="decision" value="confirm">It is me: confirm</button>
<button name="decision" value="fail">Refuse</button></form>`,
  );
}
