import type { askEarly as askEarlyNow } from "../api/ask-early.ts";
import type { PageRoute } from "../session/page.ts";

/**
 * A page's path, who sees it there, what it loads, on phones and besides where a table is shown (indexes of files), and the
 * addresses it asks the server for, with `__names__` in place of what the device knows.
 */
export type Preload = readonly [
  path: string,
  roles: PageRoute["roles"],
  files: readonly number[],
  tableFiles: readonly number[],
  asks: readonly string[],
];

/**
 * Asks for the scripts and styles of the page at the window's address and for its data, and for the scripts and styles of a
 * page behind a link once somebody is about to follow it. Runs in the browser before any other script of the portal: it stands alone.
 */
export function preloadRoutes(
  [files, routes]: readonly [readonly string[], readonly Preload[]],
  showsTables: boolean,
  askEarly: typeof askEarlyNow,
): void {
  const asked = new Set<number>();
  const stored = (name: string) => {
    try {
      return JSON.parse(localStorage.getItem(name) ?? "{}") ?? {};
    } catch {
      return {}; // what is stored there is not ours
    }
  };
  const shownAt = (pathname: string): Preload | undefined => {
    const { role } = stored("menu");
    const parts = pathname.split("/");
    const isHere = (path: string) => {
      const wanted = path.split("/");
      return wanted.length === parts.length && wanted.every((each, at) => each.startsWith(":") || each === parts[at]);
    };
    const here = routes.filter(([path]) => isHere(path));
    return (
      (role !== undefined &&
        here.find(([, roles]) => typeof roles !== "string" && roles.some((each) => each === role))) ||
      (role !== undefined && here.find(([, roles]) => roles === "any")) ||
      here.find(([, roles]) => roles === "public")
    );
  };
  const preload = (pathname: string) => {
    const [, , always = [], withTable = []] = shownAt(pathname) ?? [];
    for (const index of showsTables ? [...always, ...withTable] : always) {
      if (asked.has(index)) continue;
      asked.add(index);
      const href = `/${files[index]}`;
      const link = document.createElement("link");
      if (href.endsWith(".css"))
        Object.assign(link, { rel: "preload", as: "style", crossOrigin: "" }); // as Vite asks
      else link.rel = "modulepreload";
      link.href = href;
      document.head.append(link);
    }
  };
  const [path, , , , asks = []] = shownAt(location.pathname) ?? [];
  if (path !== undefined && stored("menu").role !== "custom") askEarly(path, asks, stored);
  preload(location.pathname);

  if ((navigator as { connection?: { readonly saveData?: boolean } }).connection?.saveData) return;
  const restMs = 65; // a pointer that merely passes over a link asks for nothing
  let resting: ReturnType<typeof setTimeout> | undefined;
  const after = (delayMs: number) => (event: Event) => {
    clearTimeout(resting);
    const link = (event.target as Element | null)?.closest?.<HTMLAnchorElement>("a[href]");
    if (link?.origin !== location.origin || link.target || link.hasAttribute("download")) return;
    resting = setTimeout(() => preload(link.pathname), delayMs);
  };
  document.addEventListener("pointerover", after(restMs));
  document.addEventListener("focusin", after(restMs));
  document.addEventListener("touchstart", after(0), { passive: true });
}
