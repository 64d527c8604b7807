import Button from "@cloudscape-design/components/button";
import Select from "@cloudscape-design/components/select";
import SpaceBetween from "@cloudscape-design/components/space-between";
import { useQuery } from "@tanstack/react-query";
import type { ClipboardEvent } from "react";
import { flushSync } from "react-dom";
import { useFieldArray, useFormContext, useWatch } from "react-hook-form";
import * as z from "zod";
import { InvitationRow, invitationsMax } from "../../shared/organization/invitation.ts";
import { invitableRoles } from "../../shared/permissions.ts";
import { api } from "../api/client.ts";
import { write } from "../api/queries.ts";
import { useSession } from "../session/session.tsx";
import { flash } from "../ui/dialogs/flash.ts";
import { FormView } from "../ui/forms/call-form.tsx";
import { Field, TextField } from "../ui/forms/fields.tsx";
import { resolverFor } from "../ui/forms/resolver.ts";
import { SelectField } from "../ui/forms/select-fields.tsx";
import { useCallForm } from "../ui/forms/use-call-form.ts";
import { counted } from "../ui/look/format.ts";
import { type RoleChoice, roleChoices, roleOfChoice } from "../ui/look/role-names.ts";
import { addressesIn } from "./pasted-addresses.ts";

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
/** An organization may invite as many in a day. */
const rowsMax = 200;

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
  const choices = roleChoices(role ? invitableRoles(role) : [], custom.data?.roles ?? []);
  const of = useCallForm<RowValues, z.output<typeof Rows>, { sent: number; messages: ReadonlyMap<string, string> }>({
    values: { invitations: [emptyRow] },
    resolver: resolverFor(Rows),
    draft: { kind: "draft organization.inviteUsers", about: location.pathname, kept: "tab", from: "refusal" },
    // as many at once as the call takes; who is invited leaves the form, so that what is said of a row meets it
    send: async ({ invitations }) => {
      const messages = new Map<string, string>();
      let sent = 0;
      try {
        for (let from = 0; from < invitations.length; from += invitationsMax) {
          const batch = invitations.slice(from, from + invitationsMax);
          const answer = await write(api.organization.inviteUsers, {
            organization_id,
            invitations: batch.map(({ email, role: choice }) => ({ email, ...roleOfChoice(choice) })),
          });
          sent += answer.invitations.length;
          for (const { email, message } of answer.refused) messages.set(email, message);
          const invited = new Set(answer.invitations.map(({ email }) => email));
          const isRefused = (row: { email: string }) => messages.has(addressOf(row));
          const left = of.form.getValues("invitations").filter((row) => !invited.has(addressOf(row)));
          // those still to be sent come first: sent again, they are the same request
          if (left.length > 0)
            of.form.setValue("invitations", [...left.filter((row) => !isRefused(row)), ...left.filter(isRefused)]);
        }
      } catch (error) {
        const left = of.form.getValues("invitations").length;
        flash("error", sent === 0 ? "Invitation failed" : `Sent: ${sent}. Still to send: ${left}.`);
        tell(messages);
        throw error;
      }
      return { sent, messages };
    },
    onDone: ({ sent, messages }) => {
      if (messages.size === 0) {
        flash("success", "Invitation sent successfully.");
        return onDone();
      }
      flash("error", `Sent: ${sent}. Not sent: ${messages.size}. See the remaining rows for details.`);
      tell(messages);
    },
  });
  const tell = (messages: ReadonlyMap<string, string>) => {
    for (const [index, row] of of.form.getValues("invitations").entries()) {
      const message = messages.get(addressOf(row));
      if (message) of.form.setError(`invitations.${index}.email`, { type: "server", message });
    }
  };
  return (
    <FormView of={of} submit={submit} cancel={cancel} onCancel={onCancel}>
      <InvitationRows choices={choices} />
    </FormView>
  );
}

/** A row's address as it is sent. */
const addressOf = ({ email }: { email: string }): string => email.trim().toLowerCase();

function InvitationRows({ choices }: { readonly choices: readonly RoleChoice[] }) {
  const { control, getFieldState, getValues, setError, setFocus, setValue, trigger } = useFormContext<RowValues>();
  const { fields, append, insert, remove } = useFieldArray({ control, name: "invitations" });
  const emailsFrom = (from: number, count: number) =>
    Array.from({ length: count }, (_, at) => `invitations.${from + at}.email` as const);

  /** Makes rows of several addresses, of the role of the row they are in. The focus stays where it is. */
  const spread = (index: number, emails: readonly string[]) => {
    const count = fields.length - 1 + emails.length;
    if (count > rowsMax) {
      const message = `You can invite up to ${rowsMax} people a day. With this list it would be ${count}.`;
      return setError(`invitations.${index}.email`, { type: "length", message });
    }
    const { role } = getValues(`invitations.${index}`);
    const [first = "", ...others] = emails;
    setValue(`invitations.${index}.email`, first, { shouldDirty: true });
    insert(
      index + 1,
      others.map((email) => ({ email, role })),
      { shouldFocus: false },
    );
    void trigger(emailsFrom(index, emails.length));
  };
  const paste = (index: number, event: ClipboardEvent) => {
    const { target } = event;
    if (!(target instanceof HTMLInputElement) || target.name !== `invitations.${index}.email`) return;
    const pasted = event.clipboardData.getData("text");
    const emails = addressesIn(pasted);
    const { value, selectionStart, selectionEnd } = target;
    const kept = (value.slice(0, selectionStart ?? 0) + value.slice(selectionEnd ?? 0)).trim();
    if (emails.length === 0 || (emails.length === 1 && (kept !== "" || emails[0] === pasted.trim()))) return;
    event.preventDefault();
    spread(index, kept === "" ? emails : [kept, ...emails]);
  };
  /** A list that was typed is spread when its row is left. */
  const leave = (index: number) => {
    const { email } = getValues(`invitations.${index}`);
    const emails = addressesIn(email);
    if (emails.length > 1 || (emails.length === 1 && emails[0] !== email.trim())) spread(index, emails);
  };
  /** Looks again at what was wrong: another row's change may have mended it. */
  const recheck = () => {
    const wrong = emailsFrom(0, getValues("invitations").length).filter(
      (name) => getFieldState(name).error?.type === "custom",
    );
    if (wrong.length > 0) void trigger(wrong);
  };

  return (
    <SpaceBetween size="m">
      {fields.length > 1 ? <RoleForAll choices={choices} /> : null}
      {fields.map((field, index) => (
        <fieldset
          key={field.id}
          className="invitation-row"
          aria-label={`Invitation ${index + 1}`}
          onPaste={(event) => paste(index, event)}
          onBlurCapture={() => leave(index)}
          onBlur={recheck}
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
              onClick={() => {
                flushSync(() => remove(index));
                setFocus(`invitations.${Math.min(index, fields.length - 2)}.email`);
                recheck();
              }}
            />
          </div>
        </fieldset>
      ))}
      <Button
        iconName="add-plus"
        formAction="none"
        disabled={fields.length >= rowsMax}
        onClick={() => append(emptyRow)}
      >
        Add another
      </Button>
    </SpaceBetween>
  );
}

/** How many are invited, and the role that all of them have: chosen here once, changed at each row. */
function RoleForAll({ choices }: { readonly choices: readonly RoleChoice[] }) {
  const { clearErrors, control, setValue } = useFormContext<RowValues>();
  const rows = useWatch({ control, name: "invitations" });
  const shared = choices.find(({ value }) => rows.every(({ role }) => role === value));
  return (
    <div className="invitation-row">
      <p role="status">{counted(rows.length, "row")}</p>
      <Field label="Role for all" stretch>
        <Select
          selectedOption={shared ?? null}
          options={choices}
          placeholder="Choose"
          selectedAriaLabel="Selected"
          onChange={({ detail }) => {
            for (const index of rows.keys()) {
              setValue(`invitations.${index}.role`, detail.selectedOption.value ?? "", { shouldDirty: true });
              clearErrors(`invitations.${index}.role`);
            }
          }}
        />
      </Field>
    </div>
  );
}
