import { importDays } from "../../../shared/roster/rules.ts";
import { importMachine } from "../../../shared/roster/states.ts";
import { type Deadlines, daysAfter } from "../../data/deadlines.ts";
import { ageSort } from "../../data/keys/key.ts";
import { rosterKeys, rosterViews } from "../../data/keys/roster.ts";
import { entity, goneAs } from "../../data/transition.ts";
import { clock } from "../../runtime/clock.ts";
import type { ImportRecord } from "./record.ts";

const worked = ["checking", "sending", "undoing"] as const satisfies readonly ImportRecord["status"][];

/** Whether the worker has to do with an import. */
export const isWorked = ({ status }: Pick<ImportRecord, "status">): boolean =>
  (worked as readonly string[]).includes(status);

/** When the clock takes up what a run left. */
export const inAMinute = (): string => new Date(clock.now() + 60_000).toISOString();

/** When the clock looks at an import: for its next rows, and when it has lain for long. */
export const deadlinesOf = (record: ImportRecord): Deadlines =>
  isWorked(record)
    ? { "import-step": record.next_on }
    : { "import-removal": daysAfter(record.updated_on, importDays.kept) };

/** People of a file on their way into an organization. */
export const importEntity = entity<ImportRecord>()({
  machine: importMachine,
  key: ({ import_id }) => rosterKeys.import(import_id),
  listings: ({ import_id, organization_id }) => [
    { sort: ageSort(import_id), views: [rosterViews.imports(organization_id)] },
  ],
  deadlines: deadlinesOf,
  stamped: true,
  auditIds: ({ organization_id, import_id }) => ({ organization_id, subject_id: import_id, import_id }),
  records: {
    ask: "import.asked",
    check: "import.checked",
    confirm: "import.confirmed",
    finish: "import.finished",
    undo: "import.undo-asked",
    endUndo: "import.undone",
    forget: "import.removed",
  },
  auditStates: goneAs("removed"),
});
