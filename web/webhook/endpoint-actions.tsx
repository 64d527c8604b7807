import { useState } from "react";
import { useNavigate } from "react-router";
import * as paths from "../../shared/platform/paths.ts";
import { overlapHours, type WebhookEndpoint } from "../../shared/webhook/endpoint.ts";
import { api } from "../api/client.ts";
import { write } from "../api/queries.ts";
import { useSession } from "../session/session.tsx";
import { ConfirmDialog } from "../ui/dialogs/confirm.tsx";
import { flash } from "../ui/dialogs/flash.ts";
import { ShownOnce } from "../ui/dialogs/shown-once.tsx";
import { unforeseen, useSubmit } from "../ui/forms/use-submit.ts";
import { LightButton } from "../ui/look/light.tsx";
import { EndpointDialog } from "./endpoint-dialog.tsx";

const failed = (error: unknown) => {
  flash("error", unforeseen(error));
  return undefined;
};

/** What an admin does with an endpoint: a test, other words, another secret, off and on, and away. */
export function EndpointActions({
  endpoint,
  onSent,
}: {
  readonly endpoint: WebhookEndpoint;
  readonly onSent: () => void;
}) {
  const { organization_id, can } = useSession();
  const { endpoint_id, status } = endpoint;
  const asked = { organization_id, endpoint_id };
  const [open, setOpen] = useState<"edit" | "rotate" | "off" | "remove">();
  const [secret, setSecret] = useState<string>();
  const go = useNavigate();
  const close = () => setOpen(undefined);
  const test = useSubmit<void, unknown, undefined>({
    send: () => write(api.webhook.sendTest, asked),
    onDone: () => {
      flash("success", "We’re sending the test event.");
      onSent();
    },
    explain: failed,
  });
  const turnOn = useSubmit<void, unknown, undefined>({
    send: () => write(api.webhook.setStatus, { ...asked, status: "active" }),
    onDone: () => flash("success", "Endpoint turned on."),
    explain: failed,
  });
  async function rotate() {
    const { secret } = await write(api.webhook.rotate, asked);
    setSecret(secret);
  }
  return (
    <>
      {can(api.webhook.update) ? (
        <>
          {status === "active" ? (
            <LightButton busy={test.pending} onClick={() => void test.submit()}>
              Send test event
            </LightButton>
          ) : null}
          <LightButton onClick={() => setOpen("edit")}>Edit</LightButton>
          <LightButton onClick={() => setOpen("rotate")}>New secret</LightButton>
          {status === "active" ? (
            <LightButton onClick={() => setOpen("off")}>Turn off</LightButton>
          ) : (
            <LightButton busy={turnOn.pending} onClick={() => void turnOn.submit()}>
              Turn on
            </LightButton>
          )}
        </>
      ) : null}
      {can(api.webhook.remove) ? <LightButton onClick={() => setOpen("remove")}>Remove</LightButton> : null}
      {open === "edit" ? <EndpointDialog endpoint={endpoint} onClose={close} /> : null}
      {open === "rotate" ? (
        <ConfirmDialog title="Create a new secret?" confirm="Create new secret" onClose={close} onConfirm={rotate}>
          <p>
            For {overlapHours} hours we sign with the former secret, too, so you can switch your program without missing
            anything.
          </p>
        </ConfirmDialog>
      ) : null}
      {secret ? (
        <ShownOnce title="Your new secret" name="Secret" text={secret} onClose={() => setSecret(undefined)} />
      ) : null}
      {open === "off" ? (
        <ConfirmDialog
          title="Turn this endpoint off?"
          confirm="Turn off"
          onClose={close}
          onConfirm={async () => {
            await write(api.webhook.setStatus, { ...asked, status: "off" });
            flash("success", "Endpoint turned off.");
          }}
        >
          <p>We don’t send it what happens until you turn it on again. What waits for another attempt fails.</p>
        </ConfirmDialog>
      ) : null}
      {open === "remove" ? (
        <ConfirmDialog
          title="Remove this endpoint?"
          confirm="Remove endpoint"
          destructive
          onClose={close}
          onConfirm={async () => {
            await write(api.webhook.remove, asked);
            flash("success", "Endpoint removed.");
            await go(paths.webhooks);
          }}
        >
          <p>We stop sending to it right away, and you can’t see its deliveries anymore. You can’t undo this.</p>
        </ConfirmDialog>
      ) : null}
    </>
  );
}
