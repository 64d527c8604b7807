import type { Plugin } from "vite";
import { brand } from "../../shared/platform/brand.ts";

/** Puts the product's names into a document that is whole before any script, and this year. */
export const staticWords = (html: string): string =>
  html
    .replaceAll("{{product}}", brand.product)
    .replaceAll("{{company}}", brand.company)
    .replaceAll("{{year}}", String(new Date().getFullYear()));

/** Does so to each document of the portal. */
export const staticDocuments = (): Plugin => ({
  name: "laurel-static-documents",
  transformIndexHtml: { order: "pre", handler: staticWords },
});
