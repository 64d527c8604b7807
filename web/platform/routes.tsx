import type { PageRoute } from "../app/page.ts";

/** Terms, privacy and the pages that say what went wrong. */
export const routes: readonly PageRoute[] = [
  { path: "/termsOfService", roles: "public", title: "Terms of Service", page: () => import("./terms-page.tsx") },
  { path: "/privacyPolicy", roles: "public", title: "Privacy Policy", page: () => import("./privacy-page.tsx") },
  { path: "/404", roles: "public", title: "Page not found", page: () => import("./not-found-page.tsx") },
  { path: "/500", roles: "public", title: "Server error", page: () => import("./server-error-page.tsx") },
  { path: "/AdminHelp", roles: ["admin"], title: "Help", page: () => import("./admin-help-page.tsx") },
  {
    path: "/UserHelp",
    roles: ["issuer", "publisher", "reviewer", "learner", "custom"],
    title: "Help",
    page: () => import("./user-help-page.tsx"),
  },
];
