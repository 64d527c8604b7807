import Button from "@cloudscape-design/components/button";
import SpaceBetween from "@cloudscape-design/components/space-between";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { useFieldArray, useFormContext } from "react-hook-form";
import * as z from "zod";
import { InvitationRow, invitationsMax } from "../../shared/organization/invitation.ts";
import { invitableRoles } from "../../shared/permissions.ts";
import { api } from "../api/client.ts";
import { useSession } from "../app/session.tsx";
import { CallForm } from "../ui/call-form.tsx";
import { TextField } from "../ui/fields.tsx";
import { flash } from "../ui/flash.ts";
import { type RoleChoice, roleChoices, roleOfChoice } from "../ui/role-names.ts";
import { SelectField } from "../ui/select-fields.tsx";

/** The rows as the form holds them: a role by its choice. */
const Rows = z.object({
  invitations: z
    .array(
      z.object({
        email: InvitationRow.shape.email,
        role: z.string("Role field can not be empty").min(1, "Role field can not be empty"),
      }),
    )
    .superRefine((rows, context) => {
      for (const [index, { email }] of rows.entries())
        if (rows.findIndex((row) => row.email === email) < index)
          context.addIssue({ code: "custom", path: [index, "email"], message: "This address is already in the list." });
    }),
});
type RowValues = z.input<typeof Rows>;

const emptyRow = { email: "", role: "" };

/** Rows that were not sent although others were, and why. */
interface RowsLeft {
  readonly rows: readonly RowValues["invitations"][number][];
  readonly messages: readonly string[];
}

/** Addresses out of pasted text: one to a line, or separated by commas, semicolons or spaces. */
const addressesIn = (text: string): string[] =>
  text
    .split(/[\s,;]+/)
    .map((word) => word.replace(/^<|>$/g, ""))
    .filter((word) => word.includes("@"));

/** Rows of email and role that are sent together; what is wrong is told at its row, and nothing typed is lost. */
export function InvitationForm({
  organization_id,
  submit,
  cancel,
  onCancel,
  onDone,
}: {
  readonly organization_id: string;
  readonly submit: string;
  readonly cancel: string;
  readonly onCancel: () => void;
  readonly onDone: () => void;
}) {
  const { role, can } = useSession();
  const custom = useQuery({
    ...api.organization.listRoles.query({ organization_id, limit: 100 }),
    enabled: can(api.organization.listRoles),
  });
  const [left, setLeft] = useState<RowsLeft>();
  const choices = roleChoices(role ? invitableRoles(role) : [], custom.data?.roles ?? []);
  return (
    <CallForm
      send={api.organization.inviteUsers}
      schema={Rows}
      values={{ invitations: [emptyRow] } satisfies RowValues}
      toInput={({ invitations }) => ({
        organization_id,
        invitations: invitations.map(({ email, role: choice }) => ({ email, ...roleOfChoice(choice) })),
      })}
      submit={submit}
      cancel={cancel}
      onCancel={onCancel}
      failure="Invitation failed"
      onDone={({ invitations, refused }, typed) => {
        if (refused.length === 0) {
          flash("success", "Invitation sent successfully.");
          return onDone();
        }
        flash("error", `Sent: ${invitations.length}. Not sent: ${refused.length}. See the remaining rows for details.`);
        setLeft({
          rows: refused.flatMap(({ row }) => typed.invitations[row] ?? []),
          messages: refused.map(({ message }) => message),
        });
      }}
    >
      <InvitationRows choices={choices} left={left} />
    </CallForm>
  );
}

function InvitationRows({
  choices,
  left,
}: {
  readonly choices: readonly RoleChoice[];
  readonly left: RowsLeft | undefined;
}) {
  const { control, getValues, setValue, reset, setError } = useFormContext<RowValues>();
  const { fields, append, remove } = useFieldArray({ control, name: "invitations" });

  useEffect(() => {
    if (left === undefined) return;
    reset({ invitations: [...left.rows] });
    for (const [index, message] of left.messages.entries())
      setError(`invitations.${index}.email`, { type: "server", message });
  }, [left, reset, setError]);

  /** Several pasted addresses become rows of their own, with the role of the row they were pasted into. */
  const spread = (index: number) => {
    const row = getValues(`invitations.${index}`);
    const [first, ...rest] = addressesIn(row.email);
    if (!first || rest.length === 0) return;
    setValue(`invitations.${index}.email`, first);
    append(rest.slice(0, invitationsMax - fields.length).map((email) => ({ email, role: row.role })));
  };

  return (
    <SpaceBetween size="m">
      {fields.map((field, index) => (
        <fieldset
          key={field.id}
          className="invitation-row"
          aria-label={`Invitation ${index + 1}`}
          onBlur={() => spread(index)}
        >
          <TextField
            name={`invitations.${index}.email`}
            label={`Email ${index + 1}`}
            inputMode="email"
            autoComplete="off"
            stretch
            {...(index === 0 ? { constraint: "Paste several email addresses to add a row for each." } : {})}
          />
          <SelectField name={`invitations.${index}.role`} label={`Role ${index + 1}`} choices={choices} stretch />
          <div className="invitation-remove">
            <Button
              iconName="remove"
              variant="icon"
              formAction="none"
              disabled={fields.length === 1}
              ariaLabel={`Remove row ${index + 1}`}
              onClick={() => remove(index)}
            />
          </div>
        </fieldset>
      ))}
      <Button
        iconName="add-plus"
        formAction="none"
        disabled={fields.length >= invitationsMax}
        onClick={() => append(emptyRow)}
      >
        Add another
      </Button>
    </SpaceBetween>
  );
}
