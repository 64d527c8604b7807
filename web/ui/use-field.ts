import { useController } from "react-hook-form";

/** What every field of a form takes. `name` is the name on the wire. */
export interface FieldProps {
  readonly name: string;
  readonly label: string;
  /** A sentence under the label. */
  readonly hint?: string | undefined;
  /** A rule under the control, such as "At most 30 characters". */
  readonly constraint?: string | undefined;
  readonly placeholder?: string | undefined;
  readonly optional?: boolean | undefined;
  readonly disabled?: boolean | undefined;
  readonly readOnly?: boolean | undefined;
}

/** Binds a Cloudscape control to the form around it: its value, its error, and the focus on the first wrong field. */
export function useField<Value>({ name }: Pick<FieldProps, "name">) {
  const { field, fieldState } = useController({ name });
  return {
    value: field.value as Value,
    set: (value: Value) => field.onChange(value),
    onBlur: () => field.onBlur(),
    /** react-hook-form focuses the first wrong field through this. */
    ref: (control: { focus: () => void } | null) => {
      field.ref(control && { focus: () => control.focus() });
    },
    error: fieldState.error?.message ?? fieldState.error?.root?.message,
  };
}
