import * as z from "zod";
import type { Key } from "./keys/key.ts";
import { platformKeys } from "./keys/platform.ts";
import { inOrder, type ListPage, listPage, listReferences } from "./list.ts";
import { change, create, put, remove, type Step } from "./steps.ts";
import { batchGet, type Item, queryPage } from "./table.ts";

/** How many matches a search looks at. */
export const matchesMax = 1000;
const WORDS_MAX = 20;
/** A name, an address and its domain are a few words; each is up to a thousand items to read. */
const WORDS_LOOKED_UP_MAX = 5;
const WORD_CHARACTERS_MAX = 40;

/** A fact that a search may be narrowed by, such as a state or a role. */
export type Facet = string | number | boolean;

/** A word of a thing in a search index. */
const WordRecord = z.object({
  id: z.string(),
  words: z.array(z.string()),
  facets: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])),
  sort: z.string(),
  ref_pk: z.string(),
  ref_sk: z.string(),
});
type WordRecord = z.infer<typeof WordRecord>;

/** Letters that are another one with a stroke, a bar or a ligature, which no normal form takes apart. */
const plainLetters: Readonly<Record<string, string>> = {
  ...{ ø: "o", ł: "l", đ: "d", ð: "d", þ: "th", ß: "ss", æ: "ae", œ: "oe", ħ: "h", ı: "i", ŧ: "t", ŋ: "n", ə: "e" },
};

/** The words by which a thing is found: those of its texts, and each as it is typed without apostrophes and strokes. */
export function indexedWordsOf(...texts: readonly (string | undefined)[]): string[] {
  const text = texts.join(" ").toLowerCase();
  const plain = text.replace(/['’ʼ‘`]/g, "").replace(/[^\0-\x7f]/g, (letter) => plainLetters[letter] ?? letter);
  return [...new Set([...wordsOf(text), ...(plain === text ? [] : wordsOf(plain))])].slice(0, WORDS_MAX);
}

/** The words of a text: lower case, without accents, split at everything that is neither letter nor digit; each once. */
export function wordsOf(...texts: readonly (string | undefined)[]): string[] {
  const words = texts
    .join(" ")
    .normalize("NFKD")
    .replace(/[\p{M}\p{Default_Ignorable_Code_Point}]/gu, "")
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== "")
    .map((word) => word.slice(0, WORD_CHARACTERS_MAX));
  return [...new Set(words)].slice(0, WORDS_MAX);
}

/** Facts that a thing is to have; those that are undefined are not asked for. */
type Facets = Readonly<Partial<Record<string, Facet>>>;

/** What to look for: every word of `text` is the beginning of a word of the thing, and the facets are as given. */
export interface Search {
  readonly space: string;
  readonly text: string;
  /** Of several one has to fit. */
  readonly where?: Facets | readonly Facets[];
  /** Only things whose sort texts are from the first to the last of these. */
  readonly between?: readonly [string, string] | undefined;
  readonly offset?: number;
  readonly limit: number;
  /** Oldest first instead of newest first. */
  readonly ascending?: true;
}

/** The page of a search before the things are read. `total` is exact up to 1,000 matches. */
export interface Found {
  readonly references: Key[];
  /** Their sort texts, which may carry the ids of what is to be read beside them. */
  readonly sorts: string[];
  readonly total: number;
}

/**
 * Finds things by the beginnings of their words, in any case. The longest word that no more than 1,000 things share is
 * looked up, and the others narrow; where all are shared by more, they narrow within the first 1,000 matches of the longest
 * (shared/README.md, "Lists"). A text without a letter or digit finds nothing.
 */
export async function findReferences({
  space,
  text,
  where = {},
  between,
  offset = 0,
  limit,
  ascending,
}: Search): Promise<Found> {
  const wanted = wordsOf(text).toSorted((one, other) => other.length - one.length);
  const anyOf = [where].flat().map((facets) => Object.entries(facets).filter(([, value]) => value !== undefined));
  const matches = (await lookUp(space, wanted))
    .filter(({ words }) => wanted.every((one) => words.some((word) => word.startsWith(one))))
    .filter(({ facets: own }) => anyOf.some((facets) => facets.every(([name, value]) => own[name] === value)))
    .filter(({ sort }) => between === undefined || (sort >= between[0] && sort <= between[1]))
    .sort((one, other) => (one.sort < other.sort === (ascending === true) ? -1 : 1));
  const page = matches.slice(offset, offset + limit);
  return {
    references: page.map(({ ref_pk: pk, ref_sk: sk }) => ({ pk, sk })),
    sorts: page.map(({ sort }) => sort),
    total: matches.length,
  };
}

/** The matches of the first word of few things; those of the first word as far as they are read, where there is none. */
async function lookUp(space: string, words: readonly string[]): Promise<WordRecord[]> {
  let first: WordRecord[] | undefined;
  for (const word of words.slice(0, WORDS_LOOKED_UP_MAX)) {
    const { matches, isWhole } = await matchesOf(space, word);
    if (isWhole) return matches;
    first ??= matches;
  }
  return first ?? [];
}

/** What has a word of this beginning, and whether that is all of it. */
async function matchesOf(space: string, beginning: string): Promise<{ matches: WordRecord[]; isWhole: boolean }> {
  const found = new Map<string, WordRecord>();
  let after: string | undefined;
  do {
    const page = await queryPage({ pk: space, prefix: beginning, limit: matchesMax - found.size, after });
    for (const item of page.items.map((each) => WordRecord.parse(each))) found.set(item.id, item);
    after = page.next;
  } while (after !== undefined && found.size < matchesMax);
  return { matches: [...found.values()], isWhole: after === undefined };
}

/** A search within a view: every word of `text` is the beginning of a word that `wordsIn` finds in the thing. */
interface ListedSearch {
  readonly view: string;
  readonly text: string;
  readonly wordsIn: (thing: Item) => readonly string[];
  readonly between?: readonly [string, string] | undefined;
  readonly offset: number;
  readonly limit: number;
  readonly ascending?: true;
}

/**
 * Finds things in a view without an index of words, for views that are one person's: it looks at the latest 1,000 (or,
 * ascending, the oldest). In the view's order.
 */
async function findListed({ view, text, wordsIn, between, offset, limit, ascending }: ListedSearch) {
  const wanted = wordsOf(text);
  const total = async () => 0; // that of the matches is told
  const asked = { view, between, total, limit: matchesMax, ...(ascending && { ascending }) };
  const { references } = await listReferences(asked);
  const things = (await batchGet(references)).filter((thing) => thing !== undefined);
  const matches = things.filter((thing) => {
    const words = wordsIn(thing);
    return wanted.length > 0 && wanted.every((one) => words.some((word) => word.startsWith(one)));
  });
  return { items: matches.slice(offset, offset + limit), total: matches.length };
}

/** A page of a view as a list call asks for it, searched and sorted. */
export async function readListed({
  search,
  wordsIn,
  sort,
  cursor,
  total,
  ...asked
}: Pick<ListedSearch, "view" | "wordsIn" | "between" | "offset" | "limit"> & {
  readonly search: string | undefined;
  readonly sort: "newest" | "oldest";
  readonly cursor?: string | undefined;
  readonly total?: () => Promise<number>;
}): Promise<ListPage> {
  const query = { ...asked, ...inOrder(sort) };
  return search ? findListed({ ...query, text: search, wordsIn }) : listPage({ ...query, cursor, total });
}

/** As {@link findReferences}, and reads the things themselves. */
export async function findPage(search: Search): Promise<{ items: Item[]; total: number }> {
  const { references, total } = await findReferences(search);
  const things = references.length === 0 ? [] : await batchGet(references);
  return { items: things.filter((thing) => thing !== undefined), total };
}

/** A thing as it is to be found: in which spaces, by which words, with which facets. */
export interface SearchEntry {
  readonly reference: Key;
  /** A text that sorts by age, such as a ulid. */
  readonly sort: string;
  readonly words: readonly string[];
  readonly searchIndexes: readonly { readonly space: string; readonly facets: Readonly<Record<string, Facet>> }[];
}

/** What is kept of a thing's words, so that they can be taken away again. */
const Directory = z.object({ places: z.array(z.object({ pk: z.string(), sk: z.string() })), version: z.number() });

/**
 * The steps that make a thing searchable as it is now (or, with undefined, not at all), from what was kept before. `before`
 * is the item at `keys.searchWords(reference)`. They fail with `state.changed` when another worker was faster.
 */
export function indexSteps(reference: Key, before: Item | undefined, now: SearchEntry | undefined): Step[] {
  const directory = platformKeys.searchWords(reference);
  const { pk: id } = directory;
  const known = before && Directory.parse(before);
  const items = (now?.searchIndexes ?? []).flatMap(({ space, facets }) =>
    now!.words.map((word) => ({
      key: platformKeys.searchWord(space, word, reference),
      item: { id, words: now!.words, facets, sort: now!.sort, ref_pk: reference.pk, ref_sk: reference.sk },
    })),
  );
  const places = items.map(({ key }) => key);
  const gone = (known?.places ?? []).filter((one) => !places.some(({ pk, sk }) => pk === one.pk && sk === one.sk));
  return [
    known === undefined
      ? create(directory, { places })
      : change(directory, { set: { places } }, { where: { version: known.version } }),
    ...gone.map((key) => remove(key)),
    ...items.map(({ key, item }) => put(key, item)),
  ];
}
