import { beforeAll, describe, expect, test } from "vitest";
import { contract } from "../../shared/contract.ts";
import { publishedCredential } from "../support/fixtures/credential.ts";
import { acceptedReviewer } from "../support/fixtures/reviewer.ts";
import { accepted, begun, verdict } from "../support/fixtures/work.ts";
import type { Organization } from "../support/organization.ts";
import type { Person } from "../support/people.ts";
import { world } from "../support/world.ts";

const { submission, review, certificate } = contract;
let academy: Organization;
let rita: Person;
let credential_id: string;

beforeAll(async () => {
  academy = await world.newOrganization("Working Academy");
  rita = await acceptedReviewer(academy, "Rita");
  credential_id = await publishedCredential(academy, [rita]);
});

describe("a learner's work", () => {
  test("is saved as a draft, survives, can be emptied, and is handed in whole", async () => {
    const lena = academy.as("Lena");
    const { application_id, section_ids } = await begun(lena, credential_id);
    const [one, two] = section_ids as [string, string];
    const saved = await lena.call(submission.saveSection, {
      application_id,
      section_id: one,
      response: "<p>Plan<img src=x onerror=1></p>",
      links: ["https://example.test/plan"],
    });
    expect(saved).toMatchObject({ status: 200, body: { data: { status: "draft" } } });

    const read = (await lena.call(submission.read, { credential_id })).body.data;
    expect(read).toMatchObject({ application_id, status: "draft", sections_answered: 1, is_already_submitted: false });
    expect(read.sections[0]).toMatchObject({
      status: "draft",
      editable: true,
      title: "Lesson plan",
      work: { response: "<p>Plan</p>", links: ["https://example.test/plan"] },
    });
    expect((await lena.call(submission.read, { application_id })).body.data).toEqual(read);

    const early = await lena.call(submission.submit, { application_id, credential_id });
    expect(early).toMatchObject({
      status: 400,
      body: { error: { code: "submission.incomplete", fields: { [`sections.${two}`]: "A response is required" } } },
    });
    const emptied = await lena.call(submission.removeSection, { application_id, section_id: one });
    expect(emptied).toMatchObject({ status: 200 });
    expect((await lena.call(submission.read, { application_id })).body.data.sections_answered).toBe(0);

    const sections = section_ids.map((section_id) => ({ section_id, response: "<p>Done.</p>" }));
    const kept = await lena.call(submission.submit, { application_id, credential_id, sections, is_draft: true });
    expect(kept.body.data.status).toBe("draft");
    expect((await lena.call(submission.list, { type: "open" })).body.data.total).toBe(0);
    const sent = await lena.call(submission.submit, { application_id, credential_id });
    expect(sent.body.data).toMatchObject({
      status: "submitted",
      credential_job_id: expect.stringMatching(/^job_[0-9A-Z]{26}$/),
    });
    expect(sent.body.data.credential_job_id).not.toContain(application_id.slice("app_".length)); // of itself it tells nothing
    expect((await lena.call(submission.submit, { application_id, credential_id })).body.data).toMatchObject({
      status: "submitted",
      credential_job_id: sent.body.data.credential_job_id,
      version: sent.body.data.version,
    });
    const late = await lena.call(submission.saveSection, { application_id, section_id: one, response: "<p>x</p>" });
    expect(late).toMatchObject({ status: 409, body: { error: { code: "submission.not-editable" } } });
    expect((await lena.call(submission.list, { type: "open" })).body.data.submissions).toMatchObject([
      { application_id },
    ]);
  });

  test("is listed on its tab, with the totals of every tab", async () => {
    const { data } = (await academy.as("Lena").call(submission.listOwn, { status: "Submitted" })).body;
    expect(data.submissions).toMatchObject([{ credential_id, status: "submitted", title: "Classroom reading" }]);
    expect(data.totals).toEqual({ all: 1, Draft: 0, Submitted: 1, RevisionNeeded: 0, Completed: 0 });
    expect(await academy.as("Lena").call(submission.listOwn, { status: "Lost" })).toMatchObject({ status: 400 });
    expect(await rita.call(submission.listOwn, {})).toMatchObject({ status: 403 });
    expect(await academy.as("Lena").call(submission.list, { type: "lost" })).toMatchObject({ status: 400 });
  });

  test("is refused from a window that is behind, and nothing of it is kept", async () => {
    const leo = academy.as("Leo");
    const { application_id, section_ids } = await begun(leo, credential_id);
    const section_id = section_ids[0]!;
    const { version } = (await leo.call(submission.read, { application_id })).body.data;
    const first = { application_id, section_id, response: "<p>First</p>", version };
    expect(await leo.call(submission.saveSection, first)).toMatchObject({ status: 200 });
    const behind = await leo.call(submission.saveSection, { ...first, response: "<p>Second</p>" });
    expect(behind).toMatchObject({ status: 409, body: { error: { code: "submission.changed" } } });
    const read = (await leo.call(submission.read, { application_id })).body.data;
    expect(read.sections[0]!.work.response).toBe("<p>First</p>");
  });

  test("that is saved or handed in once more with the same words is answered as done", async () => {
    const leo = academy.as("Leo");
    const { application_id, section_ids } = await begun(leo, await publishedCredential(academy, [rita]));
    const begunAt = (await leo.call(submission.read, { application_id })).body.data;
    const sections = section_ids.map((section_id) => ({ section_id, response: "<p>Done.</p>" }));
    const work = { application_id, credential_id: begunAt.credential_id, sections };
    const draft = { ...work, is_draft: true, version: begunAt.version };
    const kept = await leo.call(submission.submit, draft);
    expect(kept).toMatchObject({ status: 200 });
    expect((await leo.call(submission.submit, draft)).body).toEqual(kept.body);
    const one = { application_id, ...sections[0]!, version: begunAt.version };
    expect((await leo.call(submission.saveSection, one)).body.data.version).toBe(kept.body.data.version);

    const sent = await leo.call(submission.submit, work);
    expect(sent).toMatchObject({ status: 200, body: { data: { status: "submitted" } } });
    expect((await leo.call(submission.submit, work)).body).toEqual(sent.body);
    const other = sections.map((section) => ({ ...section, response: "<p>Another.</p>" }));
    const changed = await leo.call(submission.submit, { ...work, sections: other });
    expect(changed).toMatchObject({ status: 409, body: { error: { code: "submission.not-editable" } } });
  });

  test("is submitted once, however often it is sent in the same moment", async () => {
    const liv = academy.as("Liv");
    const { application_id, section_ids } = await begun(liv, credential_id);
    const sections = section_ids.map((section_id) => ({ section_id, response: "<p>Done.</p>" }));
    await liv.call(submission.submit, { application_id, credential_id, sections, is_draft: true });
    const sends = [1, 2, 3, 4].map(() => liv.call(submission.submit, { application_id, credential_id }));
    const statuses = (await Promise.all(sends)).map(({ status }) => status);
    expect(statuses).toEqual([200, 200, 200, 200]);
    const rows = await world.control.items(`AUDIT#${application_id}`);
    expect(rows.filter(({ type }) => type === "submission.submitted")).toHaveLength(1);
  });

  test("is nobody else's: not found for other learners, wrong fields refused by name", async () => {
    const { application_id, section_ids } = await begun(academy.as("Lena"), await publishedCredential(academy, [rita]));
    const section_id = section_ids[0]!;
    const save = { application_id, section_id, response: "<p>Mine</p>" };
    for (const other of [academy.as("Leo"), world.as("Liv")]) {
      expect(await other.call(submission.saveSection, save)).toMatchObject({ status: 404 });
      expect(await other.call(submission.read, { application_id })).toMatchObject({ status: 404 });
      expect(await other.call(submission.removeSection, { application_id, section_id })).toMatchObject({ status: 404 });
      expect(await other.call(submission.submit, { application_id, credential_id })).toMatchObject({ status: 404 });
    }
    const lena = academy.as("Lena");
    const refused: [object, string][] = [
      [{ links: ["javascript:alert(1)"] }, "links.0"],
      [{ options: ["o1"] }, "options"],
      [{ response: "x".repeat(20_001) }, "response"],
      [{ grade: "A" }, "grade"],
    ];
    for (const [given, field] of refused) {
      const answer = await lena.call(submission.saveSection, { ...save, ...given });
      expect(answer).toMatchObject({ status: 400 });
      expect(answer.body.error.fields).toHaveProperty([field]);
    }
    expect(await lena.call(submission.saveSection, { ...save, section_id: "sec_01x" })).toMatchObject({ status: 404 });
    expect(await lena.call(submission.submit, { application_id, credential_id })).toMatchObject({ status: 404 });
    expect(await lena.call(submission.read, {})).toMatchObject({ status: 404 });
    const stranger = { key: `submissions/org_1/usr_1/fil_1/a-1.pdf`, name: "a.pdf" };
    expect(await lena.call(submission.saveSection, { ...save, attachments: [stranger] })).toMatchObject({
      status: 404,
    });
  });

  test("picks among the options a section offers, one unless several are allowed", async () => {
    const option = (title: string, options_multiple: boolean) => ({
      title,
      description: "<p>Choose.</p>",
      rubric: "<p>Chosen.</p>",
      response_type: "2",
      review_estimate: 5,
      options: ["North", "South"].map((name) => ({ option_id: name.toLowerCase(), name })),
      options_multiple,
    });
    const sections = [option("One", false), option("Several", true)];
    const own = await publishedCredential(academy, [rita], { sections });
    const leo = academy.as("Leo");
    const { application_id, section_ids } = await begun(leo, own);
    const { data } = (await leo.call(submission.read, { application_id })).body;
    const picks = (index: number) => data.sections[index]!.options.map(({ option_id }) => option_id);
    const save = (index: number, options: string[]) =>
      leo.call(submission.saveSection, { application_id, section_id: section_ids[index]!, options });
    expect(await save(0, picks(0))).toMatchObject({
      status: 400,
      body: { error: { fields: { options: "Choose one option." } } },
    });
    expect(await save(0, ["elsewhere"])).toMatchObject({ status: 400 });
    expect(await save(0, [picks(0)[0]!])).toMatchObject({ status: 200 });
    expect(await save(1, picks(1))).toMatchObject({ status: 200 });
    const sent = await leo.call(submission.submit, { application_id, credential_id: own });
    expect(sent).toMatchObject({ status: 200 });
  });

  test("waits for payment where the credential costs something", async () => {
    const own = await publishedCredential(academy, [rita], { price: 50 });
    const liv = academy.as("Liv");
    const applied = await liv.call(contract.credential.apply, { credential_id: own });
    const { application_id } = applied.body.data;
    const { data } = (await liv.call(submission.read, { credential_id: own })).body;
    expect(data).toMatchObject({ status: "applied", payment_needed: true, price: 50 });
    const section_id = data.sections[0]!.section_id;
    const unpaid = { status: 409, body: { error: { code: "submission.unpaid" } } };
    const save = { application_id, section_id, response: "<p>x</p>" };
    expect(await liv.call(submission.saveSection, save)).toMatchObject(unpaid);
    expect(await liv.call(submission.submit, { application_id, credential_id: own })).toMatchObject(unpaid);
  });
});

describe("a certificate", () => {
  let lena: Person;
  let page: { org_id: string; user_id: string; cred_id: string };

  beforeAll(async () => {
    lena = academy.as("Lena");
    const own = await publishedCredential(academy, [rita]);
    const work = await accepted(lena, own, rita);
    for (const index of [0, 1] as const) await rita.call(review.acceptSection, verdict(work, index));
    await world.settle(); // it is signed then
    page = { org_id: academy.organization_id, user_id: lena.user_id, cred_id: own };
  });

  test("shows anybody what is public and nothing else", async () => {
    const { status, body } = await world.anyone.call(certificate.readOwn, page);
    expect(status).toBe(200);
    const { credential, ...rest } = body.data;
    expect(Object.keys(rest).toSorted()).toEqual([
      ...[
        "address",
        "badge",
        "earned_in",
        "first_name",
        "issuer_name",
        "last_name",
        "signature",
        "verified",
        "verified_on",
      ],
    ]);
    expect(Object.keys(credential).toSorted()).toEqual(["created_on", "description", "org_id", "title"]);
    expect(rest).toMatchObject({ first_name: "Lena", last_name: "Rivers", issuer_name: academy.name, verified: true });
  });

  test("that nobody earned looks like one that never was", async () => {
    const reference = await world.anyone.call(certificate.readOwn, { ...page, user_id: "usr_01nobody" });
    expect(reference.status).toBe(404);
    const leo = await world.anyone.call(certificate.readOwn, { ...page, user_id: academy.as("Leo").user_id });
    expect(leo.text).toBe(reference.text);
  });

  test("is hidden and shown again by its learner alone", async () => {
    const hide = { cred_id: page.cred_id, hidden: true };
    expect(await academy.as("Leo").call(certificate.hide, hide)).toMatchObject({ status: 404 });
    expect(await lena.call(certificate.hide, { ...hide, hidden: "yes" })).toMatchObject({ status: 400 });
    expect((await lena.call(certificate.hide, hide)).body.data).toEqual(hide);
    expect((await world.anyone.call(certificate.readOwn, page)).status).toBe(404);
    const { data } = (await lena.call(certificate.listOwn, {})).body;
    expect(data.credentials).toMatchObject([{ certificate_hidden: true }]);
    expect(await lena.call(certificate.hide, { ...hide, hidden: false })).toMatchObject({ status: 200 });
    expect((await world.anyone.call(certificate.readOwn, page)).status).toBe(200);
  });

  test("has one short link, which leads straight to its own page while that is shown, and nowhere else", async () => {
    const url = `${world.origin}/Certificate?${new URLSearchParams(page)}`;
    const short = await lena.call(certificate.shorten, { url });
    expect(short.status).toBe(200);
    expect((await lena.call(certificate.shorten, { url })).body).toEqual(short.body);
    const followed = await world.anyone.send("GET", `/api/s/${short.body.data.code}`);
    expect(followed.status).toBe(302);
    const shared = await world.anyone.send("GET", `/api/s/${short.body.data.code}?utm_source=mail&fbclid=1&fbclid=2`);
    expect([shared.status, shared.headers.location]).toEqual([302, followed.headers.location]);
    const { address, signature } = (await world.anyone.call(certificate.readOwn, page)).body.data;
    expect(signature).toBe("signed");
    expect(followed.headers.location).toBe(`${world.origin}${address}`);
    await lena.call(certificate.hide, { cred_id: page.cred_id, hidden: true });
    const hidden = await world.anyone.send("GET", `/api/s/${short.body.data.code}`);
    const target = new URL(String(hidden.headers.location));
    expect([target.origin, target.pathname]).toEqual([world.origin, "/Certificate"]);
    expect(Object.fromEntries(target.searchParams)).toEqual(page);
    await lena.call(certificate.hide, { cred_id: page.cred_id, hidden: false });
    expect(await world.anyone.send("GET", "/api/s/unknown")).toMatchObject({ status: 404 });

    const refused = [
      url.replace(world.origin, "https://evil.test"),
      url.replace(page.user_id, academy.as("Leo").user_id),
      `${world.origin}/login`,
    ];
    for (const other of refused) {
      const answer = await lena.call(certificate.shorten, { url: other });
      expect(answer).toMatchObject({ status: 400, body: { error: { code: "shorturl.not-allowed" } } });
    }
    const details = `${world.origin}/credential/details/${page.org_id}/${page.cred_id}`;
    expect(await academy.as("Ivan").call(certificate.shorten, { url: details })).toMatchObject({ status: 200 });
    expect(await world.as("Isa").call(certificate.shorten, { url: details })).toMatchObject({ status: 400 });
    expect(await lena.call(certificate.shorten, { url: details })).toMatchObject({ status: 400 });
  });
});
