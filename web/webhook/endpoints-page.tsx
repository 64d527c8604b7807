import Box from "@cloudscape-design/components/box";
import Button from "@cloudscape-design/components/button";
import { useState } from "react";
import { useNavigate } from "react-router";
import * as paths from "../../shared/platform/paths.ts";
import { nameOf, type WebhookEndpoint } from "../../shared/webhook/endpoint.ts";
import { api } from "../api/client.ts";
import { useSession } from "../session/session.tsx";
import { ShownOnce } from "../ui/dialogs/shown-once.tsx";
import { Collection, RowLink } from "../ui/lists/collection.tsx";
import type { Column } from "../ui/lists/columns.ts";
import { Breakable } from "../ui/look/breakable.tsx";
import { counted, date } from "../ui/look/format.ts";
import { PageHeader } from "../ui/look/page-header.tsx";
import { EndpointDialog } from "./endpoint-dialog.tsx";
import { attemptsInWords, EndpointStatus } from "./endpoint-words.tsx";

const columns: readonly Column<WebhookEndpoint>[] = [
  {
    id: "endpoint",
    header: "Endpoint",
    names: true,
    width: 360,
    cell: (endpoint) => (
      <>
        <RowLink to={paths.webhook(endpoint.endpoint_id)}>{nameOf(endpoint)}</RowLink>
        <Box variant="small" color="text-body-secondary" display="block">
          <Breakable address={endpoint.address} />
        </Box>
      </>
    ),
  },
  { id: "status", header: "Status", width: 280, cell: (endpoint) => <EndpointStatus of={endpoint} /> },
  {
    id: "attempts",
    header: "Last 24 hours",
    width: 220,
    cell: ({ endpoint_id, attempts }) =>
      attempts ? <RowLink to={paths.webhook(endpoint_id)}>{attemptsInWords(attempts)}</RowLink> : "–",
  },
  {
    id: "types",
    header: "Events",
    width: 140,
    cell: ({ types }) => (types.length === 0 ? "All" : counted(types.length, "kind")),
  },
  { id: "created", header: "Created", width: 140, cell: ({ created_on }) => date(created_on) },
];

/** `/connections/webhooks`: the organization's endpoints. The secret of one that is made is shown once. */
export function Page() {
  const { organization_id, can } = useSession();
  const go = useNavigate();
  const [creating, setCreating] = useState(false);
  const [made, setMade] = useState<{ readonly secret: string; readonly endpoint_id: string }>();
  return (
    <>
      <PageHeader title="Webhooks" back={{ to: paths.connections, text: "Connections" }} />
      <Collection
        name="webhooks"
        title="Your webhook endpoints"
        description="We post what happens in your organization to each endpoint, signed, so it knows that it comes from us."
        variant="container"
        columns={columns}
        query={({ search: _, ...page }) => api.webhook.list.query({ ...page, organization_id })}
        rows={({ endpoints }) => endpoints}
        idOf={({ endpoint_id }) => endpoint_id}
        actions={
          can(api.webhook.create) ? (
            <Button variant="primary" onClick={() => setCreating(true)}>
              Add endpoint
            </Button>
          ) : undefined
        }
        empty={{
          title: "No webhook endpoints yet",
          text: "Add the address of a program that should hear what happens in your organization.",
        }}
      />
      {creating ? (
        <EndpointDialog
          onClose={() => setCreating(false)}
          onDone={({ secret, endpoint_id }) => {
            setCreating(false);
            setMade({ secret, endpoint_id });
          }}
        />
      ) : null}
      {made ? (
        <ShownOnce
          title="Your endpoint’s secret"
          name="Secret"
          text={made.secret}
          onClose={() => void go(paths.webhook(made.endpoint_id))}
        />
      ) : null}
    </>
  );
}
