/** Where a hidden certificate lies: below no path that is served. */
export const withheldPath = (path: string): string => `/withheld${path}`;
