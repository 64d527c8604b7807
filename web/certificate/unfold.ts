import type { OpenBadgeCredential } from "../../shared/certificate/credential.ts";
import { achievedCount, achievedOf, type CriterionFinding, findingsOf } from "../../shared/certificate/findings.ts";
import { element } from "../ui/element.ts";

/** Says on a certificate's page what it had no room for, from the credential that it is about. */
export function unfold(credential: Pick<OpenBadgeCredential, "credentialSubject" | "evidence">): void {
  const { sections = [] } = findingsOf(credential) ?? {};
  const tables = sections.filter(({ criteria }) => criteria.length > 0);
  for (const [at, place] of folded("criteria").entries()) {
    const table = tables[at];
    if (table)
      place.replaceWith(
        element("p", { class: "quiet" }, achievedCount(table)),
        element("ul", { class: "criteria" }, ...achievedOf(table).map(criterionShown)),
      );
  }
  for (const place of folded("narrative"))
    place.replaceChildren(...paragraphsOf(credential.credentialSubject.achievement.criteria.narrative));
  for (const [at, place] of folded("prompt").entries())
    place.replaceChildren(...paragraphsOf(credential.evidence[at]?.narrative ?? ""));
  for (const note of folded("note")) note.remove();
}

const folded = (kind: string): Element[] => [...document.querySelectorAll(`[data-folded="${kind}"]`)];

const paragraphsOf = (text: string): HTMLElement[] =>
  text.split("\n").flatMap((line) => (line.trim() === "" ? [] : [element("p", {}, line)]));

/** As the page itself says a criterion where there is room. */
const criterionShown = ({ name, level, points, required }: CriterionFinding): HTMLElement =>
  element(
    "li",
    {},
    element("strong", {}, name),
    ...(required ? [" ", element("span", { class: "tag" }, "Required")] : []),
    element("span", { class: "points" }, points === "1" ? "1 point" : `${points} points`),
    ...(level ? [element("br"), level] : []),
  );
