import { contract } from "../../shared/contract.ts";
import type { Call } from "../../shared/http/call.ts";
import type { Fixtures, Principal, Things } from "../support/fixtures/access.ts";
import { textSection } from "../support/fixtures/credential.ts";

/**
 * How a thing lies for a caller: their own; another's of their organization; published there; of a reviewer not decided on;
 * of the other organization; published in the other organization; an id of nothing.
 */
export type Ownership = "own" | "other" | "published" | "pending" | "foreign" | "foreignPublished" | "unknown";

/** A call that names a thing, and what to send for the thing by ownership. */
export interface ObjectCases {
  readonly call: Call;
  /**
   * Input by ownership; one left out is not there for this caller. Where the caller may reach the thing, the input is
   * such that the call is refused after that (an old version, a wrong state), or changes nothing others look at.
   */
  readonly sent: (caller: Principal, fixtures: Fixtures) => Partial<Record<Ownership, Record<string, unknown>>>;
  /** Where a letter reaches other than its general meaning. */
  readonly reaches?: (letter: string, ownership: Ownership, caller: Principal) => boolean | undefined;
}

/** What a letter reaches in general. */
export function reachedBy(letter: string, ownership: Ownership): boolean {
  if (ownership === "unknown") return false;
  if (letter === "g") return true;
  if (letter === "o") return ownership !== "foreign" && ownership !== "foreignPublished";
  if (letter === "p") return ownership === "published" || ownership === "foreignPublished";
  return ownership === "own" && (letter === "s" || letter === "j");
}

type Fields = Record<string, unknown>;
const {
  certificate,
  credential,
  file,
  organization,
  payment,
  reviewer,
  submission,
  user,
  tie,
  calibration,
  review,
  appeal,
  quality,
  roster,
  auth,
  key,
  webhook,
} = contract;
const oldVersion = 999;
const bank = {
  bank_id: 1,
  account_holder: "Rita Rivers",
  account_number: "000123456789",
  aba: "021000021",
  address: "1 Main Street",
};
const scech = { full_name: "Lena Rivers", email: "lena@matrix.test", pic: "012345", phone: "5551234567" };

/** Drafts and published credentials, each with the fields that a call needs besides. */
const credentials =
  (fields: (thing: { credential_id: string; section_id: string }) => Fields): ObjectCases["sent"] =>
  ({ name }, { things: { drafts, published, jobs } }) => {
    const own = drafts[name];
    const { section_id } = jobs.own;
    return {
      ...(own && { own: fields(own) }),
      other: fields(drafts.other),
      published: fields({ credential_id: published.own, section_id }),
      foreign: fields(drafts.foreign),
      foreignPublished: fields({ credential_id: published.foreign, section_id: jobs.foreign.section_id }),
      unknown: fields({ credential_id: "crd_0", section_id }),
    };
  };

/** None of the credentials wants calibrated reviewers: there is nothing to practice for anybody. */
const never = () => false;

/** Credentials a learner may have applied for. */
const purchases =
  (own: "unpaid" | "earned", fields: (credential_id: string) => Fields): ObjectCases["sent"] =>
  (_, { things }) => ({
    own: fields(things[own]),
    other: fields(things.leos),
    foreign: fields(things.drafts.foreign.credential_id),
    unknown: fields("crd_0"),
  });

/** Jobs with the application behind them. */
const jobs =
  (fields: (thing: Things["jobs"]["own"]) => Fields): ObjectCases["sent"] =>
  ({ name }, { things }) => ({
    ...((name === "reviewer" || name === "learner") && { own: fields(things.jobs.own) }),
    other: fields(things.jobs.other),
    foreign: fields(things.jobs.foreign),
    unknown: fields({ ...things.jobs.own, credential_job_id: "job_0", application_id: "app_0" }),
  });

/** People of one kind. */
const people =
  (kind: "learners" | "reviewers", fields: (user_id: string) => Fields, { self = true } = {}): ObjectCases["sent"] =>
  ({ person }, { things }) => ({
    ...(self && { own: fields(person.user_id) }),
    other: fields(things[kind].other),
    foreign: fields(things[kind].foreign),
    unknown: fields("usr_0"),
  });

/** Somebody whose review was finished, in either organization. */
const reviewed =
  (fields: Fields): ObjectCases["sent"] =>
  (_, { things: { reviewers } }) => ({
    other: { user_id: reviewers.own, ...fields },
    foreign: { user_id: reviewers.foreign, ...fields },
    unknown: { user_id: "usr_0", ...fields },
  });

const invitations =
  (which: (name: string) => string): ObjectCases["sent"] =>
  ({ name }, { things }) => ({
    other: { invite_id: things.invitations[which(name)] },
    foreign: { invite_id: things.invitations.foreign },
    unknown: { invite_id: "inv_0" },
  });

/** Certificates: a learner's own, which an admin reaches too. */
const certificates =
  (fields: Fields): ObjectCases["sent"] =>
  ({ role }, { things }) => ({
    [role === "learner" ? "own" : "other"]: { certificate_id: things.certificates.own, ...fields },
    foreign: { certificate_id: things.certificates.foreign, ...fields },
    unknown: { certificate_id: "crt_0", ...fields },
  });

const roles =
  (which: "spare" | "held", fields: Fields): ObjectCases["sent"] =>
  (_, { things }) => ({
    other: { role_id: things.roles[which], ...fields },
    foreign: { role_id: things.roles.foreign, ...fields },
    unknown: { role_id: "rol_0", ...fields },
  });

const endpoints =
  (fields: Fields): ObjectCases["sent"] =>
  (_, { things }) => ({
    other: { endpoint_id: things.endpoints.other, ...fields },
    foreign: { endpoint_id: things.endpoints.foreign, ...fields },
    unknown: { endpoint_id: "wep_0", ...fields },
  });

const address = "https://hooks.example.com/laurel";
/** Of no delivery there is one: whoever reaches the endpoint is told so, as is whoever does not. */
const noDelivery = { event_id: "evt_0" };

const keys: ObjectCases["sent"] = (_, { things }) => ({
  other: { key_id: things.keys.other },
  foreign: { key_id: things.keys.foreign },
  unknown: { key_id: "key_0" },
});

const files: ObjectCases["sent"] = ({ name }, { things }) => ({
  ...(things.files[name] && { own: { key: things.files[name] } }),
  other: { key: things.files.other },
  foreign: { key: things.files.foreign },
  unknown: { key: "resources/org_0/usr_0/fil_0/paper-1.pdf" },
});

const parts =
  (fields: Fields = {}): ObjectCases["sent"] =>
  ({ name }, { things }) => ({
    ...(name === "learner" && { own: { key: things.parts.own, ...fields } }),
    other: { key: things.parts.other, ...fields },
    foreign: { key: things.parts.foreign, ...fields },
    unknown: { key: "submissions/org_0/usr_0/fil_0/lesson-1.mp4", ...fields },
  });

const verdict = ({ credential_job_id, section_id }: Things["jobs"]["own"]): Fields => ({
  credential_job_id,
  credential_section_id: section_id,
  grade: "Z",
  feedback: "<p>No.</p>",
});
const byCredId = ({ credential_id }: { credential_id: string }): Fields => ({ cred_id: credential_id });
const byCredential = ({ credential_id }: { credential_id: string }): Fields => ({ credential_id });
const detailsPage = (origin: string, organization_id: string, credential_id: string): Fields => ({
  url: `${origin}/credential/details/${organization_id}/${credential_id}`,
});

/** A reviewer is offered what the organization accepted them for; who waits for its decision is offered nothing. */
const offered: NonNullable<ObjectCases["reaches"]> = (letter, ownership, { name }) =>
  letter === "j" && ownership === "other" ? name === "reviewer" : undefined;

/** Every call that names a thing. */
export const objectCases: readonly ObjectCases[] = [
  {
    call: credential.read,
    sent: credentials(byCredential),
    reaches: (letter, ownership, { role, name }) => {
      if (role === "custom" && ownership === "published") return letter !== "–";
      if (letter === "j") return ownership === "published" && name === "reviewer";
      return undefined;
    },
  },
  {
    call: credential.update,
    sent: credentials(({ credential_id }) => ({ credential_id, version: oldVersion, step: 4, price: 7 })),
  },
  {
    call: credential.saveSections,
    sent: credentials(({ credential_id }) => ({
      credential_id,
      version: oldVersion,
      data: [{ ...textSection, title: "Another" }],
    })),
  },
  { call: credential.copy, sent: credentials(byCredential) },
  { call: credential.remove, sent: credentials(({ credential_id }) => ({ credential_id, version: oldVersion })) },
  { call: credential.readUnfinished, sent: credentials(byCredential) },
  {
    call: credential.saveUnfinished,
    sent: credentials(({ credential_id }) => ({ credential_id, version: oldVersion, step: 4, price: 7 })),
  },
  { call: credential.removeSection, sent: credentials((thing) => ({ ...thing, version: oldVersion })) },
  { call: credential.publish, sent: credentials(byCredential) },
  { call: credential.approve, sent: credentials(byCredential) },
  {
    call: credential.reject,
    sent: credentials(({ credential_id }) => ({ credential_id, feedback: "<p>Not yet.</p>" })),
  },
  { call: credential.close, sent: credentials(({ credential_id }) => ({ credential_id, version: oldVersion })) },
  {
    call: credential.assignReviewers,
    sent: credentials(({ credential_id }) => ({ credential_id, add: ["usr_0"] })),
  },
  { call: credential.listPotentialReviewers, sent: credentials(byCredential) },
  { call: credential.listApplicants, sent: credentials(byCredId) },
  { call: credential.readApplication, sent: jobs(({ application_id }) => ({ application_id })) },
  { call: credential.exportApplicants, sent: credentials(byCredId) },
  { call: user.exportScech, sent: credentials(byCredential) },
  { call: reviewer.listQualified, sent: credentials(byCredential) },
  { call: reviewer.listNonQualified, sent: credentials(byCredential) },
  { call: credential.apply, sent: credentials(byCredential) },
  {
    call: certificate.shorten,
    sent: ({ role, person }, { origin, own, foreign, things }) => {
      if (role !== "learner") {
        return {
          published: detailsPage(origin, own.organization_id, things.published.own),
          other: detailsPage(origin, own.organization_id, things.published.own),
          foreign: detailsPage(origin, foreign.organization_id, things.published.foreign),
          unknown: detailsPage(origin, own.organization_id, "crd_0"),
        };
      }
      const certificate = (cred_id: string, user_id: string) => ({
        url: `${origin}/Certificate?${new URLSearchParams({ org_id: own.organization_id, cred_id, user_id })}`,
      });
      return {
        own: certificate(things.earned, person.user_id),
        other: certificate(things.earned, things.learners.other),
        unknown: certificate("crd_0", person.user_id),
      };
    },
  },
  { call: payment.readCardSecret, sent: purchases("unpaid", (credential_id) => ({ credential_id })) },
  { call: payment.saveBilling, sent: purchases("unpaid", (credential_id) => ({ credential_id })) },
  { call: payment.charge, sent: purchases("unpaid", (credential_id) => ({ credential_id, stripe_id: "pi_0" })) },
  { call: payment.createPaypalOrder, sent: purchases("unpaid", (credential_id) => ({ credential_id })) },
  {
    call: payment.capturePaypalOrder,
    sent: purchases("unpaid", (credential_id) => ({ credential_id, order_id: "ORDER0" })),
  },
  {
    call: payment.previewRefund,
    // as below: what is the organization's own is not paid
    sent: (_, { things }) => ({
      other: { application_id: things.unpaidApplication },
      foreign: { application_id: things.jobs.foreign.application_id },
      unknown: { application_id: "app_0" },
    }),
  },
  {
    call: payment.refund,
    sent: (_, { things }) => ({
      other: { application_id: things.unpaidApplication, reason: "By mistake" },
      foreign: { application_id: things.jobs.foreign.application_id, reason: "By mistake" },
      unknown: { application_id: "app_0", reason: "By mistake" },
    }),
  },
  {
    call: payment.readReceipt,
    // the own application of these tests was free and has none; test/payment/receipt.test.ts reads one
    sent: (_, { things }) => ({
      other: { application_id: things.jobs.other.application_id },
      foreign: { application_id: things.jobs.foreign.application_id },
      unknown: { application_id: "app_0" },
    }),
  },
  { call: payment.withdrawApplication, sent: jobs(({ application_id }) => ({ application_id })) },
  { call: certificate.read, sent: certificates({}) },
  { call: certificate.readIssued, sent: certificates({}) },
  { call: certificate.chooseContents, sent: certificates({ with_findings: false }) },
  {
    call: certificate.askCorrection,
    sent: certificates({ first_name: "Lena", last_name: "Rivers" }),
  },
  { call: certificate.withdrawCorrection, sent: certificates({ correction_id: "cor_0" }) },
  { call: certificate.declineCorrection, sent: certificates({ correction_id: "cor_0", reason: "It is right." }) },
  { call: certificate.readEvidence, sent: certificates({}) },
  {
    call: certificate.publishEvidence,
    sent: certificates({ ends_on: "2999-01-01", sections: [{ section_id: "sec_0", pieces: ["0".repeat(64)] }] }),
  },
  {
    call: certificate.revoke,
    sent: certificates({ revocation: "issued-in-error", reason: "By mistake" }),
  },
  { call: certificate.replace, sent: certificates({ first_name: "Lena", last_name: "Rivers" }) },
  { call: certificate.hide, sent: purchases("earned", (cred_id) => ({ cred_id, hidden: false })) },
  { call: submission.read, sent: jobs(({ application_id }) => ({ application_id })) },
  {
    call: submission.saveSection,
    sent: jobs(({ application_id, section_id }) => ({ application_id, section_id, response: "<p>Mine.</p>" })),
  },
  { call: submission.removeSection, sent: jobs(({ application_id, section_id }) => ({ application_id, section_id })) },
  {
    call: submission.submit,
    sent: jobs(({ application_id, credential_id }) => ({ application_id, credential_id })),
  },
  {
    call: appeal.file,
    // nothing was rejected: who may appeal is refused after that
    sent: jobs(({ application_id, section_id }) => ({
      application_id,
      section_ids: [section_id],
      grounds: "procedure",
      text: "x".repeat(50),
    })),
  },
  { call: appeal.withdraw, sent: jobs(({ application_id }) => ({ application_id })) },
  // nobody has consented: who may is answered that it is so
  { call: calibration.setPracticeConsent, sent: jobs(({ application_id }) => ({ application_id, given: false })) },
  { call: calibration.readConsentedWork, sent: jobs(({ application_id }) => ({ application_id })), reaches: never },
  { call: review.create, sent: jobs(({ application_id }) => ({ application_id })) },
  { call: review.read, sent: jobs(({ credential_job_id }) => ({ credential_job_id })) },
  { call: review.accept, sent: jobs(({ credential_job_id }) => ({ credential_job_id })), reaches: offered },
  {
    call: review.decline,
    // the job is accepted by now: whoever may decline one is refused after that
    sent: jobs(({ credential_job_id }) => ({ credential_job_id, reason: "time" })),
    reaches: offered,
  },
  {
    call: review.release,
    // the open job is released already: the reviewer's own one stays for the calls that follow
    sent: (caller, fixtures) => {
      const { own, ...others } = jobs(({ credential_job_id }) => ({ credential_job_id }))(caller, fixtures);
      const { credential_job_id } = fixtures.things.jobs.open;
      return { ...others, ...(own && { own: { credential_job_id } }) };
    },
  },
  { call: review.extend, sent: jobs(({ credential_job_id }) => ({ credential_job_id })) },
  {
    call: review.reassign,
    // nobody has the open job: whoever may give jobs away is refused after that
    sent: (_, { things }) => ({
      other: { credential_job_id: things.jobs.open.credential_job_id, reason: "Away" },
      foreign: { credential_job_id: things.jobs.foreign.credential_job_id, reason: "Away" },
      unknown: { credential_job_id: "job_0", reason: "Away" },
    }),
  },
  {
    call: review.remind,
    sent: (_, { things }) => ({
      other: { credential_job_id: things.jobs.open.credential_job_id },
      foreign: { credential_job_id: things.jobs.foreign.credential_job_id },
      unknown: { credential_job_id: "job_0" },
    }),
  },
  { call: tie.list, sent: jobs(({ credential_job_id }) => ({ credential_job_id })) },
  {
    call: tie.waive,
    // nobody is tied to its learner: whoever may waive a tie is refused after that
    sent: jobs(({ credential_job_id }) => ({
      credential_job_id,
      reviewer_id: "usr_0",
      reason: "Nobody else",
      last_day: "2099-01-01",
    })),
  },
  // none of these files was uploaded to be imported, not even one's own
  { call: roster.create, sent: files, reaches: () => false },
  // nobody is to be invited, and nothing was sent: whoever may is refused after that, or told how it is
  ...[roster.read, roster.listFaults, roster.confirm, roster.undo, roster.report].map((call) => ({
    call,
    sent: (_: Principal, { things }: Fixtures) => ({
      other: { import_id: things.imports.other },
      foreign: { import_id: things.imports.foreign },
      unknown: { import_id: "imp_0" },
    }),
  })),
  { call: quality.openLookBack, sent: reviewed({ finding: "Too lenient" }) },
  { call: quality.readLookBack, sent: reviewed({}) },
  // a concern wants a note: whoever may conclude something is refused after that
  { call: quality.judgeLookBackJob, sent: reviewed({ credential_job_id: "job_0", conclusion: "concern" }) },
  { call: quality.closeLookBack, sent: reviewed({ summary: "All stands" }) },
  ...[calibration.listAnchors, calibration.list].map((call) => ({
    call,
    sent: credentials(({ credential_id }) => ({ credential_id })),
  })),
  // nothing is published: whoever may is answered that it is so, or refused after that
  { call: calibration.freezeAnchors, sent: credentials(({ credential_id }) => ({ credential_id, published: false })) },
  { call: calibration.removeAnchor, sent: credentials(({ credential_id }) => ({ credential_id, anchor_id: "anc_0" })) },
  {
    call: calibration.saveAnchor,
    // it answers no section of the credential: whoever may write one is refused after that
    sent: credentials(({ credential_id }) => ({
      credential_id,
      form: "A",
      title: "Anchor",
      answers: [{ section_id: "sec_0", answer: "Nothing" }],
    })),
  },
  ...[calibration.read, calibration.start].map((call) => ({
    call,
    sent: credentials(({ credential_id }) => ({ credential_id })),
    reaches: never,
  })),
  {
    call: calibration.saveAnchorKey,
    sent: credentials(({ credential_id, section_id }) => ({
      credential_id,
      anchor_id: "anc_0",
      sections: [{ section_id, status: "rejected", marks: [] }],
      version: 0,
    })),
    reaches: never, // there is no anchor
  },
  {
    call: calibration.markAnchor,
    sent: credentials(({ credential_id, section_id }) => ({
      credential_id,
      anchor_id: "anc_0",
      sections: [{ section_id, status: "rejected", marks: [] }],
      version: 1,
    })),
    reaches: never,
  },
  {
    call: calibration.finish,
    sent: credentials(({ credential_id }) => ({ credential_id, version: 1 })),
    reaches: never,
  },
  { call: quality.readCredential, sent: credentials(({ credential_id }) => ({ credential_id })) },
  { call: review.readAdjudication, sent: jobs(({ credential_job_id }) => ({ credential_job_id })) },
  {
    call: review.adjudicate,
    // nothing waits for a decision: whoever may decide is refused after that
    sent: jobs(({ credential_job_id }) => ({ credential_job_id, seat: "first", reason: "Clearer" })),
  },
  {
    call: review.undoSection,
    sent: jobs(({ credential_job_id, section_id }) => ({ credential_job_id, credential_section_id: section_id })),
  },
  { call: review.acceptSection, sent: jobs(verdict) },
  { call: review.rejectSection, sent: jobs(verdict) },
  {
    call: user.readProfile,
    sent: (caller, fixtures) => ({
      ...people("learners", (user_id) => ({ user_id }))(caller, fixtures),
      published: { user_id: fixtures.things.reviewers.other },
    }),
    reaches: (letter, ownership, { role }) =>
      letter === "s" && ownership === "published" ? role === "reviewer" : undefined,
  },
  { call: user.update, sent: people("learners", (user_id) => ({ user_id })) },
  {
    call: user.remove,
    sent: (caller, fixtures) => {
      const self = caller.role !== "superadmin"; // no super administrators remove themselves
      return people("learners", (user_id) => ({ user_id, email: "nobody@matrix.test" }), { self })(caller, fixtures);
    },
  },
  { call: auth.askFactorReset, sent: people("learners", (user_id) => ({ user_id }), { self: false }) },
  { call: auth.stopFactorReset, sent: people("learners", (user_id) => ({ user_id })) },
  { call: user.setStatus, sent: people("learners", (user_id) => ({ user_id, status: "active" }), { self: false }) },
  {
    call: reviewer.decideApplication,
    sent: people("reviewers", (user_id) => ({ user_id, status: "accepted" }), { self: false }),
  },
  {
    call: reviewer.readApplication,
    sent: ({ role, person }, { things: { reviewers } }) => ({
      ...(role === "reviewer" && { own: { user_id: person.user_id } }),
      other: { user_id: reviewers.other },
      foreign: { user_id: reviewers.foreign },
      unknown: { user_id: "usr_0" },
    }),
  },
  {
    call: reviewer.readHistory,
    sent: ({ role, person }, { things: { reviewers } }) => ({
      ...(role === "reviewer" && { own: { user_id: person.user_id } }),
      other: { user_id: reviewers.other },
      foreign: { user_id: reviewers.foreign },
      unknown: { user_id: "usr_0" },
    }),
  },
  {
    call: reviewer.readInfo,
    sent: ({ role, person }, { things: { reviewers } }) => ({
      ...(role === "reviewer" ? { own: { user_id: person.user_id } } : { pending: { user_id: reviewers.pending } }),
      other: { user_id: reviewers.other },
      foreign: { user_id: reviewers.foreign },
      unknown: { user_id: "usr_0" },
    }),
    /** Staff read the card of whom any organization accepted, and in full who applied to their own. */
    reaches: (letter, ownership, { role }) => {
      if (role === "reviewer" || letter === "–" || ownership === "unknown") return undefined;
      return ownership === "pending" ? letter === "j" : true;
    },
  },
  { call: reviewer.saveBank, sent: people("reviewers", (user_id) => ({ user_id, ...bank })) },
  { call: user.saveScech, sent: people("learners", (user_id) => ({ user_id, ...scech })) },
  { call: reviewer.submit, sent: people("reviewers", (user_id) => ({ user_id })) },
  { call: reviewer.resubmit, sent: people("reviewers", (user_id) => ({ user_id })) },
  { call: organization.reinviteUser, sent: invitations(() => "other") },
  { call: organization.withdrawInvitation, sent: invitations((name) => name) },
  { call: organization.updateRole, sent: roles("spare", { name: "Assessor", role_perms: ["Read"] }) },
  { call: organization.removeRole, sent: roles("held", {}) },
  { call: key.end, sent: keys },
  { call: webhook.update, sent: endpoints({ address, version: oldVersion }) },
  { call: webhook.setStatus, sent: endpoints({ status: "active" }) },
  { call: webhook.rotate, sent: endpoints({}) },
  { call: webhook.listDeliveries, sent: endpoints({}) },
  { call: webhook.readDelivery, sent: endpoints(noDelivery), reaches: never },
  { call: webhook.resend, sent: endpoints(noDelivery), reaches: never },
  { call: webhook.resendSince, sent: endpoints({ since: "2026-11-28T00:00:00.000Z" }) },
  { call: webhook.sendTest, sent: endpoints({}) },
  { call: webhook.remove, sent: endpoints({}) },
  /** Who uploaded a file confirms it, whatever their role. */
  { call: file.confirm, sent: files, reaches: (letter, ownership) => letter !== "–" && ownership === "own" },
  { call: file.download, sent: files },
  {
    call: file.beginParts,
    sent: jobs(({ application_id }) => ({ application_id, name: "lesson.mp4", size: 10 })),
  },
  { call: file.signParts, sent: parts({ part_numbers: [9] }) },
  { call: file.readParts, sent: parts() },
  { call: file.completeParts, sent: parts({ parts: [{ part_number: 1, etag: "none" }] }) },
  { call: file.abandonParts, sent: parts() },
];

/** Calls that name a thing and have no cases here, and why. */
export const withoutCases: Readonly<Record<string, string>> = {
  "POST /reviewer": "the caller's own profile, whatever user_id says",
  "PUT /reviewer": "the caller's own profile, whatever user_id says",
  "GET /credential/list": "user_id only narrows the list",
  "GET /organization/certificates": "credential_id only narrows the list",
  "GET /organization/certificatescsv": "credential_id only narrows the list",
  "GET /job/review/list": "credential_id and reviewer_id only narrow the list",
  "GET /badgr/badges": "ids of the badge service's account, which answers for them",
  "GET /badgr/assertions": "ids of the badge service's account, which answers for them",
  "DELETE /user/factor/device": "the caller's own devices; another's id is not found",
  "PUT /user/notices": "notice_ids of others are not the caller's to mark, and nothing says whether they are there",
};
