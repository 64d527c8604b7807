import type { ReactNode } from "react";
import { useWideList } from "./wide-list.ts";

/** A choice that names its options all at once. */
export interface ListTabsProps {
  readonly label: string;
  readonly selected: string;
  readonly options: readonly { readonly id: string; readonly text: string }[];
  readonly onSelect: (id: string) => void;
}

/** A choice of many. */
export interface ListSelectProps {
  readonly label: string;
  readonly selected: string;
  readonly options: readonly { readonly value: string; readonly label: string }[];
  readonly disabled?: boolean;
  readonly onSelect: (value: string) => void;
}

/** Something that is so or not. */
export interface ListToggleProps {
  readonly label: string;
  readonly checked: boolean;
  readonly onChange: (checked: boolean) => void;
}

/** What narrows a list to one of a few; on a phone its own picker. */
export function ListTabs(props: ListTabsProps) {
  const wide = useWideList();
  if (wide) return <wide.controls.TableTabs {...props} />;
  const { label, selected, options, onSelect } = props;
  return (
    <NativeSelect label={label} selected={selected} onSelect={onSelect}>
      {options.map(({ id, text }) => (
        <option key={id} value={id}>
          {text}
        </option>
      ))}
    </NativeSelect>
  );
}

/** What narrows or orders a list by one of many; on a phone its own picker. */
export function ListSelect(props: ListSelectProps) {
  const wide = useWideList();
  if (wide) return <wide.controls.TableSelect {...props} />;
  const { options, ...select } = props;
  return (
    <NativeSelect {...select}>
      {options.map(({ value, label }) => (
        <option key={value} value={value}>
          {label}
        </option>
      ))}
    </NativeSelect>
  );
}

function NativeSelect({
  label,
  selected,
  disabled,
  onSelect,
  children,
}: Omit<ListSelectProps, "options"> & { readonly children: ReactNode }) {
  return (
    <select
      className="light-select"
      aria-label={label}
      value={selected}
      disabled={disabled}
      onChange={({ target }) => onSelect(target.value)}
    >
      {children}
    </select>
  );
}

/** What narrows a list by something that is so or not. */
export function ListToggle(props: ListToggleProps) {
  const wide = useWideList();
  if (wide) return <wide.controls.TableToggle {...props} />;
  const { label, checked, onChange } = props;
  return (
    <label className="light-check">
      <input type="checkbox" checked={checked} onChange={({ target }) => onChange(target.checked)} />
      {label}
    </label>
  );
}

/** Filters or actions of a list, side by side where there is room. */
export const ListRow = ({ children }: { readonly children: ReactNode }) => <div className="list-row">{children}</div>;
