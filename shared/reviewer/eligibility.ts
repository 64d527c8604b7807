import { roleIds } from "../permissions.ts";
import type { ReviewerApplication } from "./reviewer.ts";

/** What a person is in one organization, as far as reviewing goes. */
export interface ReviewingPlace {
  readonly organization_id: string;
  readonly application: Pick<ReviewerApplication, "status" | "barred" | "category">;
  /** Absent when they are no member there. */
  readonly membership?: { readonly role: number; readonly status: string };
  /** The organization's own state. */
  readonly organizationStatus: string;
}

/** A person and every organization they applied to as a reviewer. */
export interface ReviewerStanding {
  readonly user_id: string;
  /** Whether their account is active. */
  readonly isActive: boolean;
  readonly places: readonly ReviewingPlace[];
}

/** Whether an organization has suspended a reviewer or sent them away, so that nobody else's acceptance counts there. */
export const isBarred = ({ status, barred }: Pick<ReviewerApplication, "status" | "barred">): boolean =>
  status === "suspended" || barred === true;

/**
 * Whether a place lets its reviewer work for an organization: accepted, a member of the role, and the organization is
 * active; work of an archived one is finished by its own.
 */
const counts = ({ application, membership, ...place }: ReviewingPlace, organization_id: string): boolean =>
  application.status === "accepted" &&
  membership?.role === roleIds.reviewer &&
  membership.status === "active" &&
  (place.organizationStatus === "active" ||
    (place.organizationStatus === "archived" && place.organization_id === organization_id));

/**
 * The place whose acceptance lets a person review for a credential of an organization, the organization's own first;
 * undefined when nothing does: shared/reviewer/README.md, "Eligibility". Whether they are on its list is not asked.
 */
export function acceptanceFor(
  { isActive, places }: ReviewerStanding,
  organization_id: string,
): ReviewingPlace | undefined {
  const own = places.find((place) => place.organization_id === organization_id);
  if (!isActive || (own && isBarred(own.application))) return undefined;
  return [...(own ? [own] : []), ...places].find((place) => counts(place, organization_id));
}

/** Whether a person may review for this credential's jobs: on its list, and accepted by an organization that counts. */
export const mayReviewFor = (
  standing: ReviewerStanding,
  {
    organization_id,
    assigned_reviewers,
  }: { readonly organization_id: string; readonly assigned_reviewers: readonly string[] },
): boolean => assigned_reviewers.includes(standing.user_id) && acceptanceFor(standing, organization_id) !== undefined;
