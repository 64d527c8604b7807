import Input from "@cloudscape-design/components/input";
import { lazy, Suspense, useState } from "react";
import { Dropdown } from "../dialogs/dropdown.tsx";
import { calendarDayOf, dayInWords, writtenDay } from "../look/calendar-day.ts";
import { whenReleased } from "../press.ts";
import { Field } from "./fields.tsx";
import { type FieldProps, useField } from "./use-field.ts";

const Calendar = lazy(() => import("@cloudscape-design/components/calendar"));

const localDay = (date: Date) =>
  `${date.getFullYear()}-${String(date.getMonth() + 1).padStart(2, "0")}-${String(date.getDate()).padStart(2, "0")}`;

/**
 * A calendar date, typed as MM/DD/YYYY (YYYY-MM-DD is understood too) or chosen; the form holds `YYYY-MM-DD`, or the text
 * itself while it is no day. `utcMidnight` stores it with T00:00:00Z, as expiration dates travel. Days up to and with
 * `after` cannot be chosen.
 */
export function DateField(props: FieldProps & { readonly after?: string; readonly utcMidnight?: boolean }) {
  const { value, set, ...field } = useField<string | null | undefined>(props);
  const [typed, setTyped] = useState<string>();
  const [left, setLeft] = useState(true);
  const { after } = props;
  const day = calendarDayOf(value ?? "");
  const wanted = (iso: string) => (props.utcMidnight ? `${iso}T00:00:00Z` : iso);
  /** What was typed, while it says what the form holds. */
  const text =
    typed !== undefined && (calendarDayOf(typed) ?? typed) === (day ?? value ?? "")
      ? typed
      : day
        ? writtenDay(day)
        : (value ?? "");
  const meaningless = left && text !== "" && !day;
  return (
    <Field
      {...props}
      inWords={(theirs) => writtenDay(String(theirs ?? ""))}
      constraint={day ? dayInWords(day) : (props.constraint ?? "MM/DD/YYYY")}
      error={meaningless ? "Invalid Date. Enter it as MM/DD/YYYY, such as 12/31/2026." : field.error}
    >
      <div className="date-field">
        <Input
          ref={field.ref}
          name={props.name}
          value={text}
          onFocus={() => setLeft(false)}
          onBlur={() => {
            whenReleased(() => setLeft(true));
            setTyped(undefined);
            field.onBlur();
          }}
          onChange={({ detail }) => {
            const entered = calendarDayOf(detail.value);
            setTyped(detail.value);
            set(detail.value.trim() === "" ? null : entered ? wanted(entered) : detail.value);
          }}
          placeholder={props.placeholder ?? "MM/DD/YYYY"}
          autoComplete="off"
          disabled={props.disabled}
          readOnly={props.readOnly}
        />
        {props.disabled || props.readOnly ? null : (
          <Dropdown
            look="field-button"
            label={day ? `Choose a date, ${dayInWords(day)} selected` : "Choose a date"}
            face={<CalendarIcon />}
          >
            {(close) => (
              <Suspense fallback={<div className="date-calendar-room" role="status" aria-label="Loading" />}>
                <Calendar
                  value={day ?? ""}
                  locale="en-US"
                  ariaLabel={props.label}
                  isDateEnabled={(date) => !after || localDay(date) > after}
                  onChange={({ detail }) => {
                    setTyped(undefined);
                    set(wanted(detail.value));
                    close();
                  }}
                />
              </Suspense>
            )}
          </Dropdown>
        )}
      </div>
    </Field>
  );
}

const CalendarIcon = () => (
  <svg width="16" height="16" viewBox="0 0 16 16" fill="none" stroke="currentColor" strokeWidth="2" aria-hidden="true">
    <path d="M2 3.5h12V14H2zM2 7h12M5 1v4M11 1v4" />
  </svg>
);
