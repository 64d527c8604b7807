import { gunzipSync } from "node:zlib";
import { DataIntegrityProof } from "@digitalbazaar/data-integrity";
import { cryptosuite } from "@digitalbazaar/eddsa-rdfc-2022-cryptosuite";
import { verifyCredential } from "@digitalbazaar/vc";
import { ulid } from "ulid";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { seedPassword } from "../../bin/seed/people.ts";
import { sizeOf } from "../../functions/pictures/format.ts";
import { contexts } from "../../shared/certificate/verify/contexts.ts";
import { contract } from "../../shared/contract.ts";
import { roleIds } from "../../shared/permissions.ts";
import { publishedCredential } from "../support/fixtures/credential.ts";
import { acceptedReviewer } from "../support/fixtures/reviewer.ts";
import { accepted, marks, type Submitted, verdict } from "../support/fixtures/work.ts";
import { lentWorld } from "../support/lent-world.ts";
import type { Organization } from "../support/organization.ts";
import { type Person, personAt, signOutEverybody } from "../support/people.ts";
import { schemaFaults } from "./schema.ts";

const { certificate, organization, user, review } = contract;
const world = await lentWorld(); // the edge keeps answers for half a minute: these tests move on
const logo =
  "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
let academy: Organization;
let rita: Person;
let credential_id: string;

beforeAll(async () => {
  academy = await world.newOrganization("Signing Academy");
  rita = await acceptedReviewer(academy, "Rita");
  credential_id = await publishedCredential(academy, [rita]);
});

afterAll(() => world.stop());

/** A learner's work, accepted as a whole; its certificate's page, as the learner's list says it. */
async function earned(
  learner: Person,
  of = credential_id,
): Promise<Submitted & { address: string; badge: string | undefined; certificate_id: string }> {
  const work = await accepted(learner, of, rita);
  await rita.call(review.acceptSection, verdict(work, 0));
  const last = await rita.call(review.acceptSection, verdict(work, 1, { section_rubric: marks(true, false) }));
  expect(last.body.data).toMatchObject({ submission_status: "completed" });
  await world.settle(); // its address is told once it is signed
  const { body } = await learner.call(certificate.listOwn);
  const { address, badge, certificate_id } = body.data.credentials[0]!;
  return { ...work, address: address!, badge, certificate_id: certificate_id! };
}

const get = async (path: string) => fetch(new URL(path, world.origin));
/** Past what the edge has kept. */
async function freshly(path: string) {
  await world.control.moveClock(31_000);
  signOutEverybody(world.origin); // by and by they would have to show anew that it is them
  return get(path);
}

/** A learner of the academy. */
function newcomer(first_name: string): Person {
  const identity = {
    user_id: `usr_${ulid()}`,
    first_name,
    last_name: "Hall",
    email: `${first_name.toLowerCase()}@signing.test`,
    password: seedPassword,
  };
  const place = { organization_id: academy.organization_id, role: roleIds.learner };
  return personAt(world.origin, { ...identity, before: () => world.control.makePerson({ ...identity, place }) });
}
const fresh = async (path: string) => (await freshly(path)).json();
/** Whether an entry of a list is set; the first one is the left-most bit. */
const bitOf = (list: { credentialSubject: { encodedList: string } }, index: number): boolean => {
  const bits = gunzipSync(Buffer.from(list.credentialSubject.encodedList.slice(1), "base64url"));
  return (bits[index >> 3]! & (0x80 >> (index & 7))) !== 0;
};
const json = async (path: string) => (await get(path)).json();

/** Verifies as any verifier does: over HTTP, with what the credential itself names. */
const verified = (credential: object) =>
  verifyCredential({
    credential,
    suite: new DataIntegrityProof({ cryptosuite }),
    documentLoader: async (url) => {
      const known = contexts.get(url);
      const document = known ?? (url.startsWith("did:web:") ? await resolved(url) : await json(url));
      return { contextUrl: null, documentUrl: url, document };
    },
    checkStatus: async () => ({ verified: true }),
    now: new Date(Date.now() + 86_400_000), // after whatever these tests have moved the clock to
  });
async function resolved(url: string): Promise<object> {
  const [did, fragment] = url.split("#");
  const [host, ...path] = did!.slice("did:web:".length).split(":");
  const document = await json(`http://${decodeURIComponent(host!)}/${path.join("/")}/did.json`);
  if (fragment === undefined) return document;
  const method = document.verificationMethod.find(({ id }: { id: string }) => id === url);
  return { "@context": "https://w3id.org/security/multikey/v1", ...method };
}

describe("a certificate", () => {
  test("is signed as soon as it is earned, and anybody verifies it by what its own host serves", async () => {
    const { address, certificate_id } = await earned(academy.as("Lena"));
    await world.settle();
    const answer = await get(`${address}.json`);
    expect(answer.status).toBe(200);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      "content-type": "application/json",
      "access-control-allow-origin": "*",
      "cache-control": "public, max-age=30, stale-if-error=0",
    });
    const credential = await answer.json();
    expect(credential.id).toBe(`${world.origin}/c/${certificate_id}.json`);
    expect(schemaFaults(credential)).toEqual([]);
    expect(await verified(credential)).toMatchObject({ verified: true });
    expect(await verified({ ...credential, name: "Another" })).toMatchObject({ verified: false });
  });

  test("has a page that names its learner, and a picture beside it", async () => {
    const { address } = await earned(academy.as("Leo"));
    await world.settle();
    const page = await get(address);
    expect(page.headers.get("content-type")).toBe("text/html; charset=utf-8");
    expect(await page.text()).toContain("Leo");
    const picture = await get(`${address}.png`);
    expect([picture.status, picture.headers.get("content-type")]).toEqual([200, "image/png"]);
  });

  test("has the badge that was drawn when it was published, on its page, in the credential and in the mail", async () => {
    const learner = newcomer("Badgebearer");
    const { address, badge } = await earned(learner);
    expect(badge).toMatch(/^\/media\/[0-9a-f]{64}\.png$/);
    const picture = await get(badge!);
    expect(sizeOf(Buffer.from(await picture.arrayBuffer()), "png")).toEqual({ width: 400, height: 400 });
    const { credentialSubject } = await fresh(`${address}.json`);
    expect(credentialSubject.achievement.image).toEqual({ id: `${world.origin}${badge}`, type: "Image" });
    const page = await (await get(address)).text();
    expect(page).toContain(`<img class="wreath-logo" src="${badge}" alt="">`);
    expect(page).toContain(`<img class="badge" src="${badge}"`);
    expect(page).not.toContain('class="wreath-tip"');
    const mails = await world.control.mailsTo(learner.email);
    const congratulation = mails.find(({ subject }) => subject.startsWith("You earned"));
    expect(congratulation?.html).toContain(`<img src="${world.origin}${badge}" alt=""`);
  });

  test("has its organization's logo and colour as they were when it was earned, and its badge in that colour", async () => {
    const school = await world.newOrganization("Colourful School");
    const reviewer = await acceptedReviewer(school, "Rita");
    const paint = (colour: string) =>
      school.as("Ada").call(organization.update, { name: school.name, description: "Bright.", colour, logo });
    expect((await paint("#1f4e9e")).status).toBe(200);
    const painted = await publishedCredential(school, [reviewer], { title: "Classroom reading" });
    const learner = school.as("Lena");
    const work = await accepted(learner, painted, reviewer);
    await reviewer.call(review.acceptSection, verdict(work, 0));
    await reviewer.call(review.acceptSection, verdict(work, 1, { section_rubric: marks(true, false) }));
    await world.settle();
    const { body: list } = await learner.call(certificate.listOwn);
    const { address = "", badge } = list.data.credentials[0]!;
    expect(badge).not.toBe((await earned(newcomer("Greenbearer"))).badge); // of the same title, in another colour
    const page = async () => (await freshly(address)).text();
    const { body } = await school.as("Ada").call(organization.read, {});
    expect(await page()).toContain(`<img class="wreath-logo" src="${body.data.logo}" alt="">`);
    expect(await page()).toContain("--sheet-accent:#1f4e9e");
    const before = Buffer.from(await (await get(`${address}.png`)).arrayBuffer());
    await paint("#7a2a6b");
    const cred_id = painted;
    for (const hidden of [true, false]) {
      await learner.call(certificate.hide, { cred_id, hidden });
      await world.settle();
    }
    expect(await page()).toContain("--sheet-accent:#1f4e9e");
    expect(Buffer.from(await (await get(`${address}.png`)).arrayBuffer()).equals(before)).toBe(true);
  });

  test("says what the review found only where its learner wants that, at the same address", async () => {
    const liv = academy.as("Liv");
    const { address, certificate_id } = await earned(liv);
    await world.settle();
    const before = await fresh(`${address}.json`);
    expect(before.credentialSubject).not.toHaveProperty("result");
    const chosen = await liv.call(certificate.chooseContents, { certificate_id, with_findings: true });
    expect(chosen).toMatchObject({ status: 200, body: { data: { with_findings: true } } });
    await world.settle();
    const after = await fresh(`${address}.json`);
    expect(after.id).toBe(before.id);
    expect(after.credentialSubject.result.map((each: object) => Object.keys(each).at(-1))).toEqual([
      ...["status", "status"],
      ...["achievedLevel", "achievedLevel"],
      "value",
    ]);
    expect(await verified(after)).toMatchObject({ verified: true });
    expect(await verified(before)).toMatchObject({ verified: true });
  });

  test("is nowhere while its learner hides it, and back where it was afterwards", async () => {
    const { address, learner, credential_id: cred_id } = await earned(newcomer("Hilda"));
    await world.settle();
    const shown = await fresh(`${address}.json`);
    await learner.call(certificate.hide, { cred_id, hidden: true });
    await world.settle();
    for (const path of [address, `${address}.json`, `${address}.png`])
      expect([path, (await freshly(path)).status]).toEqual([path, 404]);
    await learner.call(certificate.hide, { cred_id, hidden: false });
    await world.settle();
    expect(await fresh(`${address}.json`)).toEqual(shown);
  });

  test("that is revoked stays at its address; the list and a notice say so, and why, but not in whose words", async () => {
    const { address, certificate_id, learner } = await earned(newcomer("Rosa"));
    await world.settle();
    const ada = academy.as("Ada");
    const sent = { certificate_id, revocation: "rules-broken" as const, reason: "The work was somebody else's." };
    const revoked = await ada.call(certificate.revoke, sent);
    expect(revoked).toMatchObject({ status: 200, body: { data: { status: "revoked" } } });
    expect((await ada.call(certificate.revoke, sent)).body).toEqual(revoked.body);
    expect(await ada.call(certificate.revoke, { ...sent, revocation: "issued-in-error" })).toMatchObject({
      status: 409,
      body: { error: { code: "certificate.not-good" } },
    });
    await world.settle();
    const credential = await fresh(`${address}.json`);
    const { statusListCredential, statusListIndex } = credential.credentialStatus;
    const list = await fresh(new URL(statusListCredential).pathname);
    expect(await verified(list)).toMatchObject({ verified: true });
    expect(list.issuer).toBe(credential.issuer.id);
    expect(bitOf(list, Number(statusListIndex))).toBe(true);
    const notice = await fresh(new URL(statusListCredential).pathname.replace(".json", `/${statusListIndex}.json`));
    expect(await verified(notice)).toMatchObject({ verified: true });
    expect(notice).toMatchObject({
      validFrom: revoked.body.data.revoked_on,
      credentialSubject: { id: credential.credentialStatus.id, statusReason: "rules-broken" },
    });
    expect(JSON.stringify(notice) + (await (await freshly(address)).text())).not.toContain("somebody else");
    expect((await learner.call(certificate.read, { certificate_id })).body.data).toMatchObject({
      status: "revoked",
      revoked_because: "The work was somebody else's.",
    });
    expect(await learner.call(certificate.chooseContents, { certificate_id, with_findings: true })).toMatchObject({
      status: 409,
    });
    const [mail] = (await world.mails.to(learner.email)).filter(({ subject }) =>
      subject.startsWith("Certificate revoked"),
    );
    expect(mail?.text).toContain("The work was somebody else's.");
    const { notices } = (await learner.call(user.listNotices, {})).body.data;
    expect(notices[0]!.title).toMatch(/^Certificate revoked/);
  });

  test("has a status list that is signed again once a day", async () => {
    const { address } = await earned(newcomer("Dora"));
    const { credentialStatus } = await fresh(`${address}.json`);
    const { pathname } = new URL(credentialStatus.statusListCredential);
    const before = await fresh(pathname);
    await world.control.runSchedule("publish-status-lists", 25 * 3_600_000);
    await world.settle();
    const after = await fresh(pathname);
    expect(after.proof[0].created).not.toBe(before.proof[0].created);
    expect(after.credentialSubject).toEqual(before.credentialSubject);
  });

  test("is not replaced by one of the same name, whose old link would be gone for nothing", async () => {
    const { address, certificate_id, learner } = await earned(newcomer("Sam"));
    await world.settle();
    const { first_name, last_name } = learner;
    const again = { certificate_id, first_name, last_name };
    expect(await academy.as("Ada").call(certificate.replace, again)).toMatchObject({
      status: 400,
      body: { error: { code: "certificate.same-name", fields: { first_name: expect.stringMatching(/already has/) } } },
    });
    expect((await freshly(address)).status).toBe(200);
  });

  test("names who has one name alone by it, without the dash that stood for another", async () => {
    const { certificate_id } = await earned(newcomer("Suharto"));
    await world.settle();
    const corrected = { certificate_id, first_name: "Suharto", last_name: "-" };
    const { replaced_by } = (await academy.as("Ada").call(certificate.replace, corrected)).body.data;
    await world.settle();
    const { credentialSubject } = await fresh(`/c/${replaced_by}.json`);
    expect(credentialSubject.identifier[0].identityHash).toBe("Suharto");
  });

  test("that is replaced goes; its notice leads to the new one, and nothing leads back", async () => {
    const { address, certificate_id, learner, credential_id: cred_id } = await earned(newcomer("Nora"));
    await world.settle();
    const former = await fresh(`${address}.json`);
    const { body } = await academy
      .as("Ada")
      .call(certificate.replace, { certificate_id, first_name: "Noora", last_name: "Right" });
    const { replaced_by } = body.data;
    await world.settle();
    for (const path of [address, `${address}.json`]) expect((await freshly(path)).status).toBe(404);
    const now = await fresh(`/c/${replaced_by}.json`);
    expect(await verified(now)).toMatchObject({ verified: true });
    expect(now.credentialSubject.identifier[0].identityHash).toBe("Noora Right");
    expect(JSON.stringify(now)).not.toContain(certificate_id);
    expect(now.evidence[0].digestMultibase).not.toBe(former.evidence[0].digestMultibase);
    const { statusListCredential, statusListIndex } = former.credentialStatus;
    const notice = await fresh(new URL(statusListCredential).pathname.replace(".json", `/${statusListIndex}.json`));
    expect(notice.credentialSubject).toMatchObject({ statusReason: "replaced", replacedBy: now.id });
    const list = await fresh(new URL(statusListCredential).pathname);
    expect(bitOf(list, Number(statusListIndex))).toBe(true);
    expect(bitOf(list, Number(now.credentialStatus.statusListIndex))).toBe(false);
    expect((await learner.call(certificate.listOwn)).body.data.credentials[0]).toMatchObject({
      cred_id,
      certificate_id: replaced_by,
    });
    const [mail] = (await world.mails.to(learner.email)).filter(({ subject }) => subject.includes("name corrected"));
    expect(mail?.text).toContain("with one that shows your corrected name");
    expect(mail?.text).toContain("The old certificate is no longer valid");
    expect(mail?.text).not.toContain(certificate_id);
    const { notices } = (await learner.call(user.listNotices, {})).body.data;
    expect(notices[0]!.title).toMatch(/^Certificate name corrected/);
    const rows = (await world.control.items(`AUDIT#${certificate_id}`)).map(({ type }) => type);
    expect(rows.filter((type) => type === "certificate.replaced")).toHaveLength(1);
    const asked = { org_id: academy.organization_id, user_id: learner.user_id, cred_id };
    expect((await world.anyone.call(certificate.readOwn, asked)).body.data).toMatchObject({
      first_name: "Noora",
      address: `/c/${replaced_by}`,
    });
  });

  test("is found by its organization's admins by name and state, and by nobody else's", async () => {
    const { certificate_id } = await earned(newcomer("Zelda"));
    await world.settle();
    const found = await academy.as("Ada").call(certificate.list, { search: "zel", status: "active" });
    expect(found.body.data).toMatchObject({ total: 1, certificates: [{ certificate_id, status: "active" }] });
    const none = await academy.as("Ada").call(certificate.list, { search: "zel", status: "revoked" });
    expect(none.body.data.total).toBe(0);
    const all = (await academy.as("Ada").call(certificate.list, { limit: 100 })).body.data;
    expect(all.certificates.map((each) => each.certificate_id)).toContain(certificate_id);
  });

  test("two who revoke and hide at once both come through, and what is served is what is stored", async () => {
    const { address, certificate_id, learner, credential_id: cred_id } = await earned(newcomer("Olga"));
    const revoking = { certificate_id, revocation: "issued-in-error" as const, reason: "By mistake." };
    const answers = await Promise.all([
      academy.as("Ada").call(certificate.revoke, revoking),
      learner.call(certificate.hide, { cred_id, hidden: true }),
      learner.call(certificate.hide, { cred_id, hidden: true }),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    await world.settle();
    expect((await freshly(`${address}.json`)).status).toBe(404);
    const { body } = await learner.call(certificate.read, { certificate_id });
    expect(body.data).toMatchObject({ status: "revoked", visibility: "hidden" });
  });
});
