/** Roles of the specification (section 6), compared by name; the number is what travels on the wire. */
export const roleIds = {
  superadmin: 1,
  admin: 2,
  issuer: 3,
  reviewer: 4,
  learner: 5,
  publisher: 6,
  custom: 7,
} as const;

/** A role by name. */
export type Role = keyof typeof roleIds;
/** A role as a member of an organization may hold it; superadmin is the platform's, not an organization's. */
export type MemberRole = Exclude<Role, "superadmin">;

/** The six actions a custom role is made of (section 3). They act on credentials of the role's organization. */
export const actions = ["Approve", "Create", "Delete", "Global", "Read", "Update"] as const;
/** One action of a custom role. */
export type Action = (typeof actions)[number];

/** The role of a wire number, or undefined for anything that is not exactly one of the seven. */
export function roleOf(id: unknown): Role | undefined {
  return (Object.keys(roleIds) as Role[]).find((role) => roleIds[role] === id);
}

/**
 * How far a permission reaches for its holder: any organization (g), the own organization (o), own things only (s),
 * things by relation (j), published things of any active organization (p), or no object at all (✓).
 */
export type Reach = "g" | "o" | "s" | "j" | "p" | "✓";

/** Who holds a permission, and how far it reaches. A custom role holds it through any one of the named actions. */
export interface Holders {
  readonly superadmin?: Reach;
  readonly admin?: Reach;
  readonly issuer?: Reach;
  readonly publisher?: Reach;
  readonly reviewer?: Reach;
  readonly learner?: Reach;
  readonly custom?: Reach | readonly Action[];
}

const holders = <const Table extends Record<string, Holders>>(table: Table) => table;
const everyMember = (reach: Reach) =>
  ({ admin: reach, issuer: reach, publisher: reach, reviewer: reach, learner: reach, custom: reach }) as const;

/** Every permission with its holders: the policy the server enforces and the portal's buttons follow. */
export const permissions = holders({
  "auth:change-password": { superadmin: "s", ...everyMember("s") },

  "user:invite": { superadmin: "g", admin: "o", issuer: "o" },
  "user:create": { superadmin: "g", admin: "o" },
  "user:update": { superadmin: "g", admin: "o", issuer: "o", publisher: "s", reviewer: "s", learner: "s", custom: "s" },
  "user:remove": { superadmin: "g", admin: "o", reviewer: "s", learner: "s", custom: "s" },
  "user:search": { superadmin: "g", admin: "o", issuer: "o" },
  "user:join": everyMember("s"),
  "user:read-profile": {
    superadmin: "g",
    admin: "o",
    issuer: "o",
    publisher: "s",
    reviewer: "s",
    learner: "s",
    custom: "s",
  },
  "user:save-learner-profile": { learner: "s" },
  "user:read-notices": { superadmin: "s", ...everyMember("s") },
  "user:export-scech": { admin: "o" },
  "user:own-scech": { learner: "s" },

  "organization:list": { superadmin: "g" },
  "organization:search": { superadmin: "g" },
  "organization:read": { superadmin: "g", ...everyMember("o") },
  "organization:create": { superadmin: "g" },
  "organization:set-up": { superadmin: "g", admin: "o", issuer: "o" },
  "organization:update": { superadmin: "g", admin: "o" },
  "organization:rename": { admin: "o" },
  "organization:remove": { superadmin: "g" },
  "organization:archive": { superadmin: "g" },
  "organization:list-users": { superadmin: "g", admin: "o", issuer: "o" },
  "organization:withdraw-invitation": { superadmin: "g", admin: "o", issuer: "o" },
  "organization:billing-history": { admin: "o", reviewer: "s" },
  "organization:export-billing": { admin: "o" },
  "organization:list-exports": { admin: "o" },
  "organization:read-permissions": { superadmin: "g", admin: "o" },
  "organization:list-roles": { superadmin: "g", admin: "o", issuer: "o" },
  "organization:write-roles": { superadmin: "g", admin: "o" },
  "organization:analytics": { admin: "o" },

  "credential:create": { admin: "o", issuer: "o", publisher: "o", custom: ["Create"] },
  "credential:update": { admin: "o", issuer: "o", publisher: "o", custom: ["Update"] },
  "credential:remove-section": { admin: "o", issuer: "o", publisher: "o", custom: ["Delete"] },
  "credential:publish": { admin: "o", issuer: "o", publisher: "o", custom: ["Create", "Approve"] },
  "credential:decide": { admin: "o", custom: ["Approve"] },
  "credential:list": { admin: "o", issuer: "o", publisher: "o", reviewer: "j", custom: ["Read"] },
  "credential:browse": { learner: "p", custom: "p" },
  "credential:read": { admin: "o", issuer: "o", publisher: "o", reviewer: "j", learner: "p", custom: ["Read"] },
  "credential:close": { admin: "o", issuer: "s", custom: ["Approve"] },
  "credential:apply": { learner: "p" },
  "credential:choose-reviewers": { admin: "o", issuer: "o", publisher: "o", custom: ["Create", "Update"] },
  "credential:assign-reviewers": { admin: "o", issuer: "o", publisher: "o", custom: ["Update"] },
  "credential:list-applicants": { admin: "o" },
  "credential:lookup": { superadmin: "✓", ...everyMember("✓") },

  "reviewer:own-profile": { reviewer: "s" },
  "reviewer:read-info": { admin: "j", issuer: "j", publisher: "p", reviewer: "s", custom: ["Create", "Update"] },
  "reviewer:list-applications": { admin: "o", issuer: "o" },
  "reviewer:read-application": { admin: "o", issuer: "o", reviewer: "s" },
  "reviewer:decide-application": { admin: "o", issuer: "o" },
  "reviewer:issuer-profile": { issuer: "o", publisher: "o" },
  "reviewer:list": { admin: "o", issuer: "o", publisher: "o", custom: ["Create", "Update"] },

  "job:create": { admin: "o", issuer: "o", publisher: "o" },
  "job:list": { admin: "o", issuer: "o", reviewer: "j" },
  "job:list-assigned": { reviewer: "s" },
  "job:accept": { reviewer: "j" },
  "job:release": { reviewer: "s" },
  "job:read": { admin: "o", issuer: "o", reviewer: "j" },
  "job:grade": { reviewer: "s" },
  "job:payments": { reviewer: "s" },

  "submission:own": { learner: "s" },
  "submission:own-credentials": { learner: "s", custom: "s" },
  "submission:list": { reviewer: "s", learner: "s" },
  "submission:hide-certificate": { learner: "s" },
  "submission:shorten": { admin: "o", issuer: "o", publisher: "o", learner: "s" },

  "payment:pay": { learner: "s" },
  "payment:refund": { admin: "o" },
  "payment:read-credit": { learner: "s" },

  "badgr:connect": { admin: "o" },
  "badgr:connected": everyMember("o"),
  "badgr:list-issuers": { admin: "o" },
  "badgr:badges": { admin: "o", issuer: "o" },

  "file:upload": { admin: "o", issuer: "o", publisher: "o", reviewer: "s", learner: "s", custom: ["Update"] },
  "file:download": { admin: "o", issuer: "o", publisher: "o", reviewer: "j", learner: "s", custom: ["Read"] },
});

/** The name of a permission, `thing:verb`. */
export type Permission = keyof typeof permissions;

/** How far a permission reaches for a role with its custom actions; undefined when it is not held. */
export function reachOf(permission: Permission, role: Role, custom: readonly Action[] = []): Reach | undefined {
  const held = (permissions[permission] as Holders)[role];
  if (held === undefined || typeof held === "string") return held;
  if (!held.some((action) => custom.includes(action))) return undefined;
  return custom.includes("Global") ? "o" : "s";
}

/** Roles that a role may invite others into (section 6 and the table of who may invite or set which role). */
export function invitableRoles(inviter: Role): readonly MemberRole[] {
  if (inviter === "superadmin") return ["admin", "issuer", "reviewer", "learner", "publisher", "custom"];
  if (inviter === "admin") return ["admin", "issuer", "reviewer", "learner", "custom"];
  if (inviter === "issuer") return ["issuer", "reviewer", "learner", "custom"];
  return [];
}
