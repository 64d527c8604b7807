import { createHash } from "node:crypto";
import { beforeAll, describe, expect, it } from "vitest";
import { offerOpened } from "../../bin/seed/client.ts";
import { contract } from "../../shared/contract.ts";
import { partBytes, unfinishedMax } from "../../shared/file/rules.ts";
import { publishedCredential } from "../support/fixtures/credential.ts";
import { pixel } from "../support/fixtures/file.ts";
import { invitedAs } from "../support/fixtures/invitation.ts";
import { begunParts, filmOfBytes, sendParts, uploadedInParts } from "../support/fixtures/recording.ts";
import { acceptedReviewer } from "../support/fixtures/reviewer.ts";
import { type Begun, begun, submitted } from "../support/fixtures/work.ts";
import type { Organization } from "../support/organization.ts";
import type { Person } from "../support/people.ts";
import { world } from "../support/world.ts";

const { file, submission, review, user } = contract;
const gigabyte = 1024 ** 3;

let academy: Organization;
let rita: Person;
let lena: Person;
let work: Begun;
let credential_id: string;
beforeAll(async () => {
  academy = await world.newOrganization("Parts Academy");
  rita = await acceptedReviewer(academy, "Rita");
  lena = academy.as("Lena");
  credential_id = await publishedCredential(academy, [rita]);
  work = await begun(lena, credential_id);
});

const begin = (fields: object = {}) =>
  lena.call(file.beginParts, { application_id: work.application_id, name: "lesson.mp4", size: 100, ...fields });
const stateOf = async (key: string) => (await lena.call(file.readParts, { key })).body.data;
const stored = (key: string) => world.control.item(`FILE#${key}`, "META");

describe("an upload in parts is begun", () => {
  it.each([
    ["plan.pdf", 100, "You can upload MP4, MOV, WebM, M4A, or MP3 in parts."],
    ["lesson.mp4", 0, "This file is empty."],
    ["lesson.mp4", gigabyte + 1, "The recording must be smaller than 1 GB."],
  ])("for recordings up to a gigabyte alone: not for %s of %i bytes", async (name, size, message) => {
    const answer = await begin({ name, size });
    expect([answer.status, answer.body.error.message]).toEqual([400, message]);
  });

  it("of a gigabyte, in 128 parts", async () => {
    const { key, ...cut } = (await begin({ size: gigabyte })).body.data;
    expect(cut).toEqual({ part_bytes: partBytes, part_count: 128 });
    expect((await lena.call(file.abandonParts, { key })).status).toBe(200);
  });

  it("by the owner of work that may be changed", async () => {
    const leo = academy.as("Leo");
    expect((await leo.call(file.beginParts, { ...work, name: "a.mp4", size: 9 } as never)).status).toBe(400);
    const { application_id } = work;
    expect((await leo.call(file.beginParts, { application_id, name: "a.mp4", size: 9 })).status).toBe(404);
    const handedIn = await submitted(leo, credential_id);
    const late = await leo.call(file.beginParts, {
      application_id: handedIn.application_id,
      name: "a.mp4",
      size: 9,
    });
    expect(late.body.error.code).toBe("submission.not-editable");
  });

  it("while few others are unfinished", async () => {
    const liv = academy.as("Liv");
    const { application_id } = await begun(liv, credential_id);
    const keys: string[] = [];
    for (let count = 0; count < unfinishedMax; count++) keys.push(await begunParts(liv, application_id, "a.mp4", 9));
    const next = () => liv.call(file.beginParts, { application_id, name: "a.mp4", size: 9 });
    expect((await next()).body.error.code).toBe("file.parts-many");
    expect((await liv.call(file.abandonParts, { key: keys[0]! })).status).toBe(200);
    expect((await next()).status).toBe(200);
  });
});

describe("a part", () => {
  it("is taken at its address with its exact length alone", async () => {
    const film = filmOfBytes(partBytes + 50);
    const key = await begunParts(lena, work.application_id, "lesson.mp4", film.length);
    const { parts } = (await lena.call(file.signParts, { key, part_numbers: [1, 2] })).body.data;
    expect(parts.map(({ size }) => size)).toEqual([partBytes, 50]);
    const put = async (at: number, bytes: Uint8Array) =>
      (await fetch(parts[at]!.url, { method: "PUT", body: new Uint8Array(bytes) })).status;
    expect(await put(1, film.subarray(0, 49))).toBe(403);
    expect(await put(1, film.subarray(0, 51))).toBe(403);
    expect(await put(1, film.subarray(partBytes))).toBe(200);
    expect((await stateOf(key)).arrived).toEqual([{ part_number: 2, etag: expect.stringContaining('"') }]);
    expect((await lena.call(file.signParts, { key, part_numbers: [3] })).status).toBe(400);
  });

  it("is signed for whoever began the upload, while it lasts", async () => {
    const key = await begunParts(lena, work.application_id, "lesson.mp4", 100);
    const leo = academy.as("Leo");
    expect((await leo.call(file.signParts, { key, part_numbers: [1] })).status).toBe(404);
    expect((await leo.call(file.readParts, { key })).status).toBe(404);
    expect((await leo.call(file.completeParts, { key, parts: [{ part_number: 1, etag: "x" }] })).status).toBe(404);
    expect((await leo.call(file.abandonParts, { key })).status).toBe(404);
    expect((await lena.call(file.confirm, { key })).status).toBe(404);
    expect((await lena.call(file.abandonParts, { key })).status).toBe(200);
    const ended = await lena.call(file.signParts, { key, part_numbers: [1] });
    expect(ended.body.error).toMatchObject({
      code: "file.parts-ended",
      message: "This upload has ended. Choose the file again.",
    });
  });
});

describe("an upload in parts is finished", () => {
  it("once all parts have arrived, each of its size and as its sender knows it", async () => {
    const film = filmOfBytes(partBytes + 50);
    const key = await begunParts(lena, work.application_id, "lesson.mp4", film.length);
    const [first] = await sendParts(lena, key, film, [1]);
    const finish = async (parts: object[]) =>
      (await lena.call(file.completeParts, { key, parts } as never)).body as never as {
        error?: { code: string };
        data?: { status: string };
      };
    expect((await finish([first!])).error?.code).toBe("file.parts-missing");
    const [second] = await sendParts(lena, key, film, [2]);
    expect((await finish([first!])).error?.code).toBe("file.parts-missing");
    expect((await finish([first!, { ...second!, etag: first!.etag }])).error?.code).toBe("file.parts-missing");
    expect((await finish([second!, first!])).error?.code).toBe("file.parts-missing");
    expect((await finish([first!, second!])).data?.status).toBe("arrived");
    expect(["arrived", "clean"]).toContain((await finish([first!, second!])).data?.status);
  });

  it("and counts once it was read through: it is pinned by version and digest, and told by its first bytes", async () => {
    const film = filmOfBytes(2 * partBytes + 50);
    const key = await uploadedInParts(lena, work.application_id, "lesson.mp4", film);
    await world.settle();
    expect(await stateOf(key)).toMatchObject({ status: "clean", name: "lesson.mp4", size: film.length, arrived: [] });
    expect(await stored(key)).toMatchObject({
      status: "clean",
      sha256: createHash("sha256").update(film).digest("hex"),
      object_version: expect.any(String),
    });
    const { url } = (await lena.call(file.download, { key })).body.data;
    expect(Buffer.from(await (await fetch(url)).arrayBuffer()).equals(film)).toBe(true);
    expect((await lena.call(file.abandonParts, { key })).body.error.code).toBe("file.parts-ended");
  });

  it("once, however often that is said at once", async () => {
    const film = filmOfBytes(100);
    const key = await begunParts(lena, work.application_id, "lesson.mp4", film.length);
    const parts = await sendParts(lena, key, film, [1]);
    const answers = await Promise.all([1, 2, 3].map(() => lena.call(file.completeParts, { key, parts })));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    await world.settle();
    const file_id = key.split("/")[3];
    const rows = await world.control.items(`AUDIT#${file_id}`);
    expect(rows.map(({ type }) => type).sort()).toEqual(["file.arrived", "file.confirmed"]);
  });

  it("and is refused when it is not what its name says, with nothing left of it", async () => {
    const key = await uploadedInParts(lena, work.application_id, "lesson.mp4", pixel);
    await world.settle();
    expect(await stateOf(key)).toMatchObject({
      status: "refused",
      reason: "This file isn’t an MP4 video, even though its name says so. Save it in that format and try again.",
    });
    expect((await lena.call(file.download, { key })).body.error.code).toBe("file.not-clean");
  });
});

describe("of a recording that can’t be used its learner hears", () => {
  let school: Organization;
  let credential_id: string;
  beforeAll(async () => {
    school = await world.newOrganization("Told Academy");
    credential_id = await publishedCredential(school, [await acceptedReviewer(school, "Rita")]);
  });
  const toldTo = async (person: Person) => {
    await world.settle();
    const { notices } = (await person.call(user.listNotices, {})).body.data;
    return notices.filter(({ type }) => type.startsWith("file.")).map(({ title }) => title);
  };
  const scanned = (objectKey: string, versionId: unknown) =>
    world.control.invoke("file/report-unscanned", {
      detail: { s3ObjectDetails: { objectKey, versionId }, scanResultDetails: { scanResultStatus: "THREATS_FOUND" } },
    });
  const virus = "X5O!P%@AP[4\\PZX54(P^)7CC)7}$" + "EICAR-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*";
  const infectedFilm = () => Buffer.concat([filmOfBytes(partBytes), Buffer.from(virus, "latin1")]);

  it("once, when it is none, though the scan and the worker say so again", async () => {
    const lena = school.as("Lena");
    const { application_id } = await begun(lena, credential_id);
    const key = await uploadedInParts(lena, application_id, "lesson.mp4", pixel);
    expect(await toldTo(lena)).toEqual(["We can’t use one of your recordings"]);
    const { object_version, organization_id, user_id } = (await stored(key)) as Record<string, string>;
    await scanned(key, object_version);
    await world.control.invoke("file/check-recordings", {
      Records: [
        {
          messageId: "again",
          body: JSON.stringify({
            ...{ event_id: "evt_again", type: "file.arrived", at: new Date().toISOString() },
            ...{ organization_id, actor_id: user_id, subject_id: key.split("/")[3], user_id },
          }),
        },
      ],
    });
    expect(await toldTo(lena)).toHaveLength(1);
  });

  it("once, when malware is found in it, and it can’t be submitted", async () => {
    const leo = school.as("Leo");
    const of = await begun(leo, credential_id);
    const { application_id } = of;
    const key = await uploadedInParts(leo, application_id, "lesson.mp4", infectedFilm());
    expect(await toldTo(leo)).toEqual(["One of your files didn’t pass our checks"]);
    await scanned(key, ((await stored(key)) as Record<string, string>).object_version);
    expect(await toldTo(leo)).toHaveLength(1);
    expect((await leo.call(file.readParts, { key })).body.data).toMatchObject({
      status: "refused",
      reason: "This file didn’t pass our checks. Upload it again.",
    });
    const sections = of.section_ids.map((section_id) => ({
      section_id,
      response: "<p>My work.</p>",
      attachments: [{ key, name: "lesson.mp4" }],
    }));
    const refused = await leo.call(submission.submit, { application_id, credential_id, sections });
    expect(refused.body.error.code).toBe("submission.recording-missing");
  });

  it("of nothing, when it is good", async () => {
    const liv = school.as("Liv");
    const { application_id } = await begun(liv, credential_id);
    await uploadedInParts(liv, application_id, "lesson.mp4", filmOfBytes(90));
    expect(await toldTo(liv)).toEqual([]);
  });
});

describe("work with a recording", () => {
  const answers = (of: Begun, key: string) =>
    of.section_ids.map((section_id, index) => ({
      section_id,
      response: "<p>My work.</p>",
      attachments: index === 0 ? [{ key, name: "lesson.mp4" }] : [],
    }));
  const workOf = async (name: "Lena" | "Leo") => begun(academy.as(name), await publishedCredential(academy, [rita]));

  it("is saved while it is still coming, and handed in once it was found good", async () => {
    const of = await workOf("Lena");
    const { learner } = of;
    const film = filmOfBytes(200);
    const key = await begunParts(learner, of.application_id, "lesson.mp4", film.length);
    const sections = answers(of, key);
    const { application_id } = of;
    for (const section of sections)
      expect((await learner.call(submission.saveSection, { application_id, ...section })).status).toBe(200);
    const submit = () => learner.call(submission.submit, { application_id, credential_id: of.credential_id });
    expect((await submit()).body.error).toMatchObject({
      code: "submission.recording-missing",
      fields: {
        [`sections.${of.section_ids[0]}`]: "“lesson.mp4” hasn’t finished uploading. Continue the upload, or remove it.",
      },
    });
    const parts = await sendParts(learner, key, film, [1]);
    expect((await learner.call(file.completeParts, { key, parts })).status).toBe(200);
    await world.settle();
    expect((await submit()).status).toBe(200);
    await world.settle();
    const application = await world.control.item(`APPLICATION#${application_id}`, "META");
    expect(JSON.stringify(application)).not.toContain("unchecked");
  });

  it("is finished by who has chosen another of their organizations since, and saved there when it was given up", async () => {
    const of = await workOf("Lena");
    const { learner, application_id } = of;
    const film = filmOfBytes(200);
    const key = await begunParts(learner, application_id, "lesson.mp4", film.length);
    const parts = await sendParts(learner, key, film, [1]);
    const given = await begunParts(learner, application_id, "lost.mp4", film.length);
    expect((await learner.call(file.abandonParts, { key: given })).status).toBe(200);

    const other = await world.newOrganization("Other Parts Academy");
    const { organization_id } = other;
    const { token } = await invitedAs(other, { email: learner.email, role: 5 });
    expect((await learner.call(user.joinOrganization, { token })).status).toBe(200);
    expect((await learner.call(file.completeParts, { key, parts, organization_id })).status).toBe(200);
    await world.settle();
    expect((await stored(key))?.status).toBe("clean");
    const [section] = answers(of, given);
    expect((await learner.call(submission.saveSection, { application_id, ...section!, organization_id })).status).toBe(
      200,
    );
  });

  it("is not handed in with one that was refused", async () => {
    const of = await workOf("Leo");
    const { learner } = of;
    const { application_id } = of;
    const key = await uploadedInParts(learner, application_id, "lesson.mp4", pixel);
    await world.settle();
    const sections = answers(of, key);
    const sent = { application_id, credential_id: of.credential_id, sections };
    expect((await learner.call(submission.submit, { ...sent, is_draft: true })).status).toBe(200);
    const refused = await learner.call(submission.submit, sent);
    expect(refused.body.error.code).toBe("submission.recording-missing");
    expect(JSON.stringify(refused.body.error.fields)).toContain("isn’t an MP4 video");
    const without = { ...sent, sections: sections.map((section) => ({ ...section, attachments: [] })) };
    expect((await learner.call(submission.submit, without)).status).toBe(200);
  });

  it("is played by its reviewer, from a copy that was made in parts where it is large", async () => {
    const of = await workOf("Leo");
    const { learner } = of;
    const film = filmOfBytes(4 * partBytes + 5);
    film.fill(9, film.length - 5);
    const key = await uploadedInParts(learner, of.application_id, "lesson.mp4", film);
    await world.settle();
    const { application_id } = of;
    const sent = { application_id, credential_id: of.credential_id, sections: answers(of, key) };
    const { credential_job_id } = (await learner.call(submission.submit, sent)).body.data;
    await offerOpened(learner);
    expect((await rita.call(review.accept, { credential_job_id: credential_job_id! })).status).toBe(200);
    const { work: shown } = (await rita.call(review.read, { credential_job_id: credential_job_id! })).body.data
      .sections[0]!;
    const { url } = (await rita.call(file.download, { key: shown!.attachments[0]!.key, use: "play" })).body.data;
    const part = await fetch(url, { headers: { range: `bytes=${4 * partBytes - 1}-` } });
    expect([part.status, part.headers.get("content-type")]).toEqual([206, "video/mp4"]);
    expect([...new Uint8Array(await part.arrayBuffer())]).toEqual([7, 9, 9, 9, 9, 9]);
    expect(part.headers.get("etag")).toMatch(/-2"$/); // two parts
  });
});
