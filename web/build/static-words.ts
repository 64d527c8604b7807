import type { Plugin } from "vite";
import { brand } from "../../shared/platform/brand.ts";
import * as paths from "../../shared/platform/paths.ts";

const leaf = (pixels: number) =>
  `<svg class="leaf" width="${pixels}" height="${pixels}" viewBox="0 0 32 32" aria-hidden="true">
  <rect class="leaf-ground" width="32" height="32" rx="8" />
  <path class="leaf-stem" d="M16 27V11" />
  <path class="leaf-side" d="M16 22c-6 0-8.500-3.500-8.500-8.500 5.500 0 8.500 3 8.500 8.500Z" />
  <path class="leaf-side" d="M16 22c6 0 8.500-3.500 8.500-8.500-5.500 0-8.500 3-8.500 8.500Z" />
  <path class="leaf-tip" d="M16 14c-3.200-2.400-3.200-6.200 0-9.500 3.200 3.300 3.200 7.100 0 9.500Z" />
</svg>`;
const logoParts = (pixels: number) => `${leaf(pixels)}<span class="logo-name">{{product}}</span>`;

/** What the portal's documents have in common, by the name it has in them between double braces. */
const parts: readonly (readonly [name: string, html: string])[] = [
  [
    "head",
    `<meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
    <script src="/before-paint.js"></script>
    <link rel="stylesheet" href="/app/global.css" />`,
  ],
  [
    "bar",
    `<header class="bar"><a class="bar-home" href="${paths.home}" aria-label="{{product}}, home">{{logo}}</a></header>`,
  ],
  ["logo", `<span class="logo">${logoParts(32)}</span>`],
  ["small logo", `<span class="logo">${logoParts(24)}</span>`],
  ["static logo", `<span class="logo static-logo">${logoParts(32)}</span>`],
  ["no script", "<noscript>{{product}} needs JavaScript. Turn it on and reload this page.</noscript>"],
  ["links", `<p><a href="${paths.terms}">Terms of Service</a> - <a href="${paths.privacy}">Privacy Policy</a></p>`],
  ["product", brand.product],
  ["company", brand.company],
];

/** Puts what documents have in common into one that is whole before any script, with the product's names and this year. */
export const staticWords = (html: string): string =>
  parts
    .reduce((text, [name, part]) => text.replaceAll(`{{${name}}}`, part), html)
    .replaceAll("{{year}}", String(new Date().getFullYear()));

/** Does so to each document of the portal. */
export const staticDocuments = (): Plugin => ({
  name: "laurel-static-documents",
  transformIndexHtml: { order: "pre", handler: staticWords },
});
