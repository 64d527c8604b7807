import { ulid } from "ulid";
import { clock } from "../process/clock.ts";

/** The kinds of things that have an id of their own, and the prefix it carries. */
export type IdPrefix =
  | "usr"
  | "org"
  | "inv"
  | "rol"
  | "crd"
  | "sec"
  | "app"
  | "job"
  | "anc"
  | "evt"
  | "pay"
  | "ntc"
  | "fil"
  | "rap"
  | "exp"
  | "run";

/** A new id: prefix and ulid, so that ids of one kind sort by time; `atMs` where it is not of this moment. */
export const newId = (prefix: IdPrefix, atMs = clock.now()): string => `${prefix}_${ulid(atMs)}`;

/** The present moment as ISO text in UTC. */
export const now = (): string => clock.iso();
