import Box from "@cloudscape-design/components/box";
import Button from "@cloudscape-design/components/button";
import { useSuspenseQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useParams } from "react-router";
import type { OrganizationRole } from "../../shared/organization/organization.ts";
import { customRolesMax } from "../../shared/organization/rules.ts";
import * as paths from "../../shared/platform/paths.ts";
import { api } from "../api/client.ts";
import { write } from "../api/queries.ts";
import { organizationNameShown } from "../content/organization/organization-name.ts";
import { useSession } from "../session/session.tsx";
import { ConfirmDialog } from "../ui/dialogs/confirm.tsx";
import { flash } from "../ui/dialogs/flash.ts";
import { Collection } from "../ui/lists/collection.tsx";
import type { Column } from "../ui/lists/columns.ts";
import { KeyValues } from "../ui/look/key-values.tsx";
import { PageHeader } from "../ui/look/page-header.tsx";
import { Panel } from "../ui/look/panel.tsx";
import { RoleDialog } from "./role-dialog.tsx";

const columns: readonly Column<OrganizationRole>[] = [
  { id: "name", header: "Role", names: true, width: 240, cell: ({ name }) => name },
  {
    id: "permissions",
    header: "Permissions",
    width: 420,
    cell: ({ role_perms = [] }) => role_perms.join(", "),
  },
];

/** What the built-in roles do; they are the same everywhere and cannot be changed. */
const builtIn = [
  { label: "Admin", value: "Manages the organization’s users, credentials, reviewers, and payments." },
  { label: "Issuer", value: "Creates credentials, sends them for approval, and chooses reviewers." },
  { label: "Reviewer", value: "Reviews submissions and gets paid, once approved." },
  { label: "Learner", value: "Applies for credentials, pays, submits work, and earns certificates." },
  { label: "Publisher", value: "Creates and publishes credentials. Only the platform can invite publishers." },
];

/** `/organizations/:id/roles`: a superadmin looks after the roles of one organization. */
function OfOrganization({ organization_id }: { readonly organization_id: string }) {
  const { data } = useSuspenseQuery(api.organization.read.query({ organization_id }));
  return (
    <>
      <PageHeader
        title={`Roles of ${organizationNameShown(data.name)}`}
        back={{ to: paths.organizations, text: "Organizations" }}
      />
      <Roles organization_id={organization_id} />
    </>
  );
}

/** The roles of an organization: its own, with what they may do, and the built-in ones. */
export function Page() {
  const { id } = useParams();
  const { organization_id } = useSession();
  if (id) return <OfOrganization organization_id={id} />;
  return (
    <>
      <PageHeader title="Roles" back={{ to: paths.users, text: "Users" }} />
      <Roles organization_id={organization_id} />
    </>
  );
}

function Roles({ organization_id }: { readonly organization_id: string }) {
  const [editing, setEditing] = useState<{ readonly role?: OrganizationRole }>();
  const [removing, setRemoving] = useState<OrganizationRole>();
  const create = (
    <Button variant="primary" onClick={() => setEditing({})}>
      Create role
    </Button>
  );
  return (
    <>
      <Collection
        name="roles"
        title="Custom roles"
        description={`Build roles from credential permissions, then assign them by invitation or on a user’s page. Up to ${customRolesMax}.`}
        variant="container"
        columns={columns}
        query={({ search: _, ...page }) => api.organization.listRoles.query({ ...page, organization_id })}
        rows={({ roles }) => roles}
        idOf={({ role_id }) => role_id}
        nameOf={({ name }) => name}
        actions={create}
        rowActions={(role) => [
          { id: "edit", text: "Edit", onClick: () => setEditing({ role }) },
          { id: "delete", text: "Delete", destructive: true, onClick: () => setRemoving(role) },
        ]}
        empty={{
          title: "No custom roles yet",
          text: "Create one for people who need only some of an issuer’s or admin’s permissions.",
        }}
        below={
          <Panel title="Built-in roles">
            <KeyValues columns={2} items={builtIn} />
          </Panel>
        }
      />
      {editing ? (
        <RoleDialog organization_id={organization_id} role={editing.role} onClose={() => setEditing(undefined)} />
      ) : null}
      {removing ? (
        <ConfirmDialog
          title={`Delete “${removing.name}”?`}
          confirm="Delete"
          destructive
          onClose={() => setRemoving(undefined)}
          onConfirm={async () => {
            await write(api.organization.removeRole, { organization_id, role_id: removing.role_id });
            flash("success", `${removing.name} was deleted.`);
          }}
        >
          <Box variant="p">
            You can’t undo this. If someone has this role or is invited to it, give them another one first.
          </Box>
        </ConfirmDialog>
      ) : null}
    </>
  );
}
