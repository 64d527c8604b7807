import { useContext, useEffect, useRef } from "react";
import { useController, useFormContext } from "react-hook-form";
import { whenReleased } from "../press.ts";
import { ShownFields } from "./use-call-form.ts";

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
  /** As wide as its room, not two thirds of it. */
  readonly stretch?: boolean | undefined;
}

/**
 * Binds a Cloudscape control to the form around it: its value, its error, and the focus on the first wrong field. What was
 * typed is checked on leaving the field; a field merely passed through is not, so that nothing jumps under the pointer.
 */
export function useField<Value>({ name }: Pick<FieldProps, "name">) {
  const { field, fieldState } = useController({ name });
  const { clearErrors, trigger } = useFormContext();
  const typed = useRef(false);
  const shown = useContext(ShownFields);
  useEffect(() => {
    const names = shown?.current;
    names?.add(name);
    return () => void names?.delete(name);
  }, [name, shown]);
  return {
    value: field.value as Value,
    set: (value: Value) => {
      typed.current = true;
      field.onChange(value);
      if (fieldState.error) clearErrors(name);
    },
    onBlur: () =>
      whenReleased(() => {
        field.onBlur();
        if (typed.current) void trigger(name);
      }),
    /** react-hook-form focuses the first wrong field through this. */
    ref: (control: { focus: () => void } | null) => {
      field.ref(control && { focus: () => control.focus() });
    },
    error: fieldState.error?.message ?? fieldState.error?.root?.message,
  };
}
