import { MutationCache, QueryClient } from "@tanstack/react-query";
import { ApiError } from "../api/api-error.ts";

const passes = (error: unknown) => error instanceof ApiError && (error.status === 0 || error.status >= 500);

/** All server state of the portal. After a successful write everything of its domain is asked for again. */
export const queries: QueryClient = new QueryClient({
  defaultOptions: {
    queries: { staleTime: 15_000, retry: (failures, error) => failures < 2 && passes(error) },
    mutations: { retry: false },
  },
  mutationCache: new MutationCache({
    onSuccess: (_answer, _variables, _context, mutation) => {
      const domain = mutation.options.mutationKey?.[0];
      if (domain !== undefined) void queries.invalidateQueries({ queryKey: [domain] });
    },
  }),
});
