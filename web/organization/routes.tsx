import type { PageRoute } from "../app/page.ts";

const edit = () => import("./edit-page.tsx");
const list = () => import("./list-page.tsx");
const users = () => import("./users-page.tsx");
const roles = () => import("./roles-page.tsx");
const superadmin = ["superadmin"] as const;

/** Organizations, their people and the pages that complete an account. */
export const routes: readonly PageRoute[] = [
  { path: "/", roles: superadmin, title: "Organizations", page: list },
  { path: "/", roles: ["admin"], title: "Analytics", page: () => import("./analytics-page.tsx") },
  { path: "/organizations", roles: superadmin, title: "Organizations", page: list },
  {
    path: "/organizations/create",
    roles: superadmin,
    title: "Create organization",
    page: () => import("./create-page.tsx"),
  },
  { path: "/organizations/edit", roles: superadmin, title: "Edit organization", page: edit },
  { path: "/organizations/:id", roles: superadmin, title: "Organization", page: edit },
  { path: "/organizations/:id/users", roles: superadmin, title: "Organization users", page: users },
  { path: "/organizations/:id/roles", roles: superadmin, title: "Roles and permissions", page: roles },
  {
    path: "/organizationDetails",
    roles: "any",
    title: "Organization details",
    page: () => import("./details-page.tsx"),
  },
  {
    path: "/adminAccountDetails",
    roles: ["superadmin", "admin"],
    title: "Complete your account",
    page: () => import("./account-page.tsx"),
  },
  {
    path: "/addInvitation",
    roles: ["admin", "issuer"],
    title: "Invite your people",
    page: () => import("./add-invitation-page.tsx"),
  },
  {
    path: "/completeYourAccount",
    roles: ["issuer", "publisher"],
    title: "Complete your account",
    page: () => import("./complete-account-page.tsx"),
  },
  { path: "/successScreen", roles: "any", title: "Your account is ready", page: () => import("./success-page.tsx") },
  { path: "/roles", roles: ["admin"], title: "Roles and permissions", page: roles },
  { path: "/users", roles: ["admin", "issuer"], title: "Users", page: users },
];
