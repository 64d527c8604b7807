import { beforeAll, describe, expect, test } from "vitest";
import { newId } from "../../functions/data/ids.ts";
import { organizationKeys, organizationViews } from "../../functions/data/keys/organization.ts";
import { paymentKeys } from "../../functions/data/keys/payment.ts";
import { submissionKeys } from "../../functions/data/keys/submission.ts";
import { change } from "../../functions/data/steps.ts";
import { get, transact } from "../../functions/data/table.ts";
import { Payout } from "../../functions/payment/model/earned-pay.ts";
import { beginRun, payOutSteps } from "../../functions/payment/model/payout.ts";
import { clock } from "../../functions/runtime/clock.ts";
import { deletionSteps } from "../../functions/user/model/deletion.ts";
import { enrol } from "../../functions/user/model/membership.ts";
import type { UserRecord } from "../../functions/user/model/record.ts";
import { contract } from "../../shared/contract.ts";
import { environmentOfFile } from "../support/environment.ts";
import { publishedCredential } from "../support/fixtures/credential.ts";
import { pdf, uploaded } from "../support/fixtures/file.ts";
import { invitedAs, tokensFor } from "../support/fixtures/invitation.ts";
import { cards, decideDispute, disputeAbout, ledgerOf, paidPurchase } from "../support/fixtures/payment.ts";
import { begunParts } from "../support/fixtures/recording.ts";
import { acceptedReviewer, profile } from "../support/fixtures/reviewer.ts";
import { begun, submitted, verdict } from "../support/fixtures/work.ts";
import { expectInvariants } from "../support/invariants.ts";
import type { Organization } from "../support/organization.ts";
import { personAt } from "../support/people.ts";
import { world } from "../support/world.ts";

const { auth, credential, file, organization, payment, reviewer, submission, user, tie, review, certificate } =
  contract;
const sam = world.as("Sam");
const names = ["AWS_REGION", "AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY", "AWS_ENDPOINT_URL_DYNAMODB", "TABLE_NAME"];
environmentOfFile(() => world.control.settings(names));
type Named = Parameters<typeof enrol>[0];
let academy: Organization;
beforeAll(async () => {
  academy = await world.newOrganization("Farewell Academy");
});

const codeAt = async (email: string, password: string) =>
  (await world.anyone.call(auth.login, { email, password })).body.error?.code;
const erase = async () => {
  await Promise.all([1, 2].map(() => world.control.runSchedule("erase-people", 3_600_000)));
  await world.settle();
};

describe("a deleted account", () => {
  test("leaves its address nowhere, and notices of others tell of a deleted user", async () => {
    const ada = academy.as("Ada");
    const [email, names] = ["quirin@farewell.test", { first_name: "Quirin", last_name: "Zwiebelmann" }];
    const joined = await invitedAs(academy, { email, role: 4 }, names);
    const user_id = joined.user_id!;
    const quirin = personAt(world.origin, { ...joined, user_id, ...names });
    expect((await quirin.call(reviewer.create, profile)).status).toBe(200);
    expect((await quirin.call(reviewer.submit, {})).status).toBe(200);
    await world.settle();
    const told = async () =>
      (await ada.call(user.listNotices, {})).body.data.notices.map(({ title, text }) => title + text);
    expect((await told()).join()).toContain("Quirin Zwiebelmann applied as a reviewer");
    expect((await quirin.call(user.remove, { user_id, email })).status).toBe(200);
    await erase();
    const kept = (await world.control.everything()).filter(
      (item) => item.ttl === undefined && /zwiebelmann/i.test(JSON.stringify(item)),
    );
    expect(kept).toEqual([]);
    const holding = (await world.control.everything()).filter(
      (item) => item.ttl === undefined && JSON.stringify(item).toLowerCase().includes(email.toLowerCase()),
    );
    expect(holding).toEqual([]);
    expect((await told()).join()).toContain("Deleted user applied as a reviewer");
  });

  test("leaves no trace of the person but certificates; the right password says what happened, a wrong one nothing", async () => {
    const rita = await acceptedReviewer(academy, "Rita");
    const criteria = { ai_policy: { rule: "declared", parts: "" } };
    const credential_id = await publishedCredential(academy, [rita], { criteria });
    const declaration = { used: true, tools: "Quarkenfels’ aid", parts: "Layout", changes: "Words" };
    const { first_name, user_id: learnerId } = academy.as("Leo");
    const leo = academy.as("Leo");
    await leo.call(user.update, { last_name: "Quarkenfels", phone: "555-123-4567" });
    await leo.call(user.saveScech, {
      full_name: "Leo Quarkenfels",
      email: leo.email,
      pic: "012345",
      phone: "5551234567",
    });
    const key = await uploaded(leo, "submissions", "quarkenfels.pdf", pdf);
    const work = await submitted(leo, credential_id, { declaration });
    const { credential_job_id, application_id, section_ids } = work;
    await rita.call(review.accept, { credential_job_id });
    await rita.call(review.acceptSection, verdict(work, 1));
    await rita.call(review.rejectSection, verdict(work, 0));
    const revised = {
      section_id: section_ids[0]!,
      response: "<p>I am Quarkenfels.</p>",
      attachments: [{ key, name: "quarkenfels.pdf" }],
    };
    const again = {
      application_id,
      credential_id,
      sections: [revised],
      declaration,
      revision_note: "Quarkenfels, anew.",
    };
    expect((await leo.call(submission.submit, again)).status).toBe(200);
    await rita.call(review.rejectSection, verdict(work, 0));
    const last = { ...again, sections: [{ section_id: section_ids[0]!, response: "<p>Once more.</p>" }] };
    expect((await leo.call(submission.submit, last)).status).toBe(200);
    const stillOpen = await publishedCredential(academy, [rita], { price: 25 });
    await leo.call(credential.apply, { credential_id: stillOpen });
    const unsubmitted = await begun(leo, await publishedCredential(academy, [rita]));
    const film = await begunParts(leo, unsubmitted.application_id, "quarkenfels.mp4", 100);
    const { url } = (await leo.call(file.signParts, { key: film, part_numbers: [1] })).body.data.parts[0]!;

    const { email, password } = leo;
    expect((await leo.call(user.remove, { user_id: learnerId, email })).status).toBe(200);
    expect(await codeAt(email, password)).toBe("ERRUSRDELETED");
    expect(await codeAt(email, "another password")).toBe("ERRLOGIN");
    expect((await leo.call(user.countNotices, {})).status).toBe(401);
    await erase(); // the review goes on, so its work stays for now
    expect((await fetch(url, { method: "PUT", body: new Uint8Array(100) })).status).toBe(404);
    const first = await rita.call(review.read, { credential_job_id });
    expect(first.text).toContain("I am Quarkenfels."); // of the round before
    expect(first.body.data.declaration).toEqual(declaration);
    expect((await rita.call(review.acceptSection, verdict(work, 0))).status).toBe(200);
    await erase();

    const kept = (await world.control.everything()).filter(
      (item) => /quarkenfels/i.test(JSON.stringify(item)) || JSON.stringify(item).includes(email),
    );
    const kinds = new Set(kept.map(({ pk }) => /^(WORDS#)?[A-Za-z]+/.exec(String(pk))?.[0]));
    kinds.delete("RATE"); // tries to sign in are forgotten by themselves
    expect([...kinds].sort()).toEqual(["ISSUED", "WORDS#certificates"]);
    expect(await world.control.item(`USER#${learnerId}`, "SCECH")).toBe(null);
    expect(await world.control.item(`USER#${learnerId}`, "PROFILE")).toMatchObject({
      status: "deleted",
      first_name: "Deleted",
      email: "",
    });
    expect(await world.control.item(`FILE#${key}`, "META")).toBe(null);
    const page = { org_id: academy.organization_id, cred_id: credential_id, user_id: learnerId };
    expect((await world.anyone.call(certificate.readOwn, page)).body.data).toMatchObject({
      first_name,
      last_name: "Quarkenfels",
      verified: true,
    });
    expect((await rita.call(review.payments, {})).body.data.payments).toHaveLength(1);
    expect(await codeAt(email, password)).toBe("ERRUSRDELETED");
    const { accessToken } = await invitedAs(academy, { role: 5, email }, { first_name: "Leo", last_name: "Again" });
    expect(accessToken).toBeDefined();
    expect(await codeAt(email, "a lamp in the harbour")).toBeUndefined();
    expect(await codeAt(email, password)).toBe("ERRLOGIN");
  });

  test("is erased when the requests that began before it have ended", () => {
    const person = { user_id: "usr_1", email: "gone@guests.test", status: "active", version: 1, organization_ids: [] };
    const by = { files: [], certificates: {}, actor_id: "usr_1", organization_id: "" };
    const due = deletionSteps(person as unknown as UserRecord, by).find(({ key }) => key.pk === "DUE#person-erasure");
    expect(due!.key.sk > clock.iso()).toBe(true);
  });

  test("with a purchase and nothing handed in has the review's pay split like the rest, and cannot be refunded to nobody", async () => {
    const lena = academy.as("Lena");
    const credential_id = await publishedCredential(academy, [academy.as("Rita")], { price: 25, rate: 20 });
    const application_id = await paidPurchase(lena, credential_id, world.origin);
    expect((await lena.call(user.remove, { user_id: lena.user_id, email: lena.email })).status).toBe(200);
    await erase();
    const refund = { application_id, reason: "Left before the work began" };
    expect(await academy.as("Ada").call(payment.refund, refund)).toMatchObject({
      status: 409,
      body: { error: { code: "payment.account-deleted" } },
    });
    const entries = await ledgerOf(world.control.items, academy, application_id);
    expect(entries.at(-1)).toMatchObject({ reviewer_payable: 1167, issuer: -584, platform: -350, organization: -233 });
    await expectInvariants(world, academy);
  });

  test("with a purchase that is disputed waits for what comes of it, and has the pay split once it is won", async () => {
    const school = await world.newOrganization("Disputed School");
    const lena = school.as("Lena");
    const rita = await acceptedReviewer(school, "Rita");
    const credential_id = await publishedCredential(school, [rita], { price: 25, rate: 20 });
    const application_id = await paidPurchase(lena, credential_id, world.origin, cards.disputed);
    await world.settle();
    const { stripe_payment_id, status } = (await world.control.item(`PAYMENT#${application_id}`, "META"))!;
    expect(status).toBe("disputed");
    expect((await lena.call(user.remove, { user_id: lena.user_id, email: lena.email })).status).toBe(200);
    await erase();
    const closed = async () => (await world.control.item(`APPLICATION#${application_id}`, "META"))?.closed_because;
    expect(await closed()).toBeUndefined();
    await decideDispute(world, await disputeAbout(world, stripe_payment_id), "winning_evidence");
    await world.settle();
    await erase();
    expect(await closed()).toBe("account-deleted");
    const entries = await ledgerOf(world.control.items, school, application_id);
    expect(entries.at(-1)).toMatchObject({ reviewer_payable: 1167, issuer: -584, platform: -350, organization: -233 });
    await expectInvariants(world, school);
  });

  /** Makes somebody of an organization a learner of another one, too; answers which. */
  async function joinedElsewhere({ organization_id: here }: Organization, person: Named): Promise<string> {
    const organization_id = newId("org");
    await world.control.makeOrganization({ organization_id, name: `Evening School ${organization_id}` });
    await transact([
      change(organizationKeys.user(person.user_id), { set: { organization_ids: [here, organization_id] } }),
      ...enrol(person, { organization_id, role: 5 }, { recorded: "user.signed-up" }),
    ]);
    return organization_id;
  }

  test.each([
    { name: "Lena", folder: "submissions" },
    { name: "Rob", folder: "certificates" },
  ] as const)(
    "takes along what $name uploaded to $folder and nothing holds, in an organization left before",
    async ({ name, folder }) => {
      const school = await world.newOrganization("Loose School");
      const person = school.as(name);
      const key = await uploaded(person, folder, "loose.pdf", pdf);
      const { user_id, email, first_name, last_name } = person;
      const organization_id = await joinedElsewhere(school, { user_id, email, first_name, last_name });
      expect((await school.as("Ada").call(user.remove, { user_id, email })).status).toBe(200);
      expect(await world.control.item(`FILE#${key}`, "META")).toMatchObject({ status: "clean" });
      expect((await person.call(user.remove, { user_id, email, organization_id })).status).toBe(200);
      await erase();
      expect(await world.control.item(`FILE#${key}`, "META")).toBe(null);
    },
  );

  test("takes along the account page of an organization that was left before", async () => {
    const school = await world.newOrganization("Day School");
    const { user_id, email, first_name, last_name, ...ivan } = school.as("Ivan");
    const page = { organization_name: school.name, overview: "<p>I am Ivan.</p>", is_internal: false };
    expect((await ivan.call(reviewer.saveIssuerProfile, page)).status).toBe(200);
    const organization_id = await joinedElsewhere(school, { user_id, email, first_name, last_name });
    expect((await school.as("Ada").call(user.remove, { user_id, email })).status).toBe(200);
    await world.anyone.call(auth.requestPasswordReset, { email });
    await world.settle();
    const items = async () => (await world.control.items(`USER#${user_id}`)).map(({ sk }) => String(sk));
    expect(await items()).toEqual([
      `ISSUES#${school.organization_id}`,
      `MEMBER#${organization_id}`,
      "PROFILE",
      "RESET",
    ]);
    expect((await ivan.call(user.remove, { user_id, email, organization_id })).status).toBe(200);
    await erase();
    expect(await items()).toEqual(["PROFILE"]);
  });

  test("takes along the rows in which an earlier release listed notices", async () => {
    const school = await world.newOrganization("Listed School");
    const lena = school.as("Lena");
    const { user_id, email } = lena;
    const pk = organizationViews.notices(user_id);
    const { pk: ref_pk, sk: ref_sk } = organizationKeys.notice(user_id, "not_1");
    await world.control.put([{ pk, sk: "not_1", ref_pk, ref_sk }]);
    expect((await lena.call(user.remove, { user_id, email })).status).toBe(200);
    await erase();
    expect(await world.control.items(pk)).toEqual([]);
  });

  test("of a reviewer takes their profile and undecided application along, and waits for accepted jobs", async () => {
    const ray = await acceptedReviewer(academy, "Ray");
    const work = await submitted(academy.as("Liv"), await publishedCredential(academy, [ray]));
    const { credential_job_id } = work;
    await ray.call(review.accept, { credential_job_id });
    const own = { user_id: ray.user_id, email: ray.email };
    expect((await ray.call(user.remove, own)).body.error.code).toBe("user.has-open-jobs");
    const other = { user_id: ray.user_id, role: 3 };
    expect((await academy.as("Ada").call(user.update, other)).body.error.code).toBe("user.has-open-jobs");
    await ray.call(review.release, { credential_job_id });
    const [removed, accepted] = await Promise.all([
      ray.call(user.remove, own),
      ray.call(review.accept, { credential_job_id }),
    ]);
    expect([removed, accepted].filter(({ status }) => status === 200)).toHaveLength(1);
    if (accepted.status === 200) {
      await ray.call(review.release, { credential_job_id });
      expect((await ray.call(user.remove, own)).status).toBe(200);
    }
    expect(await world.control.item(`USER#${ray.user_id}`, "REVIEWER")).toBe(null);

    const rob = academy.as("Rob");
    await rob.call(reviewer.create, profile);
    await rob.call(reviewer.submit, {});
    expect((await rob.call(user.remove, { user_id: rob.user_id, email: rob.email })).status).toBe(200);
    const waiting = await academy.as("Ada").call(reviewer.listApplications, { status: "active" });
    expect(waiting.body.data.total).toBe(0);
  });

  test("of a reviewer takes the bank account along, once what they have earned is paid out", async () => {
    const rita = academy.as("Rita");
    const account = { bank_id: 7, account_holder: "Rita Rivers", aba: "021000021", account_number: "000918273645" };
    expect((await rita.call(reviewer.saveBank, { ...account, address: "12 Marker Lane" })).status).toBe(200);
    const kept = () => world.control.item(`USER#${rita.user_id}`, "BANK");
    const { credential_job_id } = (await rita.call(review.payments, {})).body.data.payments[0]!;
    expect((await rita.call(user.remove, { user_id: rita.user_id, email: rita.email })).status).toBe(200);
    await erase();
    expect(await kept()).not.toBe(null);

    const run = { run_id: `run_${academy.organization_id.slice(4)}`, started_on: "2026-11-20T10:00:00.000Z" };
    const [, began] = beginRun({ ...run, status: "open", effective_on: "2026-11-23", modifier: "A" });
    await transact([began!]); // a run of its own: the world's others do not see it
    await transact(payOutSteps((await get(Payout, paymentKeys.payout(credential_job_id)))!, run.run_id));
    await erase();
    expect(await kept()).toBe(null);
  });

  test("of a reviewer takes along what they told the admins when they declined a job", async () => {
    const school = await world.newOrganization("Declining School");
    const rita = await acceptedReviewer(school, "Rita");
    const { credential_job_id } = await submitted(school.as("Lena"), await publishedCredential(school, [rita]));
    const declining = { credential_job_id, reason: "time", note: "I am at Marmelstein Hospital." } as const;
    expect((await rita.call(review.decline, declining)).status).toBe(200);
    const { reviewers } = (await school.as("Ada").call(tie.list, { credential_job_id })).body.data;
    expect(reviewers).toMatchObject([{ declined: { reason: "time", note: declining.note } }]);
    expect((await rita.call(user.remove, { user_id: rita.user_id, email: rita.email })).status).toBe(200);
    await erase();
    const items = await world.control.everything();
    expect(items.filter((item) => item.ttl === undefined && /marmelstein/i.test(JSON.stringify(item)))).toEqual([]);
    expect(await world.control.item(submissionKeys.job(credential_job_id).pk, "META")).toMatchObject({
      offers: { declined: [{ reviewer_id: rita.user_id, reason: "time" }] },
    });
    await expectInvariants(world, school);
  });

  test("of somebody with many places leaves them all", async () => {
    const { user_id, email, first_name, last_name, ...liv } = academy.as("Liv");
    await liv.token();
    const joined = async (): Promise<string> => {
      const organization_id = newId("org");
      await world.control.makeOrganization({ organization_id, name: `Chain ${organization_id}` });
      await transact(
        enrol({ user_id, email, first_name, last_name }, { organization_id, role: 5 }, { recorded: "user.signed-up" }),
      );
      return organization_id;
    };
    const { organization_id } = academy;
    const places = [organization_id, ...(await Promise.all(Array.from({ length: 8 }, joined)))];
    await transact([change(organizationKeys.user(user_id), { set: { organization_ids: places } })]);
    expect((await liv.call(user.remove, { user_id, email, organization_id })).status).toBe(200);
    const left = await world.control.items(organizationKeys.user(user_id).pk);
    expect(left.filter(({ sk }) => String(sk).startsWith("MEMBER#"))).toEqual([]);
    expect(await world.control.item(organizationKeys.user(user_id).pk, "PROFILE")).toMatchObject({ status: "deleted" });
  });

  test("of the last admin is refused while the organization is active", async () => {
    const school = await world.newOrganization("Lonely School");
    const ada = school.as("Ada");
    await ada.token();
    const account = { user_id: ada.user_id, email: ada.email };
    expect((await sam.call(user.remove, account)).body.error.code).toBe("user.last-admin");
    await sam.call(organization.archive, { id: school.organization_id, archiveStatus: true });
    expect((await sam.call(user.remove, account)).status).toBe(200);
    expect(await codeAt(ada.email, ada.password)).toBe("ERRUSRDELETED");
  });
});

describe("making an account for somebody", () => {
  const person = (mark: string) => ({
    email: `${mark}-${academy.organization_id.toLowerCase()}@made.test`,
    first_name: "Max",
    last_name: "Made",
    is_issuer: true,
  });

  test("makes a member at once, who chooses a password by the mail", async () => {
    const input = person("max");
    const made = await academy.as("Ada").call(user.create, input);
    expect(made).toMatchObject({ status: 200, body: { data: { role: 3, email: input.email, editable: true } } });
    await world.settle();
    const { body } = await academy.as("Ada").call(organization.listUsers, { role: 3, status: "active" });
    expect(body.data.users).toMatchObject([{ first_name: "Max", email: input.email }]);
    const mails = await world.mails.to(input.email);
    expect(mails.map(({ subject }) => subject)).toEqual([`${academy.name} created an account for you`]);
    expect(mails[0]!.text).toContain("/forgotpassword");
    expect(await codeAt(input.email, "a lamp in the harbour")).toBe("ERRLOGIN");
    await world.anyone.call(auth.requestPasswordReset, { email: input.email });
    const [token] = await tokensFor(input.email);
    const password = "a lamp in the harbour";
    const chosen = await world.anyone.call(auth.resetPassword, { email: input.email, token: token!, password });
    expect(chosen.status).toBe(200);
    expect(await codeAt(input.email, password)).toBeUndefined();
  });

  test("wants one role, and an address that is nobody's yet; two at once make one", async () => {
    const ada = academy.as("Ada");
    const message = "Choose one of issuer, reviewer and learner.";
    for (const flags of [{ is_issuer: false }, { is_learner: true }]) {
      const refused = await ada.call(user.create, { ...person("both"), ...flags });
      expect(refused).toMatchObject({ status: 400, body: { error: { message, fields: { is_reviewer: message } } } });
    }
    const both = await Promise.all([1, 2].map(() => ada.call(user.create, person("twin"))));
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect(both.find(({ status }) => status === 409)!.body.error).toMatchObject({
      code: "auth.email-in-use",
      fields: { email: "Email address is already in use" },
    });
    const guest = person("guest");
    await ada.call(organization.inviteUsers, { invitations: [{ email: guest.email, role: 5 }] });
    expect((await ada.call(user.create, guest)).body.error.fields).toEqual({
      email: "This user has already been invited.",
    });
    expect((await academy.as("Ivan").call(user.create, person("ivans"))).status).toBe(403);
    expect((await sam.call(user.create, person("sams"))).body.error.code).toBe("input.organization-needed");
    const { organization_id } = academy;
    expect((await sam.call(user.create, { ...person("sams"), organization_id })).status).toBe(200);
  });
});
