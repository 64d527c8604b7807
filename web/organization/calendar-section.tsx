import Button from "@cloudscape-design/components/button";
import SpaceBetween from "@cloudscape-design/components/space-between";
import { useSuspenseQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useController, useFormContext } from "react-hook-form";
import * as z from "zod";
import { type BusinessCalendar, calendarFields, closingDaysMax } from "../../shared/organization/calendar.ts";
import type { Organization } from "../../shared/organization/organization.ts";
import { api } from "../api/client.ts";
import { CallForm } from "../ui/forms/call-form.tsx";
import { DateField } from "../ui/forms/date-field.tsx";
import { CheckboxField, Field } from "../ui/forms/fields.tsx";
import { MultiselectField } from "../ui/forms/select-fields.tsx";
import { calendarDayOf, dayInWords } from "../ui/look/calendar-day.ts";
import { counted } from "../ui/look/format.ts";
import { KeyValues } from "../ui/look/key-values.tsx";
import { Panel } from "../ui/look/panel.tsx";
import { Tag } from "../ui/look/skill-tags.tsx";

const weekdays = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"];
const choices = weekdays.map((label, index) => ({ value: index + 1, label }));
/** `closing_day` is the day about to be added. */
const FormFields = z.object({ ...calendarFields, closing_day: z.string().nullish(), move_due_dates: z.boolean() });

/** On which days an organization works, by which decisions are due; for its admins. */
export function CalendarSection({ organization_id }: Pick<Organization, "organization_id">) {
  const [editing, setEditing] = useState(false);
  const { data: calendar } = useSuspenseQuery(api.organization.readCalendar.query({ organization_id }));
  return (
    <Panel
      title="Working days"
      description="Decision dates are counted in these days."
      actions={editing ? undefined : <Button onClick={() => setEditing(true)}>Edit working days</Button>}
    >
      {editing ? (
        <CallForm
          follows
          send={api.organization.saveCalendar}
          schema={FormFields}
          values={{ ...calendar, closing_day: null, move_due_dates: false }}
          toInput={({ closing_day: _, ...fields }) => ({ ...fields, organization_id, version: calendar.version })}
          submit="Save working days"
          success="Working days saved."
          onDone={() => setEditing(false)}
          onCancel={() => setEditing(false)}
        >
          <MultiselectField name="weekdays" label="Working days of the week" choices={choices} />
          <CheckboxField
            name="federal_holidays"
            label="Closed on US federal holidays"
            hint="A holiday on a Saturday is observed on Friday, and one on a Sunday on Monday."
          />
          <ClosingDays />
          <CheckboxField
            name="move_due_dates"
            label="Move existing decision dates"
            hint="We’ll tell learners and reviewers the new dates. Otherwise, the dates stay the same."
          />
        </CallForm>
      ) : (
        <Shown calendar={calendar} />
      )}
    </Panel>
  );
}

function Shown({ calendar }: { readonly calendar: BusinessCalendar }) {
  const { closing_days, federal_holidays } = calendar;
  const today = new Date().toISOString().slice(0, 10);
  const ahead = closing_days.filter((day) => day >= today);
  return (
    <KeyValues
      items={[
        { label: "Days of the week", value: calendar.weekdays.map((day) => weekdays[day - 1]).join(", ") },
        { label: "US federal holidays", value: federal_holidays ? "Closed" : "Open" },
        {
          label: "Upcoming closed days",
          value: ahead.length === 0 ? "None" : ahead.map((day) => <div key={day}>{dayInWords(day)}</div>),
        },
      ]}
    />
  );
}

/** The closing days with a way to add one, and to take each away. */
function ClosingDays() {
  const { field, fieldState } = useController({ name: "closing_days" });
  const { getValues, setValue } = useFormContext();
  const days = field.value as readonly string[];
  const add = () => {
    const day = calendarDayOf(String(getValues("closing_day") ?? ""));
    if (day === undefined) return;
    field.onChange([...new Set([...days, day])].toSorted());
    setValue("closing_day", null);
  };
  return (
    <SpaceBetween size="xs">
      <DateField name="closing_day" label="Closed day" optional />
      <Button formAction="none" onClick={add} disabled={days.length >= closingDaysMax}>
        Add closed day
      </Button>
      <Field
        name="closing_days"
        label="Closed days"
        inWords={(theirs) => (theirs as readonly string[]).map((day) => dayInWords(day)).join("; ")}
        constraint={counted(days.length, "day")}
        error={fieldState.error?.message}
      >
        <ul className="tags tags-chosen" aria-label="Closed days">
          {days.map((day) => (
            <Tag
              key={day}
              name={dayInWords(day)}
              onRemove={() => field.onChange(days.filter((each) => each !== day))}
            />
          ))}
        </ul>
      </Field>
    </SpaceBetween>
  );
}
