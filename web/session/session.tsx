import { useSyncExternalStore } from "react";
import type { OwnOrganization } from "../../shared/user/user.ts";
import { queries } from "../api/queries.ts";
import { currentSession, lastSession, onSession, refreshUser, type Session } from "./session-store.ts";

/** The session, for pages behind sign-in. A page that is left or waits for its person keeps the last it knew. */
export function useSession(): Session {
  const known = useSyncExternalStore(onSession, lastSession);
  if (!known) throw new Error("useSession needs someone signed in.");
  return known;
}

/** The session or undefined, for pages that anyone may open. */
export function useVisitor(): Session | undefined {
  return useSyncExternalStore(onSession, currentSession);
}

/** Goes on in an organization the person has just joined; `organizations` are all of theirs now. */
export function enterOrganization(organizations: readonly OwnOrganization[], organization_id: string): void {
  localStorage.setItem("selected_org", JSON.stringify({ organization_id }));
  queries.clear(); // what was read in another organization
  refreshUser({ organizations: [...organizations] });
}
