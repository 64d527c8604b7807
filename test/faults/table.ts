import { readFileSync } from "node:fs";
import { callsOf } from "../../shared/contract.ts";
import { wire } from "../../shared/http/call.ts";
import { type FaultName, faults, type Outcomes } from "./survive.ts";

/** One row of `calls.tsv`: what each fault comes to for a call. */
export interface CallRow {
  readonly name: string;
  readonly outcomes: Outcomes;
}

/** One row of `situations.tsv`: something that goes wrong with AWS or a provider, and the test that shows it survived. */
export interface SituationRow {
  readonly situation: string;
  readonly test: string;
  /** Where it runs: with all the others, or in the deep run alone. */
  readonly runs: string;
}

const linesOf = (name: string): string[][] =>
  readFileSync(new URL(name, import.meta.url), "utf8")
    .split("\n")
    .filter((line) => line !== "" && !line.startsWith("#"))
    .map((line) => line.split("\t"));

const [header = [], ...rows] = linesOf("calls.tsv");
/** The faults that have a column. */
export const columns: readonly string[] = header.slice(1);
/** What each fault comes to for each writing call. */
export const callRows: readonly CallRow[] = rows.map(([name = "", ...cells]) => ({
  name,
  outcomes: Object.fromEntries(columns.map((fault, index) => [fault, cells[index] ?? ""])) as Outcomes,
}));

/** What goes wrong beyond a single call. */
export const situationRows: readonly SituationRow[] = linesOf("situations.tsv")
  .slice(1)
  .map(([situation = "", test = "", runs = ""]) => ({ situation, test, runs }));

/** The calls that write, by `domain.name`. */
export const writingCalls = (): string[] =>
  callsOf()
    .filter(({ call }) => wire(call).method !== "GET")
    .map(({ domain, name }) => `${domain}.${name}`);

/** What is missing of the table, or too much in it. */
export function tableFaults(table: readonly CallRow[], wanted: readonly string[], named = columns): string[] {
  const known = new Set(table.map(({ name }) => name));
  return [
    ...wanted.filter((name) => !known.has(name)).map((name) => `${name} has no row`),
    ...[...known].filter((name) => !wanted.includes(name)).map((name) => `${name} is no writing call`),
    ...faults.filter((fault) => !named.includes(fault)).map((fault) => `${fault} has no column`),
    ...table.flatMap(({ name, outcomes }) =>
      faults.filter((fault: FaultName) => !outcomes[fault]).map((fault) => `${name} has no cell for ${fault}`),
    ),
  ];
}

/** What is missing of the table of situations: a cell, or the test, which has to stand in one of these sources. */
export const situationFaults = (rows: readonly SituationRow[], sources: readonly string[]): string[] =>
  rows.flatMap(({ situation, test, runs }) => {
    if (!situation || !test || !runs) return [`${situation || test} has an empty cell`];
    if (runs !== "npm test" && runs !== "test:deep") return [`${situation} runs with neither command`];
    return sources.some((source) => source.includes(`"${test}"`)) ? [] : [`${situation} has no test`];
  });
