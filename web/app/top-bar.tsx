import { useQuery } from "@tanstack/react-query";
import { Link, useLocation } from "react-router";
import { roleIds } from "../../shared/permissions.ts";
import { brand } from "../../shared/platform/brand.ts";
import { fullName } from "../../shared/platform/full-name.ts";
import * as paths from "../../shared/platform/paths.ts";
import { api } from "../api/client.ts";
import { organizationNameShown } from "../content/organization/organization-name.ts";
import { useSession } from "../session/session.tsx";
import { selectOrganization, signOut } from "../session/session-store.ts";
import { Dropdown } from "../ui/dialogs/dropdown.tsx";
import { Avatar } from "../ui/look/pictures/avatar.tsx";
import { Icon } from "../ui/look/pictures/icon.tsx";
import { Logo } from "../ui/look/pictures/leaf.tsx";
import { roleName } from "../ui/look/role-names.ts";
import { BarIcon } from "./bar-icon.tsx";
import { LookMenu } from "./look-menu.tsx";
import { useReadNotices } from "./read-notices.ts";
import { hasPage } from "./records.ts";

const askNoticesEveryMs = 60_000;

function Bell() {
  const session = useSession();
  const may = session.can(api.user.countNotices) && hasPage(session, paths.notifications);
  const { data } = useQuery({
    ...api.user.countNotices.query({ unread: "true" }),
    enabled: may,
    refetchInterval: askNoticesEveryMs,
  });
  const unread = data?.count ?? 0;
  useReadNotices(may ? unread : 0);
  if (!may) return null;
  return (
    <Link
      className="bar-button"
      to={paths.notifications}
      aria-label={unread > 0 ? `Notifications, ${unread} unread` : "Notifications"}
    >
      <BarIcon>
        <path d="M3 15h14c-1.500-1.500-2-3-2-6a5 5 0 0 0-10 0c0 3-.5 4.500-2 6Zm5.500 3h3" strokeLinejoin="round" />
      </BarIcon>
      {unread > 0 ? (
        <span className="bell-count" aria-hidden="true">
          {unread > 99 ? "99+" : unread}
        </span>
      ) : null}
    </Link>
  );
}

function OrganizationSwitcher() {
  const { user, organization } = useSession();
  const name = organization && organizationNameShown(organization.organization_name);
  if (user.organizations.length < 2) return name ? <span className="bar-organization">{name}</span> : null;
  return (
    <Dropdown
      label={`Organization: ${name ?? "none selected"}. Switch organization`}
      face={
        <span className="bar-organization">
          {name ?? "Choose an organization"} <span aria-hidden="true">▾</span>
        </span>
      }
    >
      {() => (
        <ul className="menu-list">
          {user.organizations.map(({ organization_id, organization_name }) => (
            <li key={organization_id}>
              <button
                type="button"
                aria-current={organization_id === organization?.organization_id}
                onClick={() => selectOrganization(organization_id)}
              >
                {organizationNameShown(organization_name)}
              </button>
            </li>
          ))}
        </ul>
      )}
    </Dropdown>
  );
}

function PersonMenu() {
  const session = useSession();
  const { user, role, organization } = session;
  const { pathname } = useLocation();
  const waiting = pathname.includes(paths.approvalRejected) || pathname.includes(paths.approvalPending);
  const name = fullName(user);
  const entries = [
    ...(waiting ? [] : [["Profile", paths.profile]]),
    ["Notifications", paths.notifications],
    ["Payments", paths.payments],
    ["Purchases", paths.purchases],
    ["Product credit", paths.productCredit],
    ["Sign-in and security", paths.security],
  ] as const;
  const ofReviewer = role === "reviewer" ? [["Reviewer profile", paths.reviewerProfile(user.user_id)]] : [];
  return (
    <Dropdown label={`${name}, menu`} face={<Avatar src={user.image} of={name} online />}>
      {(close) => (
        <>
          <p className="menu-who">
            <b>{name}</b>
            <br />
            {user.email}
            {role ? (
              <>
                <br />
                {role === "superadmin" ? "Super administrator" : roleName(roleIds[role], organization?.role_name)}
              </>
            ) : null}
          </p>
          <ul className="menu-list">
            {entries
              .filter(([, to]) => hasPage(session, to))
              .flatMap((entry) => (entry[1] === paths.profile ? [entry, ...ofReviewer] : [entry]))
              .map(([text, to]) => (
                <li key={to}>
                  <Link to={to} onClick={close}>
                    {text}
                  </Link>
                </li>
              ))}
            <li>
              <button type="button" onClick={() => void signOut()}>
                Logout
              </button>
            </li>
          </ul>
        </>
      )}
    </Dropdown>
  );
}

/**
 * The bar of signed-in pages: fixed, full width, 82 px high, 56 px on a phone, where it has the menu's button (`onMenu`). The
 * logo shows while the side menu is not collapsed.
 */
export function TopBar({
  menuCollapsed,
  onMenu,
}: {
  readonly menuCollapsed: boolean;
  readonly onMenu?: (() => void) | undefined;
}) {
  return (
    <header className="bar" id="bar">
      {onMenu ? (
        <button
          type="button"
          id="menu-button"
          className="bar-button"
          aria-label={menuCollapsed ? "Open the menu" : "Close the menu"}
          aria-expanded={!menuCollapsed}
          onClick={onMenu}
        >
          <Icon name="bars" />
        </button>
      ) : null}
      {menuCollapsed ? null : (
        <Link to={paths.home} aria-label={`${brand.product}, home`} className="bar-home">
          <Logo />
        </Link>
      )}
      <div className="bar-end">
        <OrganizationSwitcher />
        <LookMenu />
        <Bell />
        <PersonMenu />
      </div>
    </header>
  );
}
