import type { PayPalOrder } from "./orders.ts";

const escaped = (text: string) => text.replace(/[&<>"']/g, (letter) => `&#${letter.charCodeAt(0)};`);

const styles = `
:root { color-scheme: light dark; font: 16px/1.5 "Open Sans", system-ui, sans-serif; }
body { margin: 0; min-height: 100vh; display: grid; place-items: center; background: light-dark(#f2f4f7, #14181f); color: light-dark(#1a2230, #e8ecf3); }
main { width: min(26rem, 100vw - 2rem); box-sizing: border-box; padding: 2rem; border-radius: 12px; background: light-dark(#fff, #1f2530); box-shadow: 0 1px 3px #0003; }
.note { margin: 0 0 1.5rem; padding: .75rem 1rem; border-radius: 8px; background: light-dark(#e8f1fd, #17314f); font-weight: 600; }
h1 { margin: 0; font-size: 1.25rem; } p { margin: .25rem 0 1.5rem; } .amount { font-size: 2rem; font-weight: 700; }
button { display: block; width: 100%; margin-top: .75rem; padding: .75rem; border: 2px solid light-dark(#0a58a8, #6cb2ff); border-radius: 20px; background: none; color: inherit; font: inherit; font-weight: 700; cursor: pointer; }
button:first-of-type { background: #0a58a8; border-color: #0a58a8; color: #fff; }
button:focus-visible { outline: 3px solid light-dark(#0a58a8, #6cb2ff); outline-offset: 3px; }`;

const shell = (content: string) =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>PayPal sandbox</title><style>${styles}</style></head><body><main><p class="note">Sandbox: no money moves</p>${content}</main></body></html>`;

/** The page where the payer of an order says yes or no. It has no script. */
export function payPage(order: PayPalOrder | undefined): {
  status: number;
  html: string;
  headers: Record<string, string>;
} {
  const headers = {
    "content-type": "text/html; charset=utf-8",
    "cache-control": "no-store",
    "content-security-policy":
      "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; frame-ancestors 'none'",
  };
  if (order === undefined) return { status: 404, html: shell("<h1>There is no such order</h1>"), headers };
  const [unit] = order.purchase_units;
  const { brand_name = "" } = order.payment_source.paypal.experience_context;
  const html = shell(`<h1>${escaped(unit?.description ?? "Your purchase")}</h1>
<p>${escaped(brand_name)}<br><span class="amount">$${escaped(unit?.amount.value ?? "")}</span> USD</p>
<form method="post"><input type="hidden" name="token" value="${escaped(order.id)}">
<button name="decision" value="pay">Agree and pay</button>
<button name="decision" value="declined">Pay from an empty account</button>
<button name="decision" value="disputed">Pay, and dispute it afterwards</button>
<button name="decision" value="cancel">Cancel and return</button></form>`);
  return { status: 200, html, headers };
}
