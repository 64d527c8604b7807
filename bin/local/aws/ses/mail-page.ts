import { html, Markup } from "../../../../shared/http/html.ts";
import type { Mail } from "./mail.ts";

const time = (at: string) => html`<time datetime="${at}">${at.replace("T", " ").slice(0, 19)} UTC</time>`;

/** The list of mails, the newest first, by the recipients that contain `wanted`. It loads itself anew. */
export function listPage(mails: readonly Mail[], wanted: string): string {
  const shown = mails.filter(({ to }) => to.join(" ").toLowerCase().includes(wanted.toLowerCase()));
  const rows = shown.map(
    ({ id, at, to, from, subject }) => html`
      <li><a href="/mails/${id}">
        <strong>${subject}</strong>
        <span>to ${to.join(", ")}</span>
        <small>${time(at)} · from ${from}</small>
      </a></li>`,
  );
  return page(
    "Mails of the local cloud",
    html`<header><h1>Mails</h1>
      <form><label>To <input name="to" value="${wanted}" placeholder="everyone"></label>
      <button>Show</button> <a class="button" href="/">Refresh</a></form></header>
    <p class="note">Nothing leaves this machine. ${shown.length} of ${mails.length} mails.</p>
    ${shown.length === 0 ? html`<p class="empty">No mail yet.</p>` : html`<ol>${rows}</ol>`}`,
    html`<meta http-equiv="refresh" content="10">`,
  );
}

/** One mail: as HTML in a frame that can do nothing but open links, as text, or as it was sent. */
export function mailPage(mail: Mail, view: string | null): string {
  const views = [
    { name: "html", title: "HTML", content: mail.html },
    { name: "text", title: "Plain text", content: mail.text },
  ].filter(({ content }) => content !== undefined);
  const shown = views.find(({ name }) => name === view) ?? views[0];
  const tabs = views.map(
    ({ name, title }) =>
      html`<a href="?view=${name}"${name === shown?.name ? html` aria-current="page"` : undefined}>${title}</a>`,
  );
  const content = html`${shown?.content}`;
  const sandbox = "allow-popups allow-popups-to-escape-sandbox";
  const body =
    shown?.name === "html"
      ? html`<iframe sandbox="${sandbox}" title="The mail" srcdoc="&lt;base target=&quot;_blank&quot;&gt;${content}"></iframe>`
      : html`<pre>${linked(content)}</pre>`;
  return page(
    mail.subject,
    html`<header><h1>${mail.subject}</h1><a class="button" href="/">All mails</a></header>
    <dl><dt>To</dt><dd>${mail.to.join(", ")}</dd><dt>From</dt><dd>${mail.from}</dd>
    ${mail.replyTo.length > 0 ? html`<dt>Reply to</dt><dd>${mail.replyTo.join(", ")}</dd>` : undefined}
    <dt>Sent</dt><dd>${time(mail.at)}</dd></dl>
    <nav>${tabs}</nav>${body}`,
  );
}

/** A text with its links to be followed. */
const linked = ({ text }: Markup) =>
  new Markup(
    text.replace(
      /https?:\/\/[^\s&]+(?:&#38;[^\s&]+)*/g,
      (link) => `<a href="${link}" target="_blank" rel="noreferrer">${link}</a>`,
    ),
  );

const page = (title: string, body: Markup, head?: Markup) =>
  html`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${title}</title>${head}<style>${style}</style></head><body><main>${body}</main></body></html>`.text;

const style = new Markup(`
:root { color-scheme: light dark; --line: light-dark(#d9dee4, #3a424c); --soft: light-dark(#5f6b7a, #a4adb8);
  --paper: light-dark(#fff, #161d26); --link: light-dark(#0b5cad, #74b8ff); }
body { margin: 0; background: light-dark(#f3f5f7, #0f141a); font: 15px/1.5 system-ui, sans-serif; }
main { max-width: 60rem; margin: 0 auto; padding: 2rem 1rem; }
header { display: flex; flex-wrap: wrap; gap: 1rem; align-items: center; justify-content: space-between; }
h1 { font-size: 1.5rem; margin: 0; overflow-wrap: anywhere; }
a { color: var(--link); }
input, button, .button { font: inherit; padding: .3rem .8rem; border: 1px solid var(--line); border-radius: 8px;
  background: var(--paper); color: inherit; text-decoration: none; }
ol { list-style: none; margin: 0; padding: 0; border: 1px solid var(--line); border-radius: 12px; background: var(--paper);
  overflow: hidden; }
li + li { border-top: 1px solid var(--line); }
li a { display: grid; padding: .8rem 1.2rem; color: inherit; text-decoration: none; overflow-wrap: anywhere; }
li a:hover, li a:focus-visible { background: light-dark(#eef4fb, #1d2733); }
small, .note, dt, .empty { color: var(--soft); }
.empty { text-align: center; padding: 4rem; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: .2rem 1rem; }
dd { margin: 0; overflow-wrap: anywhere; }
nav { display: flex; gap: 1rem; margin-bottom: .5rem; }
nav [aria-current] { color: inherit; font-weight: 600; text-decoration: none; }
iframe, pre { box-sizing: border-box; width: 100%; border: 1px solid var(--line); border-radius: 12px; }
iframe { height: 70vh; background: #fff; color-scheme: light; }
pre { padding: 1.2rem; background: var(--paper); white-space: pre-wrap; overflow-wrap: anywhere; }`);
