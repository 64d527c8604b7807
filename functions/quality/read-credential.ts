import { Problem } from "../../shared/http/problem.ts";
import { type ReviewerSeverity, readCredential, type SectionQuality } from "../../shared/quality/calls.ts";
import { agreementOnCriterion } from "../../shared/quality/quality.ts";
import { differenceOf, type MarkedCriterion, severityOf } from "../../shared/quality/severity.ts";
import { implement } from "../chain/implement.ts";
import { type Revision, readRevision } from "../credential/model/revision.ts";
import { isWithin, namedCredential, summaryOf } from "../credential/model/summary.ts";
import { qualityKeys } from "../data/keys/quality.ts";
import { type Item, queryAll, readNumbers, withShards } from "../data/table.ts";
import { monthsAsked } from "../organization/model/asked-months.ts";
import { countsIn, namesOf, periodOf } from "../review/model/kept-quality.ts";

export const handler = implement(
  readCredential,
  async ({ credential_id, from, to }, { actor, organization_id, prefetched: [meta] }) => {
    const months = monthsAsked({ from, to });
    const credential = meta && summaryOf(meta);
    if (!isWithin(actor, credential)) throw new Problem("resource.not-found");
    const [[kept], revision, criteria, marks] = await Promise.all([
      readNumbers([qualityKeys.credentialQuality(organization_id, credential_id)]),
      credential.revision > 0 ? readRevision(credential_id, credential.revision) : undefined,
      queryAll({ pk: qualityKeys.criterionQuality(organization_id, credential_id, "").pk }).then(withShards),
      actor.role === "admin" ? queryAll({ pk: qualityKeys.reviewerMarks(organization_id, credential_id, "").pk }) : [],
    ]);
    const names = await namesOf(marks.map(({ sk }) => sk));
    return {
      data: {
        ...periodOf(
          months,
          months.map((month) => countsIn(kept, month)),
        ),
        credential_id,
        title: credential.title || "Untitled credential",
        second_review: Boolean(revision?.criteria?.second_review),
        sections: sectionsOf(revision, criteria),
        reviewers: severitiesOf(marks).map((each) => ({ ...each, ...names.get(each.user_id)! })),
      },
    };
  },
  namedCredential,
);

/** The criteria of the published version that two reviewers marked. */
const sectionsOf = (revision: Revision | undefined, kept: readonly Item[]): SectionQuality[] =>
  (revision?.sections ?? []).flatMap(({ section_id, title, rubric_ext }) => {
    const item = kept.find(({ sk }) => sk === section_id);
    const of = (name: string) => Number(item?.[name] ?? 0);
    const criteria = (rubric_ext?.criteria ?? []).map(({ criteria_id, criteria }) => ({
      criteria_id,
      criteria,
      agreement: agreementOnCriterion([0, 1].map((one) => [0, 1].map((other) => of(`${criteria_id}.${one}${other}`)))),
    }));
    return criteria.length > 0 ? [{ section_id, title, criteria }] : [];
  });

/** How strict each reviewer is beside the others, by what each of them marked. */
function severitiesOf(marks: readonly Item[]): Omit<ReviewerSeverity, "first_name" | "last_name">[] {
  const named = marks.flatMap((item) => Object.keys(item).filter((name) => /\.[01]$/.test(name)));
  const criteria = [...new Set(named.map((name) => name.slice(0, -2)))].toSorted(); // sums of the same order end the same
  const of = (items: readonly Item[], name: string) => {
    const times = (level: number) => items.reduce((sum, item) => sum + Number(item[`${name}.${level}`] ?? 0), 0);
    return { achieved: times(1), marks: times(0) + times(1) };
  };
  return marks.flatMap((own) => {
    const others = marks.filter((each) => each !== own);
    const marked = criteria.map((name): MarkedCriterion => ({ own: of([own], name), others: of(others, name) }));
    const severity = severityOf(marked);
    return severity ? [{ user_id: own.sk, ...differenceOf(severity) }] : [];
  });
}
