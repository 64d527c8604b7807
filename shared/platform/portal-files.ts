import * as paths from "./paths.ts";

/** Folders of the portal's bucket that hold files; every other path is the single page, dots in it included. */
export const portalFolders = ["/assets/", "/themes/"] as const;
/** Files at the root of the portal's bucket. */
export const portalFiles = [
  "/index.html",
  "/sign-in.html",
  "/certificate.html",
  "/verify.html",
  "/certificate-checks.js",
  "/config.json",
  "/before-paint.js",
  "/favicon.ico",
  "/favicon.svg",
  "/robots.txt",
] as const;

const inSignIn = [
  paths.signIn,
  paths.login,
  paths.brandedLogin("[^/]+"),
  paths.forgotPassword,
  paths.requestSignUp,
  paths.resetPassword("[^/]+"),
];

/** Pages that are documents of their own, because they are opened from outside: patterns of their paths. */
export const portalDocuments: readonly (readonly [pattern: string, document: string])[] = [
  [`^(${inSignIn.join("|")})/?$`, "/sign-in.html"],
  [`^${paths.certificate}$`, "/certificate.html"],
  [`^${paths.verify}$`, "/verify.html"],
];

/** What the distribution serves for a portal path: the file itself, a document of its own, or the single page. */
export const portalFile = (path: string): string =>
  portalFolders.some((folder) => path.startsWith(folder)) || portalFiles.some((file) => file === path)
    ? path
    : (portalDocuments.find(([pattern]) => new RegExp(pattern).test(path))?.[1] ?? "/index.html");
