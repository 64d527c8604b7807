import { CredentialId } from "../../../shared/http/fields.ts";
import { reachOf } from "../../../shared/permissions.ts";
import type { Actor } from "../../chain/actor.ts";
import type { HandlerOptions } from "../../chain/implement.ts";
import { credentialKeys } from "../../data/keys/credential.ts";
import type { Key } from "../../data/keys/key.ts";
import { batchGet, get, type Item } from "../../data/table.ts";
import { isWithinReach } from "./guards.ts";
import { StoredCredential } from "./record.ts";

/** What other domains may ask of a credential. */
export type CredentialSummary = Pick<
  StoredCredential,
  | "cred_id"
  | "organization_id"
  | "title"
  | "status"
  | "created_by"
  | "assigned_reviewers"
  | "revision"
  | "category"
  | "price_cents"
  | "scech"
  | "unlisted"
>;

/** What other domains may know of a credential that they read beside their own things. */
export const summaryOf = (item: Item): CredentialSummary => StoredCredential.parse(item);

/** Reads the credential that a call names. */
export const namedCredential: HandlerOptions = {
  prefetch({ credential_id }) {
    const named = CredentialId.safeParse(credential_id);
    return named.success ? [credentialKeys.credential(named.data)] : [];
  },
};

/** Reads a credential's facts; undefined when there is none. */
export const readSummary = (cred_id: string): Promise<CredentialSummary | undefined> =>
  get(StoredCredential, credentialKeys.credential(cred_id));

/** Reads the facts of the credentials that references of a list lead to, in one read: a hundred at most. */
export async function readSummariesOf(references: readonly Key[]): Promise<CredentialSummary[]> {
  const items = references.length === 0 ? [] : await batchGet(references);
  return items.filter((item) => item !== undefined).map(summaryOf);
}

/** Whether there is the credential and it lies within the reach of the actor's permission. */
export const isWithin = (actor: Actor, credential: CredentialSummary | undefined): credential is CredentialSummary =>
  credential !== undefined && isWithinReach(actor, credential);

/** Whether a person may review submissions for a credential: chosen for it while it is published or closed. */
export const canReview = (
  { status, assigned_reviewers }: Pick<CredentialSummary, "status" | "assigned_reviewers">,
  user_id: string,
): boolean => (status === "published" || status === "closed") && assigned_reviewers.includes(user_id);

/** Whether a member may see a credential at all; a learner's own application and its organization's state come in. */
export function maySee(
  { role, actions, user_id, organization_id }: Actor,
  credential: CredentialSummary,
  { applied, issuerLives }: { readonly applied: boolean; readonly issuerLives: boolean },
): boolean {
  if (role === "learner") return applied || (credential.status === "published" && issuerLives);
  if (role === "reviewer") return canReview(credential, user_id);
  if (credential.organization_id !== organization_id) return false;
  const reach = reachOf("credential:read", role, actions);
  const isTheirs = reach === "organization" || (reach === "own" && credential.created_by === user_id);
  const isOpen =
    credential.status === "published" || (credential.status === "submitted" && actions.includes("Approve"));
  return isTheirs || (reach !== undefined && isOpen);
}
