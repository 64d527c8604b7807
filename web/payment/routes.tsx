import type { PageRoute } from "../app/page.ts";

/** Paying for credentials, and what has been paid. */
export const routes: readonly PageRoute[] = [
  {
    path: "/paymentInformation/:cred_id",
    roles: ["learner"],
    title: "Payment information",
    page: () => import("./pay-page.tsx"),
  },
  { path: "/productCredit", roles: ["learner"], title: "Product credit", page: () => import("./credit-page.tsx") },
  { path: "/payments", roles: ["reviewer"], title: "Payments", page: () => import("./payments-page.tsx") },
  { path: "/payments/edit", roles: ["reviewer"], title: "Bank account", page: () => import("./bank-page.tsx") },
  { path: "/paymentInformation", roles: ["reviewer"], title: "Bank account", page: () => import("./bank-page.tsx") },
  { path: "/paymenthistory", roles: ["admin"], title: "Payment history", page: () => import("./history-page.tsx") },
];
