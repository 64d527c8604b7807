import { queryPage } from "../../../functions/data/table.ts";

/** Whether a list has a row at a place. */
export async function isListed(view: string, sort: string): Promise<boolean> {
  const { items } = await queryPage({ pk: view, prefix: sort, limit: 1 });
  return items.some(({ sk }) => sk === sort);
}
