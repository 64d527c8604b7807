/** The roles, compared by name; the number is what travels on the wire. */
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

/** The six actions a custom role is made of. They act on credentials of the role's organization. */
export const actions = ["Approve", "Create", "Delete", "Global", "Read", "Update"] as const;
/** One action of a custom role. */
export type Action = (typeof actions)[number];

/** What an action brings along because it cannot be done without: reading credentials, and for Create changing the own. */
const brought: Readonly<Record<Action, readonly Action[]>> = {
  Approve: ["Read"],
  Create: ["Read", "Update"],
  Delete: ["Read"],
  Global: [],
  Read: [],
  Update: ["Read"],
};

/** Which of a custom role's actions bring this one along. */
export const bringing = (action: Action, custom: readonly Action[]): readonly Action[] =>
  custom.filter((each) => brought[each].includes(action));

/** The role of a wire number, or undefined for anything that is not exactly one of the seven. */
export function roleOf(id: unknown): Role | undefined {
  return (Object.keys(roleIds) as Role[]).find((role) => roleIds[role] === id);
}

/**
 * How far a permission reaches for its holder: things of any organization, of the own organization, own things only,
 * things by relation (an assigned job, an applicant), published things of any active organization, or what is public.
 */
export type Reach = "any" | "organization" | "own" | "related" | "published" | "public";

/** Who holds a permission, and how far it reaches. A custom role holds it through any one of the named actions, or one that brings it along. */
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

const platform = { superadmin: "any" } as const;
const admins = { admin: "organization" } as const;
const staff = { ...admins, issuer: "organization" } as const;
const authors = { ...staff, publisher: "organization" } as const;
const reviewers = { reviewer: "own" } as const;
const learners = { learner: "own" } as const;

/** Every permission with its holders: the policy the server enforces and the portal's buttons follow. */
export const permissions = holders({
  "auth:change-password": { superadmin: "own", ...everyMember("own") },

  "user:invite": { ...platform, ...staff },
  "user:import": admins,
  "user:create": { ...platform, ...admins },
  "user:update": {
    superadmin: "any",
    admin: "organization",
    issuer: "organization",
    publisher: "own",
    reviewer: "own",
    learner: "own",
    custom: "own",
  },
  "user:remove": { ...platform, ...admins, reviewer: "own", learner: "own", custom: "own" },
  "user:set-status": { ...platform, ...admins },
  "user:reset-factor": { ...platform, ...admins },
  "user:stop-factor-reset": { ...everyMember("own"), ...platform, ...admins },
  "user:search": { ...platform, ...staff },
  "user:find": platform,
  "user:join": everyMember("own"),
  "user:read-profile": {
    superadmin: "any",
    admin: "organization",
    issuer: "organization",
    publisher: "own",
    reviewer: "own",
    learner: "own",
    custom: "own",
  },
  "user:save-learner-profile": learners,
  "user:read-notices": { superadmin: "own", ...everyMember("own") },
  "user:export-scech": admins,
  "user:own-scech": learners,

  "organization:list": platform,
  "organization:search": platform,
  "organization:read": { ...platform, ...everyMember("organization") },
  "organization:create": platform,
  "organization:set-up": { ...platform, ...staff },
  "organization:update": { ...platform, ...admins },
  "organization:calendar": admins,
  "organization:rename": admins,
  "organization:remove": platform,
  "organization:archive": platform,
  "organization:list-users": { ...platform, ...staff },
  "organization:withdraw-invitation": { ...platform, ...staff },
  "organization:billing-history": { admin: "organization", reviewer: "own" },
  "organization:export-billing": admins,
  "organization:list-exports": admins,
  "organization:read-permissions": { ...platform, ...admins },
  "organization:list-roles": { ...platform, ...staff },
  "organization:write-roles": { ...platform, ...admins },
  "organization:analytics": admins,

  "credential:create": { ...authors, custom: ["Create"] },
  "credential:update": { ...authors, custom: ["Update"] },
  "credential:copy": { ...staff, publisher: "own", custom: ["Create"] },
  "credential:remove": { ...staff, publisher: "own", custom: ["Create"] },
  "credential:remove-section": {
    admin: "organization",
    issuer: "organization",
    publisher: "organization",
    custom: ["Delete"],
  },
  "credential:publish": {
    admin: "organization",
    issuer: "organization",
    publisher: "organization",
    custom: ["Create", "Approve"],
  },
  "credential:decide": { admin: "organization", custom: ["Approve"] },
  "credential:list": {
    admin: "organization",
    issuer: "organization",
    publisher: "organization",
    reviewer: "related",
    custom: ["Read"],
  },
  "credential:browse": { learner: "published", custom: "published" },
  "credential:read": {
    admin: "organization",
    issuer: "organization",
    publisher: "organization",
    reviewer: "related",
    learner: "published",
    custom: ["Read"],
  },
  "credential:close": { admin: "organization", issuer: "own", custom: ["Approve"] },
  "credential:apply": { learner: "published" },
  "credential:choose-reviewers": {
    admin: "organization",
    issuer: "organization",
    publisher: "organization",
    custom: ["Create", "Update"],
  },
  "credential:assign-reviewers": {
    admin: "organization",
    issuer: "organization",
    publisher: "organization",
    custom: ["Update"],
  },
  "credential:list-applicants": admins,
  "credential:lookup": { superadmin: "public", ...everyMember("public") },

  "reviewer:own-profile": reviewers,
  "reviewer:read-info": {
    admin: "related",
    issuer: "related",
    publisher: "published",
    reviewer: "own",
    custom: ["Create", "Update"],
  },
  "reviewer:list-applications": staff,
  "reviewer:read-application": { ...staff, reviewer: "own" },
  "reviewer:decide-application": staff,
  "reviewer:issuer-profile": { issuer: "organization", publisher: "organization" },
  "reviewer:list": {
    admin: "organization",
    issuer: "organization",
    publisher: "organization",
    custom: ["Create", "Update"],
  },

  "job:create": authors,
  "job:list": { ...staff, reviewer: "related" },
  "job:list-assigned": reviewers,
  "job:accept": { reviewer: "related" },
  "job:release": reviewers,
  "job:reassign": { ...admins, issuer: "own" },
  "job:oversee": { ...admins, issuer: "own" },
  "job:waive-ties": admins,
  "job:adjudicate": admins,
  "job:anchors": authors,
  "job:calibrate": { reviewer: "related" },
  "job:list-calibrated": admins,
  "job:read": { ...staff, reviewer: "related" },
  "job:grade": reviewers,
  "job:payments": reviewers,
  "job:quality": { admin: "organization", issuer: "own" },
  "job:reviewer-quality": admins,
  "job:own-quality": reviewers,

  "submission:own": learners,
  "submission:own-credentials": { learner: "own", custom: "own" },
  "submission:list": { reviewer: "own", learner: "own" },
  "submission:hide-certificate": learners,
  "submission:shorten": { ...authors, learner: "own" },

  "certificate:own": learners,
  "certificate:manage": admins,

  "payment:pay": learners,
  "payment:refund": admins,
  "payment:read-credit": learners,

  "badgr:connect": admins,
  "badgr:connected": everyMember("organization"),
  "badgr:list-issuers": admins,
  "badgr:badges": staff,

  "key:manage": admins,
  "webhook:manage": admins,

  "file:upload": {
    admin: "organization",
    issuer: "organization",
    publisher: "organization",
    reviewer: "own",
    learner: "own",
    custom: ["Update"],
  },
  "file:download": {
    admin: "organization",
    issuer: "organization",
    publisher: "organization",
    reviewer: "related",
    learner: "own",
    custom: ["Read"],
  },
});

/** The name of a permission, `thing:verb`. */
export type Permission = keyof typeof permissions;

/** How far a permission reaches for a role with its custom actions; undefined when it is not held. */
export function reachOf(permission: Permission, role: Role, custom: readonly Action[] = []): Reach | undefined {
  const held = (permissions[permission] as Holders)[role];
  if (held === undefined || typeof held === "string") return held;
  const chosen = held.some((action) => custom.includes(action));
  if (!chosen && !held.some((action) => bringing(action, custom).length > 0)) return undefined;
  const everywhere = custom.includes("Global") && (chosen || held.includes("Read"));
  return everywhere ? "organization" : "own"; // Create changes what its holder made, with Global too
}

/** Whose role lets them change what others are: super administrators, admins and issuers. */
export function hasPowerOverOthers(role: Role): boolean {
  const reach = reachOf("user:update", role);
  return reach === "any" || reach === "organization";
}

/** Roles that a role may invite others into: shared/user/README.md, "Who may do what". */
export function invitableRoles(inviter: Role): readonly MemberRole[] {
  if (inviter === "superadmin") return ["admin", "issuer", "reviewer", "learner", "publisher", "custom"];
  if (inviter === "admin") return ["admin", "issuer", "reviewer", "learner", "custom"];
  if (inviter === "issuer") return ["issuer", "reviewer", "learner", "custom"];
  return [];
}
