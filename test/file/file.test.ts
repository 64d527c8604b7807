import { createHash } from "node:crypto";
import { PutObjectTaggingCommand, S3Client } from "@aws-sdk/client-s3";
import { beforeAll, describe, expect, it } from "vitest";
import { offerOpened } from "../../bin/seed/client.ts";
import { contract } from "../../shared/contract.ts";
import { publishedCredential } from "../support/fixtures/credential.ts";
import { intent, pdf, post, uploaded } from "../support/fixtures/file.ts";
import { acceptedReviewer } from "../support/fixtures/reviewer.ts";
import { accepted, begun } from "../support/fixtures/work.ts";
import type { Organization } from "../support/organization.ts";
import type { Person } from "../support/people.ts";
import { world } from "../support/world.ts";

const { credential, file, submission, user, review } = contract;

let academy: Organization;
beforeAll(async () => {
  academy = await world.newOrganization("Lakeside Academy");
});

describe("uploading", () => {
  it("takes a file by the exact form, checks it, and lets its owner download it as attachment", async () => {
    const lena = academy.as("Lena");
    const form = await intent(lena, "submissions", "My plan – Übung.pdf", pdf.length);
    expect(form.key).toMatch(
      new RegExp(
        `^submissions/${academy.organization_id}/${lena.user_id}/fil_\\w+/My-plan-U-bung-\\d{8}T\\d{6}\\.pdf$`,
      ),
    );
    expect((await lena.call(file.confirm, { key: form.key })).body.error.code).toBe("file.not-arrived");
    expect((await lena.call(file.download, { key: form.key })).body.error.code).toBe("file.not-clean");
    expect(await post(form, pdf)).toBeLessThan(300);
    for (let times = 0; times < 2; times++) {
      const confirmed = await lena.call(file.confirm, { key: form.key });
      expect(confirmed.body.data).toMatchObject({
        name: "My plan – Übung.pdf",
        type: "application/pdf",
        size: pdf.length,
      });
    }
    const { url } = (await lena.call(file.download, { key: form.key })).body.data;
    const answer = await fetch(url);
    expect(answer.headers.get("content-disposition")).toMatch(/^attachment;/);
    expect(Buffer.from(await answer.arrayBuffer()).equals(pdf)).toBe(true);
    expect((await fetch(url.replace(/X-Amz-Signature=\w{4}/, "X-Amz-Signature=0000"))).status).toBe(403);
  });

  it("answers each of several confirmations at once with what was found", async () => {
    const lena = academy.as("Lena");
    for (let round = 0; round < 3; round++) {
      const form = await intent(lena, "submissions", "plan.pdf", pdf.length);
      await post(form, pdf);
      const all = await Promise.all([1, 2, 3].map(() => lena.call(file.confirm, { key: form.key })));
      expect(all.map(({ status }) => status)).toEqual([200, 200, 200]);
      for (const { body } of all) expect(body.data).toMatchObject({ key: form.key, size: pdf.length });
      const wrong = await intent(lena, "submissions", "plan.pdf", pdf.length);
      await post(wrong, Buffer.from("<html>"));
      const refused = await Promise.all([1, 2, 3].map(() => lena.call(file.confirm, { key: wrong.key })));
      expect(refused.map(({ body }) => body.error.code)).toEqual(Array(3).fill("file.refused"));
    }
  });

  it.each(["photo.jfif", "photo.JPE"])("takes %s, as browsers save a JPG", async (name) => {
    const lena = academy.as("Lena");
    const bytes = Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 4, 0, 0, 0xff, 0xd9]);
    const form = await intent(lena, "submissions", name, bytes.length);
    await post(form, bytes);
    expect((await lena.call(file.confirm, { key: form.key })).body.data).toMatchObject({ name, type: "image/jpeg" });
  });

  it("does not let the form be bent: size, type, key", async () => {
    const lena = academy.as("Lena");
    const form = await intent(lena, "submissions", "plan.pdf", 100);
    expect(await post(form, Buffer.alloc(101, "x"))).toBe(400);
    expect(await post({ ...form, fields: { ...form.fields, "Content-Type": "text/html" } }, pdf)).toBe(403);
    expect(await post({ ...form, fields: { ...form.fields, key: `${form.key}.html` } }, pdf)).toBe(403);
  });

  it.each([
    ["plan.exe", 10, "You can upload PDF, Word, Excel, PowerPoint, PNG, JPG, plain text, MP4, MOV, WebM, M4A, or MP3."],
    ["plan.pdf", 0, "This file is empty."],
    ["plan.pdf", 50 * 1024 * 1024 + 1, "The file must be smaller than 50 MB."],
  ])("refuses %s of %i bytes before anything is sent", async (name, size, message) => {
    const answer = await academy.as("Lena").call(file.upload, { name, size, folder: "submissions" });
    expect(answer).toMatchObject({ status: 400, body: { error: { code: "file.not-allowed", message } } });
  });

  it("takes a reviewer's license as its field says: PDF, PNG, or JPG", async () => {
    const answer = await academy.as("Rita").call(file.upload, { name: "a.docx", size: 10, folder: "certificates" });
    expect(answer.body.error.message).toBe("You can upload PDF, PNG, or JPG.");
  });

  it("keeps folders apart by role", async () => {
    const lena = academy.as("Lena");
    for (const folder of ["resources", "support", "certificates"] as const) {
      const answer = await lena.call(file.upload, { name: "a.pdf", size: 10, folder });
      expect(answer).toMatchObject({ status: 403, body: { error: { code: "file.folder-not-allowed" } } });
    }
    expect((await lena.call(file.upload, { name: "a.pdf", size: 10, folder: "avatars" })).status).toBe(400);
  });
});

/** The beginning of a zip whose first entry has this name. */
function zipOf(name: string): Buffer {
  const header = Buffer.alloc(30);
  header.write("PK\x03\x04", "latin1");
  header.writeUInt16LE(name.length, 26);
  return Buffer.concat([header, Buffer.from(name)]);
}

describe("what arrived", () => {
  it.each([
    ["plan.docx", zipOf("[Content_Types].xml")],
    ["plan.xlsx", zipOf("_rels/.rels")],
    ["plan.pdf", Buffer.from(`\ufeffHTTP/1.1 200 OK\r\n\r\n${pdf}`)],
    ["plan.txt", Buffer.from("\ufeffcaf\u00e9", "utf16le")],
  ])("is taken as the programs write it: %s", async (name, bytes) => {
    const lena = academy.as("Lena");
    const form = await intent(lena, "submissions", name, bytes.length);
    await post(form, bytes);
    expect((await lena.call(file.confirm, { key: form.key })).status).toBe(200);
  });

  it.each([
    ["plan.pdf", "<html><script>alert(1)</script>", "This file isn’t a PDF, even though its name says so."],
    ["plan.png", "%PDF-1.7", "This file isn’t a PNG image, even though its name says so."],
    ["plan.docx", "plain words", "This file isn’t a Word document, even though its name says so."],
    ["plan.txt", "nul\0byte", "This file isn’t plain text, even though its name says so."],
    [
      "plan.txt",
      Buffer.from("caf\u00e9 au lait", "latin1"),
      "We can’t read the letters of this file. Save it as UTF-8 and try again.",
    ],
    ["plan.docx", Buffer.from("d0cf11e0a1b11ae1", "hex"), "This file may have a password. Upload a copy without one."],
    ["pages.docx", zipOf("Index/Document.iwa"), "This file isn’t a Word document, even though its name says so."],
    [
      "virus.txt",
      `X5O!P%@AP[4\\PZX54(P^)7CC)7}$${"EICAR-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*"}`,
      "This file contains malware.",
    ],
  ])("refuses %s that is not one, for good", async (name, content, message) => {
    const lena = academy.as("Lena");
    const bytes = Buffer.from(content);
    const form = await intent(lena, "submissions", name, bytes.length);
    await post(form, bytes);
    for (let times = 0; times < 2; times++) {
      const answer = await lena.call(file.confirm, { key: form.key });
      expect(answer).toMatchObject({ status: 400, body: { error: { code: "file.refused" } } });
      expect(answer.body.error.message).toContain(message);
    }
    expect((await lena.call(file.download, { key: form.key })).body.error.code).toBe("file.not-clean");
  });

  it("stays what was confirmed, whatever is posted by the same form afterwards", async () => {
    const lena = academy.as("Lena");
    const form = await intent(lena, "submissions", "plan.pdf", 200);
    await post(form, pdf);
    const confirmed = await lena.call(file.confirm, { key: form.key });
    const other = Buffer.concat([pdf, Buffer.from("% and a second page\n")]);
    const virus = Buffer.from(`X5O!P%@AP[4\\PZX54(P^)7CC)7}$${"EICAR-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*"}`);
    for (const later of [other, virus]) {
      expect(await post(form, later)).toBeLessThan(300);
      expect((await lena.call(file.confirm, { key: form.key })).body).toEqual(confirmed.body);
      const { url, size } = (await lena.call(file.download, { key: form.key })).body.data;
      expect(size).toBe(pdf.length);
      expect(Buffer.from(await (await fetch(url)).arrayBuffer()).equals(pdf)).toBe(true);
    }
    const stored = await world.control.item(`FILE#${form.key}`, "META");
    expect(stored).toMatchObject({
      sha256: createHash("sha256").update(pdf).digest("hex"),
      object_version: expect.stringMatching(/./),
    });
  });

  it("is confirmed by its owner alone", async () => {
    const form = await intent(academy.as("Lena"), "submissions", "plan.pdf", pdf.length);
    await post(form, pdf);
    expect((await academy.as("Leo").call(file.confirm, { key: form.key })).status).toBe(404);
    expect((await academy.as("Leo").call(file.confirm, { key: "submissions/../x" })).status).toBe(400);
  });
});

/** The bucket of uploads, past the product: writes what a scan would. */
async function uploads() {
  const names = ["AWS_REGION", "AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY", "AWS_ENDPOINT_URL_S3", "FILES_BUCKET"];
  const settings = await world.control.settings(names);
  const credentials = {
    accessKeyId: settings.AWS_ACCESS_KEY_ID!,
    secretAccessKey: settings.AWS_SECRET_ACCESS_KEY!,
  };
  const place = { region: settings.AWS_REGION!, endpoint: settings.AWS_ENDPOINT_URL_S3!, forcePathStyle: true };
  const sdk = new S3Client({ ...place, credentials });
  const judge = async (Key: string, Value?: string) => {
    const TagSet = Value === undefined ? [] : [{ Key: "GuardDutyMalwareScanStatus", Value }];
    await sdk.send(new PutObjectTaggingCommand({ Bucket: settings.FILES_BUCKET, Key, Tagging: { TagSet } }));
  };
  return { judge };
}

/** The status of the address that somebody is handed, or the code of the refusal. */
async function handedOut(person: Person, key: string) {
  const { body } = await person.call(file.download, { key });
  return body.error?.code ?? (await fetch(body.data.url)).status;
}

describe("downloading", () => {
  it("gives a submission's files to the reviewer who accepted it, and to no staff and no other learner", async () => {
    const [rita, ray] = [await acceptedReviewer(academy, "Rita"), await acceptedReviewer(academy, "Ray")];
    const lena = academy.as("Lena");
    const credential_id = await publishedCredential(academy, [rita, ray]);
    const key = await uploaded(lena, "submissions", "evidence.pdf");
    const { application_id, section_ids } = await begun(lena, credential_id);
    const attachments = [{ key, name: "evidence.pdf" }];
    const sections = section_ids.map((section_id, index) => ({
      section_id,
      response: "<p>See the file.</p>",
      ...(index === 0 && { attachments }),
    }));
    const sent = await lena.call(submission.submit, { application_id, credential_id, sections });
    expect(sent).toMatchObject({ status: 200 });
    await offerOpened(lena);
    const credential_job_id = sent.body.data.credential_job_id!;
    const status = async (person: typeof rita) => (await person.call(file.download, { key })).status;
    expect(await status(rita)).toBe(404);
    await rita.call(review.accept, { credential_job_id });
    expect(await status(rita)).toBe(200);
    const [first] = (await rita.call(review.read, { credential_job_id })).body.data.sections;
    const seatKey = first!.work!.attachments[0]!.key;
    expect(await handedOut(rita, seatKey)).toBe(200);
    for (const name of ["Ray", "Ada", "Lena"] as const)
      expect((await academy.as(name).call(file.download, { key: seatKey })).status).toBe(404);
    expect((await lena.call(file.confirm, { key: seatKey })).status).toBe(400);
    const storage = await uploads();
    for (const [verdict, refusal] of [
      [undefined, "file.being-checked"],
      ["UNSUPPORTED", "file.locked"],
      ["NO_THREATS_FOUND", 200],
    ] as const) {
      await storage.judge(key, verdict);
      expect(await handedOut(rita, seatKey)).toBe(refusal);
    }
    for (const name of ["Ray", "Ada", "Ivan", "Pia", "Leo"] as const) expect(await status(academy.as(name))).toBe(404);
    expect(await status(ray)).toBe(404);
  });

  it("gives a credential's files to whoever may read that credential, and to nobody who only knows the key", async () => {
    const [academy, other] = [
      await world.newOrganization("Harbor Academy"),
      await world.newOrganization("Other Academy"),
    ];
    const [rita, ray] = [await acceptedReviewer(academy, "Rita"), await acceptedReviewer(academy, "Ray")];
    const guest = await acceptedReviewer(other, "Rita"); // not chosen for the credential
    const key = await uploaded(academy.as("Ada"), "resources", "guide.pdf");
    const support = await uploaded(academy.as("Ada"), "support", "notes.pdf");
    const readers = async (of: string) => {
      const people = {
        Ada: academy.as("Ada"),
        Ivan: academy.as("Ivan"),
        Lena: academy.as("Lena"),
        Rita: rita,
        Ray: ray,
        "their Ada": other.as("Ada"),
        "their Lena": other.as("Lena"),
        "their Rita": guest,
      };
      const statuses = await Promise.all(Object.values(people).map((each) => each.call(file.download, { key: of })));
      return Object.keys(people).filter((_, index) => statuses[index]!.status === 200);
    };
    expect(await readers(key)).toEqual(["Ada"]); // no credential holds it yet
    const details = { attachments: [{ key, name: "guide.pdf", type: "application/pdf" }] };
    const criteria = { support_attachment: { attach_name: "notes.pdf", attach_type: "application/pdf", key: support } };
    const credential_id = await publishedCredential(academy, [rita], { details, criteria });
    expect(await readers(key)).toEqual(["Ada", "Ivan", "Lena", "Rita", "their Lena"]);
    expect(await readers(support)).toEqual(["Ada", "Ivan", "Rita"]);

    await accepted(academy.as("Lena"), credential_id, rita);
    const exchanged = { credential_id, add: [ray.user_id], remove: [rita.user_id] };
    expect(await academy.as("Ada").call(credential.assignReviewers, exchanged)).toMatchObject({ status: 200 });
    expect(await readers(support)).toEqual(["Ada", "Ivan", "Rita", "Ray"]); // Rita still has the job in hand
  });

  it("gives a draft's files to those who may read the draft, as long as it holds them", async () => {
    const ivan = academy.as("Ivan");
    const [first, second] = [
      await uploaded(ivan, "resources", "first.pdf"),
      await uploaded(ivan, "resources", "second.pdf"),
    ];
    const text = "<p>Text.</p>";
    const credential_details = (key: string) => ({
      title: "A draft with files",
      description: text,
      score_description: text,
      credential_resources: text,
      attachments: [{ key, name: "first.pdf", type: "application/pdf" }],
    });
    const made = await ivan.call(credential.create, { credential_details: credential_details(first) });
    const { credential_id, version } = made.body.data;
    const status = async (name: "Ada" | "Pia" | "Lena" | "Rita", key: string) =>
      (await academy.as(name).call(file.download, { key })).status;
    const all = (key: string) =>
      Promise.all((["Ada", "Pia", "Lena", "Rita"] as const).map((name) => status(name, key)));
    expect(await all(first)).toEqual([200, 200, 404, 404]);
    const changed = { credential_id, step: 0, version, credential_details: credential_details(second) };
    expect(await ivan.call(credential.update, changed)).toMatchObject({ status: 200 });
    expect(await all(first)).toEqual([404, 404, 404, 404]);
    expect(await all(second)).toEqual([200, 200, 404, 404]);
  });

  it("gives nobody what no scan has found clean", async () => {
    const lena = academy.as("Lena");
    const key = await uploaded(lena, "submissions", "unscanned.pdf");
    const { url } = (await lena.call(file.download, { key })).body.data;
    const storage = await uploads();
    const judged = async (verdict?: string) => {
      await storage.judge(key, verdict);
      return [(await lena.call(file.download, { key })).body.error?.code, (await fetch(url)).status];
    };
    expect(await judged()).toEqual(["file.being-checked", 403]);
    const accusations = async () =>
      (await world.control.logs()).filter((line) => line.includes("upload_malware") && line.includes(lena.user_id));
    expect(await judged("UNSUPPORTED")).toEqual(["file.locked", 403]);
    for (const verdict of ["FAILED", "ACCESS_DENIED", "A_VERDICT_OF_TOMORROW"]) {
      expect(await judged(verdict)).toEqual(["file.not-scanned", 403]);
    }
    expect(await accusations()).toEqual([]);
    expect(await judged("THREATS_FOUND")).toEqual(["file.not-clean", 403]);
    expect(await accusations()).toHaveLength(1);
    expect(await judged("NO_THREATS_FOUND")).toEqual([undefined, 200]);
  });

  it("tells the owner of a file with a password that nobody can look into it, and accuses nobody", async () => {
    const leo = academy.as("Leo");
    const locked = Buffer.from("%PDF-1.7\ntrailer << /Root 1 0 R /Encrypt 5 0 R >>\n%%EOF\n");
    const form = await intent(leo, "submissions", "locked.pdf", locked.length);
    await post(form, locked);
    expect((await leo.call(file.confirm, { key: form.key })).status).toBe(200);
    const answer = await leo.call(file.download, { key: form.key });
    expect(answer).toMatchObject({ status: 409, body: { error: { code: "file.locked" } } });
    expect(answer.body.error.message).toContain("Upload a copy without one.");
    const lines = (await world.control.logs()).filter((line) => line.includes(leo.user_id));
    expect(lines.filter((line) => line.includes("upload_malware"))).toEqual([]);
  });

  it("tells the owner by a notification, once, when the scan says that it could not look into a file", async () => {
    const lou = (await world.newOrganization("Locked Academy")).as("Leo");
    const locked = Buffer.from("%PDF-1.7\ntrailer << /Root 1 0 R /Encrypt 5 0 R >>\n%%EOF\n");
    const form = await intent(lou, "submissions", "locked.pdf", locked.length);
    await post(form, locked);
    expect((await lou.call(file.confirm, { key: form.key })).status).toBe(200);
    const told = async () => {
      await world.settle();
      const { notices } = (await lou.call(user.listNotices, {})).body.data;
      return notices.filter(({ type }) => type.startsWith("file.")).map(({ title, text }) => `${title}: ${text}`);
    };
    const [first, ...others] = await told();
    expect(first).toMatch(
      /^We can’t check one of your files: A file you uploaded on .+ may have a password, so upload a copy without one\.$/,
    );
    expect(others).toEqual([]);

    const plain = await uploaded(lou, "submissions", "plain.pdf");
    expect(await told()).toHaveLength(1);
    const result = (objectKey: string, scanResultStatus: string, versionId?: string) =>
      world.control.invoke("file/report-unscanned", {
        detail: { s3ObjectDetails: { objectKey, versionId }, scanResultDetails: { scanResultStatus } },
      });
    const { object_version } = (await world.control.item(`FILE#${plain}`, "META")) as { object_version: string };
    for (let time = 0; time < 2; time++) await result(plain, "FAILED", object_version);
    await result(plain, "UNSUPPORTED", "another-version");
    await result(`${plain}-that-nobody-posted`, "FAILED");
    const both = await told();
    expect(both).toHaveLength(2);
    expect(both[0]).toMatch(
      /^We couldn’t check one of your files: We couldn’t check a file you uploaded on .+\. Upload it again\.$/,
    );
  });

  it("gives a reviewer's license to those who decide on the application", async () => {
    const key = await uploaded(academy.as("Rita"), "certificates", "license.pdf");
    expect((await academy.as("Ada").call(file.download, { key })).status).toBe(200);
    expect((await academy.as("Pia").call(file.download, { key })).status).toBe(404);
    const other = await world.newOrganization("Another Academy");
    expect((await other.as("Ada").call(file.download, { key })).status).toBe(404);
  });
});
