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

const linesIn = (text: string): string[][] =>
  text
    .split("\n")
    .filter((line) => line !== "" && !line.startsWith("#"))
    .map((line) => line.split("\t"));
const textOf = (name: string): string => readFileSync(new URL(name, import.meta.url), "utf8");

const [header = []] = linesIn(textOf("calls.tsv"));
/** The faults that have a column. */
export const columns: readonly string[] = header.slice(1);
/** The rows of a table of faults. */
export const callRowsIn = (text: string): readonly CallRow[] =>
  linesIn(text)
    .slice(1)
    .map(([name = "", ...cells]) => ({
      name,
      outcomes: Object.fromEntries(columns.map((fault, index) => [fault, cells[index] ?? ""])) as Outcomes,
    }));
/** What each fault comes to for each writing call. */
export const callRows = callRowsIn(textOf("calls.tsv"));

/** What goes wrong beyond a single call. */
export const situationRows: readonly SituationRow[] = linesIn(textOf("situations.tsv"))
  .slice(1)
  .map(([situation = "", test = "", runs = ""]) => ({ situation, test, runs }));

/** The calls that write, by `domain.name`. */
export const writingCalls = (): string[] =>
  callsOf()
    .filter(({ call }) => wire(call).method !== "GET")
    .map(({ domain, name }) => `${domain}.${name}`);

const callsFile = "test/faults/calls.tsv";
const scenesFile = "test/faults/scenes.ts";
const situationsFile = "test/faults/situations.tsv";

/** What is missing of the table of calls, or too much in it, and what to write instead. */
export function tableFaults(table: readonly CallRow[], wanted: readonly string[], named = columns): string[] {
  const names = table.map(({ name }) => name);
  const twice = names.filter((name, index) => names.indexOf(name) !== index);
  const added = (name: string) => `write a row ${name}, tab-separated, with a cell each for ${named.join(", ")}`;
  return [
    ...wanted.filter((name) => !names.includes(name)).map(added),
    ...names
      .filter((name) => !wanted.includes(name))
      .map((name) => `take out the row ${name}, which is no call that writes`),
    ...twice.map((name) => `take out one of the two rows ${name}`),
    ...faults
      .filter((fault) => !named.includes(fault))
      .map((fault) => `write a column ${fault}, with a cell in each row`),
    ...table.flatMap(({ name, outcomes }) =>
      faults
        .filter((fault: FaultName) => named.includes(fault) && !outcomes[fault])
        .map((fault) => `fill the cell ${fault} in the row ${name}`),
    ),
  ].map((fault) => `${callsFile}: ${fault}.`);
}

/** Which calls that write have no scene, and which scenes no such call. */
export const sceneFaults = (named: readonly string[], wanted: readonly string[]): string[] => [
  ...wanted
    .filter((name) => !named.includes(name))
    .map((name) => `${scenesFile}: write a scene "${name}", with everything ready for the call to be made once.`),
  ...named
    .filter((name) => !wanted.includes(name))
    .map((name) => `${scenesFile}: take out the scene "${name}", which is of no call that writes.`),
];

/** What is missing of the table of situations: a cell, or the test, which has to stand in one of these sources. */
export const situationFaults = (rows: readonly SituationRow[], sources: readonly string[]): string[] =>
  rows.flatMap(({ situation, test, runs }) => {
    const row = `the row “${situation || test}”`;
    if (!situation || !test || !runs) return [`${situationsFile}: fill the empty cell in ${row}.`];
    if (runs !== "npm test" && runs !== "test:deep")
      return [`${situationsFile}: ${row} runs with neither npm test nor test:deep.`];
    return sources.some((source) => source.includes(`"${test}"`))
      ? []
      : [`${situationsFile}: no test in test/bin, test/platform or test/deep has the name that ${row} gives.`];
  });
