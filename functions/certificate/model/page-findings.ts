import type { OpenBadgeCredential } from "../../../shared/certificate/credential.ts";
import { achievedCount, achievedOf, type Findings, type SectionFinding } from "../../../shared/certificate/findings.ts";
import { html, type Markup } from "../../../shared/http/html.ts";

/** How many criteria of a section were achieved, where there is no room to say which. */
const countedShown = (section: SectionFinding): Markup =>
  html`<p data-folded="criteria">${achievedCount(section)}, ${pointsShown(
    String(achievedOf(section).reduce((sum, { points }) => sum + Number(points), 0)),
  )}.</p>`;

const pointsShown = (points: string): string => (points === "1" ? "1 point" : `${points} points`);

/** The criteria that were achieved; of others only that there are some, as the section was approved. */
const criteriaShown = (section: SectionFinding): Markup =>
  html`<p class="quiet">${achievedCount(section)}</p><ul class="criteria">${achievedOf(section).map(
    ({ name, required, points, level }) =>
      html`<li><strong>${name}</strong>${required ? html` <span class="tag">Required</span>` : undefined}<span class="points">${pointsShown(points)}</span>${
        level ? html`<br>${level}` : undefined
      }</li>`,
  )}</ul>`;

/** What a review found, section by section; counted where there is no room to say it. */
export function findingsShown({ sections, total }: Findings, { id }: OpenBadgeCredential, isFolded: boolean): Markup {
  const credential = new URL(id).pathname;
  return html`<section class="card" aria-labelledby="findings"><h2 id="findings">Review results</h2>
${isFolded ? html`<p class="quiet" data-folded="note">You can find each criterion in <a href="${credential}" download>the credential</a>.</p>` : undefined}
${sections.map(
  (section) => html`<h3>${section.name} <span class="tag">Approved</span></h3>${
    section.decided === undefined ? undefined : html`<p class="quiet">${section.decided}</p>`
  }
${section.criteria.length === 0 ? undefined : isFolded ? countedShown(section) : criteriaShown(section)}`,
)}
${
  total
    ? html`<p class="total">Total: <strong>${total.earned} of ${total.maximum}</strong> points (${total.required} required)</p>`
    : undefined
}</section>`;
}
