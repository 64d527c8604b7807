import { type ComponentType, Suspense, use, useEffect } from "react";
import {
  createBrowserRouter,
  generatePath,
  type LoaderFunctionArgs,
  Outlet,
  type RouteObject,
  redirect,
  redirectDocument,
  ScrollRestoration,
  useLoaderData,
} from "react-router";
import { brand } from "../../shared/platform/brand.ts";
import * as paths from "../../shared/platform/paths.ts";
import { queries } from "../api/queries.ts";
import { routes as auth } from "../auth/routes.tsx";
import { routes as badgr } from "../badgr/routes.tsx";
import { routes as credential } from "../credential/routes.tsx";
import { routes as file } from "../file/routes.tsx";
import { routes as job } from "../job/routes.tsx";
import { routes as organization } from "../organization/routes.tsx";
import { routes as payment } from "../payment/routes.tsx";
import { routes as platform } from "../platform/routes.tsx";
import { routes as reviewer } from "../reviewer/routes.tsx";
import { routes as submission } from "../submission/routes.tsx";
import { PageSkeleton } from "../ui/skeleton.tsx";
import { Toasts } from "../ui/toasts.tsx";
import { routes as user } from "../user/routes.tsx";
import { ConnectionBar } from "./connection.tsx";
import { RouteError } from "./error-page.tsx";
import type { PageModule, PageRoute } from "./page.ts";
import { PlainFrame } from "./plain-frame.tsx";
import { currentSession, type Session } from "./session.tsx";

/** Every route record of the portal. */
export const records: readonly PageRoute[] = [
  ...auth,
  ...user,
  ...organization,
  ...credential,
  ...reviewer,
  ...job,
  ...submission,
  ...payment,
  ...badgr,
  ...file,
  ...platform,
];

interface Loaded {
  readonly Page: ComponentType;
  readonly title: string;
}

/** The record a session opens at a path: by role first, then any signed-in role, then everybody. */
export function recordFor(session: Session | undefined, atPath: readonly PageRoute[]): PageRoute | undefined {
  const role = session?.role;
  return (
    (role && atPath.find(({ roles }) => roles !== "public" && roles !== "any" && roles.includes(role))) ??
    (session && atPath.find(({ roles }) => roles === "any")) ??
    atPath.find(({ roles }) => roles === "public")
  );
}

const loadShell = () => import("./shell.tsx");
let shell: ReturnType<typeof loadShell> | undefined;

async function open(atPath: readonly PageRoute[], { request, params }: LoaderFunctionArgs): Promise<Loaded> {
  const session = currentSession();
  const url = new URL(request.url);
  const record = recordFor(session, atPath);
  if (frameOf(atPath) === "shell" && session) shell ??= loadShell();
  const unplaced = session !== undefined && session.role === undefined;
  if (unplaced && record?.roles !== "public" && url.pathname !== paths.chooseOrganization)
    throw redirect(paths.chooseOrganization);
  if (!record) {
    if (!session) throw redirect(paths.loginThen(url.pathname + url.search));
    const { Page } = await import("../platform/not-for-your-role-page.tsx");
    return { Page, title: "Not for your role" };
  }
  if (url.pathname === paths.home && session?.organization?.archived) {
    const { Page } = await import("../organization/archived-page.tsx");
    return { Page, title: "Archived organization" };
  }
  if (record.redirect !== undefined) throw redirect(generatePath(record.redirect, params) + url.search);
  if (record.document) throw redirectDocument(url.pathname + url.search);
  const module: PageModule = await record.page();
  module.load?.({ params, url, queries });
  return { Page: module.Page, title: record.title };
}

function Opened() {
  const { Page, title } = useLoaderData<Loaded>();
  useEffect(() => {
    document.title = `${title} – ${brand.product}`;
  }, [title]);
  return (
    <Suspense fallback={<PageSkeleton />}>
      <Page />
    </Suspense>
  );
}

function ShellFrame() {
  shell ??= loadShell();
  const { Shell } = use(shell);
  return <Shell />;
}

function Root() {
  return (
    <>
      <ConnectionBar />
      <Suspense fallback={<div className="static-bar" />}>
        <Outlet />
      </Suspense>
      <Toasts />
      <ScrollRestoration />
    </>
  );
}

const frameOf = ([first]: readonly PageRoute[]) => first?.frame ?? (first?.roles === "public" ? "plain" : "shell");

const byPath = Map.groupBy(records, ({ path }) => path);

const routesIn = (frame: PageRoute["frame"]): RouteObject[] =>
  [...byPath.entries()]
    .filter(([, atPath]) => frameOf(atPath) === frame)
    .map(([path, atPath]) => ({
      path,
      caseSensitive: true,
      loader: (to: LoaderFunctionArgs) => open(atPath, to),
      Component: Opened,
      errorElement: <RouteError />,
    }));

const notFound: PageRoute = {
  path: "*",
  roles: "public",
  title: "Page not found",
  page: () => import("../platform/not-found-page.tsx"),
};

/** One table of all routes. `/` and shared paths are dispatched by role; every page is loaded when it is opened. */
export const table: RouteObject[] = [
  {
    Component: Root,
    HydrateFallback: () => <div className="static-bar" />,
    errorElement: <RouteError />,
    children: [
      { Component: ShellFrame, children: routesIn("shell") },
      {
        Component: PlainFrame,
        children: [
          ...routesIn("plain"),
          {
            path: paths.formerLearnerPages,
            caseSensitive: true,
            Component: Outlet, // nothing of its own while it redirects
            loader: ({ params, request }) => redirect(`/${params["*"] ?? ""}${new URL(request.url).search}`),
          },
          { path: "*", loader: (to) => open([notFound], to), Component: Opened, errorElement: <RouteError /> },
        ],
      },
      ...routesIn("none"),
    ],
  },
];

/** Whether a page of its own exists at a path for the session's role; the menu shows only what does. */
export const hasPage = (session: Session, path: string): boolean => {
  const record = recordFor(session, byPath.get(path) ?? []);
  return record !== undefined && record.redirect === undefined;
};

/** The router over the browser's address bar. */
export const createRouter = () => createBrowserRouter(table);
