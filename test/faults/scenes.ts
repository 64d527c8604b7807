import { ulid } from "ulid";
import type { CallOptions, Reply } from "../../bin/seed/client.ts";
import { contract } from "../../shared/contract.ts";
import { type Call, wire } from "../../shared/http/call.ts";
import { roleIds } from "../../shared/permissions.ts";
import {
  anchoredCredential,
  anchorOf,
  draftWithCalibration,
  keyed,
  marked,
  markedTry,
  writtenAnchors,
} from "../support/fixtures/anchors.ts";
import { openAccount } from "../support/fixtures/badge.ts";
import { details, publishedCredential, textSection, writeDraft } from "../support/fixtures/credential.ts";
import { appWith, browser, passwordOf, withFactor } from "../support/fixtures/factor.ts";
import { intent, pdf, post, uploaded } from "../support/fixtures/file.ts";
import { approveOrder, orderFor, paidPurchase, secretFor, typeCard } from "../support/fixtures/payment.ts";
import { begunParts, filmOfBytes, sendParts } from "../support/fixtures/recording.ts";
import { profile, teacherSkills } from "../support/fixtures/reviewer.ts";
import { checkedImport, fileOf } from "../support/fixtures/roster.ts";
import { appealOf, type Seats, seatsIn } from "../support/fixtures/seats.ts";
import { accepted, begun, submitted, verdict } from "../support/fixtures/work.ts";
import { anyoneAt, type Person, personAt } from "../support/people.ts";
import {
  addressOf,
  applicant,
  buyer,
  certified,
  connected,
  cookieOf,
  done,
  draftOf,
  type Fixture,
  invited,
  learnerOf,
  mailedToken,
  newcomer,
  priced,
  roleIn,
  stranger,
  waitingCredential,
} from "./fixture.ts";

/** A call that may be made once, with everything ready for it. */
export interface Scene {
  /** Sends it, as often as wanted. */
  send(options?: CallOptions): Promise<Reply>;
}

const {
  auth,
  badgr,
  certificate,
  credential,
  file,
  key,
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
  webhook,
} = contract;

const by = (person: Pick<Person, "call">, call: Call, input: object = {}): Scene => ({
  send: (options) => person.call(call, input as Record<string, unknown>, options),
});
const text = "<p>Text.</p>";
/** Nobody listens there. */
const hooks = "http://localhost:9/hooks";

/** Signs Ada in anew, and takes former endpoints away: an organization has only so many. */
async function withoutEndpoints({ as }: Pick<Fixture["academy"], "as">): Promise<Person> {
  const ada = as("Ada");
  ada.signOut();
  const { endpoints } = done(await ada.call(webhook.list, { limit: 100 })).data;
  for (const { endpoint_id } of endpoints) done(await ada.call(webhook.remove, { endpoint_id }));
  return ada;
}

async function endpointIn(academy: Pick<Fixture["academy"], "as">) {
  return done(await (await withoutEndpoints(academy)).call(webhook.create, { address: hooks })).data.endpoint;
}
/** Somebody with two-step sign-in, and an admin who has just signed in. */
async function withoutPhone(fixture: Fixture) {
  fixture.academy.as("Ada").signOut();
  const person = learnerOf(fixture);
  await withFactor(person);
  return person;
}
const newPassword = "a lamp in the harbour";

const withCookie = (fixture: Fixture, call: Call, cookie: string): Scene => ({
  send: () => stranger(fixture).call(call, {}, { headers: { cookie, "content-type": "application/json" } }),
});

/** A payment that the browser's call finishes: its provider's webhooks, which could be first, are lost. */
async function aheadOfWebhooks(
  drop: (dropWebhooks: boolean) => Promise<void>,
  approve: () => Promise<unknown>,
  finish: Scene,
): Promise<Scene> {
  const without = async <Answer>(act: () => Promise<Answer>): Promise<Answer> => {
    await drop(true);
    return act().finally(() => drop(false));
  };
  await without(approve);
  return { send: (options) => without(() => finish.send(options)) };
}

/** Seats of three accepted reviewers, of whom the third may have to be accepted first. */
async function seatsOn({ academy, world, rita, ray }: Fixture): Promise<Seats> {
  const rob = academy.as("Rob");
  if ((await rob.call(reviewer.create, profile)).status === 200) {
    done(await rob.call(reviewer.submit, { organization_id: academy.organization_id }));
    done(await academy.as("Ada").call(reviewer.decideApplication, { user_id: rob.user_id, status: "accepted" }));
  }
  return seatsIn(world, academy, [rita, ray, rob]);
}

/** A learner whose rejected section may be appealed for a fee. */
const feeAppealable = async (fixture: Fixture) =>
  (await seatsOn(fixture)).rejected({ criteria: { appeals: { fee: "reviewerPay" } } });

/** A reviewer of their own who has finished one review. */
async function reviewedBy(fixture: Fixture) {
  const { academy } = fixture;
  const rosa = newcomer(fixture, "Rosa", "reviewer");
  done(await rosa.call(reviewer.create, profile));
  done(await rosa.call(reviewer.submit, { organization_id: academy.organization_id }));
  done(await academy.as("Ada").call(reviewer.decideApplication, { user_id: rosa.user_id, status: "accepted" }));
  const credential_id = await publishedCredential(academy, [rosa], { sections: [textSection] });
  const work = await accepted(learnerOf(fixture), credential_id, rosa);
  done(await rosa.call(review.acceptSection, verdict(work, 0)));
  return { user_id: rosa.user_id, credential_job_id: work.credential_job_id };
}

/** The same, with a look-back open. */
async function lookedBackOn(fixture: Fixture) {
  const reviewed = await reviewedBy(fixture);
  const found = { user_id: reviewed.user_id, finding: "Too lenient with the table." };
  done(await fixture.academy.as("Ada").call(quality.openLookBack, found));
  return reviewed;
}

/** How the calls that file an appeal are made ready where that costs a fee, by `domain.name` in the contract. */
export const feeScenes: Readonly<Record<string, (fixture: Fixture) => Promise<Scene>>> = {
  "appeal.file": async (fixture) => {
    const work = await feeAppealable(fixture);
    return by(work.learner, appeal.file, appealOf(work));
  },
  "payment.charge": async (fixture) => {
    const work = await feeAppealable(fixture);
    const { learner, credential_id } = work;
    done(await learner.call(appeal.file, appealOf(work)));
    const bought = { credential_id, purchase: "appeal" } as const;
    const secret = done(await learner.call(payment.readCardSecret, bought)).data;
    const { control, origin } = fixture.world;
    return aheadOfWebhooks(
      (dropWebhooks) => control.switchStripe({ dropWebhooks }),
      () => typeCard(origin, secret),
      by(learner, payment.charge, { ...bought, stripe_id: secret.stripe_id }),
    );
  },
};

/** How each writing call is made ready, by `domain.name` in the contract. */
export const scenes: Readonly<Record<string, (fixture: Fixture) => Promise<Scene>>> = {
  "auth.changePassword": async (fixture) => {
    const person = learnerOf(fixture);
    await person.token();
    return by(person, auth.changePassword, { email: person.email, password: newPassword, token: person.password });
  },
  "auth.inviteSelf": async ({ world, academy: { organization_id } }) =>
    by(anyoneAt(world.origin), auth.inviteSelf, {
      invitations: [{ email: addressOf("self"), organization_id, role: 5 }],
    }),
  "auth.login": async (fixture) => {
    const { email, password, ...person } = learnerOf(fixture);
    await person.token();
    return by(stranger(fixture), auth.login, { email, password });
  },
  "auth.startFactor": async (fixture) => {
    const person = learnerOf(fixture);
    return by(person, auth.startFactor, { password: person.password });
  },
  "auth.confirmFactor": async (fixture) => {
    const person = learnerOf(fixture);
    const { secret } = done(await person.call(auth.startFactor, { password: person.password })).data;
    return by(person, auth.confirmFactor, { code: appWith(secret).codeIn(0) });
  },
  "auth.endFactor": async (fixture) => {
    const person = learnerOf(fixture);
    const app = await withFactor(person);
    return by(person, auth.endFactor, { password: person.password, code: app.codeIn(30) });
  },
  "auth.renewRecoveryCodes": async (fixture) => {
    const person = learnerOf(fixture);
    const app = await withFactor(person);
    return by(person, auth.renewRecoveryCodes, { password: person.password, code: app.codeIn(30) });
  },
  "auth.prove": async (fixture) => {
    const person = learnerOf(fixture);
    return by(person, auth.prove, { password: person.password });
  },
  "auth.loginCode": async (fixture) => {
    const person = learnerOf(fixture);
    const app = await withFactor(person);
    const cookies = await passwordOf(stranger(fixture), person);
    return { send: () => stranger(fixture).call(auth.loginCode, { code: app.recovery[0]! }, browser(cookies)) };
  },
  "auth.forgetDevice": async (fixture) => {
    const person = learnerOf(fixture);
    const app = await withFactor(person);
    const cookies = await passwordOf(stranger(fixture), person);
    const remembering = { code: app.recovery[0]!, remember_device: true };
    done(await stranger(fixture).call(auth.loginCode, remembering, browser(cookies)));
    const { devices } = done(await person.call(auth.readFactor, {})).data;
    return by(person, auth.forgetDevice, { device_id: devices[0]!.device_id });
  },
  "auth.askFactorReset": async (fixture) => {
    const { user_id } = await withoutPhone(fixture);
    return by(fixture.academy.as("Ada"), auth.askFactorReset, { user_id });
  },
  "auth.stopFactorReset": async (fixture) => {
    const person = await withoutPhone(fixture);
    done(await fixture.academy.as("Ada").call(auth.askFactorReset, { user_id: person.user_id }));
    return by(person, auth.stopFactorReset, {});
  },
  "auth.logout": async (fixture) => withCookie(fixture, auth.logout, await cookieOf(fixture)),
  "auth.refresh": async (fixture) => withCookie(fixture, auth.refresh, await cookieOf(fixture)),
  "auth.requestPasswordReset": async (fixture) => {
    const person = learnerOf(fixture);
    await person.token();
    return by(stranger(fixture), auth.requestPasswordReset, { email: person.email });
  },
  "auth.resetPassword": async (fixture) => {
    const { email, ...person } = learnerOf(fixture);
    await person.token();
    done(await stranger(fixture).call(auth.requestPasswordReset, { email }));
    const token = await mailedToken(fixture, email);
    return by(stranger(fixture), auth.resetPassword, { email, token, password: newPassword });
  },
  "auth.signup": async (fixture) => {
    const { email } = await invited(fixture, roleIds.learner);
    const token = await mailedToken(fixture, email);
    const names = { first_name: "Lou", last_name: "Hall" };
    return by(stranger(fixture), auth.signup, { ...names, email, token, password: newPassword });
  },
  "auth.validatePasswordReset": async (fixture) => {
    const { email, ...person } = learnerOf(fixture);
    await person.token();
    done(await stranger(fixture).call(auth.requestPasswordReset, { email }));
    return by(stranger(fixture), auth.validatePasswordReset, { email, token: await mailedToken(fixture, email) });
  },
  "auth.validateSignup": async (fixture) => {
    const { email } = await invited(fixture, roleIds.learner);
    return by(stranger(fixture), auth.validateSignup, { email, token: await mailedToken(fixture, email) });
  },
  "user.create": async ({ academy }) =>
    by(academy.as("Ada"), user.create, {
      email: addressOf("made"),
      first_name: "Max",
      last_name: "Hall",
      is_learner: true,
    }),
  "user.invite": async ({ academy }) =>
    by(academy.as("Ada"), user.invite, { invitations: [{ email: addressOf("guest"), role: 5 }] }),
  "user.joinOrganization": async (fixture) => {
    const guest = learnerOf(fixture);
    await guest.token();
    const elsewhere = await fixture.world.newOrganization("Second Academy");
    const invitations = [{ email: guest.email, role: roleIds.learner }];
    done(await elsewhere.as("Ada").call(organization.inviteUsers, { invitations }));
    return by(guest, user.joinOrganization, { token: await mailedToken(fixture, guest.email) });
  },
  "user.markNoticesRead": async (fixture) => {
    await applicant(fixture); // of whom Ada hears
    await fixture.world.settle();
    return by(fixture.academy.as("Ada"), user.markNoticesRead);
  },
  "user.remove": async (fixture) => {
    const { user_id, email, ...person } = learnerOf(fixture);
    await person.token();
    return by(fixture.world.as("Sam"), user.remove, {
      user_id,
      email,
      organization_id: fixture.academy.organization_id,
    });
  },
  "user.saveLearnerProfile": async (fixture) =>
    by(learnerOf(fixture), user.saveLearnerProfile, { first_name: "Lia", last_name: "Hall", overview: text }),
  "user.saveScech": async (fixture) => {
    const { user_id, email, ...person } = learnerOf(fixture);
    return by(person, user.saveScech, { user_id, full_name: "Lea Hall", email, pic: "012345", phone: "5551234567" });
  },
  "review.keepComment": async (fixture) => by(learnerOf(fixture), review.keepComment, { text }),
  "review.removeComment": async (fixture) => {
    const person = learnerOf(fixture);
    const kept = done(await person.call(review.keepComment, { text }));
    return by(person, review.removeComment, { comment_id: kept.data.comments[0]!.comment_id });
  },
  "tie.save": async (fixture) => {
    const person = learnerOf(fixture);
    await person.token();
    return by(person, tie.save, { employers: [{ name: "Field School" }], people: [], version: 0 });
  },
  "user.setStatus": async (fixture) => {
    const { user_id, ...person } = learnerOf(fixture);
    await person.token();
    return by(fixture.academy.as("Ada"), user.setStatus, { user_id, status: "suspended" });
  },
  "user.update": async (fixture) => {
    const { user_id, ...person } = learnerOf(fixture);
    await person.token();
    return by(fixture.academy.as("Ada"), user.update, { user_id, first_name: "Leah" });
  },
  "key.create": async ({ academy }) => {
    academy.as("Ada").signOut();
    return by(academy.as("Ada"), key.create, { name: "Registrar", scopes: ["member:read"] });
  },
  "webhook.create": async ({ academy }) => {
    return by(await withoutEndpoints(academy), webhook.create, { address: hooks });
  },
  "webhook.update": async ({ academy }) => {
    const { endpoint_id, version } = await endpointIn(academy);
    return by(academy.as("Ada"), webhook.update, { endpoint_id, version, address: `${hooks}/other` });
  },
  "webhook.setStatus": async ({ academy }) => {
    const { endpoint_id } = await endpointIn(academy);
    return by(academy.as("Ada"), webhook.setStatus, { endpoint_id, status: "off" });
  },
  "webhook.rotate": async ({ academy }) => {
    const { endpoint_id } = await endpointIn(academy);
    return by(academy.as("Ada"), webhook.rotate, { endpoint_id });
  },
  "webhook.remove": async ({ academy }) => {
    const { endpoint_id } = await endpointIn(academy);
    return by(academy.as("Ada"), webhook.remove, { endpoint_id });
  },
  "webhook.resend": async ({ academy }) => {
    const { endpoint_id } = await endpointIn(academy);
    const { event_id } = done(await academy.as("Ada").call(webhook.sendTest, { endpoint_id })).data;
    return by(academy.as("Ada"), webhook.resend, { endpoint_id, event_id });
  },
  "webhook.resendSince": async ({ academy }) => {
    const { endpoint_id } = await endpointIn(academy);
    return by(academy.as("Ada"), webhook.resendSince, { endpoint_id, since: "2026-11-28T00:00:00.000Z" });
  },
  "webhook.sendTest": async ({ academy }) => {
    const { endpoint_id } = await endpointIn(academy);
    return by(academy.as("Ada"), webhook.sendTest, { endpoint_id });
  },
  "key.end": async ({ academy }) => {
    academy.as("Ada").signOut();
    const sent = { name: "Registrar", scopes: ["member:read"] };
    const { key_id } = done(await academy.as("Ada").call(key.create, sent)).data.made;
    return by(academy.as("Ada"), key.end, { key_id });
  },
  "organization.archive": async ({ world }) => {
    const { organization_id: id } = await world.newOrganization("Closing Academy");
    return by(world.as("Sam"), organization.archive, { id, archiveStatus: true });
  },
  "organization.create": async ({ world }) =>
    by(world.as("Sam"), organization.create, { name: `Founded ${ulid().slice(-8)}`, description: text }),
  "organization.createRole": async ({ academy }) =>
    by(academy.as("Ada"), organization.createRole, { name: `Helper ${ulid().slice(-8)}`, role_perms: ["Read"] }),
  "organization.inviteUsers": async ({ academy }) =>
    by(academy.as("Ada"), organization.inviteUsers, { invitations: [{ email: addressOf("guest"), role: 5 }] }),
  "roster.create": async ({ world }) => {
    const ada = (await world.newOrganization("Roster Academy")).as("Ada");
    const contents = Buffer.from(fileOf([`${addressOf("guest")},Learner`]));
    return by(ada, roster.create, { key: await uploaded(ada, "imports", "class.csv", contents) });
  },
  "roster.confirm": async ({ world }) => {
    const ada = (await world.newOrganization("Roster Academy")).as("Ada");
    const import_id = await checkedImport(world, ada, fileOf([`${addressOf("guest")},Learner`]));
    return by(ada, roster.confirm, { import_id });
  },
  "roster.undo": async ({ world }) => {
    const ada = (await world.newOrganization("Roster Academy")).as("Ada");
    const import_id = await checkedImport(world, ada, fileOf([`${addressOf("guest")},Learner`]));
    done(await ada.call(roster.confirm, { import_id }));
    await world.settle();
    return by(ada, roster.undo, { import_id });
  },
  "organization.reinviteUser": async (fixture) => {
    const { invite_id } = await invited(fixture, roleIds.learner);
    return by(fixture.academy.as("Ada"), organization.reinviteUser, { invite_id });
  },
  "organization.remove": async ({ world }) => {
    const { organization_id } = await world.newOrganization("Leaving Academy");
    done(await world.as("Sam").call(organization.archive, { id: organization_id, archiveStatus: true }));
    return by(world.as("Sam"), organization.remove, { organization_id });
  },
  "organization.removeRole": async (fixture) =>
    by(fixture.academy.as("Ada"), organization.removeRole, { role_id: await roleIn(fixture) }),
  "organization.rename": async ({ world }) => {
    const academy = await world.newOrganization("Naming Academy");
    return by(academy.as("Ada"), organization.rename, { orgName: `Renamed ${ulid().slice(-8)}` });
  },
  "organization.setUp": async (fixture) => {
    const email = addressOf("founder");
    const invitations = [{ email, role: roleIds.admin }];
    done(await fixture.world.as("Sam").call(user.invite, { invitations }));
    const token = await mailedToken(fixture, email);
    const names = { first_name: "Fay", last_name: "Hall" };
    const { data } = done(await stranger(fixture).call(auth.signup, { ...names, email, token, password: newPassword }));
    const founder = personAt(fixture.world.origin, { ...names, user_id: data.user_id, email, password: newPassword });
    return by(founder, organization.setUp, { name: `Set up ${ulid().slice(-8)}`, description: text });
  },
  "organization.requireFactor": async ({ world }) => {
    const academy = await world.newOrganization("Requiring Academy");
    return by(academy.as("Ada"), organization.requireFactor, { factor_roles: [roleIds.issuer], version: 1 });
  },
  "organization.saveCalendar": async (fixture) =>
    by(fixture.academy.as("Ada"), organization.saveCalendar, {
      weekdays: [1, 2, 3, 4],
      federal_holidays: true,
      closing_days: [],
      version: (await fixture.academy.as("Ada").call(organization.readCalendar)).body.data.version,
    }),
  "organization.update": async ({ world }) => {
    const academy = await world.newOrganization("Moving Academy");
    return by(academy.as("Ada"), organization.update, { name: academy.name, description: text, phone: "5551234567" });
  },
  "organization.updateRole": async (fixture) =>
    by(fixture.academy.as("Ada"), organization.updateRole, {
      role_id: await roleIn(fixture),
      name: `Assessor ${ulid().slice(-8)}`,
      role_perms: ["Read", "Update"],
    }),
  "organization.withdrawInvitation": async (fixture) => {
    const { invite_id } = await invited(fixture, roleIds.learner);
    return by(fixture.academy.as("Ada"), organization.withdrawInvitation, { invite_id });
  },
  "credential.approve": async (fixture) =>
    by(fixture.academy.as("Ada"), credential.approve, await waitingCredential(fixture)),
  "credential.assignReviewers": async (fixture) => {
    const credential_id = await publishedCredential(fixture.academy, [fixture.rita]);
    return by(fixture.academy.as("Ada"), credential.assignReviewers, { credential_id, add: [fixture.ray.user_id] });
  },
  "credential.close": async (fixture) =>
    by(fixture.academy.as("Ada"), credential.close, {
      credential_id: await publishedCredential(fixture.academy, [fixture.rita]),
    }),
  "credential.copy": async (fixture) => by(fixture.academy.as("Ada"), credential.copy, { credential_id: fixture.free }),
  "credential.create": async ({ academy }) =>
    by(academy.as("Ivan"), credential.create, { credential_details: details }),
  "credential.createSample": async ({ world }) =>
    by((await world.newOrganization("Sample Academy")).as("Ada"), credential.createSample),
  "credential.publish": async (fixture) => {
    const draft = await writeDraft(fixture.academy.as("Ada"), [fixture.rita], { differing: { scech: undefined } });
    return by(fixture.academy.as("Ada"), credential.publish, { credential_id: draft.cred_id });
  },
  "credential.reject": async (fixture) =>
    by(fixture.academy.as("Ada"), credential.reject, { ...(await waitingCredential(fixture)), feedback: text }),
  "credential.remove": async ({ academy }) => {
    const { credential_id } = await draftOf(academy.as("Ivan"), { upTo: 1 });
    return by(academy.as("Ivan"), credential.remove, { credential_id });
  },
  "credential.removeSection": async ({ academy }) => {
    const { credential_id, version, scores_and_submissions } = await draftOf(academy.as("Ivan"), { upTo: 1 });
    const { section_id } = scores_and_submissions.sections[0]!;
    return by(academy.as("Ivan"), credential.removeSection, { credential_id, section_id, version });
  },
  "credential.saveSections": async ({ academy }) => {
    const { credential_id, version } = await draftOf(academy.as("Ivan"), { upTo: 0 });
    return by(academy.as("Ivan"), credential.saveSections, { credential_id, version, data: [textSection] });
  },
  "credential.saveUnfinished": async ({ academy, rita }) => {
    const { credential_id } = await draftOf(academy.as("Ivan"), { upTo: 3 }, [rita]);
    return by(academy.as("Ivan"), credential.saveUnfinished, { credential_id, version: 0, step: 4, price: 7 });
  },
  "credential.update": async ({ academy, rita }) => {
    const { credential_id, version } = await draftOf(academy.as("Ivan"), { upTo: 3 }, [rita]);
    return by(academy.as("Ivan"), credential.update, { credential_id, version, step: 4, price: 25 });
  },
  "credential.apply": async (fixture) => by(learnerOf(fixture), credential.apply, { credential_id: fixture.free }),
  "reviewer.create": async (fixture) => by(newcomer(fixture, "Rex", "reviewer"), reviewer.create, profile),
  "reviewer.decideApplication": async (fixture) => {
    const { user_id } = await applicant(fixture);
    return by(fixture.academy.as("Ada"), reviewer.decideApplication, { user_id, status: "accepted" });
  },
  "reviewer.resubmit": async (fixture) => {
    const { user_id, ...person } = await applicant(fixture);
    const decision = { user_id, status: "rejected", reason: "Too little experience yet." } as const;
    done(await fixture.academy.as("Ada").call(reviewer.decideApplication, decision));
    return by(person, reviewer.resubmit, { user_id });
  },
  "reviewer.saveBank": async (fixture) =>
    by(await applicant(fixture), reviewer.saveBank, {
      bank_id: 1,
      account_holder: "Rex Hall",
      account_number: "000123456789",
      aba: "021000021",
      address: "1 Main Street",
    }),
  "reviewer.saveIssuerProfile": async (fixture) =>
    by(newcomer(fixture, "Ina", "issuer"), reviewer.saveIssuerProfile, {
      organization_name: fixture.academy.name,
      overview: text,
      is_internal: true,
    }),
  "reviewer.saveProfile": async (fixture) =>
    by(await applicant(fixture), reviewer.saveProfile, { title: "Coach", overview: text }),
  "reviewer.saveSkills": async (fixture) =>
    by(await applicant(fixture), reviewer.saveSkills, { category: 1, skills: teacherSkills }),
  "reviewer.submit": async (fixture) => {
    const person = newcomer(fixture, "Rex", "reviewer");
    done(await person.call(reviewer.create, profile));
    return by(person, reviewer.submit);
  },
  "reviewer.update": async (fixture) =>
    by(await applicant(fixture), reviewer.update, { ...profile, professionalTitle: "Reading coach" }),
  "review.accept": async (fixture) => {
    const { credential_job_id } = await submitted(learnerOf(fixture), fixture.free);
    return by(fixture.rita, review.accept, { credential_job_id });
  },
  "review.acceptSection": async (fixture) =>
    by(fixture.rita, review.acceptSection, verdict(await accepted(learnerOf(fixture), fixture.free, fixture.rita), 0)),
  "review.create": async (fixture) => {
    const learner = learnerOf(fixture);
    const { application_id } = await submitted(learner, fixture.free);
    return by(fixture.academy.as("Ada"), review.create, { application_id });
  },
  "review.decline": async (fixture) => {
    const { credential_job_id } = await submitted(learnerOf(fixture), fixture.free);
    return by(fixture.rita, review.decline, { credential_job_id, reason: "time" });
  },
  "review.extend": async (fixture) => {
    const { credential_job_id } = await accepted(learnerOf(fixture), fixture.free, fixture.rita);
    return by(fixture.rita, review.extend, { credential_job_id });
  },
  "review.reassign": async (fixture) => {
    const { credential_job_id } = await accepted(learnerOf(fixture), fixture.free, fixture.rita);
    return by(fixture.academy.as("Ada"), review.reassign, { credential_job_id, reason: "Away" });
  },
  "review.remind": async (fixture) => {
    const { credential_job_id } = await accepted(learnerOf(fixture), fixture.free, fixture.rita);
    return by(fixture.academy.as("Ada"), review.remind, { credential_job_id });
  },
  "review.rejectSection": async (fixture) =>
    by(fixture.rita, review.rejectSection, verdict(await accepted(learnerOf(fixture), fixture.free, fixture.rita), 0)),
  "review.release": async (fixture) => {
    const { credential_job_id } = await accepted(learnerOf(fixture), fixture.free, fixture.rita);
    return by(fixture.rita, review.release, { credential_job_id });
  },
  "review.adjudicate": async (fixture) => {
    const { academy } = fixture;
    const rob = academy.as("Rob");
    const seats = await seatsOn(fixture);
    const { work, third } = await seats.disputed();
    done(await seats.says(rob, work, third, { at: 1, accepts: false, marks: [true, false], confirmed: true }));
    const { credential_job_id, section_ids } = work;
    const verdicts = [{ section_id: section_ids[1], status: "accepted" }];
    return by(academy.as("Ada"), review.adjudicate, { credential_job_id, verdicts, reason: "The marks are right." });
  },
  "calibration.saveAnchor": async ({ academy, rita }) => {
    const { credential_id, section_id } = await draftWithCalibration(academy, [rita]);
    const answers = [{ section_id, answer: "Shows abc" }];
    return by(academy.as("Ada"), calibration.saveAnchor, { credential_id, form: "A", title: "First", answers });
  },
  "calibration.removeAnchor": async ({ academy, rita }) => {
    const draft = await draftWithCalibration(academy, [rita]);
    const anchor_id = await anchorOf(academy.as("Ada"), draft, "A", "abc");
    return by(academy.as("Ada"), calibration.removeAnchor, { credential_id: draft.credential_id, anchor_id });
  },
  "calibration.saveAnchorKey": async ({ academy, rita }) => {
    const draft = await draftWithCalibration(academy, [rita]);
    const anchor_id = await anchorOf(academy.as("Ada"), draft, "A", "abc");
    const sections = keyed(draft.section_id, "abc");
    return by(academy.as("Ada"), calibration.saveAnchorKey, {
      credential_id: draft.credential_id,
      anchor_id,
      sections,
      version: 0,
    });
  },
  "calibration.freezeAnchors": async ({ academy, rita }) => {
    const draft = await draftWithCalibration(academy, [rita]);
    await writtenAnchors(academy, draft);
    return by(academy.as("Ada"), calibration.freezeAnchors, { credential_id: draft.credential_id, published: true });
  },
  "calibration.start": async ({ academy, rita }) => {
    const { credential_id } = await anchoredCredential(academy, [rita]);
    return by(rita, calibration.start, { credential_id });
  },
  "calibration.markAnchor": async ({ academy, rita }) => {
    const { credential_id, section_id } = await anchoredCredential(academy, [rita]);
    const { anchors, version } = done(await rita.call(calibration.start, { credential_id })).data;
    const { anchor_id } = anchors[0]!;
    return by(rita, calibration.markAnchor, { credential_id, anchor_id, sections: marked(section_id, "abc"), version });
  },
  "calibration.finish": async ({ academy, rita }) => {
    const { credential_id } = await anchoredCredential(academy, [rita]);
    const version = await markedTry(rita, credential_id);
    return by(rita, calibration.finish, { credential_id, version });
  },
  "appeal.file": async (fixture) => {
    const work = await (await seatsOn(fixture)).rejected();
    return by(work.learner, appeal.file, appealOf(work));
  },
  "appeal.withdraw": async (fixture) => {
    const work = await (await seatsOn(fixture)).rejected();
    done(await work.learner.call(appeal.file, appealOf(work)));
    return by(work.learner, appeal.withdraw, { application_id: work.application_id });
  },
  "quality.openLookBack": async (fixture) => {
    const { user_id } = await reviewedBy(fixture);
    return by(fixture.academy.as("Ada"), quality.openLookBack, { user_id, finding: "Too lenient with the table." });
  },
  "quality.judgeLookBackJob": async (fixture) => {
    const { user_id, credential_job_id } = await lookedBackOn(fixture);
    return by(fixture.academy.as("Ada"), quality.judgeLookBackJob, {
      user_id,
      credential_job_id,
      conclusion: "concern",
      note: "The aim is missing.",
    });
  },
  "quality.closeLookBack": async (fixture) => {
    const { user_id } = await lookedBackOn(fixture);
    return by(fixture.academy.as("Ada"), quality.closeLookBack, { user_id, summary: "One concern of one." });
  },
  "tie.waive": async (fixture) => {
    const learner = learnerOf(fixture);
    const { credential_job_id } = await submitted(learner, fixture.free);
    const people = [{ email: fixture.rita.email, kind: "family" }];
    done(await learner.call(tie.save, { employers: [], people, version: 0 }));
    const { user_id: reviewer_id } = fixture.rita;
    const waiver = { reviewer_id, reason: "Nobody else knows the subject.", last_day: "2099-01-01" };
    return by(fixture.academy.as("Ada"), tie.waive, { credential_job_id, ...waiver });
  },
  "review.undoSection": async (fixture) => {
    const credential_id = await publishedCredential(fixture.academy, [fixture.rita]);
    const work = await accepted(learnerOf(fixture), credential_id, fixture.rita);
    done(await fixture.rita.call(review.acceptSection, verdict(work, 0)));
    const { credential_job_id, section_ids } = work;
    return by(fixture.rita, review.undoSection, { credential_job_id, credential_section_id: section_ids[0] });
  },
  "certificate.hide": async (fixture) => {
    const { learner } = await certified(fixture);
    return by(learner, certificate.hide, { cred_id: fixture.free, hidden: true });
  },
  "calibration.setPracticeConsent": async (fixture) => {
    const { learner } = await certified(fixture);
    const { application_id } = done(await learner.call(submission.read, { credential_id: fixture.free })).data;
    return by(learner, calibration.setPracticeConsent, { application_id, given: true });
  },
  "submission.removeSection": async (fixture) => {
    const learner = learnerOf(fixture);
    const { application_id, section_ids } = await begun(learner, fixture.free);
    const section_id = section_ids[0]!;
    done(await learner.call(submission.saveSection, { application_id, section_id, response: text }));
    return by(learner, submission.removeSection, { application_id, section_id });
  },
  "submission.saveSection": async (fixture) => {
    const learner = learnerOf(fixture);
    const { application_id, section_ids } = await begun(learner, fixture.free);
    return by(learner, submission.saveSection, { application_id, section_id: section_ids[0], response: text });
  },
  "certificate.shorten": async ({ world, academy, free }) => {
    const url = `${world.origin}/credential/details/${academy.organization_id}/${free}`;
    return by(academy.as("Ada"), certificate.shorten, { url });
  },
  "submission.submit": async (fixture) => {
    const learner = learnerOf(fixture);
    const { application_id, credential_id, section_ids } = await begun(learner, fixture.free);
    const sections = section_ids.map((section_id) => ({ section_id, response: text }));
    return by(learner, submission.submit, { application_id, credential_id, sections });
  },
  "certificate.askCorrection": async (fixture) => {
    const { learner, certificate_id } = await certified(fixture);
    return by(learner, certificate.askCorrection, { certificate_id, ...corrected });
  },
  "certificate.withdrawCorrection": async (fixture) => {
    const { learner, ...asked } = await askedFor(fixture);
    return by(learner, certificate.withdrawCorrection, asked);
  },
  "certificate.declineCorrection": async (fixture) => {
    const { learner: _, ...asked } = await askedFor(fixture);
    return by(fixture.academy.as("Ada"), certificate.declineCorrection, { ...asked, reason: "The passport says so." });
  },
  "certificate.chooseContents": async (fixture) => {
    const { learner, certificate_id } = await certified(fixture);
    return by(learner, certificate.chooseContents, { certificate_id, with_findings: true });
  },
  "certificate.openEvidence": async (fixture) => {
    const { learner, certificate_id } = await certified(fixture);
    done(await learner.call(certificate.publishEvidence, await publishing(learner, certificate_id)));
    await fixture.world.settle();
    return by(stranger(fixture), certificate.openEvidence, { certificate_id });
  },
  "certificate.publishEvidence": async (fixture) => {
    const { learner, certificate_id } = await certified(fixture);
    return by(learner, certificate.publishEvidence, await publishing(learner, certificate_id));
  },
  "certificate.replace": async (fixture) => {
    const { certificate_id } = await certified(fixture);
    return by(fixture.academy.as("Ada"), certificate.replace, {
      certificate_id,
      first_name: "Leandra",
      last_name: "Hall",
    });
  },
  "certificate.revoke": async (fixture) => {
    const { certificate_id } = await certified(fixture);
    return by(fixture.academy.as("Ada"), certificate.revoke, {
      certificate_id,
      revocation: "issued-in-error",
      reason: "By mistake",
    });
  },
  "payment.capturePaypalOrder": async (fixture) => {
    const { learner, credential_id } = await buyer(fixture);
    const order = await orderFor(learner, credential_id);
    const { control } = fixture.world;
    const capture = by(learner, payment.capturePaypalOrder, { credential_id, order_id: order.order_id });
    return aheadOfWebhooks(
      (dropWebhooks) => control.switchPayPal({ dropWebhooks }),
      () => approveOrder(order),
      capture,
    );
  },
  "payment.charge": async (fixture) => {
    const { learner, credential_id } = await buyer(fixture);
    const secret = await secretFor(learner, credential_id);
    const { control, origin } = fixture.world;
    return aheadOfWebhooks(
      (dropWebhooks) => control.switchStripe({ dropWebhooks }),
      () => typeCard(origin, secret),
      by(learner, payment.charge, { credential_id, stripe_id: secret.stripe_id }),
    );
  },
  "payment.createPaypalOrder": async (fixture) => {
    const { learner, credential_id } = await buyer(fixture);
    return by(learner, payment.createPaypalOrder, { credential_id });
  },
  "payment.refund": async (fixture) => {
    const learner = learnerOf(fixture);
    const application_id = await paidPurchase(learner, await priced(fixture), fixture.world.origin);
    return by(fixture.academy.as("Ada"), payment.refund, { application_id, reason: "Course cancelled" });
  },
  "payment.saveBilling": async (fixture) => {
    const { learner, credential_id } = await buyer(fixture);
    return by(learner, payment.saveBilling, { credential_id });
  },
  "payment.stripeWebhook": async (fixture) => {
    const { learner, credential_id } = await buyer(fixture);
    await fixture.world.control.switchStripe({ dropWebhooks: true });
    const secret = await secretFor(learner, credential_id);
    await typeCard(fixture.world.origin, secret);
    await fixture.world.control.switchStripe({ dropWebhooks: false });
    const event = (await fixture.world.control.stripeEvents()).findLast(
      ({ type, data }) => type === "payment_intent.succeeded" && data.object.id === secret.stripe_id,
    );
    return posted(fixture, "stripe", event!);
  },
  "payment.paypalWebhook": async (fixture) => {
    const { learner, credential_id } = await buyer(fixture);
    await fixture.world.control.switchPayPal({ dropWebhooks: true });
    const order = await orderFor(learner, credential_id);
    await approveOrder(order);
    await fixture.world.control.switchPayPal({ dropWebhooks: false });
    const events = await fixture.world.control.payPalEvents();
    const event = events.findLast(({ resource }) => (resource as { id?: string }).id === order.order_id);
    return posted(fixture, "paypal", event!);
  },
  "payment.withdrawApplication": async (fixture) => {
    const { learner, application_id } = await buyer(fixture);
    return by(learner, payment.withdrawApplication, { application_id });
  },
  "badgr.disconnect": async (fixture) => by((await connected(fixture)).ada, badgr.disconnect),
  "badgr.importBadges": async (fixture) => {
    const { ada } = await connected(fixture);
    const { badges } = done(await ada.call(badgr.listBadges, {})).data;
    return by(ada, badgr.importBadges, { badge_ids: badges.map(({ badge_id }) => badge_id) });
  },
  "badgr.login": async ({ world }) => {
    const academy = await world.newOrganization("Badge Academy");
    return by(academy.as("Ada"), badgr.login, { ...(await openAccount(world.control, academy)) });
  },
  "platform.reportPolicyViolation": async (fixture) => {
    const browser = stranger(fixture);
    const { path } = wire(contract.platform.reportPolicyViolation);
    const headers = { "content-type": "application/csp-report" };
    return { send: () => browser.send("POST", `/api${path}`, { body: refusedScript, headers }) };
  },
  "file.confirm": async ({ academy }) => {
    const lena = academy.as("Lena");
    const form = await intent(lena, "submissions", "plan.pdf", pdf.length);
    await post(form, pdf);
    return by(lena, file.confirm, { key: form.key });
  },
  "file.beginParts": async (fixture) => {
    const learner = learnerOf(fixture);
    const { application_id } = await begun(learner, fixture.free);
    return by(learner, file.beginParts, { application_id, name: "lesson.mp4", size: 100 });
  },
  "file.signParts": async (fixture) => {
    const { learner, key } = await begunRecording(fixture);
    return by(learner, file.signParts, { key, part_numbers: [1] });
  },
  "file.completeParts": async (fixture) => {
    const { learner, key } = await begunRecording(fixture);
    const parts = await sendParts(learner, key, filmOfBytes(100), [1]);
    return by(learner, file.completeParts, { key, parts });
  },
  "file.abandonParts": async (fixture) => {
    const { learner, key } = await begunRecording(fixture);
    return by(learner, file.abandonParts, { key });
  },
  "file.upload": async ({ academy }) =>
    by(academy.as("Lena"), file.upload, { name: "plan.pdf", type: "", size: pdf.length, folder: "submissions" }),
};

/** What a browser reports that refused a script. */
const refusedScript = JSON.stringify({
  "csp-report": { "effective-directive": "script-src-elem", "blocked-uri": "https://scripts.test/a.js" },
});

async function begunRecording(fixture: Fixture) {
  const learner = learnerOf(fixture);
  const { application_id } = await begun(learner, fixture.free);
  return { learner, key: await begunParts(learner, application_id, "lesson.mp4", 100) };
}

const corrected = { first_name: "Leandra", last_name: "Hall" };

/** A learner's request for a corrected name, which waits. */
async function askedFor(fixture: Parameters<typeof certified>[0]) {
  const { learner, certificate_id } = await certified(fixture);
  const { correction } = done(await learner.call(certificate.askCorrection, { certificate_id, ...corrected })).data;
  return { learner, certificate_id, correction_id: correction.correction_id };
}

async function publishing(learner: Person, certificate_id: string) {
  const { sections } = done(await learner.call(certificate.readEvidence, { certificate_id })).data;
  const { section_id, answers } = sections[0]!;
  const ends_on = new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 10);
  return { certificate_id, ends_on, sections: [{ section_id, pieces: [answers[0]!.sha256] }] };
}

/** An event as its provider posts it. */
const posted = ({ world }: Fixture, provider: "stripe" | "paypal", event: { readonly id: string }): Scene => ({
  async send() {
    const { body, headers } = await world.control.signedEvent(provider, event);
    return anyoneAt(world.origin).send("POST", `/api${wire(webhooks[provider]).path}`, { body, headers });
  },
});
const webhooks = { stripe: payment.stripeWebhook, paypal: payment.paypalWebhook };
