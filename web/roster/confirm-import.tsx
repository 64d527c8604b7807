import { useState } from "react";
import type { Import } from "../../shared/roster/import.ts";
import { importDays } from "../../shared/roster/rules.ts";
import { ApiError } from "../api/api-error.ts";
import { api } from "../api/client.ts";
import { write } from "../api/queries.ts";
import { flash } from "../ui/dialogs/flash.ts";
import { LightField } from "../ui/forms/light-field.tsx";
import { unforeseen, useSubmit } from "../ui/forms/use-submit.ts";
import { counted } from "../ui/look/format.ts";
import { LightButton, LightMessage } from "../ui/look/light.tsx";
import { Panel, Stack } from "../ui/look/panel.tsx";
import { StatusText } from "../ui/look/status-text.tsx";

/** The confirmation of a checked file: at once, or at a later time of the device's own clock. */
export function ConfirmImport({ of, organization_id }: { readonly of: Import; readonly organization_id: string }) {
  const { import_id, counts } = of;
  const [later, setLater] = useState("");
  const confirming = useSubmit<void, unknown>({
    send: () =>
      write(api.roster.confirm, {
        organization_id,
        import_id,
        ...(later && { send_on: new Date(later).toISOString() }),
      }),
    onDone: () => flash("success", later ? "We’ll send the invitations then." : "We’re sending the invitations."),
    explain: (error) => (error instanceof ApiError && error.fields?.send_on) || unforeseen(error),
  });
  const people = counted(counts.ready, "person", "people");
  if (counts.ready === 0) return <LightMessage kind="info">There’s no one to invite in this file.</LightMessage>;
  return (
    <Panel title={`Invite ${people}`} description="Each gets an email with a link that’s good for a week.">
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void confirming.submit();
        }}
      >
        <Stack gap="m">
          <LightField
            label="Send later (optional)"
            hint={`Your time, within ${importDays.laterMax} days. Leave this empty to send now.`}
            type="datetime-local"
            value={later}
            onChange={({ target }) => setLater(target.value)}
          />
          <div role="alert">{confirming.fault ? <StatusText kind="error">{confirming.fault}</StatusText> : null}</div>
          <p>
            <LightButton type="submit" primary busy={confirming.pending}>
              {later ? `Schedule ${people}` : `Invite ${people}`}
            </LightButton>
          </p>
        </Stack>
      </form>
    </Panel>
  );
}
