import { html, Markup } from "../../../../shared/http/html.ts";
import { brand } from "../../../../shared/platform/brand.ts";

/** What a mail says: one purpose, one button. Everything is plain text; the layout escapes it. */
export interface MailContent {
  readonly subject: string;
  readonly greeting?: string;
  readonly lines: readonly string[];
  readonly button: { readonly label: string; readonly url: string };
  /** Small print under the link, such as how long it is good. */
  readonly footnote?: string;
  /** The address of a picture of what it is about. It tells nothing that the text does not. */
  readonly picture?: string;
  /** The organization it is sent for; the product itself otherwise. */
  readonly organizationName?: string;
}

const style = new Markup(`
  :root { color-scheme: light dark; supported-color-schemes: light dark; }
  body { margin: 0; padding: 0; background: #f2f5f1; }
  .card { background: #ffffff; color: #16211a; }
  .quiet { color: #55635a; }
  a { color: #1c6b3f; }
  .button { background: #1c6b3f; color: #ffffff; }
  @media (prefers-color-scheme: dark) {
    body { background: #101612 !important; }
    .card { background: #1a231d !important; color: #e8efe9 !important; }
    .quiet { color: #a9b8ae !important; }
    a { color: #8fd6ac !important; }
    .button { background: #8fd6ac !important; color: #0d2416 !important; }
  }
`);

/** A letter as HTML, readable on light and dark screens and without pictures. */
export function htmlOf(letter: MailContent): string {
  const { subject, greeting, lines, button, footnote } = letter;
  const { url } = button;
  const picture = letter.picture
    ? html`<p style="margin:0 0 16px"><img src="${letter.picture}" alt="" width="72" height="72" style="display:block;border:0"></p>
`
    : undefined;
  const paragraphs = [...(greeting ? [greeting] : []), ...lines].map(
    (line) => html`<p style="margin:0 0 16px">${line}</p>
`,
  );
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<title>${subject}</title>
<style>${style}</style>
</head>
<body style="font-family:'Open Sans',Helvetica,Arial,sans-serif;font-size:16px;line-height:1.5">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0"><tr><td align="center" style="padding:24px 12px">
<table role="presentation" class="card" width="100%" cellpadding="0" cellspacing="0" style="max-width:560px;border-radius:12px">
<tr><td style="padding:32px">
<p class="quiet" style="margin:0 0 24px;font-weight:600">${letter.organizationName ?? brand.product}</p>
${picture}<h1 style="margin:0 0 16px;font-size:22px;line-height:1.3">${subject}</h1>
${paragraphs}<p style="margin:24px 0"><a class="button" href="${url}" style="display:inline-block;padding:12px 24px;border-radius:8px;font-weight:600;text-decoration:none">${button.label}</a></p>
<p class="quiet" style="margin:0 0 16px;font-size:13px">If the button doesn’t work, open this link:<br><a href="${url}" style="word-break:break-all">${url}</a></p>
${footnote ? html`<p class="quiet" style="margin:0;font-size:13px">${footnote}</p>` : undefined}
</td></tr></table>
<p class="quiet" style="margin:16px 0 0;font-size:12px">${brand.product} · ${brand.company}</p>
</td></tr></table>
</body>
</html>
`.text;
}

/** The same letter as plain text. */
export function textOf({ subject, greeting, lines, button, footnote, organizationName }: MailContent): string {
  const parts = [
    organizationName ?? brand.product,
    subject,
    ...(greeting ? [greeting] : []),
    ...lines,
    `${button.label}:\n${button.url}`,
    ...(footnote ? [footnote] : []),
    `-- \n${brand.product} · ${brand.company}`,
  ];
  return `${parts.join("\n\n")}\n`;
}
