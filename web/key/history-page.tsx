import type { ConnectionChange, ConnectionEvent } from "../../shared/key/history.ts";
import * as paths from "../../shared/platform/paths.ts";
import { api } from "../api/client.ts";
import { useSession } from "../session/session.tsx";
import { Collection } from "../ui/lists/collection.tsx";
import type { Column } from "../ui/lists/columns.ts";
import { dateTime } from "../ui/look/format.ts";
import { PageHeader } from "../ui/look/page-header.tsx";

const changeWords: Readonly<Record<ConnectionEvent, string>> = {
  "key.created": "API key created",
  "key.expiring": "API key expires soon",
  "key.ended": "API key ended",
  "webhook.created": "Webhook endpoint added",
  "webhook.changed": "Webhook endpoint changed",
  "webhook.rotated": "New webhook secret",
  "webhook.turned-off": "Webhook endpoint turned off",
  "webhook.turned-on": "Webhook endpoint turned on",
  "webhook.given-up": "Webhook endpoint turned off because it failed",
  "webhook.removed": "Webhook endpoint removed",
};

const columns: readonly Column<ConnectionChange>[] = [
  { id: "change", header: "Change", names: true, width: 300, cell: ({ type }) => changeWords[type] },
  { id: "name", header: "Connection", width: 260, cell: ({ name }) => name },
  { id: "actor", header: "Changed by", width: 200, cell: ({ actor_name }) => actor_name ?? "Laurel" },
  { id: "at", header: "Date", date: true, width: 240, cell: ({ at }) => dateTime(at) },
];

/** `/connections/history`: who connected what, and what became of it. */
export function Page() {
  const { organization_id } = useSession();
  return (
    <>
      <PageHeader title="Connection history" back={{ to: paths.connections, text: "Connections" }} />
      <Collection
        name="connection-history"
        title="Changes to your connections"
        description="Each change to an API key or a webhook endpoint, and who made it. It stays when the connection is gone."
        variant="container"
        columns={columns}
        query={({ search: _, sort: __, ...page }) => api.key.listHistory.query({ ...page, organization_id })}
        rows={({ changes }) => changes}
        idOf={({ event_id }) => event_id}
        empty={{
          title: "No changes yet",
          text: "When an admin creates an API key or adds a webhook endpoint, it’s listed here.",
        }}
      />
    </>
  );
}
