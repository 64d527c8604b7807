import type { Key } from "./key.ts";
import { key, textOf } from "./key.ts";

/** The items of what every domain has, and the question that each key answers. A short link's code is made of its target, so that a page has one. */
export const platformKeys = {
  idempotency: (scope: string, idempotencyKey: string) => key(`IDEMP#${scope}`, idempotencyKey),
  rate: (name: string, window: string) => key(`RATE#${name}`, window),
  audit: (subject_id: string, event_id: string) => key(`AUDIT#${subject_id}`, event_id),
  shortLink: (code: string) => key(`SHORT#${code}`, "LINK"),
  /** What the clock has to do, by kind, the earliest first. */
  deadline: (kind: string, at: string, reference: Key) => key(`DUE#${kind}`, `${at}#${textOf(reference)}`),
  searchWords: (reference: Key) => key(textOf(reference), "WORDS"),
  /** A word of a thing within a search index. */
  searchWord: (index: string, word: string, reference: Key) => key(index, `${word}#${textOf(reference)}`),
  /** `purpose` is mail or analytics, `part` the recipient. */
  handled: (event_id: string, purpose: string, part = "ALL") => key(`EVENT#${event_id}`, `${purpose}#${part}`),
  /**
   * The counter of a view, where it has one of its own ({@link counterOf}): how many things it lists. A limit is a guarded
   * change of it with the row beside it, in place of a relist (`requireEmpty` in functions/data/relist.ts is one).
   */
  total: (view: string) => key(`COUNT#${view}`, "TOTAL"),
  /** The sums of a view's amounts. */
  amounts: (view: string) => key(`COUNT#${view}`, "AMOUNTS"),
};

/** A number of an item. */
export interface Counter {
  readonly key: Key;
  readonly name: string;
}

/** Lists of a person's that a thing moves between; not those that have to be empty at a moment. */
const ofPerson = /^(USER#[^#]+#(?:submissions|notices|jobs(?!#type=inprogress$)))#(.+)$/;
const withAmounts = /^(?:ORG#[^#]+#billing|USER#[^#]+#payouts#[^#]+)(?:#\d{4}-\d\d)?$/;

/**
 * Where a view's things are counted: with those of the person's lists that they come from and go to, or with the view's
 * amounts, so that one item is written.
 */
export function counterOf(view: string): Counter {
  const [, lists, part] = ofPerson.exec(view) ?? [];
  if (lists !== undefined) return { key: platformKeys.total(lists), name: `${part}_count` };
  return { key: withAmounts.test(view) ? platformKeys.amounts(view) : platformKeys.total(view), name: "count" };
}

/** All that counts a view's things: earlier releases had an item for each, which `npm run migrate` brings along. */
export function countersOf(view: string): Counter[] {
  const [counter, former] = [counterOf(view), platformKeys.total(view)];
  return textOf(counter.key) === textOf(former) ? [counter] : [counter, { key: former, name: "count" }];
}

/** The views that the clock and operators go through, and whose things nobody counts. */
export const isCounted = (view: string): boolean =>
  !/^LIST#(?:payments#open|payouts#due|certificates#unsigned|badges#due#)/.test(view);

/** The lists of what every domain has. */
export const platformViews = {
  /** What is due of a kind, the earliest first. */
  deadlines: (kind: string) => `DUE#${kind}`,
};
