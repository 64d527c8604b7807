import { cursorOf } from "../../shared/http/cursor.ts";
import { type Counted, metricNames, metricsFrom, monthAfter, sumOf } from "../../shared/organization/analytics.ts";
import { readAnalytics } from "../../shared/organization/report-calls.ts";
import { implement } from "../chain/implement.ts";
import { credentialKeys } from "../data/keys/credential.ts";
import { metricsKeys } from "../data/keys/metrics.ts";
import { decodeCursor } from "../data/list.ts";
import { batchGet, type Item, queryPage, readNumbers, withShards } from "../data/table.ts";
import { monthsAsked } from "./model/asked-months.ts";

/** Reads the kept figures of the months, those before them and a page of credentials; then the credentials' titles. */
export const handler = implement(readAnalytics, async ({ from, to, ...paging }, { organization_id }) => {
  const months = monthsAsked({ from, to });
  const earlier = months.map((month) => monthAfter(month, -months.length));
  const [kept, page] = await Promise.all([
    readNumbers([...earlier, ...months].map((month) => metricsKeys.metrics(organization_id, month))),
    readCredentials(organization_id, paging),
  ]);
  const known =
    page.items.length === 0 ? [] : await batchGet(page.items.map(({ sk }) => credentialKeys.credential(sk)));
  const counted = kept.map((item) => countedIn(item));
  const before = counted.slice(0, months.length);
  const asked = counted.slice(months.length);
  return {
    data: {
      from: months[0]!,
      to: months.at(-1)!,
      totals: metricsFrom(sumOf(asked)),
      before: metricsFrom(sumOf(before)),
      months: months.map((month, at) => ({ month, ...metricsFrom(asked[at]!) })),
      credentials: page.items.map((item, at) => ({
        credential_id: item.sk,
        title: String(known[at]?.title ?? "") || "Untitled credential",
        ...metricsFrom(ofCredential(sumOf(months.map((month) => countedIn(item, `${month}.`))))),
      })),
      ...(page.next !== undefined && { cursor: cursorOf(page.next) }),
    },
  };
});

/** A page of an organization's credentials with all their figures, newest first. */
async function readCredentials(
  organization_id: string,
  { offset, limit, cursor }: { offset: number; limit: number; cursor?: string | undefined },
): Promise<{ items: Item[]; next?: string | undefined }> {
  const { pk } = metricsKeys.credentialMetrics(organization_id, "");
  const skip = cursor === undefined ? offset : 0;
  const after = cursor === undefined ? undefined : decodeCursor(cursor);
  const { items, next } = await queryPage({ pk, limit: skip + limit, newestFirst: true, ...(after && { after }) });
  return { items: await withShards(items.slice(skip)), next };
}

const countedIn = (item: Item | undefined, prefix = ""): Counted =>
  Object.fromEntries(metricNames.map((name) => [name, Number(item?.[`${prefix}${name}`] ?? 0)]));

/** A learner applies for a credential once, so each application is a learner of it. */
const ofCredential = (counted: Counted): Counted => ({ ...counted, learners: counted.applications ?? 0 });
