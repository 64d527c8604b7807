import * as paths from "../../shared/platform/paths.ts";
import type { PageRoute } from "../session/page.ts";

const edit = () => import("./edit-page.tsx");
const list = () => import("./list-page.tsx");
const users = () => import("./users-page.tsx");
const roles = () => import("./roles-page.tsx");
const superadmin = ["superadmin"] as const;
const members = ["admin", "issuer", "publisher", "reviewer", "learner", "custom"] as const;

/** Organizations, their people and the pages that complete an account. */
export const routes: readonly PageRoute[] = [
  { path: paths.home, roles: superadmin, title: "Organizations", page: list, light: true },
  { path: paths.home, roles: ["admin"], title: "Analytics", page: () => import("./analytics-page.tsx") },
  { path: paths.organizations, roles: superadmin, title: "Organizations", page: list, light: true },
  {
    path: paths.createOrganization,
    roles: superadmin,
    title: "Create organization",
    page: () => import("./create-page.tsx"),
  },
  { path: paths.editOrganization, roles: superadmin, title: "Edit organization", page: edit },
  { path: paths.organization(":id"), roles: superadmin, title: "Organization", page: edit },
  { path: paths.organizationUsers(":id"), roles: superadmin, title: "Organization users", page: users, light: true },
  { path: paths.organizationRoles(":id"), roles: superadmin, title: "Roles and permissions", page: roles },
  {
    path: paths.organizationDetails,
    roles: members,
    title: "Organization details",
    page: () => import("./details-page.tsx"),
  },
  {
    path: paths.adminAccount,
    roles: ["superadmin", "admin"],
    title: "Complete your account",
    page: () => import("./account-page.tsx"),
  },
  {
    path: paths.addInvitation,
    roles: ["admin", "issuer"],
    title: "Invite your people",
    page: () => import("./add-invitation-page.tsx"),
  },
  {
    path: paths.issuerAccount,
    roles: ["issuer", "publisher"],
    title: "Complete your account",
    page: () => import("./complete-account-page.tsx"),
  },
  {
    path: paths.accountReady,
    roles: ["issuer", "publisher"],
    title: "Your account is ready",
    page: () => import("./success-page.tsx"),
  },
  { path: paths.roles, roles: ["admin"], title: "Roles and permissions", page: roles },
  {
    path: paths.users,
    roles: ["admin", "issuer"],
    title: "Users",
    page: users,
    light: true,
    ask: ({ api, session: { organization_id }, rowsOf }) => [
      api.organization.listUsers.query({ ...rowsOf("users"), organization_id, status: "all" }),
    ],
  },
];
