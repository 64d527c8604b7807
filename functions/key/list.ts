import { list } from "../../shared/key/calls.ts";
import { implement } from "../chain/implement.ts";
import { organizationViews } from "../data/keys/organization.ts";
import { listPage } from "../data/list.ts";
import { StoredKey, shownKeys } from "./model/record.ts";

export const handler = implement(list, async ({ status, ...asked }, { organization_id }) => {
  const { items, ...page } = await listPage({ view: organizationViews.apiKeys(organization_id, status), ...asked });
  return { data: { ...page, keys: await shownKeys(items.map((item) => StoredKey.parse(item))) } };
});
