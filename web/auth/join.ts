import { ApiError } from "../api/api-error.ts";
import { api } from "../api/client.ts";
import { write } from "../api/queries.ts";
import { enterOrganization } from "../session/session.tsx";
import { currentSession } from "../session/session-store.ts";
import { flash } from "../ui/dialogs/flash.ts";
import { wordsFor } from "../ui/words.ts";

/** The invitation of a mail's link: the address it was sent to, and its token. */
export interface MailedInvitation {
  readonly email: string;
  readonly token: string;
}

/** Whether two addresses are the same person's to Laurel. */
export const sameAddress = (one: string, other: string): boolean =>
  one.trim().toLowerCase() === other.trim().toLowerCase();

function wordsForRefusal(error: unknown): string {
  const expired = error instanceof ApiError && error.code === "invitation.invalid-token";
  return expired ? "Invitation expired!" : wordsFor(error);
}

/** The signed-in person joins the organization of an invitation and goes on in it; a message says so, or why not. */
export async function join({ email, token }: MailedInvitation): Promise<void> {
  const session = currentSession();
  if (!session) return;
  if (!sameAddress(session.user.email, email)) {
    flash("error", `This invitation is for ${email}. Sign in with that email address to accept it.`);
    return;
  }
  try {
    const { organizations, selected_org } = await write(api.user.joinOrganization, { token });
    enterOrganization(organizations, selected_org.organization_id);
    const joined = organizations.find(({ organization_id }) => organization_id === selected_org.organization_id);
    flash("success", `You joined ${joined?.organization_name || "the organization"}.`);
  } catch (error) {
    flash("error", wordsForRefusal(error));
  }
}
