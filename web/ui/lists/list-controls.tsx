import { createContext, type ReactNode, useContext, useLayoutEffect } from "react";
import type { ListSelectProps, ListTabsProps, ListToggleProps } from "./list-choices.ts";
import { useWideList } from "./wide-list.ts";

/** Is told what a control narrows its list to, under the control's name, where the control itself may be out of sight. */
export const Narrowing = createContext<((name: string, choice: string | undefined) => void) | undefined>(undefined);

/** Tells what a control narrows its list to: before it is drawn, so that nothing moves. */
export function useNarrowing(name: string, choice: string | undefined): void {
  const tell = useContext(Narrowing);
  useLayoutEffect(() => {
    tell?.(name, choice);
    return () => tell?.(name, undefined);
  }, [tell, name, choice]);
}

/** What narrows a list to one of a few; on a phone its own picker. */
export function ListTabs(props: ListTabsProps) {
  const wide = useWideList();
  if (wide) return <wide.controls.TableTabs {...props} />;
  return <NativeSelect {...props} options={props.options.map(({ id, text }) => ({ value: id, label: text }))} />;
}

/** What narrows or orders a list by one of many; on a phone its own picker. */
export function ListSelect(props: ListSelectProps) {
  const wide = useWideList();
  if (wide) return <wide.controls.TableSelect {...props} />;
  return <NativeSelect {...props} />;
}

function NativeSelect({ label, selected, firstNarrows, options, disabled, onSelect }: ListSelectProps) {
  const chosen = options.findIndex(({ value }) => value === selected);
  useNarrowing(label, chosen > 0 || firstNarrows ? options[chosen]?.label : undefined);
  return (
    <select
      className="light-select"
      aria-label={label}
      value={selected}
      disabled={disabled}
      onChange={({ target }) => onSelect(target.value)}
    >
      {options.map(({ value, label }) => (
        <option key={value} value={value}>
          {label}
        </option>
      ))}
    </select>
  );
}

/** What narrows a list by something that is so or not. */
export function ListToggle(props: ListToggleProps) {
  const wide = useWideList();
  if (wide) return <wide.controls.TableToggle {...props} />;
  return <NativeCheck {...props} />;
}

function NativeCheck({ label, checked, onChange }: ListToggleProps) {
  useNarrowing(label, checked ? label : undefined);
  return (
    <label className="light-check">
      <input type="checkbox" checked={checked} onChange={({ target }) => onChange(target.checked)} />
      {label}
    </label>
  );
}

/** Filters or actions of a list, side by side where there is room. */
export const ListRow = ({ children }: { readonly children: ReactNode }) => <div className="list-row">{children}</div>;
