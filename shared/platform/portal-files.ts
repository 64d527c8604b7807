import * as paths from "./paths.ts";

/** Folders of the portal's bucket that hold files; every other path is the single page, dots in it included. */
export const portalFolders = ["/assets/", "/themes/"] as const;
/** Files at the root of the portal's bucket. */
export const portalFiles = [
  "/index.html",
  "/sign-in.html",
  "/account.html",
  "/certificate.html",
  "/verify.html",
  "/developers.html",
  "/openapi.json",
  "/certificate-checks.js",
  "/config.json",
  "/before-paint.js",
  "/favicon.ico",
  "/favicon.svg",
  "/robots.txt",
] as const;

const inSignIn = [paths.signIn, paths.login, paths.brandedLogin("[^/]+")];
const inAccount = [paths.forgotPassword, paths.requestSignUp, paths.resetPassword("[^/]+")];

/** Pages that are documents of their own, because they are opened from outside: patterns of their paths. */
export const portalDocuments: readonly (readonly [pattern: string, document: string])[] = [
  [`^(${inSignIn.join("|")})/?$`, "/sign-in.html"],
  [`^(${inAccount.join("|")})/?$`, "/account.html"],
  [`^${paths.certificate}$`, "/certificate.html"],
  [`^${paths.verify}$`, "/verify.html"],
  [`^${paths.developers}/?$`, "/developers.html"],
];

/** Scripts and styles that the build compresses with brotli at its best: their objects are brotli's, as nearly all take it. */
export const compressedFiles = "^/assets/.+\\.(js|css)$";
/** An `Accept-Encoding` that takes brotli. */
export const takesBrotli = "(^|[, ])br(?! *; *q=0(\\.0*)? *(,|$))";
/** The folder of the bucket where those files lie besides as they are, for whoever takes no brotli. */
export const plainFolder = "/plain";
/** The folder of a build with those files compressed, beside the one with them as they are. */
export const compressedFolder = "compressed";

/**
 * What the distribution serves for a portal path: the file itself in the encoding that is taken, a document of its own, or
 * the single page.
 */
export function portalFile(path: string, accepts = "br"): string {
  if (new RegExp(compressedFiles).test(path)) return new RegExp(takesBrotli).test(accepts) ? path : plainFolder + path;
  const isFile = portalFolders.some((folder) => path.startsWith(folder)) || portalFiles.some((file) => file === path);
  return isFile ? path : (portalDocuments.find(([pattern]) => new RegExp(pattern).test(path))?.[1] ?? "/index.html");
}
