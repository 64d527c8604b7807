import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { offerOpened } from "../../bin/seed/client.ts";
import { hashOf } from "../../functions/auth/model/tokens.ts";
import { handler as startCalibration } from "../../functions/calibration/start.ts";
import { handler as apply } from "../../functions/credential/apply.ts";
import { handler as approve } from "../../functions/credential/approve.ts";
import { handler as close } from "../../functions/credential/close.ts";
import { lockBadgeSteps } from "../../functions/credential/model/badge-lock.ts";
import { handler as publish } from "../../functions/credential/publish.ts";
import { handler as removeCredential } from "../../functions/credential/remove.ts";
import { handler as saveSections } from "../../functions/credential/save-sections.ts";
import { handler as saveUnfinished } from "../../functions/credential/save-unfinished.ts";
import { certificateKeys } from "../../functions/data/keys/certificate.ts";
import { credentialKeys, credentialViews } from "../../functions/data/keys/credential.ts";
import { isOf, kinds } from "../../functions/data/keys/kinds.ts";
import { organizationKeys } from "../../functions/data/keys/organization.ts";
import { paymentKeys } from "../../functions/data/keys/payment.ts";
import { platformKeys } from "../../functions/data/keys/platform.ts";
import { qualityKeys } from "../../functions/data/keys/quality.ts";
import { submissionKeys, submissionViews } from "../../functions/data/keys/submission.ts";
import { transact } from "../../functions/data/table.ts";
import { handler as createRole } from "../../functions/organization/create-role.ts";
import { handler as inviteUsers } from "../../functions/organization/invite-users.ts";
import { handler as followArchived } from "../../functions/organization/unlist-archived.ts";
import { handler as charge } from "../../functions/payment/charge.ts";
import { handler as closeUnpaid } from "../../functions/payment/close-unpaid-applications.ts";
import { handler as refund } from "../../functions/payment/refund.ts";
import { handler as saveBilling } from "../../functions/payment/save-billing.ts";
import { handler as withdrawApplication } from "../../functions/payment/withdraw-application.ts";
import { handler as accept } from "../../functions/review/accept.ts";
import { handler as acceptSection } from "../../functions/review/accept-section.ts";
import { handler as extend } from "../../functions/review/extend.ts";
import { handler as reassign } from "../../functions/review/reassign.ts";
import { handler as release } from "../../functions/review/release.ts";
import { handler as undoSection } from "../../functions/review/undo-section.ts";
import { handler as decideApplication } from "../../functions/reviewer/decide-application.ts";
import { handler as submitReviewer } from "../../functions/reviewer/submit.ts";
import { clock } from "../../functions/runtime/clock.ts";

import { deadlinesOf } from "../../functions/submission/model/application-entity.ts";
import { handler as readSubmission } from "../../functions/submission/read.ts";
import { handler as submitWork } from "../../functions/submission/submit.ts";
import { handler as saveTies } from "../../functions/tie/save.ts";
import { handler as joinOrganization } from "../../functions/user/join-organization.ts";
import { handler as removeUser } from "../../functions/user/remove.ts";
import { handler as setStatus } from "../../functions/user/set-status.ts";
import { handler as updateUser } from "../../functions/user/update.ts";
import { contract } from "../../shared/contract.ts";
import { Application } from "../../shared/submission/submission.ts";
import { anchoredCredential, triedAnchors } from "../support/fixtures/anchors.ts";
import { publishedCredential, textSection, writeDraft } from "../support/fixtures/credential.ts";
import { invitedAs } from "../support/fixtures/invitation.ts";
import { applied, paidPurchase, refundedPurchase, secretFor, typeCard } from "../support/fixtures/payment.ts";
import { acceptedReviewer, profile } from "../support/fixtures/reviewer.ts";

import { accepted, earned, jobOf, rejection, submitted, verdict } from "../support/fixtures/work.ts";

import type { Organization } from "../support/organization.ts";
import type { Person } from "../support/people.ts";
import { type Copy, type RaceHarness, type Racer, raceHarness } from "../support/race.ts";
import { world } from "../support/world.ts";

/** Two requests at once, what they must not do, and the guard that keeps them from it. */
interface Race {
  readonly racers: readonly Racer[];
  /** Everything the handlers read. */
  readonly partitions: readonly string[];
  /** The partitions whose conditions are the guard. */
  readonly guard: readonly string[];
  /** Items that stand in the copies besides. */
  readonly put?: readonly Record<string, unknown>[];
  /** What happens after the copies were taken, and before the race. */
  readonly ready?: () => Promise<unknown>;
  /** How often the effect happened. */
  readonly effects: (copy: Copy) => Promise<number>;
}

let harness: RaceHarness;
let academy: Organization;
let rita: Person;
let ray: Person;
let free: string;

beforeAll(async () => {
  harness = await raceHarness(world.control);
  academy = await world.newOrganization("Racing Academy");
  [rita, ray] = [await acceptedReviewer(academy, "Rita"), await acceptedReviewer(academy, "Ray")];
  free = await publishedCredential(academy, [rita, ray]);
});
afterAll(() => harness.stop());

const partitionOf = {
  person: ({ user_id }: Pick<Person, "user_id">) => organizationKeys.user(user_id).pk,
  academy: () => organizationKeys.organization(academy.organization_id).pk,
  credential: (id: string) => credentialKeys.credential(id).pk,
  application: (id: string) => submissionKeys.application(id).pk,
  job: (id: string) => submissionKeys.job(id).pk,
};

const countOf = async (copy: Copy, pk: string, type: string) =>
  (await copy.items(pk)).filter((item) => item.type === type).length;

async function accepting(): Promise<Race> {
  const { application_id, credential_job_id } = await submitted(academy.as("Lena"), free);
  const guard = [partitionOf.application(application_id), partitionOf.job(credential_job_id)];
  return {
    racers: [rita, ray].map((person) => ({ handler: accept, person, input: { credential_job_id } })),
    partitions: [...guard, ...[rita, ray].map(partitionOf.person), partitionOf.academy(), partitionOf.credential(free)],
    guard,
    effects: (copy) => countOf(copy, `AUDIT#${credential_job_id}`, "job.accepted"),
  };
}

async function gradingTheLast(learner = academy.as("Leo")): Promise<Race> {
  const work = await accepted(learner, free, rita);
  const guard = [partitionOf.application(work.application_id), partitionOf.job(work.credential_job_id)];
  return {
    racers: ([0, 1] as const).map((index) => ({
      handler: acceptSection,
      person: rita,
      input: verdict(work, index),
    })),
    partitions: [
      ...guard,
      ...[rita, work.learner].map(partitionOf.person),
      partitionOf.academy(),
      partitionOf.credential(free),
    ],
    guard,
    effects: async (copy) => (await copy.written()).filter((item) => isOf(kinds.certificate, item as never)).length,
  };
}

async function extending(): Promise<Race> {
  const { application_id, credential_job_id } = await accepted(academy.as("Lena"), await dated(), rita);
  const guard = [partitionOf.job(credential_job_id)];
  return {
    racers: [0, 1].map(() => ({ handler: extend, person: rita, input: { credential_job_id } })),
    partitions: [...guard, partitionOf.application(application_id), partitionOf.person(rita), partitionOf.academy()],
    guard,
    effects: (copy) => countOf(copy, `AUDIT#${credential_job_id}`, "job.due-extended"),
  };
}

const dated = () => publishedCredential(academy, [rita], { criteria: { clock: { first_days: 7, revision_days: 4 } } });

async function applying(): Promise<Race> {
  const liv = academy.as("Liv");
  await liv.token();
  const guard = [partitionOf.person(liv)];
  return {
    racers: [0, 1].map(() => ({ handler: apply, person: liv, input: { credential_id: free } })),
    partitions: [...guard, partitionOf.academy(), partitionOf.credential(free)],
    guard,
    effects: async (copy) => (await copy.items(submissionViews.applicants(free))).length,
  };
}

async function applyingAgain(): Promise<Race> {
  const school = await world.newOrganization("Second Chance College");
  const sue = await acceptedReviewer(school, "Rita");
  const learner = school.as("Lena");
  const credential_id = await publishedCredential(school, [sue], { sections: [textSection] });
  const application_id = await earned(learner, credential_id, sue);
  const { credentials } = (await learner.call(contract.certificate.listOwn)).body.data;
  const { certificate_id = "" } = credentials[0]!;
  const revoking = { certificate_id, revocation: "rules-broken" as const, reason: "Somebody else's work." };
  expect((await school.as("Ada").call(contract.certificate.revoke, revoking)).status).toBe(200);
  const guard = [partitionOf.person(learner)];
  return {
    racers: [0, 1].map(() => ({ handler: apply, person: learner, input: { credential_id } })),
    partitions: [
      ...guard,
      organizationKeys.organization(school.organization_id).pk,
      partitionOf.credential(credential_id),
      partitionOf.application(application_id),
      certificateKeys.certificate(certificate_id).pk,
    ],
    guard,
    effects: async (copy) => (await copy.items(submissionViews.applicants(credential_id))).length,
  };
}

async function paying(): Promise<Race> {
  const learner = academy.as("Leo");
  const credential_id = await publishedCredential(academy, [rita], { price: 50 });
  const application_id = await applied(learner, credential_id);
  const intent = await secretFor(learner, credential_id);
  const { stripe_id } = intent;
  const guard = [
    partitionOf.application(application_id),
    paymentKeys.payment(application_id).pk,
    paymentKeys.providerMarker("intent", stripe_id).pk,
  ];
  return {
    racers: [0, 1].map(() => ({ handler: charge, person: learner, input: { credential_id, stripe_id } })),
    partitions: [...guard, partitionOf.person(learner), partitionOf.academy(), partitionOf.credential(credential_id)],
    guard,
    ready: async () => expect((await typeCard(world.origin, intent)).status).toBe(200),
    effects: async (copy) => {
      const month = new Date().toISOString().slice(0, 7);
      return (await copy.items(paymentKeys.ledger(academy.organization_id, month, "").pk)).filter(
        ({ event }) => event === "sale",
      ).length;
    },
  };
}

async function spendingCredit(): Promise<Race> {
  const learner = academy.as("Liv");
  const purchase = () => publishedCredential(academy, [rita], { price: 50 });
  await refundedPurchase(academy, learner, await purchase(), world.origin);
  const wanted = [await purchase(), await purchase()];
  const applications: string[] = [];
  for (const credential_id of wanted) applications.push(await applied(learner, credential_id));
  const guard = [partitionOf.person(learner)];
  return {
    racers: wanted.map((credential_id) => ({ handler: saveBilling, person: learner, input: { credential_id } })),
    partitions: [
      ...guard,
      partitionOf.academy(),
      paymentKeys.creditEntry(learner.user_id, "").pk,
      ...applications.flatMap((id) => [partitionOf.application(id), paymentKeys.payment(id).pk]),
    ],
    guard,
    effects: async (copy) =>
      (await copy.items(paymentKeys.creditEntry(learner.user_id, "").pk)).filter(({ kind }) => kind === "spent").length,
  };
}

async function refunding(): Promise<Race> {
  const learner = academy.as("Lena");
  const credential_id = await publishedCredential(academy, [rita], { price: 50 });
  const application_id = await paidPurchase(learner, credential_id, world.origin);
  const admins = [academy.as("Ada"), academy.as("Abe")];
  for (const admin of admins) await admin.token();
  const guard = [paymentKeys.payment(application_id).pk, partitionOf.application(application_id)];
  const input = { application_id, reason: "Bought twice" };
  return {
    racers: admins.map((person) => ({ handler: refund, person, input })),
    partitions: [
      ...guard,
      ...[...admins, learner].map(partitionOf.person),
      partitionOf.academy(),
      paymentKeys.billing(learner.user_id, "").pk,
    ],
    guard,
    effects: (copy) => countOf(copy, `AUDIT#${application_id}`, "payment.credited"),
  };
}

async function joining(): Promise<Race> {
  const guest = (await world.newOrganization("Visiting School")).as("Lena");
  await guest.token();
  const { token, invite_id } = await invitedAs(academy, { email: guest.email, role: 4 });
  const guard = [partitionOf.person(guest), partitionOf.academy(), organizationKeys.invitation(invite_id).pk];
  return {
    racers: [0, 1].map(() => ({ handler: joinOrganization, person: guest, input: { token } })),
    partitions: [...guard, organizationKeys.invitationToken(hashOf(token)).pk, organizationKeys.email(guest.email).pk],
    guard,
    effects: (copy) => countOf(copy, `AUDIT#${guest.user_id}`, "member.joined"),
  };
}

/** Two windows in which the same step of the wizard is typed; the first one's text is what counts. */
async function typing(): Promise<Race> {
  const ivan = academy.as("Ivan");
  const { cred_id } = await writeDraft(ivan, [rita], { upTo: 3 });
  const guard = [partitionOf.person(ivan)];
  return {
    racers: [7, 8].map((price) => ({
      handler: saveUnfinished,
      person: ivan,
      input: { credential_id: cred_id, step: 4, version: 0, price },
    })),
    partitions: [...guard, partitionOf.academy(), partitionOf.credential(cred_id)],
    guard,
    effects: async (copy) => (await copy.items(partitionOf.person(ivan))).filter(({ price }) => price === 7).length,
  };
}

/** A draft that is saved and deleted: it is one of both, never sections without their credential. */
async function deleting(): Promise<Race> {
  const ivan = academy.as("Ivan");
  const { cred_id, version } = await writeDraft(ivan, [], { upTo: 0 });
  const guard = [partitionOf.credential(cred_id)];
  return {
    racers: [
      { handler: saveSections, person: ivan, input: { credential_id: cred_id, version, data: [textSection] } },
      { handler: removeCredential, person: ivan, input: { credential_id: cred_id } },
    ],
    partitions: [...guard, partitionOf.person(ivan), partitionOf.academy()],
    guard,
    effects: async (copy) => {
      const items = await copy.items(guard[0]!);
      const { sk } = credentialKeys.credential(cred_id);
      return Number(items.some((item) => item.section_id)) + Number(items.every((item) => item.sk !== sk));
    },
  };
}

/** Two lists of more rows than a transaction holds, with one address in both, behind the first eight. */
async function inviting(): Promise<Race> {
  const staff = [academy.as("Ada"), academy.as("Ivan")];
  for (const person of staff) await person.token();
  const guard = [partitionOf.academy()];
  const rows = (of: string) => Array.from({ length: 8 }, (_, row) => `${of}${row}@guests.test`);
  const both = "both@guests.test";
  return {
    racers: staff.map((person, index) => ({
      handler: inviteUsers,
      person,
      input: { invitations: [...rows(`list${index}-`), both].map((email) => ({ email, role: 5 })) },
    })),
    partitions: [...guard, ...staff.map(partitionOf.person)],
    guard,
    effects: async (copy) =>
      (await copy.written()).filter(({ pk, email }) => String(pk).startsWith("INVITE#") && email === both).length,
  };
}

/** Two runs of the clock that tell a learner of the archiving of an organization. */
async function notifying(): Promise<Race> {
  const school = await world.newOrganization("Sunset School");
  const [lena, sam] = [school.as("Lena"), world.as("Sam")];
  await sam.token();
  const sue = await acceptedReviewer(school, "Rita");
  const credential_id = await publishedCredential(school, [sue]);
  const { application_id, credential_job_id } = await submitted(lena, credential_id);
  const { organization_id } = school;
  const archiving = await sam.call(contract.organization.archive, { id: organization_id, archiveStatus: true });
  expect(archiving.status).toBe(200);
  const key = organizationKeys.organization(organization_id);
  const archived_at = String((await world.control.item(key.pk, key.sk))!.archived_at);
  const running = async (_: never, context: never) => {
    await followArchived({}, context);
    return { statusCode: 200, body: "{}" };
  };
  const handler = Object.assign(running, { call: inviteUsers.call });
  const due = platformKeys.deadline("archive-notice", archived_at, key);
  const deadline = { ...due, at: archived_at, ref_pk: key.pk, ref_sk: key.sk };
  return {
    racers: [0, 1].map(() => ({ handler, person: sam, input: {} })),
    partitions: [
      key.pk,
      partitionOf.credential(credential_id),
      credentialViews.credentials(organization_id, { status: "published" }),
      submissionViews.applicants(credential_id),
      partitionOf.application(application_id),
      partitionOf.job(credential_job_id),
    ],
    guard: [organizationKeys.archiveTold(organization_id, archived_at, application_id).pk],
    put: [deadline],
    effects: (copy) => countOf(copy, `AUDIT#${application_id}`, "application.archive-told"),
  };
}

/** `alone` is how often the effect happens when nothing guards it. */
describe.each<{ name: string; prepare: () => Promise<Race>; statuses: number[]; alone: number }>([
  { name: "a job is accepted by one reviewer", prepare: accepting, statuses: [200, 409], alone: 2 },
  { name: "a learner applies once", prepare: applying, statuses: [200, 409], alone: 2 },
  {
    name: "a learner whose certificate was revoked applies again once",
    prepare: applyingAgain,
    statuses: [200, 409],
    alone: 2,
  },
  { name: "a purchase is paid once", prepare: paying, statuses: [200, 200], alone: 2 },
  { name: "product credit is spent once", prepare: spendingCredit, statuses: [200, 200], alone: 2 },
  { name: "a purchase is refunded once", prepare: refunding, statuses: [200, 409], alone: 2 },
  { name: "an invitation is used once", prepare: joining, statuses: [200, 409], alone: 2 },
  { name: "a step of the wizard is kept", prepare: typing, statuses: [200, 409], alone: 0 },
  { name: "a draft is saved or deleted", prepare: deleting, statuses: [200, 409], alone: 2 },
  { name: "an address of a long list is invited once", prepare: inviting, statuses: [200, 200], alone: 2 },
  { name: "a learner is told of an archiving once", prepare: notifying, statuses: [200, 200], alone: 2 },
  { name: "a reviewer takes two more days once", prepare: extending, statuses: [200, 200], alone: 2 },
  { name: "the last section graded completes the work", prepare: gradingTheLast, statuses: [200, 200], alone: 0 },
])("of two at once $name", ({ prepare, statuses, alone }) => {
  let race: Race;
  let guarded: Copy;
  let unguarded: Copy;
  beforeAll(async () => {
    race = await prepare();
    [guarded, unguarded] = [await harness.copy(race.partitions), await harness.copy(race.partitions)];
    for (const item of race.put ?? []) for (const copy of [guarded, unguarded]) await copy.put(item);
    await race.ready?.();
  });

  test("by its guard", async () => {
    expect((await guarded.race(race.racers)).toSorted()).toEqual(statuses);
    expect(await race.effects(guarded)).toBe(1);
  });

  test("and not without it", async () => {
    expect(await unguarded.race(race.racers, { unguarded: race.guard })).toEqual([200, 200]);
    expect(await race.effects(unguarded)).toBe(alone);
  });
});

describe("a reviewer who is suspended or loses the role while", () => {
  let school: Organization;
  let ada: Person;
  let sue: Person;
  beforeAll(async () => {
    school = await world.newOrganization("Losing School");
    [ada, sue] = [school.as("Ada"), await acceptedReviewer(school, "Rita")];
    await ada.token();
  });
  const suspending = () => ({
    handler: decideApplication,
    person: ada,
    input: { user_id: sue.user_id, status: "suspended", reason: "Why." },
  });
  const changingRole = (of: Person) => ({ handler: updateUser, person: ada, input: { user_id: of.user_id, role: 3 } });
  const around = (...more: string[]) => [
    ...[ada, sue].map(partitionOf.person),
    organizationKeys.organization(school.organization_id).pk,
    ...more,
  ];

  /** What the slower one says with its guard and without: both have read, then the one that takes something away is first. */
  async function statusesOf(first: Racer, second: Racer, partitions: readonly string[], guard: string) {
    const statuses = async (unguarded: readonly string[]) =>
      (await harness.copy(partitions)).race([first, second], { unguarded });
    return { guarded: await statuses([]), unguarded: await statuses([guard]) };
  }

  test.each(["suspended", "given another role"])("they accept a job accepts nothing (%s)", async (how) => {
    const credential_id = await publishedCredential(school, [sue]);
    const work = await submitted(school.as("Lena"), credential_id);
    const { application_id, credential_job_id } = work;
    const accepting = { handler: accept, person: sue, input: { credential_job_id } };
    const partitions = around(
      partitionOf.credential(credential_id),
      partitionOf.application(application_id),
      partitionOf.job(credential_job_id),
    );
    const first = how === "suspended" ? suspending() : changingRole(sue);
    const race = await statusesOf(first, accepting, partitions, partitionOf.person(sue));
    expect(race).toEqual({ guarded: [200, 403], unguarded: [200, 200] });
  });

  test.each(["learner", "reviewer"])("ties are declared by the %s accepts it, and the admins are told", async (who) => {
    const learner = school.as("Lena");
    const credential_id = await publishedCredential(school, [sue]);
    const { application_id, credential_job_id } = await submitted(learner, credential_id);
    const [person, other] = who === "learner" ? [learner, sue] : [sue, learner];
    const people = [{ email: other.email, kind: "family" }];
    const declaring = { handler: saveTies, person, input: { employers: [], people, version: 0 } };
    const accepting = { handler: accept, person: sue, input: { credential_job_id } };
    const partitions = around(
      partitionOf.person(learner),
      partitionOf.credential(credential_id),
      partitionOf.application(application_id),
      partitionOf.job(credential_job_id),
    );
    const raced = async (unguarded: readonly string[]) => {
      const copy = await harness.copy(partitions);
      const statuses = await copy.race([declaring, accepting], { unguarded });
      return { statuses, told: await countOf(copy, `AUDIT#${credential_job_id}`, "job.tied") };
    };
    expect(await raced([])).toEqual({ statuses: [200, 200], told: 1 });
    expect(await raced([partitionOf.person(person)])).toEqual({ statuses: [200, 200], told: 0 });
  });

  test.each([
    ["nothing with the former", { unguarded: false, status: 403 }],
    ["the job where nothing guards it", { unguarded: true, status: 200 }],
  ])("their pass runs out and they practice again accepts %s", async (_, { unguarded, status }) => {
    const { credential_id } = await anchoredCredential(school, [sue]);
    await triedAnchors(sue, credential_id);
    const { application_id, credential_job_id } = await submitted(school.as("Lena"), credential_id);
    const copy = await harness.copy(
      around(
        partitionOf.credential(credential_id),
        partitionOf.application(application_id),
        partitionOf.job(credential_job_id),
      ),
    );
    const yearLater = Date.now() + 366 * 86_400_000;
    let spied: { mockRestore(): void } | undefined;
    const later = (event: never, context: never) => {
      spied = vi.spyOn(clock, "now").mockReturnValue(yearLater);
      return startCalibration(event, context);
    };
    const inTime = (event: never, context: never) => {
      spied?.mockRestore(); // the other has read, and waits for its turn to write
      return accept(event, context);
    };
    const starting = {
      handler: Object.assign(later, { call: startCalibration.call }),
      person: sue,
      input: { credential_id },
    };
    const accepting = {
      handler: Object.assign(inTime, { call: accept.call }),
      person: sue,
      input: { credential_job_id },
    };
    const { pk } = qualityKeys.calibration(sue.user_id, credential_id);
    expect(await copy.race([starting, accepting], { unguarded: unguarded ? [pk] : [] })).toEqual([200, status]);
  });

  test.each(["published", "approved"])("the only credential they are on is %s leaves it a draft", async (how) => {
    const author = how === "published" ? ada : school.as("Ivan");
    const credential_id = (await writeDraft(author, [sue])).cred_id;
    if (how === "approved") await author.call(contract.credential.publish, { credential_id });
    const publishing = { handler: how === "published" ? publish : approve, person: ada, input: { credential_id } };
    const partitions = around(partitionOf.credential(credential_id));
    const race = await statusesOf(suspending(), publishing, partitions, partitionOf.person(sue));
    expect(race).toEqual({ guarded: [200, 400], unguarded: [200, 200] });
  });

  test("they apply either has not applied or keeps the role", async () => {
    const rob = school.as("Rob");
    expect(await rob.call(contract.reviewer.create, profile)).toMatchObject({ status: 200 });
    const applying = { handler: submitReviewer, person: rob, input: {} };
    const race = await statusesOf(
      changingRole(rob),
      applying,
      around(partitionOf.person(rob)),
      partitionOf.person(rob),
    );
    expect(race.guarded.filter((status) => status === 200)).toHaveLength(1);
    expect(race.unguarded).toEqual([200, 200]);
  });
});

test("a purchase that is paid while it is read is never answered as open", async () => {
  const { racers, partitions, ready } = await paying();
  const copy = await harness.copy(partitions);
  await ready!();
  const [reader, payer] = racers as [Racer, Racer];
  const { stripe_id } = reader.input as { stripe_id: string };
  const answers = await copy.overtake(reader, payer, paymentKeys.providerMarker("intent", stripe_id));
  for (const answer of answers) expect(answer).toMatchObject({ status: 200, body: { data: { status: "paid" } } });
});

test("a submission that is closed by a refund while it is read says where its money is", async () => {
  const [ada, lena] = [academy.as("Ada"), academy.as("Lena")];
  const credential_id = await publishedCredential(academy, [rita], { price: 50 });
  const application_id = await paidPurchase(lena, credential_id, world.origin);
  await ada.token();
  const { pk } = submissionKeys.application(application_id);
  const copy = await harness.copy([
    pk,
    paymentKeys.payment(application_id).pk,
    paymentKeys.billing(lena.user_id, "").pk,
    partitionOf.credential(credential_id),
    ...[ada, lena].map(partitionOf.person),
    partitionOf.academy(),
  ]);
  const refunding = { handler: refund, person: ada, input: { application_id, reason: "Course cancelled" } };
  for (const input of [{ application_id }, { credential_id }]) {
    const reading = { handler: readSubmission, person: lena, input };
    const [read] = await (await copy.fresh()).overtake(reading, refunding, { pk });
    expect(read.body.data).toMatchObject({ status: "closed", closed: { because: "refund", credited: 50 } });
  }
});

test("an application that nobody paid for in time is either closed or being paid for, never both", async () => {
  const lena = academy.as("Lena");
  const credential_id = await publishedCredential(academy, [rita], { price: 50 });
  const application_id = await applied(lena, credential_id);
  const [reference, paid] = [submissionKeys.application(application_id), paymentKeys.payment(application_id)];
  const closing = async (_: never, context: never) => {
    await closeUnpaid({}, context);
    return { statusCode: 200, body: "{}" };
  };
  const racers = [saveBilling, Object.assign(closing, { call: saveBilling.call })].map((handler) => ({
    handler,
    person: lena,
    input: { credential_id },
  }));
  const both = async (unguarded: readonly string[]) => {
    const copy = await harness.copy([reference.pk, partitionOf.person(lena), partitionOf.academy()]);
    const [item] = await copy.items(reference.pk);
    const old = { ...item, created_on: "2025-01-01T00:00:00.000Z" };
    const at = deadlinesOf(Application.parse(old))["unpaid-end"]!;
    const deadline = platformKeys.deadline("unpaid-end", at, reference);
    for (const each of [old, { ...deadline, at, ref_pk: reference.pk, ref_sk: reference.sk }]) await copy.put(each);
    await copy.race(racers, { unguarded });
    const [[application], [payment]] = await Promise.all([copy.items(reference.pk), copy.items(paid.pk)]);
    return Number(application!.status === "closed") + Number(payment?.status === "open");
  };
  expect(await both([])).toBe(1);
  expect(await both([reference.pk, paid.pk])).toBe(2);
});

test("a learner who begins to pay while an admin removes them is not removed", async () => {
  const school = await world.newOrganization("Leaving School");
  const [ada, lena] = [school.as("Ada"), school.as("Lena")];
  await ada.token();
  const sue = await acceptedReviewer(school, "Rita");
  const credential_id = await publishedCredential(school, [sue], { price: 25 });
  const application_id = await applied(lena, credential_id);
  const { user_id, email } = lena;
  const racers = [
    { handler: saveBilling, person: lena, input: { credential_id } },
    { handler: removeUser, person: ada, input: { user_id, email } },
  ];
  const paid = paymentKeys.payment(application_id).pk;
  const statuses = async (unguarded: readonly string[]) => {
    const copy = await harness.copy([
      ...[ada, lena].map(partitionOf.person),
      organizationKeys.organization(school.organization_id).pk,
      submissionKeys.application(application_id).pk,
      `USER#${user_id}#submissions#Draft`,
    ]);
    return copy.race(racers, { unguarded });
  };
  expect(await statuses([])).toEqual([200, 409]);
  expect(await statuses([paid])).toEqual([200, 200]);
});

test("a job is not taken from its reviewer when the only other one is suspended in the same moment", async () => {
  const school = await world.newOrganization("Two Reviewers");
  const ada = school.as("Ada");
  await ada.token();
  const [sue, tom] = [await acceptedReviewer(school, "Rita"), await acceptedReviewer(school, "Ray")];
  const credential_id = await publishedCredential(school, [sue, tom]);
  const { application_id, credential_job_id } = await accepted(school.as("Lena"), credential_id, sue);
  const racers = [
    { handler: decideApplication, person: ada, input: { user_id: tom.user_id, status: "suspended", reason: "Why." } },
    { handler: reassign, person: ada, input: { credential_job_id, reason: "Away." } },
  ];
  const takenBy = async (unguarded: readonly string[]) => {
    const copy = await harness.copy([
      ...[ada, sue, tom].map(partitionOf.person),
      organizationKeys.organization(school.organization_id).pk,
      partitionOf.credential(credential_id),
      partitionOf.application(application_id),
      partitionOf.job(credential_job_id),
    ]);
    const statuses = await copy.race(racers, { unguarded });
    const [job] = await copy.items(partitionOf.job(credential_job_id));
    return { statuses, acceptor: job!.acceptor };
  };
  expect(await takenBy([])).toEqual({ statuses: [200, 409], acceptor: sue.user_id });
  expect(await takenBy([partitionOf.person(tom)])).toEqual({ statuses: [200, 200], acceptor: undefined });
});

describe("a round that is decided in the moment in which its job", () => {
  let school: Organization;
  let ada: Person;
  let sue: Person;
  let tom: Person;
  beforeAll(async () => {
    school = await world.newOrganization("Deciding School");
    [ada, sue, tom] = [school.as("Ada"), await acceptedReviewer(school, "Rita"), await acceptedReviewer(school, "Ray")];
    await ada.token();
  });

  /** A round of sold work all but one of whose sections is decided, and everything its handlers read. */
  async function nearlyDecided(learner: Person) {
    const credential_id = await publishedCredential(school, [sue, tom], { price: 25 });
    const application_id = await paidPurchase(learner, credential_id, world.origin);
    const { body } = await learner.call(contract.submission.read, { application_id });
    const section_ids = body.data.sections.map(({ section_id }) => section_id);
    const sections = section_ids.map((section_id) => ({ section_id, response: "<p>My work.</p>" }));
    await learner.call(contract.submission.submit, { application_id, credential_id, sections });
    await offerOpened(learner);
    const credential_job_id = await jobOf(learner, application_id);
    expect((await sue.call(contract.review.accept, { credential_job_id })).status).toBe(200);
    const work = { learner, credential_id, application_id, credential_job_id, section_ids };
    expect((await sue.call(contract.review.acceptSection, verdict(work, 0))).status).toBe(200);
    const copy = await harness.copy([
      ...[ada, sue, tom, learner].map(partitionOf.person),
      organizationKeys.organization(school.organization_id).pk,
      partitionOf.credential(credential_id),
      partitionOf.application(application_id),
      paymentKeys.payment(application_id).pk,
      paymentKeys.billing(learner.user_id, "").pk,
      partitionOf.job(credential_job_id),
    ]);
    const deciding = { handler: acceptSection, person: sue, input: verdict(work, 1) };
    return {
      work,
      copy,
      deciding,
      all: [
        partitionOf.application(application_id),
        partitionOf.job(credential_job_id),
        paymentKeys.payout(credential_job_id).pk,
      ],
    };
  }

  const cases: { what: string; other: (work: { application_id: string; credential_job_id: string }) => Racer }[] = [
    {
      what: "is withdrawn by a refund",
      other: ({ application_id }) => ({
        handler: refund,
        person: ada,
        input: { application_id, reason: "Cancelled." },
      }),
    },
    {
      what: "is given to somebody else",
      other: ({ credential_job_id }) => ({
        handler: reassign,
        person: ada,
        input: { credential_job_id, reason: "Away." },
      }),
    },
    {
      what: "is given back",
      other: ({ credential_job_id }) => ({ handler: release, person: sue, input: { credential_job_id } }),
    },
  ];

  test.each(cases)("$what is either decided or not", async ({ other }) => {
    const { work, copy, deciding, all } = await nearlyDecided(school.as("Lena"));
    for (const order of [
      [deciding, other(work)],
      [other(work), deciding],
    ]) {
      const statuses = await (await copy.fresh()).race(order);
      expect(statuses.filter((status) => status === 200)).toEqual([200]);
    }
    const unguarded = await copy.fresh();
    expect(await unguarded.race([other(work), deciding], { unguarded: all })).toEqual([200, 200]);
    expect(await countOf(unguarded, platformKeys.audit(work.application_id, "").pk, "round.finalized")).toBe(1);
  });

  test("has a verdict taken back waits for another, or is decided with it", async () => {
    const { work, copy, deciding, all } = await nearlyDecided(school.as("Leo"));
    const { credential_job_id, section_ids } = work;
    const undoing = {
      handler: undoSection,
      person: sue,
      input: { credential_job_id, credential_section_id: section_ids[0]! },
    };
    const undoneFirst = await copy.fresh();
    expect(await undoneFirst.race([undoing, deciding])).toEqual([200, 200]);
    const rounds = (of: Copy) => countOf(of, platformKeys.audit(work.application_id, "").pk, "round.finalized");
    expect(await rounds(undoneFirst)).toBe(0);
    const decidedFirst = await copy.fresh();
    expect(await decidedFirst.race([deciding, undoing])).toEqual([200, 409]);
    const unguarded = await copy.fresh();
    expect(await unguarded.race([undoing, deciding], { unguarded: all })).toEqual([200, 200]);
    expect(await rounds(unguarded)).toBe(1); // with a verdict that its reviewer had taken back
  });
});

test("a revision that comes back while its reviewer's account is disabled is open to others soon all the same", async () => {
  const school = await world.newOrganization("Coming Back School");
  const [lena, sam] = [school.as("Lena"), world.as("Sam")];
  await sam.token();
  const sue = await acceptedReviewer(school, "Rita");
  const work = await accepted(lena, await publishedCredential(school, [sue]), sue);
  const { application_id, credential_id, credential_job_id, section_ids } = work;
  expect(await sue.call(contract.review.acceptSection, verdict(work, 0))).toMatchObject({ status: 200 });
  expect(await sue.call(contract.review.rejectSection, rejection(work, 1))).toMatchObject({ status: 200 });
  const { organization_id } = school;
  const sections = [{ section_id: section_ids[1], response: "<p>Mended.</p>" }];
  const racers = [
    { handler: setStatus, person: sam, input: { organization_id, user_id: sue.user_id, status: "disabled" } },
    { handler: submitWork, person: lena, input: { application_id, credential_id, sections } },
  ];
  /** How often the clock is to give back what she has in hand: once for the disabling, once for what came later. */
  const looks = async (unguarded: readonly string[]) => {
    const copy = await harness.copy([
      ...[lena, sam, sue].map(partitionOf.person),
      organizationKeys.organization(organization_id).pk,
      partitionOf.credential(credential_id),
      partitionOf.application(application_id),
      partitionOf.job(credential_job_id),
    ]);
    expect(await copy.race(racers, { unguarded })).toEqual([200, 200]);
    return (await copy.items("DUE#person-pause")).length;
  };
  expect(await looks([])).toBe(2);
  expect(await looks([partitionOf.person(sue)])).toBe(1);
});

test("an application that is withdrawn while its payment begins is one or the other", async () => {
  const lena = academy.as("Lena");
  const credential_id = await publishedCredential(academy, [rita], { price: 25 });
  const application_id = await applied(lena, credential_id);
  const [reference, paid] = [submissionKeys.application(application_id), paymentKeys.payment(application_id)];
  const racers = [
    { handler: saveBilling, person: lena, input: { credential_id } },
    { handler: withdrawApplication, person: lena, input: { application_id } },
  ];
  const both = async (unguarded: readonly string[]) => {
    const copy = await harness.copy([reference.pk, partitionOf.person(lena), partitionOf.academy()]);
    await copy.race(racers, { unguarded });
    const [[application], [payment]] = await Promise.all([copy.items(reference.pk), copy.items(paid.pk)]);
    return Number(application!.status === "closed") + Number(payment?.status === "open");
  };
  expect(await both([])).toBe(1);
  expect(await both([reference.pk, paid.pk])).toBe(2);
});

test("a verdict that arrives twice is heard twice, also when the first is written while the second reads", async () => {
  const { racers, partitions, guard } = await gradingTheLast(academy.as("Liv"));
  const copy = await harness.copy(partitions);
  const [pk] = guard;
  const answers = await copy.overtake(racers[0]!, racers[0]!, { pk: pk!, sk: "META" });
  for (const answer of answers) expect(answer).toMatchObject({ status: 200, body: { data: { status: "accepted" } } });
});

describe("a credential whose sections are saved while it is being published or approved", () => {
  const added = { ...textSection, title: "Another", review_estimate: 30 };

  /** A draft of Ivan's that is complete, and what publishes it: an admin at once, or by approving it. */
  async function prepared(approved: boolean) {
    const ivan = academy.as("Ivan");
    const credential_id = (await writeDraft(ivan, [rita, ray])).cred_id;
    if (approved)
      expect(await ivan.call(contract.credential.publish, { credential_id })).toMatchObject({ status: 200 });
    const [ada, abe] = [academy.as("Ada"), academy.as("Abe")];
    await Promise.all([ada.token(), abe.token()]);
    const { body } = await ada.call(contract.credential.read, { credential_id });
    const { version, scores_and_submissions } = body.data;
    const kept = scores_and_submissions.sections.map(({ section_id }) => ({ ...textSection, section_id }));
    const data = [...kept.map((each, index) => ({ ...each, title: `Part ${index}` })), added];
    const copy = await harness.copy([
      partitionOf.credential(credential_id),
      ...[ada, abe, rita, ray, ivan].map(partitionOf.person),
      partitionOf.academy(),
    ]);
    const publishing = { handler: approved ? approve : publish, person: ada, input: { credential_id } };
    const saving = { handler: saveSections, person: abe, input: { credential_id, version, data } };
    return { copy, publishing, saving, pk: partitionOf.credential(credential_id) };
  }

  /** What was published: the minutes that the revision says, those of its sections, and how many it says and has. */
  async function revisionIn(copy: Copy, pk: string) {
    const items = await copy.items(pk);
    const meta = items.find(({ sk }) => sk === "REVISION#000001#META");
    const sections = items.filter(({ sk }) => String(sk).startsWith("REVISION#000001#SECTION#"));
    const minutes = sections.reduce((all, { review_estimate }) => all + Number(review_estimate), 0);
    return meta && { says: [meta.review_minutes, meta.section_count], has: [minutes, sections.length] };
  }

  test.each([
    { how: "published", approved: false },
    { how: "approved", approved: true },
  ])("is $how with the sections it says it has, and they are read last", async ({ approved }) => {
    const { copy, publishing, saving, pk } = await prepared(approved);
    const answers = await copy.overtake(publishing, saving, { pk, sk: "META" });
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect(await revisionIn(copy, pk)).toEqual({ says: [70, 3], has: [70, 3] });
  });

  test.each([
    { how: "published", approved: false },
    { how: "approved", approved: true },
  ])("is not $how when they are saved between META and the content", async ({ approved }) => {
    const { copy, publishing, saving, pk } = await prepared(approved);
    const answers = await copy.overtake(publishing, saving, { pk, sk: "CONTENT#" });
    expect(answers.map(({ status }) => status)).toEqual([409, 200]);
    expect(await revisionIn(copy, pk)).toBeUndefined();
  });
});

test("a credential that is closed while its badge is made stays closed", async () => {
  const credential_id = await publishedCredential(academy, [rita]);
  const ada = academy.as("Ada");
  await ada.token();
  const copy = await harness.copy([
    partitionOf.credential(credential_id),
    partitionOf.person(ada),
    partitionOf.academy(),
  ]);
  const closing = { handler: close, person: ada, input: { credential_id } };
  const locking = async () => {
    const steps = await lockBadgeSteps(credential_id);
    expect(await copy.race([closing])).toEqual([200]);
    await expect(transact(steps)).rejects.toMatchObject({ code: "state.changed" });
    return { statusCode: 200, body: "{}" };
  };
  await copy.race([{ ...closing, handler: Object.assign(locking, { call: close.call }) }]);
  const [meta] = (await copy.items(partitionOf.credential(credential_id))).filter(({ sk }) => sk === "META");
  expect(meta).toMatchObject({ status: "closed", entity_type: "draft" });
});

describe("a request that arrives twice with one key is answered twice as the first was", () => {
  const twice = async (racer: Racer & { person: Person }, partitions: readonly string[]) => {
    const twin = { ...racer, idempotencyKey: `twin-${Math.random().toString(36).slice(2)}` };
    await racer.person.token();
    const copy = await harness.copy([...partitions, partitionOf.person(racer.person), partitionOf.academy()]);
    const late = organizationKeys.organization(academy.organization_id); // read after the record of the key, before everything else
    const [second, first] = await copy.overtake(twin, twin, late);
    expect(first).toMatchObject({ status: 200 });
    expect(second).toEqual(first);
    return copy;
  };

  test("when a learner applies", async () => {
    const lena = academy.as("Lena");
    const credential_id = await publishedCredential(academy, [rita]);
    const input = { credential_id };
    const copy = await twice({ handler: apply, person: lena, input }, [partitionOf.credential(credential_id)]);
    expect(await copy.items(submissionViews.applicants(credential_id))).toHaveLength(1);
  });

  test("when an admin invites", async () => {
    const input = { invitations: [1, 2, 3].map((index) => ({ email: `twin${index}@racing.test`, role: 5 })) };
    await twice({ handler: inviteUsers, person: academy.as("Ada"), input }, []);
  });

  test("when an admin makes a role", async () => {
    const input = { name: "Twin", role_perms: ["Read"] };
    await twice({ handler: createRole, person: academy.as("Ada"), input }, []);
  });
});
