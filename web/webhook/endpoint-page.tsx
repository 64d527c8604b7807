import { useSuspenseQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { useParams } from "react-router";
import * as paths from "../../shared/platform/paths.ts";
import { nameOf, type WebhookEndpoint } from "../../shared/webhook/endpoint.ts";
import { useSession } from "../session/session.tsx";
import { copyText } from "../ui/dialogs/copy-text.ts";
import { Nothing } from "../ui/lists/list-states.tsx";
import { dateTime } from "../ui/look/format.ts";
import { KeyValues } from "../ui/look/key-values.tsx";
import { LightButton, LightMessage } from "../ui/look/light.tsx";
import { PageHeader } from "../ui/look/page-header.tsx";
import { Panel, Stack } from "../ui/look/panel.tsx";
import { DeliveriesCard } from "./deliveries-card.tsx";
import { EndpointActions } from "./endpoint-actions.tsx";
import { attemptsInWords, EndpointStatus, endpointsOf } from "./endpoint-words.tsx";

/** So long a list follows what was just sent, and looks again. */
const FOLLOWED_MS = 30_000;
const LOOK_AGAIN_MS = 2000;

/** Whether something was sent a moment ago, so that its page looks again, and what says that something was. */
function useFollowed(): readonly [isFollowed: boolean, onSent: () => void] {
  const [sent, setSent] = useState(0);
  const [seen, setSeen] = useState(0);
  useEffect(() => {
    const timer = setTimeout(() => setSeen(sent), FOLLOWED_MS);
    return () => clearTimeout(timer);
  }, [sent]);
  return [seen !== sent, () => setSent((before) => before + 1)];
}

/** `/connections/webhooks/:id`: how an endpoint stands, what can be done with it, and what was sent to it. */
export function Page() {
  const { id } = useParams();
  const { organization_id } = useSession();
  const [isFollowed, onSent] = useFollowed();
  const refreshEveryMs = isFollowed ? LOOK_AGAIN_MS : undefined;
  const { data } = useSuspenseQuery({ ...endpointsOf(organization_id), refetchInterval: refreshEveryMs ?? false });
  const endpoint = data.endpoints.find(({ endpoint_id }) => endpoint_id === id);
  const back = { to: paths.webhooks, text: "Webhooks" };
  if (endpoint) {
    return (
      <Stack gap="l">
        <PageHeader
          title={nameOf(endpoint)}
          back={back}
          actions={<EndpointActions endpoint={endpoint} onSent={onSent} />}
        />
        <EndpointPanel endpoint={endpoint} />
        <DeliveriesCard endpoint={endpoint} onSent={onSent} refreshEveryMs={refreshEveryMs} />
      </Stack>
    );
  }
  return (
    <>
      <PageHeader title="Webhook endpoint" back={back} />
      <Panel>
        <Nothing title="This endpoint was removed" text="We don’t send anything to it anymore." />
      </Panel>
    </>
  );
}

function EndpointPanel({ endpoint }: { readonly endpoint: WebhookEndpoint }) {
  const { attempts, address, types, public_key, former_until, status } = endpoint;
  return (
    <Panel title="Endpoint">
      <Stack gap="m">
        <KeyValues
          label="Endpoint"
          columns={3}
          items={[
            { label: "Status", value: <EndpointStatus of={endpoint} /> },
            { label: "Last 24 hours", value: attempts ? attemptsInWords(attempts) : "–" },
            { label: "Address", value: address },
            { label: "Events", value: types.length === 0 ? "All" : types.join(", ") },
            {
              label: "Public key (v1a)",
              value: <code>{public_key}</code>,
              note: <LightButton onClick={() => copyText("Public key", public_key)}>Copy public key</LightButton>,
            },
          ]}
        />
        {former_until ? (
          <LightMessage kind="info">
            The former secret works alongside the new one until {dateTime(former_until)}.
          </LightMessage>
        ) : null}
        {status === "off" ? (
          <LightMessage kind="warning">
            We don’t send anything while it’s off, and won’t send it later. A program can read what it missed with an
            API key.
          </LightMessage>
        ) : null}
      </Stack>
    </Panel>
  );
}
