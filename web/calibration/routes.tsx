import * as paths from "../../shared/platform/paths.ts";
import type { PageRoute } from "../session/page.ts";

const reviewer = ["reviewer"] as const;
const anchorAuthors = ["admin", "issuer", "publisher"] as const;

/** Practice: the anchors that authors write, and a reviewer's tries at them. */
export const routes: readonly PageRoute[] = [
  {
    path: paths.credentialAnchors(":id"),
    roles: anchorAuthors,
    title: "Anchors",
    page: () => import("./anchors-page.tsx"),
  },
  {
    path: paths.credentialAnchor(":id", ":anchor_id"),
    roles: anchorAuthors,
    title: "Anchor",
    page: () => import("./anchor-page.tsx"),
  },
  {
    path: paths.practice(":credential_id"),
    roles: reviewer,
    title: "Practice",
    page: () => import("./practice-page.tsx"),
  },
];
