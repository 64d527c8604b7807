/** A reviewer of an organization, as calls name them. */
export interface NamedReviewer {
  readonly organization_id: string;
  readonly user_id: string;
}
