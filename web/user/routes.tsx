import * as paths from "../../shared/platform/paths.ts";
import type { PageRoute } from "../session/page.ts";

const profile = () => import("./profile-page.tsx");
const editOwn = () => import("./edit-own-page.tsx");
const editMember = () => import("./edit-member-page.tsx");

/** People: profiles, members, notices, security. */
export const routes: readonly PageRoute[] = [
  { path: paths.profile, roles: "any", title: "Your profile", page: profile },
  { path: paths.profileOf(":id"), roles: "any", title: "Profile", page: profile },
  {
    path: paths.editProfile,
    roles: ["superadmin", "admin", "issuer", "publisher", "learner", "custom"],
    title: "Edit your profile",
    page: editOwn,
  },
  { path: paths.editProfileAsReviewer, roles: ["reviewer"], title: "Edit your profile", page: editOwn },
  { path: paths.editUser(":id"), roles: ["admin"], title: "Edit user", page: editMember },
  {
    path: paths.editOrganizationUser(":organizationId", ":userId"),
    roles: ["superadmin", "issuer"],
    title: "Edit user",
    page: editMember,
  },
  { path: paths.people, roles: ["superadmin"], title: "People", page: () => import("./people-page.tsx"), light: true },
  {
    path: paths.notifications,
    roles: "any",
    title: "Notifications",
    page: () => import("./notices-page.tsx"),
    light: true,
  },
  { path: paths.security, roles: "any", title: "Sign-in and security", page: () => import("./security-page.tsx") },
  {
    path: paths.learnerProfile,
    roles: ["learner"],
    title: "Your profile",
    page: () => import("./learner-profile-page.tsx"),
  },
  { path: paths.scechProfile, roles: ["learner"], title: "SCECH profile", page: () => import("./scech-page.tsx") },
];
