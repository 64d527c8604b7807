import { type ComponentType, Fragment, type ReactNode, Suspense, use } from "react";
import {
  createBrowserRouter,
  generatePath,
  type LoaderFunctionArgs,
  type Location,
  Outlet,
  type RouteObject,
  redirect,
  redirectDocument,
  ScrollRestoration,
  useLoaderData,
  useMatches,
} from "react-router";
import { brand } from "../../shared/platform/brand.ts";
import * as paths from "../../shared/platform/paths.ts";
import { api } from "../api/client.ts";
import { queries } from "../api/queries.ts";
import type { PageModule, PageRoute } from "../session/page.ts";
import { useVisitor } from "../session/session.tsx";
import { currentSession } from "../session/session-store.ts";
import { Toasts } from "../ui/dialogs/toasts.tsx";
import { firstRowsOf } from "../ui/lists/kept-preferences.ts";
import type * as Cloudscape from "../ui/look/cloudscape.tsx";
import { PageSkeleton } from "../ui/look/skeleton.tsx";
import { scriptsAsked } from "../ui/page-scripts.ts";
import { useDocumentTitle } from "../ui/title.ts";
import { ConnectionBar } from "./connection.tsx";
import { RouteError } from "./error-page.tsx";
import { PlainFrame } from "./plain-frame.tsx";
import { recordFor, recordsByPath } from "./records.ts";
import { SessionGuard } from "./session-guard.tsx";

interface Loaded {
  readonly Page: ComponentType;
  readonly title: string;
  /** What its components need around them. */
  readonly Around?: ComponentType<{ readonly children: ReactNode }>;
}

const loadShell = () => import("./shell.tsx");
let shell: ReturnType<typeof loadShell> | undefined;

async function open(atPath: readonly PageRoute[], { request, params }: LoaderFunctionArgs): Promise<Loaded> {
  const session = currentSession();
  const url = new URL(request.url);
  const asked = url.pathname + url.search;
  const record = recordFor(session, atPath);
  if (frameOf(atPath) === "shell" && session) shell ??= loadShell();
  const unplaced = session !== undefined && session.role === undefined;
  if (unplaced && record?.roles !== "public" && url.pathname !== paths.chooseOrganization)
    throw redirect(url.pathname === paths.home ? paths.chooseOrganization : paths.chooseOrganizationThen(asked));
  if (!record) {
    if (!session) throw redirect(paths.loginThen(asked));
    const { Page } = await import("../platform/not-for-your-role-page.tsx");
    return { Page, title: "Not for your role" };
  }
  if (url.pathname === paths.home && session?.organization?.archived) {
    const { Page } = await import("../organization/archived-page.tsx");
    return { Page, title: "Archived organization" };
  }
  if (record.redirect !== undefined) throw redirect(generatePath(record.redirect, params) + url.search);
  if (record.document) throw redirectDocument(asked);
  if (session && url.search === "")
    for (const each of record.ask?.({ api, session, params, rowsOf: firstRowsOf }) ?? [])
      void ("initialPageParam" in each
        ? queries.prefetchInfiniteQuery({ ...each, getNextPageParam: () => undefined })
        : queries.prefetchQuery(each));
  const [module, cloudscape]: [PageModule, typeof Cloudscape | undefined, unknown] = await Promise.all([
    record.page(),
    record.light ? undefined : import("../ui/look/cloudscape.tsx"),
    shell,
  ]);
  module.load?.({ params, url, queries });
  await scriptsAsked();
  return { Page: module.Page, title: record.title, ...(cloudscape && { Around: cloudscape.CloudscapeTexts }) };
}

function Opened() {
  const { Page, title, Around = Fragment } = useLoaderData<Loaded>();
  useDocumentTitle(title, useVisitor()?.organization?.organization_name || brand.product);
  return (
    <Around>
      <Suspense fallback={<PageSkeleton />}>
        <Page />
      </Suspense>
    </Around>
  );
}

function ShellFrame() {
  shell ??= loadShell();
  const { Shell } = use(shell);
  return <Shell />;
}

/** Whatever page a document is loaded for has the key "default": its address keeps it from another page's place. */
const scrollKey = ({ key, pathname }: Location) => (key === "default" ? pathname : key);

const forAnybody = "for anybody";

function Root() {
  const isForAnybody = useMatches().some(({ handle }) => handle === forAnybody);
  return (
    <>
      <ConnectionBar />
      <SessionGuard needed={!isForAnybody}>
        <Suspense fallback={<div className="static-bar" />}>
          <Outlet />
        </Suspense>
      </SessionGuard>
      <Toasts />
      <ScrollRestoration getKey={scrollKey} />
    </>
  );
}

const frameOf = ([first]: readonly PageRoute[]) => first?.frame ?? (first?.roles === "public" ? "plain" : "shell");

const routesIn = (frame: PageRoute["frame"]): RouteObject[] =>
  [...recordsByPath.entries()]
    .filter(([, atPath]) => frameOf(atPath) === frame)
    .map(([path, atPath]) => ({
      path,
      caseSensitive: true,
      ...(atPath.some(({ roles }) => roles === "public") && { handle: forAnybody }),
      loader: (to: LoaderFunctionArgs) => open(atPath, to),
      Component: Opened,
      errorElement: <RouteError />,
    }));

const notFound: PageRoute = {
  path: "*",
  roles: "public",
  title: "Page not found",
  page: () => import("../platform/not-found-page.tsx"),
  light: true,
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
          {
            path: "*",
            handle: forAnybody,
            loader: (to) => open([notFound], to),
            Component: Opened,
            errorElement: <RouteError />,
          },
        ],
      },
      ...routesIn("none"),
    ],
  },
];

/** The router over the browser's address bar, once it knows its first page: until then the document's own frame stands. */
export async function openRouter(): Promise<ReturnType<typeof createBrowserRouter>> {
  const router = createBrowserRouter(table);
  if (!router.state.initialized)
    await new Promise<void>((resolve) => {
      const stop = router.subscribe(({ initialized }) => {
        if (!initialized) return;
        stop();
        resolve();
      });
    });
  return router;
}
