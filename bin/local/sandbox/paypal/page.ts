import { html } from "../../../../shared/http/html.ts";
import { type SandboxPage, sandboxPage } from "../page.ts";
import type { PayPalOrder } from "./orders.ts";

const title = "PayPal sandbox";

/** The page where the payer of an order says yes or no. */
export function payPage(order: PayPalOrder | undefined): SandboxPage {
  if (order === undefined) return sandboxPage(title, html`<h1>There is no such order</h1>`, { status: 404 });
  const [unit] = order.purchase_units;
  const { brand_name = "" } = order.payment_source.paypal.experience_context;
  return sandboxPage(
    title,
    html`<h1>${unit?.description ?? "Your purchase"}</h1>
<p>${brand_name}<br><span class="amount">$${unit?.amount.value ?? ""}</span> USD</p>
<form method="post"><input type="hidden" name="token" value="${order.id}">
<button name="decision" value="pay">Agree and pay</button>
<button name="decision" value="declined">Pay from an empty account</button>
<button name="decision" value="disputed">Pay, and dispute it afterwards</button>
<button name="decision" value="cancel">Cancel and return</button></form>`,
  );
}
