import type { Item } from "../../data/table.ts";
import { UserRecord } from "./record.ts";

const Names = UserRecord.pick({ first_name: true, last_name: true, email: true, image: true });

/** What other domains show of a person. */
export interface ShownPerson {
  readonly first_name: string;
  readonly last_name: string;
  readonly email: string;
  /** A path below /media, or empty. */
  readonly image: string;
}

/** What is shown of the person whose item was read beside something else; all empty where there is none. */
export function shownPerson(item: Item | undefined): ShownPerson {
  if (item === undefined) return { first_name: "", last_name: "", email: "", image: "" };
  const { image = "", ...names } = Names.parse(item);
  return { ...names, image };
}
