import { useSyncExternalStore } from "react";
import type { OwnOrganization } from "../../shared/user/user.ts";
import { queries } from "../api/queries.ts";
import { currentSession, onSession, refreshUser, type Session } from "./session-store.ts";

let known: Session | undefined;

/** The session, for pages behind sign-in. While one signs out, the page on its way out keeps the last it knew. */
export function useSession(): Session {
  known = useSyncExternalStore(onSession, currentSession) ?? known;
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
