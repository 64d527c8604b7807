import { ulid } from "ulid";
import { beforeAll, describe, expect, test } from "vitest";
import { seedPassword } from "../../bin/seed/people.ts";
import { certificateKeys } from "../../functions/data/keys/certificate.ts";
import { contract } from "../../shared/contract.ts";
import { roleIds } from "../../shared/permissions.ts";
import { recordsOf } from "../support/csv.ts";
import { publishedCredential, textSection } from "../support/fixtures/credential.ts";
import { acceptedReviewer } from "../support/fixtures/reviewer.ts";
import { earned } from "../support/fixtures/work.ts";
import { expectInvariants } from "../support/invariants.ts";
import type { Organization } from "../support/organization.ts";
import { type Person, personAt } from "../support/people.ts";
import { world } from "../support/world.ts";

const { certificate, user } = contract;
let school: Organization;
let ada: Person;
let rita: Person;
let cred_id: string;

beforeAll(async () => {
  school = await world.newOrganization("Correcting School");
  [ada, rita] = [school.as("Ada"), await acceptedReviewer(school, "Rita")];
  cred_id = await publishedCredential(school, [rita], { title: "Naming", sections: [textSection] });
});

function newcomer(last_name: string): Person {
  const email = `${last_name.toLowerCase()}@correcting.test`;
  const identity = { user_id: `usr_${ulid()}`, first_name: "Nadia", last_name, email, password: seedPassword };
  const place = { organization_id: school.organization_id, role: roleIds.learner };
  return personAt(world.origin, { ...identity, before: () => world.control.makePerson({ ...identity, place }) });
}

/** Somebody of that name with a signed certificate. */
async function certified(last_name: string) {
  const learner = newcomer(last_name);
  const application_id = await earned(learner, cred_id, rita);
  await world.settle();
  const { certificate_id = "", address = "" } = (await learner.call(certificate.listOwn)).body.data.credentials[0]!;
  return { learner, application_id, certificate_id, address };
}
type Certified = Awaited<ReturnType<typeof certified>>;

const name = { first_name: "Nadja", last_name: "Königsberg" };
const ask = ({ learner, certificate_id }: Certified, also: object = {}) =>
  learner.call(certificate.askCorrection, { certificate_id, ...name, ...also });
async function asked(one: Certified, also: object = {}) {
  const { status, body } = await ask(one, also);
  expect(status).toBe(200);
  return { certificate_id: one.certificate_id, correction_id: body.data.correction.correction_id };
}
const own = async ({ learner, certificate_id }: Certified) =>
  (await learner.call(certificate.read, { certificate_id })).body.data;
const waiting = async (search?: string) =>
  (await ada.call(certificate.list, { status: "nameAsked", limit: 100, ...(search && { search }) })).body.data;
const isListed = async ({ certificate_id }: Certified) =>
  (await waiting()).certificates.some((each) => each.certificate_id === certificate_id);
const codeOf = ({ status, body }: { status: number; body: unknown }) => [
  status,
  (body as { error?: { code: string } }).error?.code,
];
const titlesFor = async (person: Person) =>
  (await person.call(user.listNotices, {})).body.data.notices.map(({ title }) => title);
const subjectsFor = async (person: Person) => (await world.mails.to(person.email)).map(({ subject }) => subject);
const rowsOf = async ({ certificate_id }: Certified) =>
  (await world.control.items(`AUDIT#${certificate_id}`)).map(({ type }) => String(type));

describe("a learner's request for a corrected name", () => {
  test("waits with its words for them and for admins, who are told of it and find it in their list and its export", async () => {
    const one = await certified("Konigsberg");
    const reason = "My passport has the umlaut.";
    const { correction_id } = await asked(one, { reason });
    await world.settle();
    expect((await own(one)).correction).toMatchObject({ correction_id, status: "waiting", ...name, reason });
    const found = await waiting("konigsberg");
    expect(found).toMatchObject({ total: 1, certificates: [{ correction: { correction_id, ...name, reason } }] });
    expect((await waiting()).total).toBe((await waiting()).certificates.length);
    expect(await isListed(one)).toBe(true);
    expect(await titlesFor(ada)).toContain("Name to correct: Naming");
    const [mail] = (await world.mails.to(ada.email)).filter(({ subject }) => subject.includes("Name to correct"));
    expect(mail?.text).toContain("Nadia Konigsberg asked for a corrected name");
    expect(mail?.text).toContain("/certificates?status=nameAsked");
    expect(mail?.text).not.toContain("umlaut");
    const sheet = recordsOf((await ada.call(certificate.exportList, { status: "nameAsked" })).text);
    expect(sheet[0]!.at(-1)).toBe("Corrected name asked for");
    expect(sheet.slice(1).map((line) => line.at(-1))).toContain("Nadja Königsberg");
    expect(await rowsOf(one)).toContain("certificate.correction-asked");
  });

  test("once more is the one that waits, and another is refused until it is withdrawn", async () => {
    const one = await certified("Twice");
    const first = await asked(one);
    expect(await asked(one)).toEqual(first);
    expect(codeOf(await ask(one, { last_name: "Other" }))).toEqual([409, "certificate.correction-waits"]);
    expect((await rowsOf(one)).filter((type) => type === "certificate.correction-asked")).toHaveLength(1);
    for (const _ of [1, 2])
      expect(await one.learner.call(certificate.withdrawCorrection, first)).toMatchObject({
        status: 200,
        body: { data: { correction: { status: "withdrawn" } } },
      });
    await world.settle();
    expect(await isListed(one)).toBe(false);
    expect((await waiting("twice")).total).toBe(0);
    expect(codeOf(await ada.call(certificate.declineCorrection, { ...first, reason: "No." }))).toEqual([
      409,
      "certificate.correction-over",
    ]);
    expect(codeOf(await ada.call(certificate.replace, { ...first, ...name }))).toEqual([
      409,
      "certificate.correction-over",
    ]);
    expect((await own(one)).status).toBe("active");
    const second = await asked(one, { last_name: "Other" });
    expect(second.correction_id).not.toBe(first.correction_id);
  });

  test("is refused with the name that stands, with no name, and with a reason that is too long", async () => {
    const one = await certified("Same");
    const same = { first_name: "Nadia", last_name: "Same" };
    expect(codeOf(await ask(one, same))).toEqual([400, "certificate.same-name"]);
    expect((await ask(one, { first_name: " " })).status).toBe(400);
    expect((await ask(one, { reason: "x".repeat(501) })).status).toBe(400);
    expect(await own(one)).not.toHaveProperty("correction");
  });

  test("is made five times a day at most, as each is a mail to every admin", async () => {
    const one = await certified("Often");
    for (const last_name of ["Aa", "Bb", "Cc", "Dd", "Ee"])
      await one.learner.call(certificate.withdrawCorrection, await asked(one, { last_name }));
    expect(codeOf(await ask(one))).toEqual([429, "rate.exceeded"]);
  });

  test("is accepted by the certificate that replaces it under its name and no other, in one transaction, and its learner is told", async () => {
    const one = await certified("Accepted");
    const request = await asked(one);
    const other = await ada.call(certificate.replace, { ...request, ...name, last_name: "Elsewise" });
    expect(other).toMatchObject({ status: 400, body: { error: { fields: { first_name: expect.any(String) } } } });
    const { status, body } = await ada.call(certificate.replace, { ...request, ...name });
    expect(status).toBe(200);
    await world.settle();
    const former = await own(one);
    expect(former).toMatchObject({ status: "replaced", correction: { status: "accepted" } });
    const { replaced_by } = body.data;
    const now = (await one.learner.call(certificate.read, { certificate_id: replaced_by })).body.data;
    expect(now).toMatchObject({ ...name, status: "active" });
    expect(now).not.toHaveProperty("correction");
    expect(await isListed(one)).toBe(false);
    expect(await rowsOf(one)).toEqual(
      expect.arrayContaining(["certificate.replaced", "certificate.correction-accepted"]),
    );
    expect(await titlesFor(one.learner)).toContain("Certificate name corrected: Naming");
    expect(codeOf(await ada.call(certificate.declineCorrection, { ...request, reason: "No." }))).toEqual([
      409,
      "certificate.correction-over",
    ]);
    expect(codeOf(await ask(one))).toEqual([409, "certificate.not-good"]);
  });

  test("is declined with a reason that its learner is told, and the certificate stays as it is", async () => {
    const one = await certified("Declined");
    const request = await asked(one);
    const declining = { ...request, reason: "Send us your passport first." };
    expect((await ada.call(certificate.declineCorrection, { ...request, reason: " " })).status).toBe(400);
    for (const _ of [1, 2]) expect((await ada.call(certificate.declineCorrection, declining)).status).toBe(200);
    expect(codeOf(await ada.call(certificate.declineCorrection, { ...declining, reason: "No." }))).toEqual([
      409,
      "certificate.correction-over",
    ]);
    expect(codeOf(await one.learner.call(certificate.withdrawCorrection, request))).toEqual([
      409,
      "certificate.correction-over",
    ]);
    await world.settle();
    const said = "Request for a corrected name declined: Naming";
    expect((await subjectsFor(one.learner)).filter((subject) => subject.includes("declined"))).toHaveLength(1);
    const mail = (await world.mails.to(one.learner.email)).find(({ subject }) => subject.includes("declined"));
    expect(mail?.text).toContain("Send us your passport first.");
    expect(await titlesFor(one.learner)).toContain(said);
    expect(await own(one)).toMatchObject({
      ...{ status: "active", last_name: "Declined" },
      correction: { status: "declined", declined_because: "Send us your passport first." },
    });
    expect((await rowsOf(one)).filter((type) => type === "certificate.correction-declined")).toHaveLength(1);
    await asked(one);
    expect((await own(one)).correction).not.toHaveProperty("declined_because");
  });

  test.each([
    [
      "replaced without it",
      (of: object) => ada.call(certificate.replace, { ...of, first_name: "Na", last_name: "So" } as never),
    ],
    [
      "revoked",
      (of: object) =>
        ada.call(certificate.revoke, { ...of, revocation: "issued-in-error", reason: "By mistake." } as never),
    ],
  ] as const)("ends with a certificate that is %s", async (what, end) => {
    const one = await certified(what.startsWith("rep") ? "Elsewhere" : "Revokd");
    const { certificate_id, correction_id } = await asked(one);
    expect((await end({ certificate_id })).status).toBe(200);
    await world.settle();
    expect((await own(one)).correction).toMatchObject({ correction_id, status: "ended" });
    expect(await isListed(one)).toBe(false);
    expect(await rowsOf(one)).toContain("certificate.correction-ended");
    expect(codeOf(await ask(one))).toEqual([409, "certificate.not-good"]);
  });

  test("is told to nobody else: neither on the page, nor in what is signed, nor to who does not manage certificates", async () => {
    const one = await certified("Secretive");
    const { certificate_id, correction_id } = await asked(one, { reason: "A private matter." });
    await world.settle();
    for (const path of [one.address, `${one.address}.json`]) {
      const text = await (await fetch(world.origin + path)).text();
      expect(text).toContain("Secretive");
      for (const word of ["Königsberg", "private matter", correction_id, "correction"])
        expect(text).not.toContain(word);
    }
    const asking = { org_id: school.organization_id, user_id: one.learner.user_id, cred_id };
    const page = await world.anyone.call(certificate.readOwn, asking);
    expect(JSON.stringify(page.body)).not.toContain("Königsberg");
    expect((await rita.call(certificate.list, { status: "nameAsked" })).status).toBe(403);
    const deciding = { certificate_id, correction_id, reason: "No." };
    expect((await rita.call(certificate.declineCorrection, deciding)).status).toBe(403);
    const other = await certified("Stranger");
    expect((await other.learner.call(certificate.withdrawCorrection, { certificate_id, correction_id })).status).toBe(
      404,
    );
    expect((await other.learner.call(certificate.askCorrection, { certificate_id, ...name })).status).toBe(404);
  });

  test.each([
    ["public", "Publicly"],
    ["private", "Privately"],
  ] as const)("loses its words with the account, whose certificate is %s then", async (decision, last_name) => {
    const one = await certified(last_name);
    await asked(one, { reason: "A reason to forget." });
    const { user_id, email } = one.learner;
    const certificates = [{ application_id: one.application_id, decision }];
    expect((await one.learner.call(user.remove, { user_id, email, certificates })).status).toBe(200);
    await world.settle();
    const item = await world.control.item(certificateKeys.certificate(one.certificate_id).pk, "META");
    expect(item).toMatchObject({ visibility: decision === "public" ? "shown" : "erased" });
    expect(item).not.toHaveProperty("correction");
    expect(await isListed(one)).toBe(false);
    expect(await rowsOf(one)).toContain("certificate.correction-ended");
    const named = (await world.control.everything()).filter((each) =>
      JSON.stringify(each).includes("reason to forget"),
    );
    expect(named).toEqual([]);
    await expectInvariants(world, school);
  });
});
