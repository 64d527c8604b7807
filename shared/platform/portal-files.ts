/** Folders of the portal's bucket that hold files; every other path is the single page, dots in it included. */
export const portalFolders = ["/assets/", "/themes/"] as const;
/** Files at the root of the portal's bucket. */
export const portalFiles = [
  "/index.html",
  "/config.json",
  "/before-paint.js",
  "/favicon.ico",
  "/favicon.svg",
  "/robots.txt",
] as const;

/** What the distribution serves for a portal path: the file itself, or the single page. */
export const portalFile = (path: string): string =>
  portalFolders.some((folder) => path.startsWith(folder)) || portalFiles.some((file) => file === path)
    ? path
    : "/index.html";
