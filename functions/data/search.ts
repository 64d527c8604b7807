import * as z from "zod";
import { keys } from "./keys.ts";
import { batchGet, change, create, type Item, type Key, put, queryPage, remove, type Step } from "./table.ts";

const MATCHES_MAX = 1000;
const WORDS_MAX = 20;
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

/** The words of a text: lower case, without accents, split at everything that is neither letter nor digit; each once. */
export function wordsOf(...texts: readonly (string | undefined)[]): string[] {
  const words = texts
    .join(" ")
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== "")
    .map((word) => word.slice(0, WORD_CHARACTERS_MAX));
  return [...new Set(words)].slice(0, WORDS_MAX);
}

/** What to look for: every word of `text` is the beginning of a word of the thing, and the facets are as given. */
export interface Search {
  readonly space: string;
  readonly text: string;
  readonly where?: Readonly<Record<string, Facet | undefined>>;
  readonly offset?: number;
  readonly limit: number;
}

/** The page of a search before the things are read, newest first. `total` is exact up to 1,000 matches. */
export interface Found {
  readonly references: Key[];
  /** Their sort texts, which may carry the ids of what is to be read beside them. */
  readonly sorts: string[];
  readonly total: number;
}

/**
 * Finds things by the beginnings of their words, in any case. The longest word is looked up, the others narrow within its
 * first 1,000 matches (shared/README.md, "Lists"). A text without a letter or digit finds nothing.
 */
export async function findReferences({ space, text, where = {}, offset = 0, limit }: Search): Promise<Found> {
  const [first, ...others] = wordsOf(text).toSorted((one, other) => other.length - one.length);
  if (first === undefined) return { references: [], sorts: [], total: 0 };
  const facets = Object.entries(where).filter(([, wanted]) => wanted !== undefined);
  const found = new Map<string, WordRecord>();
  let after: string | undefined;
  do {
    const page = await queryPage({ pk: space, prefix: first, limit: MATCHES_MAX - found.size, after });
    for (const item of page.items.map((each) => WordRecord.parse(each))) found.set(item.id, item);
    after = page.next;
  } while (after !== undefined && found.size < MATCHES_MAX);
  const matches = [...found.values()]
    .filter(({ words }) => others.every((other) => words.some((word) => word.startsWith(other))))
    .filter(({ facets: own }) => facets.every(([name, wanted]) => own[name] === wanted))
    .sort((one, other) => (one.sort < other.sort ? 1 : -1));
  const page = matches.slice(offset, offset + limit);
  return {
    references: page.map(({ ref_pk: pk, ref_sk: sk }) => ({ pk, sk })),
    sorts: page.map(({ sort }) => sort),
    total: matches.length,
  };
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
  const directory = keys.searchWords(reference);
  const { pk: id } = directory;
  const known = before && Directory.parse(before);
  const items = (now?.searchIndexes ?? []).flatMap(({ space, facets }) =>
    now!.words.map((word) => ({
      key: keys.searchWord(space, word, reference),
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
