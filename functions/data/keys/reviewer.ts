import { beginning, idOf, key, type PersonOfOrganization } from "./key.ts";

/** The items of a reviewer or an issuer at work for organizations, and the question that each key answers. */
export const reviewerKeys = {
  /** Whom a person is tied to, and where they work. */
  ties: (user_id: string) => key(`USER#${user_id}`, "TIES"),
  /** The comments they keep to use again. */
  comments: (user_id: string) => key(`USER#${user_id}`, "COMMENTS"),
  reviewer: (user_id: string) => key(`USER#${user_id}`, "REVIEWER"),
  reviewerApplication: (organization_id: string, user_id: string) =>
    key(`USER#${user_id}`, `REVIEWS#${organization_id}`),
  /** All applications of a reviewer. */
  reviewerApplications: (user_id: string) => beginning(`USER#${user_id}`, "REVIEWS#"),
  issuerProfile: (organization_id: string, user_id: string) => key(`USER#${user_id}`, `ISSUES#${organization_id}`),
  /** All of them, those of organizations they have left included. */
  issuerProfiles: (user_id: string) => beginning(`USER#${user_id}`, "ISSUES#"),
  /** Where a reviewer's pay goes. */
  bank: (user_id: string) => key(`USER#${user_id}`, "BANK"),
};

/** The lists of a reviewer or an issuer at work for organizations. */
export const reviewerViews = {
  /** Published credentials a reviewer may review. */
  assignedCredentials: (user_id: string) => `USER#${user_id}#assigned`,
  /** Reviewer applications of an organization: all, or in one state (`accepted`: its reviewers). */
  reviewers: (organization_id: string, status = "all") => `ORG#${organization_id}#reviewers#${status}`,
  /** Accepted reviewers of a job category, of one organization or of all. */
  reviewersOfCategory: (category: number, organization_id = "any") =>
    `LIST#reviewers#category=${category}#${organization_id}`,
};

/** Where a reviewer application stands in lists: by when it was submitted. */
export const reviewerApplicationSort = ({ submitted_on, user_id }: { submitted_on: string; user_id: string }): string =>
  `${submitted_on}#${user_id}`;

/** Where an accepted reviewer stands in the list of a category; {@link acceptedReviewerOf} reads it. */
export const acceptedReviewerSort = ({ user_id, organization_id }: PersonOfOrganization): string =>
  `${user_id}#${organization_id}`;

/** Who stands there in the list of a category, accepted by which organization. */
export const acceptedReviewerOf = (sort: string): PersonOfOrganization => ({
  user_id: sort.slice(0, sort.indexOf("#")),
  organization_id: idOf(sort),
});
