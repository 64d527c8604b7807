import type { PageRoute } from "../app/page.ts";

/** The pages of this domain. */
export const routes: readonly PageRoute[] = [];
