import type { PageRoute } from "../app/page.ts";

const profile = () => import("./profile-page.tsx");
const editOwn = () => import("./edit-own-page.tsx");
const editMember = () => import("./edit-member-page.tsx");

/** People: profiles, members, notices, security. */
export const routes: readonly PageRoute[] = [
  { path: "/profile", roles: "any", title: "Your profile", page: profile },
  { path: "/profile/:id", roles: "any", title: "Profile", page: profile },
  {
    path: "/edit-profile",
    roles: ["superadmin", "admin", "issuer", "publisher", "learner", "custom"],
    title: "Edit your profile",
    page: editOwn,
  },
  { path: "/edit-Profile", roles: ["reviewer"], title: "Edit your profile", page: editOwn },
  { path: "/users/:id/edit", roles: ["admin"], title: "Edit user", page: editMember },
  {
    path: "/organizations/:organizationId/users/:userId/edit",
    roles: ["superadmin", "issuer"],
    title: "Edit user",
    page: editMember,
  },
  { path: "/notifications", roles: "any", title: "Notifications", page: () => import("./notices-page.tsx") },
  { path: "/security", roles: "any", title: "Security and passwords", page: () => import("./security-page.tsx") },
  {
    path: "/editLernerProfile",
    roles: ["learner"],
    title: "Your profile",
    page: () => import("./learner-profile-page.tsx"),
  },
  { path: "/editSCECHProfile", roles: ["learner"], title: "SCECH profile", page: () => import("./scech-page.tsx") },
];
