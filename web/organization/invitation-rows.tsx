import Button from "@cloudscape-design/components/button";
import Select from "@cloudscape-design/components/select";
import SpaceBetween from "@cloudscape-design/components/space-between";
import type { ClipboardEvent } from "react";
import { flushSync } from "react-dom";
import { useFieldArray, useFormContext, useFormState, useWatch } from "react-hook-form";
import * as z from "zod";
import { InvitationRow, invitationsMax } from "../../shared/organization/invitation.ts";
import { api } from "../api/client.ts";
import { queries } from "../api/queries.ts";
import { useSession } from "../session/session.tsx";
import { Field, TextField } from "../ui/forms/fields.tsx";
import { SelectField } from "../ui/forms/select-fields.tsx";
import { counted } from "../ui/look/format.ts";
import type { RoleChoice } from "../ui/look/role-names.ts";
import { whenReleased } from "../ui/press.ts";
import { addressesIn } from "./pasted-addresses.ts";
import { PeopleDrop } from "./people-drop.tsx";

/** A row's address as it is sent. */
export const addressOf = ({ email }: { email: string }): string => email.trim().toLowerCase();

/**
 * The rows as the form holds them: a role by its choice. Wrong is an address that stands there twice, and one of those that
 * were refused when they were looked up.
 */
export const rowsOf = (refused: ReadonlyMap<string, string>) =>
  z.object({
    invitations: z
      .array(
        z.object({
          email: InvitationRow.shape.email,
          role: z.string("Role field can not be empty").min(1, "Role field can not be empty"),
        }),
      )
      .superRefine((rows, context) => {
        for (const [index, { email }] of rows.entries()) {
          const isTwice = rows.findIndex((row) => row.email === email) < index;
          const message = isTwice ? "This address is already in the list." : refused.get(email);
          if (message) context.addIssue({ code: "custom", path: [index, "email"], message });
        }
      }),
  });
/** The rows as they are typed. */
export type RowValues = z.input<ReturnType<typeof rowsOf>>;
/** The rows as they are sent. */
export type CheckedRows = z.output<ReturnType<typeof rowsOf>>;

/** What the form begins with. */
export const emptyRow = { email: "", role: "" };
/** What a form can show; longer lists are imported. */
const rowsMax = 100;

/** The rows of addresses and roles: typed, pasted or from a file, each told what keeps it from being invited. */
export function InvitationRows({
  organization_id,
  choices,
  refused,
}: {
  readonly organization_id: string;
  readonly choices: readonly RoleChoice[];
  /** What was found of addresses that cannot be invited; kept up by what is looked up here. */
  readonly refused: Map<string, string>;
}) {
  const { control, getFieldState, getValues, setError, setFocus, setValue, trigger } = useFormContext<RowValues>();
  const { fields, append, insert, remove } = useFieldArray({ control, name: "invitations" });
  const mayImport = useSession().can(api.roster.create);
  const { errors } = useFormState({ control, name: "invitations" });
  const hopeless = fields.flatMap((_, index) => (errors.invitations?.[index]?.email?.type === "custom" ? [index] : []));
  const emailsFrom = (from: number, count: number) =>
    Array.from({ length: count }, (_, at) => `invitations.${from + at}.email` as const);

  /** Asks who is a member or invited already. Where no answer comes, sending tells as much. */
  const lookUp = async (rows: readonly { email: string }[]) => {
    const emails = [...new Set(rows.map(addressOf))].filter(
      (email) => InvitationRow.shape.email.safeParse(email).success,
    );
    for (let from = 0; from < emails.length; from += invitationsMax) {
      const some = emails.slice(from, from + invitationsMax);
      const asked = api.organization.checkInvitees.query({ organization_id, emails: some.join(",") });
      const answer = await queries.fetchQuery(asked).catch(() => undefined);
      if (!answer) return;
      for (const email of some) refused.delete(email);
      for (const { email, message } of answer.refused) refused.set(email, message);
      const found = getValues("invitations").flatMap((row, index) =>
        refused.has(addressOf(row)) ? [`invitations.${index}.email` as const] : [],
      );
      if (found.length > 0) void trigger(found);
      recheck();
    }
  };
  /** What is said of more rows than the form takes, with the way to invite them; nothing, if they are not. */
  const tooMany = (count: number) => {
    const way = mayImport
      ? "To invite more, go to Users, Import people."
      : "Split the list, and invite one part after the other.";
    return count > rowsMax
      ? `You can invite up to ${rowsMax} people here. With this list it would be ${count}. ${way}`
      : undefined;
  };
  /** Makes rows of several addresses, of the role of the row they are in. The focus stays where it is. */
  const spread = (index: number, emails: readonly string[]) => {
    const message = tooMany(fields.length - 1 + emails.length);
    if (message) return setError(`invitations.${index}.email`, { type: "length", message });
    const { role } = getValues(`invitations.${index}`);
    const rows = emails.map((email) => ({ email, role }));
    setValue(`invitations.${index}.email`, emails[0] ?? "", { shouldDirty: true });
    insert(index + 1, rows.slice(1), { shouldFocus: false });
    void trigger(emailsFrom(index, emails.length));
    void lookUp(rows);
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
  /** A list that was typed is spread when its row is left; one address is looked up. */
  const leave = (index: number) => {
    const row = getValues("invitations")[index];
    if (!row) return; // left by the click that removed it
    const { email } = row;
    const emails = addressesIn(email);
    if (emails.length > 1 || (emails.length === 1 && emails[0] !== email.trim())) spread(index, emails);
    else void lookUp([{ email }]);
  };
  /** Looks again at what was wrong: another row's change may have mended it. */
  const recheck = () => {
    const wrong = emailsFrom(0, getValues("invitations").length).filter(
      (name) => getFieldState(name).error?.type === "custom",
    );
    if (wrong.length > 0) void trigger(wrong);
  };
  /** Adds the people of a file behind the rows in which something stands; answers what is said where they are too many. */
  const add = (people: readonly { email: string; role?: string }[]) => {
    const kept = getValues("invitations").filter(({ email }) => email.trim() !== "");
    const message = tooMany(kept.length + people.length);
    if (message) return message;
    const [{ role: first } = emptyRow] = getValues("invitations");
    const choiceOf = (label: string) => choices.find((each) => each.label.toLowerCase() === label.toLowerCase());
    const rows = people.map(({ email, role }) => ({ email, role: role ? (choiceOf(role)?.value ?? "") : first }));
    setValue("invitations", [...kept, ...rows], { shouldDirty: true });
    const strange = people.flatMap(({ role }, index) =>
      role && !choiceOf(role) ? [`invitations.${kept.length + index}.role` as const] : [],
    );
    void trigger([...emailsFrom(kept.length, rows.length), ...strange]);
    void lookUp(rows);
    return undefined;
  };
  const removeAt = (at: number | number[], next: number) => {
    flushSync(() => remove(at));
    if (getValues("invitations").length === 0) flushSync(() => append(emptyRow));
    setFocus(`invitations.${next}.email`);
    recheck();
  };

  return (
    <PeopleDrop add={add}>
      {hopeless.length > 0 && fields.length > 1 ? (
        <SpaceBetween direction="horizontal" size="s" alignItems="center">
          <span role="status">{counted(hopeless.length, "row")} can’t be invited. The reason is beside each.</span>
          <Button formAction="none" onClick={() => removeAt(hopeless, 0)}>
            {hopeless.length === 1 ? "Remove it" : `Remove these ${hopeless.length}`}
          </Button>
        </SpaceBetween>
      ) : null}
      {fields.length > 1 ? <RoleForAll choices={choices} /> : null}
      {fields.map((field, index) => (
        <fieldset
          key={field.id}
          className="invitation-row"
          aria-label={`Invitation ${index + 1}`}
          onPaste={(event) => paste(index, event)}
          onBlurCapture={() => whenReleased(() => leave(index))}
          onBlur={() => whenReleased(recheck)}
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
              onClick={() => removeAt(index, Math.min(index, fields.length - 2))}
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
    </PeopleDrop>
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
