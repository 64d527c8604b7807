/** An organization's name on screens; it has none until its first admin has given it one. */
export const organizationNameShown = (name: string): string => name || "Untitled organization";
