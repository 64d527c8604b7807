import { encodeQR } from "qr";
import { codePath } from "../../../shared/certificate/code-path.ts";
import type { OpenBadgeCredential } from "../../../shared/certificate/credential.ts";
import { sheetSteps } from "../../../shared/certificate/sheet.ts";
import { descriptionLabel } from "../../../shared/certificate/words.ts";
import { wreath } from "../../../shared/certificate/wreath.ts";
import { html, type Markup } from "../../../shared/http/html.ts";

/** Days as the page writes them. */
export const dayFormat = new Intl.DateTimeFormat("en-US", { dateStyle: "long", timeZone: "UTC" });

/** The day as it is written: that of the organization, whose zone a moment ends in. */
export const dayOf = (moment: string): Markup =>
  html`<time datetime="${moment}">${dayFormat.format(new Date(moment.slice(0, 10)))}</time>`;

/** The QR code of an address. */
function codeOf(address: string): Markup {
  const rows = encodeQR(address, "raw", { ecc: "medium", border: 2 });
  return html`<svg viewBox="0 0 ${rows.length} ${rows.length}" role="img" aria-label="QR code that leads to this page" shape-rendering="crispEdges"><path fill="#fff" d="M0 0h${rows.length}v${rows.length}H0z"/><path d="${codePath(rows)}"/></svg>`;
}

/** The wreath around the organization's logo, or the badge, or the leaf mark where there is neither. */
function wreathOf(emblem: string | undefined): Markup {
  const { mark } = wreath;
  const branch = html`<path class="wreath-stem" d="${wreath.stem}"/>${wreath.leaves.map(
    (place) => html`<path class="wreath-leaf" d="${wreath.leaf}" transform="${place}"/>`,
  )}`;
  const middle = html`<g transform="${mark.transform}"><path class="wreath-stem" d="${mark.stem}"/><path class="wreath-leaf" d="${mark.leaves}"/><path class="wreath-tip" d="${mark.tip}"/></g>`;
  return html`<div class="wreath"><svg viewBox="${wreath.viewBox}" aria-hidden="true">${branch}<g transform="${wreath.mirror}">${branch}</g>${emblem ? undefined : middle}</svg>${
    emblem ? html`<img class="wreath-logo" src="${emblem}" alt="">` : undefined
  }</div>`;
}

/** What a certificate says at its head, wherever it is said. */
export interface PageText {
  readonly name: string;
  readonly title: string;
  readonly issuer: string;
  readonly description: string;
  readonly earned: Markup;
  /** The day it ends; undefined where it holds for good. */
  readonly ends: Markup | undefined;
  /** The page's address. */
  readonly address: string;
  readonly origin: string;
}

/** Reads it out of the credential. */
export function pageTextOf({ id, awardedDate, validUntil, issuer, credentialSubject }: OpenBadgeCredential): PageText {
  const { achievement, identifier } = credentialSubject;
  return {
    name: identifier.find(({ identityType }) => identityType === "name")?.identityHash ?? "",
    title: achievement.name,
    issuer: issuer.name,
    description: achievement.description,
    earned: dayOf(awardedDate),
    ends: validUntil === undefined ? undefined : dayOf(validUntil),
    address: id.replace(/\.json$/, ""),
    origin: new URL(id).origin,
  };
}

/** The lines of a text that say something, as paragraphs. */
export const paragraphsOf = (text: string): Markup[] =>
  text.split("\n").flatMap((line) => (line.trim() === "" ? [] : [html`<p>${line}</p>`]));

/** The sheet that is printed and shown: who earned what, in a wreath around the emblem. */
export function sheetOf(said: PageText, emblem: string | undefined): Markup {
  const steps = sheetSteps(said);
  return html`<article class="sheet" aria-label="Certificate"><div class="sheet-frame">
${wreathOf(emblem)}
<p class="sheet-issuer" data-step="${steps.issuer}">${said.issuer}</p>
<p class="sheet-says">certifies that</p>
<h1 class="sheet-name" data-step="${steps.name}">${said.name}</h1>
<p class="sheet-says">earned</p>
<p class="sheet-title" data-step="${steps.title}">${said.title}</p>
<p class="sheet-says">on ${said.earned}${said.ends ? html`, valid until ${said.ends}` : undefined}</p>
${
  steps.description < 3
    ? html`<div class="sheet-description" data-step="${steps.description}"><p class="sheet-asks">${descriptionLabel}</p>${paragraphsOf(said.description)}</div>`
    : undefined
}
<footer class="sheet-foot"><div><span class="sheet-value" data-step="${steps.issuer}">${said.issuer}</span><span class="sheet-label">Issuer</span></div>
<div class="sheet-code">${codeOf(said.address)}</div>
<div><span class="sheet-value">${said.earned}</span><span class="sheet-label">Verified by a reviewer on</span></div></footer>
<p class="sheet-address">Verify it at ${said.address.replace(/^https?:\/\//, "")}</p>
</div></article>`;
}
