import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { invitationsMax } from "../../shared/organization/invitation.ts";
import { invitableRoles } from "../../shared/permissions.ts";
import { api } from "../api/client.ts";
import { write } from "../api/queries.ts";
import { useSession } from "../session/session.tsx";
import { flash } from "../ui/dialogs/flash.ts";
import { FormView } from "../ui/forms/call-form.tsx";
import { resolverFor } from "../ui/forms/resolver.ts";
import { useCallForm } from "../ui/forms/use-call-form.ts";
import { roleChoices, roleOfChoice } from "../ui/look/role-names.ts";
import { addressOf, type CheckedRows, emptyRow, InvitationRows, type RowValues, rowsOf } from "./invitation-rows.tsx";

/** Rows of email and role that are sent together; what is wrong is told at its row, and nothing typed is lost. */
export function InvitationForm({
  organization_id,
  firstRole = emptyRow.role,
  submit,
  cancel,
  onCancel,
  onDone,
}: {
  readonly organization_id: string;
  readonly firstRole?: string | undefined;
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
  const [{ refused, resolver }] = useState(() => {
    const refused = new Map<string, string>();
    return { refused, resolver: resolverFor(rowsOf(refused)) };
  });
  const of = useCallForm<RowValues, CheckedRows, { sent: number; messages: ReadonlyMap<string, string> }>({
    values: { invitations: [{ ...emptyRow, role: firstRole }] },
    resolver,
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
      <InvitationRows organization_id={organization_id} choices={choices} refused={refused} />
    </FormView>
  );
}
