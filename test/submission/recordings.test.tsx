import { screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { contract } from "../../shared/contract.ts";
import * as paths from "../../shared/platform/paths.ts";
import { publishedCredential } from "../support/fixtures/credential.ts";
import { pixel } from "../support/fixtures/file.ts";
import { begunParts, filmOfBytes, sendParts, uploadedInParts } from "../support/fixtures/recording.ts";
import { acceptedReviewer } from "../support/fixtures/reviewer.ts";
import { begun } from "../support/fixtures/work.ts";
import { closeWindow, open, said } from "../support/portal.tsx";
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
  const parts = await sendParts(lena, coming, filmOfBytes(200), [1]);
  expect((await lena.call(file.completeParts, { key: coming, parts })).status).toBe(200);
  await world.settle();
  expect((await save([coming])).status).toBe(200);
  await open(page, lena);
  await said("Every section is complete.");
});
