import * as paths from "../../shared/platform/paths.ts";
import type { PageRoute } from "../session/page.ts";

const admin = ["admin"] as const;

/** Where an organization's events are posted, and what became of each. */
export const routes: readonly PageRoute[] = [
  { path: paths.webhooks, roles: admin, title: "Webhooks", page: () => import("./endpoints-page.tsx") },
  { path: paths.webhook(":id"), roles: admin, title: "Webhook endpoint", page: () => import("./endpoint-page.tsx") },
  {
    path: paths.webhookDelivery(":id", ":event_id"),
    roles: admin,
    title: "Webhook delivery",
    page: () => import("./delivery-page.tsx"),
    light: true,
  },
];
