import { createHash } from "node:crypto";
import { ulid } from "ulid";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { offerOpened } from "../../bin/seed/client.ts";
import { seedPassword } from "../../bin/seed/people.ts";
import { dateAfter } from "../../functions/data/deadlines.ts";
import { certificateKeys } from "../../functions/data/keys/certificate.ts";
import { CertificateContent } from "../../shared/certificate/certificate.ts";
import { digestMultibaseOf } from "../../shared/certificate/evidence.ts";
import { compareEvidence, type DisclosedEvidence } from "../../shared/certificate/verify/evidence.ts";
import { contract } from "../../shared/contract.ts";
import { beginningOf, dayIn, defaultTimezone } from "../../shared/organization/timezone.ts";
import { roleIds } from "../../shared/permissions.ts";
import { publishedCredential, textSection } from "../support/fixtures/credential.ts";
import { pdf, uploaded } from "../support/fixtures/file.ts";
import { acceptedReviewer } from "../support/fixtures/reviewer.ts";
import { begun, jobOf, verdict } from "../support/fixtures/work.ts";
import { lentWorld } from "../support/lent-world.ts";
import type { Organization } from "../support/organization.ts";
import { type Person, personAt, signOutEverybody } from "../support/people.ts";
import { schemaFaults } from "./schema.ts";

const { certificate, submission, user, review } = contract;
const world = await lentWorld(); // its clock moves past ends and what the edge keeps
let academy: Organization;
let rita: Person;
let cred_id: string;
let emma: Awaited<ReturnType<typeof earned>>;
let oda: Awaited<ReturnType<typeof earned>>;
let fina: Awaited<ReturnType<typeof published>>;

beforeAll(async () => {
  academy = await world.newOrganization("Evidence Academy");
  rita = await acceptedReviewer(academy, "Rita");
  cred_id = await publishedCredential(academy, [rita], { sections: [textSection, { ...textSection, title: "Proof" }] });
  emma = await earned("Emma");
  oda = await earned("Oda");
  fina = await published("Fina"); // what is uploaded has the real time: before the clock is moved by hours
});
afterAll(() => world.stop());

function newcomer(first_name: string): Person {
  const email = `${first_name.toLowerCase()}@evidence.test`;
  const identity = { user_id: `usr_${ulid()}`, first_name, last_name: "Hall", email, password: seedPassword };
  const place = { organization_id: academy.organization_id, role: roleIds.learner };
  return personAt(world.origin, { ...identity, before: () => world.control.makePerson({ ...identity, place }) });
}

const notes = Buffer.from("%PDF-1.7\nnotes\n%%EOF\n");
const sha256Of = (bytes: Uint8Array | string) => createHash("sha256").update(bytes).digest("hex");
const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
const fresh = async (path: string) => {
  await world.control.moveClock(31_000);
  signOutEverybody(world.origin); // by and by they would have to show anew that it is them
  return fetch(new URL(path, world.origin));
};

/** A certificate whose first section was answered with a text, a link and two files. */
async function earned(first_name: string) {
  const learner = newcomer(first_name);
  const work = await begun(learner, cred_id);
  const files = [
    { key: await uploaded(learner, "submissions", "plan.pdf", pdf), name: "plan.pdf", type: "application/pdf" },
    { key: await uploaded(learner, "submissions", "notes.pdf", notes), name: "notes.pdf", type: "application/pdf" },
  ];
  const { application_id, section_ids } = work;
  const sections = [
    {
      section_id: section_ids[0]!,
      response: "<p>My plan &amp; why.</p>",
      links: ["https://example.org/plan"],
      attachments: files,
    },
    { section_id: section_ids[1]!, response: "<p>My proof.</p>" },
  ];
  const sent = await learner.call(submission.submit, { application_id, credential_id: cred_id, sections });
  expect(sent).toMatchObject({ status: 200 });
  await offerOpened(learner);
  const credential_job_id = await jobOf(learner, application_id);
  await rita.call(review.accept, { credential_job_id });
  for (const index of [0, 1] as const)
    expect(
      await rita.call(review.acceptSection, verdict({ ...work, credential_job_id }, index, { section_rubric: [] })),
    ).toMatchObject({
      status: 200,
    });
  await world.settle();
  const { credentials } = (await learner.call(certificate.listOwn)).body.data;
  const { certificate_id, address } = credentials[0]!;
  return { learner, certificate_id: certificate_id!, address: address!, section_ids };
}

/** Publishes the first section's text and its plan for a month. */
async function published(first_name: string) {
  const earning = await earned(first_name);
  const { learner, certificate_id, section_ids } = earning;
  const { sections } = (await learner.call(certificate.readEvidence, { certificate_id })).body.data;
  const text = sections[0]!.answers[0]!;
  const sent = {
    certificate_id,
    ends_on: day(30),
    sections: [{ section_id: section_ids[0]!, pieces: [text.sha256, sha256Of(pdf)] }],
  };
  expect(await learner.call(certificate.publishEvidence, sent)).toMatchObject({ status: 200 });
  await world.settle();
  return { ...earning, sent, text };
}
const contentOf = async (certificate_id: string) => {
  const { pk, sk } = certificateKeys.certificateContent(certificate_id);
  const item = (await world.control.item(pk, sk))!;
  return { item, content: CertificateContent.parse(item) };
};
/** The salts of all that was handed in. */
const saltsOf = async (certificate_id: string) =>
  (await contentOf(certificate_id)).content.evidence.flatMap(({ answers, files }) =>
    [...answers, ...files].map(({ salt = "" }) => salt),
  );
const open = (certificate_id: string) => world.anyone.call(certificate.openEvidence, { certificate_id });
const missing = { status: 404, body: { error: { code: "resource.not-found" } } };

describe("published evidence", () => {
  test("is what its learner chose and nothing else; it is what was signed, and its openings are counted", async () => {
    const { learner, certificate_id, address, section_ids, sent } = await published("Petra");
    const page = await (await fresh(address)).text();
    expect(page).toContain(`data-until="${sent.ends_on}"`);
    const opened = (await open(certificate_id)).body.data;
    expect(opened.ends_on).toBe(sent.ends_on);
    expect(opened.sections).toHaveLength(1);
    const [section] = opened.sections;
    expect(section!.answers.map(({ text }) => text)).toEqual(["<p>My plan &amp; why.</p>"]);
    const salt = expect.stringMatching(/^[0-9a-f]{32}$/);
    expect(section!.files).toEqual([{ name: "plan.pdf", size: pdf.length, sha256: sha256Of(pdf), salt }]);
    const told = JSON.stringify(opened);
    for (const unpublished of ["example.org/plan", sha256Of("https://example.org/plan"), "notes.pdf", sha256Of(notes)])
      expect(told).not.toContain(unpublished);
    const salts = await saltsOf(certificate_id);
    expect(new Set(salts).size).toBe(5);
    expect(salts.filter((each) => told.includes(each))).toHaveLength(2);

    const asked = { certificate_id, section_id: section_ids[0]!, sha256: sha256Of(pdf) };
    const { url } = (await world.anyone.call(certificate.downloadEvidence, asked)).body.data;
    const bytes = new Uint8Array(await (await fetch(url)).arrayBuffer());
    expect(sha256Of(bytes)).toBe(asked.sha256);
    const unchosen = { ...asked, sha256: sha256Of(notes) };
    expect(await world.anyone.call(certificate.downloadEvidence, unchosen)).toMatchObject(missing);

    const credential = await (await fresh(`${address}.json`)).json();
    const digests = credential.evidence.map((each: { digestMultibase: string }) => each.digestMultibase);
    expect(digests).toContain(digestMultibaseOf(sha256Of(section!.manifest)));
    const disclosed: DisclosedEvidence = {
      ...section!,
      files: [{ name: "plan.pdf", bytes, salt: section!.files[0]!.salt }],
    };
    expect(await compareEvidence(credential, [disclosed])).toHaveLength(3);
    const changed = { ...disclosed, answers: [{ ...disclosed.answers![0]!, text: "<p>Another plan.</p>" }] };
    await expect(compareEvidence(credential, [changed])).rejects.toThrow("isn’t what was reviewed");
    const other = { ...disclosed, files: [{ ...disclosed.files![0]!, bytes: new Uint8Array(notes) }] };
    await expect(compareEvidence(credential, [other])).rejects.toThrow("plan.pdf isn’t what was reviewed");

    await open(certificate_id);
    const own = (await learner.call(certificate.readEvidence, { certificate_id })).body.data;
    expect(own.openings).toBe(2);
    expect(own.published).toEqual({ ends_on: sent.ends_on, sections: sent.sections });
    expect(own.sections.map(({ answers, files }) => [answers.length, files.length])).toEqual([
      [2, 2],
      [1, 0],
    ]);
  });
});

test("evidence behind a certificate that is older than salts is published and compared as ever", async () => {
  const { learner, certificate_id, address, section_ids } = oda;
  const { item, content } = await contentOf(certificate_id);
  const plain = <Piece extends { salt?: string | undefined }>({ salt: _, ...piece }: Piece) => piece;
  const evidence = content.evidence.map(({ answers, files, ...rest }) => ({
    ...{ ...rest, answers: answers.map(plain), files: files.map(plain) },
  }));
  await world.control.put([{ ...item, evidence }]);
  await learner.call(certificate.chooseContents, { certificate_id, with_findings: true }); // signed anew, as it was then
  const sent = {
    certificate_id,
    ends_on: day(30),
    sections: [{ section_id: section_ids[0]!, pieces: [sha256Of(pdf)] }],
  };
  expect(await learner.call(certificate.publishEvidence, sent)).toMatchObject({ status: 200 });
  await world.settle();
  const credential = await (await fetch(`${world.origin}${address}.json`)).json();
  const [section] = (await open(certificate_id)).body.data.sections;
  expect(section!.manifest).toContain("notes.pdf");
  const bytes = new Uint8Array(pdf);
  expect(await compareEvidence(credential, [{ ...section!, files: [{ name: "plan.pdf", bytes }] }])).toHaveLength(2);
});

describe("the learner's address", () => {
  test("stands in the credential as a salted hash once they ask for it, and goes when they do not want it", async () => {
    const { learner, certificate_id, address } = emma;
    const choose = (with_email?: boolean) =>
      learner.call(certificate.chooseContents, { certificate_id, with_findings: false, with_email });
    const identifiers = async () => {
      await world.settle();
      const credential = await (await fresh(`${address}.json`)).json();
      expect(schemaFaults(credential)).toEqual([]);
      return credential.credentialSubject.identifier as { identityType: string; identityHash: string; salt: string }[];
    };
    expect(await identifiers()).toHaveLength(1);
    expect((await choose(true)).body.data).toEqual({ certificate_id, with_findings: false, with_email: true });
    const [, email] = await identifiers();
    expect(email).toMatchObject({ identityType: "emailAddress", hashed: true });
    expect(email!.identityHash).toBe(`sha256$${sha256Of(`emma@evidence.test${email!.salt}`)}`);
    expect((await choose()).body.data.with_email).toBe(true);
    expect((await identifiers())[1]).toEqual(email);
    await choose(false);
    expect(await identifiers()).toHaveLength(1);
    expect((await learner.call(certificate.read, { certificate_id })).body.data.with_email).toBe(false);
    await choose(true);
    expect((await identifiers())[1]!.salt).not.toBe(email!.salt);
  });
});

describe("evidence that is or was published", () => {
  test("is nowhere once its learner ends it, and the page says nothing of it any more", async () => {
    const { learner, certificate_id, address } = await published("Edda");
    const ending = { certificate_id, sections: [] };
    expect(await learner.call(certificate.publishEvidence, ending)).toMatchObject({ status: 200 });
    expect(await open(certificate_id)).toMatchObject(missing);
    expect(await learner.call(certificate.publishEvidence, ending)).toMatchObject({ status: 200 });
    await world.settle();
    expect(await (await fresh(address)).text()).not.toContain('id="evidence"');
    const rows = await world.control.items(`AUDIT#${certificate_id}`);
    const types = rows.map(({ type }) => type).filter((type) => String(type).includes("evidence"));
    expect(types).toEqual(["certificate.evidence-published", "certificate.evidence-ended"]);
  });

  test("is not handed out while the certificate is hidden, and again afterwards", async () => {
    const { learner, certificate_id } = await published("Hanna");
    await learner.call(certificate.hide, { cred_id, hidden: true });
    expect(await open(certificate_id)).toMatchObject(missing);
    await learner.call(certificate.hide, { cred_id, hidden: false });
    expect(await open(certificate_id)).toMatchObject({ status: 200 });
  });

  test("is not handed out once the certificate is revoked", async () => {
    const { certificate_id, learner, sent } = await published("Runa");
    const revoking = { certificate_id, revocation: "issued-in-error" as const, reason: "By mistake." };
    await academy.as("Ada").call(certificate.revoke, revoking);
    expect(await open(certificate_id)).toMatchObject(missing);
    expect(await learner.call(certificate.publishEvidence, sent)).toMatchObject({
      status: 409,
      body: { error: { code: "certificate.not-good" } },
    });
  });

  test("goes with the account, whatever becomes of the certificate", async () => {
    const { certificate_id, learner, address } = await published("Gerda");
    const { user_id, email } = learner;
    expect(await learner.call(user.remove, { user_id, email })).toMatchObject({ status: 200 });
    expect(await open(certificate_id)).toMatchObject(missing);
    for (const _ of [1, 2]) await world.control.runSchedule("erase-people", 3_600_000);
    await world.settle();
    const { pk, sk } = certificateKeys.certificate(certificate_id);
    expect(await world.control.item(pk, sk)).not.toHaveProperty("published_evidence");
    const page = await fresh(address);
    expect(page.status).toBe(200);
    expect(await page.text()).not.toContain('id="evidence"');
  });

  test("follows a certificate that is replaced to the new one", async () => {
    const { certificate_id } = await published("Nadja");
    const corrected = { certificate_id, first_name: "Nadia", last_name: "Hall" };
    const { replaced_by } = (await academy.as("Ada").call(certificate.replace, corrected)).body.data;
    await world.settle();
    expect(await open(certificate_id)).toMatchObject(missing);
    expect((await open(replaced_by)).body.data.sections[0]!.files).toHaveLength(1);
  });

  test("is handed out until the end of its last day where the certificate was earned, not at Greenwich", async () => {
    const { learner, certificate_id, sent } = await published("Dora");
    const { earned_in, ended } = (await learner.call(certificate.readEvidence, { certificate_id })).body.data;
    expect([earned_in, ended]).toEqual([defaultTimezone, undefined]);
    const ends_on = dayIn(defaultTimezone, new Date().toISOString());
    const midnight = Date.parse(beginningOf(defaultTimezone, dateAfter(ends_on, 1)));
    const minutes = (midnight - Date.now()) / 60_000;
    const [evening, morning] = [-30, 30].map((from) => learner.later({ minutes: minutes + from }));
    expect(await evening!.call(certificate.publishEvidence, { ...sent, ends_on })).toMatchObject({ status: 200 });
    const opened = await evening!.call(certificate.openEvidence, { certificate_id });
    expect(opened.body.data.ends_on).toBe(ends_on); // it is the next day at Greenwich
    expect(await morning!.call(certificate.openEvidence, { certificate_id })).toMatchObject(missing);
    expect((await morning!.call(certificate.readEvidence, { certificate_id })).body.data.ended).toBe(true);
    const again = await morning!.call(certificate.publishEvidence, { ...sent, ends_on });
    expect(again).toMatchObject({ status: 400, body: { error: { fields: { ends_on: expect.any(String) } } } });
  });

  test("is refused with a day gone by or too far off, with what was not handed in, and of somebody else's", async () => {
    const { learner, certificate_id, sent } = await published("Wilma");
    for (const ends_on of [day(-2), day(400), undefined])
      expect(await learner.call(certificate.publishEvidence, { ...sent, ends_on })).toMatchObject({
        status: 400,
        body: { error: { fields: { ends_on: expect.any(String) } } },
      });
    const invented = [{ ...sent.sections[0]!, pieces: ["0".repeat(64)] }];
    expect(await learner.call(certificate.publishEvidence, { ...sent, sections: invented })).toMatchObject({
      status: 400,
      body: { error: { fields: { sections: expect.stringContaining("doesn’t match your submission") } } },
    });
    const stranger = newcomer("Stina");
    expect(await stranger.call(certificate.publishEvidence, sent)).toMatchObject(missing);
    expect(await stranger.call(certificate.readEvidence, { certificate_id })).toMatchObject(missing);
    expect((await open(certificate_id)).body.data.ends_on).toBe(sent.ends_on);
  });

  test("is asked for at most so often by one source, and whoever asks too often is told when to come back", async () => {
    const { certificate_id } = await published("Thea");
    let answer = await open(certificate_id);
    for (let asked = 0; asked < 130 && answer.status === 200; asked++) answer = await open(certificate_id);
    expect(answer).toMatchObject({ status: 429, body: { error: { code: "rate.exceeded" } } });
    expect(Number(answer.headers["retry-after"])).toBeGreaterThan(0);
    expect(await open("crt_00000000000000000000000000")).toMatchObject({ status: 429 });
    await world.control.moveClock(3_600_000);
    expect(await open(certificate_id)).toMatchObject({ status: 200 });
  });

  test("is not handed out after its last day, of which nobody need do anything", async () => {
    const { certificate_id } = fina;
    expect(await open(certificate_id)).toMatchObject({ status: 200 });
    await world.control.moveClock(32 * 86_400_000);
    expect(await open(certificate_id)).toMatchObject(missing);
  });
});
