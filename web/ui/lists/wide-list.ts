import { showWith } from "../page-scripts.ts";
import { deviceOf, useDevice } from "../width.ts";

/** What lists are drawn with where there is room for a table. */
interface WideList {
  readonly table: typeof import("./collection-table.tsx");
  readonly controls: typeof import("./table-controls.tsx");
}
let loaded: WideList | undefined;
let asked: Promise<WideList> | undefined;
const load = (): Promise<WideList> =>
  (asked ??= Promise.all([import("./collection-table.tsx"), import("./table-controls.tsx")]).then(
    ([table, controls]) => (loaded = { table, controls }),
  ));

/** Phones show cards and native controls, and load no table. */
if (deviceOf(window.innerWidth) !== "mobile") showWith(load());

/** Table and controls, for which the component waits; undefined on a phone. */
export function useWideList(): WideList | undefined {
  if (useDevice() === "mobile") return undefined;
  if (loaded === undefined) throw load(); // as `lazy` does: `use` would have to be called again when it is there
  return loaded;
}
