import * as z from "zod";
import { cursorMessage, cursorOf, positionOf } from "../../shared/http/cursor.ts";
import { offsetMax } from "../../shared/http/paging.ts";
import { Problem } from "../../shared/http/problem.ts";
import type { Key } from "./keys/key.ts";
import { countersOf, platformKeys } from "./keys/platform.ts";
import { everyShardOf } from "./shards.ts";
import { check, type Step } from "./steps.ts";
import { batchGet, countItems, type Item, type PageQuery, queryPage, readNumbers } from "./table.ts";

/** Which page of a view to read. */
export interface ListQuery {
  /** One, or several of which no two list the same thing, and whose sort keys are of one kind: they are read as one. */
  readonly view: string | readonly string[];
  /** Only things whose sort keys begin so; `total` is that of the whole view all the same. */
  readonly prefix?: string | undefined;
  /** Only things whose sort keys are from the first to the last of these; they are counted up to 10,000, unless `total` is given. */
  readonly between?: readonly [string, string] | undefined;
  readonly offset?: number;
  readonly limit: number;
  readonly cursor?: string;
  /** Oldest (or smallest) first instead of newest first. */
  readonly ascending?: true;
  /** How many things the query lists, where the caller knows how to read that. */
  readonly total?: () => Promise<number>;
}

/** What a list call's `sort` means to a query. */
export const inOrder = (sort: "newest" | "oldest"): Pick<ListQuery, "ascending"> =>
  sort === "oldest" ? { ascending: true } : {};

/** A page of things, the number of all in the view, and the cursor of the next page, absent at the end. */
export interface ListPage {
  readonly items: Item[];
  readonly total: number;
  readonly cursor?: string;
}

const notOfThisList = () => new Problem("input.invalid", { fields: { cursor: cursorMessage } });

/** The position a cursor stands for. Refuses one that no list gave. */
export function decodeCursor(cursor: string): string {
  const position = positionOf(cursor);
  if (position === undefined) throw notOfThisList();
  return position;
}

/** Where the page of a list begins that is put together in memory: its cursors are numbers of rows. */
export function firstRowOf({ offset, cursor }: { readonly offset: number; readonly cursor?: string }): number {
  if (cursor === undefined) return offset;
  const row = decodeCursor(cursor);
  if (!/^\d{1,9}$/.test(row)) throw notOfThisList();
  return Number(row);
}

/** How many things each of the views lists, in one read. */
export async function readTotals(views: readonly string[]): Promise<number[]> {
  const counters = views.map(countersOf);
  const items = await readNumbers(counters.flat().map(({ key }) => key));
  const numbers = counters.flat().map(({ name }, index) => Number(items[index]?.[name] ?? 0));
  return counters.map((each) => numbers.splice(0, each.length).reduce((sum, number) => sum + number, 0));
}

/** How many things a view lists. */
export async function readTotal(view: string): Promise<number> {
  const [total = 0] = await readTotals([view]);
  return total;
}

const Reference = z.object({ ref_pk: z.string(), ref_sk: z.string() });

/** Where the thing of a list's row lives. */
export function referenceOf(row: Item): Key {
  const { ref_pk: pk, ref_sk: sk } = Reference.parse(row);
  return { pk, sk };
}

interface RowPage extends Omit<ListPage, "items"> {
  readonly rows: Item[];
}

/** A page of a view before the things are read: where each of them lives. */
export interface ReferencePage {
  readonly references: Key[];
  /** Their sort keys, which may carry the ids of what is to be read beside them. */
  readonly sorts: string[];
  readonly total: number;
  readonly cursor?: string;
}

/**
 * Reads where the things of a page live: one query of the index with the total beside it. For lists whose rows are made
 * of several items each; others read with {@link listPage}. The cursor carries the sort key only; the partition comes
 * from the authorized view.
 */
export async function listReferences(query: ListQuery): Promise<ReferencePage> {
  const { rows, ...page } = await listRows(query);
  return { references: rows.map(referenceOf), sorts: rows.map(({ sk }) => sk), ...page };
}

/** The same with the index's rows themselves, for a list whose rows keep what the things no longer say. */
export async function listRows({
  view,
  prefix,
  between,
  offset = 0,
  limit,
  cursor,
  ascending,
  total: known,
}: ListQuery): Promise<RowPage> {
  const skip = cursor === undefined ? offset : 0;
  const views = typeof view === "string" ? [view] : view;
  const after = cursor === undefined ? undefined : decodeCursor(cursor);
  if (after !== undefined && between && (after < between[0] || after > between[1])) throw notOfThisList();
  const [totals, ...indexes] = await Promise.all([
    known
      ? known().then((total) => [total])
      : between
        ? Promise.all(views.map((pk) => countItems({ pk, between, most: offsetMax })))
        : readTotals(views),
    ...views.map((each) => readIndex({ pk: each, prefix, between, newestFirst: !ascending }, skip + limit + 1, after)),
  ]);
  const total = totals.reduce((sum, each) => sum + each, 0);
  const index = indexes.flat();
  if (views.length > 1) index.sort((one, other) => (one.sk < other.sk === (ascending === true) ? -1 : 1));
  const rows = index.slice(skip, skip + limit);
  const more = index.length > skip + limit;
  return { rows, total, ...(more && { cursor: cursorOf(rows.at(-1)!.sk) }) };
}

/** Reads a page of a view: its index, then the things themselves in one read. */
export async function listPage(query: ListQuery): Promise<ListPage> {
  const { references, ...page } = await listReferences(query);
  const things = references.length === 0 ? [] : await batchGet(references);
  return { items: things.filter((thing) => thing !== undefined), ...page };
}

/**
 * Reads a page of things that stand under their owner by time, where they are read as they are, with no list beside them.
 * The cursor says what follows the prefix.
 */
export async function ownPage(
  { pk, prefix }: { readonly pk: string; readonly prefix: string },
  { offset = 0, limit, cursor, total }: Pick<ListQuery, "offset" | "limit" | "cursor"> & { readonly total: string },
): Promise<ListPage> {
  const skip = cursor === undefined ? offset : 0;
  const after = cursor === undefined ? undefined : `${prefix}${decodeCursor(cursor)}`;
  const [count, found] = await Promise.all([
    readTotal(total),
    readIndex({ pk, prefix, newestFirst: true }, skip + limit + 1, after),
  ]);
  const items = found.slice(skip, skip + limit);
  const more = found.length > skip + limit;
  return { items, total: count, ...(more && { cursor: cursorOf(items.at(-1)!.sk.slice(prefix.length)) }) };
}

const EACH = 50;

/** Does the work for everything a view lists, page by page and one after the other; the work may take it out of the view. */
export async function eachListed(view: string, work: (thing: Item) => Promise<void>): Promise<void> {
  let after: string | undefined;
  do {
    const index = await queryPage({ pk: view, limit: EACH, after });
    const references = index.items.map(referenceOf);
    for (const thing of references.length === 0 ? [] : await batchGet(references)) if (thing) await work(thing);
    after = index.next;
  } while (after !== undefined);
}

async function readIndex(
  view: Pick<PageQuery, "pk" | "prefix" | "between" | "newestFirst">,
  wanted: number,
  after: string | undefined,
): Promise<Item[]> {
  const items: Item[] = [];
  let next = after;
  do {
    const page = await queryPage({ ...view, limit: wanted - items.length, after: next });
    items.push(...page.items);
    next = page.next;
  } while (next !== undefined && items.length < wanted);
  return items;
}

/**
 * The steps that demand that a view of many people's, whose total may be sharded, is empty at this moment: its numbers are
 * still as they are read here. Throws `otherwise` at once when it is not.
 */
export async function requireNoneListed(view: string, otherwise: Problem): Promise<Step[]> {
  const total = platformKeys.total(view);
  const [item] = await batchGet([total]);
  const shards = item?.sharded ? everyShardOf(total) : [];
  const kept = [item, ...(await batchGet(shards))];
  if (kept.reduce((sum, each) => sum + Number(each?.count ?? 0), 0) > 0) throw otherwise;
  return [total, ...shards].map((key, at) => {
    const { count, sharded }: Partial<Item> = kept[at] ?? {};
    const where = {
      count: typeof count === "number" ? count : { absent: true as const },
      sharded: sharded ? true : { absent: true as const },
    };
    return check(key, kept[at] ? { where, otherwise } : { missing: true, otherwise });
  });
}
