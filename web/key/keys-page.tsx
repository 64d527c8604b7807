import Box from "@cloudscape-design/components/box";
import Button from "@cloudscape-design/components/button";
import { useState } from "react";
import { type ApiKey, scopeWords } from "../../shared/key/key.ts";
import * as paths from "../../shared/platform/paths.ts";
import { api } from "../api/client.ts";
import { write } from "../api/queries.ts";
import { useSession } from "../session/session.tsx";
import { ConfirmDialog } from "../ui/dialogs/confirm.tsx";
import { flash } from "../ui/dialogs/flash.ts";
import { Collection } from "../ui/lists/collection.tsx";
import type { Column } from "../ui/lists/columns.ts";
import { date } from "../ui/look/format.ts";
import { PageHeader } from "../ui/look/page-header.tsx";
import { StatusText } from "../ui/look/status-text.tsx";
import { CreateKeyDialog } from "./create-key-dialog.tsx";

const looks = {
  active: ["success", "Active"],
  expired: ["warning", "Expired"],
  ended: ["stopped", "Ended"],
} as const;

const columns: readonly Column<ApiKey>[] = [
  {
    id: "name",
    header: "API key",
    names: true,
    width: 260,
    cell: ({ name, begins }) => (
      <>
        {name}
        <Box variant="small" color="text-body-secondary" display="block">
          <code>{begins}…</code>
        </Box>
      </>
    ),
  },
  {
    id: "status",
    header: "Status",
    width: 120,
    cell: ({ status }) => <StatusText kind={looks[status][0]}>{looks[status][1]}</StatusText>,
  },
  {
    id: "scopes",
    header: "Scopes",
    width: 280,
    cell: ({ scopes }) => scopes.map((scope) => scopeWords[scope]).join(", "),
  },
  {
    id: "used",
    header: "Last used",
    width: 130,
    cell: ({ last_used_on }) => (last_used_on ? date(last_used_on) : "Never"),
  },
  { id: "expires", header: "Expires", width: 130, cell: ({ expires_on }) => date(expires_on) },
  {
    id: "made",
    header: "Created",
    width: 190,
    cell: ({ created_on, created_by_name }) =>
      created_by_name ? `${date(created_on)} by ${created_by_name}` : date(created_on),
  },
];

/** `/connections/keys`: the organization's keys. One that is made is shown once. */
export function Page() {
  const { organization_id, can } = useSession();
  const [creating, setCreating] = useState(false);
  const [ending, setEnding] = useState<ApiKey>();

  async function end({ key_id, name }: ApiKey) {
    await write(api.key.end, { organization_id, key_id });
    flash("success", `${name} was ended.`);
  }
  return (
    <>
      <PageHeader title="API keys" back={{ to: paths.connections, text: "Connections" }} />
      <Collection
        name="keys"
        title="Your API keys"
        description="Keys belong to your organization, and keep working when the admin who created them leaves."
        variant="container"
        columns={columns}
        query={({ search: _, ...page }) => api.key.list.query({ ...page, organization_id })}
        rows={({ keys }) => keys}
        idOf={({ key_id }) => key_id}
        nameOf={({ name }) => name}
        actions={
          can(api.key.create) ? (
            <Button variant="primary" onClick={() => setCreating(true)}>
              Create API key
            </Button>
          ) : undefined
        }
        rowActions={(key) =>
          key.status === "ended" ? [] : [{ id: "end", text: "End", destructive: true, onClick: () => setEnding(key) }]
        }
        empty={{ title: "No API keys yet", text: "Create one for each program that calls Laurel for you." }}
      />
      {creating ? <CreateKeyDialog onClose={() => setCreating(false)} /> : null}
      {ending ? (
        <ConfirmDialog
          title={`End “${ending.name}”?`}
          confirm="End API key"
          destructive
          onClose={() => setEnding(undefined)}
          onConfirm={() => end(ending)}
        >
          <Box variant="p">You can’t undo this. Programs that use it are refused right away.</Box>
        </ConfirmDialog>
      ) : null}
    </>
  );
}
