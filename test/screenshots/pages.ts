import { type SeedName, seedOrganizations, seedPeople } from "../../bin/seed/people.ts";
import { type Sessions, sessionsAt } from "../../bin/seed/session.ts";
import { contract } from "../../shared/contract.ts";

const { credential, job, reviewer, submission } = contract;

/** Somebody who walks through his pages. */
export interface Walker {
  /** The folder of his pictures. */
  readonly role: string;
  /** Nobody signs in without a name. */
  readonly person?: SeedName;
  readonly paths: readonly string[];
  /** What has to have happened before he sets out. */
  readonly before?: () => Promise<unknown>;
}

const northwind = seedOrganizations.northwind.organization_id;
const idOf = (name: SeedName) => seedPeople[name].user_id;

/** Everybody's pages in the seeded world: every route of the portal, with things of the seed in their places. */
export async function walkers(origin: string): Promise<readonly Walker[]> {
  const as = sessionsAt(origin);
  const things = await findThings(as);
  const { published, draft, pending, rejected } = things;
  const details = (id: string) => `/credential/details/${northwind}/${id}`;
  const own = ["/profile", "/edit-profile", "/organizationDetails", "/notifications", "/security"];
  const wizard = (id: string) => [0, 1, 2, 3, 4, 5].map((step) => `/credential/edit/${northwind}/${id}/${step}`);
  const badges = ["/badgr/badges", "/badgr/assertions"];
  return [
    {
      role: "public",
      paths: [
        ...[
          "/login",
          "/login/Northwind_College",
          "/signin",
          "/signup",
          "/signup?role=5&email=new@learners.test&t=unknown",
        ],
        `/requestsignup?orgid=${northwind}&orgname=Northwind%20College&selfSignUp=true&role=learner`,
        ...["/forgotpassword", "/resetpassword/ada@northwind.test?t=unknown", "/termsOfService", "/privacyPolicy"],
        `/Certificate?org_id=${northwind}&cred_id=${published}&user_id=${idOf("Leo")}`,
        ...["/Certificate?org_id=org_1&cred_id=crd_1&user_id=usr_1", "/404", "/500", "/nowhere", "/auth0loginCallback"],
      ],
    },
    {
      role: "superadmin",
      person: "Sam",
      paths: [
        ...["/", "/organizations", "/organizations?tab=archived", "/organizations/create", "/organizations/edit"],
        ...["", "/users", "/roles", `/users/${idOf("Lena")}/edit`].map((rest) => `/organizations/${northwind}${rest}`),
        ...[
          "/profile",
          "/edit-profile",
          "/adminAccountDetails",
          "/notifications",
          "/security",
          "/organizations/choose",
        ],
        `/profile/${idOf("Lena")}`,
      ],
    },
    {
      role: "admin",
      person: "Ada",
      paths: [
        ...["/", "/credentials", "/credentials?tab=pending", "/credentials?q=nothing-of-the-kind", "/roles", "/users"],
        ...["/users?tab=pending", `/users/${idOf("Lena")}/edit`, "/reviewerApplications", "/paymenthistory"],
        ...["Rita", "Rob"].map((name) => `/reviewerApplicationsDetails?user_id=${idOf(name as SeedName)}`),
        ...[details(published), details(pending), details(draft), `/reviews/${pending}/reviewDetails`],
        ...[`/credential/${published}/lerners`, `/profile/${idOf("Lena")}`, `/reviewerProfile/${idOf("Rita")}`],
        ...[
          "/adminAccountDetails",
          "/addInvitation",
          "/AdminHelp",
          "/badgr/login",
          "/badgr/issuers",
          ...badges,
          ...own,
        ],
        "/organizations/choose",
      ],
    },
    {
      role: "issuer",
      person: "Ivan",
      paths: [
        ...["/", "/credentials", "/users", "/jobs", "/reviewerApplications", ...badges, "/UserHelp", ...own],
        ...[
          `/reviewerApplicationsDetails?user_id=${idOf("Rob")}`,
          details(published),
          details(draft),
          details(rejected),
        ],
        ...[`/organizations/${northwind}/users/${idOf("Lena")}/edit`, "/credential/create/0", ...wizard(draft)],
        ...["/completeYourAccount", "/successScreen", "/addInvitation", `/reviewerProfile/${idOf("Rita")}`],
      ],
    },
    {
      role: "publisher",
      person: "Pia",
      paths: ["/", "/credentials", details(published), "/credential/create/0", "/users", "/UserHelp", ...own],
    },
    {
      role: "reviewer",
      person: "Rita",
      paths: [
        ...["/", "/assignedCredentials", `/assignedCredentials${details(published)}`, "/openJobs"],
        ...["/acceptedJobs", `/acceptedJobs/submissions/${things.revisedJob}`, "/completedJobs"],
        ...[`/completedJobs/submissions/${things.completedJob}`, "/submissions", "/payments", "/payments/edit"],
        ...["/paymentInformation", "/profile", "/edit-Profile", "/organizationDetails", "/notifications", "/security"],
        ...["/UserHelp", "/completeApplication", "/editReviewerProfile", "/reviewerOnbordingSummary"],
        `/reviewerProfile/${idOf("Rita")}`,
      ],
    },
    {
      role: "reviewer-with-a-job",
      person: "Ray",
      paths: ["/openJobs", `/openJobs/jobDetails/${things.openJob}`],
    },
    {
      role: "reviewer-at-work",
      person: "Ray",
      before: () => as("Ray").ask(job.accept, { credential_job_id: things.openJob }),
      paths: ["/acceptedJobs", `/acceptedJobs/submissions/${things.openJob}`],
    },
    {
      role: "reviewer-pending",
      person: "Rob",
      paths: ["/", "/approvalPending", "/profile", "/editReviewerProfile", "/completeApplication", "/openJobs"],
    },
    {
      role: "reviewer-rejected",
      person: "Rob",
      before: () =>
        as("Ada").ask(reviewer.decideApplication, {
          user_id: idOf("Rob"),
          status: "rejected",
          reason: "<p>Please upload your teaching license.</p>",
        }),
      paths: ["/", "/approvalRejected", "/editReviewerProfile", "/reviewerOnbordingSummary"],
    },
    {
      role: "learner",
      person: "Lena",
      paths: [
        ...["/", "/?q=nothing-of-the-kind", "/mySubmissions", "/myCredentials", "/certificate", details(published)],
        ...[`/paymentInformation/${things.unpaid}`, details(things.unpaid), `/credential/${published}/submit`],
        ...[`/mySubmissions/${things.revised}/details`, `/credential/${things.revisedCredential}/submit`],
        ...[
          "/editSCECHProfile",
          "/editLernerProfile",
          "/UserHelp",
          "/profile",
          "/edit-profile",
          "/organizationDetails",
        ],
        ...["/notifications", "/security"],
      ],
      before: () => as("Lena").ask(credential.apply, { credential_id: things.unpaid }),
    },
    {
      role: "learner-with-a-certificate",
      person: "Leo",
      paths: [
        ...["/myCredentials", "/mySubmissions"],
        `/certificate?org_id=${northwind}&cred_id=${published}&user_id=${idOf("Leo")}`,
      ],
    },
    {
      role: "custom",
      person: "Cy",
      paths: ["/", "/credentials", "/mycredentials", "/credential/create/0", details(published), "/UserHelp", ...own],
    },
    { role: "admin-of-an-archived-organization", person: "Ann", paths: ["/", "/credentials", "/organizationDetails"] },
    { role: "learner-of-an-archived-organization", person: "Lou", paths: ["/", "/myCredentials", "/profile"] },
  ];
}

/** The ids of seeded things that pages are about. */
async function findThings(as: Sessions) {
  const { credentials } = await as("Ada").ask(credential.list, { limit: 100 });
  const inState = (status: string) => credentials.find((each) => each.status === status)!.credential_id;
  const earned = await as("Leo").ask(submission.listCredentials, {});
  const published = earned.credentials[0]!.credential_id;
  const { submissions } = await as("Lena").ask(submission.listOwn, {});
  const revised = submissions.find(({ status }) => status === "revisionNeeded")!;
  const jobOf = (application_id: string) => application_id.replace("app_", "job_");
  const open = submissions.find(({ status }) => status === "submitted" || status === "reviewing")!; // taken on by a walk
  const done = await as("Rita").ask(job.listAssigned, { limit: 100 });
  const applied = new Set(submissions.map(({ cred_id }) => cred_id));
  const unpaid = credentials.find(
    ({ credential_id, status, price }) => status === "published" && (price ?? 0) > 0 && !applied.has(credential_id),
  )!;
  return {
    published,
    draft: inState("draft"),
    pending: inState("submitted"),
    rejected: inState("rejected"),
    unpaid: unpaid.credential_id,
    revised: revised.application_id,
    revisedCredential: revised.cred_id,
    revisedJob: jobOf(revised.application_id),
    openJob: jobOf(open.application_id),
    completedJob: done.jobs.find(({ status }) => status === "completed")!.credential_job_id,
  };
}
