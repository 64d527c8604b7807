import { randomInt } from "node:crypto";
import { encodeTime, ulid } from "ulid";
import { clock } from "../runtime/clock.ts";

/** The kinds of things that have an id of their own, and the prefix it carries. */
export type IdPrefix =
  | "usr"
  | "org"
  | "inv"
  | "rol"
  | "crd"
  | "sec"
  | "cmt"
  | "app"
  | "anc"
  | "evt"
  | "pay"
  | "ntc"
  | "fil"
  | "rap"
  | "exp"
  | "imp"
  | "run"
  | "key"
  | "dev"
  | "wep"
  | "cor"
  | "mem";

/** A new id: prefix and ulid, so that ids of one kind sort by time; of another moment than now where that is said. */
export const newId = (prefix: IdPrefix, at?: string): string =>
  `${prefix}_${ulid(at === undefined ? clock.now() : Date.parse(at))}`;

/** What stands before all ids of a kind that were made at a moment or later. */
export const firstIdSince = (prefix: IdPrefix | "job", at: string): string =>
  `${prefix}_${encodeTime(Date.parse(at), 10)}`;

/** The letters of ids, which a ulid has too. */
export const idLetters = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
const LETTERS_LENGTH = 26;
/** The first letter that no ulid begins with. */
const UNDATED_FROM = 8;

/** A new job's id, of which nothing can be read, not even when it was made. */
export function newJobId(): string {
  const letters = Array.from(
    { length: LETTERS_LENGTH },
    (_, at) => idLetters[randomInt(at === 0 ? UNDATED_FROM : 0, idLetters.length)],
  );
  return `job_${letters.join("")}`;
}

/** The present moment as ISO text in UTC. */
export const now = (): string => clock.iso();

/** The beginning of a moment's minute. */
export const minuteOf = (at: string): string => new Date(Math.floor(Date.parse(at) / 60_000) * 60_000).toISOString();
