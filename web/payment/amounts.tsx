import { Panel } from "../ui/panel.tsx";
import "./payment.css";

/** A row of amounts that matter; the room is kept while they are on their way. */
export function Amounts({
  label,
  amounts,
}: {
  readonly label: string;
  readonly amounts: readonly {
    readonly label: string;
    readonly value: string | undefined;
    readonly note?: string | undefined;
  }[];
}) {
  return (
    <Panel>
      <dl className="figures-row" aria-label={label}>
        {amounts.map(({ label: name, value, note }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd className="figures figures-value">{value ?? <span className="figures-waiting">Loading</span>}</dd>
            {note || value === undefined ? <dd className="figures-note">{note ?? "\u00a0"}</dd> : null}
          </div>
        ))}
      </dl>
    </Panel>
  );
}
