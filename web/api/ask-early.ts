import type { Asked } from "./asked.ts";

/**
 * Asks the server for what the page at the window's address will ask for, in place of whoever is signed in on this device.
 * In the addresses stand `__names__` for what the device knows. Runs within web/build/preload-route.ts: it stands alone.
 */
export function askEarly(
  path: string,
  addresses: readonly string[],
  // biome-ignore lint/suspicious/noExplicitAny: whatever is stored there
  stored: (name: string) => any,
): void {
  const secondsLeft = 60; // a token with less is renewed first
  const token = localStorage.getItem("token");
  const isFresh = Number(localStorage.getItem("expires_at")) - Date.now() > secondsLeft * 1000;
  const user = stored("user");
  const { organization_id } = stored("selected_org");
  const own = user.organizations?.find((each: { organization_id: string }) => each.organization_id === organization_id);
  const isPlain = /^[\w/-]*$/.test(location.pathname) && !location.search;
  if (!token || !isFresh || !own || own.archived || !isPlain) return;
  const parts = location.pathname.split("/");
  const rows = (list: string) => stored(`table ${user.user_id} ${list.replaceAll("+", " ")}`).pageSize ?? 10;
  const known = (name: string) => {
    if (name === "organization") return organization_id;
    if (name.startsWith("rows.")) return rows(name.slice("rows.".length));
    return parts[path.split("/").indexOf(`:${name}`)];
  };
  const asked: Asked = new Map();
  for (const each of addresses) {
    const url = each.replace(/__([\w.+]+?)__/g, (_, name: string) => known(name));
    const signal = AbortSignal.timeout(35_000);
    const answer = fetch(url, { headers: { authorization: `Bearer ${token}` }, signal });
    asked.set(
      url,
      answer.catch(() => undefined),
    );
  }
  Object.assign(globalThis, { asked });
}
