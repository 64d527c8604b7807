import { fireEvent, screen, waitFor } from "@testing-library/react";
import { expect, test } from "vitest";
import * as paths from "../../shared/platform/paths.ts";
import { captionedWork } from "../support/fixtures/captioned-work.ts";
import { publishedCredential } from "../support/fixtures/credential.ts";
import { acceptedReviewer } from "../support/fixtures/reviewer.ts";
import { open, press } from "../support/portal.tsx";
import { world } from "../support/world.ts";

test("a recording plays beside its rubric, with steps of ten seconds and its speed by button and by key, and with its captions", async () => {
  const school = await world.newOrganization("Listening School");
  const [lena, rita] = [school.as("Lena"), await acceptedReviewer(school, "Rita")];
  const credential_id = await publishedCredential(school, [rita]);
  const asked = { credential_id, seconds: 60, name: "talk.pt-BR.vtt" };
  const { credential_job_id } = await captionedWork(lena, rita, asked);

  await open(paths.acceptedJob(credential_job_id), rita);
  const player = await screen.findByRole("group", { name: "Player of talk.mp3" }, { timeout: 5000 });
  const audio = player.querySelector("video")!; // which shows captions, as an audio element does not
  await waitFor(() => expect(audio.src).toContain("X-Amz-Expires=7200"));
  const track = await waitFor(() => {
    const shown = player.querySelector("track");
    expect(shown).not.toBeNull();
    return shown!;
  });
  expect([track.kind, track.srclang, track.label, track.default]).toEqual([
    "captions",
    "pt-BR",
    "Captions (Brazilian Portuguese)",
    true,
  ]);
  expect([audio.crossOrigin, track.src]).toEqual(["anonymous", expect.stringContaining("X-Amz-Expires=7200")]);
  let at = 0;
  Object.defineProperty(audio, "currentTime", { get: () => at, set: (seconds: number) => (at = seconds) });
  Object.defineProperty(audio, "duration", { value: 25 });
  press(/^Forward 10 seconds/);
  expect(at).toBe(10);
  fireEvent.keyDown(audio, { key: "ArrowRight" });
  expect(at).toBe(20);
  fireEvent.keyDown(audio, { key: "ArrowRight" });
  expect(at).toBe(25); // no further than its end
  press(/^Back 10 seconds/);
  fireEvent.keyDown(audio, { key: "ArrowLeft" });
  expect(at).toBe(5);
  fireEvent.keyDown(audio, { key: ">" });
  expect([audio.playbackRate, (screen.getByLabelText("Speed") as HTMLSelectElement).value]).toEqual([1.25, "1.25"]);
  fireEvent.change(screen.getByLabelText("Speed"), { target: { value: "0.5" } });
  fireEvent.keyDown(audio, { key: "<" });
  expect(audio.playbackRate).toBe(0.5); // the slowest
  fireEvent.keyDown(document.body, { key: "ArrowRight" });
  fireEvent.keyDown(screen.getByLabelText("Speed"), { key: "ArrowRight" });
  expect(at).toBe(5); // elsewhere the keys are the page's

  at = 17;
  const former = audio.src;
  fireEvent.error(audio);
  await screen.findByText(/can’t be played here, or its link has ended/);
  press("Try again");
  await waitFor(() => expect(audio.src).not.toBe(former));
  at = 0; // as a browser begins with another address
  fireEvent.loadedMetadata(audio);
  expect([at, audio.playbackRate]).toEqual([17, 0.5]);
});
