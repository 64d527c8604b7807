import { beforeAll, describe, expect, it } from "vitest";
import { silence } from "../../bin/seed/silence.ts";
import { contract } from "../../shared/contract.ts";
import { captionsLanguage } from "../../shared/file/rules.ts";
import { captionedWork } from "../support/fixtures/captioned-work.ts";
import { publishedCredential } from "../support/fixtures/credential.ts";
import { captions, intent, post, uploaded } from "../support/fixtures/file.ts";
import { acceptedReviewer } from "../support/fixtures/reviewer.ts";
import { begun } from "../support/fixtures/work.ts";
import type { Organization } from "../support/organization.ts";
import type { Person } from "../support/people.ts";
import { world } from "../support/world.ts";

const { file, submission, review } = contract;

let academy: Organization;
let rita: Person;
let lena: Person;
beforeAll(async () => {
  academy = await world.newOrganization("Captions Academy");
  rita = await acceptedReviewer(academy, "Rita");
  lena = academy.as("Lena");
});

describe("captions", () => {
  const confirmed = async (bytes: Uint8Array) => {
    const form = await intent(lena, "submissions", "lesson.vtt", bytes.length);
    await post(form, bytes);
    return lena.call(file.confirm, { key: form.key });
  };

  it.each([
    ["as they are written", captions],
    ["with the mark of UTF-8", Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), captions])],
    ["with a title and other lines' ends", Buffer.from("WEBVTT lesson\r\n\r\n00:00.000 --> 00:01.000\r\nHello")],
    ["without any words yet", Buffer.from("WEBVTT")],
  ])("are taken %s", async (_, bytes) => {
    expect((await confirmed(bytes)).body.data).toMatchObject({ name: "lesson.vtt", type: "text/vtt" });
  });

  const noVtt = "These captions don’t begin with WEBVTT. Save them as WebVTT and try again.";
  it.each([
    ["that are SubRip", Buffer.from("1\n00:00:00,000 --> 00:00:01,000\nHello"), noVtt],
    ["that begin with another word", Buffer.from("WEBVTTX\n"), noVtt],
    [
      "in other letters",
      Buffer.from("WEBVTT\n\n00:00.000 --> 00:01.000\nZ\xfcge", "latin1"),
      "We can’t read the letters of this file. Save it as UTF-8 and try again.",
    ],
  ])("are refused %s", async (_, bytes, message) => {
    const answer = await confirmed(bytes);
    expect([answer.status, answer.body.error.message]).toEqual([400, message]);
  });

  it("are at most 1 MB, for work alone", async () => {
    const ask = async (size: number, person = lena, folder: "submissions" | "resources" = "submissions") =>
      (await person.call(file.upload, { name: "lesson.vtt", size, folder })).body.error?.message;
    expect(await ask(1024 ** 2)).toBeUndefined();
    expect(await ask(1024 ** 2 + 1)).toBe("The captions must be smaller than 1 MB.");
    expect(await ask(10, academy.as("Ada"), "resources")).toBe(
      "You can upload PDF, Word, Excel, PowerPoint, PNG, JPG, or plain text.",
    );
  });

  it.each([
    ["lesson.en.vtt", "en"],
    ["lesson.pt-BR.vtt", "pt-BR"],
    ["lesson.vtt", undefined],
    ["my.first.lesson.vtt", undefined],
  ])("tell their language by their name: %s", (name, language) => {
    expect(captionsLanguage(name)).toBe(language);
  });
});

it("captions belong to one recording of their section, and are nothing without it", async () => {
  const { application_id, section_ids } = await begun(lena, await publishedCredential(academy, [rita]));
  const talk = { key: await uploaded(lena, "submissions", "talk.mp3", silence(2)), name: "talk.mp3" };
  const words = { key: await uploaded(lena, "submissions", "talk.en.vtt", captions), name: "talk.en.vtt" };
  const others = { key: await uploaded(lena, "submissions", "talk.de.vtt", captions), name: "talk.de.vtt" };
  const captions_of = talk.key;
  const save = async (...attachments: object[]) => {
    const sent = { application_id, section_id: section_ids[0]!, attachments };
    return (await lena.call(submission.saveSection, sent as never)).status;
  };
  expect(await save(talk, { ...words, captions_of })).toBe(200);
  expect(await save(talk, words)).toBe(400);
  expect(await save({ ...words, captions_of })).toBe(400);
  expect(await save(talk, { ...words, captions_of }, { ...others, captions_of })).toBe(400);
  expect(await save({ ...talk, captions_of })).toBe(400);
  expect(await save(talk, { ...words, captions_of: words.key })).toBe(400);
  const { sections } = (await lena.call(submission.read, { application_id })).body.data;
  expect(sections[0]!.work.attachments[1]).toMatchObject({ name: "talk.en.vtt", type: "text/vtt", captions_of });
});

it("captions are read beside their recording by its reviewer and its learner alone, from the portal's pages", async () => {
  const ray = await acceptedReviewer(academy, "Ray");
  const credential_id = await publishedCredential(academy, [rita, ray]);
  const asked = { credential_id, seconds: 2, name: "talk.en.vtt" };
  const { credential_job_id, words } = await captionedWork(lena, rita, asked);
  const { work } = (await rita.call(review.read, { credential_job_id })).body.data.sections[0]!;
  const [recording, seen] = work!.attachments;
  expect(seen!.captions_of).toBe(recording!.key);
  expect(JSON.stringify(work)).not.toContain(lena.user_id);

  for (const [person, key] of [
    [rita, seen!.key],
    [lena, words],
  ] as const) {
    const { url } = (await person.call(file.download, { key, use: "play" })).body.data;
    expect(new URL(url).searchParams.get("X-Amz-Expires")).toBe("7200");
    const answer = await fetch(url, { headers: { origin: world.origin } });
    expect([
      answer.status,
      answer.headers.get("content-type"),
      answer.headers.get("access-control-allow-origin"),
    ]).toEqual([200, "text/vtt", expect.stringMatching(/^(\*|http:.*)$/)]);
    expect(await answer.text()).toBe(captions.toString());
  }
  for (const key of [seen!.key, words]) {
    expect((await ray.call(file.download, { key, use: "play" })).status).toBe(404);
    expect((await academy.as("Leo").call(file.download, { key, use: "play" })).status).toBe(404);
  }
});
