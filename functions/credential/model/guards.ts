import {
  type CredentialPart,
  dateIn,
  editableParts,
  mayRemoveSection,
  type PublishCandidate,
  publishFaults,
  type Viewer,
} from "../../../shared/credential/rules.ts";
import { Problem } from "../../../shared/http/problem.ts";
import type { Actor } from "../../chain/actor.ts";
import { clock } from "../../runtime/clock.ts";
import { payCentsOf, type StoredCredential, type WholeCredential } from "./record.ts";
import { readWhole } from "./store.ts";

/** How a member of the credential's organization looks at it. */
export const viewerOf = (actor: Actor, { created_by }: Pick<StoredCredential, "created_by">): Viewer => ({
  role: actor.role,
  actions: actor.actions,
  own: created_by === actor.user_id,
});

/** Whether a credential lies within the reach of the actor's permission: their organization's, or with `own` what they created. */
export const isWithinReach = (actor: Actor, credential: Pick<StoredCredential, "organization_id" | "created_by">) =>
  credential.organization_id === actor.organization_id &&
  (actor.reach === "organization" || (actor.reach === "own" && credential.created_by === actor.user_id));

/** Reads a credential the actor may act on. Anybody else's is not found. */
export async function loadForStaff(cred_id: string, actor: Actor): Promise<WholeCredential> {
  const whole = await readWhole(cred_id);
  if (!whole || !isWithinReach(actor, whole.credential)) throw new Problem("resource.not-found");
  return whole;
}

/** Reads a credential the actor may decide on: within their reach, or submitted by whomever; what they decided, once more. */
export async function loadToDecide(cred_id: string, actor: Actor): Promise<WholeCredential> {
  const whole = await readWhole(cred_id);
  if (!whole || whole.credential.organization_id !== actor.organization_id) throw new Problem("resource.not-found");
  const { credential } = whole;
  const isOpen = credential.status === "submitted" || credential.decided_by === actor.user_id;
  if (!isOpen && !isWithinReach(actor, credential)) throw new Problem("resource.not-found");
  return whole;
}

/** Refuses when somebody changed the credential since the caller read it; without a version nothing is compared. */
export function requireVersion({ version }: StoredCredential, seen: number | undefined): void {
  if (seen !== undefined && seen !== version) throw new Problem("credential.changed");
}

/** Refuses an edit of a part that is closed to this actor in the credential's present state. */
export function requireEditableCredential(actor: Actor, { credential }: WholeCredential, part: CredentialPart): void {
  if (!editableParts(viewerOf(actor, credential), credential.status).includes(part))
    throw new Problem("credential.not-editable");
}

/** Refuses to leave out sections where the actor may not remove them. */
export function requireSectionsKept(
  actor: Actor,
  { credential, sections }: WholeCredential,
  kept: readonly { readonly section_id: string }[],
): void {
  const ids = new Set(kept.map(({ section_id }) => section_id));
  if (sections.every(({ section_id }) => ids.has(section_id))) return;
  if (!mayRemoveSection(viewerOf(actor, credential), credential.status)) throw new Problem("credential.section-kept");
}

/** Today's date where the actor's organization is. */
export const todayOf = (actor: Actor): string => dateIn(actor.organization!.timezone, clock.now());

/** Refuses a credential that may not go live today: the expiration date first, then everything that is missing. */
export function requirePublishable({ credential, details, criteria, sections }: WholeCredential, today: string): void {
  const candidate: PublishCandidate = {
    credential_details: { ...details, title: credential.title, expiration_date: credential.expiration_date },
    sectionCount: sections.length,
    reviewer_criteria: criteria,
    assigned_reviewers: credential.assigned_reviewers,
    priceCents: credential.price_cents,
    renewalPriceCents: credential.renewal_price_cents,
    payCents: payCentsOf(credential),
  };
  const faults = publishFaults(candidate, today);
  if (faults.length === 0) return;
  const expired = faults.find(({ field }) => field === "expiration_date");
  if (expired) throw new Problem("credential.expired", { fields: { [expired.field]: expired.message } });
  throw new Problem("credential.incomplete", {
    message: faults[0]!.message,
    fields: Object.fromEntries(faults.map(({ field, message }) => [field, message])),
  });
}
