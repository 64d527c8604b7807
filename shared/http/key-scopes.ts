/** What a key may be made for; a public call names the one it asks for. */
export const keyScopes = [
  "credential:read",
  "member:read",
  "member:write",
  "application:read",
  "certificate:read",
  "event:read",
  "import:read",
  "billing:read",
] as const;
/** One scope of a key. */
export type KeyScope = (typeof keyScopes)[number];
