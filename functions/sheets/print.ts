import { html, Markup } from "../../shared/http/html.ts";
import { brand } from "../../shared/platform/brand.ts";
import { clock } from "../runtime/clock.ts";
import type { Sheet, SheetWriter } from "./sheet.ts";

const leaf = html`<svg width="30" height="30" viewBox="0 0 32 32" role="img" aria-label="Laurel"><path d="M16 29C7 24 5 14 10 4c4 3 8 8 6 25Z" fill="#1c6b3f"/><path d="M16 29c9-4 13-11 11-20-5 2-11 6-11 20Z" fill="#5fa57c"/></svg>`;

const style = new Markup(`
  @page { size: landscape; margin: 12mm; }
  :root { color-scheme: light; }
  body { margin: 32px auto; max-width: 1200px; padding: 0 24px; background: #fff; color: #16211a;
    font: 12px/1.45 "Open Sans", "Helvetica Neue", Roboto, Arial, sans-serif; }
  header { display: flex; gap: 14px; align-items: center; border-bottom: 2px solid #1c6b3f; padding-bottom: 14px; }
  h1 { font-size: 22px; line-height: 28px; margin: 0; letter-spacing: -.01em; }
  p { margin: 0; color: #55635a; }
  dl { display: flex; flex-wrap: wrap; gap: 8px 36px; margin: 18px 0; }
  dt { color: #55635a; font-size: 11px; }
  dd { margin: 0; font-size: 17px; font-weight: 700; }
  table { border-collapse: collapse; width: 100%; }
  th { text-align: left; font-size: 11px; color: #55635a; border-bottom: 1px solid #9db0a4; padding: 6px 8px; }
  td { border-bottom: 1px solid #e2e9e4; padding: 6px 8px; vertical-align: top; overflow-wrap: anywhere; }
  .amount, dd { font-variant-numeric: tabular-nums; }
  .amount { text-align: right; white-space: nowrap; }
  thead { display: table-header-group; }
  tr { break-inside: avoid; }
  footer { margin-top: 18px; color: #55635a; font-size: 11px; }
  @media print { body { margin: 0; padding: 0; max-width: none; } }
`);

/** Writes a sheet as a page for print in the product's hand: everything escaped, no script, nothing loaded. */
export const printOf = <Row>({ title, subtitle, columns, summaryLines }: Sheet<Row>): SheetWriter<Row> => {
  const classes = columns.map(({ kind }) => new Markup(kind === "amount" ? ' class="amount"' : ""));
  return {
    contentType: "text/html; charset=utf-8",
    begin: async () => {
      const told = (await summaryLines()).map(([label, value]) => html`<div><dt>${label}</dt><dd>${value}</dd></div>`);
      const heads = columns.map(({ header }, index) => html`<th scope="col"${classes[index]}>${header}</th>`);
      return html`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${title}</title><style>${style}</style></head><body><header>${leaf}<div><h1>${title}</h1><p>${subtitle}</p></div></header>${told.length > 0 ? html`<dl>${told}</dl>` : undefined}<table><thead><tr>${heads}</tr></thead><tbody>
`.text;
    },
    rows: (rows) =>
      rows
        .map((row) => {
          const cells = columns.map(({ value }, index) => html`<td${classes[index]}>${value(row)}</td>`);
          return html`<tr>${cells}</tr>
`.text;
        })
        .join(""),
    end: () =>
      html`</tbody></table><footer>Made by ${brand.product} on ${clock.iso().slice(0, 10)}. Amounts are in US dollars; days and months are counted in UTC.</footer></body></html>
`.text,
  };
};
