import { type MemberRole, roleOf } from "../permissions.ts";

const inWords: Readonly<Record<MemberRole, string>> = {
  admin: "an admin",
  issuer: "an issuer",
  reviewer: "a reviewer",
  learner: "a learner",
  publisher: "a publisher",
  custom: "a member",
};

/** What somebody is invited as, after "as": `a reviewer`, and a custom role by what the organization calls it. */
export function roleInWords(role: number, ownName?: string): string {
  const known = roleOf(role);
  if (ownName) return `“${ownName}”`;
  return known && known !== "superadmin" ? inWords[known] : inWords.custom;
}
