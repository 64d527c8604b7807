/** What fields of a name are wherever they occur, unless a comment above the field says more. */
export const sharedDescriptions: Readonly<Record<string, string>> = {};
