import type { Contract } from "../../shared/contract.ts";
import type { Answer, Api } from "../api/client.ts";
import { homeQueries } from "../content/submission/home-queries.ts";
import type { AskedQuery } from "../session/page.ts";

const pageSize = 12;

/** What a learner narrows the open credentials by. */
export interface Filters {
  readonly search?: string;
  readonly category?: number;
  readonly price?: "free" | "paid";
  readonly scech?: "true";
}

interface Place {
  readonly cursor?: string;
  readonly offset?: number;
}

/** What is browsed by filters, page after page: by cursor, and in a search by offset. */
export function openCredentials(api: Api, organization_id: string, filters: Filters) {
  type Found = Answer<Contract["credential"]["listOpen"]>;
  return {
    queryKey: ["credential", "listOpen", organization_id, filters] as const,
    // not given up with the component that asked: the one that takes its place goes on waiting
    queryFn: ({ pageParam }: { readonly pageParam: Place }) =>
      api.credential.listOpen
        .query({ organization_id, ...filters, ...pageParam, limit: pageSize })
        .queryFn({ signal: AbortSignal.any([]) }),
    initialPageParam: {} as Place,
    getNextPageParam: ({ total, cursor }: Found, pages: readonly Found[]): Place | undefined => {
      const offset = pages.length * pageSize;
      if (cursor) return { cursor };
      return filters.search && offset < total ? { offset } : undefined;
    },
  };
}

/** The categories that credentials are filed under. */
export const jobCategories = (api: Api) => ({
  ...api.credential.listJobCategories.query({}),
  staleTime: Number.POSITIVE_INFINITY,
});

/** Everything a learner's home asks for. */
export function browseQueries(api: Api, organization_id: string, filters: Filters) {
  const { revisions, drafts, decided } = homeQueries(api, organization_id);
  const lists: readonly AskedQuery[] = [revisions, drafts, decided, jobCategories(api)];
  return {
    lists,
    open: openCredentials(api, organization_id, filters),
  };
}
