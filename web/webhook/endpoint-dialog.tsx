import * as z from "zod";
import { addressMax } from "../../shared/webhook/address.ts";
import { descriptionMax, type WebhookEndpoint } from "../../shared/webhook/endpoint.ts";
import { create } from "../../shared/webhook/endpoint-calls.ts";
import { publicEventNames, publicEvents } from "../../shared/webhook/events.ts";
import { api } from "../api/client.ts";
import { write } from "../api/queries.ts";
import { useSession } from "../session/session.tsx";
import { flash } from "../ui/dialogs/flash.ts";
import { FormView } from "../ui/forms/call-form.tsx";
import { TextField } from "../ui/forms/fields.tsx";
import { wordsForFollowing } from "../ui/forms/follow-stored.tsx";
import { FormDialog } from "../ui/forms/form-dialog.tsx";
import { resolverFor } from "../ui/forms/resolver.ts";
import { MultiselectField } from "../ui/forms/select-fields.tsx";
import { useCallForm } from "../ui/forms/use-call-form.ts";

const { address, description, types } = create.input.shape;
const Fields = z.object({ address, description, types });

const eventChoices = publicEventNames.map((name) => ({
  value: name,
  label: name,
  description: publicEvents[name].says,
}));

/** What is known once an endpoint is added: its secret, this once. */
interface Made {
  readonly secret: string;
  readonly endpoint_id: string;
}

/** Adds an endpoint, or changes the one that is given. */
export function EndpointDialog({
  endpoint,
  onClose,
  onDone,
}: {
  readonly endpoint?: WebhookEndpoint;
  readonly onClose: () => void;
  readonly onDone?: (made: Made) => void;
}) {
  const { organization_id } = useSession();
  const values = {
    address: endpoint?.address ?? "",
    description: endpoint?.description ?? "",
    types: endpoint?.types ?? [],
  };
  const of = useCallForm<z.input<typeof Fields>, z.output<typeof Fields>, Made | undefined>({
    resolver: resolverFor(Fields),
    values,
    explain: wordsForFollowing,
    send: async (fields) => {
      if (endpoint) {
        const { endpoint_id, version } = endpoint;
        await write(api.webhook.update, { organization_id, endpoint_id, version, ...fields });
        return undefined;
      }
      const { secret, endpoint: made } = await write(api.webhook.create, { organization_id, ...fields });
      return { secret, endpoint_id: made.endpoint_id };
    },
    onDone: (made) => {
      if (made) return onDone?.(made);
      flash("success", "Endpoint changed.");
      return onClose();
    },
  });
  const title = endpoint ? "Edit webhook endpoint" : "Add webhook endpoint";
  return (
    <FormDialog title={title} onClose={onClose}>
      <FormView of={of} stored={values} submit={endpoint ? "Save" : "Add endpoint"} onCancel={onClose} guarded={false}>
        <TextField
          name="address"
          label="Address"
          hint="Begins with https://. Everyone must be able to reach it, on port 443."
          type="url"
          lengthMax={addressMax}
          autoComplete="off"
          stretch
        />
        <TextField
          name="description"
          label="Description"
          hint="What it’s for, such as Student records."
          lengthMax={descriptionMax}
          autoComplete="off"
          optional
          stretch
        />
        <MultiselectField
          name="types"
          label="Events"
          hint="Choose none to send all events, including those we add later."
          placeholder="All events"
          choices={eventChoices}
          optional
          stretch
        />
      </FormView>
    </FormDialog>
  );
}
