import { MutationCache, QueryClient } from "@tanstack/react-query";
import type { Call, InputOf } from "../../shared/http/call.ts";
import { ApiError } from "./api-error.ts";
import type { Answer, WriteCall } from "./client.ts";
import { stale } from "./stale.ts";

/** So long a page waits by itself when it is told to come back later: a person would not wait longer without a word. */
const waitMaxSeconds = 2;
const waitSeconds = (error: unknown) =>
  error instanceof ApiError && error.status === 429 ? (error.retryAfterSeconds ?? Number.POSITIVE_INFINITY) : undefined;

const passes = (error: unknown) =>
  error instanceof ApiError &&
  (error.status === 0 || error.status >= 500 || (waitSeconds(error) ?? waitMaxSeconds + 1) <= waitMaxSeconds);

/** As long as the server says, and a little more each time it says nothing. */
const delayMs = (failures: number, error: unknown) => (waitSeconds(error) ?? 2 ** failures) * 1000;

/** Somebody else was faster, or it is gone: what the page shows of it is as old as after a write. */
const isOutdated = (error: unknown) => error instanceof ApiError && [404, 409].includes(error.status);

/** A search learns of a change a moment after the lists do. */
const searchDelayMs = 2000;
const isSearch = (input: unknown) => typeof input === "object" && input !== null && ("search" in input || "q" in input);

/** Asks again for whatever a write made stale, as web/api/stale.ts says. */
function follow(name: string): void {
  const keys = (stale as Readonly<Record<string, readonly string[]>>)[name]?.map((each) => each.split(".")) ?? [];
  for (const queryKey of keys) void queries.invalidateQueries({ queryKey });
  setTimeout(() => {
    for (const queryKey of keys)
      void queries.invalidateQueries({ queryKey, predicate: ({ queryKey: [, , input] }) => isSearch(input) });
  }, searchDelayMs);
}

const nameOf = (key: readonly unknown[] = []) => key.join(".");

/** All server state of the portal. */
export const queries: QueryClient = new QueryClient({
  defaultOptions: {
    queries: { staleTime: 15_000, retry: (failures, error) => failures < 2 && passes(error), retryDelay: delayMs },
    mutations: { retry: false, gcTime: 1000 }, // what was sent, a password perhaps, is not kept
  },
  mutationCache: new MutationCache({
    onSuccess: (_answer, _variables, _result, mutation) => follow(nameOf(mutation.options.mutationKey)),
    onError: (error, _variables, _result, mutation) => {
      if (isOutdated(error)) follow(nameOf(mutation.options.mutationKey));
    },
  }),
});

/** Writes as `useMutation` does, where nobody waits for `isPending`: from a form, or outside of any component. */
export const write = <C extends Call>(call: WriteCall<C>, input: InputOf<C>): Promise<Answer<C>> =>
  queries.getMutationCache().build(queries, call.mutation()).execute(input);

/** Asks again for all that pages show. */
export function askAllAgain(): void {
  void queries.invalidateQueries();
}
