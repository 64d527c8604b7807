import * as paths from "../../shared/platform/paths.ts";
import type { PageRoute } from "../session/page.ts";

/** Paying for credentials, and what has been paid. */
export const routes: readonly PageRoute[] = [
  {
    path: paths.pay(":cred_id"),
    roles: ["learner"],
    title: "Payment information",
    page: () => import("./pay-page.tsx"),
  },
  {
    path: paths.receipt(":id"),
    roles: ["learner"],
    frame: "plain",
    title: "Receipt",
    page: () => import("../content/payment/receipt-page.tsx"),
  },
  {
    path: paths.purchases,
    roles: ["learner"],
    title: "Purchases",
    page: () => import("./purchases-page.tsx"),
    light: true,
  },
  { path: paths.productCredit, roles: ["learner"], title: "Product credit", page: () => import("./credit-page.tsx") },
  {
    path: paths.payments,
    roles: ["reviewer"],
    title: "Payments",
    page: () => import("./payments-page.tsx"),
    light: true,
  },
  { path: paths.bankAccount, roles: ["reviewer"], title: "Bank account", page: () => import("./bank-page.tsx") },
  { path: paths.bankAccountAtFirst, roles: ["reviewer"], title: "Bank account", page: () => import("./bank-page.tsx") },
  {
    path: paths.paymentHistory,
    roles: ["admin"],
    title: "Payment history",
    page: () => import("./history-page.tsx"),
    light: true,
    ask: ({ api, session: { organization_id }, rowsOf }) => [
      api.organization.listBillingHistory.query({ ...rowsOf("payment history"), organization_id }),
    ],
  },
];
