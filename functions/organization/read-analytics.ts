import { Problem } from "../../shared/http/problems.ts";
import {
  analyticsMonthsDefault,
  analyticsMonthsMax,
  type Counted,
  figureNames,
  figuresFrom,
  monthAfter,
  monthsBetween,
  sumOf,
} from "../../shared/organization/analytics.ts";
import { readAnalytics } from "../../shared/organization/calls.ts";
import { keys } from "../data/keys.ts";
import { getMany, type Item, queryPage } from "../data/table.ts";
import { clock } from "../runtime/clock.ts";
import { implement } from "../runtime/implement.ts";

/** Reads the kept figures of the months, those before them and a page of credentials; then the credentials' titles. */
export const handler = implement(readAnalytics, async ({ from, to, ...paging }, { organization_id }) => {
  const months = monthsAsked(from, to);
  const earlier = months.map((month) => monthAfter(month, -months.length));
  const [kept, page] = await Promise.all([
    getMany([...earlier, ...months].map((month) => keys.figures(organization_id, month))),
    readCredentials(organization_id, paging),
  ]);
  const known = page.items.length === 0 ? [] : await getMany(page.items.map(({ sk }) => keys.credential(sk)));
  const counted = kept.map((item) => countedIn(item));
  const before = counted.slice(0, months.length);
  const asked = counted.slice(months.length);
  return {
    data: {
      from: months[0]!,
      to: months.at(-1)!,
      totals: figuresFrom(sumOf(asked)),
      before: figuresFrom(sumOf(before)),
      months: months.map((month, at) => ({ month, ...figuresFrom(asked[at]!) })),
      credentials: page.items.map((item, at) => ({
        credential_id: item.sk,
        title: String(known[at]?.title ?? "") || "Untitled credential",
        ...figuresFrom(ofCredential(sumOf(months.map((month) => countedIn(item, `${month}.`))))),
      })),
      ...(page.next !== undefined && { cursor: Buffer.from(page.next).toString("base64url") }),
    },
  };
});

/** A page of an organization's credentials with all their figures, newest first. */
async function readCredentials(
  organization_id: string,
  { offset, limit, cursor }: { offset: number; limit: number; cursor?: string | undefined },
): Promise<{ items: Item[]; next?: string | undefined }> {
  const { pk } = keys.credentialFigures(organization_id, "");
  const skip = cursor === undefined ? offset : 0;
  const after = cursor === undefined ? undefined : Buffer.from(cursor, "base64url").toString();
  const { items, next } = await queryPage({ pk, limit: skip + limit, newestFirst: true, ...(after && { after }) });
  return { items: items.slice(skip), next };
}

function monthsAsked(from: string | undefined, to = clock.iso().slice(0, 7)): string[] {
  const months = monthsBetween(from ?? monthAfter(to, 1 - analyticsMonthsDefault), to);
  if (months.length === 0) throw new Problem("input.invalid", { fields: { to: "Choose a month after the first." } });
  if (months.length > analyticsMonthsMax) {
    throw new Problem("input.invalid", { fields: { from: `Choose at most ${analyticsMonthsMax} months.` } });
  }
  return months;
}

const countedIn = (item: Item | undefined, prefix = ""): Counted =>
  Object.fromEntries(figureNames.map((name) => [name, Number(item?.[`${prefix}${name}`] ?? 0)]));

/** A learner applies for a credential once, so each application is a learner of it. */
const ofCredential = (counted: Counted): Counted => ({ ...counted, learners: counted.applications ?? 0 });
