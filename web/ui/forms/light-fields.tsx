import type { ComponentProps, ReactNode } from "react";
import { LightField } from "./light-field.tsx";
import { useField } from "./use-field.ts";

/** A line of text of a light form. What is longer than `lengthMax` is cut. */
export function LightTextField({
  name,
  lengthMax,
  ...props
}: Omit<ComponentProps<typeof LightField>, "name" | "value" | "error" | "onChange"> & {
  readonly name: string;
  readonly lengthMax?: number;
}) {
  const { value, set, ...field } = useField<string>({ name });
  return (
    <LightField
      {...props}
      {...field}
      name={name}
      value={value}
      onChange={(event) => set(event.target.value.slice(0, lengthMax))}
    />
  );
}

/** A box to tick in a light form; its words are `children`. */
export function LightCheckbox({
  name,
  disabled = false,
  children,
}: {
  readonly name: string;
  readonly disabled?: boolean;
  readonly children: ReactNode;
}) {
  const { value, set, ref } = useField<boolean>({ name });
  return (
    <label className="light-check">
      <input
        type="checkbox"
        ref={ref}
        checked={value}
        disabled={disabled}
        onChange={(event) => set(event.target.checked)}
      />
      <span>{children}</span>
    </label>
  );
}
