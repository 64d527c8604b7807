import type { ReactNode } from "react";
import { KeyValues } from "../../ui/look/key-values.tsx";
import { Panel } from "../../ui/look/panel.tsx";
import "./payment.css";

/** A row of amounts that matter; the room is kept while they are on their way. */
export function Amounts({
  title,
  actions,
  label,
  amounts,
}: {
  /** Of the panel, where the page's own heading does not say what they are. */
  readonly title?: string;
  readonly actions?: ReactNode;
  readonly label: string;
  readonly amounts: readonly {
    readonly label: string;
    readonly value: ReactNode;
    /** Named, though undefined, where one will come: its line is kept. */
    readonly note?: string | undefined;
  }[];
}) {
  return (
    <Panel title={title} actions={actions}>
      <KeyValues
        large
        label={label}
        items={amounts.map(({ label: name, value, ...rest }) => ({
          label: name,
          value: value ?? <span className="figures-waiting">Loading</span>,
          note: rest.note ?? ("note" in rest && value === undefined ? "\u00a0" : undefined),
        }))}
      />
    </Panel>
  );
}
