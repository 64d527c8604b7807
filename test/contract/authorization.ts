import { readFileSync } from "node:fs";
import type { Reach, Role } from "../../shared/permissions.ts";

/** Who calls: nobody, or a role. */
export type Caller = "nobody" | Role;
/** One line of the hand-copied table: a route and the letter of each caller. */
export interface PolicyRow {
  readonly route: string;
  readonly letters: Readonly<Record<Caller, string>>;
}

const lines = readFileSync(new URL("authorization.tsv", import.meta.url), "utf8")
  .split("\n")
  .filter((line) => line !== "" && !line.startsWith("#"))
  .map((line) => line.split("\t"));
const [header, ...rows] = lines as [string[], ...string[][]];

/** Who has a column in the table, in its order. */
export const callers = header.slice(1) as Caller[];

/** The table of who may call what, copied by hand. */
export const policy: readonly PolicyRow[] = rows.map(([route, ...letters]) => ({
  route: route!,
  letters: Object.fromEntries(header.slice(1).map((caller, index) => [caller, letters[index]])) as Record<
    Caller,
    string
  >,
}));

/** The table's letter of each reach, as its second line explains them. */
export const letterOfReach: Readonly<Record<Reach, string>> = {
  any: "g",
  organization: "o",
  own: "s",
  related: "j",
  published: "p",
  public: "✓",
};

/** The line of a route. */
export const policyOf = (route: string): PolicyRow | undefined => policy.find((row) => row.route === route);
