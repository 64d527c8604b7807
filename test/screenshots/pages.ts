import type { Page } from "playwright-core";
import { conferencesTitle } from "../../bin/seed/appeals.ts";
import { feedbackTitle } from "../../bin/seed/calibration.ts";
import { type SeedName, seedOrganizations, seedPassword, seedPeople } from "../../bin/seed/people.ts";
import { observationTitle } from "../../bin/seed/second-reviews.ts";
import { type Sessions, sessionsAt } from "../../bin/seed/session.ts";
import { certificatePath } from "../../shared/certificate/addresses.ts";
import { contract } from "../../shared/contract.ts";
import { roleIds } from "../../shared/permissions.ts";
import type { Mode } from "./choice.ts";
import { invite, type MailsTo, type SignIn, signUp } from "./newcomers.ts";

const { certificate, credential, organization, reviewer, submission, calibration, review, appeal, quality } = contract;

/** A page to take a picture of. */
export interface Shot {
  readonly path: string;
  /** What was done there, for the picture's name. */
  readonly name?: string;
  /** Opens what is to be seen besides the page: a dialog, a menu, a refusal. */
  readonly act?: (page: Page) => Promise<unknown>;
  /** A failed request that belongs here. */
  readonly refused?: RegExp;
  /** Only these widths. */
  readonly widths?: readonly number[];
  /** Modes besides light and dark. */
  readonly also?: readonly Mode[];
}

/** Somebody who walks through their pages. */
export interface Visitor {
  /** The folder of their pictures. */
  readonly role: string;
  /** Nobody signs in without a name. */
  readonly person?: SeedName;
  /** Somebody who signs up when the walk begins, instead. */
  readonly newcomer?: () => Promise<SignIn>;
  readonly shots: readonly Shot[];
  /** What has to have happened before they set out. */
  readonly before?: () => Promise<unknown>;
}

const northwind = seedOrganizations.northwind.organization_id;
const lakeshore = seedOrganizations.lakeshore.organization_id;
const idOf = (name: SeedName) => seedPeople[name].user_id;
const lookBackFinding =
  "An appeal showed that two criteria of the lesson plan were marked as met without any evidence in the files.";
/** One reviewer is looked back on, with a concern; another was, twice. */
async function lookBacks(ada: ReturnType<Sessions>): Promise<void> {
  const [rita, ray] = [{ user_id: idOf("Rita") }, { user_id: idOf("Ray") }];
  await ada.ask(quality.openLookBack, { ...rita, finding: lookBackFinding });
  const { jobs } = await ada.ask(quality.readLookBack, rita);
  const note = "The files hold no evidence for the second criterion.";
  for (const [index, { credential_job_id }] of jobs.slice(0, 3).entries())
    await ada.ask(quality.judgeLookBackJob, {
      ...rita,
      credential_job_id,
      ...(index === 1 ? { conclusion: "concern", note } : { conclusion: "stands" }),
    });
  for (const summary of ["Closed: the finding was about another reviewer.", "Closed: an appeal settled it first."]) {
    await ada.ask(quality.openLookBack, { ...ray, finding: lookBackFinding });
    await ada.ask(quality.closeLookBack, { ...ray, summary });
  }
}
/** Appeals what was rejected, for a fee that is still to be paid. */
async function appealUnpaid(learner: ReturnType<Sessions>, application_id: string): Promise<void> {
  const { sections } = await learner.ask(submission.read, { application_id });
  await learner.ask(appeal.file, {
    application_id,
    grounds: "evidenceNotOpened",
    text: "The second note quotes her at a long word. That is the sentence the feedback says is missing.",
    section_ids: sections.filter(({ status }) => status === "rejected").map(({ section_id }) => section_id),
  });
}
const at = (...paths: readonly string[]): Shot[] => paths.map((path) => ({ path }));

const press = (name: string) => (page: Page) =>
  page
    .getByRole("button", { name: new RegExp(`^${name}`) })
    .first()
    .click();
/** Opens the actions of the first row that offers an entry, and chooses it. */
const choose = (text: string) => async (page: Page) => {
  const menus = page.locator("table tbody tr, li").getByRole("button", { name: /^Actions/ });
  for (const menu of await menus.all()) {
    await menu.click();
    const entry = page
      .getByRole("menuitem", { name: text, exact: true })
      .or(page.getByRole("dialog").getByRole("button", { name: text, exact: true })); // on a phone
    if ((await entry.count()) > 0 && (await entry.getAttribute("aria-disabled")) !== "true") return entry.click();
    await page.keyboard.press("Escape");
  }
  throw new Error(`No row offers “${text}”.`);
};

/** Opens the table under each chart, and shows the one that is asked for. */
const openTables = (name: string) => async (page: Page) => {
  for (const button of await page.getByRole("button", { name: "View as table" }).all()) await button.click();
  await page.getByRole("region", { name: `${name}, table` }).scrollIntoViewIfNeeded();
};

/** Pays with the sandbox's card that is declined. */
const payInVain = async (page: Page) => {
  const card = {
    "Card number": "4000 0000 0000 0002",
    "Expiry month": "12",
    "Expiry year": "2040",
    "Security code": "123",
  };
  for (const [label, text] of Object.entries(card)) await page.getByLabel(label).fill(text);
  await page.getByRole("button", { name: /^Pay \$/ }).click();
  await page.getByText("You weren’t charged").waitFor();
};

/** Gives the last section of a round a good verdict, up to the question whether that is meant. */
const decideTheLast = async (page: Page) => {
  await page.getByRole("textbox", { name: "Grade" }).fill("A");
  for (const passing of await page.getByRole("radio", { name: /^Passing/ }).all()) await passing.check({ force: true });
  await page.getByRole("button", { name: "Approve" }).click();
  await page.getByRole("dialog").waitFor();
};

/** Comes to a page as from the one before it, right after signing up. */
const onboard = async (page: Page) => {
  await page.evaluate(() => history.replaceState({ ...history.state, usr: { onboarding: true } }, ""));
  await page.reload();
  await page.getByText(/^Step \d of \d$/).waitFor();
};

/** Opens the link one has signed up with once more. */
const followUsedLink = async (page: Page) => {
  const email = await page.evaluate(() => JSON.parse(localStorage.getItem("user") ?? "{}").email);
  await page.goto(`/signup?${new URLSearchParams({ role: "5", email, t: "used" })}`);
  await page.getByRole("heading", { name: /^Welcome back/ }).waitFor();
};

/** Opens the second page of a tab of the wizard's preview; on a phone the pages are a list. */
const preview = (tab: string, label: string, name: string) => async (page: Page) => {
  await page.getByRole("tab", { name: tab }).click();
  const list = page.getByRole("button", { name: new RegExp(`^${label}`) });
  if (await list.isVisible()) {
    await list.click();
    await page.getByRole("option", { name }).click();
  } else await page.getByRole("button", { name }).click();
};

/** Gives the verifying page a link or a text, and waits for its result. */
const verified = (link: string, name: string, result: string): Shot => ({
  path: "/verify",
  name,
  act: async (page) => {
    const given = name === "altered" ? await alteredCopyOf(page, link) : new URL(link, page.url()).href;
    await page.getByRole("textbox", { name: "Or paste" }).fill(given);
    await page.getByRole("button", { name: "Verify", exact: true }).click();
    await page.getByRole("heading", { name: result }).waitFor();
  },
});
/** The credential of a certificate with another name for what was earned. */
const alteredCopyOf = async (page: Page, link: string): Promise<string> => {
  const answer = await page.request.get(`${new URL(link, page.url()).href}.json`);
  return JSON.stringify({ ...(await answer.json()), name: "Another" });
};

/** Pressed or chosen on a page: what opens is the picture. */
const pressed = (path: string, name: string): Shot => ({ path, name, act: press(name) });
const chosen = (path: string, name: string): Shot => ({ path, name, act: choose(name) });
const menus = (path: string): Shot[] => [
  { path, name: "person's menu", act: (page) => page.getByRole("button", { name: /, menu$/ }).click() },
  { path, name: "look menu", act: press("Theme and language") },
  { path, name: "main menu", act: press("Open the menu"), widths: [390] },
];

/** Everybody's pages in the seeded world: every route of the portal, with things of the seed in their places. */
export const visitors = async (origin: string, mailsTo: MailsTo): Promise<readonly Visitor[]> =>
  visitorsAmong(await findThings(sessionsAt(origin), mailsTo), origin, mailsTo);

/** How somebody of the seed signs in. */
export const signInOf = (person: SeedName | undefined): SignIn | undefined =>
  person && { email: seedPeople[person].email, password: seedPassword };

/** The same without a world: where a path has an id it says of what, as in `{published}`. */
export const outline = (): readonly Visitor[] =>
  visitorsAmong(new Proxy({} as Things, { get: (_, name) => `{${String(name)}}` }), "", async () => []);

const visitorsAmong = (things: Things, origin: string, mailsTo: MailsTo): readonly Visitor[] =>
  walksAmong(things, origin, mailsTo).map((visitor) => ({
    ...visitor,
    shots: visitor.shots.map((shot) => ({ ...shot, also: alsoOf(visitor, shot) })),
  }));

function walksAmong(things: Things, origin: string, mailsTo: MailsTo): readonly Visitor[] {
  /** Signs in anew: a walk may be later than a token lives. */
  const afresh = (name: SeedName) => sessionsAt(origin)(name);
  const newcomer = (inviter: SeedName, role: number) => () => signUp(origin, afresh(inviter), role, mailsTo);
  const { published, draft, pending, rejected, unpaid } = things;
  const details = (id: string) => `/credential/details/${northwind}/${id}`;
  const own = ["/profile", "/edit-profile", "/organizationDetails", "/notifications", "/security"];
  const wizard = (id: string) => [0, 1, 2, 3, 4, 5].map((step) => `/credential/edit/${northwind}/${id}/${step}`);
  const lookBack = (name: SeedName) => `/quality/reviewer/${idOf(name)}`;
  const application = (name: SeedName) => `/reviewerApplicationsDetails?user_id=${idOf(name)}`;
  const [good, revoked] = [certificatePath(things.certificate), certificatePath(things.revokedCertificate)];
  const threeIds = `org_id=${northwind}&cred_id=${published}&user_id=${idOf("Leo")}`;
  return [
    {
      role: "public",
      shots: [
        ...at(
          "/login",
          "/login/Northwind_College",
          "/signin",
          "/signup",
          "/signup?role=5&email=new@teachers.test&t=unknown",
          `/signup?${things.invitation}`,
        ),
        ...at(`/requestsignup?orgid=${northwind}&orgname=Northwind%20College&selfSignUp=true&role=learner`),
        ...at("/forgotpassword", "/resetpassword/ada@northwind.test?t=unknown", "/termsOfService", "/privacyPolicy"),
        ...at(`/Certificate?${threeIds}`, "/Certificate?org_id=org_1&cred_id=crd_1&user_id=usr_1"),
        ...at("/verify", good, revoked),
        verified(good, "genuine", "This credential is genuine"),
        verified(revoked, "revoked", "This credential was revoked"),
        verified(good, "altered", "This credential was altered"),
        ...at("/developers"),
        ...at("/404", "/500", "/nowhere", "/auth0loginCallback"),
      ],
    },
    {
      role: "newcomer-admin",
      newcomer: newcomer("Sam", roleIds.admin),
      shots: [...at("/adminAccountDetails", "/addInvitation", "/", "/credentials")],
    },
    {
      role: "newcomer-issuer",
      newcomer: newcomer("Ada", roleIds.issuer),
      shots: [
        ...at("/completeYourAccount", "/successScreen", "/addInvitation"),
        {
          path: "/completeYourAccount",
          name: "own name",
          act: (page) => page.getByRole("radio", { name: "A different name" }).click(),
        },
      ],
    },
    {
      role: "newcomer-reviewer",
      newcomer: newcomer("Ada", roleIds.reviewer),
      shots: at("/editReviewerProfile", "/completeApplication", "/reviewerOnbordingSummary", "/payments/edit", "/"),
    },
    {
      role: "newcomer-learner",
      newcomer: newcomer("Ada", roleIds.learner),
      shots: [
        ...["/editLernerProfile", "/editSCECHProfile"].map((path) => ({ path, name: "onboarding", act: onboard })),
        ...at("/"),
        { path: "/", name: "used invitation", act: followUsedLink, refused: /\b400\b/ },
      ],
    },
    {
      role: "superadmin",
      person: "Sam",
      shots: [
        ...at("/", "/organizations", "/organizations?tab=archived", "/organizations/create", "/organizations/edit"),
        ...["", "/users", "/roles", `/users/${idOf("Lena")}/edit`].flatMap((rest) =>
          at(`/organizations/${northwind}${rest}`),
        ),
        ...["", "/users", "/roles"].flatMap((rest) => at(`/organizations/${lakeshore}${rest}`)),
        ...at("/profile", "/edit-profile", "/adminAccountDetails", "/notifications", "/security"),
        ...at("/organizations/choose", `/profile/${idOf("Lena")}`),
        chosen("/organizations", "Archive"),
        ...["Unarchive", "Delete"].map((name) => chosen("/organizations?tab=archived", name)),
        pressed("/organizations/create", "Add"),
        pressed(`/organizations/${northwind}/users`, "Invite people"),
        pressed(`/organizations/${northwind}/roles`, "Create role"),
        ...at("/people", `/people?email=lena@northwind.test`),
        ...menus("/organizations"),
      ],
    },
    {
      role: "admin",
      person: "Ada",
      before: async () => {
        const ada = afresh("Ada");
        await ada.ask(organization.inviteUsers, { invitations: [{ email: "new@teachers.test", role: 3 }] });
        await lookBacks(ada);
      },
      shots: [
        ...at(
          "/",
          "/credentials",
          "/credentials?tab=pending",
          "/credentials?q=nothing-of-the-kind",
          "/roles",
          "/users",
          "/users/imports",
        ),
        ...at("/users?tab=pending", `/users/${idOf("Lena")}/edit`, `/users/${idOf("Cy")}/edit`),
        ...at("/reviewerApplications", application("Rita"), application("Rob"), "/paymenthistory"),
        ...at(
          "/quality",
          "/quality?by=reviewer",
          `/quality/${things.observed}`,
          "/certificates",
          "/certificates?q=nothing-of-the-kind",
        ),
        ...at("/openReviews", "/openReviews?part=late"),
        { path: "/", name: "tables", act: openTables("Revenue and shares") },
        { path: `/quality/${things.observed}`, name: "tables", act: openTables("Agreement") },
        pressed(`/quality/${things.observed}`, "Agreement beyond chance"),
        ...["Revoke", "Correct the name", "View name request"].map((name) => chosen("/certificates", name)),
        ...at("/appeals", "/appeals?type=decided"),
        ...at(lookBack("Rita"), lookBack("Ray"), lookBack("Ron")),
        chosen(lookBack("Rita"), "Record conclusion"),
        pressed(lookBack("Rita"), "Close look-back"),
        chosen("/appeals", "Read appeal"),
        ...at(details(published), details(pending), details(draft), `/reviews/${pending}/reviewDetails`),
        ...at(
          `/credential/${published}/lerners`,
          `/credential/${published}/reviewers`,
          `/profile/${idOf("Lena")}`,
          `/reviewerProfile/${idOf("Rita")}`,
        ),
        ...at("/adminAccountDetails", "/addInvitation", "/AdminHelp", "/organizations/choose", ...own),
        ...at("/badgr/login", "/badgr/issuers", "/badgr/badges", "/badgr/assertions"),
        ...["Approve", "Reject"].map((name) => pressed(details(pending), name)),
        pressed(details(published), "Edit"),
        ...at(`/credential/${things.calibrated}/anchors`, `/credential/${things.calibrated}/anchors/${things.anchor}`),
        ...["Reject", "Approve"].map((name) => pressed(application("Rob"), name)),
        pressed(application("Rita"), "Suspend"),
        pressed("/roles", "Create role"),
        ...["Edit", "Delete"].map((name) => chosen("/roles", name)),
        pressed("/users", "Invite people"),
        chosen("/users", "Remove"),
        { ...chosen("/users?tab=pending", "Resend invitation"), refused: /\b429\b/ }, // once more at every width
        chosen("/users?tab=pending", "Withdraw invitation"),
        { ...pressed("/users", "Table preferences"), widths: [1440, 1000] }, // a phone has no table
        { ...pressed("/users", "Filter"), widths: [390] },
        chosen("/credentials", "Close"),
        chosen("/paymenthistory", "Refund as credit"),
        chosen("/badgr/badges", "Import"),
        ...at("/connections", "/connections/keys", "/connections/webhooks", "/connections/history"),
        pressed("/connections/keys", "Create API key"),
        pressed("/connections/webhooks", "Add endpoint"),
        pressed("/organizationDetails", "Edit"),
        pressed("/organizationDetails", "Disconnect"),
        pressed("/addInvitation", "Get Started"),
        ...menus("/"),
      ],
    },
    {
      role: "issuer",
      person: "Ivan",
      shots: [
        ...at("/", "/credentials", "/users", "/jobs", "/reviewerApplications", application("Rob")),
        ...at("/badgr/badges", "/badgr/assertions", "/UserHelp", ...own),
        ...at(details(published), details(draft), details(rejected), `/reviewerProfile/${idOf("Rita")}`),
        ...at(`/organizations/${northwind}/users/${idOf("Lena")}/edit`, "/credential/create/0", ...wizard(draft)),
        ...at(...wizard(rejected)),
        ...at(
          `/credential/${rejected}/anchors`,
          `/credential/${rejected}/anchors/new`,
          `/credential/${things.calibrated}/anchors`,
        ),
        ...at("/completeYourAccount", "/successScreen", "/addInvitation"),
        pressed("/credential/create/0", "Save and Continue"),
        pressed(wizard(rejected)[1]!, "Add section"),
        pressed(wizard(rejected)[3]!, "View Profile"),
        pressed("/users", "Invite people"),
        ...at(`/jobs/${things.completedJob}`, `/jobs/${things.revisedJob}`),
        { path: wizard(rejected)[0]!, name: "link", act: (page) => page.getByLabel("Link").first().click() },
        {
          path: wizard(rejected)[5]!,
          name: "job post",
          act: (page) => page.getByRole("tab", { name: "Job Post" }).click(),
        },
        {
          path: wizard(rejected)[5]!,
          name: "handing in",
          act: preview("Credential Details", "What learners see", "When they submit work"),
        },
        {
          path: wizard(rejected)[5]!,
          name: "final check",
          act: async (page) => {
            await preview("Credential Details", "What learners see", "When they submit work")(page);
            if (page.viewportSize()!.width < 768) await press("Sections")(page);
            await page
              .getByRole("button", { name: /^Review and submit/ })
              .first()
              .click();
          },
        },
        {
          path: wizard(rejected)[5]!,
          name: "judging",
          act: preview("Job Post", "What reviewers see", "When they review"),
        },
      ],
    },
    {
      role: "publisher",
      person: "Pia",
      shots: at("/", "/credentials", details(published), "/credential/create/0", "/users", "/UserHelp", ...own),
    },
    {
      role: "reviewer",
      person: "Rita",
      shots: [
        ...at("/", "/assignedCredentials", `/assignedCredentials${details(published)}`, "/openJobs", "/acceptedJobs"),
        ...at("/acceptedJobs?tab=revisionNeeded", `/acceptedJobs/submissions/${things.revisedJob}`, "/completedJobs"),
        ...at(
          `/completedJobs/submissions/${things.completedJob}`,
          "/quality",
          `/practice/${things.calibrated}`,
          "/submissions",
          "/payments",
          "/payments/edit",
        ),
        ...at(
          "/paymentInformation",
          "/profile",
          "/edit-Profile",
          "/ties",
          "/organizationDetails",
          "/notifications",
          "/security",
        ),
        ...at("/UserHelp", "/completeApplication", "/editReviewerProfile", "/reviewerOnbordingSummary"),
        ...at(`/reviewerProfile/${idOf("Rita")}`),
        ...menus("/openJobs"),
      ],
    },
    {
      role: "reviewer-with-a-job",
      person: "Ray",
      shots: at("/openJobs", `/openJobs/jobDetails/${things.openJob}`, `/practice/${things.calibrated}`),
    },
    {
      role: "reviewer-in-practice",
      person: "Ray",
      before: () => afresh("Ray").ask(calibration.start, { credential_id: things.calibrated }),
      shots: at(`/practice/${things.calibrated}`),
    },
    {
      role: "reviewer-at-work",
      person: "Ray",
      before: () => afresh("Ray").ask(review.accept, { credential_job_id: things.openJob }),
      shots: [
        ...at("/acceptedJobs", `/acceptedJobs/submissions/${things.openJob}`),
        { ...pressed(`/acceptedJobs/submissions/${things.openJob}`, "Shortcuts"), widths: [1440, 1000] },
        ...["Release job", "Approve", "Your comments"].map((name) =>
          pressed(`/acceptedJobs/submissions/${things.openJob}`, name),
        ),
      ],
    },
    {
      role: "reviewer-at-the-last-section",
      person: "Ray",
      before: () => afresh("Ray").ask(review.accept, { credential_job_id: things.openJob }),
      shots: [{ path: `/acceptedJobs/submissions/${things.openJob}`, name: "last", act: decideTheLast }],
    },
    {
      role: "admin-of-a-taken-job",
      person: "Ada",
      before: () => afresh("Ray").ask(review.accept, { credential_job_id: things.openJob }),
      shots: [...at(`/jobs/${things.openJob}`), pressed(`/jobs/${things.openJob}`, "Reassign")],
    },
    {
      role: "reviewer-pending",
      person: "Rob",
      shots: [
        ...at("/", "/approvalPending", "/profile", "/editReviewerProfile", "/completeApplication", "/openJobs"),
        ...at("/reviewerOnbordingSummary", "/submissions", "/payments", "/notifications"),
      ],
    },
    {
      role: "reviewer-rejected",
      person: "Rob",
      before: () =>
        afresh("Ada").ask(reviewer.decideApplication, {
          user_id: idOf("Rob"),
          status: "rejected",
          reason: "Please upload your teaching license.",
        }),
      shots: [
        ...at("/", "/approvalRejected", "/profile", "/editReviewerProfile", "/completeApplication", "/openJobs"),
        ...at("/reviewerOnbordingSummary", "/assignedCredentials", "/notifications"),
        { path: "/approvalRejected", name: "person's menu", act: menus("/")[0]!.act! },
      ],
    },
    {
      role: "learner",
      person: "Lena",
      before: () => afresh("Lena").ask(credential.apply, { credential_id: unpaid }),
      shots: [
        ...at("/", "/?q=nothing-of-the-kind", "/mySubmissions", "/myCredentials", "/certificate", details(published)),
        ...at(
          `/paymentInformation/${unpaid}`,
          details(unpaid),
          `/credential/${published}/submit`,
          "/productCredit",
          "/purchases",
        ),
        ...at(`/mySubmissions/${things.revised}/details`, `/credential/${things.revisedCredential}/submit`),
        ...at(`/mySubmissions/${things.revised}/appeal`, `/mySubmissions/${things.paid}/receipt`),
        pressed(`/mySubmissions/${things.revised}/appeal`, "Continue"),
        pressed(`/paymentInformation/${unpaid}`, "Withdraw application"),
        ...at("/editSCECHProfile", "/editLernerProfile", "/UserHelp", ...own, "/users"),
        {
          path: `/paymentInformation/${unpaid}`,
          name: "refused",
          act: (page) => page.getByRole("button", { name: /^Pay \$/ }).click(),
        },
        {
          path: `/paymentInformation/${unpaid}`,
          name: "declined",
          act: payInVain,
          refused: /\b402\b/,
        },
        {
          path: `/paymentInformation/${unpaid}`,
          name: "PayPal",
          act: (page) => page.getByRole("radio", { name: "PayPal" }).click(),
        },
        pressed("/editSCECHProfile", "Submit"),
        ...at("/ties"),
        pressed("/ties", "Add person"),
        pressed("/security", "Delete account"),
        ...menus("/"),
      ],
    },
    {
      role: "learner-with-an-open-appeal",
      person: "Olu",
      shots: [
        ...at("/", `/mySubmissions/${things.openAppeal}/details`, `/mySubmissions/${things.openAppeal}/appeal`),
        pressed(`/mySubmissions/${things.openAppeal}/appeal`, "Withdraw appeal"),
      ],
    },
    {
      role: "learner-with-a-granted-appeal",
      person: "Mia",
      shots: [
        ...at(
          ...["details", "appeal", "appeal/receipt"].map((rest) => `/mySubmissions/${things.grantedAppeal}/${rest}`),
        ),
        chosen("/myCredentials", "View name request"),
      ],
    },
    {
      role: "learner-with-an-unpaid-appeal",
      person: "Lena",
      before: () => appealUnpaid(afresh("Lena"), things.revised),
      shots: [
        ...at(`/paymentInformation/${things.revisedCredential}/appeal`, `/mySubmissions/${things.revised}/appeal`),
        pressed(`/paymentInformation/${things.revisedCredential}/appeal`, "Withdraw appeal"),
      ],
    },
    {
      role: "learner-with-a-certificate",
      person: "Leo",
      shots: [
        ...at("/myCredentials", "/mySubmissions", `/certificate?${threeIds}`, "/productCredit"),
        pressed("/myCredentials", "Download"),
        pressed("/myCredentials", "Actions for"),
        ...["Certificate details", "Publish evidence", "Ask for a corrected name"].map((name) =>
          chosen("/myCredentials", name),
        ),
      ],
    },
    {
      role: "custom",
      person: "Cy",
      shots: [
        ...at("/", "/credentials", "/mycredentials", "/credential/create/0", details(published), details(draft)),
        ...at("/UserHelp", "/roles", ...own),
      ],
    },
    {
      role: "admin-of-an-archived-organization",
      person: "Ann",
      shots: at("/", "/credentials", "/users", "/paymenthistory", "/AdminHelp", ...own),
    },
    {
      role: "learner-of-an-archived-organization",
      person: "Lou",
      shots: at("/", "/myCredentials", "/mySubmissions", "/certificate", "/profile", "/organizationDetails"),
    },
  ];
}

/** What is seen in every theme: pages that between them show every control and colour. */
const inThemes: Readonly<Record<string, RegExp>> = {
  public: /^\/(login|signup|verify)$/, // a certificate's own page is in its organization's colour
  admin: /^\/(|credentials|organizationDetails)$/,
  issuer: /^\/(|credential\/edit\/.*\/[135])$/,
  publisher: /^\/$/,
  custom: /^\/$/,
  reviewer: /^\/(|completedJobs\/submissions\/.*)$/,
  "reviewer-at-work": /^\/acceptedJobs\/submissions/,
  learner: /^\/(|paymentInformation\/.*|mySubmissions\/.*|credential\/.*\/submit)$/,
  "admin-of-an-archived-organization": /^\/(|paymenthistory|organizationDetails)$/,
  "learner-of-an-archived-organization": /^\/(|mySubmissions)$/,
};

/** What somebody prints. */
const inPrint: Readonly<Record<string, RegExp>> = {
  public: /^\/(Certificate\?org_id=org_0.*|c\/.*)$/,
  admin: /^\/paymenthistory$/,
  reviewer: /^\/payments$/,
  learner: /^\/(mySubmissions\/.*\/receipt|paymentInformation\/.*|credential\/details\/.*)$/,
  "learner-with-a-granted-appeal": /^\/mySubmissions\/.*\/receipt$/,
};

const alsoOf = ({ role }: Visitor, { path, act }: Shot): readonly Mode[] => [
  ...(!act && inThemes[role]?.test(path) ? (["forced-colors", "more-contrast"] as const) : []),
  ...(!act && inPrint[role]?.test(path) ? (["print"] as const) : []),
];

/** The walks that are done again in every theme. */
export const themed = (everybody: readonly Visitor[]): Visitor[] =>
  everybody.flatMap((visitor) => {
    const pattern = inThemes[visitor.role];
    const shots = visitor.shots
      .filter(({ path, act }) => !act && pattern?.test(path))
      .map((shot) => ({ ...shot, also: [] })); // the system's colours and paper know no theme
    return shots.length > 0 ? [{ ...visitor, shots }] : [];
  });

type Things = Awaited<ReturnType<typeof findThings>>;

/** The ids of seeded things that pages are about. */
async function findThings(as: Sessions, mailsTo: MailsTo) {
  const { credentials } = await as("Ada").ask(credential.list, { limit: 100 });
  const inState = (status: string) => credentials.find((each) => each.status === status)!.credential_id;
  const earned = await as("Leo").ask(certificate.listOwn, {});
  const published = earned.credentials[0]!.credential_id;
  const { certificates } = await as("Ada").ask(certificate.list, { status: "revoked" });
  const { submissions } = await as("Lena").ask(submission.listOwn, {});
  const revised = submissions.find(({ status }) => status === "revisionNeeded")!;
  const open = submissions.find(({ status }) => status === "submitted" || status === "reviewing")!; // taken on by a walk
  const done = await as("Rita").ask(review.listAssigned, { limit: 100 });
  const applied = new Set(submissions.map(({ cred_id }) => cred_id));
  const unpaid =
    submissions.find(({ status }) => status === "applied")?.cred_id ?? // of a walk before
    credentials.find(
      ({ credential_id, status, price }) => status === "published" && (price ?? 0) > 0 && !applied.has(credential_id),
    )!.credential_id;
  const appealedBy = async (name: "Mia" | "Olu") => {
    const own = (await as(name).ask(submission.listOwn, {})).submissions;
    return own.find(({ title }) => title === conferencesTitle)!.application_id;
  };
  const calibrated = credentials.find(({ title }) => title === feedbackTitle)!.credential_id;
  const observed = credentials.find(({ title }) => title === observationTitle)!.credential_id;
  const { anchors } = await as("Ada").ask(calibration.listAnchors, { credential_id: calibrated });
  const invited = await invite(as("Ada"), roleIds.reviewer, mailsTo);
  return {
    invitation: String(new URLSearchParams({ role: "4", email: invited.email, t: invited.token })),
    published,
    certificate: earned.credentials[0]!.certificate_id!,
    revokedCertificate: certificates[0]!.certificate_id,
    calibrated,
    observed,
    anchor: anchors[0]!.anchor_id,
    draft: inState("draft"),
    pending: inState("submitted"),
    rejected: inState("rejected"),
    unpaid,
    revised: revised.application_id,
    revisedCredential: revised.cred_id,
    paid: submissions.find(({ status, price }) => price && status !== "applied")!.application_id,
    openAppeal: await appealedBy("Olu"),
    grantedAppeal: await appealedBy("Mia"),
    revisedJob: revised.credential_job_id!,
    openJob: open.credential_job_id!,
    completedJob: done.jobs.find(({ status }) => status === "completed")!.credential_job_id,
  };
}
