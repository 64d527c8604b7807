import type { Credential } from "../../../shared/credential/credential.ts";
import type { Actor } from "../../chain/actor.ts";
import { newId, now } from "../../data/ids.ts";
import { credentialKeys } from "../../data/keys/credential.ts";
import { put, type Step } from "../../data/steps.ts";
import { transition } from "../../data/transition.ts";
import { credentialEntity } from "./entity.ts";
import { fileUseSteps } from "./files.ts";
import type { StoredCredential, StoredCriteria, StoredDetails, StoredSection } from "./record.ts";
import { presentForStaff } from "./view.ts";

/** What a new draft begins with. */
export interface DraftText {
  readonly set: Pick<
    StoredCredential,
    "title" | "scech" | "validity_months" | "expiration_date" | "badgrImage" | "badgrIssuer"
  >;
  readonly details: StoredDetails;
  /** What a copy begins with besides. */
  readonly more?: Pick<
    StoredCredential,
    | "step"
    | "price_cents"
    | "renewal_price_cents"
    | "hourly_rate_cents"
    | "review_minutes"
    | "section_count"
    | "category"
  >;
  readonly criteria?: StoredCriteria | undefined;
  readonly sections?: readonly StoredSection[];
  /** BadgeClass when its badge exists already. */
  readonly entity_type?: StoredCredential["entity_type"];
}

/** The steps that make a draft of the actor's, and the credential as they see it. */
export function newDraft(
  { set, details, more, criteria, sections = [], entity_type = "draft" }: DraftText,
  actor: Actor,
): { cred_id: string; steps: Step[]; shown: Credential } {
  const cred_id = newId("crd");
  const at = now();
  const { organization_id, name: issuer_name, timezone } = actor.organization!;
  const { steps, after: credential } = transition(credentialEntity, "create", {
    set: {
      cred_id,
      organization_id,
      issuer_name,
      timezone,
      ...set,
      step: 0,
      price_cents: null,
      hourly_rate_cents: 0,
      review_minutes: 0,
      section_count: 0,
      ...more,
      entity_type,
      assigned_reviewers: [],
      created_by: actor.user_id,
      created_on: at,
      updated_on: at,
      revision: 0,
    },
    actor_id: actor.user_id,
  });
  return {
    cred_id,
    shown: presentForStaff({ credential, details, sections, ...(criteria && { criteria }) }, actor),
    steps: [
      ...steps,
      put(credentialKeys.credentialDetails(cred_id), details),
      ...(criteria ? [put(credentialKeys.credentialCriteria(cred_id), criteria)] : []),
      ...sections.map((section) => put(credentialKeys.section(cred_id, section.section_id), section)),
      ...fileUseSteps(credential, {}, { details, ...(criteria && { criteria }) }),
    ],
  };
}
