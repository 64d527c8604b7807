/**
 * The address of every page of the portal, letter by letter as people have linked to it, slips included. The router's
 * table, links, mails, notices and short links take addresses from here; `import * as paths` bundles only those that are
 * named. A router's pattern is an address whose values are names: `credentialDetails(":org_id", ":id")`.
 */

const withQuery = (path: string, query: Readonly<Record<string, string>>) => `${path}?${new URLSearchParams(query)}`;

/** The first part of a path with its slash: `/credential` of all that is about one credential. */
export const firstPart = (path: string): string => `/${path.split("/")[1] ?? ""}`;

/** Each role's first page. */
export const home = "/";

export const login = "/login";
/** Sign-in with an organization's name on it; underscores read as spaces. */
export const brandedLogin = (orgname: string) => `/login/${orgname}`;
/** Sign-in that leads on to a path of the portal. */
export const loginThen = (next: string) => withQuery(login, { next });
/** Sign-in with the address an invitation was sent to, which then joins its organization and may lead on. */
export const loginToJoin = ({
  next,
  ...invitation
}: {
  email: string;
  invitation: string;
  next?: string | undefined;
}) => withQuery(login, { ...invitation, ...(next && { next }) });
export const signIn = "/signin";
/** With what an admin is told whose invitation no longer works. */
export const signInUninvited = `${signIn}?expired`;
export const signUp = "/signup";
/** Sign-up by a mailed link. */
export const signUpWith = (invitation: { role: string; email: string; selfSignUp?: string; t: string }) =>
  withQuery(signUp, invitation);
export const requestSignUp = "/requestsignup";
/** The wish to sign up as a learner of an organization. */
export const requestSignUpAt = (organization: { orgid?: string; orgname?: string }) =>
  withQuery(requestSignUp, { ...organization, selfSignUp: "true", role: "learner" });
export const forgotPassword = "/forgotpassword";
/** `email` as it stands in an address: encoded. */
export const resetPassword = (email: string) => `/resetpassword/${email}`;
/** A new password by a mailed link. */
export const resetPasswordWith = (email: string, token: string) =>
  withQuery(resetPassword(encodeURIComponent(email)), { t: token });
export const singleSignOn = "/auth0loginCallback";
export const chooseOrganization = "/organizations/choose";
/** The choice of an organization that leads on to a path of the portal. */
export const chooseOrganizationThen = (next: string) => withQuery(chooseOrganization, { next });

export const terms = "/termsOfService";
export const privacy = "/privacyPolicy";
export const notFound = "/404";
export const serverError = "/500";
export const adminHelp = "/AdminHelp";
export const userHelp = "/UserHelp";
/** Where a learner's pages used to be; what follows is an address of today. */
export const formerLearnerPages = "/learner/*";

export const profile = "/profile";
export const profileOf = (id: string) => `/profile/${id}`;
export const editProfile = "/edit-profile";
/** The same page, under the name that reviewers have it by. */
export const editProfileAsReviewer = "/edit-Profile";
export const learnerProfile = "/editLernerProfile";
export const scechProfile = "/editSCECHProfile";
export const ties = "/ties";
export const notifications = "/notifications";
export const security = "/security";
export const users = "/users";
/** People by file: the imports of an organization, and one of them. */
export const imports = "/users/imports";
export const importOf = (id: string) => `/users/imports/${id}`;
export const editUser = (id: string) => `/users/${id}/edit`;
export const editOrganizationUser = (organizationId: string, userId: string) =>
  `/organizations/${organizationId}/users/${userId}/edit`;

export const organizations = "/organizations";
export const createOrganization = "/organizations/create";
export const editOrganization = "/organizations/edit";
export const organization = (id: string) => `/organizations/${id}`;
export const organizationUsers = (id: string) => `/organizations/${id}/users`;
/** The users of an organization that the words find. */
export const organizationUsersOf = (id: string, q: string) => withQuery(organizationUsers(id), { q });
export const organizationRoles = (id: string) => `/organizations/${id}/roles`;
/** A super administrator finds a person by address; `email` asks for one at once. */
export const people = "/people";
export const organizationDetails = "/organizationDetails";
export const connections = "/connections";
export const apiKeys = "/connections/keys";
export const connectionHistory = "/connections/history";
export const webhooks = "/connections/webhooks";
export const webhook = (id: string) => `/connections/webhooks/${id}`;
/** What became of an event at an endpoint. */
export const webhookDelivery = (id: string, event_id: string) => `/connections/webhooks/${id}/${event_id}`;
export const roles = "/roles";
export const adminAccount = "/adminAccountDetails";
export const addInvitation = "/addInvitation";
export const issuerAccount = "/completeYourAccount";
export const accountReady = "/successScreen";

export const credentials = "/credentials";
export const createCredential = "/credential/create";
export const createCredentialStep = (step: number | ":step") => `/credential/create/${step}`;
export const editCredential = (org_id: string, credential_id: string) => `/credential/edit/${org_id}/${credential_id}`;
export const editCredentialStep = (org_id: string, credential_id: string, step: number | ":step") =>
  `/credential/edit/${org_id}/${credential_id}/${step}`;
export const credentialDetails = (org_id: string, id: string) => `/credential/details/${org_id}/${id}`;
export const credentialApplicants = (id: string) => `/credential/${id}/lerners`;
export const credentialReviewers = (id: string) => `/credential/${id}/reviewers`;
/** The anchors that a credential's reviewers practice on. */
export const credentialAnchors = (id: string) => `/credential/${id}/anchors`;
/** One of them; `new` is one that is not written yet. */
export const credentialAnchor = (id: string, anchor_id: string) => `/credential/${id}/anchors/${anchor_id}`;
export const reviewDetails = (id: string) => `/reviews/${id}/reviewDetails`;

export const assignedCredentials = "/assignedCredentials";
export const assignedCredential = (org_id: string, id: string) =>
  `/assignedCredentials/credential/details/${org_id}/${id}`;
export const openJobs = "/openJobs";
export const openJob = (id: string) => `/openJobs/jobDetails/${id}`;
export const acceptedJobs = "/acceptedJobs";
export const acceptedJob = (id: string) => `/acceptedJobs/submissions/${id}`;
export const completedJobs = "/completedJobs";
export const completedJob = (id: string) => `/completedJobs/submissions/${id}`;
/** A reviewer's practice for a credential. */
export const practice = (credential_id: string) => `/practice/${credential_id}`;
/** What a reviewer has accepted. */
export const submissions = "/submissions";
/** The certificates an organization issued. */
export const certificates = "/certificates";
/** Those of them that a search finds. */
export const certificatesOf = (q: string) => withQuery(certificates, { q });
/** Those whose learners wait for a corrected name. */
export const certificatesNameAsked = withQuery(certificates, { status: "nameAsked" });
/** What learners of an organization wait for. */
export const reviews = "/openReviews";
/** A part of it. */
export const reviewsOf = (part: string) => withQuery(reviews, { part });
/** An organization's review jobs. */
export const jobs = "/jobs";
/** How far reviewers agree: of the organization’s reviews, or of a reviewer’s own. */
export const quality = "/quality";
/** How far the reviewers of a credential agree. */
export const credentialQuality = (id: string) => `/quality/${id}`;
/** The look-back on a reviewer. */
export const lookBack = (user_id: string) => `/quality/reviewer/${user_id}`;
/** What learners appealed. */
export const appeals = "/appeals";
/** A review as its organization sees it. */
export const job = (id: string) => `/jobs/${id}`;

export const submitWork = (id: string) => `/credential/${id}/submit`;
export const mySubmissions = "/mySubmissions";
export const mySubmission = (id: string) => `/mySubmissions/${id}/details`;
/** What a learner appeals of a submission. */
export const appeal = (id: string) => `/mySubmissions/${id}/appeal`;
export const receipt = (id: string) => `/mySubmissions/${id}/receipt`;
/** The receipt of an appeal's fee. */
export const appealReceipt = (id: string) => `/mySubmissions/${id}/appeal/receipt`;
export const myCredentials = "/myCredentials";
/** The same page, under the name that custom roles have it by. */
export const myCredentialsAsCustom = "/mycredentials";
export const ownCertificate = "/certificate";
export const certificate = "/Certificate";
/** Where anybody checks a credential, whoever issued it. */
export const verify = "/verify";
/** How to call the public API; a document of its own, as `verify` is. */
export const developers = "/developers";
/** The certificate of one person, which anybody may open. */
export const certificateOf = (earned: { org_id: string; cred_id: string; user_id: string }) =>
  withQuery(certificate, earned);

export const pay = (cred_id: string) => `/paymentInformation/${cred_id}`;
/** Where the fee of the appeal on a submission is paid. */
export const payAppeal = (cred_id: string) => `/paymentInformation/${cred_id}/appeal`;
/** A payment's page, when the person comes back to it from PayPal. */
export const payAfterPaypal = (
  cred_id: string,
  how: "approved" | "cancelled",
  purchase: "application" | "appeal" = "application",
) => withQuery((purchase === "appeal" ? payAppeal : pay)(cred_id), { paypal: how });
export const paymentHistory = "/paymenthistory";
/** What a learner bought, with receipts. */
export const purchases = "/purchases";
export const productCredit = "/productCredit";
export const payments = "/payments";
export const bankAccount = "/payments/edit";
/** The bank account's page, as reviewers come to it who are not accepted yet. */
export const bankAccountAtFirst = "/paymentInformation";

export const editReviewerProfile = "/editReviewerProfile";
export const completeApplication = "/completeApplication";
export const reviewerSummary = "/reviewerOnbordingSummary";
export const approvalPending = "/approvalPending";
export const approvalRejected = "/approvalRejected";
export const reviewerProfile = (id: string) => `/reviewerProfile/${id}`;
export const reviewerApplications = "/reviewerApplications";
export const reviewerApplication = "/reviewerApplicationsDetails";
export const reviewerApplicationOf = (user_id: string) => withQuery(reviewerApplication, { user_id });

export const badgrLogin = "/badgr/login";
export const badgrIssuers = "/badgr/issuers";
export const badgrBadges = "/badgr/badges";
export const badgrBadgesOf = (issuer_id: string) => withQuery(badgrBadges, { issuer: issuer_id });
export const badgrAssertions = "/badgr/assertions";
export const badgrAssertionsOf = (source: { badge: string } | { issuer: string }) => withQuery(badgrAssertions, source);
