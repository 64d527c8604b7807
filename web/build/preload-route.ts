import type { PageRoute } from "../app/page.ts";

/** A page's path, who sees it there, and what it loads: indexes into the table of files. */
export type Preload = readonly [path: string, roles: PageRoute["roles"], files: readonly number[]];

/** Runs in the browser before any other script of the portal: it stands alone. */
export function preloadRoute(
  [files, routes]: readonly [readonly string[], readonly Preload[]],
  pathname: string,
): void {
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
  for (const index of shown?.[2] ?? []) {
    const href = `/${files[index]}`;
    const link = document.createElement("link");
    if (href.endsWith(".css")) Object.assign(link, { rel: "preload", as: "style" });
    else link.rel = "modulepreload";
    link.href = href;
    document.head.append(link);
  }
}
