import * as z from "zod";
import { type Call, namesThing, selectorOf } from "../../shared/http/call.ts";
import { Problem } from "../../shared/http/problem.ts";
import { archiveEnd } from "../../shared/organization/rules.ts";
import {
  type Action,
  actions,
  hasPowerOverOthers,
  type Reach,
  type Role,
  reachOf,
  roleIds,
  roleOf,
} from "../../shared/permissions.ts";
import type { Key } from "../data/keys/key.ts";
import { organizationKeys } from "../data/keys/organization.ts";
import { callsKey, waitForTokensMs } from "../data/organization-calls.ts";
import { batchGet, type Item } from "../data/table.ts";
import { clock } from "../runtime/clock.ts";
import { optionalEnvironment } from "../runtime/environment.ts";

/** The one session that went on when two-step sign-in was turned on, of those that began before: both in epoch seconds. */
export const SessionLeft = z.object({ began: z.number(), before: z.number() });

/** Whether a session that began then was ended by its person turning two-step sign-in on in another. */
export const isEndedByFactor = (
  { session_left: left }: { readonly session_left?: z.output<typeof SessionLeft> | undefined },
  authTime: number,
): boolean => left !== undefined && authTime < left.before && authTime !== left.began;

/** What authorization reads of a user; the whole item is shared/user/user.ts. */
const KnownUser = z.looseObject({
  user_id: z.string(),
  email: z.string(),
  first_name: z.string().default(""),
  last_name: z.string().default(""),
  status: z.string(),
  superadmin: z.boolean().default(false),
  /** Organizations the user is a member of, by id; the memberships themselves are items of their own. */
  organization_ids: z.array(z.string()).default([]),
  /** Epoch seconds; tokens issued before are dead (sign-out everywhere, password change, removal). */
  tokens_valid_after: z.number().default(0),
  /** When they turned two-step sign-in on; absent while it is off. */
  factor_since: z.string().optional(),
  session_left: SessionLeft.optional(),
});
export type KnownUser = z.infer<typeof KnownUser>;

const KnownMembership = z.looseObject({
  role: z.number(),
  role_id: z.string().optional(),
  status: z.string().default("active"),
});
/** What authorization reads of a membership. */
export type KnownMembership = z.infer<typeof KnownMembership>;

/** A role that an organization has made. Those that earlier releases kept have no version. */
export const CustomRole = z.object({
  name: z.string(),
  role_perms: z.array(z.enum(actions)),
  version: z.number().default(1),
});

/** {@link KnownOrganization} as it is read. */
export const KnownOrganization = z.looseObject({
  organization_id: z.string(),
  name: z.string(),
  timezone: z.string().default("America/New_York"),
  status: z.enum(["active", "archived", "deleting", "deleted"]),
  archived_at: z.string().optional(),
  colour: z.string().optional(),
  /** Custom roles live in the organization's own item, so that authorization needs no further read. */
  roles: z.record(z.string(), CustomRole).default({}),
  /** Numbers of the roles whose members act only with two-step sign-in; absent where none must. */
  factor_roles: z.array(z.number()).optional(),
});
/** What authorization reads of an organization. */
export type KnownOrganization = z.infer<typeof KnownOrganization>;

/** Who calls, in which organization, as what, and how far the call's permission reaches for them. */
export interface Actor {
  readonly user_id: string;
  readonly email: string;
  readonly role: Role;
  readonly reach: Reach;
  readonly actions: readonly Action[];
  readonly organization_id: string;
  readonly organization?: KnownOrganization;
  readonly membership?: KnownMembership;
  readonly user: KnownUser;
  /** Epoch seconds of the sign-in the token stems from. */
  readonly authTime: number;
  /** The token is dead; only calls with `endsSession` see such a caller, and trust them with nothing for it. */
  readonly isEnded?: boolean;
  /** A program with a key of the organization, whose id stands for the person's. */
  readonly isKey?: true;
}

/** The verified claims of an access token. */
export interface Claims {
  readonly user_id?: string;
  readonly iat?: string | number;
  readonly auth_time?: string | number;
}

/** When the session of a token began, in epoch seconds. */
export const authTimeOf = ({ auth_time, iat }: Claims): number => Number(auth_time ?? iat ?? 0);

/**
 * Identifies the caller and decides whether the call is allowed, in one read (two when the input leaves the organization
 * out). `alsoRead` is read in the same round. Throws 401, 403, or 404 for an organization that is not the caller's, and 429 for
 * one whose people call too often, or whose caller does.
 */
export async function resolveActor(
  call: Call,
  claims: Claims | undefined,
  input: Readonly<Record<string, unknown>>,
  alsoRead: readonly Key[],
): Promise<{ actor: Actor; alsoFound: (Item | undefined)[]; bucket?: Item }> {
  if (!claims?.user_id) throw new Problem("access.no-token");
  const selector = selectorOf(call);
  const named = selector === undefined ? undefined : input[selector];
  if (named !== undefined && (typeof named !== "string" || named === "" || named.length > 100)) {
    throw new Problem("input.invalid", { fields: { [selector!]: "Name one organization." } });
  }
  const place = (id: string) => [
    organizationKeys.membership(claims.user_id!, id),
    organizationKeys.organization(id),
    callsKey(id),
  ];
  const [userItem, ...others] = await batchGet([
    organizationKeys.user(claims.user_id),
    ...alsoRead,
    ...(named ? place(named) : []),
  ]);
  const alsoFound = others.slice(0, alsoRead.length);
  let [membership, organization, bucket] = others.slice(alsoRead.length);
  const user = userItem && KnownUser.parse(userItem);
  const authTime = authTimeOf(claims);
  const isEnded = Number(claims.iat ?? 0) < Number(user?.tokens_valid_after);
  if (user?.status !== "active" || isEndedByFactor(user, authTime) || (isEnded && !call.endsSession))
    throw new Problem("access.no-token");

  const within = typeof call.allow === "object" ? call.allow.within : undefined;
  if (within === "organization" && !named) {
    const only = user.organization_ids.length === 1 ? user.organization_ids[0] : undefined;
    if (only !== undefined) [membership, organization, bucket] = await batchGet(place(only));
    else if (user.organization_ids.length > 1) throw organizationNeeded(selector);
    else if (!user.superadmin) throw new Problem("access.denied");
  }
  const actor = authorize(call, user, membership, organization, { authTime, named: Boolean(named) });
  if (actor.role !== "superadmin" && waitForTokensMs(bucket, user.user_id) > 0)
    throw (await import("../data/count-calls.ts")).tooManyCalls(bucket, user.user_id);
  return { actor: { ...actor, isEnded }, alsoFound, bucket };
}

/** The refusal of a call that needs an organization and was given none. */
export const organizationNeeded = (selector = "organization_id") =>
  new Problem("input.organization-needed", { fields: { [selector]: "Name the organization." } });

function authorize(
  call: Call,
  user: KnownUser,
  membershipItem: Item | undefined,
  organizationItem: Item | undefined,
  { authTime, named }: { authTime: number; named: boolean },
): Actor {
  const base = { user_id: user.user_id, email: user.email, user, authTime };
  if (typeof call.allow === "string") {
    if (call.allow === "member" && user.superadmin) throw new Problem("access.denied");
    return {
      ...base,
      role: user.superadmin ? "superadmin" : "learner",
      reach: "own",
      actions: [],
      organization_id: "",
    };
  }
  const { permission, within } = call.allow;
  if (within === "platform") {
    const reach = user.superadmin ? reachOf(permission, "superadmin") : undefined;
    if (reach === undefined) throw new Problem("access.denied");
    requireFactor(user, "superadmin");
    return { ...base, role: "superadmin", reach, actions: [], organization_id: "" };
  }
  const organization = organizationItem && KnownOrganization.parse(organizationItem);
  const membership = membershipItem && KnownMembership.parse(membershipItem);
  const lives = organization !== undefined && (organization.status === "active" || organization.status === "archived");

  if (user.superadmin) {
    const reach = reachOf(permission, "superadmin");
    if (reach === undefined) throw new Problem("access.denied");
    requireFactor(user, "superadmin");
    const own = { ...base, role: "superadmin", reach, actions: [] } as const;
    if (!named) return { ...own, organization_id: "" }; // the own profile, say; what needs an organization asks for it
    if (!lives) throw new Problem("resource.not-found");
    return { ...own, organization_id: organization.organization_id, organization };
  }
  const role = membership && roleOf(membership.role);
  if (!lives || !role || role === "superadmin" || membership.status !== "active") {
    throw new Problem(namesThing(call) ? "resource.not-found" : "access.denied");
  }
  const custom = role === "custom" ? (organization.roles[membership.role_id ?? ""]?.role_perms ?? []) : [];
  const reach = reachOf(permission, role, custom);
  if (reach === undefined) throw new Problem("access.denied");
  requireFactor(user, role, organization.factor_roles);
  requireOpen(call, organization, role);
  const { organization_id } = organization;
  return { ...base, role, reach, actions: custom, organization_id, organization, membership };
}

/** Refuses somebody without two-step sign-in of whom the organization or the stage requires it. */
function requireFactor({ factor_since }: KnownUser, role: Role, ofRoles: readonly number[] = []): void {
  if (factor_since !== undefined) return;
  const ofStage = optionalEnvironment("FACTOR_REQUIRED") !== undefined && hasPowerOverOthers(role);
  if (ofStage || ofRoles.includes(roleIds[role])) throw new Problem("auth.factor-required");
}

/** Refuses what does not go on in an archived organization. */
export function requireOpen(call: Call, organization: KnownOrganization, role: Role): void {
  if (organization.status === "archived" && !openWhenArchived(call, organization, role))
    throw new Problem("organization.archived");
}

function openWhenArchived({ whenArchived }: Call, organization: KnownOrganization, role: Role): boolean {
  if (whenArchived === undefined || whenArchived === "allowed") return whenArchived === "allowed";
  return (whenArchived === "as-its-work" && (role === "learner" || role === "reviewer")) || isStillOpen(organization);
}

/** Whether what was begun in an organization may be gone on with: while it is active, and 90 days after it was archived. */
export const isStillOpen = ({ status, archived_at }: Pick<KnownOrganization, "status" | "archived_at">): boolean =>
  status === "active" || (status === "archived" && archived_at !== undefined && clock.iso() < archiveEnd(archived_at));

/** The caller of a call that needs no token. */
export const anonymous: Actor = {
  user_id: "",
  email: "",
  role: "learner",
  reach: "public",
  actions: [],
  organization_id: "",
  user: {
    user_id: "",
    email: "",
    first_name: "",
    last_name: "",
    status: "none",
    superadmin: false,
    organization_ids: [],
    tokens_valid_after: 0,
  },
  authTime: 0,
};
