import { cursorOf } from "../../shared/http/cursor.ts";
import { listReviewers } from "../../shared/quality/calls.ts";
import { implement } from "../chain/implement.ts";
import { qualityKeys } from "../data/keys/quality.ts";
import { decodeCursor } from "../data/list.ts";
import { queryPage } from "../data/table.ts";
import { monthsAsked } from "../organization/model/asked-months.ts";
import { namesOf, totalsOf } from "../review/model/kept-quality.ts";

export const handler = implement(listReviewers, async ({ from, to, offset, limit, cursor }, { organization_id }) => {
  const months = monthsAsked({ from, to });
  const { pk } = qualityKeys.reviewerQuality(organization_id, "");
  const skip = cursor === undefined ? offset : 0;
  const after = cursor === undefined ? undefined : decodeCursor(cursor);
  const page = await queryPage({ pk, limit: skip + limit, newestFirst: true, ...(after && { after }) });
  const items = page.items.slice(skip);
  const names = await namesOf(items.map(({ sk }) => sk));
  return {
    data: {
      from: months[0]!,
      to: months.at(-1)!,
      reviewers: items.map((item) => ({ user_id: item.sk, ...names.get(item.sk)!, ...totalsOf(item, months) })),
      ...(page.next !== undefined && { cursor: cursorOf(page.next) }),
    },
  };
});
