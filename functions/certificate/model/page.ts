import { createHash } from "node:crypto";
import { brotliCompressSync, constants } from "node:zlib";
import type { OpenBadgeCredential } from "../../../shared/certificate/credential.ts";
import { findingsOf } from "../../../shared/certificate/findings.ts";
import { shortened } from "../../../shared/certificate/plain-text.ts";
import sheetStyle from "../../../shared/certificate/sheet.css?raw";
import { sheetSteps } from "../../../shared/certificate/sheet.ts";
import type { RevocationCode } from "../../../shared/certificate/status-list.ts";
import { descriptionLabel } from "../../../shared/certificate/words.ts";
import { html, Markup } from "../../../shared/http/html.ts";
import { brand } from "../../../shared/platform/brand.ts";
import * as paths from "../../../shared/platform/paths.ts";
import pageStyle from "./page.css?raw";
import { findingsShown } from "./page-findings.ts";
import { dayFormat, dayOf, type PageText, pageTextOf, paragraphsOf, sheetOf } from "./page-sheet.ts";

/** What the page of a certificate is made from. */
export interface CertificatePageDetails {
  readonly credential: OpenBadgeCredential;
  /** Since when and why it is no longer good; undefined while it is. */
  readonly revoked?: { readonly on: string; readonly code: RevocationCode };
  /** Its validity is over. */
  readonly expired?: boolean;
  /** The last day on which its learner publishes evidence; undefined where they publish none. */
  readonly evidenceUntil?: string;
  /** Where published files are fetched from, such as https://files.example.org. */
  readonly filesOrigin: string;
  /** The organization's, in which the sheet is drawn; the product's where it chose none. */
  readonly colour?: string | undefined;
}

const icon = "/favicon.svg";

/** The typeface of nearly all letters, as page.css names it. */
const font = "/assets/open-sans-latin-wght-normal.woff2";

const styleIn = (colour: string | undefined): string =>
  `${sheetStyle}\n${pageStyle}${colour ? `.sheet.sheet{--sheet-accent:${colour}}` : ""}`;

/** The page's own style and nobody's else; scripts, pictures, fonts and questions of its own origin, and published files. */
const policyFor = (style: string, filesOrigin: string): string =>
  [
    "default-src 'none'",
    `style-src 'sha256-${createHash("sha256").update(style).digest("base64")}'`,
    "script-src 'self'",
    "worker-src 'self'",
    "img-src 'self'",
    "font-src 'self'",
    `connect-src 'self' ${filesOrigin}`,
    "base-uri 'none'",
    "form-action 'none'",
  ].join("; ");

const reasons: Record<RevocationCode, string> = {
  "issued-in-error": "It was issued in error.",
  "holder's-wish": "The learner asked for this.",
  "rules-broken": "It was earned in violation of the rules.",
  replaced: "It was replaced with a corrected certificate.",
};

/** The path of a picture of ours: the page shows no others. */
function ownPath(picture: string | undefined, origin: string): string | undefined {
  if (picture === undefined || !URL.canParse(picture)) return undefined;
  const url = new URL(picture);
  return url.origin === origin ? url.pathname : undefined;
}

const badgeIn = ({ credentialSubject }: OpenBadgeCredential, { origin }: Pick<PageText, "origin">) =>
  ownPath(credentialSubject.achievement.image?.id, origin);

function verdictOf({ revoked, expired }: CertificatePageDetails, { issuer, ends }: PageText): Markup | undefined {
  if (revoked) return revokedShown(revoked, issuer);
  return expired
    ? html`<section class="revoked" aria-labelledby="expired"><h2 id="expired">Expired</h2>
<p>This certificate was valid until ${ends}. It was earned and isn’t revoked, but it no longer counts as current.</p></section>`
    : undefined;
}

const revokedShown = (revoked: NonNullable<CertificatePageDetails["revoked"]>, issuer: string): Markup =>
  html`<section class="revoked" aria-labelledby="revoked"><h2 id="revoked">Revoked</h2>
<p>${issuer} revoked this certificate on ${dayOf(revoked.on)}. ${reasons[revoked.code]} Don’t rely on it.</p></section>`;

/** What the verifying script checks, each line by the name it fills it under. */
function checksOf({ issuer, address }: PageText): Markup {
  const lines = [
    ["signature", `that ${issuer} signed it`],
    ["integrity", "that nothing has changed since"],
    ["status", "that it wasn’t revoked"],
    ["validity", "that it’s currently valid"],
    ["evidence", "that published evidence matches the reviewed work"],
  ] as const;
  return html`<section class="card" id="verification" data-credential="${new URL(address).pathname}.json" aria-labelledby="checks"><h2 id="checks">Verify this certificate</h2>
<p>Don’t take our word for it. Your browser can check:</p>
<ul class="checks" aria-live="polite">${lines.map(([name, text]) => html`<li data-check="${name}">${text}</li>`)}</ul>
<p><a href="${paths.verify}">Verify it here</a> or with any Open Badges verifier: <a href="${new URL(address).pathname}.json" download>download the credential</a>.</p></section>`;
}

/** Characters of a line that a page says where there is no room for all. */
const foldedCharacters = 160;

function aboutOf(credential: OpenBadgeCredential, said: PageText, isFolded: boolean): Markup {
  const detailed = (kind: "narrative" | "prompt", text: string) =>
    isFolded
      ? html`<div data-folded="${kind}">${text.split("\n").flatMap((line) => paragraphsOf(shortened(line, foldedCharacters)))}</div>`
      : paragraphsOf(text);
  const { credentialSubject, evidence } = credential;
  const { achievement, source, creditsEarned } = credentialSubject;
  const badge = badgeIn(credential, said);
  return html`<section class="card about" data-step="${sheetSteps(said).description}" aria-labelledby="about"><h2 id="about">About ${said.title}</h2>
${badge ? html`<img class="badge" src="${badge}" alt="" width="96" height="96">` : undefined}
<h3>${descriptionLabel}</h3>${paragraphsOf(said.description)}
<div class="unprinted"><dl><div><dt>Reviewed by</dt><dd>${source.name}${source.description ? html`. ${source.description}` : undefined}</dd></div>
${creditsEarned === undefined ? undefined : html`<div><dt>Credit hours</dt><dd>${creditsEarned} SCECH</dd></div>`}
<div><dt>Version</dt><dd>${achievement.version}</dd></div></dl>
<h3>How it’s reviewed</h3>${detailed("narrative", achievement.criteria.narrative)}
<h3>Required work</h3><ol>${evidence.map(
    ({ name, narrative = "" }) => html`<li><strong>${name}</strong>${detailed("prompt", narrative)}</li>`,
  )}</ol>
<p class="quiet">What was submitted belongs to the learner, who chooses whether to publish it.</p>
<details><summary>How published work is compared</summary><p>The signed credential has a SHA-256 checksum of the work for each section. A published piece with another checksum isn’t what was reviewed.</p></details></div></section>`;
}

/** What its learner publishes; the verifying script opens it when asked to, and compares it with what was judged. */
function publishedOf({ credential, evidenceUntil }: CertificatePageDetails, { name }: PageText): Markup | undefined {
  if (evidenceUntil === undefined) return undefined;
  const certificate_id = new URL(credential.id).pathname.replace(/^\/c\/|\.json$/g, "");
  return html`<section class="card unprinted" id="evidence" data-certificate="${certificate_id}" data-until="${evidenceUntil}" aria-labelledby="published"><h2 id="published">Published evidence</h2>
<p>${name} is sharing some of the reviewed work until ${dayOf(evidenceUntil)}. Your browser compares it with the signed record.</p>
<noscript><p>Turn on JavaScript to open it.</p></noscript></section>`;
}

const bytesMax = 15 * 1024;

/** As much as of a page travels at most: CloudFront compresses as it sends, and says not how thoroughly. */
const bytesOf = (page: string): number =>
  brotliCompressSync(page, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }).length;

/**
 * The page of a certificate: everything it says in plain HTML, to be read, printed and shared without a script. The
 * verifying script, `/certificate-checks.js`, fills the lines of `#verification` once it is painted. Where a review found
 * more than fits, the page counts it, and the script says all of it (`data-folded`).
 */
export function certificatePage(details: CertificatePageDetails): string {
  const whole = pageOf(details, false);
  return bytesOf(whole) <= bytesMax ? whole : pageOf(details, true);
}

function pageOf(details: CertificatePageDetails, isFolded: boolean): string {
  const { credential, revoked, expired, colour } = details;
  const style = styleIn(colour);
  const said = pageTextOf(credential);
  const title = `${said.name} – ${said.title} – ${said.issuer}`;
  const summary = revoked
    ? `This certificate was revoked on ${dayFormat.format(new Date(revoked.on))}.`
    : expired
      ? `${said.name} earned ${said.title} of ${said.issuer}. This certificate was valid until ${dayFormat.format(new Date(credential.validUntil!.slice(0, 10)))}.`
      : `${said.name} earned ${said.title} of ${said.issuer}. See what was reviewed and verify that it’s genuine.`;
  const picture = `${said.address}.png`;
  const findings = findingsOf(credential);
  return html`<!doctype html>
<html lang="en"><head><meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policyFor(style, details.filesOrigin)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<meta name="description" content="${summary}">
<meta name="robots" content="noindex">
<meta name="color-scheme" content="light dark">
<link rel="canonical" href="${said.address}">
<link rel="alternate" type="application/json" href="${said.address}.json">
<link rel="icon" href="${icon}" type="image/svg+xml">
<link rel="preload" href="${font}" as="font" type="font/woff2" crossorigin>
<meta property="og:type" content="website">
<meta property="og:site_name" content="${brand.product}">
<meta property="og:title" content="${title}">
<meta property="og:description" content="${summary}">
<meta property="og:url" content="${said.address}">
<meta property="og:image" content="${picture}">
<meta property="og:image:type" content="image/png">
<meta property="og:image:width" content="1200">
<meta property="og:image:height" content="630">
<meta property="og:image:alt" content="${title}">
<meta name="twitter:card" content="summary_large_image">
<meta name="twitter:title" content="${title}">
<meta name="twitter:description" content="${summary}">
<meta name="twitter:image" content="${picture}">
<style>${new Markup(style)}</style></head>
<body${new Markup(revoked ? ' class="is-revoked"' : "")}><header class="bar"><a href="${paths.home}"><img src="${icon}" alt="" width="28" height="28"> ${brand.product}</a></header>
<main>
${verdictOf(details, said)}
${sheetOf(said, ownPath(credential.issuer.image?.id, said.origin) ?? badgeIn(credential, said))}
${checksOf(said)}
${publishedOf(details, said)}
${findings ? findingsShown(findings, credential, isFolded) : undefined}
${aboutOf(credential, said, isFolded)}
</main>
<footer class="end"><a href="${paths.terms}">Terms</a> <a href="${paths.privacy}">Privacy</a> © ${brand.company}</footer>
<script type="module" src="/certificate-checks.js"></script>
</body></html>
`.text;
}
