import DatePicker from "@cloudscape-design/components/date-picker";
import { Field } from "./fields.tsx";
import { type FieldProps, useField } from "./use-field.ts";

const calendarDay = (date: Date) =>
  `${date.getFullYear()}-${String(date.getMonth() + 1).padStart(2, "0")}-${String(date.getDate()).padStart(2, "0")}`;

/**
 * A calendar date as `YYYY-MM-DD`. `utcMidnight` stores it with T00:00:00Z, as expiration dates travel. Days up to and with
 * `after` cannot be chosen.
 */
export function DateField(props: FieldProps & { readonly after?: string; readonly utcMidnight?: boolean }) {
  const { value, set, ...field } = useField<string | null | undefined>(props);
  const { after } = props;
  return (
    <Field {...props} constraint={props.constraint ?? "YYYY/MM/DD"} error={field.error}>
      <DatePicker
        ref={field.ref}
        value={(value ?? "").slice(0, 10)}
        isDateEnabled={(date) => !after || calendarDay(date) > after}
        onBlur={field.onBlur}
        onChange={({ detail }) => {
          const whole = /^\d{4}-\d{2}-\d{2}$/.test(detail.value);
          set(detail.value === "" ? null : props.utcMidnight && whole ? `${detail.value}T00:00:00Z` : detail.value);
        }}
        placeholder={props.placeholder ?? "YYYY/MM/DD"}
        openCalendarAriaLabel={(selected) => (selected ? `Choose a date, ${selected} selected` : "Choose a date")}
        disabled={props.disabled}
        readOnly={props.readOnly}
      />
    </Field>
  );
}
