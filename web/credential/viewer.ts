import type { Credential, CredentialRow } from "../../shared/credential/credential.ts";
import { editableParts, type Viewer } from "../../shared/credential/rules.ts";
import type { Session } from "../session/session-store.ts";

/** How somebody stands to a credential of their organization; undefined for one of another organization. */
export function viewerOf(
  { role, user, organization_id, organization }: Session,
  credential: Pick<Credential | CredentialRow, "organization_id" | "created_by">,
): Viewer | undefined {
  if (!role || credential.organization_id !== organization_id) return undefined;
  const own = credential.created_by === user.user_id;
  return { role, own, ...(organization?.role_perms && { actions: organization.role_perms }) };
}

/** Whether the wizard may be opened on it: a draft, or an issuer's rejected one: shared/credential/README.md, "Editing". */
export const opensInWizard = (viewer: Viewer | undefined, { status }: Pick<CredentialRow, "status">): boolean =>
  viewer !== undefined && editableParts(viewer, status).includes("details");

/** Why somebody may not decide on their own credential, as the server says it. */
export const ownDecision = "You can’t approve or reject your own credential.";
