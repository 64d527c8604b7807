import type calls from "virtual:calls";

/** A call as the table of calls has it. */
export type Entry = (typeof calls)[string][string];

type Fields = Readonly<Record<string, unknown>>;

/** Where a call goes with its input, which a reading one carries in its address; `selected` is the organization one acts in. */
export function addressOf(
  [route, , selects]: Entry,
  input: Fields,
  selected: string,
): { readonly method: string; readonly url: string; readonly body?: string } {
  const [method, path] = route.split(" ") as [string, string];
  const organization_id = input.organization_id ?? (selects ? selected || undefined : undefined);
  const rest: Record<string, unknown> = organization_id ? { ...input, organization_id } : { ...input };
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const value = String(rest[name]);
    delete rest[name];
    return encodeURIComponent(value);
  });
  if (method !== "GET") return { method, url: `/api${filled}`, body: JSON.stringify(rest) };
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(rest)) if (value !== undefined) query.set(name, String(value));
  return { method, url: `/api${filled}${query.size > 0 ? `?${query}` : ""}` };
}
