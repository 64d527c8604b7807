import { addressOf } from "../api/address.ts";
import type { Api } from "../api/client.ts";
import type { Ask, Asking } from "../session/page.ts";
import type { Session } from "../session/session-store.ts";
import { readCalls } from "./call-table.ts";

/** Stands in an address for what only the device knows: the organization, a part of the path, how many rows a list has. */
const later = (name: string) => `__${name}__`;
const named = new Proxy({}, { get: (_, name) => later(String(name)) });

/**
 * The addresses that each route's page asks the server for, as {@link later} has them, of somebody whose role may. Whoever has
 * permissions of their own asks later.
 */
export async function earlyAsks(routes: readonly { readonly ask?: Ask }[]): Promise<string[][]> {
  const { table } = await readCalls();
  const organization_id = later("organization");
  return Promise.all(
    routes.map(async ({ ask }) => {
      const addresses: string[] = [];
      const call = (domain: string, name: string) => ({
        query: (input: Record<string, unknown>) => {
          addresses.push(addressOf(table[domain]![name]!, input, organization_id).url);
          return { queryKey: [], queryFn: async () => undefined };
        },
      });
      const calls = (domain: string) => new Proxy({}, { get: (_, name) => call(domain, String(name)) });
      const asking = {
        api: new Proxy({}, { get: (_, domain) => calls(String(domain)) }) as Api,
        session: { organization_id, can: () => true } as unknown as Session,
        params: named,
        rowsOf: (list: string) => ({ limit: later(`rows.${list}`) as unknown as number, offset: 0 }),
      } satisfies Asking;
      for (const each of ask?.(asking) ?? [])
        if ("initialPageParam" in each)
          await each.queryFn({ pageParam: each.initialPageParam, signal: AbortSignal.any([]) });
      return addresses;
    }),
  );
}
