import { useSuspenseQuery } from "@tanstack/react-query";
import { lazy, Suspense, useState } from "react";
import { Link, useLocation, useNavigate, useParams } from "react-router";
import type { OrganizationUser } from "../../shared/organization/organization.ts";
import { roleIds } from "../../shared/permissions.ts";
import { fullName } from "../../shared/platform/full-name.ts";
import * as paths from "../../shared/platform/paths.ts";
import { api } from "../api/client.ts";
import { write } from "../api/queries.ts";
import { useSession } from "../session/session.tsx";
import { ConfirmDialog } from "../ui/dialogs/confirm.tsx";
import { flash } from "../ui/dialogs/flash.ts";
import { Collection, RowLink } from "../ui/lists/collection.tsx";
import type { Column } from "../ui/lists/columns.ts";
import { ListActions } from "../ui/lists/list-actions.tsx";
import { ListRow, ListSelect, ListTabs } from "../ui/lists/list-controls.tsx";
import { useTab, useUrlState } from "../ui/lists/url-state.ts";
import { Breakable } from "../ui/look/breakable.tsx";
import { date } from "../ui/look/format.ts";
import { LightButton } from "../ui/look/light.tsx";
import { Avatar } from "../ui/look/pictures/avatar.tsx";
import { Status } from "../ui/look/status.tsx";
import { wordsFor } from "../ui/words.ts";
import "./organization.css";
import { organizationNameShown } from "../content/organization/organization-name.ts";
import { type Standing, StatusDialog, statusAction } from "../content/organization/standing-dialog.tsx";
import { roleName } from "../ui/look/role-names.ts";

const InvitationDialog = lazy(() => import("./invitation-dialog.tsx"));

/** With what navigation comes here to invite somebody: the choice of the first one's role. */
export interface Inviting {
  readonly inviting: string;
}

const idOf = ({ user_id, invite_id, email }: OrganizationUser) => user_id ?? invite_id ?? email;
const nameOf = (row: OrganizationUser) => fullName(row) || row.email;

/** How each is shown: an active member as approved is, for "active" alone is an application's word. */
const statuses = {
  active: { status: "approved", words: "Active" },
  suspended: { status: "suspended", words: "Suspended" },
  disabled: { status: "suspended", words: "Disabled" },
  pending: { status: "pending", words: "Pending" },
  expired: { status: "expired", words: "Invitation expired" },
} as const;

/** The tabs, each with what is said when nobody is in it. */
const tabs = [
  {
    id: "all",
    text: "View All",
    empty: { title: "No users yet", text: "Invite people by email. They appear here as pending right away." },
  },
  {
    id: "active",
    text: "Active",
    empty: { title: "No active users", text: "People appear here once they accept an invitation and sign up." },
  },
  {
    id: "pending",
    text: "Pending",
    empty: { title: "No pending invitations", text: "People you invite appear here until they accept." },
  },
  {
    id: "suspended",
    text: "Suspended",
    empty: { title: "No suspended users", text: "Users an admin suspends appear here until access is restored." },
  },
] as const;

const columns: readonly Column<OrganizationUser>[] = [
  {
    id: "name",
    header: "Name",
    names: true,
    width: 260,
    cell: (user) => (
      <span className="with-picture">
        <Avatar src={user.image} of={nameOf(user)} size={28} />
        {user.user_id ? <RowLink to={paths.profileOf(user.user_id)}>{nameOf(user)}</RowLink> : nameOf(user)}
      </span>
    ),
  },
  { id: "role", header: "Role", cell: ({ role, role_name }) => roleName(role, role_name) },
  {
    id: "email",
    header: "Email",
    width: 260,
    cell: ({ email }) => <Breakable address={email} />,
    namesToo: (user) => nameOf(user) === user.email,
  },
  {
    id: "status",
    header: "Status",
    cell: ({ status }) => <Status {...statuses[status]} />,
  },
  { id: "since", header: "Since", sorts: true, date: true, width: 180, cell: ({ created_on }) => date(created_on) },
];

/** `/organizations/:id/users`: a superadmin looks after the people of one organization. */
function OfOrganization({ organization_id }: { readonly organization_id: string }) {
  const { data } = useSuspenseQuery(api.organization.read.query({ organization_id }));
  return (
    <>
      <Link className="back-link" to={paths.organizations}>
        ← Organizations
      </Link>
      <Users
        title={`Users of ${organizationNameShown(data.name)}`}
        organization_id={organization_id}
        edit={(user_id) => paths.editOrganizationUser(organization_id, user_id)}
      />
    </>
  );
}

/** The people of an organization: members and those invited, by tab and role. */
export function Page() {
  const { id } = useParams();
  const { organization_id, role } = useSession();
  if (id) return <OfOrganization organization_id={id} />;
  const edit = (user_id: string) =>
    role === "admin" ? paths.editUser(user_id) : paths.editOrganizationUser(organization_id, user_id);
  return <Users organization_id={organization_id} edit={edit} />;
}

function Users({
  title = "Users",
  organization_id,
  edit,
}: {
  readonly title?: string;
  readonly organization_id: string;
  readonly edit: (user_id: string) => string;
}) {
  const session = useSession();
  const go = useNavigate();
  const [tab, setTab] = useTab(tabs);
  const [role, setRole] = useUrlState("role");
  const firstRole = (useLocation().state as Inviting | null)?.inviting;
  const [inviting, setInviting] = useState(firstRole !== undefined);
  const [leaving, setLeaving] = useState<OrganizationUser>();
  const [changing, setChanging] = useState<{ readonly user: OrganizationUser; readonly status: Standing }>();

  const sendAgain = async ({ invite_id, email }: OrganizationUser) => {
    try {
      await write(api.organization.reinviteUser, { organization_id, invite_id: invite_id ?? "" });
      flash("success", `Invitation sent successfully. The earlier link sent to ${email} no longer works.`);
    } catch (error) {
      flash("error", `Invitation failed. ${wordsFor(error)}`);
    }
  };
  const rolesOf = session.role === "superadmin" ? paths.organizationRoles(organization_id) : paths.roles;
  const others = [
    { id: "roles", text: "Roles and permissions", call: api.organization.createRole, to: rolesOf },
    { id: "import", text: "Import people", call: api.roster.create, to: paths.imports },
  ].flatMap(({ call, to, ...action }) => (session.can(call) ? [{ ...action, onClick: () => void go(to) }] : []));
  const mayInvite = session.can(api.organization.inviteUsers);
  const roles = Object.entries(roleIds).filter(([name]) => name !== "superadmin");
  const roleOptions = [
    { value: "", label: "All roles" },
    ...roles.map(([, id]) => ({ value: String(id), label: roleName(id) })),
  ];

  return (
    <>
      <Collection
        name="users"
        title={title}
        columns={columns}
        query={({ search, ...page }) =>
          api.organization.listUsers.query({
            ...page,
            organization_id,
            status: tab.id,
            ...(search ? { q: search } : {}),
            ...(role ? { role: Number(role) } : {}),
          })
        }
        rows={({ users }) => users}
        idOf={idOf}
        nameOf={nameOf}
        search="Find users by name or email"
        filtered={role !== ""}
        onClearFilters={() => setRole("")}
        filters={
          <ListRow>
            <ListTabs label="Filter users" selected={tab.id} options={tabs} onSelect={setTab} />
            <ListSelect label="Role" selected={role} options={roleOptions} onSelect={setRole} />
          </ListRow>
        }
        actions={
          others.length > 0 || mayInvite ? (
            <ListRow>
              <ListActions actions={others} />
              {mayInvite ? (
                <LightButton primary onClick={() => setInviting(true)}>
                  Invite people
                </LightButton>
              ) : null}
            </ListRow>
          ) : undefined
        }
        failure="Waiting..."
        empty={tab.empty}
        rowActions={(user) => {
          const fixed = user.editable ? undefined : "You can’t edit users with this role.";
          return user.invite_id
            ? [
                {
                  id: "resend",
                  text: "Resend invitation",
                  disabledReason: fixed,
                  onClick: () => void sendAgain(user),
                },
                {
                  id: "withdraw",
                  text: "Withdraw invitation",
                  destructive: true,
                  disabledReason: fixed,
                  onClick: () => setLeaving(user),
                },
              ]
            : [
                { id: "edit", text: "Edit", disabledReason: fixed, to: edit(user.user_id ?? "") },
                ...(session.can(api.user.setStatus) && user.user_id !== session.user.user_id
                  ? [statusAction(user.status, session.role, (status) => setChanging({ user, status }))]
                  : []),
                ...(session.can(api.user.remove)
                  ? [
                      {
                        id: "remove",
                        text: "Remove",
                        destructive: true,
                        disabledReason: fixed,
                        onClick: () => setLeaving(user),
                      },
                    ]
                  : []),
              ];
        }}
      />
      {inviting ? (
        <Suspense fallback={null}>
          <InvitationDialog
            organization_id={organization_id}
            firstRole={firstRole}
            onClose={() => setInviting(false)}
          />
        </Suspense>
      ) : null}
      {leaving ? (
        <Leave organization_id={organization_id} user={leaving} onClose={() => setLeaving(undefined)} />
      ) : null}
      {changing ? (
        <StatusDialog
          organization_id={organization_id}
          user={{ user_id: changing.user.user_id ?? "", name: nameOf(changing.user), status: changing.user.status }}
          status={changing.status}
          onClose={() => setChanging(undefined)}
        />
      ) : null}
    </>
  );
}

function Leave({
  organization_id,
  user,
  onClose,
}: {
  readonly organization_id: string;
  readonly user: OrganizationUser;
  readonly onClose: () => void;
}) {
  const { invite_id, user_id, email } = user;
  return (
    <ConfirmDialog
      title={invite_id ? `Withdraw ${email}’s invitation?` : `Remove ${nameOf(user)}?`}
      confirm={invite_id ? "Withdraw" : "Remove"}
      destructive
      onConfirm={async () => {
        if (invite_id) await write(api.organization.withdrawInvitation, { organization_id, invite_id });
        else await write(api.user.remove, { organization_id, user_id: user_id ?? "", email });
        flash("success", invite_id ? "Invitation withdrawn." : `${nameOf(user)} is no longer a member.`);
      }}
      onClose={onClose}
    >
      <p>
        {invite_id
          ? "The link in the email stops working right away."
          : "They lose access to this organization right away. Their account isn’t deleted. You can’t remove reviewers with accepted jobs, or learners with paid work in progress."}
      </p>
    </ConfirmDialog>
  );
}
