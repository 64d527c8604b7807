interface ListChoice {
  readonly label: string;
  readonly selected: string;
  /** The first option narrows the list as the others do; it leaves the list as it is unless told. */
  readonly firstNarrows?: true;
}

/** A choice that names its options all at once. */
export interface ListTabsProps extends ListChoice {
  readonly options: readonly { readonly id: string; readonly text: string }[];
  readonly onSelect: (id: string) => void;
}

/** A choice of many. */
export interface ListSelectProps extends ListChoice {
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
