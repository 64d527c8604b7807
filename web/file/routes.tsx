import type { PageRoute } from "../session/page.ts";

/** The pages of this domain. */
export const routes: readonly PageRoute[] = [];
