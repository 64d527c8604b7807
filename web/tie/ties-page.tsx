import Button from "@cloudscape-design/components/button";
import ColumnLayout from "@cloudscape-design/components/column-layout";
import SpaceBetween from "@cloudscape-design/components/space-between";
import { useSuspenseQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useFieldArray, useFormContext, useWatch } from "react-hook-form";
import * as z from "zod";
import * as paths from "../../shared/platform/paths.ts";
import {
  DeclaredTie,
  Employer,
  type TieKind,
  type Ties,
  tieDays,
  tieFields,
  tiesMax,
} from "../../shared/tie/declared-ties.ts";
import { api } from "../api/client.ts";
import { CallForm } from "../ui/forms/call-form.tsx";
import { DateField } from "../ui/forms/date-field.tsx";
import { TextField } from "../ui/forms/fields.tsx";
import { ChangedElsewhere } from "../ui/forms/follow-stored.tsx";
import { FormRow } from "../ui/forms/form-row.tsx";
import { SelectField } from "../ui/forms/select-fields.tsx";
import { dateTime } from "../ui/look/format.ts";
import { PageHeader } from "../ui/look/page-header.tsx";
import { Panel } from "../ui/look/panel.tsx";

const kinds: readonly { readonly value: TieKind; readonly label: string }[] = [
  { value: "family", label: "Family" },
  { value: "business", label: "Business partner" },
  { value: "supervisor", label: "Supervisor or supervised" },
  { value: "coauthor", label: "Co-author" },
];
/** Ties that count for a time after they have ended. */
const ending: readonly (TieKind | "")[] = ["supervisor", "coauthor"];

interface Values {
  employers: { name: string; ended_on: string | null }[];
  people: { email: string; kind: TieKind | ""; ended_on: string | null }[];
}

/** From when a declaration counts that does not yet. */
function Counting({ from }: { readonly from: string | undefined }) {
  const begins = from !== undefined && from > new Date().toISOString();
  return begins ? <p className="form-row-note">Counts from {dateTime(from)}.</p> : null;
}

const ended_on = z.preprocess((value) => value || undefined, Employer.shape.ended_on);
const Fields = z.object({
  employers: tieFields.employers.element.extend({ ended_on }).array(),
  people: DeclaredTie.extend({
    kind: z.string().pipe(z.enum(DeclaredTie.shape.kind.options, "Choose how you’re tied.")),
    ended_on,
  }).array(),
}) as unknown as z.ZodType<Pick<Ties, "employers" | "people">, Values>;

/** `/ties`: where somebody works, and whose work they should not judge, or who should not judge theirs. */
export function Page() {
  const { data: ties } = useSuspenseQuery(api.tie.read.query({}));
  return (
    <CallForm
      header={
        <PageHeader
          title="Your ties"
          description="Add anyone you couldn’t review fairly, or who couldn’t review you fairly. Neither of you will review the other’s work. Reviewers and learners never see this list or learn that they’re on it. An organization’s admins see a tie only where it concerns one of their reviews. What you add counts for jobs offered from the next day (UTC) on, and for at least 30 days. You can save five changes a day, each with up to ten people added and ten removed."
          back={{ to: paths.profile, text: "Your profile" }}
        />
      }
      follows
      send={api.tie.save}
      schema={Fields}
      values={{
        employers: ties.employers.map(({ name, ended_on: on }) => ({ name, ended_on: on ?? null })),
        people: ties.people.map(({ email, kind, ended_on: on }) => ({ email, kind, ended_on: on ?? null })),
      }}
      toInput={({ employers, people }) => ({
        employers,
        people: people.map(({ ended_on: on, ...tie }) => (ending.includes(tie.kind) ? { ...tie, ended_on: on } : tie)),
        version: ties.version,
      })}
      submit="Save"
      success="Your Changes Saved Successfully."
      onCancel={paths.profile}
      onDone={paths.profile}
    >
      <Employers saved={ties.employers} />
      <People saved={ties.people} />
      <TakenBack {...ties.taken_back} />
    </CallForm>
  );
}

function Rows({
  name,
  title,
  description,
  add,
  full,
  onAdd,
  children,
}: {
  readonly name: keyof Values;
  readonly title: string;
  readonly description: string;
  readonly add: string;
  readonly full: boolean;
  readonly onAdd: () => void;
  readonly children: readonly ReactNode[];
}) {
  return (
    <Panel
      title={title}
      description={description}
      actions={
        <Button iconName="add-plus" formAction="none" disabled={full} onClick={onAdd}>
          {add}
        </Button>
      }
    >
      <ChangedElsewhere name={name} />
      {children.length === 0 ? <p className="form-rows-none">Nothing added yet.</p> : null}
      <SpaceBetween size="l">{children}</SpaceBetween>
    </Panel>
  );
}

/** What was removed and still counts. */
function TakenBack({ employers = [], people = [] }: Partial<NonNullable<Ties["taken_back"]>>) {
  const removed = [
    ...employers.map(({ name, ...each }) => ({ ...each, id: `${name} ${each.ended_on}`, who: name })),
    ...people.map(({ email, ...each }) => ({ ...each, id: `${email} ${each.kind} ${each.ended_on}`, who: email })),
  ];
  if (removed.length === 0) return null;
  return (
    <Panel
      title="Removed ties that still count"
      description={`A tie counts for at least ${tieDays} days. To keep one, add it again.`}
    >
      <ul>
        {removed.map(({ id, who, ends_on }) => (
          <li key={id}>
            <b>{who}</b>, ends on {dateTime(ends_on)}
          </li>
        ))}
      </ul>
    </Panel>
  );
}

function Employers({ saved }: { readonly saved: Ties["employers"] }) {
  const { control } = useFormContext<Values>();
  const { fields, append, remove } = useFieldArray({ control, name: "employers" });
  const employers = useWatch({ control, name: "employers" });
  return (
    <Rows
      name="employers"
      title="Where you work"
      description="Coworkers don’t review each other, except for their own employer’s credentials. A former employer counts for a year."
      add="Add employer"
      full={fields.length >= tiesMax.employers}
      onAdd={() => append({ name: "", ended_on: null })}
    >
      {fields.map(({ id }, index) => (
        <FormRow key={id} title={`Employer ${index + 1}`} onRemove={() => remove(index)}>
          <ColumnLayout columns={2}>
            <TextField name={`employers.${index}.name`} label="Employer" lengthMax={100} />
            <DateField name={`employers.${index}.ended_on`} label="Last day" optional />
          </ColumnLayout>
          <Counting from={saved.find(({ name }) => name === employers[index]?.name)?.counts_from} />
        </FormRow>
      ))}
    </Rows>
  );
}

function People({ saved }: { readonly saved: Ties["people"] }) {
  const { control } = useFormContext<Values>();
  const { fields, append, remove } = useFieldArray({ control, name: "people" });
  const people = useWatch({ control, name: "people" });
  return (
    <Rows
      name="people"
      title="People you’re tied to"
      description="Enter the email address they use. They don’t need an account."
      add="Add person"
      full={fields.length >= tiesMax.people}
      onAdd={() => append({ email: "", kind: "", ended_on: null })}
    >
      {fields.map(({ id }, index) => (
        <FormRow key={id} title={`Person ${index + 1}`} onRemove={() => remove(index)}>
          <ColumnLayout columns={2}>
            <TextField name={`people.${index}.email`} label="Email" inputMode="email" autoComplete="off" />
            <SelectField name={`people.${index}.kind`} label="Tie" choices={kinds} />
            {ending.includes(people[index]?.kind ?? "") ? (
              <DateField
                name={`people.${index}.ended_on`}
                label="Ended on"
                optional
                hint="It counts for three more years."
              />
            ) : null}
          </ColumnLayout>
          <Counting from={saved.find(({ email }) => email === people[index]?.email)?.counts_from} />
        </FormRow>
      ))}
    </Rows>
  );
}
