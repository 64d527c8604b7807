import type { Key } from "../../data/keys/key.ts";
import { underPerson } from "../../data/keys/kinds.ts";

/**
 * What becomes of an item under a person when they are deleted: `removed` in the transaction of their deletion
 * (deletion.ts, membership.ts), `erased` by the clock (erasure.ts), or `kept`, as it names nobody and belongs to the
 * records of an organization.
 */
export type Retention = "removed" | "erased" | "kept";

/**
 * Every kind of item under a person: by its sort key, or by what follows the person's id in its partition key. `#` and `|`
 * at the end stand for whatever comes after. A kind that is missing here fails a test.
 */
export const retention: Readonly<Record<string, Retention>> = {
  PROFILE: "kept", // without name, address, telephone and picture
  "MEMBER#": "removed",
  RESET: "removed",
  FACTOR: "removed",
  FACTORSETUP: "removed",
  SCECH: "removed",
  REVIEWER: "removed",
  "ISSUES#": "erased",
  TIES: "erased", // with their work: until then a tie keeps a reviewer from it
  COMMENTS: "erased",
  "UNFINISHED#": "erased",
  "UPLOAD#": "erased",
  "CALIBRATION#": "erased",
  "SEEDING#": "erased",
  "DECLINE#": "erased",
  "LOOKBACK#": "erased",
  "REVIEWEDBY#": "erased",
  ERASURE: "erased",
  BANK: "erased",
  "NOTICE#": "erased",
  "#notices": "erased",
  "#notices#unread": "erased",
  "REVIEWS#": "kept", // how an organization decided on them, by ids
  "APPLIED#": "kept",
  "#submissions#": "kept",
  "#jobs#": "kept",
  "#payouts#": "kept",
  "#earnings": "kept",
  "#assigned": "kept",
  CREDIT: "kept",
  "#credit": "kept",
  "#purchases": "kept",
  "|": "kept", // says which words lead to a membership: none any more
};

/** The kind of an item under a person, and whose it is; undefined for every other item. */
export function kindUnderPerson(key: Key) {
  const found = underPerson(key);
  if (found === undefined) return undefined;
  const { user_id, name } = found;
  const kind = Object.keys(retention).find((each) => (/[#|]$/.test(each) ? name.startsWith(each) : name === each));
  return { user_id, kind };
}
