import { globSync, readFileSync, writeFileSync } from "node:fs";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import type { Machine } from "../shared/platform/machine.ts";

/** An exported table of states, and the page that shows it. */
export interface NamedMachine {
  readonly name: string;
  readonly page: string;
  readonly machine: Machine<string, string>;
}

/** Every table that a `shared/<domain>/states.ts` exports under a name ending in Machine. */
export async function readMachines(): Promise<NamedMachine[]> {
  const modules = globSync("shared/*/states.ts").sort();
  const found = modules.map(async (path) => {
    const exported: Record<string, unknown> = await import(pathToFileURL(resolve(path)).href);
    return Object.entries(exported)
      .filter(([name]) => name.endsWith("Machine"))
      .map(([name, machine]) => ({
        name,
        page: path.replace(/states\.ts$/, "README.md"),
        machine: machine as NamedMachine["machine"],
      }));
  });
  return (await Promise.all(found)).flat();
}

/** The edges of a machine as `from --> to: event`, `[*]` where it is `none`. */
export function edgesOf(machine: NamedMachine["machine"]): string[] {
  const stateOf = (name: string | undefined) => (name === "none" ? "[*]" : name);
  return Object.entries(machine).flatMap(([from, events]) =>
    Object.entries(events).map(([event, to]) => `${stateOf(from)} --> ${stateOf(to)}: ${event}`),
  );
}

/** The diagram of a machine: events that lead the same way stand on one line. */
function diagramOf(machine: NamedMachine["machine"]): string {
  const events = new Map<string, string[]>();
  for (const edge of edgesOf(machine)) {
    const [way, event] = edge.split(": ") as [string, string];
    events.set(way, [...(events.get(way) ?? []), event]);
  }
  const shown = edgesOf(machine).join("\n");
  const alone = Object.keys(machine).filter((state) => state !== "none" && !new RegExp(`\\b${state}\\b`).test(shown));
  const named = Object.keys(machine).filter((state) => idOf(state) !== state);
  return [
    "stateDiagram-v2",
    ...alone.map((state) => `    ${state}`),
    ...named.map((state) => `    state "${state}" as ${idOf(state)}`),
    ...[...events].map(([way, each]) => `    ${way.split(" --> ").map(idOf).join(" --> ")}: ${each.join(", ")}`),
  ].join("\n");
}

/** A state as Mermaid may name it: it knows no hyphens. */
const idOf = (state: string): string => state.replaceAll("-", "_");

/** A diagram of a page: the table that its comment names, undefined without one, and its edges. */
export interface Diagram {
  readonly name: string | undefined;
  readonly edges: readonly string[];
}

const diagram = /(?:<!-- states: (\w+) -->\n)?```mermaid\n([\s\S]*?)```/g;

/** The diagrams of a page. */
export const diagramsIn = (page: string): Diagram[] =>
  [...page.matchAll(diagram)].map(([, name, text = ""]) => ({ name, edges: edgesIn(text) }));

function edgesIn(text: string): string[] {
  const named = new Map([...text.matchAll(/^\s+state "(.+)" as (\S+)$/gm)].map(([, state, id]) => [id!, state!]));
  const stateOf = (id: string) => named.get(id) ?? id;
  return [...text.matchAll(/^\s+(\S+) --> (\S+): (.+)$/gm)].flatMap(([, from = "", to = "", events = ""]) =>
    events.split(", ").map((event) => `${stateOf(from)} --> ${stateOf(to)}: ${event}`),
  );
}

/** A page with its diagrams drawn anew from the tables that their comments name. */
export const withDiagrams = (page: string, machines: readonly NamedMachine[]): string =>
  page.replace(diagram, (whole, name: string | undefined) => {
    const known = machines.find((each) => each.name === name);
    return known ? `<!-- states: ${name} -->\n\`\`\`mermaid\n${diagramOf(known.machine)}\n\`\`\`` : whole;
  });

if (import.meta.main) {
  const machines = await readMachines();
  const pages = Map.groupBy(machines, ({ page }) => page);
  for (const [path, own] of pages) writeFileSync(path, withDiagrams(readFileSync(path, "utf8"), own));
  console.log(`${machines.length} diagrams on ${pages.size} pages.`);
}
