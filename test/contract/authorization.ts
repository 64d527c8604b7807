import { readFileSync } from "node:fs";
import type { Reach, Role } from "../../shared/permissions.ts";

/** Who calls: nobody, or a role. */
export type Caller = "nobody" | Role;
/** One line of the hand-copied table: a route and the letter of each caller. */
export interface PolicyRow {
  readonly route: string;
  readonly letters: Readonly<Record<Caller, string>>;
}

const tableIn = (text: string): string[][] =>
  text
    .split("\n")
    .filter((line) => line !== "" && !line.startsWith("#"))
    .map((line) => line.split("\t"));
const written = readFileSync(new URL("authorization.tsv", import.meta.url), "utf8");

/** Who has a column in the table, in its order. */
export const callers = tableIn(written)[0]!.slice(1) as Caller[];

/** The rows of a table of authorization. */
export const policyIn = (text: string): readonly PolicyRow[] =>
  tableIn(text)
    .slice(1)
    .map(([route, ...letters]) => ({
      route: route!,
      letters: Object.fromEntries(callers.map((caller, index) => [caller, letters[index]])) as PolicyRow["letters"],
    }));

/** The table of who may call what, copied by hand. */
export const policy = policyIn(written);

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
