import { html, Markup } from "../../../shared/http/html.ts";

const styles = new Markup(`
:root { color-scheme: light dark; font: 16px/1.5 "Open Sans", system-ui, sans-serif; }
body { margin: 0; min-height: 100vh; display: grid; place-items: center; background: light-dark(#f2f4f7, #14181f); color: light-dark(#1a2230, #e8ecf3); }
main { width: min(26rem, 100vw - 2rem); box-sizing: border-box; padding: 2rem; border-radius: 12px; background: light-dark(#fff, #1f2530); box-shadow: 0 1px 3px #0003; }
.note { margin: 0 0 1.5rem; padding: .75rem 1rem; border-radius: 8px; background: light-dark(#e8f1fd, #17314f); font-weight: 600; }
h1 { margin: 0; font-size: 1.25rem; } p { margin: .25rem 0 1.5rem; } .amount { font-size: 2rem; font-weight: 700; }
button { display: block; width: 100%; margin-top: .75rem; padding: .75rem; border: 2px solid light-dark(#0a58a8, #6cb2ff); border-radius: 20px; background: none; color: inherit; font: inherit; font-weight: 700; cursor: pointer; }
button:first-of-type { background: #0a58a8; border-color: #0a58a8; color: #fff; }
main.wide { width: min(60rem, 100vw - 2rem); } h2 { font-size: 1rem; margin: 1.5rem 0 0; } h3 { margin: 0; font-size: 1rem; overflow-wrap: anywhere; } a { display: inline-block; padding-block: .25rem; color: light-dark(#0a58a8, #6cb2ff); }
label { display: block; padding-block: .25rem; } fieldset { margin: 0 0 1rem; border: 1px solid #8886; border-radius: 8px; } ol { padding-inline-start: 1.5rem; } code { overflow-wrap: anywhere; }
input:not([type]) { box-sizing: border-box; width: 100%; padding: .5rem; border: 1px solid light-dark(#5f6b7a, #8c97a6); border-radius: 8px; background: none; color: inherit; font: inherit; }
pre { max-height: 20rem; overflow: auto; padding: .75rem; border-radius: 8px; background: light-dark(#f2f4f7, #14181f); font-size: .8rem; white-space: pre-wrap; overflow-wrap: anywhere; }
button:focus-visible { outline: 3px solid light-dark(#0a58a8, #6cb2ff); outline-offset: 3px; }`);

/** A page of a sandbox as it is sent. */
export interface SandboxPage {
  readonly status: number;
  readonly html: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** A page where somebody decides at a provider's, and nothing is real. It has no script. */
export const sandboxPage = (
  title: string,
  content: Markup,
  {
    status = 200,
    note = "Sandbox: no money moves",
    wide = false,
  }: {
    readonly status?: number;
    readonly note?: string;
    /** With room for what has lines of its own. */
    readonly wide?: boolean;
  } = {},
): SandboxPage => ({
  status,
  html: html`<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${title}</title><style>${styles}</style></head><body><main class="${wide ? "wide" : ""}"><p class="note">${note}</p>${content}</main></body></html>`
    .text,
  headers: {
    "content-type": "text/html; charset=utf-8",
    "cache-control": "no-store",
    "content-security-policy":
      "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; frame-ancestors 'none'",
  },
});
