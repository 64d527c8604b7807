import type { PageRoute } from "../app/page.ts";

/** A page's path, who sees it there, and what it loads, on phones and besides where a table is shown: indexes of files. */
export type Preload = readonly [
  path: string,
  roles: PageRoute["roles"],
  files: readonly number[],
  tableFiles: readonly number[],
];

/**
 * Asks for the scripts and styles of the page at the window's address, and of a page behind a link once somebody is about to
 * follow it. Runs in the browser before any other script of the portal: it stands alone.
 */
export function preloadRoutes(
  [files, routes]: readonly [readonly string[], readonly Preload[]],
  showsTables: boolean,
): void {
  const asked = new Set<number>();
  const preload = (pathname: string) => {
    let role: string | undefined;
    try {
      role = JSON.parse(localStorage.getItem("menu") ?? "{}").role;
    } catch {
      // what is stored there is not ours: only public pages are known then
    }
    const parts = pathname.split("/");
    const isHere = (path: string) => {
      const wanted = path.split("/");
      return wanted.length === parts.length && wanted.every((each, at) => each.startsWith(":") || each === parts[at]);
    };
    const here = routes.filter(([path]) => isHere(path));
    const shown =
      (role !== undefined &&
        here.find(([, roles]) => typeof roles !== "string" && roles.some((each) => each === role))) ||
      (role !== undefined && here.find(([, roles]) => roles === "any")) ||
      here.find(([, roles]) => roles === "public");
    const [, , always = [], withTable = []] = shown ?? [];
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
