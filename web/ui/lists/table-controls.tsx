import SegmentedControl from "@cloudscape-design/components/segmented-control";
import Select from "@cloudscape-design/components/select";
import Toggle from "@cloudscape-design/components/toggle";
import type { ListSelectProps, ListTabsProps, ListToggleProps } from "./list-choices.ts";

/** {@link ListTabsProps} beside a table. */
export const TableTabs = ({ label, selected, options, onSelect }: ListTabsProps) => (
  <SegmentedControl
    label={label}
    selectedId={selected}
    options={options}
    onChange={({ detail }) => onSelect(detail.selectedId)}
  />
);

/** {@link ListSelectProps} beside a table. */
export const TableSelect = ({ label, selected, options, disabled = false, onSelect }: ListSelectProps) => (
  <Select
    ariaLabel={label}
    disabled={disabled}
    selectedOption={options.find(({ value }) => value === selected) ?? null}
    options={options}
    onChange={({ detail }) => onSelect(detail.selectedOption.value ?? "")}
  />
);

/** {@link ListToggleProps} beside a table. */
export const TableToggle = ({ label, checked, onChange }: ListToggleProps) => (
  <Toggle checked={checked} onChange={({ detail }) => onChange(detail.checked)}>
    {label}
  </Toggle>
);
