import { randomUUID } from "node:crypto";
import { certificateEntity } from "../../../functions/certificate/model/entity.ts";
import { listIdOf } from "../../../functions/certificate/model/ids.ts";
import { credentialEntity } from "../../../functions/credential/model/entity.ts";
import type { StoredCredential } from "../../../functions/credential/model/record.ts";
import { audit } from "../../../functions/data/audit.ts";
import { schedule } from "../../../functions/data/deadlines.ts";
import type { Entity } from "../../../functions/data/entity.ts";
import { firstIdSince, newId } from "../../../functions/data/ids.ts";
import { credentialKeys } from "../../../functions/data/keys/credential.ts";
import { metricsKeys } from "../../../functions/data/keys/metrics.ts";
import { organizationKeys, organizationViews } from "../../../functions/data/keys/organization.ts";
import { qualityKeys } from "../../../functions/data/keys/quality.ts";
import { reviewerKeys } from "../../../functions/data/keys/reviewer.ts";
import { submissionKeys } from "../../../functions/data/keys/submission.ts";
import { webhookKeys } from "../../../functions/data/keys/webhook.ts";
import { callsKey } from "../../../functions/data/organization-calls.ts";
import { countIn, relist } from "../../../functions/data/relist.ts";
import { indexSteps } from "../../../functions/data/search.ts";
import { create, put, type Step } from "../../../functions/data/steps.ts";
import type { Item } from "../../../functions/data/table.ts";
import { keyEntity } from "../../../functions/key/model/key-entity.ts";
import { askSteps } from "../../../functions/organization/model/exports.ts";
import { organizationEntity } from "../../../functions/organization/model/organization-entity.ts";
import type { CustomRoles, OrganizationRecord } from "../../../functions/organization/model/record.ts";
import { bill } from "../../../functions/payment/model/billing.ts";
import { giveCredit } from "../../../functions/payment/model/credit.ts";
import { earnPay } from "../../../functions/payment/model/earned-pay.ts";
import { attributesOf } from "../../../functions/platform/model/metrics.ts";
import { searchEntryOf } from "../../../functions/platform/model/search-entry.ts";
import { lookBackEntity } from "../../../functions/quality/model/look-back-entity.ts";
import { jobEntity, newJob } from "../../../functions/review/model/entity.ts";
import { reviewerApplicationEntity } from "../../../functions/reviewer/model/application-entity.ts";
import { keepRows } from "../../../functions/roster/model/check.ts";
import { importEntity } from "../../../functions/roster/model/import-entity.ts";
import { noCounts } from "../../../functions/roster/model/record.ts";
import { clock } from "../../../functions/runtime/clock.ts";
import { appealEntity } from "../../../functions/submission/model/appeal-entity.ts";
import { applicationEntity } from "../../../functions/submission/model/application-entity.ts";
import { invitationEntity } from "../../../functions/user/model/invitation-entity.ts";
import { membershipEntity } from "../../../functions/user/model/membership-entity.ts";
import { addNoticeSteps, readNoticeSteps } from "../../../functions/user/model/notices.ts";
import { endpointEntity } from "../../../functions/webhook/model/endpoint-entity.ts";
import { certificateStatuses } from "../../../shared/certificate/certificate.ts";
import { roleIds } from "../../../shared/permissions.ts";
import { type FirstJob, type Job, jobStatuses } from "../../../shared/review/job.ts";
import { type ReviewerStatus, reviewerStatuses } from "../../../shared/reviewer/reviewer.ts";
import type { Application, ApplicationStatus } from "../../../shared/submission/submission.ts";
import { saleCents } from "../../support/fixtures/sale-cents.ts";

/**
 * One organization with as many things of every kind as wanted, made by the product's own steps. Things are numbered from
 * the newest, and what they are follows from their number: so the first pages are the same however many there are.
 */

const organization_id = "org_00000000000000000000BENCH0";
const role_id = "rol_00000000000000000000BENCH0";
const castId = (prefix: string, name: string) => `${prefix}_${name.padStart(26, "0")}`;

/** Whom the bench asks as, and what it asks about. */
export const cast = {
  superadmin: castId("usr", "SUPER"),
  endpoint: castId("wep", "HOOKS"),
  admin: castId("usr", "ADMIN"),
  issuer: castId("usr", "ISSUER"),
  /** Holds a custom role without Global: their own credentials alone. */
  custom: castId("usr", "CUSTOM"),
  /** Has applied for the credentials, and has the notices and the entries of credit. */
  learner: castId("usr", "LEARNER"),
  /** Reviews whatever there is. */
  reviewer: castId("usr", "REVIEWER"),
  credential: castId("crd", "CREDENTIAL"),
  /** A file of people whose rows cannot be invited. */
  import: castId("imp", "IMPORT"),
  month: { year: 2026, month: 11 },
};

/** When number 0 was made, right before the questions are asked; all others a second apart before it. */
const newestMs = Date.parse("2026-11-28T00:00:00.000Z");

/** Sets the time at which number n was made, or with 0 that of the questions. */
export function setTime(number: number): void {
  const offset = newestMs - number * 1000 - Date.now();
  Object.assign(globalThis, { [Symbol.for("laurel.clockOffsetMs")]: offset });
}

const digits = (number: number) => String(number).padStart(8, "0");
/** Ids sort by age, as ulids do. */
const idOf = (prefix: string, number: number) => `${prefix}_${String(99_999_999_999 - number).padStart(26, "0")}`;

/** Those who applied for one credential did so in one month: who applied in a period is found by the time in their ids. */
const appliedOf = (number: number) => idOf("app", number).replace("app_0000000000", firstIdSince("app", "2026-11"));

/** The word of a thing's own; the beginnings `n0000000` and `n000000` are those of 9 and of 99 things of a kind. */
const wordOf = (number: number) => `n${digits(number)}`;

/** Places of events count from the oldest; things are numbered from the newest. */
const FIRST_PLACE = 1_000_000_000;

/** Accepted reviewers that either organization has besides, as many as are ranked for a credential. */
const RANKED = 1000;

/** What there is many of: of each kind, or sales alone, whose list is the longest that an organization has. */
export type Growing = "everything" | "sales";

/** The transactions that make an organization with that many things of each kind, the oldest first. */
export function* transactionsOf(things: number, growing: Growing = "everything"): Generator<readonly Step[]> {
  setTime(things + RANKED + 1);
  yield* organization();
  if (growing === "sales") {
    for (let number = things; number > 0; number--) {
      setTime(number);
      yield sale(number, cast.learner);
    }
    return;
  }
  for (let number = things + RANKED; number > things; number--) {
    setTime(number);
    const reviewer = idOf("usr", 2 * number + 1);
    yield member(reviewer, number, roleIds.reviewer);
    yield reviewerApplication(reviewer, "accepted");
  }
  for (let number = things; number > 0; number--) {
    setTime(number);
    const published = idOf("crd", 2 * number);
    yield credential(published, number, "published");
    yield metrics(published);
    yield credential(idOf("crd", 2 * number + 1), number, others[number % others.length]!);
    const learner = idOf("usr", 2 * number);
    yield member(learner, number, roleIds.learner);
    const reviewer = idOf("usr", 2 * number + 1);
    yield member(reviewer, number, roleIds.reviewer);
    yield reviewerApplication(reviewer, reviewerStatuses[number % reviewerStatuses.length]!);
    yield invitation(number);
    yield submission(number, published);
    yield charge({ application_id: idOf("app", 2 * number), cred_id: published, user_id: cast.learner });
    setTime(number - 0.5); // sorts after what the submission left in the same lists
    yield sale(number, learner);
    yield certificate(number, learner);
    yield notice(number);
    yield giveCredit(cast.learner, {
      kind: "refund",
      cents: 2500,
      reason: "The review came too late.",
      at: clock.iso(),
      application_id: idOf("app", 2 * number),
    });
    yield askSteps({
      organization_id,
      actor_id: cast.admin,
      export_id: idOf("exp", number),
      format: "csv",
      rows_total: 1200,
      source: { kind: "billing" },
      sheet: { title: "Billing history", subtitle: "", fileName: "billing-history" },
    });
    yield imported(number);
    yield event(number, learner);
    yield endedKey(number);
    yield endOfKey(number);
    yield otherOrganization(number);
  }
  yield lookBack();
}

/** A key of the organization: of these that were ended there is no bound. */
const endedKey = (number: number): Step[] =>
  stored(keyEntity, {
    key_id: idOf("key", number),
    organization_id,
    secret_hash: "",
    name: "Registrar",
    scopes: ["credential:read"],
    status: "ended",
    created_by: cast.admin,
    created_on: clock.iso(),
    expires_on: clock.iso(),
    ended_on: clock.iso(),
    version: 2,
  });

/** What the history of connections says of its end. */
function endOfKey(number: number): Step[] {
  const key_id = idOf("key", number);
  const of = { organization_id, actor_id: cast.admin, subject_id: key_id, key_id, user_id: cast.admin };
  const row = audit("key.ended", of);
  const view = organizationViews.connectionHistory(organization_id);
  return [row, ...relist(row.key, row.key.sk, [], [view], { name: "Registrar" })];
}

/** What the organization's programs hear of: someone joined. */
const event = (number: number, user_id: string): Step[] => {
  const told = { event_id: idOf("evt", number), type: "member.joined", timestamp: clock.iso() };
  const data = { organization_id, state: "active", user_id };
  const { event_id } = told;
  const { endpoint } = cast;
  const sent = {
    organization_id,
    endpoint_id: endpoint,
    event_id,
    type: told.type,
    body: "{}",
    created_on: clock.iso(),
  };
  return [
    put(webhookKeys.event(organization_id, FIRST_PLACE - number), { ...told, data }),
    put(webhookKeys.delivery(organization_id, endpoint, event_id), {
      ...sent,
      outcome: number % 7 === 0 ? "failed" : "delivered",
      attempts: [],
      tries: 1,
      version: 1,
    }),
  ];
};

/** An import, and a row that cannot be invited of the one that is asked about, which lies among the others as the newest. */
function imported(number: number): Step[] {
  const file_key = `imports/${organization_id}/${cast.admin}/fil_0/people-20261128T000000.csv`;
  const faults = [{ column: "Email", message: "Please enter valid Email" }];
  const row = { position: number, line: number + 2, cells: ["nobody", "Learner"], email: "nobody", faults };
  return [
    ...stored(importEntity, {
      import_id: number === 1 ? cast.import : idOf("imp", number),
      organization_id,
      file_key,
      file_name: "people.csv",
      headings: ["Email", "Role"],
      ignored: [],
      created_by: cast.admin,
      status: "checked",
      rows_total: 1,
      rows_done: 1,
      counts: { ...noCounts, error: 1 },
      next_on: clock.iso(),
      created_on: clock.iso(),
      updated_on: clock.iso(),
      version: 1,
    }),
    ...keepRows(cast.import, [{ ...row, checked: "error", result: "error" }]),
  ];
}

const organizationOf = (
  own: Pick<OrganizationRecord, "organization_id" | "name"> & Partial<OrganizationRecord>,
): OrganizationRecord => ({
  description: "",
  timezone: "America/Detroit",
  status: "active",
  is_set_up: true,
  roles: {},
  created_on: clock.iso(),
  version: 1,
  ...own,
});

function* organization(): Generator<readonly Step[]> {
  const roles: CustomRoles = {
    [role_id]: { name: "Course assistant", role_perms: ["Create", "Read", "Update"], version: 1 },
  };
  yield stored(organizationEntity, organizationOf({ organization_id, name: "Northwind College", roles }));
  yield stored(endpointEntity, {
    endpoint_id: cast.endpoint,
    organization_id,
    address: "https://hooks.example.com/laurel",
    description: "",
    types: [],
    status: "active",
    secrets: [{ sealed: "", public_key: "whpk_" }],
    created_by: cast.admin,
    created_on: clock.iso(),
    version: 1,
  });
  // its bucket is there from the first call on: otherwise chance says when the reads have one item more
  yield [put(callsKey(organization_id), { full_at: 0, version: 1, ttl: clock.seconds() + 86_400 })];
  const people = { admin: roleIds.admin, issuer: roleIds.issuer, custom: roleIds.custom, learner: roleIds.learner };
  for (const [name, role] of Object.entries(people)) yield person(cast[name as keyof typeof people], name, role);
  yield person(cast.reviewer, "reviewer", roleIds.reviewer);
  yield reviewerApplication(cast.reviewer, "accepted");
  yield [
    put(organizationKeys.user(cast.superadmin), {
      user_id: cast.superadmin,
      email: "super@laurel.test",
      first_name: "Sam",
      last_name: "Super",
      status: "active",
      superadmin: true,
      organization_ids: [],
      created_on: clock.iso(),
      version: 1,
    }),
  ];
  const reviewers = Array.from({ length: 24 }, (_, index) => idOf("usr", 2 * (index + 1) + 1));
  yield [
    ...credential(cast.credential, 0, "published", [cast.reviewer, ...reviewers]),
    put(credentialKeys.credentialDetails(cast.credential), {
      description: "",
      score_description: "",
      credential_resources: "",
      attachments: [],
    }),
    put(credentialKeys.credentialCriteria(cast.credential), {
      category: 1,
      skills: [],
      job_description: "",
      notes: "",
      support_link: "",
      support_attachment: null,
    }),
  ];
}

function person(user_id: string, last_name: string, role: number): Step[] {
  const names = { email: `${last_name}@northwind.test`, first_name: "Magdalena", last_name };
  const place = { organization_id, role, role_id: role === roleIds.custom ? role_id : undefined };
  const joining = stored(membershipEntity, {
    user_id,
    ...names,
    ...place,
    status: "active",
    created_on: clock.iso(),
    version: 1,
  });
  return [
    create(organizationKeys.user(user_id), {
      user_id,
      ...names,
      status: "active",
      organization_ids: [organization_id],
      created_on: clock.iso(),
    }),
    ...joining,
    ...words(joining[0]!),
  ];
}

const member = (user_id: string, number: number, role: number): Step[] => person(user_id, wordOf(number), role);

/** What the search worker keeps of a thing that was made. */
function words(step: Step): Step[] {
  const item = step.kind === "write" && step.operation.Put ? (step.operation.Put.Item as Item) : undefined;
  return item ? indexSteps(step.key, undefined, searchEntryOf(item)) : [];
}

const others = ["draft", "submitted", "rejected", "closed"] as const;

function credential(
  cred_id: string,
  number: number,
  status: StoredCredential["status"],
  assigned_reviewers = status === "published" ? [cast.reviewer] : [],
): Step[] {
  const at = clock.iso();
  const paid = number % 2 === 0;
  const item: StoredCredential = {
    cred_id,
    organization_id,
    issuer_name: "Northwind College",
    timezone: "America/Detroit",
    status,
    step: 5,
    title: `Reading ${wordOf(number)}`,
    price_cents: paid ? 2500 : 0,
    hourly_rate_cents: 2500,
    review_minutes: 28,
    section_count: 2,
    scech: paid ? 3 : 0,
    expiration_date: null,
    badgrImage: "",
    badgrIssuer: "",
    entity_type: "draft",
    category: paid ? 1 : 2,
    assigned_reviewers,
    created_by: Math.floor(number / 4) % 2 === 0 ? cast.issuer : cast.custom,
    created_on: at,
    updated_on: at,
    published_on: at,
    revision: 1,
    version: 1,
  };
  const steps = stored(credentialEntity, item);
  return [...steps, ...words(steps[0]!)];
}

/** What the analytics worker keeps of a credential that was applied for. */
function metrics(cred_id: string): Step[] {
  const { credentials } = attributesOf([{ month: "2026-11", counted: { applications: 1 }, cred_id }]);
  const [add] = Object.values(credentials);
  return [create(metricsKeys.credentialMetrics(organization_id, cred_id), add!)];
}

function reviewerApplication(user_id: string, status: ReviewerStatus): Step[] {
  const at = clock.iso();
  const application = {
    organization_id,
    user_id,
    status,
    attempt_count: 1,
    category: 1,
    skill_ids: [],
    submitted_on: at,
    due_on: at,
    history: [{ at, to: status }],
    version: 1,
  };
  const profile = { title: "Teacher", overview: "", category: application.category, skills: [], educations: [] };
  return [
    create(reviewerKeys.reviewer(user_id), { user_id, ...profile, certifications: [], created_on: at, updated_on: at }),
    ...stored(reviewerApplicationEntity, application),
  ];
}

function invitation(number: number): Step[] {
  const at = clock.iso();
  const sending = stored(invitationEntity, {
    invite_id: idOf("inv", number),
    email: `${wordOf(number)}@fabrikam.test`,
    organization_id,
    version: 1,
    role: roleIds.learner,
    status: "pending",
    self: false,
    invited_by: cast.admin,
    created_on: at,
    expires_on: at,
  });
  return [...sending, ...words(sending[0]!)];
}

function application(ids: { application_id: string; cred_id: string; user_id: string }, status: ApplicationStatus) {
  const at = clock.iso();
  const section = { section_id: castId("sec", "1"), title: "Plan a lesson", response_type: "0", review_estimate: 28 };
  const terms = { option_ids: [], options_multiple: false, criteria: [], making_progress: 0, completed: 0 };
  const made: Application = {
    ...ids,
    organization_id,
    revision: 1,
    title: "Reading",
    issuer_name: "Northwind College",
    status,
    price_cents: 0,
    reviewer_pay_cents: 1167,
    reviewer_hourly_rate_cents: 2500,
    review_minutes: 28,
    ...(status === "applied" || status === "ready" || status === "draft"
      ? { round: 0, seats: [] }
      : { round: 1, seats: [{ seat: "first", job_id: ids.application_id.replace("app_", "job_"), round: 1 }] }),
    sections: [{ ...section, ...terms, status: status === "completed" ? "accepted" : "notSubmitted", answered: [] }],
    created_on: at,
    updated_on: at,
    version: 1,
  };
  return made;
}

/** The steps that store a thing of an entity in any state, with its rows in lists and all that it counts in. */
function stored<Thing extends object>({ key, listings, counted, deadlines }: Storable<Thing>, thing: Thing): Step[] {
  return [
    create(key!(thing), { ...thing } as Record<string, unknown>),
    ...(listings?.(thing) ?? []).flatMap(({ sort, views: entered, attributes }) =>
      relist(key!(thing), sort, [], entered, attributes),
    ),
    ...(counted?.(thing) ?? []).map((view) => countIn(view, 1)),
    ...schedule(key!(thing), {}, deadlines?.(thing) ?? {}),
  ];
}

type Storable<Thing extends object> = Pick<
  Entity<Thing, string, string, Record<string, string>, Record<string, never>>,
  "key" | "listings" | "counted" | "deadlines"
>;

function jobSteps(made: Application, status: Job["status"]): Step[] {
  const due = {
    timezone: "America/New_York",
    business_days: 7,
    due_on: made.created_on,
    calendar_version: 0,
    steps: [],
  };
  const opening = { learner: { first_name: "Magdalena", last_name: "Rivers" }, due };
  const taken = status === "open" ? {} : { acceptor: cast.reviewer, accepted_on: clock.iso() };
  const waits: FirstJob["adjudication"] = { because: "noThirdReviewer", section_ids: [], asked_on: made.created_on };
  const job: FirstJob = {
    ...newJob(made, opening),
    reviewers: [cast.reviewer], // as the clock offers it
    ...taken,
    status,
    ...(status === "awaitingResult" && { adjudication: waits }),
  };
  return [...stored(jobEntity, job), ...(status === "completed" ? earnPay(job, made) : [])];
}

const notHandedIn = ["applied", "ready", "draft"] as const;
const statusOfJob: Record<Job["status"], ApplicationStatus> = {
  open: "submitted",
  accepted: "reviewing",
  reviewing: "reviewing",
  awaitingResult: "reviewing",
  revisionNeeded: "revisionNeeded",
  completed: "completed",
  withdrawn: "closed",
};

const applied = (made: Application): Step[] => [
  create(submissionKeys.applied(made.user_id, made.cred_id), {
    user_id: made.user_id,
    cred_id: made.cred_id,
    organization_id,
    application_id: made.application_id,
    revision: made.revision,
  }),
  ...stored(applicationEntity, made),
];

/** One of the learner's own submissions, in any state, with its job. */
function submission(number: number, cred_id: string): Step[] {
  const place = number % (notHandedIn.length + jobStatuses.length);
  const job = jobStatuses[place - notHandedIn.length];
  const ids = { application_id: idOf("app", 2 * number), cred_id, user_id: cast.learner };
  const made = application(ids, job ? statusOfJob[job] : notHandedIn[place]!);
  return [...applied(made), ...(job ? [...jobSteps(made, job), ...appealSteps(made)] : [])];
}

/** A look-back on the reviewer over their latest jobs, of which it never has more than so many. */
function lookBack(): Step[] {
  const place = { organization_id, user_id: cast.reviewer, number: 1 };
  const by = { opened_by: cast.admin, opened_on: clock.iso() };
  const isJob = (number: number) => number % (notHandedIn.length + jobStatuses.length) >= notHandedIn.length;
  const jobs = Array.from({ length: 30 }, (_, index) => index + 1)
    .filter(isJob)
    .map((number) => ({
      credential_job_id: idOf("job", 2 * number),
      application_id: idOf("app", 2 * number),
      seat: "first",
      finalized_on: clock.iso(),
      double_reviewed: false,
    }));
  return [
    ...stored(lookBackEntity, { ...place, ...by, status: "open", finding: "Too lenient with the table.", version: 1 }),
    put(qualityKeys.lookBackJobs(organization_id, cast.reviewer, 1), { organization_id, jobs }),
  ];
}

/** An appeal that waits against each submission to be revised, and one decided about each that was completed. */
function appealSteps({ application_id, user_id, cred_id, title, created_on, status: of }: Application): Step[] {
  const status = of === "revisionNeeded" ? "filed" : of === "completed" ? "overturned" : undefined;
  if (status === undefined) return [];
  const terms = { timezone: "America/New_York", business_days: 10, due_on: created_on, calendar_version: 0 };
  return stored(appealEntity, {
    ...{ application_id, organization_id, cred_id, user_id, title, round: 1, status },
    job_id: application_id.replace("app_", "job_"),
    grounds: "procedure",
    text: "The second file was not opened.",
    section_ids: [castId("sec", "1")],
    due: terms,
    filed_on: created_on,
    updated_on: created_on,
    version: 1,
  });
}

/** What a learner paid for an application. */
const charge = (ids: Pick<Application, "application_id" | "cred_id" | "user_id">): Step[] =>
  bill({
    entry_id: newId("pay"),
    at: clock.iso(),
    kind: "charge",
    organization_id,
    ...ids,
    title: "Reading",
    ...saleCents,
  });

/** A learner's application for the one credential: paid, reviewed, completed. */
function sale(number: number, user_id: string): Step[] {
  const ids = { application_id: appliedOf(2 * number + 1), cred_id: cast.credential, user_id };
  const made = { ...application(ids, "completed"), price_cents: 2500 };
  return [...applied(made), ...charge(ids), ...jobSteps(made, "completed")];
}

/** What a learner asked for, and nobody decided. */
const nameAsked = {
  correction_id: idOf("cor", 0),
  status: "waiting" as const,
  first_name: "Magda",
  last_name: "Right",
};

/** What a learner earned by it, in any state; the name of those that are active is to be corrected. */
function certificate(number: number, user_id: string): Step[] {
  const at = clock.iso();
  const made = stored(certificateEntity, {
    certificate_id: idOf("crt", number),
    organization_id,
    cred_id: cast.credential,
    user_id,
    application_id: appliedOf(2 * number + 1),
    revision: 1,
    first_name: "Magdalena",
    last_name: wordOf(number),
    title: "Reading",
    issuer_name: "Northwind College",
    earned_on: at,
    status: certificateStatuses[number % certificateStatuses.length]!,
    visibility: "shown",
    ...(number % certificateStatuses.length === 1 && { correction: { ...nameAsked, asked_on: at } }),
    with_findings: false,
    list_id: listIdOf(organization_id, 1),
    list_index: number,
    subject_uuid: randomUUID(),
    assessor_uuid: randomUUID(),
    created_on: at,
    updated_on: at,
    version: 1,
  });
  return [...made, ...words(made[0]!)];
}

function notice(number: number): Step[] {
  const notice_id = idOf("ntc", number);
  return [
    ...addNoticeSteps({
      user_id: cast.learner,
      notice_id,
      type: "submission.completed",
      created_on: clock.iso(),
      title: "Your work was accepted",
      text: "All sections were accepted.",
      link: "/mysubmissions",
    }),
    ...(number % 2 === 0 ? readNoticeSteps(cast.learner, notice_id) : []),
  ];
}

function otherOrganization(number: number): Step[] {
  const id = idOf("org", number);
  const status = number % 2 === 0 ? "archived" : "active";
  const name = `College ${wordOf(number)}`;
  const creating = stored(organizationEntity, organizationOf({ organization_id: id, name, status }));
  return [...creating, ...words(creating[0]!)];
}
