import * as paths from "../../shared/platform/paths.ts";
import type { PageRoute } from "../session/page.ts";

/** Appealing, what it costs, and what admins read of it. */
export const routes: readonly PageRoute[] = [
  {
    path: paths.appeal(":id"),
    roles: ["learner"],
    title: "Appeal",
    page: () => import("./appeal-page.tsx"),
  },
  {
    path: paths.appeals,
    roles: ["admin"],
    title: "Appeals",
    page: () => import("./appeals-page.tsx"),
    light: true,
  },
  {
    path: paths.payAppeal(":cred_id"),
    roles: ["learner"],
    title: "Payment information",
    page: () => import("./pay-appeal-page.tsx"),
  },
  {
    path: paths.appealReceipt(":id"),
    roles: ["learner"],
    frame: "plain",
    title: "Receipt",
    page: () => import("./appeal-receipt-page.tsx"),
  },
];
