import type { CSSProperties, ReactNode } from "react";
import "./key-values.css";

/** A fact: its label and value, and what is said of the value in small words. */
export interface KeyValue {
  readonly label: string;
  readonly value: ReactNode;
  readonly note?: ReactNode;
}

/** Labels with their values, side by side where there is room; `large` where the values are what a page is about. */
export function KeyValues({
  items,
  label,
  large = false,
  columns = columnsOf(items.length),
}: {
  readonly items: readonly KeyValue[];
  /** Names the list where no heading does. */
  readonly label?: string;
  readonly large?: boolean;
  readonly columns?: number;
}) {
  return (
    <dl
      className={large ? "key-values key-values-large" : "key-values"}
      style={{ "--columns": columns } as CSSProperties}
      {...(label && { "aria-label": label })}
    >
      {items.map(({ label: name, value, note }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
          {note ? <dd className="key-values-note">{note}</dd> : null}
        </div>
      ))}
    </dl>
  );
}

/** Rows that are alike: five side by side, six in two rows of three. */
const columnsOf = (count: number): number => Math.ceil(count / Math.ceil(count / 5));
