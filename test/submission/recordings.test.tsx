import { fireEvent, screen, waitFor } from "@testing-library/react";
import { expect, test } from "vitest";
import { silence } from "../../bin/seed/silence.ts";
import { contract } from "../../shared/contract.ts";
import * as paths from "../../shared/platform/paths.ts";
import { publishedCredential } from "../support/fixtures/credential.ts";
import { captions, pixel, uploaded } from "../support/fixtures/file.ts";
import { begunParts, filmOfBytes, sendParts, uploadedInParts } from "../support/fixtures/recording.ts";
import { acceptedReviewer } from "../support/fixtures/reviewer.ts";
import { begun } from "../support/fixtures/work.ts";
import type { Person } from "../support/people.ts";
import { closeWindow, open, press, said } from "../support/portal.tsx";
import { world } from "../support/world.ts";

const { file, submission } = contract;

test("work isn’t called complete while a recording of it is awaited, and the page says what is awaited", async () => {
  const school = await world.newOrganization("Waiting School");
  const credential_id = await publishedCredential(school, [await acceptedReviewer(school, "Rita")]);
  const lena = school.as("Lena");
  const { application_id, section_ids } = await begun(lena, credential_id);
  const coming = await begunParts(lena, application_id, "first.mp4", 200);
  const refused = await uploadedInParts(lena, application_id, "second.mp4", pixel);
  await world.settle();
  const save = (keys: readonly string[]) =>
    lena.call(submission.submit, {
      application_id,
      credential_id,
      is_draft: true,
      sections: section_ids.map((section_id, index) => ({
        section_id,
        response: "<p>My work.</p>",
        attachments: index === 0 ? keys.map((key) => ({ key, name: "lesson.mp4" })) : [],
      })),
    });
  expect((await save([coming, refused])).status).toBe(200);
  const page = `${paths.submitWork(credential_id)}?section=summary`;
  await open(page, lena);
  await said("1 recording can’t be submitted. Remove it, or choose another.");
  await said("1 recording isn’t uploaded yet. Submit when it is done.");
  expect(screen.queryByText("Every section is complete.")).toBeNull();

  closeWindow();
  await open(`${paths.submitWork(credential_id)}?section=1`, lena);
  await said(/^This file isn’t an MP4 video/);
  screen.getByRole("button", { name: "Add captions to first.mp4" });
  expect(screen.queryByRole("button", { name: "Add captions to second.mp4" })).toBeNull();

  closeWindow();
  const parts = await sendParts(lena, coming, filmOfBytes(200), [1]);
  expect((await lena.call(file.completeParts, { key: coming, parts })).status).toBe(200);
  await world.settle();
  expect((await save([coming])).status).toBe(200);
  await open(page, lena);
  await said("Every section is complete.");
});

/** A learner saves a whole draft, with a recording in its first section; answers the application's id. */
async function savedWithTalk(learner: Person, credential_id: string): Promise<string> {
  const { application_id, section_ids } = await begun(learner, credential_id);
  const key = await uploaded(learner, "submissions", "talk.mp3", silence(2));
  const sections = section_ids.map((section_id, index) => ({
    section_id,
    response: "<p>My work.</p>",
    attachments: index === 0 ? [{ key, name: "talk.mp3" }] : [],
  }));
  await learner.call(submission.submit, { application_id, credential_id, is_draft: true, sections });
  return application_id;
}

test("work for another organization’s credential is complete once its recording is checked", async () => {
  const school = await world.newOrganization("Issuing School");
  const credential_id = await publishedCredential(school, [await acceptedReviewer(school, "Rita")]);
  const liv = (await world.newOrganization("Neighboring School")).as("Liv");
  await savedWithTalk(liv, credential_id);
  await open(`${paths.submitWork(credential_id)}?section=summary`, liv);
  await said("Every section is complete.");
  await screen.findByRole("button", { name: "Play talk.mp3" });
});

test("a learner adds captions to a recording, plays both, and removes them with it", async () => {
  const school = await world.newOrganization("Captioning School");
  const credential_id = await publishedCredential(school, [await acceptedReviewer(school, "Rita")]);
  const leo = school.as("Leo");
  const application_id = await savedWithTalk(leo, credential_id);
  const stored = async () =>
    (await leo.call(submission.read, { application_id })).body.data.sections[0]!.work.attachments.map(
      ({ name }) => name,
    );

  await open(`${paths.submitWork(credential_id)}?section=1`, leo);
  await screen.findByRole("button", { name: "Add captions to talk.mp3" });
  const choose = (name: string, bytes: Uint8Array) =>
    fireEvent.change(document.querySelector('input[accept=".vtt"]')!, {
      target: { files: [new File([new Uint8Array(bytes)], name, { type: "text/vtt" })] },
    });
  choose("talk.srt", captions);
  await said("You can add captions as a WebVTT file (.vtt).");
  choose("talk.en.vtt", Buffer.from("1\n00:00:00,000 --> 00:00:01,000\nHello"));
  await said("These captions don’t begin with WEBVTT. Save them as WebVTT and try again.");
  choose("talk.en.vtt", captions);
  await said("Captions (English)");
  press("Save as draft");
  await waitFor(async () => expect(await stored()).toEqual(["talk.mp3", "talk.en.vtt"]));

  closeWindow();
  await open(`${paths.submitWork(credential_id)}?section=summary`, leo);
  await screen.findByRole("button", { name: "Play talk.mp3" });
  press("Play talk.mp3");
  const player = await screen.findByRole("group", { name: "Player of talk.mp3" });
  await waitFor(() => expect(player.querySelector("track")?.label).toBe("Captions (English)"));

  closeWindow();
  await open(`${paths.submitWork(credential_id)}?section=1`, leo);
  await said("Captions (English)");
  press("Remove talk.mp3");
  await waitFor(() => expect(screen.queryByText("talk.en.vtt")).toBeNull());
  press("Save as draft");
  await waitFor(async () => expect(await stored()).toEqual([]));
});
