import * as paths from "../../shared/platform/paths.ts";
import type { PageRoute } from "../session/page.ts";

const reviewer = ["reviewer"] as const;

/** The quality of reviews, and looking back on them. */
export const routes: readonly PageRoute[] = [
  {
    path: paths.quality,
    roles: ["admin", "issuer"],
    title: "Quality",
    page: () => import("./quality-page.tsx"),
  },
  {
    path: paths.credentialQuality(":id"),
    roles: ["admin", "issuer"],
    title: "Quality of a credential",
    page: () => import("./credential-quality-page.tsx"),
  },
  {
    path: paths.lookBack(":id"),
    roles: ["admin"],
    title: "Look-back",
    page: () => import("./look-back-page.tsx"),
  },
  {
    path: paths.quality,
    roles: reviewer,
    title: "Your review quality",
    page: () => import("./own-quality-page.tsx"),
  },
];
