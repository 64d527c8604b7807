/** Addresses of pages, built rather than written by hand. They are kept letter by letter, slips included. */
export const paths = {
  home: "/",
  login: (next?: string) => (next ? `/login?next=${encodeURIComponent(next)}` : "/login"),
  /** Sign in with the address an invitation was sent to, and join its organization. */
  loginToJoin: (invitation: { email: string; invitation: string }) => `/login?${new URLSearchParams(invitation)}`,
  signIn: "/signin",
  forgotPassword: "/forgotpassword",
  requestSignUp: (query: { orgid?: string; orgname?: string }) =>
    `/requestsignup?${new URLSearchParams({ ...query, selfSignUp: "true", role: "learner" })}`,
  terms: "/termsOfService",
  privacy: "/privacyPolicy",
  profile: "/profile",
  security: "/security",
  notifications: "/notifications",
  chooseOrganization: "/organizations/choose",
  payments: "/payments",
  organizationDetails: "/organizationDetails",
  badgrLogin: "/badgr/login",
  badgrBadges: "/badgr/badges",
  badgrBadgesOf: (issuer_id: string) => `/badgr/badges?issuer=${issuer_id}`,
  badgrAssertions: (of: { badge_id: string } | { issuer_id: string }) =>
    "badge_id" in of ? `/badgr/assertions?badge=${of.badge_id}` : `/badgr/assertions?issuer=${of.issuer_id}`,
  credit: "/productCredit",
  bankAccount: "/payments/edit",
  organization: (id: string) => `/organizations/${id}`,
  organizationUsers: (id: string) => `/organizations/${id}/users`,
  organizationRoles: (id: string) => `/organizations/${id}/roles`,
  roles: "/roles",
  organizationUserEdit: (organizationId: string, userId: string) =>
    `/organizations/${organizationId}/users/${userId}/edit`,
  userEdit: (id: string) => `/users/${id}/edit`,
  credentials: "/credentials",
  credential: (org_id: string, id: string) => `/credential/details/${org_id}/${id}`,
  credentialCreate: (step: number) => `/credential/create/${step}`,
  credentialEdit: (org_id: string, credential_id: string, step: number) =>
    `/credential/edit/${org_id}/${credential_id}/${step}`,
  reviewDetails: (id: string) => `/reviews/${id}/reviewDetails`,
  credentialLearners: (id: string) => `/credential/${id}/lerners`,
  credentialSubmit: (id: string) => `/credential/${id}/submit`,
  pay: (cred_id: string) => `/paymentInformation/${cred_id}`,
  submissions: "/mySubmissions",
  submission: (id: string) => `/mySubmissions/${id}/details`,
  ownCredentials: "/myCredentials",
  learnerProfile: "/editLernerProfile",
  scechProfile: "/editSCECHProfile",
  editReviewerProfile: "/editReviewerProfile",
  completeApplication: "/completeApplication",
  reviewerSummary: "/reviewerOnbordingSummary",
  approvalPending: "/approvalPending",
  approvalRejected: "/approvalRejected",
  reviewerApplications: "/reviewerApplications",
  reviewerApplication: (user_id: string) => `/reviewerApplicationsDetails?user_id=${user_id}`,
  reviewerProfile: (id: string) => `/reviewerProfile/${id}`,
  openJob: (id: string) => `/openJobs/jobDetails/${id}`,
  acceptedJob: (id: string) => `/acceptedJobs/submissions/${id}`,
  completedJob: (id: string) => `/completedJobs/submissions/${id}`,
  certificate: (query: { org_id: string; cred_id: string; user_id: string }) =>
    `/Certificate?${new URLSearchParams(query)}`,
} as const;

/** A path of this portal that may be followed after signing in, or undefined: never another origin. */
export function safePath(next: string | null): string | undefined {
  if (!next?.startsWith("/") || next.startsWith("//") || next.includes("\\")) return undefined;
  return new URL(next, location.origin).origin === location.origin ? next : undefined;
}
