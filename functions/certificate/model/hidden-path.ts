/** Where a hidden certificate lies: below no path that is served. The prefix stays as objects were first stored. */
export const hiddenPath = (path: string): string => `/withheld${path}`;
