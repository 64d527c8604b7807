/** Lists are not served from further on than this by offset: there the cursor of the page before leads on. */
export const offsetMax = 10_000;
/** Rows a list gives at once. */
export const limitMax = 100;
