import { matchPath } from "react-router";
import { routes as appeal } from "../appeal/routes.tsx";
import { routes as auth } from "../auth/routes.tsx";
import { routes as badgr } from "../badgr/routes.tsx";
import { routes as calibration } from "../calibration/routes.tsx";
import { routes as certificate } from "../certificate/routes.tsx";
import { routes as credential } from "../credential/routes.tsx";
import { routes as file } from "../file/routes.tsx";
import { routes as key } from "../key/routes.tsx";
import { routes as organization } from "../organization/routes.tsx";
import { routes as payment } from "../payment/routes.tsx";
import { routes as platform } from "../platform/routes.tsx";
import { routes as quality } from "../quality/routes.tsx";
import { routes as review } from "../review/routes.tsx";
import { routes as reviewer } from "../reviewer/routes.tsx";
import { routes as roster } from "../roster/routes.tsx";
import type { PageRoute } from "../session/page.ts";
import type { Session } from "../session/session-store.ts";
import { routes as submission } from "../submission/routes.tsx";
import { routes as tie } from "../tie/routes.tsx";
import { routes as user } from "../user/routes.tsx";
import { routes as webhook } from "../webhook/routes.tsx";

/** Every route record of the portal. */
export const records: readonly PageRoute[] = [
  ...auth,
  ...user,
  ...organization,
  ...roster,
  ...certificate,
  ...credential,
  ...reviewer,
  ...calibration,
  ...quality,
  ...review,
  ...tie,
  ...appeal,
  ...submission,
  ...payment,
  ...badgr,
  ...key,
  ...webhook,
  ...file,
  ...platform,
];

/** The records of each path, in their order. */
export const recordsByPath = Map.groupBy(records, ({ path }) => path);

/** The record a session opens at a path: by role first, then any signed-in role, then everybody. */
export function recordFor(session: Session | undefined, atPath: readonly PageRoute[]): PageRoute | undefined {
  const role = session?.role;
  return (
    (role && atPath.find(({ roles }) => roles !== "public" && roles !== "any" && roles.includes(role))) ??
    (session && atPath.find(({ roles }) => roles === "any")) ??
    atPath.find(({ roles }) => roles === "public")
  );
}

/** Whether a page of its own exists at a path for the session's role; the menu shows only what does. */
export const hasPage = (session: Session, path: string): boolean => {
  const record = recordFor(session, recordsByPath.get(path) ?? []);
  return record !== undefined && record.redirect === undefined;
};

/** Whether an address of the portal, query and all, opens a page for the session's role. */
export function opens(session: Session, address: string): boolean {
  const { pathname } = new URL(address, location.origin);
  return [...recordsByPath].some(
    ([path, atPath]) =>
      matchPath({ path, caseSensitive: true }, pathname) !== null && recordFor(session, atPath) !== undefined,
  );
}
