import { afterAll, beforeAll, expect } from "vitest";
import { offerOpened } from "../../bin/seed/client.ts";
import { handler as hideCertificate } from "../../functions/certificate/hide.ts";
import { visibilityEntity } from "../../functions/certificate/model/entity.ts";
import { handler as approve } from "../../functions/credential/approve.ts";
import { handler as assignReviewers } from "../../functions/credential/assign-reviewers.ts";
import { handler as closeCredential } from "../../functions/credential/close.ts";
import { credentialEntity } from "../../functions/credential/model/entity.ts";
import { handler as publish } from "../../functions/credential/publish.ts";
import { handler as reject } from "../../functions/credential/reject.ts";
import { handler as saveSections } from "../../functions/credential/save-sections.ts";
import { handler as updateCredential } from "../../functions/credential/update.ts";
import { certificateKeys } from "../../functions/data/keys/certificate.ts";
import { credentialKeys } from "../../functions/data/keys/credential.ts";
import type { Key } from "../../functions/data/keys/key.ts";
import { isOf, kinds } from "../../functions/data/keys/kinds.ts";
import { organizationKeys } from "../../functions/data/keys/organization.ts";
import { paymentKeys } from "../../functions/data/keys/payment.ts";
import { reviewerKeys } from "../../functions/data/keys/reviewer.ts";
import { submissionKeys } from "../../functions/data/keys/submission.ts";
import { handler as refund } from "../../functions/payment/refund.ts";
import { handler as withdrawApplication } from "../../functions/payment/withdraw-application.ts";
import { handler as accept } from "../../functions/review/accept.ts";
import { handler as acceptSection } from "../../functions/review/accept-section.ts";
import { handler as createJob } from "../../functions/review/create.ts";
import { jobEntity } from "../../functions/review/model/entity.ts";
import { verdictEntity } from "../../functions/review/model/verdict-entity.ts";
import { handler as reassign } from "../../functions/review/reassign.ts";
import { handler as rejectSection } from "../../functions/review/reject-section.ts";
import { handler as release } from "../../functions/review/release.ts";
import { handler as undoSection } from "../../functions/review/undo-section.ts";
import { handler as decideApplication } from "../../functions/reviewer/decide-application.ts";
import { reviewerApplicationEntity } from "../../functions/reviewer/model/application-entity.ts";
import { handler as resubmitReviewer } from "../../functions/reviewer/resubmit.ts";
import { handler as submitReviewer } from "../../functions/reviewer/submit.ts";
import { applicationEntity } from "../../functions/submission/model/application-entity.ts";
import { sectionEntity } from "../../functions/submission/model/section-entity.ts";
import { handler as removeSection } from "../../functions/submission/remove-section.ts";
import { handler as saveSection } from "../../functions/submission/save-section.ts";
import { handler as submitWork } from "../../functions/submission/submit.ts";
import { membershipEntity } from "../../functions/user/model/membership-entity.ts";
import { userEntity } from "../../functions/user/model/user-entity.ts";
import { handler as removeUser } from "../../functions/user/remove.ts";
import { handler as setStatus } from "../../functions/user/set-status.ts";
import { handler as updateUser } from "../../functions/user/update.ts";
import { visibilityMachine } from "../../shared/certificate/states.ts";
import { contract } from "../../shared/contract.ts";
import { credentialMachine } from "../../shared/credential/states.ts";
import { jobMachine, verdictMachine } from "../../shared/review/states.ts";
import { reviewerApplicationMachine } from "../../shared/reviewer/states.ts";
import { applicationMachine, sectionMachine } from "../../shared/submission/states.ts";
import { membershipMachine, userMachine } from "../../shared/user/states.ts";
import { criteria, details, textSection, writeDraft } from "../support/fixtures/credential.ts";
import { applied, secretFor, typeCard } from "../support/fixtures/payment.ts";
import { acceptedReviewer, profile } from "../support/fixtures/reviewer.ts";
import { jobOf } from "../support/fixtures/work.ts";
import type { MemberName, Organization } from "../support/organization.ts";
import type { Person } from "../support/people.ts";
import { type RaceHarness, raceHarness } from "../support/race.ts";
import { type Act, attemptsOf, keyed, type Place, type Sweep, type Thing, testSweep } from "../support/sweep.ts";
import { world } from "../support/world.ts";

/** Everybody who tries: Ivan wrote the credential, Rita has its jobs, Lena does the work; Sam is of no organization. */
const people = ["Sam", "Ada", "Ivan", "Isa", "Pia", "Rita", "Ray", "Rob", "Lena", "Leo", "Cy"] as const;
type Name = (typeof people)[number];

let harness: RaceHarness;
let academy: Organization;
let persons: Record<Name, Person>;
const places: Record<"work" | "credential" | "reviewer" | "member", Place[]> = {
  work: [],
  credential: [],
  reviewer: [],
  member: [],
};

beforeAll(async () => {
  harness = await raceHarness(world.control);
  academy = await world.newOrganization("Cell Academy");
  const members = people.filter((name): name is MemberName & Name => name !== "Sam");
  persons = { Sam: world.as("Sam") } as Record<Name, Person>;
  for (const name of members) persons[name] = academy.as(name);
  await Promise.all(Object.values(persons).map((person) => person.token()));
  for (const name of ["Rita", "Ray"] as const) await acceptedReviewer(academy, name);
  await walkCredential();
  await walkWork();
  await walkReviewer();
  await walkMember();
});
afterAll(() => harness.stop());

const ok = async (answer: Promise<{ status: number; body: unknown }>) =>
  expect(await answer).toMatchObject({ status: 200 });

/** Keeps how things lie now as a place. */
async function keep(kind: keyof typeof places, name: string, ids: Place["ids"]): Promise<void> {
  const { cred_id = "", application_id = "", credential_job_id = "", certificate_id = "" } = ids;
  const copy = await harness.copy([
    ...Object.values(persons).map(({ user_id }) => organizationKeys.user(user_id).pk),
    organizationKeys.organization(academy.organization_id).pk,
    paymentKeys.billing(persons.Lena.user_id, "").pk,
    organizationKeys.email(persons.Leo.email).pk,
    ...(cred_id ? [credentialKeys.credential(cred_id).pk] : []),
    ...(application_id ? [submissionKeys.application(application_id).pk, paymentKeys.payment(application_id).pk] : []),
    ...(certificate_id ? [certificateKeys.certificate(certificate_id).pk] : []),
    ...(credential_job_id && name !== "jobless" ? [submissionKeys.job(credential_job_id).pk] : []),
    ...["all", "Draft", "Submitted", "RevisionNeeded"].map((tab) => `USER#${persons.Lena.user_id}#submissions#${tab}`),
  ]);
  places[kind].push({ name, copy, ids });
}

const draftOf = async (price: number, sections?: object[]) =>
  (await writeDraft(persons.Ivan, [persons.Rita, persons.Ray], { price, ...(sections && { sections }) })).cred_id;

async function walkCredential(): Promise<void> {
  const { Ada, Ivan } = persons;
  const { credential } = contract;
  const cred_id = await draftOf(25);
  const keepAs = async (name: string) => {
    const { version } = (await Ivan.call(credential.read, { credential_id: cred_id })).body.data;
    await keep("credential", name, { cred_id, credential_id: cred_id, version: String(version) });
  };
  await keepAs("draft");
  await ok(Ivan.call(credential.publish, { credential_id: cred_id }));
  await keepAs("submitted");
  await ok(Ada.call(credential.reject, { credential_id: cred_id, feedback: "<p>Again.</p>" }));
  await keepAs("rejected");
  await ok(Ivan.call(credential.publish, { credential_id: cred_id }));
  await ok(Ada.call(credential.approve, { credential_id: cred_id, feedback: "" }));
  await keepAs("published");
  await ok(Ada.call(credential.close, { credential_id: cred_id }));
  await keepAs("closed");
}

async function published(price: number, sections?: object[]): Promise<string> {
  const credential_id = await draftOf(price, sections);
  await ok(persons.Ivan.call(contract.credential.publish, { credential_id }));
  await ok(persons.Ada.call(contract.credential.approve, { credential_id, feedback: "" }));
  return credential_id;
}

const plain = (title: string) => ({ ...textSection, title });

/** One purchase of Lena's from applying to the certificate, each step a place; and one of a single section. */
async function walkWork(): Promise<void> {
  const { Lena, Rita } = persons;
  const { review, submission, payment, certificate } = contract;
  const begin = async (credential_id: string) => {
    const application_id = await applied(Lena, credential_id);
    const { body } = await Lena.call(submission.read, { credential_id });
    const [first = "", second = first] = body.data.sections.map(({ section_id }) => section_id);
    return { cred_id: credential_id, credential_id, application_id, credential_job_id: "job_0", first, second };
  };
  const pay = async ({ credential_id }: { credential_id: string }) => {
    const intent = await secretFor(Lena, credential_id);
    await typeCard(world.origin, intent);
    await ok(Lena.call(payment.charge, { credential_id, stripe_id: intent.stripe_id }));
  };
  const hand = async (ids: Record<string, string>) => {
    await ok(Lena.call(submission.submit, workOf(ids) as never));
    await offerOpened(Lena);
    ids.credential_job_id = await jobOf(Lena, ids.application_id!);
  };
  const give = (verdict: "acceptSection" | "rejectSection", ids: Record<string, string>, section: "first" | "second") =>
    ok(Rita.call(review[verdict], verdictOf(ids, section) as never));

  const unapplied = await published(25, [plain("One"), plain("Two")]);
  await keep("work", "none", {
    cred_id: unapplied,
    credential_id: unapplied,
    application_id: "app_0",
    credential_job_id: "job_0",
    first: "sec_0",
    second: "sec_0",
  });
  const ids = await begin(unapplied);
  await keep("work", "applied", ids);
  await pay(ids);
  await keep("work", "ready", ids);
  await ok(Lena.call(submission.saveSection, answerOf(ids)));
  await keep("work", "draft", ids);
  await hand(ids);
  await keep("work", "jobless", ids);
  await keep("work", "open", ids);
  const { credential_job_id } = ids;
  await ok(Rita.call(review.accept, { credential_job_id }));
  await keep("work", "accepted", ids);
  await give("acceptSection", ids, "first");
  await keep("work", "reviewing", ids);
  await give("rejectSection", ids, "first");
  await keep("work", "reviewing, one rejected", ids);
  await give("acceptSection", ids, "first");
  await give("rejectSection", ids, "second");
  await keep("work", "revisionNeeded", ids);
  await hand({ ...ids, first: ids.second });
  await give("acceptSection", ids, "second");
  const { credentials } = (await Lena.call(certificate.listOwn)).body.data;
  const [earned] = credentials.filter(({ cred_id }) => cred_id === unapplied);
  await keep("work", "completed", { ...ids, certificate_id: earned?.certificate_id ?? "" });
  await ok(Lena.call(certificate.hide, { cred_id: unapplied, hidden: true }));
  await keep("work", "hidden", { ...ids, certificate_id: earned?.certificate_id ?? "" });

  const single = await begin(await published(25, [plain("One")]));
  await pay(single);
  await hand(single);
  await ok(Rita.call(review.accept, { credential_job_id: single.credential_job_id }));
  await keep("work", "accepted, of one section", single);
  await ok(persons.Ada.call(payment.refund, { application_id: single.application_id, reason: "Cancelled" }));
  await keep("work", "withdrawn", single);
}

const answerOf = ({ application_id = "", first = "" }: Record<string, string>) => ({
  application_id,
  section_id: first,
  response: "<p>My work.</p>",
});
const workOf = ({ application_id, credential_id, first, second }: Record<string, string>) => ({
  application_id,
  credential_id,
  sections: [...new Set([first, second])].map((section_id) => ({ section_id, response: "<p>My work.</p>" })),
});
const verdictOf = (ids: Readonly<Record<string, string>>, section: "first" | "second", grade = "A") => ({
  credential_job_id: ids.credential_job_id,
  credential_section_id: ids[section],
  grade,
  feedback: "<p>As asked.</p>",
  section_rubric: [],
});

async function walkReviewer(): Promise<void> {
  const { Ada, Rob } = persons;
  const { reviewer, user } = contract;
  const { user_id } = Rob;
  const ids = { user_id };
  await ok(Rob.call(reviewer.create, profile));
  await keep("reviewer", "none", ids);
  await ok(Rob.call(reviewer.submit, {}));
  await keep("reviewer", "active", ids);
  const decide = (status: "accepted" | "rejected" | "suspended") =>
    ok(Ada.call(reviewer.decideApplication, { user_id, status, reason: "Because." }));
  await decide("rejected");
  await keep("reviewer", "rejected", ids);
  await ok(Rob.call(reviewer.resubmit, {}));
  await keep("reviewer", "resubmitted", ids);
  await decide("accepted");
  await keep("reviewer", "accepted", ids);
  await decide("suspended");
  await keep("reviewer", "suspended", ids);
  for (const role of [3, 4]) await ok(Ada.call(user.update, { user_id, role }));
  await keep("reviewer", "withdrawn", ids);
}

async function walkMember(): Promise<void> {
  const { Ada, Leo, Sam } = persons;
  const { organization_id } = academy;
  const { user_id, email } = Leo;
  const ids = { user_id, email };
  const set = (by: Person, status: "active" | "suspended" | "disabled") =>
    ok(by.call(contract.user.setStatus, { organization_id, user_id, status }));
  await keep("member", "active", ids);
  await set(Ada, "suspended");
  await keep("member", "suspended", ids);
  await set(Ada, "active");
  await set(Sam, "disabled");
  await keep("member", "disabled", ids);
  await set(Sam, "active");
  await ok(Sam.call(contract.user.remove, { organization_id, user_id, email }));
  await keep("member", "deleted", ids);
}

const inAcademy = (fields: object) => ({ organization_id: academy.organization_id, ...fields });
const job = (place: Place) => ({ credential_job_id: place.ids.credential_job_id });
const cred = (place: Place) => ({ credential_id: place.ids.credential_id });

const shownAs =
  (hidden: boolean) =>
  ({ ids: { cred_id } }: Place) => ({ cred_id, hidden });

const workActs: Readonly<Record<string, Act>> = {
  save: { handler: saveSection, input: ({ ids }) => answerOf(ids), by: ["Lena"] },
  saveRevision: { handler: saveSection, input: ({ ids }) => answerOf({ ...ids, first: ids.second! }), by: ["Lena"] },
  empty: {
    handler: removeSection,
    input: ({ ids: { application_id, first } }) => ({ application_id, section_id: first }),
    by: ["Lena"],
  },
  submit: { handler: submitWork, input: ({ ids }) => workOf(ids), by: ["Lena"] },
  resubmit: { handler: submitWork, input: ({ ids }) => workOf({ ...ids, first: ids.second! }), by: ["Lena"] },
  create: {
    handler: createJob,
    input: ({ ids }) => ({ application_id: ids.application_id }),
    by: ["Ada", "Ivan", "Isa", "Pia"],
  },
  accept: { handler: accept, input: job, by: ["Rita", "Ray"] },
  release: { handler: release, input: job, by: ["Rita"] },
  reassign: {
    handler: reassign,
    input: (place) => ({ ...job(place), reason: "Away." }),
    by: (place) => (place.startsWith("reviewing") ? ["Ada"] : ["Ada", "Ivan"]),
  },
  acceptFirst: { handler: acceptSection, input: ({ ids }) => verdictOf(ids, "first", "B"), by: ["Rita"] },
  rejectFirst: { handler: rejectSection, input: ({ ids }) => verdictOf(ids, "first", "B"), by: ["Rita"] },
  acceptSecond: { handler: acceptSection, input: ({ ids }) => verdictOf(ids, "second"), by: ["Rita"] },
  rejectSecond: { handler: rejectSection, input: ({ ids }) => verdictOf(ids, "second"), by: ["Rita"] },
  undoFirst: {
    handler: undoSection,
    input: ({ ids: { credential_job_id, first } }) => ({ credential_job_id, credential_section_id: first }),
    by: ["Rita"],
  },
  hide: { handler: hideCertificate, input: shownAs(true), by: ["Lena"] },
  show: { handler: hideCertificate, input: shownAs(false), by: ["Lena"] },
  withdraw: {
    handler: withdrawApplication,
    input: ({ ids }) => ({ application_id: ids.application_id }),
    by: ["Lena"],
  },
  refund: {
    handler: refund,
    input: ({ ids }) => ({ application_id: ids.application_id, reason: "Cancelled" }),
    by: ["Ada"],
  },
};
const verdicts = ["acceptFirst", "rejectFirst", "acceptSecond", "rejectSecond"];

const jobs: Thing<keyof typeof jobEntity.records> = {
  elsewhere: {
    "awaitingResult allAccepted": "test/review/seats.test.ts",
    "awaitingResult someRejected": "test/review/seats.test.ts",
    "awaitingResult withdraw": "test/review/seats.test.ts",
    "revisionNeeded allAccepted": "test/appeal/appeal.test.ts",
  },
  machine: jobMachine,
  records: jobEntity.records,
  find: (items, { application_id }) =>
    items.find((item) => isOf(kinds.job, item as unknown as Key) && item.application_id === application_id),
  events: {
    open: ["submit", "resubmit"],
    create: ["create"],
    accept: ["accept"],
    grade: [...verdicts, "undoFirst"],
    release: ["release"],
    reassign: ["reassign"],
    allAccepted: verdicts,
    someRejected: verdicts,
    resubmit: ["resubmit"],
    withdraw: ["refund"],
    finish: "the system: test/review/seats.test.ts",
    finalize: "the system: test/review/seats.test.ts",
    abandon: "the clock: test/platform/clock.test.ts",
  },
};

const applications: Thing<keyof typeof applicationEntity.records> = {
  elsewhere: { "revisionNeeded allAccepted": "test/appeal/appeal.test.ts" },
  amended: ["hide", "show", "create"],
  machine: applicationMachine,
  records: applicationEntity.records,
  find: keyed((ids) => submissionKeys.application(ids.application_id!)),
  events: {
    apply: "a person: test/payment/walk.test.ts",
    applyFree: "a person: test/payment/walk.test.ts",
    pay: "a provider: test/payment/payment.test.ts",
    lapse: "the clock: test/platform/clock.test.ts",
    withdraw: ["withdraw"],
    archiveEnds: "the clock: test/organization/ending.test.ts",
    leave: "the clock: test/user/deletion.test.ts",
    sixtyDaysPass: "the clock: test/platform/clock.test.ts",
    save: ["save", "saveRevision", "empty"],
    submit: ["submit", "resubmit"],
    resubmit: ["resubmit"],
    refund: ["refund"],
    jobAccepted: ["accept"],
    jobReleased: ["release", "reassign"],
    allAccepted: verdicts,
    someRejected: verdicts,
  },
};

const sections = (["first", "second"] as const).map(
  (section): Thing<keyof typeof sectionEntity.records> => ({
    machine: sectionMachine,
    records: sectionEntity.records,
    find(items, { application_id, [section]: section_id }) {
      const application = keyed(() => submissionKeys.application(application_id!))(items, {});
      const state = (application?.sections as { section_id: string }[] | undefined)?.find(
        (each) => each.section_id === section_id,
      );
      return state && { ...state, work: keyed(() => submissionKeys.work(application_id!, section_id!))(items, {}) };
    },
    events: {
      begin: "a person: test/payment/walk.test.ts",
      save: ["save", "saveRevision", "empty", "submit", "resubmit"],
      submit: ["submit", "resubmit"],
      accept: verdicts,
      reject: verdicts,
      suspend: "a person: test/appeal/appeal.test.ts",
      resume: "a person: test/appeal/appeal.test.ts",
      overturn: "a person: test/appeal/appeal.test.ts",
    },
  }),
);

const given = (["first", "second"] as const).map(
  (section): Thing<keyof typeof verdictEntity.records> => ({
    machine: verdictMachine,
    records: verdictEntity.records,
    endedBy: ["acceptSecond", "rejectSecond"], // the round is decided: what was provisional is the submission's
    find(items, { credential_job_id, application_id, [section]: section_id }) {
      const job = keyed(() => submissionKeys.job(credential_job_id!))(items, {});
      const application = keyed(() => submissionKeys.application(application_id!))(items, {});
      const verdict = (job?.verdicts as { section_id: string }[] | undefined)?.find(
        (each) => each.section_id === section_id,
      );
      const result = keyed(() =>
        submissionKeys.result(credential_job_id!, Number(application?.round ?? 0), section_id!),
      )(items, {});
      return verdict && { ...verdict, result };
    },
    events: {
      accept: ["acceptFirst", "acceptSecond"],
      reject: ["rejectFirst", "rejectSecond"],
      reopen: ["undoFirst"],
    },
  }),
);

const visibilities: Thing<keyof typeof visibilityEntity.records> = {
  machine: visibilityMachine,
  records: visibilityEntity.records,
  find(items, { cred_id }) {
    const applied = keyed(() => submissionKeys.applied(persons.Lena.user_id, cred_id!))(items, {});
    const certificate = keyed(() => certificateKeys.certificate(String(applied?.certificate_id)))(items, {});
    return certificate && { status: String(certificate.visibility) };
  },
  events: { issue: verdicts, hide: ["hide"], show: ["show"] },
};

const reviewersOnly = (state: string): readonly Name[] =>
  state === "published" || state === "closed" ? ["Ada", "Ivan", "Pia"] : saversOf(state);
function saversOf(state: string): readonly Name[] {
  if (state === "draft") return ["Ada", "Ivan", "Isa", "Pia"];
  if (state === "rejected") return ["Ivan", "Isa"];
  return state === "submitted" ? ["Ada", "Pia"] : [];
}

const credentialActs: Readonly<Record<string, Act>> = {
  details: {
    handler: updateCredential,
    input: (place) => ({ ...cred(place), ...seen(place), step: 0, credential_details: { ...details, title: "Anew" } }),
    by: saversOf,
  },
  sections: {
    handler: saveSections,
    input: (place) => ({ ...cred(place), ...seen(place), data: [plain("Only")] }),
    by: saversOf,
  },
  criteria: {
    handler: updateCredential,
    input: (place) => ({ ...cred(place), ...seen(place), step: 2, reviewer_criteria: { ...criteria, hourly_rate: 9 } }),
    by: saversOf,
  },
  reviewers: {
    handler: assignReviewers,
    input: (place) => ({ ...cred(place), add: [], remove: [persons.Ray.user_id] }),
    by: (state) => (state === "submitted" ? ["Ada", "Ivan", "Isa", "Pia"] : reviewersOnly(state)),
  },
  price: {
    handler: updateCredential,
    input: (place) => ({ ...cred(place), ...seen(place), step: 4, price: 30 }),
    by: (state) => (state === "closed" ? [] : reviewersOnly(state)),
  },
  publish: {
    handler: publish,
    input: cred,
    by: (state) => (state === "draft" ? ["Ada", "Ivan", "Isa", "Pia"] : ["Ivan", "Isa"]),
  },
  approve: { handler: approve, input: (place) => ({ ...cred(place), feedback: "" }), by: ["Ada"] },
  reject: { handler: reject, input: (place) => ({ ...cred(place), feedback: "<p>No.</p>" }), by: ["Ada"] },
  close: { handler: closeCredential, input: cred, by: ["Ada", "Ivan"] },
};

const credentials: Thing<keyof typeof credentialEntity.records> = {
  machine: credentialMachine,
  records: credentialEntity.records,
  find: keyed((ids) => credentialKeys.credential(ids.cred_id!)),
  events: {
    create: "a person: test/credential/writing.test.ts",
    saveDetails: ["details"],
    saveSections: ["sections"],
    saveCriteria: ["criteria"],
    saveReviewers: ["reviewers"],
    savePrice: ["price"],
    submit: ["publish"],
    publish: ["publish"],
    approve: ["approve"],
    reject: ["reject"],
    close: ["close"],
    unlist: "the clock: test/organization/ending.test.ts",
    list: "the clock: test/organization/ending.test.ts",
    lockBadge: "the system: test/badgr/badgr.test.ts",
    remove: "a person: test/credential/drafts.test.ts",
    loseReviewer: "the clock: test/reviewer/eligibility.test.ts",
    loseLastReviewer: "the clock: test/reviewer/eligibility.test.ts",
  },
};

const decision = (status: string) => (place: Place) => ({ user_id: place.ids.user_id, status, reason: "Because." });
const reviewerActs: Readonly<Record<string, Act>> = {
  submit: { handler: submitReviewer, input: () => ({}), by: ["Rob"], forbiddenAs: "reviewer.already-applied" },
  resubmit: { handler: resubmitReviewer, input: () => ({}), by: ["Rob"], forbiddenAs: "reviewer.not-rejected" },
  accept: { handler: decideApplication, input: decision("accepted"), by: ["Ada", "Ivan", "Isa"] },
  reject: { handler: decideApplication, input: decision("rejected"), by: ["Ada", "Ivan", "Isa"] },
  suspend: { handler: decideApplication, input: decision("suspended"), by: ["Ada"] },
  reinstate: { handler: decideApplication, input: decision("reinstated"), by: ["Ada"] },
  changeRole: {
    handler: updateUser,
    input: ({ ids }) => inAcademy({ ...ids, role: 3 }),
    by: ["Sam", "Ada"],
    forbiddenAs: "user.role-not-allowed",
  },
};

const reviewerApplications: Thing<keyof typeof reviewerApplicationEntity.records> = {
  machine: reviewerApplicationMachine,
  records: reviewerApplicationEntity.records,
  find: keyed((ids) => reviewerKeys.reviewerApplication(academy.organization_id, ids.user_id!)),
  events: {
    submit: ["submit"],
    resubmit: ["resubmit"],
    accept: ["accept"],
    reject: ["reject"],
    suspend: ["suspend"],
    reinstate: ["reinstate"],
    withdraw: ["changeRole"],
  },
};

const status = (wanted: string) => (place: Place) => inAcademy({ user_id: place.ids.user_id, status: wanted });
const memberActs: Readonly<Record<string, Act>> = {
  changeRole: {
    handler: updateUser,
    input: ({ ids }) => inAcademy({ user_id: ids.user_id, role: 3 }),
    by: ["Sam", "Ada"],
    forbiddenAs: "user.role-not-allowed",
  },
  suspend: { handler: setStatus, input: status("suspended"), by: ["Ada"], forbiddenAs: "input.invalid" },
  disable: { handler: setStatus, input: status("disabled"), by: ["Sam"], forbiddenAs: "input.invalid" },
  open: { handler: setStatus, input: status("active"), by: (place) => (place === "disabled" ? ["Sam"] : ["Ada"]) },
  remove: {
    handler: removeUser,
    input: ({ ids }) => inAcademy({ user_id: ids.user_id, email: ids.email }),
    by: (place) => (place === "active" ? ["Sam", "Ada", "Leo"] : ["Sam", "Ada"]),
  },
};

const memberships: Thing<keyof typeof membershipEntity.records> = {
  amended: ["disable", "open"],
  machine: membershipMachine,
  records: membershipEntity.records,
  find: keyed((ids) => organizationKeys.membership(ids.user_id!, academy.organization_id)),
  events: {
    join: "a person: test/organization/invitation.test.ts",
    enrol: "the system: test/user/user.test.ts",
    changeRole: ["changeRole"],
    suspend: ["suspend"],
    restore: ["open"],
    leave: ["remove"],
  },
};

const accounts: Thing<keyof typeof userEntity.records> = {
  amended: ["changeRole", "remove"],
  machine: userMachine,
  records: userEntity.records,
  find: keyed((ids) => organizationKeys.user(ids.user_id!)),
  events: {
    signUp: "a person: test/auth/signup.test.ts",
    create: "a person: test/user/user.test.ts",
    change: "a person: test/user/user.test.ts",
    disable: ["disable"],
    enable: ["open"],
    delete: ["remove"],
  },
};

/** The version of a credential that a save has read. */
const seen = (place: Place) => ({ version: Number(place.ids.version) });

const taken = [
  "accepted",
  "accepted, of one section",
  "reviewing",
  "reviewing, one rejected",
  "revisionNeeded",
  "completed",
  "hidden",
  "withdrawn",
];

/** Where the same work may arrive again, and nothing more is done. */
const handedIn = ["open", "jobless", "accepted", "accepted, of one section", "reviewing", "reviewing, one rejected"];

const sweeps: readonly (Sweep & { readonly kind: keyof typeof places })[] = [
  {
    name: "work",
    kind: "work",
    acts: workActs,
    things: [jobs, applications, ...sections, ...given, visibilities] as unknown as Thing<string>[],
    refusals: {
      "job.already-graded": [
        "reassign in revisionNeeded, completed, hidden, withdrawn",
        "release in revisionNeeded, completed, hidden, withdrawn",
      ],
      "job.already-taken": [
        "accept in accepted, reviewing, reviewing, one rejected, revisionNeeded, completed, hidden, accepted, of one section, withdrawn",
      ],
      "job.not-submitted": ["create in applied, ready, draft"],
      "job.under-review": ["reassign in reviewing, reviewing, one rejected"],
      "payment.already-paid": [
        "withdraw in ready, draft, jobless, open, accepted, reviewing, reviewing, one rejected, revisionNeeded, completed, hidden, accepted, of one section, withdrawn",
      ],
      "payment.not-refundable": ["refund in withdrawn"],
      "resource.not-found": [
        "save in none",
        "saveRevision in none",
        "empty in none",
        "submit in none",
        "resubmit in none",
        "create in none",
        "accept in none, applied, ready, draft, jobless",
        "release in none, applied, ready, draft, jobless",
        "reassign in none, applied, ready, draft, jobless",
        "acceptFirst in none, applied, ready, draft, jobless, open",
        "rejectFirst in none, applied, ready, draft, jobless, open",
        "acceptSecond in none, applied, ready, draft, jobless, open",
        "rejectSecond in none, applied, ready, draft, jobless, open",
        "undoFirst in none, applied, ready, draft, jobless, open",
        "hide in none, applied, ready, draft, jobless, open, accepted, reviewing, reviewing, one rejected, revisionNeeded, accepted, of one section, withdrawn",
        "show in none, applied, ready, draft, jobless, open, accepted, reviewing, reviewing, one rejected, revisionNeeded, accepted, of one section, withdrawn",
        "withdraw in none",
        "refund in none, applied",
      ],
      "section.already-graded": [
        "acceptFirst in revisionNeeded, completed, hidden",
        "rejectFirst in revisionNeeded, completed, hidden",
        "acceptSecond in revisionNeeded",
        "undoFirst in revisionNeeded, completed, hidden",
        "rejectSecond in completed, hidden",
      ],
      "section.not-submitted": [
        "acceptFirst in withdrawn",
        "rejectFirst in withdrawn",
        "acceptSecond in withdrawn",
        "rejectSecond in withdrawn",
      ],
      "state.changed": ["reassign in open"],
      "submission.incomplete": ["resubmit in ready"],
      "submission.not-editable": [
        "save in jobless, open, accepted, reviewing, reviewing, one rejected, revisionNeeded, completed, hidden, accepted, of one section, withdrawn",
        "saveRevision in jobless, open, accepted, reviewing, reviewing, one rejected, completed, hidden, accepted, of one section, withdrawn",
        "empty in jobless, open, accepted, reviewing, reviewing, one rejected, revisionNeeded, completed, hidden, accepted, of one section, withdrawn",
        "submit in revisionNeeded, completed, hidden, withdrawn",
        "resubmit in completed, hidden, withdrawn",
      ],
      "submission.unpaid": [
        "save in applied",
        "saveRevision in applied",
        "empty in applied",
        "submit in applied",
        "resubmit in applied",
      ],
    },
    answered: [
      ...attemptsOf(["open", ...taken], "create", ["Ada", "Ivan", "Isa", "Pia"]),
      ...attemptsOf(taken, "accept", ["Rita"]),
      ...["submit", "resubmit"].flatMap((act) => attemptsOf(handedIn, act, ["Lena"])),
      ...attemptsOf(["open"], "release", ["Rita", "Ray"]),
      ...attemptsOf(["accepted", "accepted, of one section", "withdrawn"], "undoFirst", ["Rita"]),
      ...attemptsOf(["completed"], "show", ["Lena"]),
      ...attemptsOf(["hidden"], "hide", ["Lena"]),
      ...attemptsOf(["revisionNeeded"], "rejectSecond", ["Rita"]),
      ...attemptsOf(["completed", "hidden"], "acceptSecond", ["Rita"]),
      ...attemptsOf(["completed", "hidden"], "refund", ["Ada"]), // product credit alone: the certificate stays
    ],
  },
  {
    name: "credentials",
    kind: "credential",
    acts: credentialActs,
    things: [credentials] as unknown as Thing<string>[],
    refusals: {
      "credential.not-editable": [
        "details in submitted, rejected, published, closed",
        "sections in submitted, rejected, published, closed",
        "criteria in submitted, rejected, published, closed",
        "price in submitted, rejected, published, closed",
        "reviewers in rejected, published, closed",
      ],
      "credential.wrong-state": [
        "approve in draft, rejected, closed",
        "reject in draft, published, closed",
        "close in draft, submitted, rejected, closed",
        "publish in submitted, rejected, published, closed",
      ],
    },
    answered: [
      ...attemptsOf(["submitted"], "publish", ["Ivan"]),
      ...attemptsOf(["published"], "publish", ["Ada"]),
      ...attemptsOf(["published"], "approve", ["Ada"]),
      ...attemptsOf(["rejected"], "reject", ["Ada"]),
      ...attemptsOf(["closed"], "close", ["Ada"]),
    ],
  },
  {
    name: "reviewer applications",
    kind: "reviewer",
    acts: reviewerActs,
    things: [reviewerApplications] as unknown as Thing<string>[],
    refusals: {
      "resource.not-found": ["accept in none", "reject in none", "suspend in none", "reinstate in none"],
      "reviewer.already-applied": ["submit in rejected, resubmitted, accepted, suspended"],
      "reviewer.already-decided": [
        "suspend in active, rejected, resubmitted, withdrawn",
        "reinstate in active, rejected, resubmitted, withdrawn",
        "accept in rejected, suspended, withdrawn",
        "reject in accepted, suspended, withdrawn",
      ],
      "reviewer.not-rejected": ["resubmit in none, active, accepted, suspended, withdrawn"],
    },
    answered: [
      ...attemptsOf(["active"], "submit", ["Rob"]),
      ...attemptsOf(["resubmitted"], "resubmit", ["Rob"]),
      ...attemptsOf(["rejected"], "reject", ["Ada", "Ivan", "Isa"]),
      ...attemptsOf(["accepted"], "accept", ["Ada", "Ivan", "Isa"]),
      ...attemptsOf(["accepted"], "reinstate", ["Ada"]),
      ...attemptsOf(["suspended"], "suspend", ["Ada"]),
      ...attemptsOf(["none", "withdrawn"], "changeRole", ["Sam", "Ada"]), // the role changes, and nothing is to be withdrawn
    ],
  },
  {
    name: "members",
    kind: "member",
    acts: memberActs,
    things: [memberships, accounts] as unknown as Thing<string>[],
    refusals: {
      "access.no-token": ["remove in disabled, deleted"],
      "resource.not-found": [
        "remove in suspended, deleted",
        "changeRole in deleted",
        "suspend in deleted",
        "disable in deleted",
        "open in deleted",
      ],
      "user.member-suspended": ["changeRole in suspended"],
    },
    answered: [
      ...attemptsOf(["active"], "open", ["Sam", "Ada"]),
      ...attemptsOf(["suspended"], "suspend", ["Ada"]),
      ...attemptsOf(["suspended"], "open", ["Sam"]),
      ...attemptsOf(["disabled"], "disable", ["Sam"]),
      ...attemptsOf(["disabled"], "open", ["Ada"]),
    ],
  },
];

for (const { kind, ...sweep } of sweeps) testSweep(sweep, () => ({ people: persons, places: places[kind] }));
