import type { Session as SignedIn } from "../../shared/auth/calls.ts";
import type { AllowWord } from "../../shared/http/call.ts";
import type { Organization } from "../../shared/organization/organization.ts";
import { type Role, reachOf, roleIds, roleOf } from "../../shared/permissions.ts";
import * as paths from "../../shared/platform/paths.ts";
import type { OwnOrganization, User } from "../../shared/user/user.ts";
import { actIn, onSessionEnd } from "../api/client.ts";
import { endSession } from "../api/end-session.ts";
import { beDocumentOf, isSomebodyElse } from "../api/person.ts";
import { dropToken, onRefresh, storedToken, storeToken } from "../api/token.ts";
import { applyPreferences } from "./preferences.ts";

/** What a page may know about who is using it. */
export interface Session {
  readonly user: User;
  /** The role in the selected organization; undefined until one of several is chosen. */
  readonly role: Role | undefined;
  /** "" for a superadmin, and until one of several is chosen. */
  readonly organization_id: string;
  /** The selected organization, as its member sees it. */
  readonly organization: OwnOrganization | undefined;
  /** Whether the server would let this person call, as far as role and organization tell. */
  readonly can: (call: { readonly allow: AllowWord; readonly closesWhenArchived?: boolean }) => boolean;
}

const listeners = new Set<() => void>();
const tell = () => {
  for (const listener of listeners) listener();
};
/** Hears of changes, those in other tabs and while the page was kept behind another, too; for `useSyncExternalStore`. */
export const onSession = (listener: () => void): (() => void) => {
  listeners.add(listener);
  for (const event of ["storage", "pageshow"]) addEventListener(event, listener);
  return () => {
    listeners.delete(listener);
    for (const event of ["storage", "pageshow"]) removeEventListener(event, listener);
  };
};

function stored<T>(name: string): T | undefined {
  try {
    return JSON.parse(localStorage.getItem(name) ?? "null") ?? undefined;
  } catch {
    return undefined;
  }
}

function sessionOf(user: User, selected: string): Session {
  const organization = user.organizations.find(({ organization_id }) => organization_id === selected);
  const platform = user.organizations.length === 0 && user.role === roleIds.superadmin;
  const role = platform ? "superadmin" : organization && roleOf(organization.role);
  return {
    user,
    role,
    organization_id: organization?.organization_id ?? "",
    organization,
    can: ({ allow, closesWhenArchived }) => {
      if (closesWhenArchived && organization?.archived) return false;
      if (allow === "anyone" || allow === "account") return true;
      if (allow === "member") return !platform;
      if (allow === "signature" || !role) return false;
      return reachOf(allow, role, organization?.role_perms) !== undefined;
    },
  };
}

let last: { readonly from: string; readonly session: Session | undefined } | undefined;
let known: Session | undefined;

/**
 * The session of this moment; undefined without a token, and while another tab has signed somebody else in. The same object
 * until something changes.
 */
export function currentSession(): Session | undefined {
  const from = ["token", "user", "selected_org"].map((name) => localStorage.getItem(name)).join(" ");
  if (last?.from !== from) {
    const user = storedToken() && stored<User>("user");
    const own = known?.user.user_id === user?.user_id ? known?.organization_id : undefined; // where another tab has none yet
    const selected = stored<{ organization_id: string }>("selected_org")?.organization_id ?? own ?? "";
    last = { from, session: user && sessionOf(user, selected) };
    if (user) beDocumentOf(user.user_id);
    known = last.session ?? known;
  }
  return last.session;
}

/** The session of this moment, or the last there was. */
export const lastSession = (): Session | undefined => currentSession() ?? known;

/** Other tabs hear of each item in turn: first whose session it is, last the token. */
function keep({ token, expires_at, ...user }: SignedIn, selected: User["selected_org"]): void {
  localStorage.setItem("user", JSON.stringify(user));
  if (selected) localStorage.setItem("selected_org", JSON.stringify(selected));
  else localStorage.removeItem("selected_org");
  storeToken({ token, expires_at });
}

/**
 * Begins a session from a sign-in or sign-up. Somebody of one organization has it selected; somebody of several chooses.
 */
export function beginSession(answer: SignedIn): Session {
  beDocumentOf(answer.user_id);
  known = undefined;
  keep(answer, answer.selected_org);
  applyPreferences();
  tell();
  return currentSession() as Session;
}

/** Goes on with the tokens that a refresh, a changed password or the password once more bring, in the same organization. */
export function renewSession(answer: SignedIn): void {
  const organization_id = lastSession()?.organization_id;
  keep(answer, organization_id ? { organization_id } : null);
  tell();
}

/** Puts changed particulars of the signed-in person (name, image, organizations) into the session. */
export function refreshUser(change: Partial<User>): void {
  const user = stored<User>("user");
  if (user) localStorage.setItem("user", JSON.stringify({ ...user, ...change }));
  tell();
}

/** Puts an organization's changed particulars into the session of its member. */
export function refreshOrganization({ organization_id, name, logo, timezone, is_set_up }: Organization): void {
  const organizations = stored<User>("user")?.organizations.map((own) =>
    own.organization_id === organization_id ? { ...own, organization_name: name, logo, timezone, is_set_up } : own,
  );
  if (organizations) refreshUser({ organizations });
}

/** Selects one of the person's organizations and starts the portal afresh in it, at a path of it. */
export function selectOrganization(organization_id: string, path: string = paths.home): void {
  localStorage.setItem("selected_org", JSON.stringify({ organization_id }));
  location.assign(path);
}

/** What the session would be in another of the person's organizations. */
export const sessionIn = ({ user }: Session, organization_id: string): Session => sessionOf(user, organization_id);

function forgetPerson(): void {
  dropToken();
  for (const name of ["user", "selected_org", "menu", "own_certificates"]) localStorage.removeItem(name);
}

/** Forgets the person on this device; preferences stay. */
export function forgetSession(): void {
  forgetPerson();
  sessionStorage.clear();
}

/** Leaves a page whose session is over for sign-in, which leads back; for home where somebody else is signed in by now. */
export function leaveForSignIn(from: string): void {
  const isReplaced = isSomebodyElse();
  if (!isReplaced) forgetPerson(); // drafts stay, under the person's id
  location.replace(isReplaced ? paths.home : paths.loginThen(from));
}

/** Signs out here and at the server, and opens the sign-in page with nothing of this person left in memory. */
export async function signOut(): Promise<void> {
  const leaving = endSession(storedToken()?.token);
  await Promise.race([leaving, new Promise((resolve) => setTimeout(resolve, 2000))]);
  forgetSession();
  location.assign(paths.login);
}

/** Joins the session to the client, once at start: a refresh brings the person up to date, a refused token is dropped. */
export function followSession(): void {
  beDocumentOf(currentSession()?.user.user_id);
  actIn(() => currentSession()?.organization_id ?? "");
  onRefresh(renewSession);
  onSessionEnd((refused) => {
    if (refused) dropToken(refused);
    tell();
  });
}
