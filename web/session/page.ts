import type { QueryClient } from "@tanstack/react-query";
import type { ComponentType } from "react";
import type { Role } from "../../shared/permissions.ts";
import type { Api } from "../api/client.ts";
import type { Session } from "./session-store.ts";

/** What a page's file exports: the page, and optionally what to start asking for before it is shown. */
export interface PageModule {
  readonly Page: ComponentType;
  /** Starts queries without waiting for them: `void queries.prefetchQuery(api.credential.list.query({ … }))`. */
  readonly load?: (to: { params: Record<string, string | undefined>; url: URL; queries: QueryClient }) => void;
}

/** Who asks for a page, and for which. */
export interface Asking {
  readonly api: Api;
  readonly session: Session;
  readonly params: Readonly<Record<string, string | undefined>>;
  /** The first rows of the list with this name, as many as its pages have on this device. */
  readonly rowsOf: (list: string) => { readonly limit: number; readonly offset: number };
}

/** Something that a page asks for. */
export interface AskedQuery {
  readonly queryKey: readonly unknown[];
  readonly queryFn: (context: { readonly signal: AbortSignal }) => Promise<unknown>;
}

/** Of a list that goes on below: its first page. */
interface AskedPages {
  readonly queryKey: readonly unknown[];
  readonly queryFn: (context: { readonly pageParam: object; readonly signal: AbortSignal }) => Promise<unknown>;
  readonly initialPageParam: object;
}

/** Says what a page asks for. */
export type Ask = (asking: Asking) => readonly (AskedQuery | AskedPages)[];

interface RouteBase {
  /** Letter by letter: paths are case-sensitive. */
  readonly path: string;
  /** `public` needs no token, `any` any signed-in role, else the roles that may open it. */
  readonly roles: "public" | "any" | readonly Role[];
  /** `shell` has the top bar and side menu and is for signed-in people; `plain` is the light frame; `none` nothing. */
  readonly frame?: "shell" | "plain" | "none";
}

/**
 * A route of one domain: a page, a redirect to another path (its `:names` filled in, the query kept), or a document of
 * its own. Several records
 * may share a path when different roles see different pages there; the first one's frame counts.
 */
export type PageRoute = RouteBase &
  (
    | {
        /** The page's title for the browser's tab. */
        readonly title: string;
        readonly page: () => Promise<PageModule>;
        /**
         * What the page asks for at its address without a query: begun while its scripts are still on their way, and even
         * before the first script (web/api/ask-early.ts).
         */
        readonly ask?: Ask;
        /** It draws nothing with Cloudscape, and loads none of it. */
        readonly light?: true;
        readonly redirect?: undefined;
        readonly document?: undefined;
      }
    | { readonly redirect: string; readonly document?: undefined }
    /** A page in a document of its own (shared/platform/portal-files.ts): following a link to it leaves this one. */
    | { readonly title: string; readonly document: true; readonly redirect?: undefined }
  );
