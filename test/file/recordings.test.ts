import { beforeAll, describe, expect, it } from "vitest";
import { offerOpened } from "../../bin/seed/client.ts";
import { silence } from "../../bin/seed/silence.ts";
import { contract } from "../../shared/contract.ts";
import { publishedCredential } from "../support/fixtures/credential.ts";
import { intent, pixel, post, uploaded } from "../support/fixtures/file.ts";
import { filmOf } from "../support/fixtures/recording.ts";
import { acceptedReviewer } from "../support/fixtures/reviewer.ts";
import { begun } from "../support/fixtures/work.ts";
import type { Organization } from "../support/organization.ts";
import type { Person } from "../support/people.ts";
import { world } from "../support/world.ts";

const { file, submission, review } = contract;

let academy: Organization;
let rita: Person;
beforeAll(async () => {
  academy = await world.newOrganization("Recording Academy");
  rita = await acceptedReviewer(academy, "Rita");
});

const webmOf = (kind: string) =>
  Buffer.concat([Buffer.from([0x1a, 0x45, 0xdf, 0xa3, 0x9f, 0x42, 0x82, kind.length | 0x80]), Buffer.from(kind)]);
const tagged = Buffer.from("ID3\x04\0\0\0\0\0\0", "latin1");

describe("a recording", () => {
  it.each([
    ["lesson.mp4", "video/mp4", filmOf("isom")],
    ["lesson.MOV", "video/quicktime", filmOf("qt  ")],
    ["old.mov", "video/quicktime", Buffer.from("\0\0\0\x08wide\0\0\0\0mdat", "latin1")],
    ["lesson.webm", "video/webm", webmOf("webm")],
    ["talk.m4a", "audio/mp4", filmOf("M4A ")],
    ["talk.mp3", "audio/mpeg", tagged],
    ["talk.mp3", "audio/mpeg", silence(2)],
  ])("is taken for what it is: %s as %s", async (name, type, bytes) => {
    const lena = academy.as("Lena");
    const form = await intent(lena, "submissions", name, bytes.length);
    await post(form, bytes);
    expect((await lena.call(file.confirm, { key: form.key })).body.data).toMatchObject({ name, type });
  });

  it.each([
    ["photo.mp4", "an MP4 video", filmOf("heic")],
    ["photo.mov", "a MOV video", pixel],
    ["film.webm", "a WebM video", webmOf("matroska")],
    ["talk.m4a", "an M4A recording", silence(2)],
    ["photo.mp3", "an MP3 recording", Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 4])],
    ["talk.mp3", "an MP3 recording", Buffer.from([0xff, 0xf1, 0x50, 0x80])], // AAC
    ["talk.mp3", "an MP3 recording", Buffer.from([0xff, 0xe3, 0xf8, 0xc0])], // no such rate
  ])("is refused when it is none: %s is not %s", async (name, kind, bytes) => {
    const lena = academy.as("Lena");
    const form = await intent(lena, "submissions", name, bytes.length);
    await post(form, bytes);
    const answer = await lena.call(file.confirm, { key: form.key });
    expect([answer.status, answer.body.error.message]).toEqual([
      400,
      `This file isn’t ${kind}, even though its name says so. Save it in that format and try again.`,
    ]);
  });

  it("is handed in by learners alone", async () => {
    const answer = await academy.as("Ada").call(file.upload, { name: "a.mp4", size: 10, folder: "resources" });
    expect([answer.status, answer.body.error.message]).toEqual([
      400,
      "You can upload PDF, Word, Excel, PowerPoint, PNG, JPG, or plain text.",
    ]);
  });
});

it("a section takes three recordings, beside other files", async () => {
  const lena = academy.as("Lena");
  const { application_id, section_ids } = await begun(lena, await publishedCredential(academy, [rita]));
  const section_id = section_ids[0]!;
  const attachments: { key: string; name: string }[] = [];
  for (let count = 0; count < 4; count++)
    attachments.push({ key: await uploaded(lena, "submissions", "talk.mp3", silence(2)), name: "talk.mp3" });
  const plan = { key: await uploaded(lena, "submissions", "plan.pdf"), name: "plan.pdf" };
  const save = (sent: typeof attachments) =>
    lena.call(submission.saveSection, { application_id, section_id, attachments: sent });
  const four = await save(attachments);
  expect([four.status, JSON.stringify(four.body.error)]).toEqual([
    400,
    expect.stringContaining("At most 3 recordings."),
  ]);
  expect((await save([...attachments.slice(0, 3), plan])).status).toBe(200);
});

it("is played for two hours by the key of a seat, in ranges and not as an attachment, and by nobody else's", async () => {
  const lena = academy.as("Lena");
  const ray = await acceptedReviewer(academy, "Ray");
  const credential_id = await publishedCredential(academy, [rita, ray]);
  const { application_id, section_ids } = await begun(lena, credential_id);
  const bytes = silence(2);
  const own = await uploaded(lena, "submissions", "talk.mp3", bytes);
  const plan = await uploaded(lena, "submissions", "plan.pdf");
  const sections = section_ids.map((section_id, index) => ({
    section_id,
    response: "<p>My work.</p>",
    attachments: index === 0 ? [own, plan].map((key) => ({ key, name: "x" })) : [],
  }));
  const sent = await lena.call(submission.submit, { application_id, credential_id, sections });
  const credential_job_id = sent.body.data.credential_job_id!;
  await offerOpened(lena);
  await rita.call(review.accept, { credential_job_id });
  const { work } = (await rita.call(review.read, { credential_job_id })).body.data.sections[0]!;
  const [recording, document] = work!.attachments.map(({ key }) => key) as [string, string];

  const { url, type } = (await rita.call(file.download, { key: recording, use: "play" })).body.data;
  expect(type).toBe("audio/mpeg");
  expect(new URL(url).searchParams.get("X-Amz-Expires")).toBe("7200");
  expect(url).not.toContain(lena.user_id);
  const part = await fetch(url, { headers: { range: "bytes=72-143" } });
  expect([part.status, part.headers.get("content-disposition"), part.headers.get("content-type")]).toEqual([
    206,
    "inline",
    "audio/mpeg",
  ]);
  expect(Buffer.from(await part.arrayBuffer()).equals(bytes.subarray(72, 144))).toBe(true);

  const attached = async (person: Person, key: string) => {
    const { data } = (await person.call(file.download, { key, use: "play" })).body;
    const seconds = new URL(data.url).searchParams.get("X-Amz-Expires");
    return [seconds, (await fetch(data.url)).headers.get("content-disposition")?.split(";")[0]];
  };
  expect(await attached(rita, document)).toEqual(["60", "attachment"]);
  expect(await attached(lena, plan)).toEqual(["60", "attachment"]);
  expect(await attached(lena, own)).toEqual(["7200", "inline"]); // their own preview
  expect(await attached(rita, own)).toEqual(["60", "attachment"]);
  expect((await ray.call(file.download, { key: recording, use: "play" })).status).toBe(404);
  expect((await lena.call(file.download, { key: recording, use: "play" })).status).toBe(404);
});
