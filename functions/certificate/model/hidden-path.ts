/** Where a hidden certificate lies: below no path that is served. */
export const hiddenPath = (path: string): string => `/withheld${path}`;
