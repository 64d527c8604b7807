import { useState } from "react";
import { Link, useLocation, useNavigate } from "react-router";
import type { Organization } from "../../shared/organization/organization.ts";
import { roleIds } from "../../shared/permissions.ts";
import * as paths from "../../shared/platform/paths.ts";
import { api } from "../api/client.ts";
import { write } from "../api/queries.ts";
import { organizationNameShown } from "../content/organization/organization-name.ts";
import { ConfirmDialog } from "../ui/dialogs/confirm.tsx";
import { flash } from "../ui/dialogs/flash.ts";
import { Collection, RowLink } from "../ui/lists/collection.tsx";
import type { Column } from "../ui/lists/columns.ts";
import { ListTabs } from "../ui/lists/list-controls.tsx";
import { useTab } from "../ui/lists/url-state.ts";
import { date } from "../ui/look/format.ts";
import { LightButton, LightMessage } from "../ui/look/light.tsx";
import { Picture } from "../ui/look/pictures/picture.tsx";
import type { Inviting } from "./users-page.tsx";

const columns: readonly Column<Organization>[] = [
  {
    id: "name",
    header: "Name",
    names: true,
    width: 320,
    cell: ({ organization_id, name, logo }) => (
      <span className="with-picture">
        {logo ? <Picture src={logo} alt="" width={28} /> : null}
        <RowLink to={paths.organization(organization_id)}>{organizationNameShown(name)}</RowLink>
      </span>
    ),
  },
  {
    id: "description",
    header: "Description",
    width: 360,
    cell: ({ description }) => <span className="clamped">{description}</span>,
  },
  { id: "phone", header: "Phone", cell: ({ phone }) => phone || "–" },
  { id: "timezone", header: "Time zone", hidden: true, cell: ({ timezone }) => timezone.replaceAll("_", " ") },
  { id: "created", header: "Created", date: true, width: 180, cell: ({ created_on }) => date(created_on) },
];

const tabs = [
  { id: "active", text: "Active" },
  { id: "archived", text: "Archived" },
] as const;

type Asked = { readonly what: "archive" | "unarchive" | "delete"; readonly organization: Organization };

/** With what navigation comes here from creating an organization. */
export interface Arrival {
  readonly created: Pick<Organization, "organization_id" | "name">;
}

/** The superadmin's organizations, active or archived. */
export function Page() {
  const go = useNavigate();
  const { created } = (useLocation().state ?? {}) as Partial<Arrival>;
  const [tab, setTab] = useTab(tabs);
  const [asked, setAsked] = useState<Asked>();
  const archived = tab.id === "archived";
  return (
    <>
      {created ? (
        <LightMessage
          kind="info"
          action={
            <Link
              className="light-button"
              to={paths.organizationUsers(created.organization_id)}
              state={{ inviting: String(roleIds.admin) } satisfies Inviting}
            >
              Invite its admin
            </Link>
          }
        >
          No one belongs to {organizationNameShown(created.name)} yet. Its admin sets up everything else.
        </LightMessage>
      ) : null}
      <Collection
        name="organizations"
        title="Organizations"
        columns={columns}
        query={({ search, ...page }) =>
          api.organization.list.query({
            ...page,
            isArchive: archived ? "true" : "false",
            ...(search ? { search } : {}),
          })
        }
        rows={({ organizations }) => organizations}
        idOf={({ organization_id }) => organization_id}
        nameOf={({ name }) => organizationNameShown(name)}
        search="Find organizations by name"
        filters={
          <ListTabs firstNarrows label="Filter organizations" selected={tab.id} options={tabs} onSelect={setTab} />
        }
        actions={
          <LightButton primary onClick={() => void go(paths.createOrganization)}>
            Create organization
          </LightButton>
        }
        empty={
          archived
            ? {
                title: "No archived organizations",
                text: "Archived organizations keep their records and certificates. Members can’t use their other pages.",
              }
            : { title: "No organizations yet", text: "Create one and invite its admin." }
        }
        rowActions={(organization) => [
          {
            id: "edit",
            text: "Edit",
            onClick: () =>
              void go(paths.editOrganization, { state: { organization_id: organization.organization_id } }),
          },
          { id: "users", text: "Users", to: paths.organizationUsers(organization.organization_id) },
          { id: "roles", text: "Roles and permissions", to: paths.organizationRoles(organization.organization_id) },
          archived
            ? { id: "unarchive", text: "Unarchive", onClick: () => setAsked({ what: "unarchive", organization }) }
            : {
                id: "archive",
                text: "Archive",
                destructive: true,
                onClick: () => setAsked({ what: "archive", organization }),
              },
          {
            id: "delete",
            text: "Delete",
            destructive: true,
            disabledReason: archived ? undefined : "Archive it first.",
            onClick: () => setAsked({ what: "delete", organization }),
          },
        ]}
      />
      {asked ? <Ask {...asked} onClose={() => setAsked(undefined)} /> : null}
    </>
  );
}

const words = {
  archive: [
    "Archive",
    "Members keep access to the organization’s details, their profiles, and their certificates. Paid or submitted work can be finished for 90 days, and we’ll email its learners and reviewers. Anything unfinished is then closed, and learners get what they paid as product credit.",
  ],
  unarchive: ["Unarchive", "Members get full access again right away."],
  delete: ["Delete", "Members permanently lose access. Certificates stay valid. You can’t undo this."],
} as const;

function Ask({ what, organization, onClose }: Asked & { readonly onClose: () => void }) {
  const { organization_id } = organization;
  const name = organizationNameShown(organization.name);
  const [verb, text] = words[what];
  const act = async () => {
    if (what === "delete") await write(api.organization.remove, { organization_id });
    else await write(api.organization.archive, { id: organization_id, archiveStatus: what === "archive" });
    flash("success", `${name}: ${what === "delete" ? "deleted" : `${what}d`}.`);
  };
  return (
    <ConfirmDialog
      title={`${verb} ${name}?`}
      confirm={verb}
      destructive={what !== "unarchive"}
      {...(what === "delete" ? { typed: name } : {})}
      onConfirm={act}
      onClose={onClose}
    >
      <p>{text}</p>
    </ConfirmDialog>
  );
}
