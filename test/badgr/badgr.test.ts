import { ulid } from "ulid";
import { beforeAll, describe, expect, it } from "vitest";
import { seedPassword } from "../../bin/seed/people.ts";
import { certificateKeys, certificateViews } from "../../functions/data/keys/certificate.ts";
import { relist } from "../../functions/data/relist.ts";
import { put } from "../../functions/data/steps.ts";
import { transact } from "../../functions/data/table.ts";
import { contract } from "../../shared/contract.ts";
import { problems } from "../../shared/http/problems.ts";
import { roleIds } from "../../shared/permissions.ts";
import { environmentOfFile } from "../support/environment.ts";
import { type Account, badgeCredential, badgesSeen, connect, openAccount, picture } from "../support/fixtures/badge.ts";
import { acceptedReviewer } from "../support/fixtures/reviewer.ts";
import { earned } from "../support/fixtures/work.ts";
import type { Organization } from "../support/organization.ts";
import { type Person, personAt } from "../support/people.ts";
import { slowness } from "../support/slowness.ts";
import { world } from "../support/world.ts";

const { badgr, certificate, credential, organization, submission, user } = contract;
const { control } = world;
const names = ["AWS_REGION", "AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY", "AWS_ENDPOINT_URL_DYNAMODB", "TABLE_NAME"];
environmentOfFile(() => control.settings(names));

let academy: Organization;
let account: Account;
let rita: Person;
let ada: Person;
beforeAll(async () => {
  academy = await world.newOrganization("Brook Academy");
  account = await openAccount(control, academy);
  ada = academy.as("Ada");
  rita = await acceptedReviewer(academy, "Rita");
});

const awardsTo = async (email: string) => (await control.badgrAwards()).filter(({ identity }) => identity === email);
const eventually = { timeout: 90_000 * slowness, interval: 200 };

describe("connecting", () => {
  it("tells why a password is not taken, a single sign-on's account included", async () => {
    await control.openBadgrAccount({ username: "sso@badges.test" });
    await control.openBadgrAccount({ username: "here@badges.test", password: "Open-badges-2026" });
    const [code, [status, message]] = ["badgr.sign-in-refused", problems["badgr.sign-in-refused"]] as const;
    for (const given of [
      { username: "sso@badges.test", password: "Open-badges-2026" },
      { username: "nobody@badges.test", password: "Open-badges-2026" },
      { username: "here@badges.test", password: "Open-badges-2026", region: "eu" },
    ]) {
      const refused = await ada.call(badgr.login, given);
      expect(refused).toMatchObject({ status, body: { error: { code, message } } });
    }
    expect(message).toContain("single sign-on");
  });

  it("makes even the right password wait after wrong ones", async () => {
    await control.openBadgrAccount({ username: "wait@badges.test", password: "Open-badges-2026" });
    const sign = (password: string) => ada.call(badgr.login, { username: "wait@badges.test", password });
    await sign("wrong");
    const refused = await sign("Open-badges-2026");
    expect(refused).toMatchObject({ status: 429, body: { error: { code: "badgr.throttled" } } });
    expect(refused.body.error.message).toMatch(/^The badge service is limiting our requests. Wait \d+ seconds/);
    expect(refused.body.error.message).toContain(` ${refused.headers["retry-after"]} seconds`);
  });

  it("tells that an account may see nothing yet, and why, when connecting and later", async () => {
    const other = await world.newOrganization("Unverified Academy");
    const own = { username: "unverified@badges.test", password: "Open-badges-2026" };
    const admin = other.as("Ada");
    const [status, message] = problems["badgr.not-verified"];
    const said = { status, body: { error: { code: "badgr.not-verified", message } } };
    await control.openBadgrAccount({ ...own, unverified: true });
    expect(await admin.call(badgr.login, own)).toMatchObject(said);
    expect((await admin.call(badgr.connected, {})).body.data).toBe(false);
    await control.openBadgrAccount(own);
    await connect(other, own);
    expect((await admin.call(badgr.listIssuers, {})).body.data.total).toBe(0);
    await control.unverifyBadgrAccount(own.username);
    expect(await admin.call(badgr.listIssuers, {})).toMatchObject(said);
    expect(await admin.call(badgr.listBadges, {})).toMatchObject(said);
  });

  it("asks regions of the list alone", async () => {
    const refused = await ada.call(badgr.login, { ...account, region: "http://169.254.169.254" });
    expect(refused).toMatchObject({ status: 400, body: { error: { fields: { region: "Choose a region." } } } });
  });

  it("keeps nothing but the refresh token, encrypted for this organization", async () => {
    expect((await ada.call(badgr.connected, {})).body.data).toBe(false);
    const answer = await ada.call(badgr.login, { orgid: academy.organization_id, ...account });
    expect(answer).toMatchObject({ status: 200, body: { data: { status: "connected", region: "us" } } });
    for (const name of ["Ada", "Ivan", "Pia", "Rita", "Lena", "Cy"] as const)
      expect((await academy.as(name).call(badgr.connected, {})).body.data).toBe(true);
    const stored = await control.item(`ORG#${academy.organization_id}`, "BADGR");
    const secrets = ["password", "username", "access_token"].filter((name) => name in stored!);
    expect(secrets).toEqual([]);
    const all = JSON.stringify([await control.everything(), await control.logs()]);
    expect(all).not.toContain(account.password);
    expect(all).not.toContain(account.username);
    const details = await ada.call(organization.read, {});
    expect(details.body.data.badge_service).toMatchObject({ status: "connected", region: "us" });
    expect((await academy.as("Ivan").call(organization.read, {})).body.data.badge_service).toBeUndefined();
  });
});

describe("what the account has", () => {
  it("are issuers for admins, badges for issuers too", async () => {
    const { body } = await ada.call(badgr.listIssuers, {});
    expect(body.data).toMatchObject({ total: 1, issuers: [{ name: academy.name, email: account.username }] });
    const badges = (await academy.as("Ivan").call(badgr.listBadges, {})).body.data;
    expect(badges.badges.map(({ name }) => name)).toEqual(["Leadership", "Inquiry"]);
    expect(badges.badges[0]).toMatchObject({ entity_type: "BadgeClass", issuer_id: body.data.issuers[0]!.issuer_id });
    expect(await ada.call(badgr.listBadges, { issuer_id: "nobody" })).toMatchObject({ status: 404 });
  });

  it("becomes draft credentials, each badge once, with its settings locked", async () => {
    const badges = (await ada.call(badgr.listBadges, {})).body.data.badges;
    const badge_ids = badges.map(({ badge_id }) => badge_id);
    const first = (await ada.call(badgr.importBadges, { badge_ids })).body.data.credentials;
    expect(first.map(({ title, imported }) => [title, imported])).toEqual([
      ["Leadership", true],
      ["Inquiry", true],
    ]);
    const again = (await ada.call(badgr.importBadges, { badge_ids })).body.data.credentials;
    expect(again).toEqual(first.map((each) => ({ ...each, imported: false })));
    const listed = (await ada.call(badgr.listBadges, {})).body.data.badges;
    expect(listed.map(({ cred_id }) => cred_id)).toEqual(first.map(({ cred_id }) => cred_id));

    const { cred_id: credential_id } = first[0]!;
    const draft = (await ada.call(credential.read, { credential_id })).body.data;
    expect(draft).toMatchObject({ status: "draft", credential_details: { entity_type: "BadgeClass" } });
    const { entity_type: _, badgrImage, ...kept } = draft.credential_details;
    expect(badgrImage).toMatch(/^\/media\/\w+\.png$/);
    const details = { ...kept, score_description: "<p>a</p>", credential_resources: "<p>a</p>" };
    const save = (change: object) =>
      ada.call(credential.update, {
        credential_id,
        version: draft.version,
        step: 0,
        credential_details: { ...details, badgrImage, ...change },
      });
    expect((await save({ badgrIssuer: "else@badges.test" })).body.error.code).toBe("credential.badge-locked");
    expect((await save({ badgrImage: "" })).body.error.code).toBe("credential.badge-locked");
    expect((await save({})).status).toBe(200);
  });

  it("comes with its name as it is seen, cut between characters", async () => {
    const other = await world.newOrganization("Title Academy");
    const own = { username: "title.academy@badges.test", password: "Open-badges-2026" };
    const badge = { name: `In\u200bquiry ${"x".repeat(91)}😀`, description: "A badge.", image: picture };
    const issuer = { name: other.name, email: own.username, url: "https://academy.test", description: "An academy." };
    await control.openBadgrAccount({ region: "us", ...own, issuers: [{ ...issuer, badges: [badge] }] });
    await connect(other, own);
    const [listed] = (await other.as("Ada").call(badgr.listBadges, {})).body.data.badges;
    const made = await other.as("Ada").call(badgr.importBadges, { badge_ids: [listed!.badge_id] });
    expect(made.body.data.credentials[0]!.title).toBe(`Inquiry ${"x".repeat(91)}`);
  });

  it("is read whole, though the service answers 900 badges of 9 MB in one body", async () => {
    const other = await world.newOrganization("Many Badges");
    const own = { username: "many@badges.test", password: "Open-badges-2026" };
    const badges = Array.from({ length: 900 }, (_, at) => ({
      ...{ name: `Badge ${at}`, image: picture },
      description: "Plans, leads and assesses. ".repeat(360),
    }));
    const issuer = { name: other.name, email: own.username, url: "https://many.test", description: "Many.", badges };
    await control.openBadgrAccount({ ...own, issuers: [issuer] });
    await connect(other, own);
    const last = await other.as("Ada").call(badgr.listBadges, { offset: 890, limit: 100 });
    expect(last.body.data).toMatchObject({ total: 900 });
    expect(last.body.data.badges.map(({ name }) => name)).toContain("Badge 0");
  });

  it("is seen with a new token once the old one has ended, by every call", async () => {
    const [badge] = (await ada.call(badgr.listBadges, {})).body.data.badges;
    for (const ask of [
      () => ada.call(badgr.listBadges, {}),
      () => ada.call(badgr.listAssertions, {}),
      () => ada.call(badgr.importBadges, { badge_ids: [badge!.badge_id] }),
    ]) {
      await control.forgetBadgrAccess(account.username);
      expect(await ask()).toMatchObject({ status: 200 });
    }
  });
});

describe("awarding", () => {
  let cred_id: string;
  let application_id: string;

  it("makes the badge, once, when the credential goes live and the answer is lost", async () => {
    await control.switchBadgr({ loseBadges: 1 });
    cred_id = await badgeCredential(academy, rita, account);
    const typeOf = async () =>
      (await ada.call(credential.read, { credential_id: cred_id })).body.data.credential_details.entity_type;
    await expect.poll(typeOf, eventually).toBe("BadgeClass");
    expect((await control.badgrBadges()).filter(({ criteriaUrl }) => criteriaUrl?.endsWith(cred_id))).toHaveLength(1);
  });

  it("awards once, although the answer was lost, the service impatient and the step done again", async () => {
    const lena = academy.as("Lena");
    await control.switchBadgr({ loseAwards: 1, throttle: 1 });
    application_id = await earned(lena, cred_id, rita);
    await expect.poll(() => badgesSeen(academy, cred_id), eventually).toMatchObject({ Lena: { status: "awarded" } });
    const about = { organization_id: academy.organization_id, application_id, cred_id, user_id: lena.user_id };
    const event = { event_id: "evt_AGAIN", type: "submission.completed", at: new Date().toISOString(), ...about };
    const body = JSON.stringify({ ...event, actor_id: "system", subject_id: application_id });
    const Records = [1, 2, 3].map((each) => ({ messageId: String(each), body }));
    expect(await control.invoke("platform/award-badges", { Records })).toEqual({ batchItemFailures: [] });
    const awards = await awardsTo(lena.email);
    expect(awards).toHaveLength(1);
    expect(awards[0]!.evidence[0]!.url).toContain(`/Certificate?org_id=${academy.organization_id}`);
  });

  it("shows awards page by page; issuers see addresses in part", async () => {
    const liv = academy.as("Liv");
    await earned(liv, cred_id, rita);
    await expect.poll(() => awardsTo(liv.email), eventually).toHaveLength(1);
    const page = (await ada.call(badgr.listAssertions, { limit: 1 })).body.data;
    expect(page.assertions.map(({ recipient }) => recipient)).toEqual([liv.email]);
    const { badge_id } = page.assertions[0]!;
    const next = await academy.as("Ivan").call(badgr.listAssertions, { badge_id, limit: 1, cursor: page.cursor });
    expect(next.body.data.assertions.map(({ recipient }) => recipient)).toEqual([
      academy.as("Lena").email.replace("lena", "l…"),
    ]);
    expect(next.body.data.cursor).toBeUndefined();
  });
});

describe("a dead badge service", () => {
  it("stops nobody: the credential is earned, and its badge follows by itself", async () => {
    const cred_id = await badgeCredential(academy, rita, account);
    await world.settle();
    await control.switchBadgr({ dead: true });
    const leo = academy.as("Leo");
    await earned(leo, cred_id, rita);
    expect((await leo.call(submission.read, { credential_id: cred_id })).body.data.status).toBe("completed");
    const away = await ada.call(badgr.listIssuers, {});
    expect(away).toMatchObject({ status: 503, body: { error: { code: "badgr.unavailable" } } });
    expect((await ada.call(badgr.connected, {})).body.data).toBe(true);
    const reason = "We couldn’t reach the badge service. We’ll try again within 15 minutes.";
    await expect
      .poll(() => badgesSeen(academy, cred_id), eventually)
      .toMatchObject({ Leo: { status: "waiting", reason, next_try_on: expect.any(String) } });
    expect((await control.queues()).find(({ name }) => name.endsWith("-badges-dead"))!.waiting).toEqual([]);
    await control.switchBadgr({ dead: false });
    await expect.poll(() => badgesSeen(academy, cred_id), eventually).toMatchObject({ Leo: { status: "awarded" } });
    expect((await awardsTo(leo.email)).length).toBe(1);
  });
});

describe("a connection that ends", () => {
  it("is told to the admins; badges wait, and a new connection takes them up", async () => {
    const cred_id = await badgeCredential(academy, rita, account);
    await world.settle();
    await control.endBadgrTokens(account.username);
    const lena = academy.as("Lena");
    await earned(lena, cred_id, rita);
    await expect
      .poll(() => badgesSeen(academy, cred_id), eventually)
      .toMatchObject({ Lena: { status: "waiting", reason: problems["badgr.expired"][1] } });
    await world.settle();
    expect((await ada.call(badgr.listIssuers, {})).body.error.code).toBe("badgr.expired");
    expect((await ada.call(badgr.connected, {})).body.data).toBe(false);
    expect((await ada.call(organization.read, {})).body.data.badge_service).toMatchObject({ status: "expired" });
    const subjects = (await world.mails.to(ada.email)).map(({ subject }) => subject);
    expect(subjects.filter((subject) => subject === "Reconnect the badge service")).toHaveLength(1);
    const notices = (await ada.call(user.listNotices, {})).body.data.notices;
    expect(notices.map(({ title }) => title)).toContain("Reconnect the badge service");

    await connect(academy, account);
    await expect.poll(() => badgesSeen(academy, cred_id), eventually).toMatchObject({ Lena: { status: "awarded" } });
  });

  it("lives on when two renew its token at the same time", async () => {
    const key = { pk: `ORG#${academy.organization_id}`, sk: "BADGR" };
    const before = await control.item(key.pk, key.sk);
    await control.forgetBadgrAccess(account.username);
    const now = await Promise.all([1, 2, 3].map(() => ada.call(badgr.listIssuers, {})));
    expect(now.map(({ status }) => status)).toEqual([200, 200, 200]);
    const after = await control.item(key.pk, key.sk);
    expect(after!.refresh_token).not.toBe(before!.refresh_token);
  });
});

describe("a refused token of another organization", () => {
  let [north, south]: Organization[] = [];
  let southAccount: Account;
  const issuers = (of: Organization) => of.as("Ada").call(badgr.listIssuers, {});
  const region = "ca";
  async function refuse(): Promise<{ status: number; expires?: number }> {
    const { BADGR_API_URL } = await control.settings(["BADGR_API_URL"]);
    const body = new URLSearchParams({ grant_type: "refresh_token", refresh_token: "dead", client_id: "public" });
    const answer = await fetch(`${BADGR_API_URL}/${region}/o/token`, { method: "POST", body });
    return { status: answer.status, ...((await answer.json()) as object) };
  }

  it("is tried once, and the wait that follows it is sat out by the others", async () => {
    [north, south] = [await world.newOrganization("North Waits"), await world.newOrganization("South Waits")];
    const northAccount = await openAccount(control, north, region);
    southAccount = await openAccount(control, south, region);
    for (const [of, own] of [[north, northAccount] as const, [south, southAccount] as const])
      expect(await of.as("Ada").call(badgr.login, { ...own, region })).toMatchObject({ status: 200 });
    await control.endBadgrTokens(northAccount.username);
    await control.forgetBadgrAccess(southAccount.username);
    expect((await issuers(north)).body.error.code).toBe("badgr.expired");
    expect(await issuers(south)).toMatchObject({ status: 200 });
    expect((await issuers(north)).body.error.code).toBe("badgr.expired");
    expect(await refuse()).toMatchObject({ status: 400 }); // not 429: nothing was asked with the dead token again
  });

  it("never ends a good connection: who has to wait for longer is told for how long", async () => {
    await expect.poll(async () => (await refuse()).expires ?? 0, { timeout: 30_000, interval: 500 }).toBeGreaterThan(4);
    await control.forgetBadgrAccess(southAccount.username);
    const refused = await issuers(south!);
    expect(refused).toMatchObject({ status: 429, body: { error: { code: "badgr.throttled" } } });
    expect(Number(refused.headers["retry-after"])).toBeGreaterThan(4);
    expect((await south!.as("Ada").call(organization.read, {})).body.data.badge_service).toMatchObject({
      status: "connected",
    });
    await expect.poll(async () => (await issuers(south!)).status, { timeout: 30_000, interval: 1000 }).toBe(200);
  });
});

describe("what the badge service refuses", () => {
  const reason = "The badge service has no issuer with the email later@badges.test.";
  let cred_id: string;
  let about: { application_id: string; cred_id: string; user_id: string; organization_id: string };

  it("has failed with its reason, and is tried again every six hours, not before", async () => {
    cred_id = await badgeCredential(academy, rita, { ...account, username: "later@badges.test" });
    const leo = academy.as("Leo");
    const application_id = await earned(leo, cred_id, rita);
    about = { application_id, cred_id, user_id: leo.user_id, organization_id: academy.organization_id };
    const next_try_on = expect.stringMatching(/T(?:00|06|12|18):00:00\.000Z$/);
    await expect
      .poll(() => badgesSeen(academy, cred_id), eventually)
      .toMatchObject({ Leo: { status: "failed", reason, next_try_on } });
    const before = await control.item(`APPLICATION#${application_id}`, "BADGE");
    await control.runSchedule("badgr/retry-badges", -3_600_000);
    await world.settle();
    expect(await control.item(`APPLICATION#${application_id}`, "BADGE")).toEqual(before);
  });

  it("is told in words that help where the account is only staff of the issuer", async () => {
    const other = await world.newOrganization("Staff Academy");
    const own = { username: "only.staff@badges.test", password: account.password };
    await control.openBadgrAccount({ ...own, staffOf: [account.username] });
    await connect(other, own);
    expect((await other.as("Ada").call(badgr.listIssuers, {})).body.data.issuers).toHaveLength(1);
    const rosa = await acceptedReviewer(other, "Rita");
    const staffCredential = await badgeCredential(other, rosa, account);
    await earned(other.as("Leo"), staffCredential, rosa);
    const words = `The connected account can award badges of ${academy.name} but can’t create them.`;
    await expect
      .poll(() => badgesSeen(other, staffCredential), eventually)
      .toMatchObject({ Leo: { status: "failed", reason: expect.stringContaining(words) } });
  });

  it("is given up after two weeks, saying what to do; once mended, a new connection takes it up", async () => {
    const key = { pk: `APPLICATION#${about.application_id}`, sk: "BADGE" };
    const before = await control.item(key.pk, key.sk);
    await control.put([{ ...before, failed_on: new Date(Date.now() - 15 * 86_400_000).toISOString() }]);
    await control.runSchedule("badgr/retry-badges", 6 * 3_600_000);
    await expect.poll(() => badgesSeen(academy, cred_id), eventually).toMatchObject({ Leo: { status: "given-up" } });
    const { Leo } = (await badgesSeen(academy, cred_id)) as Record<string, { reason: string; next_try_on?: string }>;
    expect(Leo!.reason).toContain(`${reason} The badge service refused it for two weeks, so we stopped trying.`);
    expect(Leo!.next_try_on).toBeUndefined();
    await world.settle();
    const notices = (await ada.call(user.listNotices, {})).body.data.notices;
    expect(notices.filter(({ title }) => title.startsWith("Badge not awarded"))).toHaveLength(1);
    await control.openBadgrIssuer(account.username, { name: "Later", email: "later@badges.test" });
    await control.runSchedule("badgr/retry-badges", 12 * 3_600_000);
    await world.settle();
    expect(await badgesSeen(academy, cred_id)).toMatchObject({ Leo: { status: "given-up" } });
    await connect(academy, account);
    await expect.poll(() => badgesSeen(academy, cred_id), eventually).toMatchObject({ Leo: { status: "awarded" } });
  });
});

describe("an award whose certificate is no longer good", () => {
  const stored = (application_id: string) => control.item(`APPLICATION#${application_id}`, "BADGE");
  async function awarded(name: "Lena" | "Liv" | "Leo") {
    const cred_id = await badgeCredential(academy, rita, account);
    const application_id = await earned(academy.as(name), cred_id, rita);
    await expect.poll(() => badgesSeen(academy, cred_id), eventually).toMatchObject({ [name]: { status: "awarded" } });
    const { assertion_id } = (await stored(application_id))!;
    const there = async () => (await control.badgrAwards()).find(({ entityId }) => entityId === assertion_id);
    const { certificate_id } = (await control.item(`APPLICATION#${application_id}`, "META"))!;
    return { cred_id, application_id, there, certificate_id: String(certificate_id) };
  }
  const reason = { revocation: "rules-broken", reason: "Copied from another learner." } as const;

  it("is revoked there with the kind of reason, once, although the answer was lost", async () => {
    const { cred_id, certificate_id, there } = await awarded("Lena");
    await control.switchBadgr({ loseRevocations: 1, throttle: 1 });
    expect(await ada.call(certificate.revoke, { certificate_id, ...reason })).toMatchObject({ status: 200 });
    await expect.poll(() => badgesSeen(academy, cred_id), eventually).toMatchObject({ Lena: { status: "revoked" } });
    expect(await there()).toMatchObject({ revoked: true, revocationReason: "Earned in violation of the rules." });
  });

  it("is awarded anew for the certificate that replaces it, and only that one counts", async () => {
    const { application_id, certificate_id, there } = await awarded("Liv");
    const corrected = { certificate_id, first_name: "Olivia", last_name: "Poe" };
    expect(await ada.call(certificate.replace, corrected)).toMatchObject({ status: 200 });
    const former = (await there())!;
    await expect
      .poll(() => stored(application_id), eventually)
      .toMatchObject({ status: "awarded", assertion_id: expect.not.stringMatching(`^${former.entityId}$`) });
    expect(await there()).toMatchObject({ revoked: true, revocationReason: "Replaced with a corrected certificate." });
    const all = (await awardsTo(academy.as("Liv").email)).filter(({ badgeclass }) => badgeclass === former.badgeclass);
    expect(all.map(({ revoked }) => revoked)).toEqual([true, false]);
  });

  it("stands before the admin where the service refuses to revoke it, until a later try does", async () => {
    const { cred_id, certificate_id, there } = await awarded("Leo");
    await control.switchBadgr({ refuseRevocations: 1 });
    expect(await ada.call(certificate.revoke, { certificate_id, ...reason })).toMatchObject({ status: 200 });
    const refused = "The connected account doesn’t have this award.";
    await expect
      .poll(() => badgesSeen(academy, cred_id), eventually)
      .toMatchObject({ Leo: { status: "not-revoked", reason: refused, next_try_on: expect.any(String) } });
    await world.settle();
    const notices = (await ada.call(user.listNotices, {})).body.data.notices;
    expect(notices.filter(({ title }) => title.startsWith("Badge still valid"))).toHaveLength(1);
    expect(await there()).toMatchObject({ revoked: false });
    await control.runSchedule("badgr/retry-badges", 6 * 3_600_000);
    await expect.poll(() => badgesSeen(academy, cred_id), eventually).toMatchObject({ Leo: { status: "revoked" } });
    expect(await there()).toMatchObject({ revoked: true });
  });

  it("is revoked when its learner has it erased, also where nobody got the answer to its award", async () => {
    const { organization_id } = academy;
    const identity = { user_id: `usr_${ulid()}`, first_name: "Gro", last_name: "Gone", email: "gro@gone.test" };
    const place = { organization_id, role: roleIds.learner };
    const person = { ...identity, password: seedPassword };
    const gone = personAt(world.origin, { ...person, before: () => control.makePerson({ ...person, place }) });
    const cred_id = await badgeCredential(academy, rita, account);
    const application_id = await earned(gone, cred_id, rita);
    await expect.poll(() => stored(application_id), eventually).toMatchObject({ status: "awarded" });
    const { assertion_id, awarded_on: _, ...before } = (await stored(application_id))!;
    const due = [certificateViews.badgesDue(), certificateViews.badgesDue(organization_id)];
    const key = certificateKeys.badgeAward(application_id);
    await transact([put(key, { ...before, status: "waiting" }), ...relist(key, application_id, [], due)]);
    const certificates = [{ application_id, decision: "private" as const }];
    const { user_id, email } = gone;
    expect(await gone.call(user.remove, { user_id, organization_id, email, certificates })).toMatchObject({
      status: 200,
    });
    await expect.poll(() => stored(application_id), eventually).toMatchObject({ status: "revoked", assertion_id });
    const [there] = await awardsTo(email);
    expect(there).toMatchObject({ revoked: true, revocationReason: "At the learner’s request." });
  });
});

describe("disconnecting", () => {
  it("forgets the account, whose token is worth nothing to whoever kept a copy", async () => {
    const { organization_id } = academy;
    const copy = await control.item(`ORG#${organization_id}`, "BADGR");
    expect(await ada.call(badgr.disconnect, { organization_id })).toMatchObject({ status: 200 });
    expect(await ada.call(badgr.disconnect, { organization_id })).toMatchObject({ status: 200 });
    expect(await control.item(`ORG#${organization_id}`, "BADGR")).toBeNull();

    await control.put([copy!]);
    expect((await ada.call(badgr.listIssuers, {})).body.error.code).toBe("badgr.expired");
    expect(await ada.call(badgr.disconnect, { organization_id })).toMatchObject({ status: 200 });
  });

  /** A credential that was published while the service was connected. */
  async function writtenBefore(): Promise<string> {
    await connect(academy, account);
    const cred_id = await badgeCredential(academy, rita, account);
    expect(await ada.call(badgr.disconnect, { organization_id: academy.organization_id })).toMatchObject({
      status: 200,
    });
    return cred_id;
  }

  it("leaves what is earned meanwhile waiting", async () => {
    expect((await ada.call(badgr.connected, {})).body.data).toBe(false);
    expect(await ada.call(badgr.listBadges, {})).toMatchObject({
      status: 409,
      body: { error: { code: "badgr.not-connected" } },
    });
    const cred_id = await writtenBefore();
    await earned(academy.as("Liv"), cred_id, rita);
    await expect
      .poll(() => badgesSeen(academy, cred_id), eventually)
      .toMatchObject({ Liv: { status: "waiting", reason: problems["badgr.not-connected"][1] } });
  });

  it("gives up what was earned by somebody who is gone by then", async () => {
    const cred_id = await writtenBefore();
    const liv = academy.as("Liv");
    const application_id = await earned(liv, cred_id, rita);
    await expect.poll(() => badgesSeen(academy, cred_id), eventually).toMatchObject({ Liv: { status: "waiting" } });
    const { organization_id } = academy;
    const gone = await liv.call(user.remove, { user_id: liv.user_id, organization_id, email: liv.email });
    expect(gone).toMatchObject({ status: 200 });
    await connect(academy, account);
    const stored = () => control.item(`APPLICATION#${application_id}`, "BADGE");
    const reason = expect.stringContaining("The learner deleted their account");
    await expect.poll(stored, eventually).toMatchObject({ status: "given-up", reason });
    expect(await control.items("LIST#badges#due#any")).not.toContainEqual(
      expect.objectContaining({ ref_pk: `APPLICATION#${application_id}` }),
    );
  });
});
