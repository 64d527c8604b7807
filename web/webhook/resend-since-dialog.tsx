import { useState } from "react";
import { api } from "../api/client.ts";
import { write } from "../api/queries.ts";
import { ConfirmDialog } from "../ui/dialogs/confirm.tsx";
import { flash } from "../ui/dialogs/flash.ts";
import { LightField } from "../ui/forms/light-field.tsx";
import { counted } from "../ui/look/format.ts";

const DAY_MS = 86_400_000;

/** A time as the device's own clock writes it into a field. */
const localTime = (at: number): string =>
  new Date(at - new Date(at).getTimezoneOffset() * 60_000).toISOString().slice(0, "2026-11-29T12:00".length);

/** Sends again what was given up since a time. */
export function ResendSinceDialog({
  asked,
  onClose,
  onSent,
}: {
  readonly asked: { readonly organization_id: string; readonly endpoint_id: string };
  readonly onClose: () => void;
  readonly onSent: () => void;
}) {
  const [since, setSince] = useState(() => localTime(Date.now() - DAY_MS));
  return (
    <ConfirmDialog
      title="Resend failed deliveries?"
      confirm="Resend"
      ready={since !== ""}
      onClose={onClose}
      onConfirm={async () => {
        const { resent, has_more } = await write(api.webhook.resendSince, {
          ...asked,
          since: new Date(since).toISOString(),
        });
        if (resent === 0) return flash("info", "No deliveries have failed since then.");
        const words = `We’re sending ${counted(resent, "delivery", "deliveries")} again.`;
        flash("success", has_more ? `${words} There are more, so choose Resend failed deliveries again.` : words);
        return onSent();
      }}
    >
      <p>We send again what failed since this time, oldest first, within a minute.</p>
      <LightField
        label="Failed since"
        hint="Your time, within the last 30 days."
        type="datetime-local"
        value={since}
        onChange={({ target }) => setSince(target.value)}
      />
    </ConfirmDialog>
  );
}
