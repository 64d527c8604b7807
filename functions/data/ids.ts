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

/** A new id: prefix and ulid, so that ids of one kind sort by time. */
export const newId = (prefix: IdPrefix): string => `${prefix}_${ulid(clock.now())}`;

/** The present moment as ISO text in UTC. */
export const now = (): string => clock.iso();
