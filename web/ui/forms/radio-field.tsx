import RadioGroup from "@cloudscape-design/components/radio-group";
import { Field } from "./fields.tsx";
import { type FieldProps, useField } from "./use-field.ts";

/** One of a few choices; none to begin with, where the form has none. */
export function RadioField({
  items,
  ...props
}: FieldProps & { readonly items: readonly { readonly value: string; readonly label: string }[] }) {
  const { value, set, ref, error } = useField<string | null>(props);
  return (
    <Field {...props} error={error} stretch>
      <RadioGroup ref={ref} value={value} items={[...items]} onChange={({ detail }) => set(detail.value)} />
    </Field>
  );
}
